"""One player's files: settings, the games in hand, and the log of finished games."""
