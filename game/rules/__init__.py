"""One module for each game, and the registry: the only place that knows which games there are."""
