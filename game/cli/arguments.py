"""The arguments that the commands share, and which deals they name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from game.cli import inputs
from game.cli.inputs import BadInput
from game.cli.line_parser import LineParser, dashes_alone
from game.rules.registry import (
    Deal,
    GameKind,
    Start,
    every_rule_set,
    games,
    kinds_of,
    numbered,
    taking,
    with_rule_sets,
)
from game.rules.which_deal import game_named, quoted, rules_named
from game.solver.answer import solver_of
from game.support.errors import GivenError
from game.support.terminal import no_value
from game.support.texts import tr
from game.words.names import titles

_INSTALLED: Final = __name__.startswith("vierfeld.") or hasattr(sys, "frozen")
PROGRAM: Final = "vierfeld-cli" if _INSTALLED else "python -m game"
"""What the command line is called by, once installed or packed, and in the source."""
ANY_GAME: Final = "|".join(games())
OF_BOARDS: Final = "|".join(taking(Start.BOARD))
OF_DECKS: Final = "|".join(taking(Start.DECK))
HIDING: Final = "|".join(game for game in games() if kinds_of(game)[0].hides_cards)
"""The games as the usage of a command names them: all, and those with own boards or decks."""
_FOREVER: Final = 1e9
_MOST_JOBS: Final = 1024
_MOST_SAMPLES: Final = 10_000
_MOST_SEEDS: Final = 10**9 - 1


class Parser(LineParser):
    """An argument parser whose errors are one line, and whose options are never abbreviated."""

    def __init__(self, usage: str, description: str, epilog: str = "") -> None:
        super().__init__(
            usage=usage,
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        raise BadInput(message)


class Options(argparse.Namespace):
    """What stands on the command line of a command that takes deals."""

    words: list[str]
    rules: str | None = None
    board: str | None = None
    deck: str | None = None
    json: bool = False


class SearchOptions(Options):
    """What stands on the command line of a command that searches for each deal or position."""

    time_limit: float | None = None

    def limit(self, kind: GameKind) -> float:
        """Return the seconds that a search in a game of ``kind`` may take."""
        return self.time_limit or solver_of(kind).at_leisure


class SpreadOptions(Options):
    """What stands on the command line of a command whose work can be spread."""

    jobs: int | None = None


class FairOptions(Options):
    """What stands on the command line of a command that samples what is hidden."""

    samples: int | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """One deal to be worked on; ``index`` counts the boards or decks of one file, from 1."""

    deal: Deal
    index: int | None = None

    @property
    def name(self) -> str:
        """The deal as a person calls it: ``canfield 42 (Hoyle)``, ``vierfrei board 2``."""
        deal = self.deal
        if deal.number is not None:
            what = str(deal.number)
        elif deal.board is not None:
            what = tr("board {index}", index=self.index)
        else:
            what = tr("deck {index}", index=self.index)
        rules = f" ({deal.kind.rules_name})" if deal.kind.rules_name else ""
        return f"{deal.game} {what}{rules}"


class Tasks:
    """The deals that a command is given, in their order; each is laid out when it is its turn."""

    def __init__(self, tasks: Iterable[Task], count: int) -> None:
        self._tasks = tasks
        self._count = count

    def __iter__(self) -> Iterator[Task]:
        return iter(self._tasks)

    def __len__(self) -> int:
        return self._count


def add_rules(parser: Parser) -> None:
    """Add the option ``--rules``."""
    parser.add_argument(
        "--rules",
        metavar="R",
        help=tr(
            "rule set for {games}: {names} (default: {default})",
            games=titles(with_rule_sets()),
            names=", ".join(every_rule_set()),
            default=next(iter(every_rule_set())),
        ),
    )


def add_json(parser: Parser) -> None:
    """Add the option ``--json``."""
    parser.add_argument("--json", action="store_true", help=tr("print one JSON object per line"))


def add_own_deals(parser: Parser) -> None:
    """Add the options ``--board`` and ``--deck``."""
    parser.add_argument(
        "--board",
        metavar="FILE",
        help=tr(
            "{games}: boards of your own instead of a number, separated by blank lines",
            games=titles(taking(Start.BOARD)),
        ),
    )
    add_deck(parser)


def add_deck(parser: Parser) -> None:
    """Add the option ``--deck``."""
    parser.add_argument(
        "--deck",
        metavar="FILE",
        help=tr(
            "{games}: decks of your own instead of a number, one per line in deal order",
            games=titles(taking(Start.DECK)),
        ),
    )


def add_search(parser: Parser) -> None:
    """Add the options of ``SearchOptions``."""
    add_own_deals(parser)
    add_rules(parser)
    add_json(parser)
    parser.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=seconds,
        help=tr(
            "time limit for each search (default: {defaults})",
            defaults=", ".join(
                f"{game} {solver_of(kinds_of(game)[0]).at_leisure:g}" for game in games()
            ),
        ),
    )


def add_spread(parser: Parser) -> None:
    """The options of ``SpreadOptions``."""
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=whole(1, _MOST_JOBS),
        help=tr("run N processes (default: 1)"),
    )


def add_fair(parser: Parser, samples: int) -> None:
    """The options of ``FairOptions``; so many ``samples`` if they are not named."""
    parser.add_argument(
        "--samples",
        metavar="K",
        type=whole(1, _MOST_SAMPLES),
        help=tr("deal the hidden cards at random K times (default: {n})", n=samples),
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=whole(0, _MOST_SEEDS),
        help=tr("seed for the random numbers (default: 0); the same seed gives the same answer"),
    )


def whole(first: int, last: int) -> Callable[[str], int]:
    """Return what reads a whole number from ``first`` to ``last``."""

    def read(word: str) -> int:
        # No number here has more than nine digits.
        if not (word.isascii() and word.isdigit()) or not first <= int(word[:10]) <= last:
            raise argparse.ArgumentTypeError(
                tr(
                    "expected a number from {first} to {most}, not {word}",
                    first=first,
                    most=last,
                    word=quoted(word),
                )
            )
        return int(word)

    return read


def seconds(word: str) -> float:
    """Return the time limit that ``word`` says."""
    try:
        limit = float(word)
    except ValueError:
        limit = 0.0
    if not 0 < limit < _FOREVER:
        raise argparse.ArgumentTypeError(
            tr("expected a number of seconds above 0, not {word}", word=quoted(word))
        )
    return limit


def parse(parser: Parser, words: Sequence[str], options: Options) -> None:
    """Fill ``options`` from ``words``; what is no option stands in ``options.words`` afterwards.

    The game and the numbers may stand before, between and behind the options.
    """
    if (option := dashes_alone(words)) is not None:
        raise BadInput(no_value(option))
    named = [word.partition("=")[0] for word in words if word.startswith("--")]
    for word in named:
        if named.count(word) > 1:
            raise BadInput(tr("{option} was given twice", option=quoted(word)))
    _, rest = parser.parse_known_args(words, options)
    for word in rest:
        if word.startswith("-") and word != inputs.STDIN and not word[1:2].isdigit():
            raise BadInput(tr("unknown option: {word}", word=quoted(word)))
    options.words = rest


def tasks(options: Options) -> Tasks:
    """Return the deals that ``options`` name, in their order.

    Everything is read and judged before this returns; only the layouts are still to be made.
    """
    try:
        return _tasks(options)
    except GivenError as error:
        raise BadInput(str(error)) from None


def _tasks(options: Options) -> Tasks:
    if not options.words:
        raise BadInput(tr("name a game: {games}", games=", ".join(games())))
    game = game_named(options.words[0])
    rules = rules_named(game, options.rules)
    numbers = options.words[1:]
    given = [word for word in (*numbers[:1], options.board, options.deck) if word is not None]
    if not given:
        raise BadInput(tr("give a deal number from 0 to 999999"))
    if len(given) > 1:
        raise BadInput(tr("give a number, --board or --deck, but only one of them"))
    if options.board is not None:
        own = inputs.own_deals(options.board, game, rules, Start.BOARD)
    elif options.deck is not None:
        own = inputs.own_deals(options.deck, game, rules, Start.DECK)
    else:
        ranges = [inputs.number_range(word) for word in numbers]
        found = (Task(numbered(game, number, rules)) for span in ranges for number in span)
        return Tasks(found, sum(map(len, ranges)))
    return Tasks((Task(deal, index) for index, deal in enumerate(own, 1)), len(own))
