"""Probes: completions packed in common, and redeals counted as the real game counts them."""

from __future__ import annotations

from random import Random

import pytest

from game.core.piles import WASTE
from game.core.state import Looked
from game.fair.knowledge import Knowledge
from game.fair.probe import Completed, PaidProbe, Probe
from game.rules.canfield import RULE_SETS, Canfield
from game.rules.registry import numbered
from game.solver.canfield_board import Board
from game.solver.canfield_line import Line, packed_moves
from tests.game.fair.hidden import walked
from tests.seed import chance


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
