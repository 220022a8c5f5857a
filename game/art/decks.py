"""The decks, their colours and backs, and the look of the cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from game.art import onebit
from game.art.drawings import drawings_of, paper
from game.core.cards import Suit

_LETTERS: Final = {"en": "AJQK", "de": "ABDK"}
"""The index letters of ace, jack, queen and king, by language. The default is English."""
LETTERS: Final = tuple(dict.fromkeys(_LETTERS.values()))
"""The sets of index letters that a player can choose from."""


def usual_letters(language: str) -> str:
    """Return the index letters for ``language``; the English ones if it has none of its own."""
    return _LETTERS.get(language, LETTERS[0])


def rank_name(rank: int, letters: str) -> str:
    """Return a rank as a card's index shows it."""
    if rank == 1:
        return letters[0]
    return str(rank) if rank <= 10 else letters[rank - 10]


class DeckStyle(NamedTuple):
    """The look of the cards on the table."""

    deck: str = "court"
    """The name of the deck: one of ``DECKS``."""
    four_colours: bool = False
    """Whether clubs are green and diamonds blue. The 1993 deck ignores this."""
    large_index: bool = False
    """Whether the index is extra-large, for low vision."""
    back: str = ""
    """The name of the back. If it is empty, the deck's default back is used."""
    letters: str = "AJQK"
    """The index letters of ace, jack, queen and king."""

    @property
    def one_bit(self) -> bool:
        """Whether the deck is made of bitmaps."""
        return self.deck == ONE_BIT

    @property
    def palette(self) -> Palette:
        return PALETTES[self.deck, self.four_colours]


Palette = Mapping[Suit | None, Mapping[str, str]]
"""Maps each suit to its colours, which have names such as ``paper``. A blank card has suit None."""


def _palette(base: Mapping[str, str], suits: Mapping[Suit, Mapping[str, str]]) -> Palette:
    return {None: base} | {suit: {**base, **suits.get(suit, {})} for suit in Suit}


_INK: Final = "#1d1d1b"
_RED: Final = "#c8202f"
_BLUE: Final = "#2f5d8a"
# Colour-blind players tell these from red and black by their lightness and share of blue.
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
_RED_SUITS: Final = Suit.HEARTS, Suit.DIAMONDS

PALETTES: Final[Mapping[tuple[str, bool], Palette]] = {
    ("court", False): _palette(
        COURT_BASE, {suit: {"suit": _RED, "ray": "#f0b9a2"} for suit in _RED_SUITS}
    ),
    ("court", True): _palette(
        COURT_BASE,
        {
            # No suit uses another's colour, not even for accents.
            Suit.SPADES: {"blue": "#66707d", "ray": "#7d8794"},
            Suit.HEARTS: {"suit": _RED, "blue": "#6e2436", "ray": "#f0b9a2"},
            Suit.CLUBS: {"suit": _GREEN, "blue": _GREEN, "ray": "#63b08e"},
            Suit.DIAMONDS: {"suit": _AZURE, "red": _AZURE, "blue": "#8db6e2", "ray": "#a9c9ec"},
        },
    ),
    ("emblem", False): _palette(
        EMBLEM_BASE, {suit: {"suit": _RED, "tint": _RED_TINT} for suit in _RED_SUITS}
    ),
    ("emblem", True): _palette(
        EMBLEM_BASE,
        {
            Suit.HEARTS: {"suit": _RED, "tint": _RED_TINT},
            Suit.CLUBS: {"suit": _GREEN, "tint": "#dfece5"},
            Suit.DIAMONDS: {"suit": _AZURE, "tint": "#e0e9f4"},
        },
    ),
}
"""The palettes, keyed by deck and by whether the suits have four colours."""


class Back(NamedTuple):
    """A card back: its drawing and its colours."""

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
"""The backs of each drawn deck, the default first."""

ONE_BIT: Final = "1993"
"""The deck that is made of bitmaps and has no colours."""

DECKS: Final = (*BACKS, ONE_BIT)


def backs_of(deck: str) -> tuple[str, ...]:
    """Return the names of a deck's backs, the default first."""
    return onebit.BACKS if deck == ONE_BIT else tuple(BACKS[deck])


def back_of(style: DeckStyle, width: int) -> tuple[str, Mapping[str, str]]:
    """Return the drawing and colours of a drawn deck's back."""
    backs = BACKS[style.deck]
    design = backs[style.back or next(iter(backs))]
    return paper(width) + drawings_of("backs")[design.drawing], design.roles
