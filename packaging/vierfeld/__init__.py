"""The installed package, with its entry points.

Every process imports this module, so it imports nothing until an entry point is called.
"""

from __future__ import annotations


def window() -> None:
    """Run the game in a window, for the command ``vierfeld``."""
    from vierfeld.main import run_and_exit

    run_and_exit()


def command_line() -> None:
    """Run a command without a window, for the command ``vierfeld-cli``."""
    from vierfeld.game.__main__ import run_and_exit

    run_and_exit()
