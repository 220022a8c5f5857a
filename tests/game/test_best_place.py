"""Where a double click sends cards that cannot go home."""

from __future__ import annotations

import pytest

from game.core.moves import Move, Refusal, Verb
from game.core.state import CELLS, FOUNDATIONS, PileId, columns
from game.rules.choices import best_place
from game.rules.notation import parse_board
from game.rules.registry import KINDS, numbered
from game.rules.vierfrei import Vierfrei
from game.solver.packed import canonical, pack
from tests.game.reading import played

RULES = Vierfrei()
COLUMNS = columns(8)
BOARD = """\
Foundations: C-A
Freecells: JH - 2D -
: 9H KS 8S
: 7D
:
: QS KC KH KD QC QH QD JC JD TD TH 9S
: TC 9D 8C
: TS 9C 8D 8H 7C 7H 6C 6D 6H
: JS 5C 5D 5H 5S 4C 4D 4H 4S
: 3C 3D 3H 3S 2C 2H 2S AS AD AH 7S 6S
"""


FULL = BOARD.replace("\n:\n", "\n: 9H\n").replace(": 9H KS", ": KS")
"""The same without an empty column."""


@pytest.mark.parametrize(
    ("board", "source", "count", "expected"),
    [
        # Onto the run of three, not onto the first 8 that takes it.
        (BOARD, COLUMNS[1], 1, "25v1"),
        # A card that no column takes goes into the empty one rather than into a cell.
        (BOARD, COLUMNS[6], 1, "73v1"),
        (FULL, COLUMNS[6], 1, "7bv1"),
        (FULL, COLUMNS[6], 2, "no-place"),
        # The 8 of spades onto the red 9.
        (FULL, COLUMNS[0], 1, "13v1"),
        # A whole column into the empty one would be the same again; a part of it is not.
        (BOARD, COLUMNS[4], 3, "no-place"),
        (BOARD, COLUMNS[4], 2, "53v2"),
        # Out of a cell, but never into another.
        (BOARD, CELLS[0], 1, "a3v1"),
        (FULL, CELLS[0], 1, "no-place"),
        (BOARD, FOUNDATIONS[0], 1, "no-source"),
    ],
)
def test_a_double_click_finds_the_best_place(
    board: str, source: PileId, count: int, expected: str
) -> None:
    found = best_place(RULES, parse_board(board), source, count)
    text = found.key if isinstance(found, Refusal) else " ".join(move.text for move in found)
    assert text == expected


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_a_double_click_makes_a_legal_move_and_never_leads_to_the_same_position(
    game: str, rules: str | None
) -> None:
    # What differs only by the names of cells and columns is the same.
    moved = 0
    for deal in range(30):
        session = played(numbered(game, deal, rules), "i p" if rules == "casino" else "")
        engine = session.rules
        for turn in range(60):
            piles = [pile for pile in engine.piles if engine.counts(session.state, pile)]
            found = best_place(engine, session.state, piles[turn % len(piles)], 1)
            if isinstance(found, Refusal):
                session.do(Move(Verb.DEAL))
                continue
            moved += 1
            before = canonical(engine, pack(engine, session.state))
            assert not isinstance(session.do(*found), Refusal)
            assert canonical(engine, pack(engine, session.state)) != before
    assert moved > 20
