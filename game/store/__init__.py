"""The files of one player: settings, the games in hand, and the log of finished games."""
