"""Tests of hints, solutions, and the light that shows if a game can be won."""
