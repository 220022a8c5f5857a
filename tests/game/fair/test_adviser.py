"""Tests of advice, which must not depend on hidden cards."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from itertools import count
from math import exp
from pathlib import Path
from random import Random

import pytest

from game.core.cards import PACK
from game.core.moves import Move, Verb
from game.core.state import RESERVE, STOCK, WASTE, SeenSoFar
from game.fair import adviser
from game.fair.advice import Advice, Expected, Grounds, advice_after
from game.fair.adviser import (
    STAGES,
    Calibration,
    FairAdvice,
    _candidate,
    advice_so_far,
    advise,
    calibration_of,
    fitted,
    free_look,
    play_on,
)
from game.fair.knowledge import Knowledge
from game.fair.trials import Cancelled, Outcome, Plan
from game.play.saved_games import read_saved, saved_text
from game.play.session import Session
from game.rules.canfield import RULE_SETS
from game.rules.counting import account, amount
from game.rules.notation import parse_deck
from game.rules.registry import CANFIELD, Deal, GameKind, numbered
from game.rules.replay import replay
from game.solver.canfield_board import CanfieldBoard
from game.solver.service import SolverService
from tests.game.fair.hidden import any_game, knowledge_of, look_alikes, plan, play, poisoned, seen
from tests.game.fair.jobs import Broken, Endless
from tests.game.reading import imported, older, parse_move, played
from tests.game.solver.asking import DEAL as OTHER
from tests.game.solver.asking import answered, process_of, rested, settle, until
from tests.game.table import easy_deck
from tests.game.trees import undo
from tests.seed import a_few, chance
from tests.truth.check import SOLVED
from tools import make_fair_odds
from tools.make_calibration import fit, tier

FEW = 2
"""A small number of samples, for tests in which the advice needn't be good."""


@pytest.mark.parametrize("rules", SOLVED)
def test_advice_depends_on_nothing_hidden(rules: str) -> None:
    """Games that differ only in what the player can't see get the same advice."""
    random = chance("advice", rules)
    deal, states = any_game(random, rules, 5)
    alike = look_alikes(states, random)
    advices = [advise(knowledge_of(deal, history), FEW, seed=7) for history in alike]
    assert repr(advices[0]) == repr(advices[1]) == repr(advices[2])
    for candidate in advices[0].candidates:
        one, other = (play(deal, history[-1], candidate.moves) for history in alike[:2])
        assert len(one[STOCK]) == len(other[STOCK])


@pytest.mark.parametrize("rules", SOLVED)
def test_a_plan_ends_with_the_first_card_that_was_hidden(rules: str) -> None:
    random = chance("plans", rules)
    for _ in range(4):
        deal, states = any_game(random, rules, 12)
        knowledge = knowledge_of(deal, states)
        for candidate in () if knowledge.is_complete else advise(knowledge, FEW).candidates:
            state = play(deal, states[-1], candidate.moves[:-1])
            assert seen([state]) <= seen(states)


@pytest.mark.parametrize("rules", a_few(SOLVED, 2, "fair games"))
def test_a_game_played_by_the_adviser_is_legal_and_repeatable(rules: str) -> None:
    deal = numbered(CANFIELD, chance("game", rules).randrange(10**6), rules)
    layout = deal.layout()
    decisions = list(play_on(deal.kind, layout, SeenSoFar(), samples=FEW))
    moves = [move for decision in decisions for move in decision.moves]
    line = replay(deal, moves)
    assert line.refusal is None
    assert line.states[1:] == [state for decision in decisions for state in decision.positions]
    last = decisions[-1].advice
    assert deal.engine.won(line.last) or (last is not None and last.is_to_stop)
    again = play_on(deal.kind, layout, SeenSoFar(), samples=FEW)
    assert [decision.moves for decision in again] == [decision.moves for decision in decisions]


class TestEnds:
    def test_where_nothing_is_hidden_the_chance_is_exact(self) -> None:
        deal = Deal(CANFIELD, rules="hoyle", deck=parse_deck(easy_deck()))
        knowledge = Knowledge.of(deal.kind, deal.layout(), SeenSoFar(0, 0))
        advice = advise(knowledge, 16)
        assert advice.exact and advice.grounds is Grounds.KNOWN
        assert advice.chance == 1.0
        assert deal.engine.won(play(deal, deal.layout(), advice.moves))
        assert list(advice_so_far(knowledge))[1:] == []

    def test_a_hopeless_layout_is_not_paid_for_and_a_stopped_game_is_over(self) -> None:
        deals = (numbered(CANFIELD, number, "casino") for number in count(1))
        advices = ((deal, advise(Knowledge.of(deal.kind, deal.layout()), FEW)) for deal in deals)
        deal, advice = next(found for found in advices if found[1].is_to_stop)
        assert advice.moves == (Move(Verb.STOP),) and advice.stopping == -13
        assert advice.expected is None or advice.expected.account < -13
        state = play(deal, deal.layout(), advice.moves)
        advice = advise(Knowledge.of(deal.kind, state), FEW)
        assert advice.grounds is Grounds.OVER and advice.is_to_stop and advice.stopping == -13

    def test_where_no_plan_is_left_the_chance_is_zero(self) -> None:
        decisions = []
        for number in range(400001, 400010):
            deal = numbered(CANFIELD, number)
            decisions = list(play_on(deal.kind, deal.layout(), SeenSoFar(), samples=FEW))
            if not deal.engine.won(decisions[-2].positions[-1]):
                break
        advice = decisions[-1].advice
        assert advice is not None and advice.grounds is Grounds.NO_PLAN
        assert advice.moves == () and advice.chance == 0.0


WIN, LOSS = Outcome(52, 0), Outcome(9, 0)


def sampled(tried: list[Outcome], best: list[Outcome]) -> Expected:
    """Return what can be expected from a plan. Its outcomes are in ``tried``. The outcomes of the
    best plan are in ``best``."""
    deal = numbered(CANFIELD, 5)
    knowledge, board = Knowledge.of(deal.kind, deal.layout()), CanfieldBoard(deal.layout())
    mine, other = (Plan((), deal.layout(), board, 1, outcomes) for outcomes in (tried, best))
    return _candidate(knowledge, 8, mine, mine if tried is best else other).sampled


def test_few_samples_prove_little_and_a_plan_is_as_far_behind_as_where_both_were_tried() -> None:
    for won, lost, expected in ((0, 4, 0.1), (4, 0, 0.9), (8, 8, 0.5)):
        outcomes = [WIN] * won + [LOSS] * lost
        assert sampled(outcomes, outcomes).chance == expected
    best = [WIN] * 4 + [LOSS] * 4
    whole, half = (4.5 / 9, 2.5 / 3)
    assert sampled([WIN, LOSS], best).chance == pytest.approx(whole - (half - 1.5 / 3))
    assert sampled([LOSS, LOSS], best).chance == 0.0
    assert sampled([WIN, WIN], best).chance == pytest.approx(whole), "lucky where it was tried"
    unlucky = [LOSS, LOSS, WIN, WIN, WIN]
    after, first = sampled([WIN, WIN], unlucky), sampled(unlucky, unlucky)
    assert (after.chance, after.account) == (first.chance, first.account)


def test_a_free_look_is_taken_unless_it_costs_something_or_shows_nothing() -> None:
    deal = numbered(CANFIELD, 3)
    layout = deal.layout()
    advice = advise(Knowledge.of(deal.kind, layout), FEW)
    assert advice.grounds is Grounds.FREE_LOOK and advice.moves == (Move(Verb.DEAL),)
    assert not free_look(Knowledge.of(deal.kind, layout, SeenSoFar(stock=0)))
    random, met = chance("look"), 0
    while not met:
        deal, states = any_game(random, "hoyle", 60)
        for state in states:
            if state[STOCK] and len(state[WASTE]) % 3:
                met += 1
                assert not free_look(Knowledge.of(deal.kind, state)), "dealing would lose a place"
    for rules in ("xpat2", "casino"):
        deal = numbered(CANFIELD, 3, rules)
        assert not free_look(Knowledge.of(deal.kind, deal.layout()))


class TestSearch:
    def test_advice_comes_in_stages_and_can_be_cancelled_between_two_searches(self) -> None:
        deal = numbered(CANFIELD, 5)
        knowledge = Knowledge.of(deal.kind, deal.layout(), SeenSoFar(reserve=4, stock=0))
        first = next(advice_so_far(knowledge, seed=3))
        assert first == advise(knowledge, STAGES[0], seed=3)
        assert first.samples == STAGES[0]
        asked = count()
        with pytest.raises(Cancelled):
            advise(knowledge, 16, cancelled=lambda: next(asked) >= 3)
        assert next(asked) == 4
        assert list(advice_so_far(knowledge, cancelled=lambda: True)) == []

    def test_better_plans_are_tried_longer(self) -> None:
        deal = numbered(CANFIELD, 5)
        knowledge = Knowledge.of(deal.kind, deal.layout(), SeenSoFar(reserve=8, stock=0))
        candidates = advise(knowledge, 8).candidates
        tried = [candidate.samples for candidate in candidates]
        assert tried == sorted(tried, reverse=True) and tried[0] == 8
        assert candidates[0].behind == candidates[0].error == 0.0
        assert all(candidate.behind >= 0 for candidate in candidates if candidate.samples == 8)
        best = candidates[0].expected
        for other in candidates[1:]:
            assert 0 <= other.expected.chance <= best.chance, "given up, yet said to be better"
            assert other.expected.account <= best.account


@pytest.mark.parametrize(("samples", "percent"), [(16, 30), (64, 31)])
def test_a_chance_is_rounded_as_the_number_of_samples_allows(samples: int, percent: int) -> None:
    assert Advice((), Grounds.NO_PLAN, 0, samples).rounded_percent(0.314) == percent


@pytest.mark.parametrize("curves", fitted(), ids=lambda row: f"{row.rules}-{row.samples}")
def test_calibration_keeps_the_order_of_plans(curves: Calibration) -> None:
    shares = [curves.chance(share / 128) for share in range(129)]
    assert shares == sorted(set(shares))
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    accounts = [curves.account(forecast, -47) for forecast in range(-60, 500)]
    assert accounts == sorted(set(accounts))
    assert curves.account(-47, -47) == -47


MEASURE = (
    "play some hundred deals by python -m tools.make_fair_odds RULES FIRST-LAST {} FILE, then run "
    "python -m tools.make_calibration FILE --write"
)


@pytest.mark.parametrize("rules", SOLVED)
def test_each_rule_set_is_calibrated_for_few_samples_and_for_more(rules: str) -> None:
    for samples in STAGES[:2]:
        curves = calibration_of(rules, samples)
        assert curves.samples == tier(samples) and curves.games >= 20, MEASURE.format(samples)
    assert calibration_of(rules, 5) == calibration_of(rules, STAGES[0])


@pytest.mark.parametrize("rules", ["hoyle", "casino"])
def test_an_advice_is_calibrated(rules: str) -> None:
    deal = numbered("canfield", 5, rules)
    state = deal.layout()
    advice = advise(Knowledge.of(deal.kind, state, SeenSoFar(stock=0)), 4)
    curves, now = calibration_of(rules, 4), amount(RULE_SETS[rules].payment, 1, 0)
    told, plain = advice.expected, advice.sampled
    assert told.chance == curves.chance(plain.chance) != plain.chance
    assert told.account == curves.account(plain.account, now) != plain.account
    assert (told.cards, told.turns) == (plain.cards, plain.turns)


def test_a_fit_finds_the_curves_of_made_up_games() -> None:
    """If odds of ``o`` are forecast, the true odds are ``0.5 * o**0.7``. If a gain of ``x`` is
    forecast, the true gain is ``4 * x**0.8`` on average."""
    random, games = Random(5), []
    for _ in range(4000):
        share, gain = random.uniform(0.02, 0.98), random.uniform(0, 200)
        odds = 0.5 * (share / (1 - share)) ** 0.7
        won = random.random() < odds / (1 + odds)
        came = -47 + 4 * gain**0.8 * random.uniform(0.5, 1.5)
        decision = (share, -47 + gain, 1.0, 12, -47)
        games.append({"won": won, "account": came, "decisions": [decision, (0.0, None, 1.0, 1, 0)]})
    curves = fit("casino", 8, games)
    assert curves.odds == pytest.approx(0.5, rel=0.15)
    assert curves.slope == pytest.approx(0.7, rel=0.15)
    assert curves.account(100 - 47, -47) == pytest.approx(-47 + 4 * exp(0.8 * 4.60517), rel=0.05)
    assert curves.decisions == 4000


def test_no_more_is_expected_than_can_be_won(monkeypatch: pytest.MonkeyPatch) -> None:
    curves = Calibration("casino", 4, gain=1000.0)
    monkeypatch.setattr(adviser, "calibration_of", lambda rules, samples: curves)
    deal = numbered("canfield", 5, "casino")
    expected = advise(Knowledge.of(deal.kind, deal.layout(), SeenSoFar(stock=0)), 4).expected
    assert expected is not None and expected.account == amount(RULE_SETS["casino"].payment, 52, 0)


# -- following a plan ------------------------------------------------------------------------------


DEAL = numbered("canfield", 2, "xpat2")
LAYOUT = DEAL.layout()
BEST, SECOND, THIRD = (
    plan("23 34 d", 0.5),
    plan("23 d", 0.45, behind=0.05, error=0.02),
    plan("d", 0.4, behind=0.1, error=0.02),
)
ADVICE = Advice((BEST, SECOND, THIRD), Grounds.BEST, -47, 64, BEST.moves)


def texts(advice: Advice) -> list[str]:
    return [" ".join([move.text for move in one.moves]) for one in advice.candidates]


def test_only_plans_that_begin_with_the_moves_made_are_left_of_an_advice() -> None:
    kind, after = DEAL.kind, play(DEAL, LAYOUT, BEST.moves[:1])
    rest = advice_after(kind, LAYOUT, ADVICE, after)
    assert texts(rest) == ["34 d", "d"]
    assert rest.moves == rest.candidates[0].moves and rest.chance == 0.5
    again = play(DEAL, after, BEST.moves[1:2])
    further = advice_after(kind, after, rest, again)
    assert texts(further) == ["d"] and further.grounds is Grounds.BEST
    assert texts(advice_after(kind, LAYOUT, ADVICE, again)) == ["d"], "two moves at once"
    assert advice_after(kind, LAYOUT, ADVICE, play(DEAL, LAYOUT, THIRD.moves)) is None, "a deal"
    other = play(DEAL, LAYOUT, (parse_move("34", "canfield"),))
    assert advice_after(kind, LAYOUT, ADVICE, other) is None


def test_a_plan_is_compared_with_those_that_are_left() -> None:
    third = plan("23 34 d", 0.44, behind=0.06, error=0.02)
    advice = Advice((THIRD, SECOND, third), Grounds.BEST, -47, 64, THIRD.moves)
    rest = advice_after(DEAL.kind, LAYOUT, advice, play(DEAL, LAYOUT, SECOND.moves[:1]))
    assert rest.grounds is Grounds.EQUAL
    assert [round(one.behind, 6) for one in rest.candidates] == [0.0, 0.01]


@pytest.mark.parametrize("rules", SOLVED)
def test_what_stopping_brings_is_updated_after_a_move(rules: str) -> None:
    deal = numbered("canfield", 2, rules)
    one = plan("i 23 d" if rules == "casino" else "34 23 d", 0.5)
    advice = Advice((one,), Grounds.KNOWN, -1, 64, one.moves)
    after = play(deal, deal.layout(), one.moves[:1])
    rest = advice_after(deal.kind, deal.layout(), advice, after)
    assert rest.grounds is Grounds.KNOWN and rest.stopping == account(deal.rule_set, after)


def test_only_rules_that_a_solver_knows_are_measured(unsolved: GameKind, tmp_path: Path) -> None:
    for rules, why in (
        ("whist", "no such rule set: whist"),
        (unsolved.rules, "no solver knows the rules of unsolved"),
    ):
        with pytest.raises(SystemExit, match=why):
            make_fair_odds.main([str(rules), "1-2", "4", str(tmp_path / "fair.jsonl")])


# -- advice from the solver's process --------------------------------------------------------------


DEAL_WITH_STOCK = numbered("canfield", 5)


def test_a_question_sent_to_the_process_holds_nothing_hidden() -> None:
    layout = DEAL_WITH_STOCK.layout()
    kind, looked = DEAL_WITH_STOCK.kind, SeenSoFar(reserve=9)
    known = seen([layout]) | set(layout[RESERVE][8:])
    blind = FairAdvice(Knowledge.of(kind, poisoned(layout, known), looked))
    assert pickle.loads(pickle.dumps(blind)) == FairAdvice(Knowledge.of(kind, layout, looked))


def test_advice_comes_in_several_answers(warm: SolverService) -> None:
    layout = DEAL_WITH_STOCK.layout()
    job = FairAdvice(Knowledge.of(DEAL_WITH_STOCK.kind, layout, SeenSoFar(3, 0)), seed=4)
    assert warm.result(job) is None
    warm.run(job)
    answers: list[Advice] = []

    def all_told() -> bool:
        if warm.poll() and (advice := warm.result(job)) is not None:
            answers.append(advice)
        return not warm.does_other_work

    until(all_told)
    assert answers[0] in (advise(job.knowledge, samples, seed=4) for samples in STAGES[:2])
    assert answers[-1].samples == 2, "two cards can lie in two ways"


def begun(service: SolverService, job: Endless) -> None:
    """Start ``job``, and wait for its first answer."""
    service.run(job)
    until(lambda: service.poll() and service.result(job) == 1)


def test_a_job_is_started_anew_only_if_it_was_ended_from_outside(fresh: SolverService) -> None:
    begun(fresh, Endless(1))
    number = fresh._number
    fresh.run(Endless(1))
    assert fresh.does_other_work and fresh._number == number
    fresh.ask(OTHER, OTHER.layout())
    settle(fresh)
    rested(fresh)
    begun(fresh, Endless(1))
    assert fresh._number == number + 1, "after a question"
    begun(fresh, Endless(2))
    fresh.cancel()
    fresh.run(Endless(2))
    assert fresh._number == number + 3, "after a cancel"
    process_of(fresh).kill()
    rested(fresh)
    begun(fresh, Endless(2))
    assert fresh._number == number + 4, "after the end of its process"


def test_a_failing_job_does_not_end_the_service(warm: SolverService) -> None:
    warm.run(Broken())
    rested(warm)
    number = warm._number
    warm.run(Broken())
    assert warm.result(Broken()) == 1 and warm._number == number, "it has come to its end"
    assert warm.is_available and answered(warm, OTHER)


# -- what a player knows: every card that has lain open, and no other ------------------------------


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("moves", [0, 6, 25, 60])
def test_a_player_knows_what_lay_open_and_the_rest_may_lie_anyhow(rules: str, moves: int) -> None:
    deal, states = any_game(chance("open", rules, moves), rules, moves)
    now, known, knowledge = states[-1], seen(states), knowledge_of(deal, states)
    hidden = [card for pile in (RESERVE, STOCK) for card in now[pile] if card not in known]
    assert sorted(hidden) == list(knowledge.unseen) or len(hidden) == 1
    assert knowledge.is_complete == (len(hidden) < 2)
    for pile, cards in now.piles.items():
        for card, shown in zip(cards, knowledge.state[pile], strict=True):
            assert (card == shown) if card in known or len(hidden) < 2 else (shown in hidden)
    orders = knowledge.samples(5, 1)
    assert orders == knowledge.samples(5, 1)
    for order in orders:
        assert sorted(order) == list(knowledge.unseen)
        state = knowledge.completed(order)
        assert Counter(c for pile in state.piles.values() for c in pile) == Counter(PACK)
        assert Knowledge.of(deal.kind, state, SeenSoFar().after_all(states)) == knowledge


def test_each_order_of_hidden_cards_is_sampled_equally_often() -> None:
    deal = numbered("canfield", 1)
    layout = deal.layout()
    knowledge = Knowledge.of(deal.kind, layout, SeenSoFar(reserve=5, stock=0))
    assert len(knowledge.unseen) == 4
    counts = Counter(order for seed in range(300) for order in knowledge.samples(10, seed))
    assert len(counts) == 24 and min(counts.values()) > 70 and max(counts.values()) < 190
    assert sorted(knowledge.samples(24, 0)) == sorted(counts)


def test_reading_a_hidden_card_is_noticed() -> None:
    state = numbered("canfield", 1).layout()
    with pytest.raises(AssertionError):
        poisoned(state, seen([state]))[STOCK].index(state[RESERVE][-1])


def looked_at() -> Session:
    session = played(numbered("canfield", 1), "d d d")
    undo(session, 3)
    return session


def test_cards_seen_in_moves_taken_back_stay_known() -> None:
    session = looked_at()
    stock = session.layout[STOCK]
    assert session.seen.stock == len(stock) - 9
    session.do(parse_move("32", "canfield"))
    assert not session.undone and session.seen == SeenSoFar(12, len(stock) - 9)
    knowledge = Knowledge.of(session.deal.kind, session.state, session.seen)
    assert (knowledge.reserve, knowledge.stock) == (11, len(stock) - 9)
    assert knowledge.state[STOCK][-9:] == stock[-9:]


def test_what_was_seen_is_saved() -> None:
    session = looked_at()
    session.do(Move(Verb.DEAL))
    data = older(session)
    assert imported(data).seen == session.seen
    # Older programs didn't save what was seen, so only the actions done and undone count.
    del data["looked"]
    data["undone"] = []
    assert imported(data).seen.stock == len(session.layout[STOCK]) - 3
    old = older(looked_at())
    del old["looked"]
    assert imported(old).seen == session.seen


@pytest.mark.parametrize("wrong", [3, [1], ["1", 2], [1, 2, 3], [-1, 5], [5, -1], None])
def test_a_meaningless_value_of_what_was_seen_counts_as_damage(wrong: object) -> None:
    head, _, tree = saved_text(looked_at()).partition("\n")
    text = json.dumps({**json.loads(head), "looked": wrong}) + "\n" + tree
    session, whole = read_saved(text, "canfield")
    assert not whole and session.seen.stock == len(session.layout[STOCK]) - 9
