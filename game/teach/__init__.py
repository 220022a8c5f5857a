"""What can be taught of a game from proofs: reasons, stories, difficulty and puzzles, as values."""
