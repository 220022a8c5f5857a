"""Finished games: entries, statistics, deals of the day and odds."""
