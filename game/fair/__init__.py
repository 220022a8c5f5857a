"""Advice in games with hidden cards, using only what the player can see."""
