"""Tests of the rules of Vierfrei."""

from __future__ import annotations

from game.core.cards import Card
from game.core.moves import Refusal
from game.core.state import PileId, Role
from tests.each import each
from tests.game.table import Table, dealt, vierfrei

RUN = "KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS"
"""A run from king to ace. Odd ranks are black."""


def free(cells: int, columns: int, target: str = "KC") -> Table:
    """Return a table with ``RUN``, ``target``, and this many free cells and empty columns."""
    in_cells = ["QC", "QS", "KH", "JC"][: 4 - cells]
    rest = ["KD", "5C", "5D", "9C", "9D", "TC"][columns:]
    return vierfrei(f"Freecells: {' '.join(in_cells)}\nColumns: {' | '.join([RUN, target, *rest])}")


def onto(count: int) -> str:
    """Return a card that the last ``count`` cards of ``RUN`` can be moved onto."""
    return str(Card(count + 1, Card.parse("AD" if count % 2 else "AC").suit))


def by_single_cards(table: Table, token: str) -> Table:
    """Play the steps of a move one by one, as moves of their own, and return the table."""
    again = table
    for step in table.steps(token):
        again = again.play(step.text)
        assert again.state == step.after
    assert again.state == table.play(token).state
    return again


def capacity(cells: int, columns: int) -> int:
    """Return how many cards can move at once with this many free cells and empty columns."""
    return (cells + 1) * 2**columns


class TestRuns:
    """A run moves card by card, so free cells and empty columns limit its length."""

    @each("cells", range(5))
    @each("columns", range(4))
    def test_a_run_moves_onto_a_card(self, cells: int, columns: int) -> None:
        most = capacity(cells, columns)
        for count in range(1, 13):
            table = free(cells, columns, onto(count))
            if count > most:
                assert table.judge("12") == Refusal("too-many", {"may": most, "wanted": count})
                continue
            after = by_single_cards(table, "12")
            assert after.column(2) == f"{onto(count)} " + " ".join(RUN.split()[-count:])
            assert after.column(1) == " ".join(RUN.split()[:-count])
            assert after.cells == table.cells

    @each("cells", range(5))
    @each("columns", range(1, 4))
    def test_an_empty_column_that_is_moved_to_adds_no_room(self, cells: int, columns: int) -> None:
        most = min(capacity(cells, columns - 1), 13)
        table = free(cells, columns)
        for token, count in (("18", most), ("18v1", 1), (f"18v{most:x}", most)):
            assert len(by_single_cards(table, token).column(8).split()) == count
        assert table.refusal(f"18v{most + 1:x}") == ("too-many" if most < 13 else "not-a-run")

    def test_each_card_of_a_run_moves_in_a_step_of_its_own(self) -> None:
        steps = free(2, 0, onto(3)).steps("12")
        assert [step.text for step in steps] == ["1c", "1d", "12", "d2", "c2"]
        assert all(len(step.transfers) == 1 for step in steps)
        steps = free(4, 1).steps("18v3")
        tokens = ["1a", "1b", "18v1", "b8", "a8"]
        assert [step.text for step in steps] == tokens, "single cards of a longer run say so"

    def test_a_count_must_be_that_of_a_run_that_fits(self) -> None:
        assert free(4, 2, onto(3)).answers("12v2 12v3 12v4") == "no-fit ok no-fit"
        assert free(4, 1).answers("18v0 18ve") == "bad-count not-a-run"


def test_columns_build_down_in_alternating_colours_and_an_empty_one_takes_any_card() -> None:
    table = vierfrei("Freecells: 6D 6C\nColumns: 7S | 8S 7D | KH AC | | AS | 8H | 9H | KC")
    assert table.legal("a1", "a2", "b1", "b2") == ["a1", "b2"]
    assert table.answers("85 38") == "no-fit no-fit", "there is no corner"
    assert table.answers("14 34 84 a4") == "ok ok ok ok"
    assert table.answers("11 aa 41 d1 dh") == "same-pile same-pile" + " empty-source" * 3


CELLS_TAKEN = vierfrei(
    "Foundations: C-3\nFreecells: KS - 4C -\nColumns: 9S 8D 7C | | QH | 5H | 9C | 9D | 9H | JS"
)


def test_a_cell_holds_one_card() -> None:
    table = CELLS_TAKEN
    assert table.answers("1a ac") == "cell-taken cell-taken"
    assert table.play("1b").cells == ["KS", "7C", "4C", ""]
    assert table.play("ab").cells == ["", "KS", "4C", ""]
    after = table.play("c4 a2")
    assert (after.column(4), after.column(2), after.cells[2]) == ("5H 4C", "KS", "")
    assert table.play("ch").home["C"] == 4


def test_several_cards_go_into_cells_at_once_the_last_one_first() -> None:
    table, first = CELLS_TAKEN, PileId(Role.COLUMN, 0)
    found = table.rules.to_cells(table.state, first, 2)
    assert not isinstance(found, Refusal)
    assert [move.text for move in found] == ["1bv1", "1dv1"]
    assert table.play("1b 1d").cells == ["KS", "7C", "4C", "8D"]
    assert table.rules.to_cells(table.state, first, 3) == Refusal("too-few-cells", {"free": 2})
    other = vierfrei("Columns: 2S 9S")
    assert other.rules.to_cells(other.state, first, 2) == Refusal("not-a-run")


def test_foundations_build_up_in_suit_from_the_ace() -> None:
    table = vierfrei("Foundations: H-2\nFreecells: 3H\nColumns: AS | 2C | 4H | 2S AD | | | | 3D")
    assert table.answers("1h 2h 3h 4h 8h ah") == "ok not-next not-next ok not-next ok"
    assert table.play("1h 4h 4h ah 3h").home == {"C": 0, "D": 1, "H": 4, "S": 2}
    last = vierfrei("Foundations: C-13 D-13 H-13 S-12\nColumns: KS")
    assert not last.rules.won(last.state) and not last.stuck
    assert last.rules.won(last.play("1h").state)


class TestSafeCards:
    """Aces and twos are safe. Other cards are safe once both cards of the opposite colour one rank
    lower are home."""

    @each(
        ("home", "columns", "safe"),
        [
            ("C-3 D-3 H-3", "4C | KS", 1),
            ("C-3 D-2 H-3", "4C | 3D KS", 0),
            ("C-3 D-3 H-2", "4C | 3H KS", 0),
            ("C-3 D-3 S-3", "4D | KH", 1),
            ("C-3 D-3 S-2", "4D | 3S KH", 0),
            ("S-2 H-1 D-2", "3S | 2H KH", 0),
            ("", "2S AS | 2C | 3D", 2),
        ],
    )
    def test_safe_cards_go_home_by_themselves_and_others_by_hand(
        self, home: str, columns: str, safe: int
    ) -> None:
        table = vierfrei(f"Foundations: {home}\nColumns: {columns} | KC | KC | KC")
        assert table.safe().state.cards_home - table.state.cards_home == safe
        assert table.play("1h").state.cards_home == table.state.cards_home + 1

    def test_safe_cards_go_home_until_none_is_left(self) -> None:
        table = vierfrei(
            "Freecells: 2H 3H; "
            "Columns: 3S 2D AC | 2C AD | 3C 2S AS | 3D AH | KC 4S | KD 4D | KH 6H 5C | KS 4C"
        ).safe()
        assert table.home == {"C": 4, "D": 4, "H": 3, "S": 4}
        assert dealt("vierfrei", 617).safe() == dealt("vierfrei", 617)


FULL = (
    "Freecells: KS KC QS QC; Columns: 2H 9S | 3H 9C | 4H 7S | 5H 7C | 2D 5S | 3D 5C | 4D 3S | 5D 3C"
)


@each(
    ("old", "new", "stuck"),
    [
        ("", "", True),
        # A cell is free; a column is empty; a card fits on another; a card can go home.
        ("KS KC", "KS -", False),
        ("5D 3C", "", False),
        ("2H 9S", "2H KD", False),
        ("Freecells", "Foundations: S-2\n    Freecells", False),
    ],
)
def test_a_game_is_stuck_once_no_move_is_left_at_all(old: str, new: str, stuck: bool) -> None:
    assert vierfrei(FULL.replace(old, new) if old else FULL).stuck is stuck
