"""Which deal is meant: one reading of its words for all that name a deal."""

from __future__ import annotations

import pytest

from game.core.cards import cards_text, deck_order
from game.play.sharing import from_text
from game.rules.notation import board_text
from game.rules.registry import Deal, Start, numbered
from game.rules.which_deal import DealError, Fault, deal_named, own_deal
from game.words.misread import why
from tests.each import each

BOARD = board_text(numbered("vierfrei", 617).layout())
DECK = cards_text(deck_order(42))


def test_a_deal_is_named_by_game_number_and_rules() -> None:
    assert deal_named("vierfrei", "000617") == Deal("vierfrei", 617)
    assert deal_named("canfield", 42) == Deal("canfield", 42, "hoyle")
    assert deal_named("canfield", "999999", "casino") == Deal("canfield", 999_999, "casino")


@each(
    ("game", "number", "rules", "fault"),
    [
        ("poker", "1", None, Fault.GAME),
        ("vierfrei", "1", "hoyle", Fault.RULES),
        ("canfield", "1", "klondike", Fault.RULES),
        *(("vierfrei", number, None, Fault.NUMBER) for number in ("", "-1", "1000000", "٣", "6x")),
        ("vierfrei", -1, None, Fault.NUMBER),
        ("vierfrei", "0" * 13, None, Fault.NUMBER),
        ("vierfrei", "9" * 5000, None, Fault.NUMBER),
    ],
)
def test_what_names_no_deal(game: str, number: str | int, rules: str | None, fault: Fault) -> None:
    with pytest.raises(DealError) as raised:
        deal_named(game, number, rules)
    assert raised.value.fault is fault and "\n" not in why(raised.value)
    assert len(why(raised.value)) < 150


def test_an_own_deal_has_the_form_of_its_game() -> None:
    deal = own_deal("vierfrei", None, Start.BOARD, BOARD)
    assert deal.layout() == numbered("vierfrei", 617).layout()
    deal = own_deal("canfield", None, Start.DECK, DECK)
    assert (deal.rules, deal.layout()) == ("hoyle", numbered("canfield", 42).layout())
    for game, start, text in (("vierfrei", Start.DECK, DECK), ("canfield", Start.BOARD, BOARD)):
        with pytest.raises(DealError) as raised:
            own_deal(game, None, start, text)
        assert raised.value.fault is Fault.START


@pytest.mark.parametrize("header", ["canfield 42", "vierfrei 617 hoyle", "poker 1", "vierfrei x"])
def test_a_header_names_its_deal_in_full(header: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        from_text(f"# Vierfeld 1 {header}\n", "vierfrei", None)
