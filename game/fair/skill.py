"""Skill: how good moves were, judged by what the player could know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from game.core.moves import Action, Move, Refusal, Verb
from game.core.state import SeenSoFar, State
from game.fair.advice import Advice, Candidate
from game.fair.adviser import advise
from game.fair.knowledge import Knowledge
from game.fair.trials import Cancelled
from game.rules.replay import position_after
from game.solver.answer import never_cancelled
from game.solver.packed import canonical, pack

SAMPLES: Final = 16
"""The number of completions used to judge a played move."""
# One would be too few, because the best of many plans is also the luckiest.
_SURE: Final = 2
"""Two plans count as equally good if they are at most this many standard errors apart."""


class Choice(StrEnum):
    """How a move compares with the plans that it ruled out."""

    BEST = "best"
    EQUAL = "equal"
    WORSE = "worse"
    ONLY = "only"
    """There was no other plan to compare the move with."""


class WeighedMove(NamedTuple):
    """A move, judged by what the player could know."""

    advice: Advice
    choice: Choice = Choice.ONLY
    mine: Candidate | None = None
    """The best plan that was still possible after the move; None if there was no choice."""
    other: Candidate | None = None
    """The best plan that the move ruled out; None if there was no choice."""

    @property
    def chance(self) -> float:
        """The chance of a win before the move, 0 to 1."""
        return self.advice.chance

    @property
    def given_away(self) -> float:
        """What the move cost, in wins per game or in dollars; 0 if chance may explain the cost."""
        return self.mine.behind if self.choice is Choice.WORSE and self.mine else 0.0


class Skill(NamedTuple):
    """How much each decision of a player cost on average, in wins per game or in dollars."""

    given_away: float
    decisions: int


def seen_at_each(positions: Iterable[State]) -> Iterator[SeenSoFar]:
    """For each position of a game, yield what the player had seen up to that point."""
    seen = SeenSoFar()
    for state in positions:
        seen = seen.after(state)
        yield seen


def played_plan(seen: SeenSoFar, actions: Iterable[Action]) -> tuple[Move, ...]:
    """Return the moves of ``actions`` up to and including the first that showed a new card.

    A restart or a stop ends the plan before it. If the player stopped at once, the plan is only the
    stop.
    """
    moves: list[Move] = []
    for action in actions:
        for step in action:
            if step.move.verb is Verb.STOP and not moves:
                return (step.move,)
            if step.move.verb in (Verb.RESTART, Verb.STOP):
                return tuple(moves)
            moves.append(step.move)
            if seen.after(step.after) != seen:
                return tuple(moves)
    return tuple(moves)


def weigh(
    knowledge: Knowledge,
    played: tuple[Move, ...],
    samples: int = SAMPLES,
    *,
    cancelled: Callable[[], bool] = never_cancelled,
) -> WeighedMove:
    """Return how good the first move of ``played`` was.

    If ``played`` is empty, the result has only the advice. Raises ``Cancelled`` as ``advise`` does.
    """
    advice = advise(knowledge, samples, played=played, cancelled=cancelled)
    return judged(knowledge, played, advice) if played else WeighedMove(advice)


def judged(knowledge: Knowledge, played: tuple[Move, ...], advice: Advice) -> WeighedMove:
    """Return how good the first move of ``played`` was, given ``advice``."""
    mine = other = None
    options = _options(advice)
    # If the player then failed to follow ``mine``, only later moves are to blame.
    for plan in options:
        if _is_open(knowledge, played, plan.moves):
            mine = mine or plan
        else:
            other = other or plan
    if mine is None or other is None:
        return WeighedMove(advice)
    best = options[0]
    behind = other if mine is best else mine
    if behind.behind <= _SURE * behind.error:
        choice = Choice.EQUAL
    else:
        choice = Choice.BEST if mine is best else Choice.WORSE
    return WeighedMove(advice, choice, mine, other)


def _options(advice: Advice) -> tuple[Candidate, ...]:
    """Return all plans, with the best first. If the player can stop, that counts as a plan too."""
    plans, halt = advice.candidates, advice.stop_plan
    if halt is None:
        return plans
    if halt.behind >= 0:
        at = sum([plan.behind <= halt.behind for plan in plans])
        return (*plans[:at], halt, *plans[at:])
    further = [
        plan._replace(behind=plan.behind - halt.behind, error=max(plan.error, halt.error))
        for plan in plans
    ]
    return (halt._replace(behind=0.0, error=0.0), *further)


def _is_open(knowledge: Knowledge, played: tuple[Move, ...], moves: tuple[Move, ...]) -> bool:
    """Return whether the plan ``moves`` is still possible after ``played[0]``."""
    end = _end(knowledge, moves)
    if _end(knowledge, moves[:1]) == _end(knowledge, played[:1]) or end == _end(knowledge, played):
        return True
    first = played[0]
    if first not in moves:
        return False
    # The move may come later in the plan, if playing it first leads to the same end.
    at = moves.index(first)
    return _end(knowledge, (first, *moves[:at], *moves[at + 1 :])) == end


def _end(knowledge: Knowledge, moves: Sequence[Move]) -> object:
    """Return the position after ``moves`` in comparable form; None if a move is refused."""
    rules = knowledge.rules
    end = position_after(rules, knowledge.state, moves)
    if isinstance(end, Refusal):
        return None
    return canonical(rules, pack(rules, end)), end.turns


class Hindsight(NamedTuple):
    """The job of judging a past move. Only what the player knew at the time counts."""

    knowledge: Knowledge
    played: tuple[Move, ...]

    def run(self, cancelled: Callable[[], bool]) -> Iterator[WeighedMove]:
        """Yield the judgement, unless ``cancelled`` returns True."""
        try:
            yield weigh(self.knowledge, self.played, cancelled=cancelled)
        except Cancelled:
            return


def game_skill(weighed: Mapping[int, WeighedMove], positions: range) -> Skill | None:
    """Return the player's skill over ``positions``; None if there was nothing to decide."""
    moves = [weighed[at] for at in positions if at in weighed]
    lost = [one.given_away for one in moves if one.choice is not Choice.ONLY]
    return Skill(sum(lost) / len(lost), len(lost)) if lost else None
