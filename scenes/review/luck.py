"""Rates the player's moves by what the player could know at the time."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.moves import Action, Refusal, Verb
from game.core.state import State
from game.fair.advice import Candidate
from game.fair.knowledge import Knowledge
from game.fair.skill import (
    Choice,
    Hindsight,
    Skill,
    WeighedMove,
    game_skill,
    played_plan,
    seen_at_each,
)
from game.play.review import Review
from game.rules.registry import GameKind
from game.solver.answer import Verdict
from game.solver.service import SolverService
from game.support.texts import texts, tr, trn
from game.words.chances import worth_text
from game.words.names import money
from game.words.summary import move_phrase as move_text


class Luck:
    """Judges moves by what the player could know. Does nothing in games without hidden cards."""

    def __init__(self, review: Review, actions: Sequence[Action]) -> None:
        self._review = review
        self._actions = actions
        self._looked = tuple(seen_at_each(review.positions))
        self.weighed: dict[int, WeighedMove] = {}
        """The judged moves. Each key is the number of the position before the move."""
        self.chances: dict[int, float] = {}
        """The known chances of winning, from 0 to 1. Each key is the number of a position."""
        self._left: dict[int, None] = {}
        """The numbers of the positions still to be judged, in order."""
        self._job: tuple[int, Hindsight] | None = None
        """The number of the position being judged, and the job that judges it."""
        if review.deal.kind.hides_cards:
            for at, state in enumerate(review.positions):
                if review.is_over(at):
                    self.chances[at] = float(not state.stopped)
                else:
                    self._left[at] = None

    @property
    def done(self) -> bool:
        """Whether nothing is left to be judged."""
        return not self._left

    def tick(self, solver: SolverService, *first: int, free: bool = True) -> int | None:
        """Store a new judgement if there is one, and return the number of the judged position.

        If ``free``, also ask the solver about another position. It prefers positions in ``first``.
        """
        if not solver.is_available:
            self._left.clear()
        if self.done:
            return None
        judged = None
        if self._job is not None and (found := solver.result(self._job[1])) is not None:
            judged, self._job = self._job[0], None
            self._left.pop(judged, None)
            self.weighed[judged] = found
            if found.advice.rules_known:
                self.chances[judged] = found.chance
            else:
                # The adviser doesn't know the rules, so asking it again is pointless.
                self.weighed |= dict.fromkeys(self._left, found)
                self._left.clear()
                self.chances.clear()
        if free and self._left and not solver.is_busy() and not solver.does_other_work:
            number = next(one for one in (*first, *self._left) if one in self._left)
            review, seen = self._review, self._looked[number]
            knowledge = Knowledge.of(review.deal.kind, review.positions[number], seen)
            self._job = number, Hindsight(knowledge, played_plan(seen, self._actions[number:]))
            solver.run(self._job[1])
        return judged

    # -- words ---------------------------------------------------------------------------------

    def words(self, at: int) -> str:
        """Return a sentence on how good the move to position ``at`` was. Empty if the move isn't
        judged, or if the player had no choice."""
        found = self.weighed.get(at - 1)
        if found is None:
            return ""
        review = self._review
        kind, start = review.deal.kind, review.game_of(at).start
        unlucky = review.verdicts[at - 1 : at + 1] == [Verdict.WINNABLE, Verdict.LOST]
        return luck_words(kind, review.positions[at - 1], at - start, found, unlucky=unlucky)

    def skill_words(self, at: int) -> str:
        """Return a sentence on how skilfully a game was played. Empty if that is unknown.

        ``at`` is any position of the game.
        """
        game = self._review.game_of(at)
        if any(one in self._left for one in game):
            return ""
        mark = game_skill(self.weighed, game)
        return "" if mark is None else skill_words(self._review.deal.kind, mark)

    @property
    def legend(self) -> str:
        """A sentence that explains the chart's two curves; empty unless both are shown."""
        if not self.weighed or not self.chances:
            return ""
        return tr("The thick curve knows every card, the thin one only those you'd seen.")


def luck_words(
    kind: GameKind, before: State, number: int, weighed: WeighedMove, *, unlucky: bool
) -> str:
    """Return a sentence that rates move ``number``. It is empty if the player had no choice.

    ``unlucky`` says whether the move lost a game that could still be won.
    """
    mine, other = weighed.mine, weighed.other
    if mine is None or other is None:
        return ""

    def value_of(plan: Candidate) -> str:
        if plan.moves[0].verb is Verb.STOP:
            return money(weighed.advice.stopping)
        return worth_text(kind, weighed.advice, plan)

    if weighed.choice is Choice.WORSE:
        better = kind.engine.resolve(before, other.moves[0])
        assert not isinstance(better, Refusal), "a plan holds in every completion"
        return tr(
            "Move {n}: from the cards you'd seen, this was better: {move} ({other} against "
            "{mine}).",
            n=number,
            move=move_text(better, before),
            other=value_of(other),
            mine=value_of(mine),
        )
    here, there = value_of(mine), value_of(other)
    if weighed.choice is Choice.BEST:
        both = (
            tr("Move {n}: right from the cards you'd seen ({mine} against {other})."),
            tr("Move {n}: right from the cards you'd seen ({mine} against {other}), but unlucky."),
        )
    elif here == there:
        both = (
            tr("Move {n}: as good as any from the cards you'd seen ({mine})."),
            tr("Move {n}: as good as any from the cards you'd seen ({mine}), but unlucky."),
        )
    else:
        both = (
            tr("Move {n}: too close to call ({mine} against {other})."),
            tr("Move {n}: too close to call ({mine} against {other}), and unlucky."),
        )
    return both[unlucky].format(n=number, mine=here, other=there)


def skill_words(kind: GameKind, mark: Skill) -> str:
    """Return a sentence on how skilfully a game was played."""
    if not mark.given_away:
        return trn(
            "Skill: no measurable mistake in {n} decision with hidden cards.",
            "Skill: no measurable mistake in {n} decisions with hidden cards.",
            mark.decisions,
        )
    if kind.turn_cost:
        return trn(
            "Skill: you gave away ${lost} in {n} decision with hidden cards.",
            "Skill: you gave away ${lost} per decision, over {n} decisions with hidden cards.",
            mark.decisions,
            lost=texts.decimal(mark.given_away, 2),
        )
    return trn(
        "Skill: {n} decision with hidden cards cost {lost}% chance of winning.",
        "Skill: {n} decisions with hidden cards cost {lost}% chance of winning each, on average.",
        mark.decisions,
        lost=texts.decimal(100 * mark.given_away, 1),
    )
