"""Finished games, statistics, reviews, deals of the day, odds and exports."""
