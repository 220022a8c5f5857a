"""Tests of hints, solutions and the light on the table."""
