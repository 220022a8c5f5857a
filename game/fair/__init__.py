"""Gives advice and judges moves in games with hidden cards, from what the player can know."""
