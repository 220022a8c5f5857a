"""Tests of skill and luck, which compare a player's moves with the best moves."""

from __future__ import annotations

from random import Random

import pytest

from game.core.moves import Action, Move
from game.core.state import SeenSoFar, State
from game.fair.advice import Advice, Candidate, Expected, Grounds
from game.fair.adviser import advise
from game.fair.knowledge import Knowledge
from game.fair.skill import (
    SAMPLES,
    Choice,
    Hindsight,
    Skill,
    WeighedMove,
    game_skill,
    judged,
    played_plan,
    seen_at_each,
    weigh,
)
from game.rules.registry import Deal, numbered
from game.rules.replay import replay
from scenes.review.luck import luck_words, skill_words
from tests.game.fair.hidden import knowledge_of, look_alikes, plan
from tests.game.reading import line

DEAL = numbered("canfield", 2, "xpat2")
LAYOUT = DEAL.layout()
KNOWN = Knowledge.of(DEAL.kind, LAYOUT)


def moves(tokens: str) -> tuple[Move, ...]:
    return tuple(line(tokens, "canfield"))


def advice(*plans: Candidate) -> Advice:
    return Advice(plans, Grounds.BEST, -47, 16, plans[0].moves)


def game(deal: Deal, tokens: str) -> tuple[list[State], list[Action]]:
    found = replay(deal, moves(tokens))
    assert found.refusal is None
    return found.states, found.actions


class TestWhatWasPlayed:
    def test_a_played_plan_goes_on_to_the_first_hidden_card(self) -> None:
        positions, actions = game(DEAL, "34 d d")
        looked = list(seen_at_each(positions))
        assert looked == [(13, 31), (13, 31), (13, 28), (13, 25)]
        assert [len(played_plan(looked[at], actions[at:])) for at in range(4)] == [2, 1, 1, 0]
        # Turning up a card that was seen before doesn't end a plan.
        assert len(played_plan(SeenSoFar(13, 20), actions)) == 3

    def test_a_played_plan_ends_before_stopping_which_is_a_plan_of_its_own(self) -> None:
        positions, actions = game(numbered("canfield", 2, "casino"), "i p x")
        looked = SeenSoFar().after_all(positions)
        assert played_plan(looked, actions) == moves("i p")
        assert played_plan(looked, actions[2:]) == moves("x")


class TestStopping:
    DEAL = numbered("canfield", 2, "casino")
    KNOWN = Knowledge.of(DEAL.kind, DEAL.layout())

    @pytest.mark.parametrize(
        ("played", "ahead", "error", "choice", "lost"),
        [
            ("x", 30.0, 10.0, Choice.WORSE, 30.0),
            ("x", 15.0, 10.0, Choice.EQUAL, 0.0),
            ("x", -30.0, 10.0, Choice.BEST, 0.0),
            ("i", -30.0, 10.0, Choice.WORSE, 30.0),
            ("i", -15.0, 10.0, Choice.EQUAL, 0.0),
            ("i", 30.0, 10.0, Choice.BEST, 0.0),
        ],
    )
    def test_stopping_is_judged_as_any_plan(
        self, played: str, ahead: float, error: float, choice: Choice, lost: float
    ) -> None:
        halt = Candidate(moves("x"), Expected(0.0, 1, 0, -12), 16, ahead, error)
        weighed = advice(plan("i p 34 d", 0.4))._replace(stop_plan=halt)
        found = judged(self.KNOWN, moves(played), weighed)
        assert (found.choice, found.given_away) == (choice, lost)
        if choice is Choice.WORSE and played == "i":
            words = luck_words(self.DEAL.kind, self.DEAL.layout(), 1, found, unlucky=False)
            assert "better: stop the game (−$47 against $10)" in words

    @pytest.mark.parametrize("played", ["x", "i p 34 d"])
    def test_stopping_is_compared_with_what_is_played(self, played: str) -> None:
        found = advise(self.KNOWN, 8, played=moves(played))
        assert found.stop_plan.error > 0 and found.stop_plan.expected.account == found.stopping
        assert found.stop_plan.behind == found.candidates[0].expected.account - found.stopping
        assert advise(KNOWN, 8, played=moves("34 d")).stop_plan is None, "nobody can stop there"

    def test_what_is_free_before_the_last_payment_is_no_reason_to_stop(self) -> None:
        positions, _ = game(self.DEAL, "i")
        known = Knowledge.of(self.DEAL.kind, positions[-1])
        found = advise(known, 4, played=moves("34"))
        pays = moves("p")[0] in found.candidates[0].moves
        assert found.stop_plan.behind >= 0 or pays


class TestTheFirstMove:
    """In every case listed below, the player's moves are ``34 d``."""

    @pytest.mark.parametrize(
        ("plans", "choice", "lost"),
        [
            ([("34 d", 0.4), ("d", 0.2, 0.2, 0.05)], Choice.BEST, 0.0),
            ([("34 d", 0.4), ("d", 0.3, 0.1, 0.06)], Choice.EQUAL, 0.0),
            ([("d", 0.4), ("34 d", 0.2, 0.2, 0.05)], Choice.WORSE, 0.2),
            ([("d", 0.4), ("34 d", 0.3, 0.1, 0.06)], Choice.EQUAL, 0.0),
            ([("34 23 d", 0.4), ("d", 0.2, 0.2, 0.05), ("34 d", 0.1, 0.3, 0.01)], Choice.BEST, 0.0),
            ([("34 23 d", 0.4), ("34 d", 0.1, 0.3, 0.01)], Choice.ONLY, 0.0),
        ],
    )
    def test_a_first_move_is_judged_by_the_best_plan_that_it_leaves_open(
        self, plans: list[tuple[str, float]], choice: Choice, lost: float
    ) -> None:
        found = judged(KNOWN, moves("34 d"), advice(*[plan(*one) for one in plans]))
        assert (found.choice, found.given_away) == (choice, lost)

    def test_the_order_of_moves_makes_no_difference_unless_a_deal_buries_a_card(self) -> None:
        deal = numbered("canfield", 7, "xpat2")
        known = Knowledge.of(deal.kind, deal.layout())
        plans = advice(plan("4h 12v1 d", 0.4), plan("d", 0.1, 0.3, 0.01), plan("12v1 d", 0.3, 0.1))
        assert judged(known, moves("12v1 d"), plans).choice is Choice.BEST
        deal = numbered("canfield", 4, "xpat2")
        known = Knowledge.of(deal.kind, deal.layout())
        plans = advice(plan("w2 d", 0.4), plan("d", 0.1, 0.3, 0.01))
        assert judged(known, moves("d"), plans).choice is Choice.WORSE


class TestWeighing:
    def test_what_was_played_is_tried_with_all_samples_whatever_is_hidden(self) -> None:
        for tokens in ("34v1", "23v1", "d"):
            histories = look_alikes([LAYOUT], Random(5))
            one, two, three = (
                advise(knowledge_of(DEAL, history), 8, played=moves(tokens))
                for history in histories
            )
            assert one == two == three
            tried = {candidate.moves: candidate.samples for candidate in one.candidates}
            assert tried[moves(tokens)] == 8

    def test_a_clear_mistake_is_judged_worse_and_its_alternative_not(self) -> None:
        deal = numbered("canfield", 28)
        known = Knowledge.of(deal.kind, deal.layout(), SeenSoFar(stock=0))
        wrong = weigh(known, moves("23v1"), SAMPLES)
        assert wrong.choice is Choice.WORSE and wrong.given_away > 0.3
        assert wrong.mine.samples == SAMPLES
        right = weigh(known, wrong.other.moves, SAMPLES)
        assert right.choice is not Choice.WORSE and right.given_away == 0

    def test_a_free_look_is_compared_with_what_was_done_instead(self) -> None:
        deal = numbered("canfield", 4)
        known = Knowledge.of(deal.kind, deal.layout())
        assert len(advise(known, 2, played=moves("23v1 d")).candidates) == 2
        assert weigh(known, moves("d"), 2).choice is Choice.ONLY

    def test_weighing_can_be_cancelled(self) -> None:
        assert not list(Hindsight(KNOWN, moves("34v1 d")).run(lambda: True))


WORSE = WeighedMove(ADVICE := advice(plan("d", 0.4), plan("34 d", 0.25)), Choice.WORSE,
                plan("34 d", 0.25, 0.15, 0.05), ADVICE.candidates[0])  # fmt: skip
ALIKE = WeighedMove(ADVICE, Choice.EQUAL, plan("34 d", 0.25, 0.1, 0.1), plan("d", 0.26))
CLOSE = WeighedMove(ADVICE, Choice.EQUAL, plan("34 d", 0.25, 0.1, 0.1), plan("d", 0.4))
RIGHT = WeighedMove(ADVICE, Choice.BEST, ADVICE.candidates[0], plan("34 d", 0.3, 0.15, 0.05))
BETTER = (
    "Move 3: from the cards you'd seen, this was better: deal from the stock (40% against 25%)."
)


def test_skill_is_the_mean_of_what_was_given_away() -> None:
    assert game_skill({0: WeighedMove(ADVICE), 2: WORSE}, range(2)) is None
    moves = {1: WORSE, 2: RIGHT, 3: WeighedMove(ADVICE), 4: ALIKE, 9: WORSE}
    assert game_skill(moves, range(1, 5)) == Skill(pytest.approx(0.05), 3)


@pytest.mark.parametrize(
    ("weighed", "unlucky", "words"),
    [
        (WeighedMove(ADVICE), True, ""),
        (RIGHT, True, "Move 3: right from the cards you'd seen (40% against 30%), but unlucky."),
        (RIGHT, False, "Move 3: right from the cards you'd seen (40% against 30%)."),
        (ALIKE, False, "Move 3: as good as any from the cards you'd seen (25%)."),
        (ALIKE, True, "Move 3: as good as any from the cards you'd seen (25%), but unlucky."),
        (CLOSE, False, "Move 3: too close to call (25% against 40%)."),
        (CLOSE, True, "Move 3: too close to call (25% against 40%), and unlucky."),
        (WORSE, True, BETTER),
    ],
)
def test_a_judged_move_is_put_into_words(weighed: WeighedMove, unlucky: bool, words: str) -> None:
    assert luck_words(numbered("canfield", 2).kind, LAYOUT, 3, weighed, unlucky=unlucky) == words


@pytest.mark.parametrize(
    ("rules", "skill", "words"),
    [
        ("hoyle", Skill(0.025, 40), "40 decisions {} cost 2.5% chance of winning each, on average"),
        ("hoyle", Skill(0.0, 40), "no measurable mistake in 40 decisions {}"),
        ("casino", Skill(1.25, 1), "you gave away $1.25 in 1 decision {}"),
    ],
)
def test_skill_is_put_into_words(rules: str, skill: Skill, words: str) -> None:
    kind = numbered("canfield", 1, rules).kind
    assert skill_words(kind, skill) == f"Skill: {words.format('with hidden cards')}."
