"""The menu, the first picture of all."""
