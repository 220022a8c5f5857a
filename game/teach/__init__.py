"""What can be taught about a game from what is proven: reasons, stories, difficulty and puzzles."""
