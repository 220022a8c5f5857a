"""``python -m tools.make_decks``: writes the drawings of all decks into ``assets/decks``."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping

from game.art.drawings import path_of
from game.core.cards import SUITS, Suit
from tools.make_decks import backs, bitmaps, court, court_letters, emblem, emblem_letters
from tools.make_decks.elements import SUIT
from tools.make_decks.signs import sign


def _signs() -> dict[str, str]:
    """Return drawings of the suit signs by name. Each sign is 100 units high."""
    return {f"sign {SUITS[suit]}": sign(suit, 0, 0, 100) for suit in Suit}


def court_drawings() -> dict[str, str]:
    ranks = {f"rank {name}": court_letters.letter(name, SUIT) for name in court_letters.LETTERS}
    return _signs() | ranks | court.pictures()


def emblem_drawings() -> dict[str, str]:
    ranks = {f"rank {name}": emblem_letters.letter(name, SUIT) for name in emblem_letters.LETTERS}
    return _signs() | ranks | emblem.pictures()


def everything() -> dict[str, dict[str, str]]:
    """Return, for each deck file, its drawings by name."""
    return {
        "court": court_drawings(),
        "emblem": emblem_drawings(),
        "backs": backs.drawings(),
        "1993": bitmaps.drawings(),
    }


def as_text(drawings: Mapping[str, str]) -> str:
    """Return ``drawings`` in the format of a deck file: a name and its drawing on each line."""
    return "".join(f"{name}\t{svg}\n" for name, svg in drawings.items())


def main() -> None:
    """Write the deck files."""
    for deck, drawings in everything().items():
        path_of(deck).write_text(as_text(drawings), encoding="utf-8")


if __name__ == "__main__":
    ArgumentParser(prog="python -m tools.make_decks", description=__doc__).parse_args()
    main()
