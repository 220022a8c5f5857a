"""Exact solvers for both games: whether a position can still be won, and how."""
