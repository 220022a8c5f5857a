"""The player's options, and the last place of the window."""
