"""Canfield's stock and waste, its safe cards and its numbers, under each rule set."""

from __future__ import annotations

import pytest

from game.core.moves import Move
from game.core.state import WASTE
from game.rules.canfield import RULE_SETS
from tests.game.reading import parse_move
from tests.game.table import Table, canfield, dealt
from tests.plain_rules import plain_rules

ALL = tuple(RULE_SETS)
FILLS = ("hoyle", "aisleriot")


def started(rules: str, number: int) -> Table:
    """A numbered deal in which cards may move: under ``casino`` everything is paid."""
    table = dealt("canfield", number, rules)
    return table.play("i p") if rules == "casino" else table


class TestPack:
    """Three cards at a time, the last deal what is left; turned over without shuffling."""

    @pytest.mark.parametrize("rules", ALL)
    def test_three_cards_the_last_one_on_top(self, rules: str) -> None:
        table = started(rules, 42)
        first, second, third, *_ = table.stock.split()
        after = table.play("d")
        assert after.waste.endswith(f"{first} {second} {third}")
        assert after.stock == " ".join(table.stock.split()[3:])

    @pytest.mark.parametrize(("rules", "deals"), [("hoyle", 12), ("xpat2", 11)])
    def test_the_last_deal_of_one(self, rules: str, deals: int) -> None:
        """34 or 31 cards lie in the stock: eleven or ten deals of three, and one card."""
        table = started(rules, 42).play("d " * (deals - 1))
        assert len(table.stock.split()) == 1
        after = table.play("d")
        assert after.stock == ""
        assert after.waste == f"{table.waste} {table.stock}"

    @pytest.mark.parametrize("rules", ALL)
    def test_the_last_deal_of_two(self, rules: str) -> None:
        table = canfield(rules, "Base: 2\nFoundations: C-1\nWaste: 9S\nStock: 4H 5H")
        assert table.play("d").waste == "9S 4H 5H"
        assert table.play("d").stock == ""

    @pytest.mark.parametrize("rules", ["hoyle", "xpat2", "casino", "aisleriot"])
    def test_turned_over_as_often_as_wanted(self, rules: str) -> None:
        table = canfield(rules, "Base: 2\nFoundations: C-1\nWaste: 9S 8S 7S 6S 5S")
        for turns in range(1, 6):
            table = table.play("t")
            assert (table.stock, table.waste) == ("9S 8S 7S 6S 5S", "")
            assert table.state.turns == turns
            table = table.play("d d")
            assert (table.stock, table.waste) == ("", "9S 8S 7S 6S 5S")

    @pytest.mark.parametrize("rules", ALL)
    def test_when_not(self, rules: str) -> None:
        with_both = canfield(rules, "Base: 2\nFoundations: C-1\nWaste: 9S\nStock: 4H")
        assert with_both.refusal("t") == "stock-left"
        only_waste = with_both.play("d")
        assert only_waste.refusal("d") == "stock-empty"
        nothing = canfield(rules, "Base: 2\nFoundations: C-1")
        assert nothing.refusal("d") == nothing.refusal("t") == "pack-empty"
        only_stock = canfield(rules, "Base: 2\nFoundations: C-1\nStock: 4H")
        assert only_stock.refusal("t") == "stock-left"

    @pytest.mark.parametrize("rules", ALL)
    def test_nothing_goes_back_to_the_pack(self, rules: str) -> None:
        for token in ("1w", "1r", "rw", "wr", "s1", "h1"):
            with pytest.raises(ValueError):
                parse_move(token, "canfield")
        table = started(rules, 42)
        found = table.rules.resolve(table.state, Move.carry(table.rules.piles[-1], WASTE))
        assert not isinstance(found, Move)


class TestSafeCards:
    """From a column or the reserve, when both possible followers are home; never the waste."""

    @pytest.mark.parametrize("rules", ALL)
    def test_both_followers_home(self, rules: str) -> None:
        # 4C is next; the red 3s could lie on it.
        text = "Base: 2\nFoundations: C-2 D-2 {hearts}\nReserve: 9S\n1: KS 4C\n2: 9D"
        assert canfield(rules, text.format(hearts="H-2")).safe().home["C"] == 3
        assert canfield(rules, text.format(hearts="H-1")).safe().home["C"] == 2

    @pytest.mark.parametrize("rules", ALL)
    def test_around_the_corner(self, rules: str) -> None:
        # On an ace could lie the red kings.
        text = "Base: Q\nFoundations: C-2 {red}\nReserve: 9S\n1: KS AC\n2: 9D"
        assert canfield(rules, text.format(red="D-2 H-2")).safe().home["C"] == 3
        assert canfield(rules, text.format(red="D-2 H-1")).safe().home["C"] == 2

    @pytest.mark.parametrize("rules", ALL)
    def test_a_base_card_waits_for_the_whole_suits_before_it(self, rules: str) -> None:
        # On the base card 2C could lie the red aces, the last cards of their suits.
        text = "Base: 2\nFoundations: D-13 {hearts}\nReserve: 9S\n1: KS 2C\n2: 9C"
        assert canfield(rules, text.format(hearts="H-13")).safe().home["C"] == 1
        assert canfield(rules, text.format(hearts="H-12")).safe().home["C"] == 0

    @pytest.mark.parametrize("rules", ALL)
    def test_from_the_reserve_but_never_from_the_waste(self, rules: str) -> None:
        text = "Base: 2\nFoundations: C-2 D-2 H-2\nReserve: {r}\nWaste: {w}\n1: KS\n2: 9C"
        assert canfield(rules, text.format(r="9S 4C", w="9D")).safe().home["C"] == 3
        assert canfield(rules, text.format(r="9S", w="4C")).safe().home["C"] == 2

    @pytest.mark.parametrize("rules", FILLS)
    def test_the_fill_may_bring_the_next_one(self, rules: str) -> None:
        text = "Base: 2\nFoundations: C-2 D-3 H-3\nReserve: 9S 5C\n1: 4C\n2: 9C"
        after = canfield(rules, text).safe()
        assert (after.home["C"], after.column(1), after.reserve) == (4, "9S", "")


class TestNumbers:
    @pytest.mark.parametrize("rules", ALL)
    def test_the_same_number_shows_the_same_layout(self, rules: str) -> None:
        table, hoyle = dealt("canfield", 777, rules), dealt("canfield", 777, "hoyle")
        assert table.reserve == hoyle.reserve
        assert table.home == hoyle.home
        for column in range(1, 5):
            assert table.column(column) == hoyle.column(column)
        assert f"{table.waste} {table.stock}".split() == hoyle.stock.split()

    def test_waste_at_the_start(self) -> None:
        for rules in ALL:
            held = len(dealt("canfield", 1, rules).waste.split())
            assert held == plain_rules(rules).waste
