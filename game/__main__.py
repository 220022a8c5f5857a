"""``python -m game``: the command line without a screen."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    try:
        from game.cli.main import main
        from game.texts import speak_on_the_command_line

        speak_on_the_command_line()
        status = main(sys.argv[1:])
    except KeyboardInterrupt:
        # Ctrl+C while the program was still being loaded.
        status = 130
    sys.exit(status)
