"""Checks the solvers against simple, independent ones, which know only the rules."""
