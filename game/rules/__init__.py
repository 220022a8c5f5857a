"""The rules: one module for each game, and the registry, which alone lists the games."""
