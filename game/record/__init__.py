"""Games that have ended: entries, statistics, the deals of the day and odds."""
