"""One game in play: its history, its text, its review, and playing by rule of thumb."""
