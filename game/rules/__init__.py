"""One module a game, and the registry: the only place that knows which games there are."""
