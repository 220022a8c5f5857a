"""Everything that needs no screen. Nothing here imports pygame."""
