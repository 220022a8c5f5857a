"""One game in play: its history, how it is kept as text, and the review of it."""
