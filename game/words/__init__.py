"""Cards, moves, hints and games in the player's language."""
