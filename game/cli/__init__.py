"""The commands that need no screen, and the window's command line."""
