"""Builds all stored drawings: what ``python -m game.art`` writes and a test compares."""

from __future__ import annotations

from game.art import backs, letters
from game.art.court import deck as court
from game.art.emblem import deck as emblem
from game.art.emblem import letters as slab
from game.art.palette import SUIT
from game.art.signs import sign
from game.core.cards import SUITS, Suit


def _signs() -> dict[str, str]:
    """Return the suit signs, 100 high."""
    return {f"sign {SUITS[suit]}": sign(suit, 0, 0, 100) for suit in Suit}


def court_drawings() -> dict[str, str]:
    ranks = {f"rank {name}": letters.letter(name, SUIT) for name in letters.LETTERS}
    return _signs() | ranks | court.pictures()


def emblem_drawings() -> dict[str, str]:
    ranks = {f"rank {name}": slab.letter(name, SUIT) for name in slab.LETTERS}
    return _signs() | ranks | emblem.pictures()


def everything() -> dict[str, dict[str, str]]:
    """Return deck file → drawing → SVG fragment."""
    return {"court": court_drawings(), "emblem": emblem_drawings(), "backs": backs.drawings()}
