"""What players see and touch: the window, its scenes and its panels, made with pygame."""
