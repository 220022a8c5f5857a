"""The adviser's answers as values, and what is left of an answer while a plan is followed.

Until the next hidden card shows nothing is learned, so a plan stays as good as it was. Other
modules put the answers into words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from game.core.moves import Move
from game.core.state import State
from game.rules.counting import account
from game.rules.registry import GameKind
from game.rules.replay import position_after

SURE: Final = 64
"""The fewest samples for which a chance is given to the percent."""


class Grounds(StrEnum):
    """Why the advice is given."""

    BEST = "best"
    """It is better than every other plan by more than chance could explain."""
    EQUAL = "equal"
    """It is the best, but chance could explain the difference: another plan may be as good."""
    ONLY = "only"
    """Nothing else leads anywhere."""
    FREE_LOOK = "free-look"
    """Dealing costs nothing and shows what lies in the stock."""
    KNOWN = "known"
    """Nothing is hidden any more: this is the best line found, or the proven best."""
    STOP = "stop"
    """Going on is expected to cost more than it brings."""
    NO_PLAN = "no-plan"
    """Nothing leads any further."""
    OVER = "over"
    """The game has ended."""
    UNKNOWN = "unknown"
    """No solver knows the rules, so completions can't be searched."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What a plan leads to on average: the ``chance`` of a win, from 0 to 1, the ``cards`` on the
    foundations and the number of redeals at the end, and the ``account`` in dollars or points."""

    chance: float
    cards: float
    turns: float
    account: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plan: its ``moves`` up to the next hidden card, and what it leads to.

    It was tried on ``samples`` completions and is ``behind`` the best plan by a mean difference
    with the standard ``error``, over the samples on which both were tried; in shares of a win, or
    in dollars where redeals cost money. ``sampled`` is what the samples came to; what is
    ``expected`` of a real game differs a little.
    """

    moves: tuple[Move, ...]
    expected: Expected
    samples: int
    behind: float = 0.0
    error: float = 0.0
    sampled: Expected | None = None

    @property
    def is_equal(self) -> bool:
        """Whether chance could explain how it differs from the best plan."""
        return self.behind <= self.error


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do, and what to expect of it.

    ``candidates`` are the plans that were tried, the best first. ``moves`` are those to play: the
    best plan's, or those that end the game (none where nothing has to be done for that).
    ``stopping`` is the balance if the game ends now. ``exact`` means that nothing is hidden and
    nothing better is possible. ``stop_plan`` is stopping as a plan beside the best one, if that was
    asked for and the rules allow it; ``behind`` is negative there if stopping is better.
    """

    candidates: tuple[Candidate, ...]
    grounds: Grounds
    stopping: int
    samples: int
    moves: tuple[Move, ...] = ()
    exact: bool = False
    stop_plan: Candidate | None = None

    @property
    def expected(self) -> Expected | None:
        """What going on leads to; None if nothing leads any further."""
        return self.candidates[0].expected if self.candidates else None

    @property
    def sampled(self) -> Expected | None:
        """What the samples came to when going on; None if nothing leads any further."""
        return self.candidates[0].sampled if self.candidates else None

    @property
    def is_to_stop(self) -> bool:
        """Whether the advice is to stop."""
        return self.grounds in (Grounds.STOP, Grounds.NO_PLAN, Grounds.OVER, Grounds.UNKNOWN)

    @property
    def rules_known(self) -> bool:
        """Whether the adviser knows the rules of the game."""
        return self.grounds is not Grounds.UNKNOWN

    @property
    def chance(self) -> float:
        """How often going on wins, from 0 to 1."""
        return self.expected.chance if self.expected else 0.0

    @property
    def percent(self) -> int:
        """The chance in percent as it is shown: rounded to 5 if only few samples were tried."""
        return self.rounded_percent(self.chance)

    def rounded_percent(self, chance: float) -> int:
        """Return ``chance`` in percent, as precisely as the samples allow."""
        step = 1 if self.exact or self.samples >= SURE else 5
        return step * round(100 * chance / step)


def advice_after(kind: GameKind, before: State, advice: Advice, after: State) -> Advice | None:
    """Return what is left of ``advice`` on ``before`` once its moves have led to ``after``.

    Only plans that began so remain. Return None if there are none or nothing is left of them.
    """
    assert kind.rule_set is not None, "only games with a rule set hide cards"
    rest = [
        (plan, moves)
        for plan in advice.candidates
        if (moves := _rest(kind, before, plan.moves, after))
    ]
    if not rest:
        return None
    best = rest[0][0]
    candidates = tuple(
        [replace(plan, moves=moves, behind=plan.behind - best.behind) for plan, moves in rest]
    )
    return replace(
        advice,
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
    """Return the rest of ``moves`` once they have led from ``before`` to ``after``.

    Empty if they don't before the last of them, the only one that shows a hidden card.
    """
    for at in range(1, len(moves)):
        if position_after(kind.engine, before, moves[:at]) == after:
            return moves[at:]
    return ()
