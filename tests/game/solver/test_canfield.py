"""The Canfield solver against a plain search on hundreds of positions, and against itself."""

from __future__ import annotations

import gc
from itertools import count
from random import Random

import pytest

from game.core.cards import deck_order
from game.core.moves import Move, Refusal, Verb
from game.core.state import RESERVE, STOCK, WASTE, State
from game.rules.canfield import RULE_SETS, Canfield, RuleSet
from game.rules.counting import account
from game.solver import canfield_search
from game.solver.answer import Answer, Verdict
from game.solver.canfield_board import CanfieldBoard, Packs, cards_of
from game.solver.canfield_solver import Line, best_account, solve
from tests.game.solver.canfield_ends import all_moves, random_end
from tests.game.solver.plain_canfield import plain_search
from tests.seed import a_few, chance
from tests.truth.cases import SOLVED

ENDS, ENDS_IN_RUNS = (200, 6, 16, 1500), (200, 7, 13, 1500)
"""How many end positions, with from how many to how many cards, and how far to try them out; the
same where parts of columns move."""


def play(rules: Canfield, state: State, moves: tuple[Move, ...]) -> State:
    for move in moves:
        found = rules.resolve(state, move)
        assert not isinstance(found, Refusal), (move.text, found)
        state = rules.expand(state, found)[-1].after
    return state


def check_lines(rule_set: RuleSet, state: State, answer: Answer) -> None:
    rules = Canfield(rule_set)
    if answer.verdict is Verdict.WINNABLE:
        assert play(rules, state, answer.moves).cards_home == 52
    else:
        assert answer.moves == ()
    if answer.best_cards is not None:
        assert play(rules, state, answer.best_moves).cards_home == answer.best_cards


@pytest.mark.parametrize("key", SOLVED)
def test_agrees_with_a_plain_search_on_end_positions(key: str) -> None:
    rule_set, rng = RULE_SETS[key], chance("ends", key)
    positions, fewest, most, limit = ENDS_IN_RUNS if rule_set.parts_may_move else ENDS
    lost = 0
    for _ in range(positions):
        state = random_end(rng, rule_set, rng.randint(fewest, most))
        truth = plain_search(key, state, limit)
        if truth is None:
            continue
        answer = solve(state, rule_set, time_limit=60)
        assert (answer.verdict, answer.best_cards, answer.best_exact) == (
            Verdict.WINNABLE if truth[0] == 52 else Verdict.LOST,
            truth[0],
            True,
        ), state
        check_lines(rule_set, state, answer)
        lost += truth[0] < 52
    assert lost


@pytest.mark.parametrize("key", SOLVED)
def test_the_best_account_is_that_of_a_plain_search(key: str) -> None:
    rule_set, rng = RULE_SETS[key], chance("accounts", key)
    for _ in range(30):
        state = random_end(rng, rule_set, rng.randint(5, 6 if rule_set.parts_may_move else 12))
        truth = plain_search(key, state, 1500, par=True)
        if truth is None:
            continue
        best = best_account(state, rule_set, time_limit=60)
        assert best.exact
        assert best.account == truth[1], state
        after = play(Canfield(rule_set), state, best.moves)
        assert account(rule_set, after) == best.account
        assert (after.cards_home, after.turns) == (best.cards, best.turns)


@pytest.mark.parametrize("key", a_few(SOLVED, 2, "on a line"))
def test_every_position_of_a_winning_line_can_be_won(key: str) -> None:
    rule_set = RULE_SETS[key]
    rules = Canfield(rule_set)
    state = rules.deal(deck_order(10))
    answer = solve(state, rule_set, time_limit=60)
    assert answer.verdict is Verdict.WINNABLE
    check_lines(rule_set, state, answer)
    for number, move in enumerate(answer.moves):
        state = play(rules, state, (move,))
        if number % 8:
            continue
        again = solve(state, rule_set, time_limit=60, clock=count(0, 0.02).__next__)
        assert again.verdict is not Verdict.LOST
        check_lines(rule_set, state, again)


@pytest.mark.parametrize("key", a_few(["hoyle", "xpat2", "casino"], 1, "lost"))
def test_no_way_on_from_a_lost_game_can_be_won(key: str) -> None:
    rule_set, rng = RULE_SETS[key], Random(6)
    rules = Canfield(rule_set)
    for number in (3,) if key == "hoyle" else (7,):
        start = rules.deal(deck_order(number))
        answer = solve(start, rule_set, time_limit=60)
        assert answer.verdict is Verdict.LOST
        assert answer.best_exact
        check_lines(rule_set, start, answer)
        state = start
        for _ in range(4):
            tokens = [*all_moves(state), Move(Verb.INSPECT), Move(Verb.PAY)]
            legal = [m for m in tokens if not isinstance(rules.resolve(state, m), Refusal)]
            state = play(rules, state, (rng.choice(legal),))
            answer = solve(state, rule_set, time_limit=60, want_best=False)
            assert answer.verdict is Verdict.LOST


def test_casino_pays_first_and_a_stopped_game_is_lost() -> None:
    rule_set = RULE_SETS["casino"]
    rules = Canfield(rule_set)
    start = rules.deal(deck_order(10))
    answer = solve(start, rule_set, time_limit=60)
    assert [move.text for move in answer.moves[:2]] == ["i", "p"]
    stopped = start.apply((), stopped=True)
    answer = solve(stopped, rule_set, time_limit=60)
    assert (answer.verdict, answer.best_cards) == (Verdict.LOST, 1)
    assert best_account(stopped, rule_set, time_limit=1).account == -13


def test_the_casinos_best_may_be_to_stop_at_once() -> None:
    rule_set = RULE_SETS["casino"]
    start = Canfield(rule_set).deal(deck_order(3))
    best = best_account(start, rule_set, time_limit=60)
    assert (best.account, best.exact, [move.text for move in best.moves]) == (-13, True, ["x"])


def test_columns_are_filled_by_hand_where_that_is_the_rule() -> None:
    rule_set = RULE_SETS["xpat2"]
    rules = Canfield(rule_set)
    answer = solve(rules.deal(deck_order(10)), rule_set, time_limit=60)
    filled = [m for m in answer.moves if m.source == RESERVE and m.text[1] in "1234"]
    assert filled


def test_gives_up_at_once_when_cancelled() -> None:
    rule_set = RULE_SETS["hoyle"]
    start = Canfield(rule_set).deal(deck_order(8))
    answer = solve(start, rule_set, time_limit=60, cancelled=lambda: True)
    assert answer.verdict is Verdict.UNDECIDED
    assert answer.positions < 200
    assert answer.best_cards is not None
    assert not answer.best_exact


@pytest.mark.parametrize("enabled", [True, False])
def test_leaves_the_collector_of_cycles_as_it_was(enabled: bool) -> None:
    rule_set = RULE_SETS["xpat2"]
    start = Canfield(rule_set).deal(deck_order(8))
    during = set[bool]()

    def asked() -> bool:
        during.add(gc.isenabled())
        return False

    was = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        solve(start, rule_set, time_limit=0.05, cancelled=asked)
        best_account(start, rule_set, time_limit=0.05, cancelled=asked)
        after = gc.isenabled()
    finally:
        (gc.enable if was else gc.disable)()
    assert during == {False}
    assert after is enabled


@pytest.mark.parametrize("key", ["hoyle", "aisleriot"])
def test_gives_up_before_the_memory_runs_out(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canfield_search, "MOST_MET", 1000)
    rule_set = RULE_SETS[key]
    start = Canfield(rule_set).deal(deck_order(23))
    search = canfield_search.CanfieldSearch(CanfieldBoard(start), rule_set, returns=False)
    assert search.run(lambda: False) is None
    assert len(search.seen) + len(search.dead) < 1500
    answer = solve(start, rule_set, time_limit=600)
    assert answer.verdict is Verdict.UNDECIDED
    assert not answer.best_exact
    check_lines(rule_set, start, answer)


def test_reachable_cards_are_those_of_the_real_pack() -> None:
    packs = Packs()
    for size in range(1, 12):
        pack = packs.number(bytes(range(size)))
        for waste in range(size + 1):
            tops, place = set(), waste
            for _ in range(2 * size):
                if place:
                    tops.add(place - 1)
                place = min(place + 3, size) if place < size else 0
            assert set(cards_of(packs.reach(pack, waste))) == tops, (size, waste)


def test_a_card_that_cannot_come_up_ends_a_line() -> None:
    """Rather than turning the waste over for ever, should the search ask for such a card."""
    rules = Canfield(RULE_SETS["hoyle"])
    state = rules.deal(deck_order(1))
    within = cards_of(CanfieldBoard(state).start_reach)
    board = CanfieldBoard(state)
    pack = [*state[WASTE], *reversed(state[STOCK])]
    for card in pack:
        line = Line(rules, state)
        if board.number(card) in within:
            line.bring_up(card)
            assert line.state[WASTE][-1] == card
        else:
            with pytest.raises(AssertionError, match="not within reach"):
                line.bring_up(card)
