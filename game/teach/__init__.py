"""Teaching: lessons and hints, and what proven facts say about a game (reasons, stories, difficulty
and puzzles)."""
