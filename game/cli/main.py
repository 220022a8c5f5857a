"""Runs the commands for the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from game.cli import check, hidden_cards, played_game, positions, solve
from game.cli.arguments import PROGRAM, BadInput, CommandParser, Parser, titles
from game.cli.window_arguments import version
from game.rules.registry import games, quoted
from game.support.terminal import BAD_INPUT, exit_status, print_error, write_line
from game.support.texts import tr

COMMANDS: Final[Mapping[str, Callable[[], CommandParser]]] = {
    "deal": positions.deal_parser,
    "check": check.parser,
    "solve": solve.parser,
    "review": played_game.review_parser,
    "puzzles": positions.puzzles_parser,
    "advise": hidden_cards.advise_parser,
    "play": hidden_cards.play_parser,
    "page": played_game.page_parser,
    "record": positions.record_parser,
    "play-page": played_game.play_page_parser,
}
"""Maps each command to the function that makes its parser."""


def main(argv: Sequence[str]) -> int:
    """Run the command line ``argv`` and return its exit status."""
    if sys.stdout is None:
        print_error(tr("standard output is closed"))
        return BAD_INPUT
    return exit_status(lambda: _run(argv))


def _run(argv: Sequence[str]) -> int:
    names = ", ".join(COMMANDS)
    if not argv:
        raise BadInput(tr("no command given: {names} (--help explains them)", names=names))
    name, *words = argv
    if name in ("-h", "--help"):
        _help().print_help()
        return 0
    if name == "--version":
        write_line(version())
        return 0
    if name not in COMMANDS:
        message = tr(
            "unknown command: {name} (choose from: {names})", name=quoted(name), names=names
        )
        raise BadInput(message)
    parser = COMMANDS[name]()
    return parser.run(parser.read(words))


def _help() -> Parser:
    wide = max(map(len, COMMANDS))
    lines = [f"  {name:<{wide}}  {parser().summary}" for name, parser in COMMANDS.items()]
    found = Parser(
        usage=f"{PROGRAM} COMMAND …",
        description=tr("Without a screen: {games}.", games=titles(games())),
        epilog="\n".join(
            [
                tr("commands:"),
                *lines,
                "",
                tr("Run {program} COMMAND --help for a command's options.", program=PROGRAM),
                tr("exit status: 0 done, legal or winnable, 1 an illegal move or lost,"),
                tr("             2 bad input, 3 undecided, 130 interrupted"),
            ]
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.flag("--version", tr("show program's version number and exit"))
    return found
