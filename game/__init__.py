"""The rules of every game, and everything else that needs no screen; nothing here imports
pygame."""
