"""The commands for the terminal, and the windowed program's arguments."""
