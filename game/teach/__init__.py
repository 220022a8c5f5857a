"""Lessons, hints and puzzles, and what is proven about a game: reasons, stories, difficulty."""
