"""Tools that have nothing to do with cards: text, JSON values, files, locks, other processes."""
