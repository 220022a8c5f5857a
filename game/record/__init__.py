"""Games that have ended: entries, statistics, the deals of the day, pars and odds."""
