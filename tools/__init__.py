"""Programs that make the data shipped with the game; they are not part of it."""
