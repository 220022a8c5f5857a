"""What the adviser answers, as values, and what is left of an answer while a plan is followed.

Until the next hidden card shows nothing is learned, so a plan stays as good as it was. The words of
an answer are said elsewhere.
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
"""The least samples for which a chance is told to the percent."""


class Grounds(StrEnum):
    """Why the advice is given."""

    BEST = "best"
    """The best of the plans by more than chance could explain."""
    EQUAL = "equal"
    """The best by a difference that chance could explain: another plan may be as good."""
    ONLY = "only"
    """Nothing else leads anywhere."""
    FREE_LOOK = "free-look"
    """Dealing costs nothing, and shows what lies in the stock."""
    KNOWN = "known"
    """Nothing is hidden any more: this is the best line that was found or proven."""
    STOP = "stop"
    """Going on is expected to cost more than it brings."""
    NO_PLAN = "no-plan"
    """Nothing leads any further."""
    OVER = "over"
    """The game has ended."""
    UNKNOWN = "unknown"
    """No solver knows the rules, so that no completion can be searched."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What a plan leads to on the average: the ``chance`` of a win, from 0 to 1, the ``cards`` on
    the foundations in the end, the redeals in all, and the ``account`` in dollars or points."""

    chance: float
    cards: float
    turns: float
    account: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plan: its ``moves`` up to the next hidden card, and what it leads to.

    It was tried on so many ``samples``, and is ``behind`` the best plan by so much, give or take
    the standard ``error`` of that difference; both are means over the samples on which both were
    tried, in shares of a win, or in dollars where redeals cost money. ``sampled`` is what the
    samples came to, which is not ``expected`` to be quite so in a game.
    """

    moves: tuple[Move, ...]
    expected: Expected
    samples: int
    behind: float = 0.0
    error: float = 0.0
    sampled: Expected | None = None

    @property
    def is_equal(self) -> bool:
        """Whether it differs from the best by no more than chance could explain."""
        return self.behind <= self.error


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do, and what can be expected of it.

    ``candidates`` are the plans that were tried, the best first. ``moves`` are to be played: the
    first one's, or those that end the game, which are none where nothing has to be done for that.
    ``stopping`` is the account if the game ends now. ``exact`` means that nothing is hidden and
    nothing better is possible. ``halt`` is stopping as a plan beside the best one, where that was
    asked for and the rules let one stop; ``behind`` it is then negative if it is the better.
    """

    candidates: tuple[Candidate, ...]
    why: Grounds
    stopping: int
    samples: int
    moves: tuple[Move, ...] = ()
    exact: bool = False
    halt: Candidate | None = None

    @property
    def expected(self) -> Expected | None:
        """What going on leads to; None if nothing leads any further."""
        return self.candidates[0].expected if self.candidates else None

    @property
    def sampled(self) -> Expected | None:
        """What the samples came to if one goes on; None if nothing leads any further."""
        return self.candidates[0].sampled if self.candidates else None

    @property
    def stops(self) -> bool:
        """Whether the advice is not to go on."""
        return self.why in (Grounds.STOP, Grounds.NO_PLAN, Grounds.OVER, Grounds.UNKNOWN)

    @property
    def rules_known(self) -> bool:
        """Whether the adviser could say anything of a game by these rules."""
        return self.why is not Grounds.UNKNOWN

    @property
    def chance(self) -> float:
        """How often going on wins, from 0 to 1."""
        return self.expected.chance if self.expected else 0.0

    @property
    def percent(self) -> int:
        """The chance in 100, as it can be told: to 5 points where only few samples were tried."""
        return self.told(self.chance)

    def told(self, chance: float) -> int:
        """Return a ``chance`` in 100 as precisely as the samples allow."""
        step = 1 if self.exact or self.samples >= SURE else 5
        return step * round(100 * chance / step)


def followed(kind: GameKind, before: State, advice: Advice, after: State) -> Advice | None:
    """Return the rest of those plans of ``advice`` on ``before`` whose first moves have led to
    ``after``; None if no plan began so, or nothing of it is left."""
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
        why=_why(advice, best, candidates),
        stopping=account(kind.rule_set, after),
        samples=best.samples,
        moves=candidates[0].moves,
    )


def _why(advice: Advice, best: Candidate, rest: tuple[Candidate, ...]) -> Grounds:
    if advice.why is Grounds.KNOWN:
        return advice.why
    return Grounds.EQUAL if len(rest) > 1 and rest[1].is_equal else Grounds.BEST


def _rest(kind: GameKind, before: State, moves: tuple[Move, ...], after: State) -> tuple[Move, ...]:
    """Return what is left of ``moves`` once they have led from ``before`` to ``after``; nothing if
    they do not before the last of them, which alone shows a hidden card."""
    for at in range(1, len(moves)):
        if position_after(kind.engine, before, moves[:at]) == after:
            return moves[at:]
    return ()
