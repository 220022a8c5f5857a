"""Which deal is meant: one reading of its words for all that name a deal."""

from __future__ import annotations

import pytest

from game.core.cards import cards_text, deck_order
from game.play.sharing import from_text
from game.rules.notation import board_text
from game.rules.registry import Deal, NumberError, Start, deal_named, numbered, own_deal
from game.support.errors import GivenError
from tests.each import each

BOARD = board_text(numbered("vierfrei", 617).layout())
NUMBER = "a deal is a number "
DECK = cards_text(deck_order(42))


def test_a_deal_is_named_by_game_number_and_rules() -> None:
    assert deal_named("vierfrei", "000617") == Deal("vierfrei", 617)
    assert deal_named("canfield", 42) == Deal("canfield", 42, "hoyle")
    assert deal_named("canfield", "999999", "casino") == Deal("canfield", 999_999, "casino")


@each(
    ("game", "number", "rules", "told"),
    [
        ("poker", "1", None, "unknown game: "),
        ("vierfrei", "1", "hoyle", "a rule set goes with "),
        ("canfield", "1", "klondike", "unknown rule set: "),
        *(
            ("vierfrei", number, None, "a deal is a number ")
            for number in ("", "-1", "1000000", "٣", "6x")
        ),
        ("vierfrei", -1, None, NUMBER),
        ("vierfrei", "0" * 13, None, NUMBER),
        ("vierfrei", "9" * 5000, None, NUMBER),
    ],
)
def test_what_names_no_deal(game: str, number: str | int, rules: str | None, told: str) -> None:
    with pytest.raises(GivenError) as raised:
        deal_named(game, number, rules)
    assert str(raised.value).startswith(told) and "\n" not in str(raised.value)
    assert isinstance(raised.value, NumberError) is told.startswith("a deal")
    assert len(str(raised.value)) < 150


def test_an_own_deal_has_the_form_of_its_game() -> None:
    deal = own_deal("vierfrei", None, Start.BOARD, BOARD)
    assert deal.layout() == numbered("vierfrei", 617).layout()
    deal = own_deal("canfield", None, Start.DECK, DECK)
    assert (deal.rules, deal.layout()) == ("hoyle", numbered("canfield", 42).layout())
    for game, start, text, told in (
        ("vierfrei", Start.DECK, DECK, "canfield takes a deck; vierfrei takes a board"),
        ("canfield", Start.BOARD, BOARD, "vierfrei takes a board; canfield takes a deck"),
    ):
        with pytest.raises(GivenError, match=told):
            own_deal(game, None, start, text)


@pytest.mark.parametrize("header", ["canfield 42", "vierfrei 617 hoyle", "poker 1", "vierfrei x"])
def test_a_header_names_its_deal_in_full(header: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        from_text(f"# Vierfeld 1 {header}\n", "vierfrei", None)
