"""One game in play: its history, its text, its review, and automatic play by rule of thumb."""
