"""The drawings of the 1993 deck, one bit per pixel."""

from __future__ import annotations

from typing import Final

from game.art.drawings import drawings_of
from game.core.cards import Suit

Bitmap = tuple[str, ...]
"""Rows of pixels: ``#`` is black, ``o`` white and ``.`` transparent."""

# Larger sizes are whole multiples of these, so no pixel is ever grey.
TINY: Final = 7
SMALL: Final = 9
LARGE: Final = 13

NARROW_TEN: Final = "narrow 10"
THIN_TEN: Final = "thin 10"
"""Narrower forms of the 10, only in the size ``SMALL``."""
BACKS: Final = ("dither", "weave")


def _bitmap(name: str) -> Bitmap:
    return tuple(drawings_of("1993")[name].split())


def letter(name: str, height: int) -> Bitmap:
    """Return an index letter or number, ``SMALL`` or ``LARGE`` pixels high."""
    return _bitmap(f"rank {name} {height}")


def sign(suit: Suit, height: int) -> Bitmap:
    """Return a square suit sign, ``TINY``, ``SMALL`` or ``LARGE`` pixels high."""
    return _bitmap(f"sign {suit.letter} {height}")


def pattern(suit: Suit | None) -> Bitmap:
    """Return the pattern on the robes of the court cards of ``suit``. If ``suit`` is None, return
    the pattern of the beards."""
    return _bitmap("pattern" if suit is None else f"pattern {suit.letter}")


def back(name: str) -> Bitmap:
    """Return the bitmap to be tiled for the back called ``name``."""
    return _bitmap(f"back {name}")


def figure(rank: int) -> str:
    """Return the strokes of a court figure's upper half."""
    return drawings_of("1993")[f"court {rank}"]


def best_size(room: int) -> tuple[int, int]:
    """Return the bitmap size and the factor that best fill ``room`` pixels.

    If none fits, they are ``SMALL`` and 1.
    """
    choices = [(m * k, m, k) for m in (SMALL, LARGE) for k in range(1, room // m + 1)]
    _, master, multiple = max(choices, default=(SMALL, SMALL, 1))
    return master, multiple
