"""What players see and touch: the window, scenes and panels."""
