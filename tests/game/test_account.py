"""Money and points, and the casino's three stages."""

from __future__ import annotations

import pytest

from game.rules.canfield import RULE_SETS
from tests.each import each
from tests.game.table import Table, canfield, dealt
from tests.plain_rules import plain_rules


def with_home(rules: str, cards: int, *, turns: int = 0, stage: int = 3) -> Table:
    """A table with so many cards on the foundations."""
    heights = [max(0, min(13, cards - 13 * suit)) for suit in range(4)]
    home = " ".join(f"{suit}-{height}" for suit, height in zip("CDHS", heights, strict=True))
    return canfield(rules, f"Base: 5\nFoundations: {home}", turns=turns, stage=stage)


class TestAccount:
    @each(("cards", "account"), [(1, -45), (2, -40), (10, 0), (11, 5), (51, 205), (52, 450)])
    def test_hoyle(self, cards: int, account: int) -> None:
        """$50 for the deck, $5 a card, $500 for the whole pack."""
        assert with_home("hoyle", cards).account == account

    def test_hoyle_turns_cost_nothing(self) -> None:
        assert with_home("hoyle", 12, turns=9).account == 10

    @each("rules", ["xpat2", "casino"])
    @each(
        ("cards", "turns", "account"),
        [(1, 0, -47), (1, 1, -52), (11, 0, 3), (52, 0, 208), (52, 3, 193), (5, 20, -127)],
    )
    def test_xpat2(self, rules: str, cards: int, turns: int, account: int) -> None:
        assert with_home(rules, cards, turns=turns).account == account

    @each("cards", [1, 10, 52])
    def test_aisleriot_counts_the_cards(self, cards: int) -> None:
        assert with_home("aisleriot", cards, turns=7).account == cards

    @pytest.mark.parametrize(("stage", "account"), [(1, -13), (2, -26), (3, 8)])
    def test_casino_before_the_last_stage(self, stage: int, account: int) -> None:
        assert with_home("casino", 12, stage=stage).account == account

    def test_at_the_start(self) -> None:
        start = {"hoyle": -45, "xpat2": -47, "casino": -13, "aisleriot": 1}
        assert {rules: dealt("canfield", 42, rules).account for rules in start} == start
        for rules in RULE_SETS:
            plain = plain_rules(rules)
            assert dealt("canfield", 42, rules).account == plain.account(
                1, 0, 1 if plain.parts else 3
            )

    def test_a_turn_of_the_waste_costs_five(self) -> None:
        table = dealt("canfield", 42, "xpat2").play("d " * 11)
        assert table.account == -47
        assert table.play("t").account == -52


CARDS_UP = """
    Base: 2
    Foundations: C-1
    Reserve: 5S 9C
    Waste: {waste}
    Stock: {stock}
    1: QS
    2: JS
    3: 2D
    4: 9H
    """
STOCK = (
    "4H 5H 6H 4S 5C 6S 7H 8H 9D TH TS TC KH KC KD 3H 3S 3D 4D 5D 6D 7D 8D 7C 8C 7S 8S 2H 2S JC QC"
)
"""The 31 cards that the stock of a casino deal holds."""


class TestCasino:
    """Three payments of $13, $13 and $26, in this order only."""

    def test_stage_1_shows_the_layout_and_moves_nothing(self) -> None:
        table = canfield("casino", CARDS_UP.format(waste="AS KS JD", stock=STOCK), stage=1)
        for token in ("d", "t", "w1", "3h", "r1", "12", "p"):
            assert table.refusal(token) == "inspect-first", token
        assert table.legal("i", "p", "x") == ["i", "x"]
        assert table.account == -13
        assert table.rules.home_move(table.state, safe=True) is None

    def test_stage_2_moves_but_does_not_deal(self) -> None:
        table = canfield("casino", CARDS_UP.format(waste="AS KS JD", stock=STOCK), stage=1)
        table = table.play("i")
        assert (table.state.stage, table.account) == (2, -26)
        assert table.refusal("d") == "pay-first"
        assert table.refusal("t") == "stock-left"
        assert table.refusal("i") == "already-paid"
        after = table.play("w1 3h r3")
        assert (after.account, after.home["D"], after.column(3)) == (-26, 1, "9C")

    def test_one_free_deal_when_the_first_waste_is_used_up(self) -> None:
        table = canfield("casino", CARDS_UP.format(waste="3C TD JD", stock=STOCK), stage=2)
        assert table.refusal("d") == "pay-first"
        assert table.play("w1").refusal("d") == "pay-first"
        assert table.play("w1 w2").refusal("d") == "pay-first"
        used_up = table.play("w1 w2 wh")
        assert used_up.waste == ""
        after = used_up.play("d")
        assert (after.waste, after.account) == ("4H 5H 6H", -26)
        assert after.refusal("d") == "pay-first"

    def test_no_second_free_deal(self) -> None:
        rest = " ".join(STOCK.split()[3:])
        table = canfield("casino", CARDS_UP.format(waste="", stock=rest), stage=2)
        assert table.refusal("d") == "pay-first"
        assert table.play("p").legal("d") == ["d"]

    def test_stage_3_credits_the_cards_already_up(self) -> None:
        table = canfield("casino", CARDS_UP.format(waste="AS KS JD", stock=STOCK), stage=2)
        table = table.play("3h p")
        assert (table.state.stage, table.account) == (3, 2 * 5 - 52)
        assert table.legal("i", "p") == []
        assert table.refusal("p") == table.refusal("i") == "already-paid"
        assert table.play("d d").account == -42

    @pytest.mark.parametrize(
        ("moves", "account"), [("", -13), ("i", -26), ("i p", -47), ("i p d", -47)]
    )
    def test_stopping_ends_the_game_with_its_account(self, moves: str, account: int) -> None:
        table = dealt("canfield", 42, "casino").play(f"{moves} x")
        assert (table.state.stopped, table.account) == (True, account)
        for token in ("d", "t", "i", "p", "x", "12", "wh", "rh"):
            assert table.refusal(token) == "stopped"
        assert table.rules.home_move(table.state, safe=True) is None
        assert table.rules.home_move(table.state) is None
        assert not table.stuck

    @pytest.mark.parametrize("rules", ["hoyle", "xpat2", "aisleriot"])
    def test_no_stages_anywhere_else(self, rules: str) -> None:
        table = dealt("canfield", 42, rules)
        assert {table.refusal(token) for token in "ipx"} == {"no-stages"}
        assert table.state.stage == 3
