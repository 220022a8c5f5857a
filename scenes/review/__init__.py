"""The review of a game, position by position."""
