"""The table: a game and everything that players can do there."""
