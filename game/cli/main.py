"""Chooses the command, and turns what goes wrong into one line and an exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final, Protocol

from game.cli import advise, check, deal, page, play, puzzles, review, solve
from game.cli.arguments import PROGRAM, Parser
from game.cli.inputs import BadInput
from game.cli.pool import WorkFailed
from game.cli.window import version
from game.rules.registry import games
from game.rules.which_deal import quoted
from game.support.terminal import BAD_INPUT, exit_status, tell, write_line
from game.support.texts import tr
from game.words.names import titles


class Command(Protocol):
    """What a module of a command offers."""

    def summary(self) -> str:
        """Return what the command does, in one line."""

    def run(self, words: Sequence[str]) -> int:
        """Do it for ``words``, the arguments behind the command's name; returns the exit status.

        Raises ``BadInput`` before anything was printed.
        """


COMMANDS: Final[dict[str, Command]] = {
    "deal": deal,
    "check": check,
    "solve": solve,
    "review": review,
    "puzzles": puzzles,
    "advise": advise,
    "play": play,
    "page": page,
}


def main(argv: Sequence[str]) -> int:
    """Run the command line ``argv`` (without the program's name); returns the exit status.

    Whatever happens, nothing is raised and no traceback is shown.
    """
    if sys.stdout is None:
        tell(tr("standard output is closed"))
        return BAD_INPUT
    return exit_status(lambda: _tried(argv))


def _tried(argv: Sequence[str]) -> int:
    try:
        return _run(argv)
    except (BadInput, WorkFailed) as error:
        tell(str(error))
        return BAD_INPUT


def _run(argv: Sequence[str]) -> int:
    names = ", ".join(COMMANDS)
    if not argv:
        raise BadInput(tr("no command given: {names} (--help explains them)", names=names))
    name, *words = argv
    if name in ("-h", "--help"):
        _parser().print_help()
        return 0
    if name == "--version":
        write_line(version())
        return 0
    if name not in COMMANDS:
        message = tr(
            "unknown command: {name} (choose from: {names})", name=quoted(name), names=names
        )
        raise BadInput(message)
    return COMMANDS[name].run(words)


def _parser() -> Parser:
    """Return what is understood before a command."""
    wide = max(map(len, COMMANDS))
    lines = [f"  {name:<{wide}}  {command.summary()}" for name, command in COMMANDS.items()]
    parser = Parser(
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
    )
    parser.add_argument(
        "--version", action="store_true", help=tr("show program's version number and exit")
    )
    return parser
