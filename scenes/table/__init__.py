"""A game on the table."""
