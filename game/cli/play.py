"""``python -m game play``: deals played to their end by what a player can know."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import fmean
from typing import Final

from game.cli.advise import must_be_known, must_hide
from game.cli.arguments import (
    HIDING,
    PROGRAM,
    FairOptions,
    Parser,
    SpreadOptions,
    Task,
    add_deck,
    add_fair,
    add_json,
    add_rules,
    add_spread,
    parse,
    tasks,
)
from game.cli.pool import Progress, Workers, spread, workers_of
from game.cli.report import amount_text, deal_object
from game.core.state import Looked, State
from game.fair.adviser import play_on
from game.play.thumb import by_thumb, careful
from game.rules.registry import Deal, kinds_of
from game.rules.which_deal import quoted
from game.support.terminal import write_line
from game.support.texts import texts, tr, trn

DONE: Final = 0
_SAMPLES: Final = 16
_WIDTH: Final = 78


class Policy(Enum):
    """How the moves are chosen."""

    FAIR = "fair"
    THUMB = "thumb"


class PlayOptions(FairOptions, SpreadOptions):
    """The options of ``play``."""

    policy: Policy = Policy.FAIR


@dataclass(frozen=True, slots=True)
class Game:
    """A deal to be played; ``samples`` and ``seed`` are None where nothing is left to chance."""

    deal: Deal
    policy: Policy
    samples: int | None
    seed: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a ``game``: the last position, the tokens, and how often something was
    weighed."""

    game: Game
    last: State
    moves: tuple[str, ...]
    decisions: int


def summary() -> str:
    return tr("play deals using only what a player can see")


def run(words: Sequence[str], workers: Workers | None = None) -> int:
    """Play what ``words`` ask, by ``workers`` or by as many processes as ``words`` name."""
    options = PlayOptions()
    parse(_parser(), words, options)
    found = tasks(options)
    must_hide(kinds_of(options.words[0])[0])
    with Progress(len(found)) as progress:
        told = _Told(options.json, progress)
        spread(
            found,
            lambda task: _game(task, options),
            play,
            told.take,
            workers=workers or workers_of(options.jobs),
        )
    told.end()
    return DONE


def _game(task: Task, options: PlayOptions) -> Game:
    if options.policy is Policy.THUMB:
        return Game(task.deal, options.policy, None, None)
    must_be_known(task.deal.kind)
    return Game(task.deal, options.policy, options.samples or _SAMPLES, options.seed or 0)


def play(game: Game) -> Played:
    """Play a game to its end."""
    deal = game.deal
    if game.samples is None or game.seed is None:
        session = careful(deal, by_thumb)
        tokens = [step.text for action in session.actions for step in action]
        return Played(game, session.state, tuple(tokens), len(session.actions))
    state, moves, decisions = deal.layout(), [], 0
    found = play_on(deal.kind, state, Looked(), samples=game.samples, seed=game.seed)
    for decision in found:
        moves += [move.text for move in decision.moves]
        decisions += decision.advice is not None
        state = decision.positions[-1] if decision.positions else state
    return Played(game, state, tuple(moves), decisions)


class _Told:
    """Prints the games one by one, and for a reader what they come to together."""

    def __init__(self, as_json: bool, progress: Progress) -> None:
        self._json = as_json
        self._print = progress.print
        self._won: list[bool] = []
        self._cards: list[int] = []

    def take(self, task: Task, played: Played | None) -> None:
        assert played is not None, "every task here is a game"
        last = played.last
        won = task.deal.engine.won(last)
        self._won.append(won)
        self._cards.append(last.cards_home)
        if not self._json:
            self._print(_words(task, played))
            return
        answer = {} if task.index is None else {"index": task.index}
        told = {
            "policy": played.game.policy.value,
            "samples": played.game.samples,
            "seed": played.game.seed,
            "won": won,
            "cards": last.cards_home,
            "turns": last.turns,
            "account": task.deal.account(last),
            "decisions": played.decisions,
            "moves": list(played.moves),
        }
        self._print(json.dumps(answer | deal_object(task.deal) | told))

    def end(self) -> None:
        """Print how many of several games were won."""
        if self._json or len(self._won) < 2:
            return
        won = tr("{won} of {deals} won", won=sum(self._won), deals=len(self._won))
        cards = tr("{n} cards home", n=texts.decimal(fmean(self._cards), 1))
        write_line(f"{won}, {cards}")


def _words(task: Task, played: Played) -> str:
    last = played.last
    won = task.deal.engine.won(last)
    parts = [tr("won") if won else trn("{n} card home", "{n} cards home", last.cards_home)]
    account = task.deal.account(last)
    if account is not None:
        parts.append(amount_text(task.deal, account))
    parts.append(trn("{n} redeal", "{n} redeals", last.turns))
    told = ", ".join(parts)
    moves = textwrap.wrap(
        " ".join(played.moves), _WIDTH, initial_indent="  ", subsequent_indent="  "
    )
    return "\n".join([f"{task.name}: {told}", *moves])


def _policy(word: str) -> Policy:
    try:
        return Policy(word)
    except ValueError:
        raise argparse.ArgumentTypeError(
            tr("expected fair or thumb, not {word}", word=quoted(word))
        ) from None


def _parser() -> Parser:
    parser = Parser(
        usage=f"{PROGRAM} play {HIDING} N|FIRST-LAST … [--rules R] …\n"
        f"       {PROGRAM} play {HIDING} --deck FILE [--rules R] …",
        description=tr(
            "Plays deals to the end using only what a player can see. FILE may be - for "
            "standard input."
        ),
        epilog=tr("exit status: 0 done, 2 bad input"),
    )
    add_deck(parser)
    add_rules(parser)
    parser.add_argument(
        "--policy",
        metavar="P",
        type=_policy,
        help=tr(
            "fair: search with the hidden cards dealt at random (default); thumb: a simple "
            "rule of thumb"
        ),
    )
    add_fair(parser, _SAMPLES)
    add_spread(parser)
    add_json(parser)
    return parser
