"""What can be taught about a game from proven facts: reasons, stories, difficulty and puzzles."""
