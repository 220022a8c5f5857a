"""Helpers for tests of the review."""

from __future__ import annotations

from game.rules.choices import choices
from game.solver.answer import LONGER_LOOK, JudgedMove, Margin, Verdict
from game.teach.standing import Light
from scenes.app.app import STEP
from tests.scenes.stage import Stage, Start, rest_as

WON, LOST, OPEN = Verdict.WINNABLE, Verdict.LOST, Verdict.UNDECIDED
SIGNS = {"w": WON, "l": LOST, "?": OPEN}
LOSING = "1a 2b 3c 4d"
"""Moves in deal 617 that fill all cells. The third move loses the game."""


def just_opened(start: Start, moves: str = LOSING, **given: object) -> Stage:
    """Return a newly opened review, with a solver that knows nothing."""
    on = start(**given)
    on.type(moves)
    on.key("F7")
    return on


def judged(on: Stage, verdicts: str) -> None:
    """Play the solver's part. Each character of ``verdicts`` is its verdict on one position."""
    solver, review = on.oracle, on.review.game.review
    for _ in range(4 * len(review.positions)):
        on.wait(STEP)
        if solver.wished is not None:
            solver.answer(SIGNS[verdicts[review.positions.index(solver.wished)]])
        elif review.next_to_judge() is None:
            return
    raise AssertionError("the solver is asked on and on")


def reviewed(start: Start, verdicts: str = "wwwll", **given: object) -> Stage:
    """Return a review at its end, with all verdicts known."""
    on = just_opened(start, **given)
    judged(on, verdicts)
    on.key("end")
    return on


def lights(on: Stage) -> str:
    """Return a character per position: ``w``, ``l``, ``?``, or ``.`` while the solver thinks."""
    signs = {Light.CAN_WIN: "w", Light.LOST: "l", Light.NOT_KNOWN: "?", Light.THINKING: "."}
    review = on.review
    return "".join(signs[review.walk.light(at)] for at in range(len(review.game.review.positions)))


def matches(on: Stage) -> bool:
    """Return whether all cards have come to rest as in the position that the review shows."""
    return rest_as(on.review.groups, on.review.state)


def weigh(on: Stage, at: int, kept: int, undecided: int = 0) -> Margin:
    """Create and return a margin for position ``at``, as if the solver had found it. The first
    ``kept`` moves win, the next ``undecided`` are undecided, and the others lose."""
    review = on.review.game.review
    rules, state = review.deal.engine, review.positions[at]
    moves = list(choices(rules, state))
    verdicts = [WON] * kept + [OPEN] * undecided + [LOST] * (len(moves) - kept - undecided)
    given = tuple(JudgedMove(*one, 1) for one in zip(moves, verdicts, strict=True))
    margin = Margin(WON if kept else LOST, given, tuple(moves[: min(kept, 1)]), LONGER_LOOK)
    on.oracle.tell_margin(review.deal, state, margin)
    return margin
