"""Finished games: their entries, statistics, deals of the day and odds."""
