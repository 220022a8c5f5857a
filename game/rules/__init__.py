"""The rules, with one module for each game, and the registry, the only place that lists the
games."""
