"""Probes: completions packed in common, and redeals counted as the real game counts them."""

from __future__ import annotations

from random import Random

import pytest

from game.core.piles import STOCK, WASTE
from game.core.state import Looked, State
from game.fair.knowledge import Knowledge
from game.fair.probe import Completed, PaidProbe, Probe, Won
from game.rules.canfield import RULE_SETS, Canfield
from game.rules.registry import numbered
from game.solver.answer import Verdict
from game.solver.canfield import solve
from game.solver.canfield_board import Board, Columns, Packs, cards_of
from game.solver.canfield_line import Line, packed_moves
from tests.game.fair.hidden import walked
from tests.seed import chance

WON_AT_ONCE = (10, 31, 33, 37)
"""Deals that one probe wins, under either rules."""


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_completion_is_the_board_of_its_position(rules: str) -> None:
    random = chance("completion", rules)
    deal = numbered("canfield", random.randrange(10**6), rules)
    states = walked(deal, random, 20)
    knowledge = Knowledge.of(deal.kind, states[-1], Looked().through(states))
    sketch = Board(knowledge.state)
    for cards in knowledge.samples(3, 5):
        numbers = [bytes(map(sketch.number, some)) for some in (knowledge.unseen, cards)]
        waste = len(states[-1][WASTE])
        found = Completed(sketch, waste, bytes.maketrans(numbers[0], numbers[1]))
        plain = Board(knowledge.completed(cards))
        for name in ("base", "reserve", "reserve_masks", "start_reach", "home", "start_columns"):
            assert getattr(found, name) == getattr(plain, name)
        assert found.packs.order[found.start_pack] == plain.packs.order[plain.start_pack]


@pytest.mark.parametrize("rules", ["xpat2", "casino"])
def test_redeals_are_counted(rules: str) -> None:
    """The line to the best position of a probe redeals as often in the real game."""
    random = chance("redeals", rules)
    turned = 0
    for _ in range(12):
        deal = numbered("canfield", random.randrange(10**6), rules)
        state = walked(deal, random, random.randrange(30))[-1]
        rule_set = RULE_SETS[rules]
        board = Board(state)
        probe = PaidProbe(board, rule_set, len(state[WASTE]))
        node = probe.dive(60, Random(3))
        line = Line(Canfield(rule_set), state)
        line.begin()
        line.follow(board, packed_moves(node))
        assert line.state.turns - state.turns == probe.turns
        assert line.state.cards_home == node[1].bit_count()
        turned += probe.turns
    assert turned


@pytest.mark.parametrize("rules", ["hoyle", "aisleriot"])
def test_the_best_position_can_be_reached(rules: str) -> None:
    random = chance("probe", rules)
    deal = numbered("canfield", random.randrange(10**6), rules)
    state = deal.layout()
    board = Board(state)
    node = Probe(board, RULE_SETS[rules], {}).dive(100, Random(3))
    line = Line(Canfield(RULE_SETS[rules]), state)
    line.follow(board, packed_moves(node))
    assert line.state.cards_home == node[1].bit_count()


@pytest.mark.parametrize("rules", ["hoyle", "aisleriot"])
def test_lines_that_have_won_are_shared_with_reason(rules: str) -> None:
    """Who comes upon a line that won from elsewhere can really win, wherever the waste stands."""
    rule_set = RULE_SETS[rules]
    shared = 0
    for number in WON_AT_ONCE:
        deal = numbered("canfield", number, rules)
        layout, columns, packs, won = deal.layout(), Columns(), Packs(), Won()
        Probe(_board(layout, columns, packs), rule_set, won).dive(200, Random(0))
        states = walked(deal, chance("shared", rules, number), 12)
        for state in (layout, *states[::-4]):
            probe = Probe(_board(state, columns, packs), rule_set, won)
            node = probe.dive(12, Random(3))
            if probe.cards == 52 and node[1].bit_count() < 52:
                shared += 1
                assert solve(state, rule_set, time_limit=60).verdict is Verdict.WINNABLE
    assert shared >= len(WON_AT_ONCE)


def test_a_line_is_not_shared_if_its_next_card_is_out_of_reach() -> None:
    deal = numbered("canfield", 1)
    board = Board(deal.layout())
    start = Probe(board, RULE_SETS["hoyle"], {}).start()
    reach = board.start_reach
    for need, wins in ((0, True), (reach & -reach, True), (board.packs.mask[start[3]], False)):
        probe = Probe(board, RULE_SETS["hoyle"], {(*start[0], start[1]): need})
        probe.dive(0, Random(1))
        assert (probe.cards == 52) is wins


def test_a_probe_leaves_out_what_the_exact_search_has_met() -> None:
    """In the same order, and with the same cards within reach."""
    board = Board(numbered("canfield", 400003).layout())
    probe, plain = Probe(board, RULE_SETS["hoyle"], {}), Probe(board, RULE_SETS["hoyle"], {})
    nodes = [probe.start()]
    left_out = reduced = 0
    for _ in range(120):
        node = nodes.pop(0)
        children = plain.children(node)
        expected = [new for child in children if (new := plain.is_new(child))]
        assert probe._unmet(node) == expected
        left_out += len(children) - len(expected)
        reduced += sum(new not in children for new in expected)
        nodes += expected
    assert left_out and reduced


def test_each_pack_knows_its_cards() -> None:
    board = Board(numbered("canfield", 400001).layout())
    packs, random = board.packs, chance("packs")
    pack, reach = board.start_pack, board.start_reach
    while packs.order[pack]:
        order = packs.order[pack]
        assert packs.mask[pack] == sum(1 << card for card in order)
        assert packs.always[pack] == sum(1 << card for card in {*order[2::3], order[-1]})
        pack, reach = packs.play(pack, random.choice(cards_of(reach)))
    assert not packs.mask[pack] and not packs.always[pack]


def test_what_is_tried_out_is_told() -> None:
    """A position without any move, and one with too many for the budget."""
    layout = numbered("canfield", 400001).layout()
    bare = State({**layout.piles, STOCK: ()}, stage=3)
    probe = Probe(Board(bare), RULE_SETS["hoyle"], {})
    probe.dive(500, Random(1))
    assert probe.is_exhausted
    probe.dive(0, Random(1))
    assert not probe.is_exhausted


def _board(state: State, columns: Columns, packs: Packs) -> Board:
    return Board(state, lambda: packs, lambda: columns)
