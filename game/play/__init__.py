"""One game in play: its history, and what is judged of it."""
