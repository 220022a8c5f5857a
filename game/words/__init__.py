"""Cards, moves, advice and games in the player's language."""
