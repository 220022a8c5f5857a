"""Starts Vierfeld: reads the command line, then opens the window."""

from __future__ import annotations

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # Until there is a game to be kept, Ctrl+C ends the program without a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import argparse
import gc
import importlib
import os
import re
import sys
from pathlib import Path
from typing import Any, NoReturn

from game.play.session import Session
from game.rules.registry import Deal, every_rule_set, games, rule_sets, with_rule_sets
from game.rules.which_deal import DealError, deal_named, number_named
from game.support.terminal import (
    BAD_INPUT,
    LineParser,
    dashes_alone,
    exit_status,
    fill_standard_streams,
    tell,
)
from game.support.texts import languages, speak_on_the_command_line, tr
from game.support.version import VERSION
from game.words.names import titles

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
_WIDEST = 8192
"""Pixels that no screen exceeds; far beyond, a window's picture would take all memory."""


class _Parser(LineParser):
    """Says in one line what is accepted, and exits with 2."""

    def error(self, message: str) -> NoReturn:
        tell(f"vierfeld: {message}")
        raise SystemExit(BAD_INPUT)


def _deal(text: str) -> int:
    try:
        return number_named(text)
    except DealError as error:
        # Only for what is refused: the start does without.
        from game.words.misread import why

        raise argparse.ArgumentTypeError(why(error)) from None


def _game_or_file(text: str) -> str | Session:
    if text in games():
        return text
    if not _is_file(text):
        names = ", ".join(games())
        raise argparse.ArgumentTypeError(
            tr("{text}: neither a game ({names}) nor a file", text=repr(text), names=names)
        )
    # A game's name needs no reading.
    from game.play.sharing import from_text, text_of_file

    try:
        return from_text(text_of_file(text), games()[0], None)
    except (OSError, ValueError) as error:
        # Few files hold no game.
        from game.words.misread import told

        raise argparse.ArgumentTypeError(told(error, Path(text).name)) from None


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except OSError:
        # No file has so long a name, or it lies where nobody may look.
        return False


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{2,5})[xX](\d{2,5})", text)
    width, height = (int(found[1]), int(found[2])) if found else (0, 0)
    if not (480 <= width <= _WIDEST and 300 <= height <= _WIDEST):
        raise argparse.ArgumentTypeError(
            tr(
                "{text}: a size is written as 1280x800, from 480x300 to {most}",
                text=repr(text),
                most=f"{_WIDEST}x{_WIDEST}",
            )
        )
    return width, height


def command_line() -> argparse.ArgumentParser:
    """Return what is understood of the command line; the page of the manual is made of it too."""
    parser = _Parser(
        prog="vierfeld",
        description=tr("Patiences, played well: {games}.", games=titles(games())),
    )
    parser.add_argument(
        "game",
        nargs="?",
        type=_game_or_file,
        metavar="|".join(games()),
        help=tr("which game; none: the menu; or a file with a copied game"),
    )
    parser.add_argument("--deal", type=_deal, metavar="N", help=tr("the deal of that number"))
    parser.add_argument(
        "--rules",
        choices=every_rule_set(),
        help=tr(
            "rule set of {games}; {default} if none is given",
            games=titles(with_rule_sets()),
            default=every_rule_set()[0],
        ),
    )
    window = parser.add_mutually_exclusive_group()
    window.add_argument(
        "--fullscreen", action="store_true", default=None, help=tr("fill the screen")
    )
    window.add_argument(
        "--windowed", action="store_false", dest="fullscreen", help=tr("be a window")
    )
    parser.add_argument("--size", type=_size, metavar="WxH", help=tr("the window's size"))
    parser.add_argument(
        "--language", choices=languages(), metavar="CODE", help=tr("the language of all texts")
    )
    parser.add_argument(
        "--announce", action="store_true", help=tr("print what the screen shows, line by line")
    )
    parser.add_argument(
        "--animation",
        metavar="FILE",
        help=tr("write the game of a file as an animated picture (GIF), and end"),
    )
    # For desktops: who double-clicks a file reads no terminal, so what is wrong with it is told in
    # the window, as of one that is dropped there.
    parser.add_argument("--open", nargs="?", metavar="FILE", help=argparse.SUPPRESS)
    parser.add_argument(
        "--version",
        action="version",
        version=f"Vierfeld {VERSION}",
        help=tr("show program's version number and exit"),
    )
    return parser


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


def main(arguments: list[str] | None = None) -> int:
    """Read ``arguments`` and run the game; the exit status."""
    speak_on_the_command_line()
    parser = command_line()
    words = sys.argv[1:] if arguments is None else arguments
    if (option := dashes_alone(words)) is not None:
        # Only for what is refused: the start does without.
        from game.words.terminal import no_value

        parser.error(no_value(option))
    given = parser.parse_args(words)
    copied = given.game if isinstance(given.game, Session) else None
    if copied is not None:
        given.game = None
    if given.deal is not None and given.game is None:
        parser.error(tr("--deal goes with a game: {games}", games=", ".join(games())))
    if given.rules and given.rules not in rule_sets(given.game or ""):
        parser.error(tr("--rules goes with {games} only", games=", ".join(with_rule_sets())))
    if given.animation is not None and copied is None:
        parser.error(tr("--animation goes with the file of a game"))
    deal: Deal | None = None
    if given.deal is not None:
        deal = deal_named(given.game, given.deal, given.rules)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # Drawing goes into memory and is handed over whole: no GL start-up, a third of the memory.
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "vierfeld")
    # Nothing that is typed here has accents: X need not read its long table of how they are typed.
    os.environ.setdefault("XCOMPOSEFILE", os.devnull)
    # Each pixel of a fine screen is drawn by the game itself, not made of coarser ones by Windows.
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    # Nothing of what a start makes is garbage soon: not to look for any saves a twentieth of it.
    gc.disable()
    _import_pygame()
    if copied is not None and given.animation is not None:
        # Few starts are for this.
        from scenes.shell.filming import command

        return command(copied, given.animation, given.language)
    # A command line that is refused does not wait for the window.
    from scenes.shell.start import Start, run

    start = Start(
        given.game,
        deal,
        given.rules,
        given.fullscreen,
        given.size,
        given.language,
        given.announce,
        copied,
        given.open,
    )
    return run(start)


def run_and_exit() -> NoReturn:
    """Run the game as this whole process, and end it."""
    fill_standard_streams()
    sys.exit(exit_status(main, _unwritten))


if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        # In a packed executable this is where the solver's process starts, and ends.
        from game.support.helper import SERVE, serve_here

        if sys.argv[1:2] == [SERVE]:
            serve_here(*sys.argv[2:4])
            sys.exit()
        import multiprocessing

        multiprocessing.freeze_support()
    run_and_exit()
