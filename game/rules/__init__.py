"""The rules of each game, and the registry of all games."""
