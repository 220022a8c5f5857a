"""The available decks, and the chosen one: its colours, its index and its back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.art.palette import BACKS

INDEX_LETTERS: Final = frozenset("AJQKBDHRV")
"""The letters that the decks can show as an index."""

_LETTERS: Final = {"en": "AJQK", "de": "ABDK"}
"""The index letters of the decks that are sold where a language is spoken; all others have the
international ones, which are the first."""
LETTERS: Final = tuple(dict.fromkeys(_LETTERS.values()))
"""All letters that a player can choose."""


def usual_letters(language: str) -> str:
    """Return the index letters of the decks that are sold where ``language`` is spoken."""
    return _LETTERS.get(language, LETTERS[0])


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """Which cards are on the table.

    Raises ``ValueError`` for an unknown deck, back or letters.
    """

    deck: str = "court"
    """One of ``DECKS``."""
    four_colours: bool = False
    """Clubs green and diamonds blue; the 1993 deck knows no colours."""
    large_index: bool = False
    """An extra-large index, for low vision; the pictures are smaller."""
    back: str = ""
    """One of ``backs_of(deck)``; empty for the deck's own."""
    letters: str = "AJQK"
    """The index letters of ace, jack, queen and king; ``ABDK`` are the German, ``AVDR`` the French
    ones."""

    def __post_init__(self) -> None:
        if self.deck not in DECKS:
            raise ValueError(f"no such deck: {self.deck!r}")
        if self.back and self.back not in backs_of(self.deck):
            raise ValueError(f"no such back for {self.deck}: {self.back!r}")
        if len(self.letters) != 4 or not set(self.letters) <= INDEX_LETTERS:
            raise ValueError(f"not four index letters: {self.letters!r}")

    @property
    def one_bit(self) -> bool:
        """Whether it is drawn as bitmaps."""
        return self.deck == ONE_BIT


ONE_BIT: Final = "1993"
"""The deck drawn as bitmaps; it has no colours."""

DECKS: Final = (*BACKS, ONE_BIT)


def backs_of(deck: str) -> tuple[str, ...]:
    """Return the names of a deck's backs, its own first."""
    if deck == ONE_BIT:
        # One deck of three needs it.
        from game.art import onebit

        return tuple(onebit.BACKS)
    return tuple(BACKS[deck])
