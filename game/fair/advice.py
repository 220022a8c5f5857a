"""The adviser's answers, kept up to date while the player follows a plan."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from game.core.moves import Move
from game.core.state import State
from game.rules.counting import account
from game.rules.registry import GameKind
from game.rules.replay import position_after

SURE: Final = 64
"""With at least this many samples, a chance is shown to the nearest percent."""


class Grounds(StrEnum):
    """The reason behind a piece of advice."""

    BEST = "best"
    """The best plan is ahead of the second best by more than one standard error."""
    EQUAL = "equal"
    """The best plan is ahead of the second best by at most one standard error."""
    ONLY = "only"
    FREE_LOOK = "free-look"
    """Dealing costs nothing and shows what is in the stock."""
    KNOWN = "known"
    """All cards are known."""
    STOP = "stop"
    """Playing on doesn't pay."""
    NO_PLAN = "no-plan"
    OVER = "over"
    UNKNOWN = "unknown"
    """No solver knows the rules."""


class Expected(NamedTuple):
    """The average result of a plan."""

    chance: float
    """The chance of a win, from 0 to 1."""
    cards: float
    """The number of cards home at the end of the game."""
    turns: float
    """The number of redeals. If cards are hidden, free redeals count only until the plan ends."""
    account: float
    """The dollars or points at the end of the game."""


class Candidate(NamedTuple):
    """A plan that was tried, up to the next hidden card."""

    moves: tuple[Move, ...]
    expected: Expected
    """The result to expect. If the plan was sampled, this is a corrected version of ``sampled``."""
    samples: int
    """The number of completions that the plan was tried on."""
    behind: float = 0.0
    """How far the plan was behind the best plan on the same samples. The unit is wins per game.
    If redeals cost money, it is dollars per game."""
    error: float = 0.0
    """The standard error of ``behind``."""
    sampled: Expected | None = None
    """The plan's average result on the samples. None if all cards are known, or if the plan is to
    stop now."""

    @property
    def is_equal(self) -> bool:
        """Whether the plan is within one standard error of the best."""
        return self.behind <= self.error


class Advice(NamedTuple):
    """The recommended moves, and the result to expect."""

    candidates: tuple[Candidate, ...]
    """The plans that were tried, best first."""
    grounds: Grounds
    stopping: int
    """The balance, in dollars or points, if the game ended now."""
    samples: int
    """The number of completions that the best plan was tried on."""
    moves: tuple[Move, ...] = ()
    """The recommended moves; empty if there are none. Stopping the game is also a move."""
    exact: bool = False
    """Whether the moves provably lead to the best result."""
    stop_plan: Candidate | None = None
    """The plan to stop now, if it was tried. Its ``behind`` is negative if stopping is best."""

    @property
    def expected(self) -> Expected | None:
        """What to expect of the best plan; None without a plan."""
        return self.candidates[0].expected if self.candidates else None

    @property
    def sampled(self) -> Expected | None:
        """The best plan's average result on the samples, if any."""
        return self.candidates[0].sampled if self.candidates else None

    @property
    def is_to_stop(self) -> bool:
        """Whether the advice gives no reason to play on."""
        return self.grounds in (Grounds.STOP, Grounds.NO_PLAN, Grounds.OVER, Grounds.UNKNOWN)

    @property
    def rules_known(self) -> bool:
        """Whether the adviser knows the rules of the game."""
        return self.grounds is not Grounds.UNKNOWN

    @property
    def chance(self) -> float:
        """The best plan's chance of winning; 0 without a plan."""
        return self.expected.chance if self.expected else 0.0

    def rounded_percent(self, chance: float) -> int:
        """Return ``chance`` in percent. With few samples, it is rounded to a multiple of 5."""
        step = 1 if self.exact or self.samples >= SURE else 5
        return step * round(100 * chance / step)


def advice_after(kind: GameKind, before: State, advice: Advice, after: State) -> Advice | None:
    """Return what is left of ``advice`` in the position ``after``, or None if nothing is left."""
    assert kind.rule_set is not None, "only games with a rule set hide cards"
    # Until the next hidden card shows, nothing new is learned, so a plan stays as good as it was.
    rest = [
        (plan, moves)
        for plan in advice.candidates
        if (moves := _rest(kind, before, plan.moves, after))
    ]
    if not rest:
        return None
    best = rest[0][0]
    candidates = tuple(
        [plan._replace(moves=moves, behind=plan.behind - best.behind) for plan, moves in rest]
    )
    return advice._replace(
        candidates=candidates,
        grounds=_why(advice, best, candidates),
        stopping=account(kind.rule_set, after),
        samples=best.samples,
        moves=candidates[0].moves,
    )


def _why(advice: Advice, best: Candidate, rest: tuple[Candidate, ...]) -> Grounds:
    if advice.grounds is Grounds.KNOWN:
        return advice.grounds
    return Grounds.EQUAL if len(rest) > 1 and rest[1].is_equal else Grounds.BEST


def _rest(kind: GameKind, before: State, moves: tuple[Move, ...], after: State) -> tuple[Move, ...]:
    """Return the moves of a plan that are still to be played in the position ``after``.

    There are none if the plan doesn't lead to that position.
    """
    for at in range(1, len(moves)):
        if position_after(kind.engine, before, moves[:at]) == after:
            return moves[at:]
    return ()
