"""The start screen, and the contents of each panel."""
