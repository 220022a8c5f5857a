"""The window and the desktop around it."""
