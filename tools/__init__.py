"""Programs that make the data shipped with the game; the programs themselves are not shipped."""
