"""Tools that have nothing to do with cards: texts, JSON values, files, locks, other processes."""
