"""Builds all stored drawings: what ``python -m scenes.cards.art`` writes and a test compares."""

from __future__ import annotations

from game.core.cards import SUITS, Suit
from scenes.cards.art import backs, letters
from scenes.cards.art.court import deck as court
from scenes.cards.art.emblem import deck as emblem
from scenes.cards.art.emblem import letters as slab
from scenes.cards.art.palette import SUIT
from scenes.cards.art.signs import sign


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
