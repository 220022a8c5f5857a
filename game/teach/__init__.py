"""Lessons, hints, puzzles, reasons, stories and difficulty."""
