"""Vierfeld as an installed package: the program is inside this package, and these are its entry
points.

Every process of the program imports this, so it imports nothing until it is called.
"""

from __future__ import annotations


def window() -> None:
    """Play in a window; the command ``vierfeld``."""
    from vierfeld.main import run_and_exit

    run_and_exit()


def command_line() -> None:
    """Run a command without a screen; the command ``vierfeld-cli``."""
    from vierfeld.game.__main__ import run_and_exit

    run_and_exit()
