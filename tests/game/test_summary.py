"""An action in few words."""

from __future__ import annotations

import pytest

from game.core.moves import Refusal
from game.play.session import Session
from game.rules.choices import Automatic
from game.rules.notation import parse_board, parse_deck
from game.rules.registry import Deal, numbered
from game.words.summary import summary
from tests.game.decks import easy_deck
from tests.game.reading import parse_move


def told(deal: Deal, line: str, automatic: Automatic = Automatic.OFF) -> str:
    """What the last move of ``line`` is told as."""
    session = Session(deal)
    before = session.state
    for token in line.split():
        before = session.state
        done = session.do(parse_move(token, deal.game), automatic=automatic)
        assert not isinstance(done, Refusal), token
    return summary(session.actions[-1], before)


VIERFREI = numbered("vierfrei", 617)
OPEN = """\
: KC QH JS TD
:
: KH KS KD QC QS QD JC JH JD
: TC TH TS 9C 9H 9S 9D 8D 8H 8S 8C
: 7C 7D 7H 7S 6C 6D 6H 6S
: 5C 5D 5H 5S 4C 4D 4H 4S
: 3C 3D 3H 3S 2C 2D 2H 2S
: AD AS AH AC
"""


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("58", "jack of clubs to column 8"),
        ("1a", "jack of diamonds to cell a"),
        ("1a 2b 3c 4d", "4 of hearts to the last free cell"),
        ("58 82", "queen of hearts and 1 more card to column 2"),
    ],
)
def test_vierfrei(line: str, words: str) -> None:
    assert told(VIERFREI, line) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("12v4", "king of clubs and 3 more cards to the empty column 2"),
        ("12v1", "10 of diamonds to the empty column 2"),
        ("8h", "ace of clubs to the clubs foundation"),
        ("12v1 21", "10 of diamonds to column 1"),
    ],
)
def test_runs_are_named_by_their_first_card(line: str, words: str) -> None:
    assert told(Deal("vierfrei", board=parse_board(OPEN)), line) == words


def test_automatic_moves_are_counted() -> None:
    deal = Deal("vierfrei", board=parse_board(OPEN))
    assert told(deal, "12v1", Automatic.SAFE) == "52 cards home"
    aces = numbered("vierfrei", 10913)
    assert told(aces, "4h", Automatic.SAFE) == "2 cards home"
    assert told(aces, "1a", Automatic.SAFE) == "6 of diamonds to cell a; 2 cards home"


@pytest.mark.parametrize(
    ("rules", "line", "words"),
    [
        ("hoyle", "d", "3 cards dealt, up to 3 of spades"),
        ("hoyle", "d " * 11 + "d", "1 card dealt: queen of clubs"),
        ("hoyle", "d " * 12 + "t", "waste turned over"),
        ("casino", "i", "inspection paid"),
        ("casino", "i p", "whole game paid"),
        ("casino", "x", "game stopped"),
    ],
)
def test_canfield(rules: str, line: str, words: str) -> None:
    assert told(numbered("canfield", 42, rules), line) == words


def test_a_fill_is_told_with_the_move_that_caused_it() -> None:
    deal = Deal("canfield", rules="hoyle", deck=parse_deck(easy_deck()))
    assert (
        told(deal, "1h") == "2 of diamonds to column 1; ace of diamonds to the diamonds foundation"
    )


def test_beginning_again() -> None:
    session = Session(VIERFREI)
    session.do(parse_move("58", "vierfrei"))
    before = session.state
    session.restart()
    assert summary(session.actions[-1], before) == "game restarted"
