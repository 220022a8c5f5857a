"""Colours as data: roles such as ``$gold`` in the drawings, and their colour for each suit.

The drawings know only roles; two-colour and four-colour decks differ in nothing but this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from game.core.cards import Suit

INK: Final = "$ink"
RED: Final = "$red"
GOLD: Final = "$gold"
BLUE: Final = "$blue"
CREAM: Final = "$cream"
SKIN: Final = "$skin"
SHADE: Final = "$shade"
LIP: Final = "$lip"
PAPER: Final = "$paper"
EDGE: Final = "$edge"
SUIT: Final = "$suit"
"""The colour of index and pips."""
TINT: Final = "$tint"
"""A pale ground in the suit's colour."""
BACK: Final = "$back"
DEEP: Final = "$deep"
LIGHT: Final = "$light"
"""A back's background, its darker fields and its pattern."""
RAY: Final = "$ray"
"""The rays inside an ace."""


class Palette(NamedTuple):
    """Role → colour, and the changes for single suits."""

    base: Mapping[str, str]
    suits: Mapping[Suit, Mapping[str, str]]

    def roles(self, suit: Suit | None) -> dict[str, str]:
        """Return all roles for ``suit``; ``None`` for what has no suit, such as a back."""
        return {**self.base, **(self.suits.get(suit, {}) if suit is not None else {})}


_INK: Final = "#1d1d1b"
_RED: Final = "#c8202f"
_BLUE: Final = "#2f5d8a"
_GREEN: Final = "#00714a"
_AZURE: Final = "#1a62b0"

COURT_BASE: Final = {
    "ink": _INK,
    "red": _RED,
    "gold": "#e3a72f",
    "blue": _BLUE,
    "cream": "#f6ead2",
    "skin": "#f8e6c8",
    "shade": "#e8c596",
    "lip": _RED,
    "paper": "#ffffff",
    "edge": "#b4afa2",
    "suit": _INK,
    "ray": _BLUE,
}

EMBLEM_BASE: Final = {
    "ink": _INK,
    "red": _RED,
    "gold": "#c9982f",
    "blue": _BLUE,
    "cream": "#f3e4e0",
    "paper": "#fdfcf8",
    "edge": "#b4afa2",
    "suit": _INK,
    "tint": "#e6e7ea",
}

_RED_TINT: Final = "#f3e4e0"

PALETTES: Final[Mapping[tuple[str, bool], Palette]] = {
    ("court", False): Palette(
        COURT_BASE,
        {
            Suit.HEARTS: {"suit": _RED, "ray": "#f0b9a2"},
            Suit.DIAMONDS: {"suit": _RED, "ray": "#f0b9a2"},
        },
    ),
    ("court", True): Palette(
        COURT_BASE,
        {
            # No suit borrows another's colour: the accents change along with the signs.
            Suit.SPADES: {"blue": "#66707d", "ray": "#7d8794"},
            Suit.HEARTS: {"suit": _RED, "blue": "#6e2436", "ray": "#f0b9a2"},
            Suit.CLUBS: {"suit": _GREEN, "blue": _GREEN, "ray": "#63b08e"},
            Suit.DIAMONDS: {"suit": _AZURE, "red": _AZURE, "blue": "#8db6e2", "ray": "#a9c9ec"},
        },
    ),
    ("emblem", False): Palette(
        EMBLEM_BASE,
        {
            Suit.HEARTS: {"suit": _RED, "tint": _RED_TINT},
            Suit.DIAMONDS: {"suit": _RED, "tint": _RED_TINT},
        },
    ),
    ("emblem", True): Palette(
        EMBLEM_BASE,
        {
            Suit.HEARTS: {"suit": _RED, "tint": _RED_TINT},
            Suit.CLUBS: {"suit": _GREEN, "tint": "#dfece5"},
            Suit.DIAMONDS: {"suit": _AZURE, "tint": "#e0e9f4"},
        },
    ),
}
"""By deck and whether the suits have four colours. For colour-blind eyes, green and azure differ
from red and black by lightness and by their share of blue."""


class Back(NamedTuple):
    """A back: its drawing and its colours."""

    drawing: str
    roles: Mapping[str, str]


def _back(
    drawing: str, back: str, deep: str, light: str = "#f6ead2", gold: str = "#e3a72f"
) -> Back:
    own = {"back": back, "deep": deep, "light": light, "gold": gold}
    return Back(drawing, {"paper": "#ffffff", "edge": "#b4afa2", **own})


BACKS: Final[Mapping[str, Mapping[str, Back]]] = {
    "court": {
        "blue": _back("quarterly", _BLUE, "#234a72"),
        "red": _back("quarterly", "#b3242f", "#8e1a26"),
        "tiles": _back("tiles", _BLUE, _BLUE),
    },
    "emblem": {
        "red": _back("guilloche", "#c0222f", "#c0222f", "#f6e0da", "#f6e0da"),
        "ink": _back("guilloche", _INK, _INK, "#d8ab4b", "#e3b44f"),
    },
}
"""The backs of each deck; the first is the deck's own."""
