"""Tests that ``game/`` doesn't need pygame, and that refusals and moves are described briefly."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator

from game.core.cards import Card, Suit
from game.core.moves import Refusal
from game.rules.choices import Automatic
from game.rules.notation import parse_board, parse_deck
from game.rules.registry import Deal, numbered
from game.words.names import refusal_text
from game.words.summary import summary
from tests.each import each
from tests.game.reading import play, played
from tests.game.table import OPEN_BOARD, easy_deck
from tests.house import ROOT, sources, trees

SOURCES = {name: source for name, source in sources().items() if name.partition(".")[0] == "game"}
WITHOUT_PYGAME = """
import importlib, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("pygame", "scenes"):
            raise ImportError(f"{name} is out of reach")

sys.meta_path.insert(0, Blocked())
for name in sys.argv[1:]:
    importlib.import_module(name)
assert "pygame" not in sys.modules
"""


def test_every_module_and_the_maker_of_decks_load_without_pygame() -> None:
    names = [module for module in SOURCES if not module.endswith("__main__")]
    command = [sys.executable, "-c", WITHOUT_PYGAME, *names, "tools.make_decks.__main__"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


FIVE = Card.parse("5H")


def refusal_keys() -> Iterator[str]:
    """Yield the keys of all refusals in the code."""
    for name, source in SOURCES.items():
        for node in ast.walk(trees()[name]) if "Refusal(" in source else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refusal":
                for part in ast.walk(node.args[0]):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield part.value


def test_each_reason_of_a_refusal_has_a_sentence() -> None:
    keys = {*refusal_keys()}
    assert len(keys) > 20
    for key in keys:
        values = {"may": 2, "free": 1, "wanted": 3}
        text = refusal_text(Refusal(key, values, FIVE if key == "no-fit" else None))
        assert text[0].isupper() and text.endswith("."), key


def test_the_refusal_of_a_card_names_those_that_fit() -> None:
    black = Card(4, Suit.CLUBS), Card(4, Suit.SPADES)
    words = {black: "Only a black 4", black[:1]: "Only the 4 of clubs", (): "Nothing"}
    for fitting, start in words.items():
        text = refusal_text(Refusal("no-fit", {}, FIVE, fitting))
        assert text == f"{start} can go on the 5 of hearts."


def test_refusals_use_singular_and_plural() -> None:
    texts = [refusal_text(Refusal("too-many", {"may": may, "wanted": 9})) for may in (1, 2)]
    assert texts == ["Only 1 card can move there now.", "Only 2 cards can move there now."]
    texts = [refusal_text(Refusal("too-few-cells", {"free": free})) for free in (0, 1, 3)]
    assert texts == ["There's no free cell.", "Only 1 cell is free.", "Only 3 cells are free."]


# -- an action in few words ------------------------------------------------------------------------

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
        (canfield("casino"), "i", "paid to move cards"),
        (canfield("casino"), "i p", "whole game paid"),
        (canfield("casino"), "x", "game stopped"),
        # The card that fills a column is named along with the move that emptied the column.
        (EASY, "1h", "2 of diamonds to column 1; ace of diamonds to the diamonds foundation"),
    ],
)
def test_an_action_in_few_words(deal: Deal, line: str, words: str) -> None:
    assert summary_of_last(deal, line) == words


def test_cards_that_go_home_by_themselves_are_counted() -> None:
    deal = numbered("vierfrei", 10913)
    assert summary_of_last(OWN, "12v1", Automatic.SAFE) == "52 cards sent home"
    assert summary_of_last(deal, "4h", Automatic.SAFE) == "2 cards sent home"
    told = "6 of diamonds to cell a; 2 cards sent home"
    assert summary_of_last(deal, "1a", Automatic.SAFE) == told


def summary_of_last(deal: Deal, line: str, automatic: Automatic = Automatic.OFF) -> str:
    """Return the summary of the last move of ``line``."""
    *before, last = line.split()
    session = played(deal, " ".join(before))
    state = session.state
    return summary(play(session, last, automatic).actions[-1], state)
