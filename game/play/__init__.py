"""One game in play: its history, its text, and its review."""
