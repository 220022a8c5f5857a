"""Vierfeld as it is installed: the program lies below this package, and these are its beginnings.

Every process of the program imports this, so it imports nothing before it is asked to.
"""

from __future__ import annotations


def _without_traceback() -> None:
    """Have Ctrl+C show no traceback from now on: even the module for signals takes milliseconds to
    load."""
    import sys

    told = sys.excepthook
    sys.excepthook = lambda kind, *more: None if kind is KeyboardInterrupt else told(kind, *more)


def window() -> None:
    """Play in a window; the command ``vierfeld``."""
    _without_traceback()
    # As in ``main``: no garbage is looked for, and until there is a game to be kept, Ctrl+C ends
    # the program without a traceback.
    import gc
    import signal

    gc.disable()

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # Only what is asked for is loaded.
    from vierfeld.main import run_and_exit

    run_and_exit()


def command_line() -> None:
    """Run a command without a screen; the command ``vierfeld-cli``."""
    _without_traceback()
    # Only what is asked for is loaded.
    from vierfeld.game.__main__ import run_and_exit

    run_and_exit()
