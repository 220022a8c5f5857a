"""Checks the solvers against plain twins, which know nothing but the rules."""
