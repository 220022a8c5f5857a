"""The commands for the terminal, and the arguments of the program with a window."""
