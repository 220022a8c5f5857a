"""Advice for games with hidden cards, using only what players know."""
