"""The rules of Canfield, a table at a time, under each rule set (xpat2, Hoyle, AisleRiot)."""

from __future__ import annotations

import pytest

from game.core.moves import Move
from game.core.state import FOUNDATIONS
from game.rules.canfield import RULE_SETS
from tests.each import each
from tests.game.reading import parse_move
from tests.game.table import alternating, canfield

ALL = tuple(RULE_SETS)
FILLS = ("hoyle", "aisleriot")
LEAVES_OPEN = ("xpat2", "casino")
WHOLE_ONLY = ("hoyle", "xpat2", "casino")


@pytest.mark.parametrize("rules", ALL)
class TestFoundations:
    """One for each suit, from the base rank up in suit, around the corner."""

    TEXT = """
        Base: Q
        Foundations: C-2 H-1
        Reserve: KH
        Waste: AC
        1: QS
        2: KS
        3: KD QD
        4: JC
        """

    def test_from_the_base_rank_in_suit_around_the_corner(self, rules: str) -> None:
        table = canfield(rules, self.TEXT)
        tokens = ("1h", "2h", "3h", "4h", "rh", "wh")
        assert table.legal(*tokens) == ["1h", "3h", "rh", "wh"]
        assert table.refusal("2h") == "not-next"
        assert table.play("1h 3h wh").home == {"C": 3, "D": 1, "H": 1, "S": 1}

    def test_thirteen_cards_and_no_more(self, rules: str) -> None:
        table = canfield(rules, "Base: Q\nFoundations: C-12 D-1\n1: JC\n2: QC")
        after = table.play("1h")
        assert after.home["C"] == 13
        assert after.refusal("2h") == "not-next"

    def test_the_last_card_of_a_longer_column_may_go(self, rules: str) -> None:
        table = canfield(rules, self.TEXT).play("3h")
        assert (table.column(3), table.home["D"]) == ("KD", 1)

    def test_won_with_all_52(self, rules: str) -> None:
        table = canfield(rules, "Base: 5\nFoundations: C-13 D-13 H-13 S-12\n1: 4S")
        assert not table.rules.won(table.state)
        assert table.rules.won(table.play("1h").state)


@pytest.mark.parametrize("rules", ALL)
class TestColumns:
    """Columns build down in alternating colours, around the corner."""

    TEXT = """
        Base: 8
        Foundations: H-1
        Reserve: 3C 7S
        Waste: KD
        1: 8D
        2: AS
        3: 6H
        4: QC
        """

    def test_a_king_on_an_ace_of_the_other_colour(self, rules: str) -> None:
        assert canfield(rules, self.TEXT).play("w2").column(2) == "AS KD"

    def test_one_below_the_base_rank_on_a_base_rank_card(self, rules: str) -> None:
        assert canfield(rules, self.TEXT).play("r1").column(1) == "8D 7S"

    def test_only_the_other_colour_one_rank_lower(self, rules: str) -> None:
        table = canfield(rules, self.TEXT)
        assert table.legal("r1", "r2", "r3", "r4", "w1", "w2", "w3", "w4") == ["r1", "w2"]
        assert table.refusal("w4") == "no-fit"
        assert table.refusal("11") == "same-pile"

    def test_only_the_top_of_the_reserve(self, rules: str) -> None:
        table = canfield(rules, self.TEXT).play("r1")
        assert (table.reserve, table.refusal("rh")) == ("3C", "not-next")

    def test_cards_from_reserve_and_waste_have_no_count(self, rules: str) -> None:
        for token in ("r1v1", "w2v1", "1hv1"):
            with pytest.raises(ValueError):
                parse_move(token, "canfield")


class TestColumnToColumn:
    """The whole column, never a part; only AisleRiot moves parts."""

    TEXT = """
        Base: 2
        Foundations: C-1
        Reserve: 5S
        1: 9S 8H 7C
        2: TD
        3: 8D
        4: TC
        """

    @pytest.mark.parametrize("rules", WHOLE_ONLY)
    def test_the_whole_column(self, rules: str) -> None:
        table = canfield(rules, self.TEXT)
        assert table.play("12").column(2) == "TD 9S 8H 7C"
        assert table.play("12v3").state == table.play("12").state
        assert table.refusal("12v2") == "whole-column"
        assert table.refusal("12v4") == "bad-count"
        # 7C alone would fit on 8D, 9S does not.
        assert table.refusal("13") == "no-fit"
        assert table.refusal("13v1") == "whole-column"

    def test_any_run_at_the_end(self) -> None:
        table = canfield("aisleriot", self.TEXT)
        assert table.play("13").column(3) == "8D 7C"
        assert table.play("13v1").state == table.play("13").state
        assert table.play("12").column(2) == "TD 9S 8H 7C"
        assert table.refusal("12v1") == "no-fit"
        assert table.refusal("13v2") == "no-fit"
        assert table.refusal("13v0") == "bad-count"
        assert table.refusal("13v4") == "bad-count"
        assert table.refusal("14") == "no-fit"


class TestLongColumns:
    """Around the corner a column grows far beyond 13 cards."""

    @each("rules", ALL)
    @each("length", [14, 27, 40])
    def test_a_long_column_moves_whole(self, rules: str, length: int) -> None:
        column = alternating(length, "6S")
        table = canfield(rules, f"Base: 2\nFoundations: C-1\n1: {column}\n2: 7D")
        assert len(set(column.split())) == length
        assert table.play("12").column(2) == f"7D {column}"
        assert table.play(f"12v{length:x}").column(2) == f"7D {column}"

    @pytest.mark.parametrize("rules", ALL)
    def test_the_card_after_a_whole_turn_fits_again(self, rules: str) -> None:
        column = alternating(26, "6S")
        table = canfield(rules, f"Base: 2\nFoundations: C-1\n1: {column}\n2: 6C")
        assert table.play("21").column(1) == f"{column} 6C"

    def test_aisleriot_moves_the_longest_part_that_fits(self) -> None:
        # 30 cards: both the last 4 and all 30 begin with a black 6.
        column = alternating(30, "6S")
        table = canfield("aisleriot", f"Base: 2\nFoundations: C-1\n1: {column}\n2: 7H")
        assert table.play("12").column(2) == f"7H {column}"
        assert table.play("12v1e").column(2) == f"7H {column}"
        assert table.play("12v4").column(2) == "7H " + " ".join(column.split()[-4:])
        assert table.steps("12")[0].text == "12"
        assert table.steps("12v1e")[0].text == "12"
        assert table.steps("12v4")[0].text == "12v4"
        assert table.refusal("12v11") == "no-fit"

    def test_aisleriot_part_of_27_into_an_empty_column(self) -> None:
        column = alternating(30, "6S")
        table = canfield("aisleriot", f"Base: 2\nFoundations: C-1\n1: {column}")
        assert len(table.play("12v1b").column(2).split()) == 27
        assert len(table.play("12v1b").column(1).split()) == 3
        assert table.play("12").column(2) == column


class TestEmptyColumn:
    """How an opened column is filled, while the reserve has cards and when it has none."""

    OPENED = """
        Base: 2
        Foundations: C-1 D-1
        Reserve: 5S 9C
        Waste: JS
        1: 8H
        2: 9S
        3: TC
        4: KC QD
        """
    OPEN = """
        Base: 2
        Foundations: C-1 D-2
        Reserve: {reserve}
        Waste: JS
        Stock: 4H
        1:
        2: 9S
        3: TC
        4: KC QD
        """

    @pytest.mark.parametrize("rules", FILLS)
    def test_filled_at_once_from_the_reserve(self, rules: str) -> None:
        table = canfield(rules, self.OPENED)
        (step,) = table.steps("12")
        assert step.text == "12"
        assert len(step.transfers) == 2
        after = table.play("12")
        assert (after.column(1), after.column(2), after.reserve) == ("9C", "9S 8H", "5S")

    @pytest.mark.parametrize("rules", FILLS)
    def test_filled_after_a_card_has_gone_home(self, rules: str) -> None:
        after = canfield(rules, self.OPENED.replace("1: 8H", "1: 3C")).play("1h")
        assert (after.column(1), after.reserve, after.home["C"]) == ("9C", "5S", 2)

    @pytest.mark.parametrize("rules", FILLS)
    def test_the_last_card_of_the_reserve_fills_too(self, rules: str) -> None:
        after = canfield(rules, self.OPENED.replace("5S 9C", "9C")).play("12")
        assert (after.column(1), after.reserve) == ("9C", "")

    @pytest.mark.parametrize("rules", LEAVES_OPEN)
    def test_left_open(self, rules: str) -> None:
        after = canfield(rules, self.OPENED).play("12")
        assert (after.column(1), after.reserve) == ("", "5S 9C")

    @pytest.mark.parametrize("rules", LEAVES_OPEN)
    def test_with_a_reserve_from_the_reserve_only(self, rules: str) -> None:
        table = canfield(rules, self.OPEN.format(reserve="5S 9C"))
        assert table.legal("r1", "w1", "21", "41") == ["r1"]
        assert table.refusal("w1") == table.refusal("21") == "from-reserve"
        # It may stay open: everything else goes on.
        assert table.play("d").column(1) == ""

    @pytest.mark.parametrize("rules", WHOLE_ONLY)
    def test_without_a_reserve_from_the_waste_only(self, rules: str) -> None:
        table = canfield(rules, self.OPEN.format(reserve=""))
        assert table.legal("w1", "21", "41", "41v1") == ["w1"]
        assert table.refusal("21") == "from-waste"
        assert table.refusal("r1") == "empty-source"
        assert table.play("d").column(1) == ""

    def test_aisleriot_without_a_reserve_any_card_or_run(self) -> None:
        table = canfield("aisleriot", self.OPEN.format(reserve=""))
        tokens = ("w1", "21", "41", "41v1", "41v2", "D1")
        assert table.legal(*tokens) == list(tokens)
        assert table.play("D1").column(1) == "3D"
        assert table.play("41v1").column(1) == "QD"
        assert table.play("41").column(1) == "KC QD"

    @pytest.mark.parametrize("rules", ALL)
    @pytest.mark.parametrize("token", ["w1", "wh"])
    def test_an_emptied_waste_is_not_filled(self, rules: str, token: str) -> None:
        """Only columns are filled from the reserve."""
        card = "JD" if token == "w1" else "3C"
        table = canfield(
            rules, f"Base: 2\nFoundations: C-1\nReserve: 5S 9C\nWaste: {card}\n1: QS\nStock: 4H"
        ).play(token)
        assert (table.waste, table.reserve) == ("", "5S 9C")

    @pytest.mark.parametrize("rules", FILLS)
    def test_the_reserve_is_not_filled_from_itself(self, rules: str) -> None:
        table = canfield(rules, self.OPENED.replace("5S 9C", "JS")).play("r4")
        assert (table.reserve, table.column(4)) == ("", "KC QD JS")


class TestFromTheFoundations:
    """Never, except under AisleRiot, where the base cards stay."""

    TEXT = """
        Base: 2
        Foundations: C-1 D-3 S-3
        Reserve: 9H
        1: 5C
        2: 5H
        3: 3H
        4: KC
        """

    @pytest.mark.parametrize("rules", WHOLE_ONLY)
    def test_never(self, rules: str) -> None:
        table = canfield(rules, self.TEXT)
        assert {table.refusal(token) for token in ("D1", "S2", "C3", "D2")} == {"no-return"}

    def test_aisleriot_gives_the_top_card_back(self) -> None:
        table = canfield("aisleriot", self.TEXT)
        assert table.legal("D1", "D2", "S1", "S2", "D3", "D4") == ["D1", "S2"]
        after = table.play("D1")
        assert (after.column(1), after.home["D"]) == ("5C 4D", 2)
        assert after.play("1h").state == table.state

    def test_the_base_cards_stay(self) -> None:
        table = canfield("aisleriot", self.TEXT)
        assert table.refusal("C3") == "base-stays"
        assert table.refusal("H3") == "empty-source"

    def test_not_into_an_empty_column_while_the_reserve_has_cards(self) -> None:
        # Under AisleRiot such a column can only stand open in a pasted position.
        table = canfield("aisleriot", self.TEXT.replace("1: 5C", "1:"))
        assert table.refusal("D1") == "from-reserve"

    def test_not_from_one_foundation_to_another(self) -> None:
        for token in ("Dh", "DS", "SD"):
            with pytest.raises(ValueError):
                parse_move(token, "canfield")
        table = canfield("aisleriot", self.TEXT)
        move = Move.carry(FOUNDATIONS[1], FOUNDATIONS[3])
        assert not isinstance(table.rules.resolve(table.state, move), Move)
