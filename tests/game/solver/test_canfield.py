"""Tests of the Canfield solver, mostly against an exhaustive search."""

from __future__ import annotations

import gc
from collections import Counter
from dataclasses import dataclass, fields
from itertools import permutations
from random import Random
from typing import Any

import pytest

from game.core.cards import deck_order
from game.core.state import Role, State
from game.rules.canfield import RULE_SETS, Canfield, RuleSet
from game.rules.counting import account
from game.solver import canfield_search
from game.solver.answer import Answer, Verdict
from game.solver.canfield_board import FOLLOWERS, CanfieldBoard, Node, Packs, cards_of
from game.solver.canfield_bound import runs_ending
from game.solver.canfield_moves import Moves
from game.solver.canfield_search import Seeker
from game.solver.canfield_solver import Line, best_account, knows, packed_moves, solve
from tests.game.reading import position
from tests.seed import chance
from tests.truth.canfield import Twin, highest_account
from tests.truth.check import SOLVED, random_end


def dealt(key: str, number: int) -> State:
    return Canfield(RULE_SETS[key]).deal(deck_order(number))


def check_lines(rule_set: RuleSet, state: State, answer: Answer) -> None:
    won = answer.verdict is Verdict.WINNABLE
    assert bool(answer.moves) is won
    if won:
        assert position(Canfield(rule_set), state, answer.moves).cards_home == 52
    if answer.best_cards is not None:
        best = position(Canfield(rule_set), state, answer.best_moves)
        assert best.cards_home == answer.best_cards


@pytest.mark.parametrize("key", SOLVED)
def test_verdict_and_most_cards_are_those_of_trying_everything(key: str) -> None:
    rule_set, rng, lost = RULE_SETS[key], chance("ends", key), 0
    for _ in range(200):
        cards = rng.randint(7, 13) if rule_set.parts_may_move else rng.randint(6, 16)
        state = random_end(rng, rule_set, cards)
        if (truth := Twin(rule_set, state).exhaust(1500)) is not None:
            answer = solve(state, rule_set, time_limit=60)
            verdict = Verdict.WINNABLE if truth == 52 else Verdict.LOST
            found = answer.verdict, answer.best_cards, answer.best_exact
            assert found == (verdict, truth, True), state
            check_lines(rule_set, state, answer)
            lost += truth < 52
    assert lost


@pytest.mark.parametrize("key", SOLVED)
def test_the_best_account_is_that_of_trying_everything(key: str) -> None:
    rule_set, rng = RULE_SETS[key], chance("accounts", key)
    for _ in range(30):
        state = random_end(rng, rule_set, rng.randint(5, 6 if rule_set.parts_may_move else 12))
        if (truth := highest_account(key, state, 1500)) is not None:
            best = best_account(state, rule_set, time_limit=60)
            assert (best.account, best.exact) == (truth, True), state
            after = position(Canfield(rule_set), state, best.moves)
            assert account(rule_set, after) == best.account


def test_the_casino_is_paid_first_and_a_stopped_game_is_lost() -> None:
    rule_set, start = RULE_SETS["casino"], dealt("casino", 10)
    assert [move.text for move in solve(start, rule_set, time_limit=60).moves[:2]] == ["i", "p"]
    stopped = start.apply((), stopped=True)
    answer = solve(stopped, rule_set, time_limit=60)
    assert (answer.verdict, answer.best_cards) == (Verdict.LOST, 1)
    assert best_account(stopped, rule_set, time_limit=1).account == -13
    best = best_account(dealt("casino", 3), rule_set, time_limit=60)
    result = best.account, best.exact, [move.text for move in best.moves]
    assert result == (-13, True, ["x"]), "to stop at once"


def test_a_cancelled_search_ends_at_once_with_what_it_has() -> None:
    answer = solve(dealt("hoyle", 8), RULE_SETS["hoyle"], time_limit=60, cancelled=lambda: True)
    assert (answer.verdict, answer.best_exact) == (Verdict.UNDECIDED, False)
    assert answer.positions < 200 and answer.best_cards is not None


@pytest.mark.parametrize("enabled", [True, False])
def test_garbage_collection_pauses_during_a_search(enabled: bool) -> None:
    during, was = set[bool](), gc.isenabled()

    def asked() -> bool:
        during.add(gc.isenabled())
        return False

    try:
        (gc.enable if enabled else gc.disable)()
        for search in (solve, best_account):
            search(dealt("xpat2", 8), RULE_SETS["xpat2"], time_limit=0.05, cancelled=asked)
        after = gc.isenabled()
    finally:
        (gc.enable if was else gc.disable)()
    assert during == {False} and after is enabled


@pytest.mark.parametrize("key", ["hoyle", "aisleriot"])
def test_a_search_stops_before_memory_runs_out(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canfield_search, "MOST_MET", 1000)
    rule_set, start = RULE_SETS[key], dealt(key, 23)
    search = canfield_search.CanfieldSearch(CanfieldBoard(start), rule_set, returns=False)
    assert search.run(lambda: False) is None
    assert len(search.seen) + len(search.dead) < 1500
    answer = solve(start, rule_set, time_limit=600)
    assert (answer.verdict, answer.best_exact) == (Verdict.UNDECIDED, False)
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


MIXTURES = 600
OPENING = (Role.RESERVE, Role.WASTE, Role.COLUMN, Role.FOUNDATION)


def mixture(rng: Random) -> RuleSet:
    """Return random rules. The solver can't handle all of them."""

    def some() -> frozenset[Role]:
        return frozenset(role for role in OPENING if rng.random() < 0.5)

    usual = rng.random() < 0.6
    return RuleSet(
        "mixture",
        "Mixture",
        rng.randrange(5),
        parts_may_move=rng.random() < 0.5,
        fills_itself=rng.random() < 0.5,
        open_with_reserve=frozenset({Role.RESERVE}) if usual else some(),
        open_without_reserve=some() | (frozenset(OPENING[1:]) if usual else frozenset()),
        foundations_give_back=rng.random() < 0.5,
        payment=rng.choice(list(RULE_SETS.values())).payment,
    )


def test_any_mixture_of_rules_is_solved_or_refused() -> None:
    rng, met, refused = chance("mixtures"), Counter[tuple[bool, bool, bool]](), 0
    for _ in range(MIXTURES):
        rule_set = mixture(rng)
        state = random_end(rng, rule_set, rng.randint(9, 16))
        answer = solve(state, rule_set, time_limit=60)
        assert answer.rules_known is knows(rule_set) or Canfield(rule_set).won(state)
        if not answer.rules_known:
            assert answer.verdict is Verdict.UNDECIDED
            assert not best_account(state, rule_set, time_limit=60).exact
            refused += 1
            continue
        assert answer.verdict is not Verdict.UNDECIDED
        check_lines(rule_set, state, answer)
        truth = Twin(rule_set, state).exhaust(1000) if answer.verdict is Verdict.LOST else None
        if truth is not None:
            assert (answer.best_cards, answer.best_exact) == (truth, True), (rule_set, state)
            kind = (rule_set.parts_may_move, rule_set.fills_itself, rule_set.foundations_give_back)
            met[kind] += 1
    assert len(met) > 5 and refused > MIXTURES // 10


def test_a_rule_set_with_an_unknown_field_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class Limited(RuleSet):
        redeals: int | None = None

    for key, row in RULE_SETS.items():
        values: list[Any] = [getattr(row, one.name) for one in fields(row)]
        unlimited, limited = (Limited(*[*values, redeals]) for redeals in (None, 0))
        assert knows(row) == knows(unlimited) and not knows(limited)
        answer = solve(dealt(key, 8), limited, time_limit=60)
        assert (answer.verdict, answer.rules_known) == (Verdict.UNDECIDED, False)


# -- parts of the solver: the relaxed game, moves and search ---------------------------------------


AISLERIOT = RULE_SETS["aisleriot"]


def fewest_runs(must: list[int], between: list[int], end: int) -> int:
    """Return the right result of ``runs_ending``, found by trying every subset of ``between``."""
    fewest = len(must)
    for choice in range(1 << len(between)):
        cards = must + [card for place, card in enumerate(between) if choice >> place & 1]
        host_of: dict[int, int] = {}
        for host in cards:
            if host != end:
                hosts_one(host, cards, host_of, set())
        fewest = min(fewest, len(cards) - len(host_of))
    return fewest


def hosts_one(host: int, cards: list[int], host_of: dict[int, int], tried: set[int]) -> bool:
    for card in cards:
        if FOLLOWERS[host] >> card & 1 and card not in tried:
            tried.add(card)
            if card not in host_of or hosts_one(host_of[card], cards, host_of, tried):
                host_of[card] = host
                return True
    return False


@pytest.mark.parametrize("ranks", [4, 6, 13])
def test_the_fewest_runs_are_those_of_trying_every_choice(ranks: int) -> None:
    rng = chance("runs", ranks)
    for _ in range(300):
        first = rng.randrange(13)
        near = [(first + rank) % 13 * 4 + suit for rank in range(ranks) for suit in range(4)]
        cards = rng.sample(near, rng.randint(2, min(len(near), 20)))
        number = rng.randint(max(1, len(cards) - 6), len(cards))
        must, between = cards[:number], cards[number:]
        end = rng.choice(must)
        found = runs_ending(sum(1 << c for c in must), sum(1 << c for c in cards), end)
        assert found == fewest_runs(must, between, end)


def places(nodes: list[Node]) -> list[tuple[object, ...]]:
    """Return ``nodes`` without their parents, in sorted order."""
    return sorted((*node[:5], *node[6]) for node in nodes)


@pytest.mark.parametrize("rules", SOLVED)
def test_the_order_of_columns_changes_nothing(rules: str) -> None:
    random, sent, filled, moved = chance("no order", rules), 0, 0, set()
    rule_set = RULE_SETS[rules]
    for _ in range(150):
        board = CanfieldBoard(random_end(random, rule_set, random.randint(8, 40)))
        moves = Moves(board, rule_set, returns=rule_set.foundations_give_back)
        node = moves.start()
        rest = board.home, len(board.reserve), board.start_pack, board.start_reach, None, ()
        settled = {moves.settle(list(one), *rest) for one in permutations(board.start_columns)}
        assert settled == {node}
        sent += len(node[6])
        filled += len(board.reserve) > node[2]
        children = moves.children(node)
        # A card taken back may go home again at once, but every single move changes something.
        assert all(child[:2] != node[:2] for child in children if len(child[6]) == 1)
        expected = places(children)
        moved.add(len(expected))
        for a, b, c, d in permutations(node[0]):
            columns = (a, b, c, d)
            # The solver expects empty columns to come first.
            if sorted(columns, key=bool) == list(columns):
                assert places(moves.children((columns, *node[1:]))) == expected
    assert sent and filled and len(moved) > 5


def test_a_seeker_wins_most_deals_that_can_be_won() -> None:
    won, rules = 0, Canfield(AISLERIOT)
    for deal in (1, 2, 4, 7, 11, 12):
        state = rules.deal(deck_order(deal))
        seeker, rng = Seeker(CanfieldBoard(state), AISLERIOT, returns=True), Random(deal)
        if any(seeker.dive(lambda: False, 250, rng) for _ in range(12)):
            line = Line(rules, state)
            line.follow(seeker.board, packed_moves(seeker.best))
            assert rules.won(line.state)
            won += 1
    assert won >= 3


def test_a_seeker_gives_up_in_time() -> None:
    board = CanfieldBoard(Canfield(AISLERIOT).deal(deck_order(75)))
    seeker = Seeker(board, AISLERIOT, returns=True)
    asked: list[int] = []

    def over() -> bool:
        asked.append(seeker.expanded)
        return True

    assert not seeker.dive(over, 10**6, Random(0))
    assert asked == [32]
    assert not seeker.dive(lambda: False, 100, Random(0))
    assert seeker.expanded == 132
