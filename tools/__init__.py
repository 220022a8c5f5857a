"""Programs that make the data shipped with the game."""
