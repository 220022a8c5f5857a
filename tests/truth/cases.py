"""Positions to ask the solvers about: ends dealt at random, and positions amid random games."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Final

from game.core.cards import PACK
from game.core.moves import Move, Refusal, Verb
from game.core.state import CELLS, HOME, State
from game.rules.canfield import RULE_SETS
from game.rules.registry import CANFIELD, VIERFREI, Deal, Rules, kinds_of
from game.rules.vierfrei import COLUMNS, Vierfrei
from game.solver.answer import Verdict, decide, solver_of
from tests.game.solver.canfield_ends import all_moves, random_end
from tests.game.solver.vierfrei_ends import end_position

SOLVED: Final = tuple(str(kind.rules) for kind in kinds_of(CANFIELD) if solver_of(kind).knows(kind))
"""The rule sets of Canfield that the solver knows, and so the adviser."""

KINDS: Final = (*SOLVED, VIERFREI)
"""These rule sets, and Vierfrei."""

PARTS: Final = "parts"
"""AisleRiot without cards coming back from the foundations, for its first search by itself: with
them most is won that this one misses."""

ENDS_A_UNIT: Final = 150
STRAYS_A_UNIT: Final = 60
WALKS_A_GAME: Final = 8

_CARDS: Final = (8, 38)
"""From how many to how many cards are not home at an end; more than can be tried out at times."""
_CARDS_IN_RUNS: Final = (8, 22)
"""The same where parts of columns move, which makes more of each end."""


def any_deal(kind: str) -> Deal:
    """Return some deal of the game that ``kind`` names, for callers that do not care about the
    cards."""
    if kind == VIERFREI:
        return Deal(VIERFREI, 1)
    return Deal(CANFIELD, 1, "aisleriot" if kind == PARTS else kind)


def unit(kind: str, seed: str) -> Iterator[tuple[State, bool]]:
    """Yield positions of ``kind`` drawn from ``seed``, each with whether it lies on a winning line
    and so is known to be winnable."""
    rng = Random(f"{seed} {kind}")
    for _ in range(ENDS_A_UNIT):
        yield _end(kind, rng), False
    if kind == VIERFREI:
        # Random play soon loses it, with little left to try out.
        rules = any_deal(kind).engine
        for _ in range(STRAYS_A_UNIT):
            yield walk(rules, rules.deal(rng.sample(PACK, 52)), rng, rng.randint(8, 60)), False
    yield from _amid(kind, rng)


def _end(kind: str, rng: Random) -> State:
    if kind == VIERFREI:
        free = rng.choice((0, 0, 0, 0, 0, 1, 1, 2))
        cells = rng.choice((4, 4, 4, 4, 3, 2))
        return end_position(rng, rng.randint(cells + 8 - free, 26), cells, free)
    rule_set = RULE_SETS[kind]
    some = _CARDS_IN_RUNS if rule_set.parts_may_move else _CARDS
    return random_end(rng, rule_set, rng.randint(*some))


def _amid(kind: str, rng: Random) -> Iterator[tuple[State, bool]]:
    """Yield a shuffled deal, positions on a line that wins it if there is one, and positions some
    random moves away from these."""
    deal = any_deal(kind)
    rules = deal.engine
    state = rules.deal(rng.sample(PACK, 52))
    answer = decide(deal, state, time_limit=0.5, clock=time.process_time)
    yield state, answer.verdict is Verdict.WINNABLE
    line = [state]
    for move in answer.moves:
        resolved = rules.resolve(line[-1], move)
        assert not isinstance(resolved, Refusal)
        line += (step.after for step in rules.expand(line[-1], resolved))
    for _ in range(WALKS_A_GAME):
        # Late positions are the ones that can be tried out.
        begin = line[int((len(line) - 1) * rng.random() ** 0.5)]
        if len(line) > 1:
            yield begin, True
        yield walk(rules, begin, rng, rng.randint(1, 12) if len(line) > 1 else 60), False


def walk(rules: Rules, state: State, rng: Random, moves: int) -> State:
    """Return ``state`` after some random moves, which prefer cards to deals and the foundations to
    other piles; in a dead end, some moves before it."""
    states = [state]
    for _ in range(moves):
        here = states[-1]
        legal = [m for m in tokens(rules, here) if not isinstance(rules.resolve(here, m), Refusal)]
        if not legal:
            return states[max(0, len(states) - rng.randint(2, 9))]
        cards = [move for move in legal if move.verb is Verb.CARRY]
        home = [move for move in cards if move.target == HOME]
        chance = rng.random()
        chosen = home if home and chance < 0.3 else cards if cards and chance < 0.7 else legal
        resolved = rules.resolve(here, rng.choice(chosen))
        assert not isinstance(resolved, Refusal)
        states.append(rules.expand(here, resolved)[-1].after)
    return states[-1]


def tokens(rules: Rules, state: State) -> list[Move]:
    """Return all moves that could be legal, except for stopping."""
    if not isinstance(rules, Vierfrei):
        return [*all_moves(state), Move(Verb.INSPECT), Move(Verb.PAY)]
    piles = (*COLUMNS, *CELLS)
    return [Move.carry(a, b) for a in piles if state[a] for b in (*piles, HOME) if a != b]
