"""Chooses the command, and turns what goes wrong into one line and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final, Protocol

from game.cli import check, deal
from game.cli.arguments import PROGRAM, Parser
from game.cli.inputs import BadInput, quoted
from game.texts import tr

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
"""As the shell reports a program that SIGPIPE has ended."""


class Command(Protocol):
    """What a module of a command offers."""

    def summary(self) -> str:
        """What the command does, in one line."""

    def run(self, words: Sequence[str]) -> int:
        """Do it for ``words``, the arguments behind the command's name; returns the exit status.

        Raises ``BadInput`` before anything was printed.
        """


_COMMANDS: Final[dict[str, Command]] = {"deal": deal, "check": check}


def main(argv: Sequence[str]) -> int:
    """Run the command line ``argv`` (without the program's name); returns the exit status.

    Whatever happens, nothing is raised and no traceback is shown.
    """
    try:
        status = _run(argv)
        sys.stdout.flush()
    except BadInput as error:
        print(_one_line(str(error)), file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return _abandon_output(INTERRUPTED)
    except BrokenPipeError:
        # The reader, `head` for one, has seen enough.
        return _abandon_output(PIPE_CLOSED)
    except OSError as error:
        reason = error.strerror or str(error)
        print(_one_line(tr("cannot write: {reason}", reason=reason)), file=sys.stderr)
        return _abandon_output(BAD_INPUT)
    return status


def _run(argv: Sequence[str]) -> int:
    names = ", ".join(_COMMANDS)
    if not argv:
        raise BadInput(tr("a command is missing: {names} (--help tells more)", names=names))
    name, *words = argv
    if name in ("-h", "--help"):
        _help()
        return 0
    if name not in _COMMANDS:
        message = tr("no such command: {name} (there are: {names})", name=quoted(name), names=names)
        raise BadInput(message)
    try:
        return _COMMANDS[name].run(words)
    except SystemExit as finished:  # argparse has printed its help
        return finished.code if isinstance(finished.code, int) else 0


def _help() -> None:
    lines = [f"  {name:<8} {command.summary()}" for name, command in _COMMANDS.items()]
    Parser(
        usage=f"{PROGRAM} COMMAND …",
        description=tr("Vierfrei and Canfield without a screen."),
        epilog="\n".join(
            [
                tr("commands:"),
                *lines,
                "",
                tr("{program} COMMAND --help tells what a command takes.", program=PROGRAM),
                tr("exit status: 0 done or legal, 1 illegal move, 2 bad input, 130 interrupted"),
            ]
        ),
    ).print_help()


def _one_line(text: str) -> str:
    """``text`` with everything written out that could break the line or the terminal."""
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )


def _abandon_output(status: int) -> int:
    """Write what can still be written, and keep the interpreter from failing at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    return status
