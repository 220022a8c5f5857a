"""Errors are values; each has its words."""

from __future__ import annotations

import pytest

from game.core.cards import Card
from game.core.moves import Refusal
from game.core.reasons import GivenError, Reason
from game.rules.notation import NotationError
from game.rules.registry import Deal
from game.words.misread import reason_text, told, why

VALUES: dict[Reason, dict[str, object]] = {
    Reason.NO_GAME: {"game": "chess"},
    Reason.NO_RULE_SET: {"rules": "own"},
    Reason.DEAL_RANGE: {"most": 9},
    Reason.GAME_UNKNOWN: {"word": "'chess'", "games": "vierfrei"},
    Reason.RULES_UNKNOWN: {"word": "'own'", "names": "hoyle"},
    Reason.NO_NUMBER: {"word": "'x'", "last": 9},
    Reason.TAKES_A_DECK: {"boards": "vierfrei", "game": "canfield"},
    Reason.TAKES_A_BOARD: {"decks": "canfield", "game": "vierfrei"},
    Reason.RULE_SET_MISPLACED: {"games": "canfield"},
    Reason.RULES_UNASKED: {"games": "canfield"},
}
OF_A_TEXT = {Reason.COLUMNS_HERE, Reason.CARD_TWICE, Reason.CARDS_MISSING, Reason.ILLEGAL}


@pytest.mark.parametrize("reason", Reason)
def test_each_reason_has_words(reason: Reason) -> None:
    cards, refused = (Card.parse("5H"),), Refusal("at-start")
    text = NotationError(3, "xx", reason, cards, 7, refused if reason is Reason.ILLEGAL else None)
    if reason not in VALUES:
        assert reason_text(text) and why(text) == f"line 3: 'xx': {reason_text(text)}"
        assert told(text, "a.txt").startswith("a.txt holds no game")
    if reason not in OF_A_TEXT:
        assert why(GivenError(reason, **VALUES.get(reason, {}))).strip()


def test_the_words_name_the_values() -> None:
    with pytest.raises(GivenError) as caught:
        Deal("canfield", 1, "own")
    assert (caught.value.reason, caught.value.values) == (Reason.NO_RULE_SET, {"rules": "own"})
    assert why(caught.value) == "no such rule set: own"
    assert why(NotationError(2, "", Reason.COLUMNS_HERE, number=7)) == (
        "line 2: a board has 8 columns, here are 7"
    )
    assert why(NotationError(1, "5H", Reason.CARD_TWICE, (Card.parse("5H"),))) == (
        "line 1: '5H': 5H is there twice"
    )
    assert why(ValueError("as it is")) == "as it is"
