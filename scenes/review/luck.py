"""What could be known at each position of a game with hidden cards, beside what was true.

The solver's process weighs one position after the other, once it has found out everything else: the
one that is looked at first. It is sent nothing but what the player could know.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.moves import Action, Refusal, Verb
from game.core.state import State
from game.fair.advice import Candidate
from game.fair.knowledge import Knowledge
from game.fair.skill import Choice, Hindsight, Skill, Weighed, game_mark, looked_before, played_plan
from game.play.review import Review
from game.rules.registry import GameKind
from game.solver.answer import Verdict
from game.solver.service import SolverService
from game.support.texts import texts, tr, trn
from game.words.chances import worth_text
from game.words.names import money
from game.words.summary import advice as move_text


class Luck:
    """Weighs the moves of ``review``, whose ``actions`` led from position to position.

    ``weighed`` is what is known by now, by the number of the position, and ``chances`` are the
    chances of a win, ended games included. Both stay empty where no cards are hidden. Where no
    solver knows the rules there are no chances, and nothing more is asked once one answer says so.
    """

    def __init__(self, review: Review, actions: Sequence[Action]) -> None:
        self._review = review
        self._actions = actions
        self._looked = tuple(looked_before(review.positions))
        self.weighed: dict[int, Weighed] = {}
        self.chances: dict[int, float] = {}
        self._left: dict[int, None] = {}
        """The positions that are still to be weighed, in their order."""
        self._job: tuple[int, Hindsight] | None = None
        """What is weighed now, with the number of its position."""
        if review.deal.kind.hides_cards:
            for at, state in enumerate(review.positions):
                if state.stopped or review.deal.engine.won(state):
                    self.chances[at] = float(not state.stopped)
                else:
                    self._left[at] = None

    @property
    def done(self) -> bool:
        """Whether all is weighed that can be."""
        return not self._left

    def tick(self, solver: SolverService, at: int, *, free: bool) -> int | None:
        """Take in what was answered, and while the solver is ``free`` have the next position
        weighed, first those of the move that led to ``at``; return the number of the one of which
        more is known."""
        if self.done:
            return None
        if not solver.works:
            self._left.clear()
            return None
        found = self._take_in(solver)
        if free and self._left and not solver.busy() and not solver.looking_ahead:
            first = (one for one in (at - 1, at, *self._left) if one in self._left)
            self._weigh(solver, next(first))
        return found

    def seek(self, solver: SolverService, at: int) -> Weighed | None:
        """Return what could be known at position ``at``, and have it weighed at once if that is not
        told yet; to be called again and again."""
        if self._job is not None and self._job[0] == at:
            self._take_in(solver)
        if at in self._left and not solver.busy():
            self._weigh(solver, at)
        return self.weighed.get(at)

    def _take_in(self, solver: SolverService) -> int | None:
        """Take in the answer about the position that is weighed now, and return its number, if the
        answer is there."""
        if self._job is None or (found := solver.result(self._job[1])) is None:
            return None
        number, self._job = self._job[0], None
        self._left.pop(number, None)
        self.weighed[number] = found
        if found.advice.rules_known:
            self.chances = dict(sorted({**self.chances, number: found.chance}.items()))
        else:
            self.weighed |= dict.fromkeys(self._left, found)
            self._left.clear()
            self.chances.clear()
        return number

    def _weigh(self, solver: SolverService, number: int) -> None:
        """Have a position weighed by the solver's process."""
        if self._job is None or self._job[0] != number:
            review, looked = self._review, self._looked[number]
            knowledge = Knowledge.of(review.deal.kind, review.positions[number], looked)
            self._job = number, Hindsight(knowledge, played_plan(looked, self._actions[number:]))
        solver.run(self._job[1])

    # -- words ---------------------------------------------------------------------------------

    def words(self, at: int) -> str:
        """How good the move was that led to position ``at``; empty as long as that is not known, or
        where there was nothing to choose."""
        found = self.weighed.get(at - 1)
        if found is None:
            return ""
        review = self._review
        kind, start = review.deal.kind, review.game_of(at).start
        unlucky = review.verdicts[at - 1 : at + 1] == [Verdict.WINNABLE, Verdict.LOST]
        return luck_words(kind, review.positions[at - 1], at - start, found, unlucky=unlucky)

    def mark_words(self, at: int) -> str:
        """The skill of the game to which position ``at`` belongs, once all of it is weighed."""
        game = self._review.game_of(at)
        if any(one in self._left for one in game):
            return ""
        mark = game_mark(self.weighed, game)
        return "" if mark is None else mark_words(self._review.deal.kind, mark)

    @property
    def legend(self) -> str:
        """What the curves are, as soon as there are two."""
        if not self.weighed or not self.chances:
            return ""
        return tr("The thick curve knows every card, the thin one only those you'd seen.")


def luck_words(
    kind: GameKind, before: State, number: int, weighed: Weighed, *, unlucky: bool
) -> str:
    """Return how good move ``number`` was, made ``before`` which all this was ``weighed``; empty
    where there was nothing to choose. ``unlucky``: it lost the game, as the hidden cards lay."""
    mine, other = weighed.mine, weighed.other
    if mine is None or other is None:
        return ""

    def worth(plan: Candidate) -> str:
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
            other=worth(other),
            mine=worth(mine),
        )
    here, there = worth(mine), worth(other)
    if weighed.choice is Choice.BEST:
        text = (
            tr("Move {n}: right from the cards you'd seen ({mine} against {other}), but unlucky.")
            if unlucky
            else tr("Move {n}: right from the cards you'd seen ({mine} against {other}).")
        )
    elif here == there:
        text = (
            tr("Move {n}: as good as any from the cards you'd seen ({mine}), but unlucky.")
            if unlucky
            else tr("Move {n}: as good as any from the cards you'd seen ({mine}).")
        )
    else:
        text = (
            tr("Move {n}: too close to call ({mine} against {other}), and unlucky.")
            if unlucky
            else tr("Move {n}: too close to call ({mine} against {other}).")
        )
    return text.format(n=number, mine=here, other=there)


def mark_words(kind: GameKind, mark: Skill) -> str:
    """Return the skill of a game in a sentence, with the number of decisions that it rests on."""
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
