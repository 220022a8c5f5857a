"""Command-line arguments of the windowed program."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from game.cli.arguments import BadInput, Parser, refuse_dashes, titles
from game.play.game_text import from_text, read_game_file, why_no_game
from game.play.session import Session
from game.rules.registry import (
    deal_named,
    every_rule_set,
    games,
    number_named,
    rule_sets,
    with_rule_sets,
)
from game.solver import is_compiled
from game.support.errors import GivenError
from game.support.terminal import BAD_INPUT, print_error
from game.support.texts import languages, tr, tr_later
from game.support.version import VERSION

_WIDEST: Final = 8192
"""The largest width and height of the window in pixels."""


def _game_or_file(text: str) -> str | Session:
    if text in games():
        return text
    if not os.path.isfile(text):
        names = ", ".join(games())
        raise argparse.ArgumentTypeError(
            tr("{text} is neither a game ({names}) nor a file", text=repr(text), names=names)
        )
    try:
        return from_text(read_game_file(text), games()[0], None)
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(why_no_game(error, Path(text).name)) from None


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{2,5})[xX](\d{2,5})", text)
    width, height = (int(found[1]), int(found[2])) if found else (0, 0)
    if not (480 <= width <= _WIDEST and 300 <= height <= _WIDEST):
        message = tr_later("{text}: write a size as 1280x800, from 480x300 to {most}")
        raise GivenError(message, text=repr(text), most=f"{_WIDEST}x{_WIDEST}")
    return width, height


def version() -> str:
    """Return the text that ``--version`` prints."""
    if is_compiled():
        return tr("Vierfeld {version}, compiled solver", version=VERSION)
    return tr("Vierfeld {version}, Python solver", version=VERSION)


def command_line() -> Parser:
    """Return the parser of the windowed program's arguments."""
    parser = Parser(
        prog="vierfeld",
        description=tr("Classic solitaires, done properly: {games}.", games=titles(games())),
    )
    parser.add_argument(
        "game",
        nargs="?",
        type=_game_or_file,
        metavar="|".join(games()),
        help=tr("the game to play, or a file with a copied game; without it, the start screen"),
    )
    parser.value("--deal", "N", tr("the number of the deal"), number_named)
    parser.add_argument(
        "--rules",
        choices=every_rule_set(),
        help=tr(
            "rule set for {games} (default: {default})",
            games=titles(with_rule_sets()),
            default=every_rule_set()[0],
        ),
    )
    window = parser.add_mutually_exclusive_group()
    window.add_argument(
        "--fullscreen", action="store_true", default=None, help=tr("start in full screen")
    )
    window.add_argument(
        "--windowed", action="store_false", dest="fullscreen", help=tr("start in a window")
    )
    parser.value("--size", "WxH", tr("the window's size"), _size)
    parser.add_argument(
        "--language", choices=languages(), metavar="CODE", help=tr("the language of the game")
    )
    parser.flag("--announce", tr("print what the screen shows, line by line"))
    animation = tr("write the game in a file as an animated picture (GIF) and exit")
    parser.value("--animation", "FILE", animation)
    # A file may come from a double-click, and then nobody sees the terminal. So errors in the file
    # are shown in the window, as they are for a file that is dropped on it.
    parser.add_argument("--open", nargs="?", dest="opened", help=argparse.SUPPRESS)
    parser.add_argument(
        "--version",
        action="version",
        version=version(),
        help=tr("show program's version number and exit"),
    )
    return parser


def window_options(words: Sequence[str]) -> dict[str, Any]:
    """Return the arguments as fields of ``StartOptions``, plus ``animation``.

    Exits on unusable arguments, and after ``--help`` or ``--version``.
    """
    try:
        refuse_dashes(words)
        given = vars(command_line().parse_args(words))
        game, number, rules = given["game"], given["deal"], given["rules"]
        if isinstance(game, Session):
            given["copied"], given["game"], game = game, None, None
        elif given["animation"] is not None:
            raise BadInput(tr("--animation needs a game file"))
        if number is not None and game is None:
            raise BadInput(tr("--deal needs a game: {games}", games=", ".join(games())))
        if rules and rules not in rule_sets(game or ""):
            raise BadInput(tr("--rules works with {games} only", games=", ".join(with_rule_sets())))
        if number is not None:
            given["deal"] = deal_named(game, number, rules)
    except GivenError as error:
        print_error(f"vierfeld: {error}")
        raise SystemExit(BAD_INPUT) from None
    return given
