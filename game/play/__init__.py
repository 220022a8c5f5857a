"""One game in play: its history, text, review and automatic play."""
