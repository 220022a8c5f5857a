"""Helpers for tests of the review: a solver that answers for its positions, and what the screen
shows."""

from __future__ import annotations

from game.core.moves import Move
from game.rules.choices import choices
from game.solver.answer import LONGER_LOOK, JudgedMove, Margin, Verdict
from game.teach.standing import Light
from scenes.app.app import STEP
from tests.scenes.stage import Stage, Start, rest_as

WON, LOST, OPEN = Verdict.WINNABLE, Verdict.LOST, Verdict.UNDECIDED
SIGNS = {"w": WON, "l": LOST, "?": OPEN}
LOSING = "1a 2b 3c 4d"
"""Deal 617 until all cells are full; the third move loses it."""


def just_opened(start: Start, moves: str = LOSING, **given: object) -> Stage:
    """Return a review just opened, by a solver that knows nothing yet."""
    on = start(**given)
    on.type(moves)
    on.key("F7")
    return on


def judged(on: Stage, verdicts: str) -> None:
    """Answer for the solver, position by position, until it is asked no more."""
    solver, review = on.oracle, on.review.review
    for _ in range(4 * len(review.positions)):
        on.wait(STEP)
        if solver.wished is not None:
            solver.answer(SIGNS[verdicts[review.positions.index(solver.wished)]])
        elif review.next_to_judge() is None:
            return
    raise AssertionError("the solver is asked on and on")


def reviewed(start: Start, verdicts: str = "wwwll", **given: object) -> Stage:
    """Return the review of deal 617, lost by its third move, with all verdicts known, at its
    end."""
    on = just_opened(start, **given)
    judged(on, verdicts)
    on.key("end")
    return on


def lights(on: Stage) -> str:
    """Return what the marks show, position by position."""
    signs = {Light.CAN_WIN: "w", Light.LOST: "l", Light.NOT_KNOWN: "?", Light.THINKING: "."}
    review = on.review
    return "".join(signs[review.walk.light(at)] for at in range(len(review.review.positions)))


def matches(on: Stage) -> bool:
    """Return whether the cards lie as in the position that is shown."""
    return rest_as(on.review.groups, on.review.state)


def weigh(on: Stage, at: int, kept: int, undecided: int = 0) -> Margin:
    """Answer for the moves of position ``at``: so many keep the win, the first by a line."""
    review = on.review.review
    rules, state = review.deal.engine, review.positions[at]
    moves = list(choices(rules, state))
    verdicts = [WON] * kept + [OPEN] * undecided + [LOST] * (len(moves) - kept - undecided)
    line: tuple[Move, ...] = (moves[0],) if kept else ()
    given = tuple(
        JudgedMove(move, verdict, 1) for move, verdict in zip(moves, verdicts, strict=True)
    )
    margin = Margin(WON if kept else LOST, given, line, LONGER_LOOK)
    on.oracle.tell_margin(review.deal, state, margin)
    return margin
