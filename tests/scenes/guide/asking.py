"""A table where the test answers in place of the solver and the adviser."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from game.core.moves import Move
from game.fair.advice import Advice, Candidate, Expected, Grounds
from game.fair.adviser import FairAdvice
from game.fair.knowledge import Knowledge
from game.player.settings import HiddenLight
from game.solver.answer import Verdict
from tests.game.reading import parse_move
from tests.scenes.stage import WON_10913, Stage, Start

WON, LOST, OPEN = Verdict.WINNABLE, Verdict.LOST, Verdict.UNDECIDED

LINE = [parse_move(token, "vierfrei") for token in WON_10913.split()]


def lit(start: Start, deal: int = 10913, **given: object) -> Stage:
    on = start(deal=deal, **given)
    on.settings.light = True
    on.table.guide.position_changed()
    return on


def answer(on: Stage, verdict: Verdict, moves: Iterable[Move] = ()) -> None:
    on.oracle.answer(verdict, moves)
    on.wait(0.04)


def lose(on: Stage, moves: str, lost_at: int) -> None:
    """Play ``moves``. Make the solver say that the game is lost from position ``lost_at`` on."""
    on.type(moves)
    states = on.session.positions
    for at, state in enumerate(states):
        on.oracle.tell(on.table.deal, state, LOST if at >= lost_at else WON, LINE)


def plan(moves: str, chance: float, samples: int = 64, **given: Any) -> Candidate:
    account = given.pop("account", 100 * chance)
    tokens = tuple(parse_move(token, "canfield") for token in moves.split())
    return Candidate(tokens, Expected(chance, 30.0, 1.0, account), samples, **given)


def advice(*plans: Candidate, why: Grounds = Grounds.BEST, **given: Any) -> Advice:
    samples = plans[0].samples if plans else 0
    moves = given.pop("moves", plans[0].moves if plans else ())
    return Advice(plans, why, given.pop("stopping", -45), samples, moves, **given)


def canfield(start: Start, rules: str = "hoyle", deal: int = 42) -> Stage:
    on = lit(start, deal, game="canfield", rules=rules)
    on.wait(0.02)
    return on


def fair(start: Start, rules: str = "hoyle", deal: int = 42) -> Stage:
    """Return a stage with the fair light on, after the fair adviser has been asked."""
    on = canfield(start, rules, deal)
    on.settings.hidden_light = HiddenLight.FAIR
    on.table.restyle()
    on.wait(0.02)
    return on


def bring(on: Stage, found: Advice, *, last: bool = False) -> None:
    on.wait(0.02)
    on.oracle.bring(found, last=last)
    on.wait(0.04)


def asked(on: Stage) -> Knowledge:
    job = on.oracle.jobs[-1]
    assert isinstance(job, FairAdvice)
    return job.knowledge
