"""The files of one player: settings, games in hand and log."""
