"""The commands that need no screen, and the window's own command line."""
