"""The argument parser for commands, and their shared options."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NoReturn

from game.rules.registry import (
    Start,
    every_rule_set,
    games,
    games_taking,
    kinds_of,
    quoted,
    with_rule_sets,
)
from game.solver.answer import solver_of
from game.support.errors import GivenError
from game.support.terminal import write_line
from game.support.texts import tr, tr_later
from game.words.names import game_name

_INSTALLED: Final = __name__.startswith("vierfeld.") or hasattr(sys, "frozen")
PROGRAM: Final = "vierfeld-cli" if _INSTALLED else "python -m game"
"""The command that starts the program, which depends on whether it is installed."""
STDIN: Final = "-"
"""The file name that stands for standard input."""
ANY_GAME: Final = "|".join(games())
BOARD_GAMES: Final = "|".join(games_taking(Start.BOARD))
DECK_GAMES: Final = "|".join(games_taking(Start.DECK))
HIDING_GAMES: Final = "|".join(game for game in games() if kinds_of(game)[0].hides_cards)
"""The names of the games with hidden cards, joined by ``|``."""
_FOREVER: Final = 1e9
_MOST_JOBS: Final = 1024
_MOST_SAMPLES: Final = 10_000
_MOST_SEEDS: Final = 10**9 - 1


def titles(games: Iterable[str]) -> str:
    """Return the names of ``games``, such as ``Vierfrei, Canfield``."""
    return ", ".join(game_name(kinds_of(game)[0]) for game in games)


class BadInput(GivenError):
    """Raised for input that can't be used; its message says why."""


class Options(argparse.Namespace):
    """The parsed options of a command; ``words`` are its positional arguments."""

    words: Sequence[str] = ()
    rules: str | None = None
    board: str | None = None
    deck: str | None = None
    moves: str | None = None
    batch: str | None = None
    json: bool = False
    time_limit: float | None = None
    jobs: int | None = None
    samples: int | None = None
    seed: int = 0
    in_order: bool = False
    grade: bool = False
    text: bool = False
    follow_safe: bool = False
    shorter: bool = False
    account: bool = False
    certificate: str | None = None
    story: bool = False
    output: str | None = None
    cards: str | None = None
    four_colours: bool = False
    large_index: bool = False
    folder: str | None = None
    first: bool = False
    policy: str | None = None


class Parser(argparse.ArgumentParser):
    """An argument parser that raises ``BadInput`` on errors."""

    def __init__(self, **more: Any) -> None:
        super().__init__(allow_abbrev=False, **more)

    def error(self, message: str) -> NoReturn:
        raise BadInput(message)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write the message; raise ``OSError`` if writing to standard output fails."""
        if file is None or file is not sys.stdout:
            super()._print_message(message, file)
        else:
            write_line(message.rstrip("\n"))

    def flag(self, name: str, help: str, **more: Any) -> None:
        """Add an option that takes no value."""
        self.add_argument(name, action="store_true", help=help, **more)

    def value(self, name: str, metavar: str, help: str, read: Callable[[str], Any] = str) -> None:
        """Add an option that takes a value, parsed by ``read``."""

        def checked(word: str) -> Any:
            try:
                return read(word)
            except GivenError as error:
                raise argparse.ArgumentTypeError(str(error)) from None

        self.add_argument(name, metavar=metavar, type=checked, help=help)


class CommandParser(Parser):
    """The parser of one command, with its ``summary`` and the function that runs it."""

    def __init__(
        self,
        name: str,
        summary: str,
        run: Callable[[Options], int],
        usages: Iterable[str],
        **more: Any,
    ) -> None:
        super().__init__(
            usage="\n       ".join(f"{PROGRAM} {name} {usage}" for usage in usages),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            **more,
        )
        self.summary = summary
        self.run = run

    def read(self, words: Sequence[str]) -> Options:
        """Parse a command line; raise ``BadInput`` if that fails."""
        refuse_dashes(words)
        named = [word.partition("=")[0] for word in words if word.startswith("--")]
        for word in named:
            if named.count(word) > 1:
                raise BadInput(tr("{option} was given twice", option=quoted(word)))
        # Options may come before and after the game and the numbers.
        options, rest = self.parse_known_args(words, Options())
        for word in rest:
            if word.startswith("-") and word != STDIN and not word[1:2].isdigit():
                raise BadInput(tr("unknown option: {word}", word=quoted(word)))
        options.words = rest
        return options

    def add_shared(self, *names: str) -> None:
        """Add the options called ``names``, which several commands share."""
        for name in names:
            metavar, help_text, read = _shared()[name]
            if metavar:
                self.value(name, metavar, help_text, read)
            else:
                self.flag(name, help_text)

    def add_samples(self, samples: int) -> None:
        """Add ``--samples`` and ``--seed``; ``samples`` is the default that the help mentions."""
        text = tr("deal the hidden cards at random K times (default: {n})", n=samples)
        self.value("--samples", "K", text, _whole(1, _MOST_SAMPLES))
        text = tr("seed for the random numbers (default: 0); the same seed gives the same answer")
        self.value("--seed", "S", text, _whole(0, _MOST_SEEDS))


def _shared() -> Mapping[str, tuple[str, str, Callable[[str], Any]]]:
    """Return the metavar (empty for a flag), help and parser of each shared option."""
    rules = tr(
        "rule set for {games}: {names} (default: {default})",
        games=titles(with_rule_sets()),
        names=", ".join(every_rule_set()),
        default=next(iter(every_rule_set())),
    )
    board = tr(
        "{games}: boards of your own instead of a number, separated by blank lines",
        games=titles(games_taking(Start.BOARD)),
    )
    deck = tr(
        "{games}: decks of your own instead of a number, one per line in deal order",
        games=titles(games_taking(Start.DECK)),
    )
    limits = ", ".join(f"{game} {solver_of(kinds_of(game)[0]).batch_seconds:g}" for game in games())
    limit = tr("time limit for each search (default: {defaults})", defaults=limits)
    return {
        "--rules": ("R", rules, str),
        "--board": ("FILE", board, str),
        "--deck": ("FILE", deck, str),
        "--moves": ("FILE", tr("the moves, separated by white space"), str),
        "--json": ("", tr("print one JSON object per line"), str),
        "--time-limit": ("SECONDS", limit, seconds),
        "--jobs": ("N", tr("run N processes (default: 1)"), _whole(1, _MOST_JOBS)),
    }


def refuse_dashes(words: Iterable[str]) -> None:
    """Raise ``BadInput`` if an option has the value ``--``."""
    # argparse may turn it into an empty list.
    for word in words:
        name, mark, value = word.partition("=")
        if name[:1] == "-" and mark and value == "--":
            raise BadInput(tr("-- can't be a value for {option}", option=repr(name)))


def seconds(word: str) -> float:
    """Parse a time in seconds; raise ``BadInput`` unless it is a number in range."""
    try:
        limit = float(word)
    except ValueError:
        limit = 0.0
    if not 0 < limit < _FOREVER:
        raise BadInput(tr("expected a number of seconds above 0, not {word}", word=quoted(word)))
    return limit


def _whole(first: int, last: int) -> Callable[[str], int]:

    def read(word: str) -> int:
        digits = word.lstrip("0") or word[-1:]
        # No number allowed here has more than nine digits, so ten decide whether it is too large.
        if not (word.isascii() and word.isdigit()) or not first <= int(digits[:10]) <= last:
            message = tr_later("expected a number from {first} to {most}, not {word}")
            raise GivenError(message, first=first, most=last, word=quoted(word))
        return int(digits)

    return read
