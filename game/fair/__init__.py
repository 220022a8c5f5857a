"""Gives advice and judges moves in games with hidden cards, using only what the player can know."""
