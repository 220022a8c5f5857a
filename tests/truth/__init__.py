"""Checks the solvers against twins that know only the rules."""
