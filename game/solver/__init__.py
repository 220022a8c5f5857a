"""Exact solvers for the games: whether a position can still be won, and how."""
