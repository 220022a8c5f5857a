"""Tests of probes, the short random searches of the fair adviser."""

from __future__ import annotations

from random import Random

import pytest

from game.core.state import WASTE, SeenSoFar, State
from game.fair.adviser import effort
from game.fair.knowledge import Knowledge
from game.fair.probe import HOME, PAID_HOME, Chart, Probe, Trail, dive, moves_to
from game.fair.trials import Trials
from game.rules.canfield import RULE_SETS, Canfield
from game.rules.registry import CANFIELD, numbered
from game.solver.answer import Verdict, never_cancelled
from game.solver.canfield_board import BASES, FOLLOWERS, CanfieldBoard, Node
from game.solver.canfield_search import CanfieldSearch, Useful
from game.solver.canfield_solver import Line, solve
from tests.game.fair.hidden import any_game, knowledge_of, walked
from tests.seed import chance
from tests.truth.check import SOLVED

WON_AT_ONCE = (10, 27, 31, 40)
"""Deals that a single probe wins under both ``hoyle`` and ``aisleriot``."""
PARTED = (73, 80, 139)
"""Deals in which random play leads to positions with useless moves."""


def probed(
    state: State, chart: Chart, budget: int, start: Node | None = None, noise: float = 16
) -> Probe:
    """Probe ``state``. If ``start`` is None, the probe begins at the start of the chart."""
    start = start or chart.start()
    return dive(chart, start, len(state[WASTE]), budget, Random(3), noise)


@pytest.mark.parametrize("rules", SOLVED)
def test_a_position_is_found_again_in_each_completion(rules: str) -> None:
    deal, states = any_game(chance("completion", rules), rules, 20)
    knowledge = knowledge_of(deal, states)
    sketch = CanfieldBoard(knowledge.state)
    for cards in knowledge.samples(3, 5):
        unseen, drawn = (bytes(map(sketch.number, some)) for some in (knowledge.unseen, cards))
        chart = Chart(_beside(sketch, knowledge.completed(cards)), RULE_SETS[rules])
        exchange = bytes.maketrans(unseen, drawn)
        assert chart.place(sketch, len(states[-1][WASTE]), exchange) == chart.start()


@pytest.mark.parametrize("rules", SOLVED)
def test_the_real_game_follows_a_probe_and_counts_its_redeals(rules: str) -> None:
    random, rule_set, turned = chance("redeals", rules), RULE_SETS[rules], 0
    for _ in range(12):
        state = any_game(random, rules, random.randrange(30))[1][-1]
        chart = Chart(CanfieldBoard(state), rule_set)
        probe = probed(state, chart, 60)
        line = Line(Canfield(rule_set), state)
        line.begin()
        line.follow(chart.board, moves_to(probe.trail))
        assert line.state.cards_home == probe.cards == probe.trail[2][1].bit_count()
        assert probe.turns == (line.state.turns - state.turns if chart.redeals_cost else 0)
        turned += probe.turns
    assert bool(turned) is chart.redeals_cost


@pytest.mark.parametrize("rules", ["xpat2", "casino"])
def test_a_longer_probe_never_ends_poorer(rules: str) -> None:
    """A probe scores its cards home minus its redeals. Longer probes never score less."""
    random, rule_set = chance("further", rules), RULE_SETS[rules]
    turned = 0
    while turned < 5:
        state = numbered("canfield", random.randrange(10**6), rules).layout()
        chart, worth = Chart(CanfieldBoard(state), rule_set), 0
        for budget in range(0, 60, 4):
            probe = probed(state, chart, budget)
            assert probe.cards - probe.turns >= worth
            worth = probe.cards - probe.turns
        turned += probe.turns > 0


@pytest.mark.parametrize("rules", ["hoyle", "aisleriot"])
def test_a_probe_that_meets_a_won_line_can_really_win(rules: str) -> None:
    rule_set = RULE_SETS[rules]
    shared = 0
    for number in WON_AT_ONCE:
        deal = numbered("canfield", number, rules)
        layout = deal.layout()
        sketch = CanfieldBoard(layout)
        chart = Chart(sketch, rule_set)
        trail: Trail | None = probed(layout, chart, 200, noise=5).trail
        need = 0
        while trail is not None:
            _, number, node, trail, _, _ = trail
            assert chart.won[number] == need
            first = 1 << (node[6][0] >> 6) if node[6] else 0
            if trail is not None and sketch.packs.mask[trail[2][3]] & first:
                need = first
        states = walked(deal, chance("shared", rules, number), 12)
        for state in (layout, *states[::-4]):
            start = chart.place(_beside(sketch, state), len(state[WASTE]), bytes(range(256)))
            probe = probed(state, chart, 12, start, noise=5)
            if probe.cards == 52 and probe.trail[2][1].bit_count() < 52:
                shared += 1
                assert solve(state, rule_set, time_limit=60).verdict is Verdict.WINNABLE
    assert shared >= len(WON_AT_ONCE)


def test_a_won_line_is_met_one_move_later_too() -> None:
    layout = numbered("canfield", 400003).layout()
    board = CanfieldBoard(layout)
    chart = Chart(board, RULE_SETS["hoyle"])
    start = chart.start()
    _, number, node, _ = chart.successors(chart.number(start), start)[-1]
    for need, wins in ((0, True), (board.packs.mask[node[3]] & ~node[4], False)):
        chart.won.clear()
        chart.won[number] = need
        probe = probed(layout, chart, 1, start)
        assert (probe.cards == 52) is wins
        assert (probe.trail[1] == number) is wins


def test_what_a_probe_proves_lost_is_lost_by_the_exact_search() -> None:
    random, proven = chance("lost"), 0
    while proven < 3:
        state = any_game(random, "hoyle", 60)[1][-1]
        chart = Chart(CanfieldBoard(state), RULE_SETS["hoyle"])
        start = chart.start()
        probe = probed(state, chart, 60)
        reach = chart.lost.get(chart.number(start))
        assert (reach is not None) == (probe.is_exhausted and probe.cards < 52)
        if reach is not None:
            proven += 1
            assert reach == start[4]
            assert solve(state, RULE_SETS["hoyle"], time_limit=60).verdict is Verdict.LOST


@pytest.mark.parametrize("rules", SOLVED)
def test_each_successor_is_valued_as_by_the_exact_search(rules: str) -> None:
    """Try deals until a position comes up twice with different cards to play from the stock."""
    random, rule_set = chance("successors", rules), RULE_SETS[rules]
    weight = PAID_HOME if rule_set.payment.per_turn else HOME
    elsewhere = 0
    while not elsewhere:
        board = CanfieldBoard(numbered("canfield", random.randrange(10**6), rules).layout())
        chart = Chart(board, rule_set)
        plain = Useful(board, rule_set, returns=rule_set.foundations_give_back)
        nodes, first = [chart.start()], dict[int, int]()
        for _ in range(150):
            if not nodes:
                break
            node = nodes.pop(random.randrange(len(nodes)))
            for value, number, child, home in chart.successors(chart.number(node), node):
                assert (number, home) == (chart.number(child), child[1].bit_count())
                assert value == plain.value(child) - weight * home
                elsewhere += first.setdefault(number, child[4]) != child[4]
                nodes.append(child)


def test_a_probe_leaves_out_only_useless_moves() -> None:
    """Splitting a column is useless if the uncovered card can't go home. Taking a card back from a
    foundation is useless if nothing in the columns can be put on it."""
    rule_set, parted, returned = RULE_SETS["aisleriot"], 0, 0
    for number in PARTED:
        deal = numbered("canfield", number, "aisleriot")
        board = CanfieldBoard(walked(deal, Random(number), 80)[-1])
        chart, plain = Chart(board, rule_set), CanfieldSearch(board, rule_set, returns=True)
        start, table = chart.start(), board.columns
        tried = [found[2][6] for found in chart.successors(chart.number(start), start)]
        every = [child[6] for child in plain.children(start)]
        assert [moves for moves in every if moves in tried] == tried
        columns, home = start[:2]
        for moves in every:
            if moves in tried:
                continue
            card = moves[0] >> 6
            if home >> card & 1:
                returned += 1
                assert not any(table.mask[one] & FOLLOWERS[card] for one in columns)
                continue
            parted += 1
            column = next(one for one in columns if table.mask[one] >> card & 1)
            bared = table.cards(column)[table.cards(column).index(card) - 1]
            assert not (home << 4 | BASES) & ~home & 1 << bared
    assert parted and returned


def _beside(sketch: CanfieldBoard, state: State) -> CanfieldBoard:
    """Return a board for ``state`` that shares its packs and columns with ``sketch``."""
    return CanfieldBoard(state, sketch.packs, sketch.columns)


def test_completions_proven_lost_are_skipped_without_changing_the_outcome() -> None:
    """Some completions are won at once; others are proven lost."""
    deal = numbered(CANFIELD, 400018, "hoyle")
    knowledge = Knowledge.of(deal.kind, deal.layout(), SeenSoFar(stock=0))
    tries = effort(96)._replace(samples=12, looks=2, probes=2, again=3)
    spared, tried = (
        Trials(knowledge, tries._replace(skips_lost=skips), 3, never_cancelled)
        for skips in (True, False)
    )
    outcomes, others = ({p.moves: p.outcomes for p in one.best(())} for one in (spared, tried))
    assert [one.first for one in spared._completions] == [one.first for one in tried._completions]
    assert outcomes.keys() == others.keys()
    lost, seen = 0, set()
    for at, completion in enumerate(spared._completions):
        found = [
            (mine[at], theirs[at])
            for mine, theirs in zip(outcomes.values(), map(others.get, outcomes), strict=True)
            if theirs and at < min(len(mine), len(theirs))
        ]
        if not completion.is_hopeless:
            assert all(mine == theirs for mine, theirs in found)
            seen |= {mine.cards == 52 for mine, _ in found}
            continue
        state = knowledge.completed(completion.cards)
        assert solve(state, knowledge.rule_set, time_limit=60).verdict is Verdict.LOST
        assert all(mine.cards == completion.first.cards < 52 for mine, _ in found)
        assert all(theirs.cards < 52 for _, theirs in found)
        lost += any(mine != theirs for mine, theirs in found)
    assert lost and seen == {True, False}
