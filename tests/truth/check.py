"""Holds a solver's verdict on a position against the plain twin, or against the rules."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from game.core.moves import Refusal
from game.core.state import State
from game.rules.canfield import RULE_SETS
from game.rules.registry import VIERFREI, Deal
from game.rules.replay import position_after
from game.solver import canfield_solver
from game.solver.answer import Answer, Verdict, decide
from game.solver.packed import pack, unpack
from tests.truth import canfield, near, vierfrei
from tests.truth.cases import any_deal, tight, unit
from tests.truth.plain import Plain

KEPT: Final = Path(__file__).parents[1] / "data" / "truth.txt"
"""Positions that a solver was once wrong about, a line each: kind, packed position, what is true.
The other files have the same form; each says at its top what it contains."""

PRUNINGS: Final = KEPT.with_name("prunings.txt")
AT_SIGHT: Final = KEPT.with_name("lost_at_sight.txt")
NEVER_WON: Final = KEPT.with_name("never_won.txt")
NEAR: Final = KEPT.with_name("near.txt")
BEST_RESULTS: Final = KEPT.with_name("best_results.txt")

TWIN_AT_MOST: Final = 20_000
"""Positions that the twin tries out before it gives up."""

TWIN_USUALLY: Final = 3_000
"""The same for three of four positions, since more of them seldom come to an end."""

SECONDS: Final = 0.2
"""What a solver may take for a position, in CPU seconds."""

NEAR_AT_MOST: Final = 1000
"""The most positions that can be reached where all of them must be near."""

NEAR_A_UNIT: Final = 25


@dataclass(slots=True)
class Count:
    """What came of many positions of one kind: how many are lost as the twin says, how many are won
    by the line told, how many positions reachable from others are near; and the disagreements, as
    lines of ``KEPT``."""

    lost: int = 0
    won: int = 0
    near_met: int = 0
    wrong: list[str] = field(default_factory=list)


def twin(kind: str, state: State) -> Plain[Any]:
    return vierfrei.Twin(state) if kind == VIERFREI else canfield.Twin(RULE_SETS[kind], state)


def run_unit(kind: str, seed: str, count: Count, end: float, limit: int = TWIN_AT_MOST) -> None:
    for number, (state, on_line) in enumerate(unit(kind, seed)):
        if time.process_time() >= end:
            return
        turn = number % 4
        most = limit if turn == 1 else min(limit, TWIN_USUALLY)
        check(kind, state, count, on_line=on_line, best=turn == 0, limit=most)


def run_near(seed: str, count: Count, positions: int = NEAR_A_UNIT) -> None:
    rng = Random(f"{seed} near")
    for _ in range(positions):
        check_near(tight(rng), count)


def check_near(state: State, count: Count) -> None:
    found = near.gap(state, NEAR_AT_MOST, (None, Random(1)))
    if isinstance(found, str):
        count.wrong.append(case(VIERFREI, "near", state))
    else:
        count.near_met += found


def check(
    kind: str,
    state: State,
    count: Count,
    *,
    on_line: bool = False,
    best: bool = False,
    limit: int = TWIN_AT_MOST,
) -> None:
    """Ask the solver about ``state`` and check its verdict; ``on_line`` says that it can be won."""
    deal = any_deal(kind)
    answer = decide(deal, state, time_limit=SECONDS, clock=time.process_time)
    if answer.verdict is Verdict.WINNABLE:
        if wins(deal, state, answer):
            count.won += 1
        else:
            count.wrong.append(case(kind, "lost", state))
    elif answer.verdict is Verdict.LOST and on_line:
        count.wrong.append(case(kind, "winnable", state))
    elif answer.verdict is Verdict.LOST and not state.stopped:
        _check_lost(kind, state, count, best, limit)


def _check_lost(kind: str, state: State, count: Count, best: bool, limit: int) -> None:
    truth = twin(kind, state).exhaust(limit)
    if truth == 52:
        count.wrong.append(case(kind, "winnable", state))
    elif truth is not None:
        count.lost += 1
        if best and kind != VIERFREI:
            found = canfield_solver.solve(
                state, RULE_SETS[kind], time_limit=SECONDS, clock=time.process_time
            )
            cards = found.best_cards or 0
            if cards > truth or (found.best_exact and cards < truth):
                count.wrong.append(case(kind, f"{truth} cards", state))


def wins(deal: Deal, state: State, answer: Answer) -> bool:
    after = position_after(deal.engine, state, answer.moves)
    return not isinstance(after, Refusal) and deal.engine.won(after)


def case(kind: str, truth: str, state: State) -> str:
    return f"{kind} {pack(any_deal(kind).engine, state).hex()} {truth}"


def kept(file: Path | None = None) -> list[tuple[str, State, str]]:
    """Return the positions of a file, by default ``KEPT``: kind, position, what is true."""
    found = []
    for line in (file or KEPT).read_text("ascii").splitlines():
        if line and not line.startswith("#"):
            kind, packed, truth = line.split(" ", 2)
            found.append((kind, unpack(any_deal(kind).engine, bytes.fromhex(packed)), truth))
    return found
