"""The rules: one module for each game, and the registry, which is the only list of the games."""
