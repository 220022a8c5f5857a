"""The rules of Vierfrei, a board at a time (VIERFREI's manual)."""

from __future__ import annotations

import pytest

from game.core.cards import Card
from game.core.moves import Refusal
from game.core.state import PileId, Role
from tests.each import each
from tests.game.reading import parse_move
from tests.game.table import Table, dealt, vierfrei

RUN = "KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS"
"""A whole column in one run; its odd ranks are black, its even ones red."""


def free(cells: int, columns: int, target: str = "KC") -> Table:
    """The run in column 1, ``target`` in column 2, and so much room around them."""
    taken = ["QC", "QS", "KH", "JC"][: 4 - cells]
    rest = ["KD", "5C", "5D", "9C", "9D", "TC"][columns:] + [""] * columns
    return vierfrei(
        f"Freecells: {' '.join(taken)}\n: {RUN}\n: {target}\n"
        + "\n".join(f": {card}" for card in rest)
    )


def onto(count: int) -> str:
    """A card that exactly the last ``count`` cards of the run fit on."""
    return str(Card(count + 1, Card.parse("AD" if count % 2 else "AC").suit))


CAPACITIES = {
    # free cells: at most so many cards with 0, 1, 2, 3 empty columns
    0: (1, 2, 4, 8),
    1: (2, 4, 8, 16),
    2: (3, 6, 12, 24),
    3: (4, 8, 16, 32),
    4: (5, 10, 20, 40),
}


class TestRuns:
    """A run is moved by single cards, as many as fit through what is free."""

    @each("cells", CAPACITIES)
    @each("columns", range(4))
    def test_onto_a_card(self, cells: int, columns: int) -> None:
        most = CAPACITIES[cells][columns]
        for count in range(1, 13):
            table = free(cells, columns, onto(count))
            if count > most:
                assert table.judge("12") == Refusal("too-many", {"may": most, "wanted": count})
                continue
            after = table.play("12")
            assert after.column(2) == f"{onto(count)} " + " ".join(RUN.split()[-count:])
            assert after.column(1) == " ".join(RUN.split()[:-count])
            assert after.cells == table.cells

    @each("cells", CAPACITIES)
    @each("columns", range(1, 4))
    def test_into_an_empty_column_which_does_not_count(self, cells: int, columns: int) -> None:
        most = min(CAPACITIES[cells][columns - 1], 13)
        table = free(cells, columns)
        assert len(table.play("18").column(8).split()) == most
        for count in range(1, 14):
            token = f"18v{count:x}"
            if count > most:
                assert table.refusal(token) == "too-many"
            else:
                assert len(table.play(token).column(8).split()) == count

    def test_every_card_is_shown_on_its_way(self) -> None:
        steps = free(2, 0, onto(3)).steps("12")
        assert [step.text for step in steps] == ["1c", "1d", "12", "d2", "c2"]
        assert all(len(step.transfers) == 1 for step in steps)

    def test_single_cards_of_a_longer_run_say_so(self) -> None:
        """Each step of a run into an empty column replays by itself."""
        table = free(4, 1)
        steps = table.steps("18v3")
        assert [step.text for step in steps] == ["1a", "1b", "18v1", "b8", "a8"]
        again = table
        for step in steps:
            again = again.play(step.text)
        assert again.state == steps[-1].after

    @each("cells", CAPACITIES)
    @each("columns", range(4))
    def test_each_single_card_goes_where_it_may(self, cells: int, columns: int) -> None:
        """All runs that fit, onto a card and into an empty column, step by step by the rules."""
        runs = [
            (free(cells, columns, onto(count)), "12")
            for count in range(1, min(CAPACITIES[cells][columns], 12) + 1)
        ]
        if columns:
            most = min(CAPACITIES[cells][columns - 1], 13)
            runs += [(free(cells, columns), f"18v{count:x}") for count in range(1, most + 1)]
        for table, token in runs:
            steps, again = table.steps(token), table
            for step in steps:
                again = again.play(step.text)
                assert again.state == step.after
            assert again.state == table.play(token).state

    def test_a_second_run_goes_through_an_empty_column(self) -> None:
        steps = free(1, 1, onto(4)).steps("12")
        assert steps[-1].after == free(1, 1, onto(4)).play("12").state
        assert any(step.move.target == PileId(Role.COLUMN, 7) for step in steps)

    def test_a_refused_run_moves_nothing(self) -> None:
        table = free(0, 0, onto(2))
        assert table.refusal("12") == "too-many"
        assert table.column(1) == RUN

    def test_the_count_onto_a_card_is_the_one_that_fits(self) -> None:
        table = free(4, 2, onto(3))
        assert table.legal("12v1", "12v2", "12v3", "12v4") == ["12v3"]
        assert table.refusal("12v2") == "no-fit"

    def test_counts_that_cannot_be(self) -> None:
        table = free(4, 1)
        assert table.refusal("18v0") == "bad-count"
        assert table.refusal("18ve") == "not-a-run"


class TestColumns:
    """Columns build down in alternating colours; an empty column takes any card."""

    TABLE = vierfrei(
        """
        Freecells: 6D 6C
        : 7S
        : 8S 7D
        : KH AC
        :
        : AS
        : 8H
        : 9H
        : KC
        """
    )

    def test_one_rank_lower_and_of_the_other_colour(self) -> None:
        assert self.TABLE.legal("a1", "a2", "b1", "b2") == ["a1", "b2"]

    def test_no_corner(self) -> None:
        """A king does not lie on an ace, nor an ace on nothing but a two."""
        assert self.TABLE.refusal("85") == "no-fit"
        assert self.TABLE.refusal("38") == "no-fit"

    def test_any_card_into_an_empty_column(self) -> None:
        assert self.TABLE.legal("14", "34", "84", "a4") == ["14", "34", "84", "a4"]

    def test_into_its_own_column(self) -> None:
        assert self.TABLE.refusal("11") == "same-pile"
        assert self.TABLE.refusal("aa") == "same-pile"

    def test_from_nothing(self) -> None:
        assert self.TABLE.refusal("41") == "empty-source"
        assert self.TABLE.refusal("d1") == "empty-source"
        assert self.TABLE.refusal("dh") == "empty-source"


class TestCells:
    """A cell holds one card."""

    TABLE = vierfrei(
        """
        Foundations: C-3
        Freecells: KS - 4C -
        : 9S 8D 7C
        :
        : QH
        : 5H
        : 9C
        : 9D
        : 9H
        : JS
        """
    )

    def test_a_taken_cell(self) -> None:
        assert self.TABLE.refusal("1a") == "cell-taken"
        assert self.TABLE.refusal("ac") == "cell-taken"

    def test_a_free_cell(self) -> None:
        assert self.TABLE.play("1b").cells == ["KS", "7C", "4C", ""]

    def test_from_cell_to_free_cell(self) -> None:
        assert self.TABLE.play("ab").cells == ["", "KS", "4C", ""]

    def test_out_of_the_cell(self) -> None:
        table = self.TABLE.play("c4 a2")
        assert (table.column(4), table.column(2), table.cells[2]) == ("5H 4C", "KS", "")
        assert self.TABLE.play("ch").home["C"] == 4

    def test_several_at_once_last_card_first(self) -> None:
        found = self.TABLE.rules.to_cells(self.TABLE.state, PileId(Role.COLUMN, 0), 2)
        assert not isinstance(found, Refusal)
        assert [move.text for move in found] == ["1bv1", "1dv1"]
        assert self.TABLE.play("1b 1d").cells == ["KS", "7C", "4C", "8D"]

    def test_too_few_cells_for_several(self) -> None:
        found = self.TABLE.rules.to_cells(self.TABLE.state, PileId(Role.COLUMN, 0), 3)
        assert found == Refusal("too-few-cells", {"free": 2})

    def test_several_must_be_a_run(self) -> None:
        table = vierfrei(": 2S 9S\n" + ":\n" * 7)
        found = table.rules.to_cells(table.state, PileId(Role.COLUMN, 0), 2)
        assert found == Refusal("not-a-run")


class TestHome:
    """Foundations build up in suit from the ace, and nothing comes back."""

    TABLE = vierfrei(
        """
        Foundations: H-2
        Freecells: 3H
        : AS
        : 2C
        : 4H
        : 2S AD
        :
        :
        :
        : 3D
        """
    )

    def test_in_suit_from_the_ace(self) -> None:
        tokens = ("1h", "2h", "3h", "4h", "8h", "ah")
        assert self.TABLE.legal(*tokens) == ["1h", "4h", "ah"]
        assert self.TABLE.refusal("2h") == "not-next"
        assert self.TABLE.play("1h 4h 4h ah 3h").home == {"C": 0, "D": 1, "H": 4, "S": 2}

    def test_never_back(self) -> None:
        for token in ("h1", "H1", "ha"):
            with pytest.raises(ValueError):
                parse_move(token, "vierfrei")

    def test_won_with_all_52(self) -> None:
        table = vierfrei("Foundations: C-13 D-13 H-13 S-12\n: KS\n" + ":\n" * 7)
        assert not table.rules.won(table.state)
        assert table.rules.won(table.play("1h").state)
        assert not table.stuck


class TestSafeCards:
    """A card that cannot be needed any more: aces and twos at once, another when both cards of
    the other colour and one rank lower are home."""

    @pytest.mark.parametrize(
        ("home", "buried", "safe"),
        [("D-3 H-3", "", True), ("D-2 H-3", "3D", False), ("D-3 H-2", "3H", False)],
    )
    def test_a_black_4_when_all_red_3s_are_home(self, home: str, buried: str, safe: bool) -> None:
        table = vierfrei(f"Foundations: C-3 {home}\n: 4C\n: {buried} KS\n" + ": KH\n" * 6)
        assert (table.safe().home["C"] == 4) == safe
        assert table.play("1h").home["C"] == 4

    def test_aces_and_twos_at_once(self) -> None:
        table = vierfrei(": 2S AS\n: 2C\n: 3D\n: KH\n: KH\n: KH\n: KH\n: KH")
        assert table.safe().home == {"C": 0, "D": 0, "H": 0, "S": 2}

    def test_again_and_again_until_none_is_left(self) -> None:
        table = vierfrei(
            """
            Freecells: 2H 3H
            : 3S 2D AC
            : 2C AD
            : 3C 2S AS
            : 3D AH
            : KC 4S
            : KD 4D
            : KH 6H 5C
            : KS 4C
            """
        ).safe()
        assert table.home == {"C": 4, "D": 4, "H": 3, "S": 4}

    def test_not_a_three_while_a_red_two_is_out(self) -> None:
        table = vierfrei("Foundations: S-2 H-1 D-2\n: 3S\n: 2H KH\n" + ": KC\n" * 6)
        assert table.safe().home["S"] == 2
        assert table.play("1h").home["S"] == 3

    def test_the_deal_without_safe_cards(self) -> None:
        table = dealt("vierfrei", 617)
        assert table.safe().state == table.state


class TestStuck:
    """No move left at all."""

    FULL = """
        Freecells: KS KC QS QC
        : 2H 9S
        : 3H 9C
        : 4H 7S
        : 5H 7C
        : 2D 5S
        : 3D 5C
        : 4D 3S
        : 5D 3C
        """

    def test_cells_full_and_nothing_fits(self) -> None:
        assert vierfrei(self.FULL).stuck

    def test_a_free_cell_is_a_move(self) -> None:
        assert not vierfrei(self.FULL.replace("KS KC", "KS -")).stuck

    def test_an_empty_column_is_a_move(self) -> None:
        assert not vierfrei(self.FULL.replace("5D 3C", "")).stuck

    def test_a_card_that_fits_is_a_move(self) -> None:
        assert not vierfrei(self.FULL.replace("2H 9S", "2H KD")).stuck

    def test_a_card_home_is_a_move(self) -> None:
        assert not vierfrei("Foundations: S-2\n" + self.FULL.strip()).stuck


def test_canfields_words_mean_nothing_here() -> None:
    for token in ("d", "t", "i", "p", "x", "r1", "w1", "1r"):
        with pytest.raises(ValueError):
            parse_move(token, "vierfrei")
