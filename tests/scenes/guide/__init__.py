"""Hints, solutions and the light on the table."""
