"""Programs that make the data shipped with the game; not part of the game."""
