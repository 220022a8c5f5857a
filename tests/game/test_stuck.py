"""Canfield: when no move is left through one full way through the pack."""

from __future__ import annotations

import pytest

from game.rules.canfield import RULE_SETS
from tests.game.table import canfield, dealt

ALL = tuple(RULE_SETS)

DEAD = """
    Base: 2
    Foundations: C-1
    Reserve: 5S 9S
    Waste: {waste}
    Stock: {stock}
    1: KS
    2: KC
    3: JS
    4: JC
    """


def dead(rules: str, waste: str = "", stock: str = "", **kw: int) -> bool:
    return canfield(rules, DEAD.format(waste=waste, stock=stock), **kw).stuck


@pytest.mark.parametrize("rules", ALL)
class TestThePack:
    def test_nothing_anywhere(self, rules: str) -> None:
        assert dead(rules)
        assert dead(rules, waste="7S 8S 7C")
        assert dead(rules, stock="7S 8S 7C 8C")
        assert dead(rules, waste="7S", stock="8S 7C 8C 6S 6C")

    def test_the_waste_shows_it(self, rules: str) -> None:
        assert not dead(rules, waste="7S 3C")
        assert not dead(rules, waste="7S QD")

    def test_a_later_deal_brings_it_up(self, rules: str) -> None:
        assert not dead(rules, stock="7S 8S 3C 8C")
        assert not dead(rules, stock="7S 8S 7C 8C 6S QH 6C")

    def test_no_deal_brings_it_up(self, rules: str) -> None:
        # 3C is the second of three, now and after each turn.
        assert dead(rules, stock="7S 3C 8S 8C 6S 6C")

    def test_the_last_deal_may_be_short(self, rules: str) -> None:
        assert not dead(rules, stock="7S 8S 7C 3C")
        assert not dead(rules, stock="7S 8S 7C 8C 3C")

    def test_only_turning_over_brings_it_up(self, rules: str) -> None:
        # In the waste 3C lies third from below: after turning it is the top of the first deal.
        assert not dead(rules, waste="7S 8S 3C 8C 6S")
        assert dead(rules, waste="7S 3C 8S 8C 6S 6C")

    def test_now_it_would_come_but_not_after_the_turn(self, rules: str) -> None:
        # One card was played before: the rest of this pass still deals in other threes.
        assert not dead(rules, waste="7S", stock="8S 7C 3C 8C")


class TestColumnsAndReserve:
    @pytest.mark.parametrize("rules", ALL)
    def test_a_card_that_fits(self, rules: str) -> None:
        assert not canfield(rules, DEAD.format(waste="", stock="").replace("9S", "QH")).stuck
        assert not canfield(rules, DEAD.format(waste="", stock="").replace("4: JC", "4: QD")).stuck

    @pytest.mark.parametrize("rules", ["xpat2", "casino"])
    def test_an_open_column_and_a_reserve(self, rules: str) -> None:
        assert not canfield(rules, DEAD.format(waste="", stock="").replace("4: JC", "4:")).stuck

    @pytest.mark.parametrize("rules", ["hoyle", "xpat2", "casino"])
    def test_an_open_column_and_no_reserve(self, rules: str) -> None:
        text = DEAD.replace("4: JC", "4:").replace("5S 9S", "")
        assert canfield(rules, text.format(waste="", stock="")).stuck
        assert not canfield(rules, text.format(waste="7S", stock="")).stuck
        assert not canfield(rules, text.format(waste="", stock="7S")).stuck

    def test_whole_columns_into_empty_ones_do_not_count(self) -> None:
        text = DEAD.replace("4: JC", "4:").replace("5S 9S", "").format(waste="", stock="")
        table = canfield("aisleriot", text)
        assert table.legal("14", "24", "34") == ["14", "24", "34"]
        assert table.stuck
        # A part of a column is another matter.
        assert not canfield("aisleriot", text.replace("1: KS", "1: KS QH")).stuck

    def test_foundation_returns_do_not_count(self) -> None:
        text = DEAD.replace("C-1", "C-1 D-11").format(waste="", stock="")
        table = canfield("aisleriot", text)
        assert table.refusal("D1") == ""
        assert table.stuck

    @pytest.mark.parametrize("rules", ["hoyle", "xpat2", "casino"])
    def test_a_part_of_a_column_is_no_move_where_only_whole_ones_move(self, rules: str) -> None:
        text = DEAD.replace("3: JS", "3: 9C QH").replace("4: JC", "4: JD")
        text = text.format(waste="", stock="")
        assert canfield(rules, text).stuck
        assert not canfield("aisleriot", text).stuck


class TestCasino:
    def test_what_the_payments_would_open_is_looked_at(self) -> None:
        for stage in (1, 2):
            assert not dead("casino", stock="7S 8S 3C", stage=stage)
            assert dead("casino", stock="7S 8S 7C", stage=stage)


def test_a_won_game_is_not_stuck() -> None:
    text = "Base: 2\nFoundations: C-13 D-13 H-13 S-13"
    assert not any(canfield(rules, text).stuck for rules in ALL)


def test_a_deal_is_rarely_stuck_at_once() -> None:
    stuck = [n for n in range(200) if dealt("canfield", n, "hoyle").stuck]
    assert len(stuck) < 20
