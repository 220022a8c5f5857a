"""Tests of double clicks, and of the rule of thumb."""

from __future__ import annotations

from itertools import product

import pytest

from game.core.moves import Move, Refusal, Verb
from game.core.state import CELLS, FOUNDATIONS, RESERVE, STOCK, WASTE, PileId, State, columns
from game.play.session import Session
from game.play.thumb import rules_of_thumb
from game.rules.canfield import RULE_SETS
from game.rules.choices import best_place
from game.rules.notation import parse_board, parse_deck
from game.rules.registry import KINDS, Deal, numbered
from game.rules.vierfrei import Vierfrei
from game.solver.packed import canonical, pack
from tests.each import each, while_
from tests.game.fair.hidden import exchanged
from tests.game.reading import played
from tests.game.table import canfield, easy_deck
from tests.seed import a_few, chance

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
"""``BOARD`` without an empty column."""


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
        # Moving a whole column into the empty one changes nothing; moving a part of it does.
        (BOARD, COLUMNS[4], 3, "no-place"),
        (BOARD, COLUMNS[4], 2, "53v2"),
        # A card leaves a cell, but never for another cell.
        (BOARD, CELLS[0], 1, "a3v1"),
        (FULL, CELLS[0], 1, "no-place"),
        (BOARD, FOUNDATIONS[0], 1, "no-source"),
    ],
)
def test_a_double_click_finds_the_best_place(
    board: str, source: PileId, count: int, expected: str
) -> None:
    found = best_place(Vierfrei(), parse_board(board), source, count)
    text = found.key if isinstance(found, Refusal) else " ".join(move.text for move in found)
    assert text == expected


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_a_double_click_makes_a_legal_move_and_never_leads_to_the_same_position(
    game: str, rules: str | None
) -> None:
    # Positions that differ only in the order of cells and columns count as the same.
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


# -- the rule of thumb -----------------------------------------------------------------------------


def hint(session: Session, state: State | None = None) -> Move | None:
    return next(rules_of_thumb(session.rules, state or session.state), None)


def blind(state: State, seed: int) -> State:
    """Return ``state`` with the hidden cards shuffled."""
    hidden = [*state[STOCK], *state[RESERVE][:-1]]
    others = chance("blind", seed).sample(hidden, len(hidden))
    return exchanged(state, dict(zip(hidden, others, strict=True)))


@pytest.mark.parametrize(
    ("rules", "number"), a_few(product(RULE_SETS, range(6)), 12, "legal and blind")
)
def test_the_advice_is_legal_and_depends_on_nothing_hidden(rules: str, number: int) -> None:
    session = Session(numbered("canfield", number, rules))
    while len(session.actions) < 60 and (move := hint(session)) is not None:
        for seed in range(2):
            assert hint(session, blind(session.state, seed)) == move
        assert not isinstance(session.do(move), Refusal)
    assert len(session.actions) > 5


@pytest.mark.parametrize("rules", RULE_SETS)
def test_it_wins_a_deal_that_wins_itself(rules: str) -> None:
    session = Session(Deal("canfield", rules=rules, deck=parse_deck(easy_deck())))
    for _ in while_(lambda: not session.ended):
        move = hint(session)
        assert move is not None and len(session.actions) < 200
        session.do(move)
    assert session.won


@each(
    ("piles", "said"),
    [
        ("Reserve: 6H; Columns: 5D | 6C | 9S | 2H", "1h"),
        ("Reserve: 6C; Columns: 5D | 9D | 9S | 2H", "rh"),
        ("Reserve: 8H; Columns: TD | 9C | 2S | 2H", "r2"),
        ("Reserve: KH; Columns: TD | 9C | 2S | 2H", "21"),
        ("Reserve: KH; Columns: TD | 8C | 2S | 4H", "d"),
    ],
)
def test_home_comes_first_then_the_reserve_then_joins_then_the_stock(piles: str, said: str) -> None:
    table = canfield("aisleriot", f"Base: 5; Foundations: C-1; Stock: QS QH QC; {piles}")
    assert next(rules_of_thumb(table.rules, table.state)).text.split("v")[0] == said


def said_until(last: str, session: Session) -> list[str]:
    said = list[str]()
    for _ in while_(lambda: last not in said):
        move = hint(session)
        assert move is not None
        said.append(move.text)
        session.do(move)
    return said


def test_the_casinos_stages_are_paid_before_the_stock_is_dealt_and_turned_over() -> None:
    session = Session(numbered("canfield", 3, "hoyle"))
    said = said_until("t", session)
    assert said.count("d") >= 10 and not session.state[WASTE]
    session = Session(numbered("canfield", 42, "casino"))
    said = said_until("d", session)
    assert said[0] == "i" and "p" in said
    assert hint(session, session.state.apply((), stopped=True)) is None, "the game is over"
