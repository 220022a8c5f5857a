"""The rule of thumb: only what a player can see, always legal, and in the order that it names."""

from __future__ import annotations

from itertools import product

import pytest

from game.core.moves import Move, Refusal
from game.core.state import RESERVE, STOCK, WASTE, State
from game.play.session import Session
from game.play.thumb import rules_of_thumb
from game.rules.canfield import RULE_SETS
from game.rules.notation import parse_deck
from game.rules.registry import Deal, numbered
from tests.each import each
from tests.game.decks import easy_deck
from tests.game.fair.hidden import exchanged
from tests.game.table import canfield
from tests.loops import while_
from tests.seed import a_few, chance


def hint(session: Session, state: State | None = None) -> Move | None:
    return next(rules_of_thumb(session.rules, state or session.state), None)


def blind(state: State, seed: int) -> State:
    """The same to the eye: the cards that nobody sees have changed places among themselves."""
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


def test_an_empty_stock_is_turned_over() -> None:
    session = Session(numbered("canfield", 3, "hoyle"))
    said = said_until("t", session)
    assert said.count("d") >= 10 and not session.state[WASTE]


def test_the_casinos_stages_are_paid_before_the_stock_is_dealt_and_a_stopped_game_is_over() -> None:
    session = Session(numbered("canfield", 42, "casino"))
    said = said_until("d", session)
    assert said[0] == "i" and "p" in said
    assert hint(session, session.state.apply((), stopped=True)) is None
