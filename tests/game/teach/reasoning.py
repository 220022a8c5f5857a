"""Positions by chance, and all that is said of their moves beside the plain definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from game.core.moves import Move
from game.core.state import RESERVE, State
from game.rules.choices import choices, written
from game.rules.registry import Deal, numbered
from game.solver.answer import Margin, Verdict, decide
from game.solver.margin import Weigher
from game.teach.reasons import Cost, Why, price, why
from tests.game.brute import Brute
from tests.game.teach.plain import Freecell, Game, Told, costs, holds

_CRAMPED = 3
"""Positions with so few moves are all taken, for there one may lose and the other win; so are
those with one card in the reserve."""
_PATIENCE = 10
"""Moves by chance after which a line is looked for again where none was found."""


class Place(NamedTuple):
    """A position, the same as a plain game, and a line that wins from it if one was found."""

    deal: Deal
    state: State
    game: Game
    line: tuple[Move, ...]


def places(
    random: Random, game: str, rules: str | None, most: int, seconds: float = 0.05
) -> Iterator[Place]:
    """Positions of games that are played partly by a line that wins and partly by chance; so many
    seconds are spent on a line."""
    while most > 0:
        deal = numbered(game, random.randrange(10**6), rules)
        engine, state = deal.engine, deal.layout()
        tokens: list[str] = []
        line: tuple[Move, ...] = ()
        again = 0
        stray = random.choice((0.0, 0.1, 0.3, 0.8, 1.0))
        while most > 0 and not engine.won(state):
            if not line and len(tokens) >= again:
                line = decide(deal, state, time_limit=seconds).moves
                again = len(tokens) + (0 if line else _PATIENCE)
            ways = list(choices(engine, state))
            if not ways or len(tokens) > 120:
                break
            rare = 1 < len(ways) <= _CRAMPED or len(state.piles.get(RESERVE, ())) == 1
            if rare or random.random() < 0.3:
                most -= 1
                yield Place(deal, state, _plain(deal, state, tokens), line)
            if line and random.random() >= stray:
                move, line = line[0], line[1:]
            else:
                move, line = written(engine, state, random.choice(ways)), ()
            found = engine.resolve(state, move)
            assert isinstance(found, Move)
            tokens.append(move.text)
            state = engine.expand(state, found)[-1].after


def _plain(deal: Deal, state: State, tokens: list[str]) -> Game:
    if deal.rules is None:
        return Freecell.of(state)
    assert deal.number is not None
    brute = Brute(deal.rules, deal.number)
    for token in tokens:
        assert brute.do(token), token
    return brute


def told_of(place: Place, weigher: Weigher | None) -> Iterator[tuple[Why | Cost, bool]]:
    """Each thing that is said of the line's first move, of another one, and of what moves cost,
    with whether it is true; the other moves are weighed if there is a ``weigher``."""
    deal, state, game, line = place
    rules = deal.engine
    if line:
        margin, told = told_about(place, weigher)
        for reason in why(rules, state, line, margin):
            yield reason.kind, holds(reason, told)
    for choice in choices(rules, state):
        move = written(rules, state, choice)
        for reason in why(rules, state, [move]):
            yield reason.kind, holds(reason, Told(game, [move.text]))
        for cost in price(rules, state, move):
            yield cost.kind, costs(cost, game, move.text)


def told_about(place: Place, weigher: Weigher | None) -> tuple[Margin | None, Told]:
    """What is known of the other moves where there is a ``weigher``, and the line as the plain
    definitions want it."""
    told = Told(place.game, [move.text for move in place.line])
    if weigher is None:
        return None, told
    margin = weigher.weigh(place.deal, place.state, 0.5, line=place.line)
    assert margin is not None
    told.losing, told.others = _losing(place), len(margin) - 1
    return margin, told


def _losing(place: Place) -> int:
    """How many moves besides the line's first lose, each searched anew by itself."""
    deal, state = place.deal, place.state
    found = 0
    for choice in choices(deal.engine, state):
        after = deal.engine.expand(state, choice)[-1].after
        if choice != deal.engine.resolve(state, place.line[0]):
            found += decide(deal, after, time_limit=2).verdict is Verdict.LOST
    return found


def tally(found: Iterator[tuple[Why | Cost, bool]]) -> tuple[Counter[str], Counter[str]]:
    """How often each kind was said, and how often that was untrue."""
    said: Counter[str] = Counter()
    untrue: Counter[str] = Counter()
    for kind, true in found:
        said[kind.value] += 1
        untrue[kind.value] += not true
    return said, +untrue
