"""A table whose solver is a test."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.moves import Move
from game.solver.answer import Verdict
from tests.game.reading import parse_move
from tests.scenes.oracle import Oracle
from tests.scenes.stage import WON_10913, Stage, Start

WON, LOST, OPEN = Verdict.WINNABLE, Verdict.LOST, Verdict.UNDECIDED

LINE = [parse_move(token, "vierfrei") for token in WON_10913.split()]


def lit(start: Start, deal: int = 10913, **given: object) -> Stage:
    on = start(deal=deal, **given)
    on.kit.solver = Oracle()
    on.settings.light = True
    on.table.guide.position_changed()
    return on


def oracle(on: Stage) -> Oracle:
    assert isinstance(on.kit.solver, Oracle)
    return on.kit.solver


def answer(on: Stage, verdict: Verdict, moves: Iterable[Move] = ()) -> None:
    """The solver answers, and the table takes it in."""
    oracle(on).answer(verdict, moves)
    on.wait(0.04)


def lose(on: Stage, moves: str, lost_at: int) -> None:
    """Play ``moves``; from position ``lost_at`` on the game is lost."""
    on.type(moves)
    states = [on.session.layout, *(action[-1].after for action in on.session.actions)]
    for at, state in enumerate(states):
        oracle(on).tell(on.table.deal, state, LOST if at >= lost_at else WON, LINE)
