"""A table whose fair adviser is a test."""

from __future__ import annotations

from typing import Any

from game.fair.advice import Advice, Candidate, Expected, Grounds
from game.fair.adviser import FairAdvice
from game.fair.knowledge import Knowledge
from game.player.settings import HiddenLight
from tests.game.reading import parse_move
from tests.scenes.guide.asking import lit, oracle
from tests.scenes.stage import Stage, Start


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
    """A table with the fair light, on which the adviser is asked."""
    on = canfield(start, rules, deal)
    on.settings.hidden_light = HiddenLight.FAIR
    on.table.restyle()
    on.wait(0.02)
    return on


def bring(on: Stage, found: Advice, *, last: bool = False) -> None:
    """The adviser answers, and the table takes it in."""
    on.wait(0.02)
    oracle(on).bring(found, last=last)
    on.wait(0.04)


def asked(on: Stage) -> Knowledge:
    job = oracle(on).jobs[-1]
    assert isinstance(job, FairAdvice)
    return job.knowledge
