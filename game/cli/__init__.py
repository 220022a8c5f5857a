"""The command line without a screen, and that of the window; ``main`` chooses the command."""
