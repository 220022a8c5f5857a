"""The rules of every game and all that needs no screen; nothing here imports pygame."""
