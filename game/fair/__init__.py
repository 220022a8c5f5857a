"""Advice, and judgement of moves, in games with hidden cards, from what the player can know."""
