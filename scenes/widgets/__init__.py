"""Controls, pages and panels, whatever the game."""
