"""The start screen, the first picture of all."""
