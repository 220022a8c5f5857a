"""Controls, messages, pages and panels, whatever the game's rules."""
