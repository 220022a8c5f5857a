"""Finished games: entries, statistics and reviews; also deals of the day, odds and exports."""
