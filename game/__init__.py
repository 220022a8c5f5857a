"""The rules of both games and all that needs no screen; nothing here imports pygame."""
