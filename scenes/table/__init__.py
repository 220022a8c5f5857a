"""The table: a game on it, and everything that a player can see and do there."""
