"""``python -m game``: the command line without a screen."""

from __future__ import annotations

import signal
import sys

if __name__ == "__main__":
    try:
        from game.cli.main import main
        from game.support.terminal import fill_standard_streams
        from game.support.texts import speak_on_the_command_line

        fill_standard_streams()
        speak_on_the_command_line()
        status = main(sys.argv[1:])
        # What is left is to end.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    except KeyboardInterrupt:
        # Ctrl+C while the program was still being loaded.
        status = 130
    sys.exit(status)
