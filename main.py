"""Starts Vierfeld: reads the command line, then opens the window."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    # Even the module for signals takes milliseconds to load; Ctrl+C shows no traceback then either.
    _told = sys.excepthook
    sys.excepthook = lambda kind, *more: None if kind is KeyboardInterrupt else _told(kind, *more)

import gc
import signal

# Nothing of what a start makes is garbage soon: not to look for any saves a twentieth of it.
if __name__ == "__main__":
    gc.disable()
if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # Until there is a game to be kept, Ctrl+C ends the program without a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import importlib
import os
import pathlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

from game.rules.registry import games
from game.rules.which_deal import DealError, deal_named
from game.support.terminal import exit_status, fill_standard_streams
from game.support.texts import speak_on_the_command_line

_LATER = (
    "importlib.resources",
    "pygame._debug",
    "pygame.mixer",
    "pygame.mixer_music",
    "pygame.system",
    "pygame.typing",
)
"""What pygame imports of itself, and can do without: a tenth of the start. The mixer comes after
the first picture, the rest never."""


def _import_pygame() -> None:
    """Import pygame without what the first picture does not need."""
    modules: dict[str, Any] = sys.modules
    held_back = [name for name in _LATER if name not in modules]
    # Python takes a module that is None there for one that is not installed.
    modules.update(dict.fromkeys(held_back))
    try:
        importlib.import_module("pygame")
    finally:
        for name in held_back:
            del modules[name]


def _unwritten(error: OSError) -> str:
    # Only for what goes wrong: the start does without.
    from game.words.terminal import unwritten

    return unwritten(error)


def _asked_at_once(words: Sequence[str]) -> dict[str, Any] | None:
    """Return what the usual ``words`` ask for, as the fields of a ``Start``: what a desktop says, a
    game, or a game and its deal. None for all others, which argparse reads: it takes a thirtieth of
    the start."""
    match words:
        case [] | ["--open"]:
            return {}
        case ["--open", path] if not path.startswith("-"):
            return {"opened": path}
        case [game] if game in games():
            return {"game": game}
        case [game, "--deal", number] if game in games():
            with suppress(DealError):
                return {"game": game, "deal": deal_named(game, number)}
    return None


def main(arguments: list[str] | None = None) -> int:
    """Read ``arguments`` and run the game; the exit status."""
    speak_on_the_command_line()
    words = sys.argv[1:] if arguments is None else arguments
    asked = _asked_at_once(words)
    if asked is None:
        # The usual start does without.
        from game.cli import window

        asked = window.asked(words)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # Drawing goes into memory and is handed over whole: no GL start-up, a third of the memory.
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "vierfeld")
    # Nothing that is typed here has accents: X need not read its long table of how they are typed.
    os.environ.setdefault("XCOMPOSEFILE", os.devnull)
    # Each pixel of a fine screen is drawn by the game itself, not made of coarser ones by Windows.
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    gc.disable()
    _import_pygame()
    animation = asked.pop("animation", None)
    if animation is not None:
        # Few starts are for this.
        from scenes.shell.filming import command

        return command(asked["copied"], animation, asked["language"])
    # A command line that is refused does not wait for the window.
    from scenes.shell.start import Start, run

    return run(Start(**asked))


def run_and_exit() -> NoReturn:
    """Run the game as this whole process, and end it."""
    fill_standard_streams()
    sys.exit(exit_status(main, _unwritten))


if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        # In a packed executable this is where the solver's process starts, and ends.
        gc.enable()
        from game.support.jobs import SERVE, serve_here

        if sys.argv[1:2] == [SERVE]:
            serve_here(sys.argv[2])
            sys.exit()
        import multiprocessing

        multiprocessing.freeze_support()
        if pathlib.Path(sys.argv[0]).stem == "vierfeld-cli":
            from game.__main__ import run_and_exit as run_command_and_exit

            signal.signal(signal.SIGINT, signal.default_int_handler)
            run_command_and_exit()
        gc.disable()
    run_and_exit()
