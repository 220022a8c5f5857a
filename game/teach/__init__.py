"""Lessons and hints, and what is proven about a game: reasons, stories, difficulty and puzzles."""
