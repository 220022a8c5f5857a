"""Starts Vierfeld: opens the window or writes an animation."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from typing import Final, NoReturn

from game.cli import window_arguments
from game.support.terminal import exit_status, fill_standard_streams, print_error
from game.support.texts import speak_on_the_command_line, tr

_SETTINGS: Final = {
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    # Draw in memory and hand over whole frames; with GL, a 4K frame takes twice as long.
    "SDL_FRAMEBUFFER_ACCELERATION": "0",
    "SDL_VIDEO_X11_WMCLASS": "vierfeld",
    # Little is typed in this program, so X needn't read its long table of compose sequences.
    "XCOMPOSEFILE": os.devnull,
    # On a high-density Windows screen, draw every pixel rather than have Windows scale the picture.
    "SDL_WINDOWS_DPI_AWARENESS": "permonitorv2",
}
"""Environment variables for SDL, pygame and X. Those that are already set are kept."""


def main(arguments: list[str] | None = None) -> int:
    """Run the program; return the exit status."""
    speak_on_the_command_line()
    asked = window_arguments.window_options(sys.argv[1:] if arguments is None else arguments)
    for name, value in _SETTINGS.items():
        os.environ.setdefault(name, value)
    if find_spec("pygame") is None:
        print_error(
            tr(
                "pygame-ce is missing. Install it with pip install -r requirements.txt, or start "
                "Vierfeld with the Python of the environment in which it is installed."
            )
        )
        return 2
    animation = asked.pop("animation")
    if animation is not None:
        from scenes.app.exporting import command  # opens no window

        return command(asked["copied"], animation, asked["language"])
    # Import pygame last: SDL reads its variables at that point, and a refused command line doesn't
    # have to wait for it.
    from scenes.app.start import StartOptions, run

    return run(StartOptions(**asked))


def run_and_exit() -> NoReturn:
    """Run the program, and exit with its status."""
    fill_standard_streams()
    sys.exit(exit_status(main))


if __name__ == "__main__":
    run_and_exit()
