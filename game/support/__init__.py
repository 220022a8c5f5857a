"""Tools that have nothing to do with cards."""
