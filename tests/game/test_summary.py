"""An action in few words."""

from __future__ import annotations

from game.rules.choices import Automatic
from game.rules.notation import parse_board, parse_deck
from game.rules.registry import Deal, numbered
from game.words.summary import summary
from tests.each import each
from tests.game.decks import OPEN_BOARD, easy_deck
from tests.game.reading import play, played

VIERFREI = numbered("vierfrei", 617)
OWN = Deal("vierfrei", board=parse_board(OPEN_BOARD))
EASY = Deal("canfield", rules="hoyle", deck=parse_deck(easy_deck()))


def canfield(rules: str) -> Deal:
    return numbered("canfield", 42, rules)


@each(
    ("deal", "line", "words"),
    [
        (VIERFREI, "58", "jack of clubs to column 8"),
        (VIERFREI, "1a 2b 3c 4d", "4 of hearts to the last free cell"),
        # Runs are named by their first card.
        (VIERFREI, "58 82", "queen of hearts and 1 more card to column 2"),
        (OWN, "12v3", "10 of clubs and 2 more cards to the empty column 2"),
        (OWN, "12v1", "8 of clubs to the empty column 2"),
        (OWN, "8h", "ace of hearts to the hearts foundation"),
        (OWN, "12v1 21", "8 of clubs to column 1"),
        (canfield("hoyle"), "d", "3 cards dealt, up to 3 of spades"),
        (canfield("hoyle"), "d " * 12, "1 card dealt: queen of clubs"),
        (canfield("hoyle"), "d " * 12 + "t", "waste turned over"),
        (canfield("casino"), "i", "inspection paid"),
        (canfield("casino"), "i p", "whole game paid"),
        (canfield("casino"), "x", "game stopped"),
        # What fills a column is named with the move that emptied it.
        (EASY, "1h", "2 of diamonds to column 1; ace of diamonds to the diamonds foundation"),
    ],
)
def test_an_action_in_few_words(deal: Deal, line: str, words: str) -> None:
    assert summary_of_last(deal, line) == words


def test_cards_that_go_home_by_themselves_are_counted() -> None:
    deal = numbered("vierfrei", 10913)
    assert summary_of_last(OWN, "12v1", Automatic.SAFE) == "52 cards home"
    assert summary_of_last(deal, "4h", Automatic.SAFE) == "2 cards home"
    told = "6 of diamonds to cell a; 2 cards home"
    assert summary_of_last(deal, "1a", Automatic.SAFE) == told


def summary_of_last(deal: Deal, line: str, automatic: Automatic = Automatic.OFF) -> str:
    """The summary of the last move of ``line``."""
    *before, last = line.split()
    session = played(deal, " ".join(before))
    state = session.state
    return summary(play(session, last, automatic).actions[-1], state)
