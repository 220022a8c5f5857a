"""``python -m game``: runs the commands that need no window."""

from __future__ import annotations

import sys
from typing import NoReturn

from game.cli.main import main
from game.support.terminal import fill_standard_streams
from game.support.texts import speak_on_the_command_line


def run_and_exit() -> NoReturn:
    """Run the command line, and exit with its status."""
    fill_standard_streams()
    speak_on_the_command_line()
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    run_and_exit()
