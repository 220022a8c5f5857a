"""The commands for the terminal, and the command-line arguments of the windowed program."""
