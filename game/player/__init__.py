"""One player's folder: the game in hand, the settings, and the files."""
