"""The commands that need no screen, and the command line of the window."""
