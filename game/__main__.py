"""``python -m game``: the command line without a screen."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    # Even the module for signals takes milliseconds to load; Ctrl+C shows no traceback then either.
    _told = sys.excepthook
    sys.excepthook = lambda kind, *more: None if kind is KeyboardInterrupt else _told(kind, *more)

import signal
from typing import NoReturn


def run_and_exit() -> NoReturn:
    """Run the command line as this whole process, and end it."""
    try:
        # Ctrl+C may come while the program is still being loaded.
        from game.cli.main import main
        from game.support.terminal import fill_standard_streams
        from game.support.texts import speak_on_the_command_line

        fill_standard_streams()
        speak_on_the_command_line()
        status = main(sys.argv[1:])
        # What is left is to end.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)


if __name__ == "__main__":
    run_and_exit()
