"""Suits and cards, and how they are written, whatever the game.

A card is written rank then suit: ranks ``A 2 3 4 5 6 7 8 9 T J Q K``, suits ``C D H S``. Reading
also takes ``10``, lower case and the signs ♣♦♥♠.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
_SIGNS: Final = "♣♦♥♠"

ACE: Final = 1
KING: Final = 13


class Suit(IntEnum):
    """The four suits, in the order of the numbered deals."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        return SUITS[self]

    @property
    def is_red(self) -> bool:
        return self in (Suit.DIAMONDS, Suit.HEARTS)


RED: Final = tuple(suit.is_red for suit in Suit)
"""Of each suit, whether it is red."""


class Card(NamedTuple):
    """One card of the pack; ``rank`` runs from 1 (ace) to 13 (king)."""

    rank: int
    suit: Suit

    @property
    def is_red(self) -> bool:
        return RED[self.suit]

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + SUITS[self.suit]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card that ``text`` names.

        Raises ``ValueError`` if it names none.

        >>> Card.parse("10♥") == Card.parse("th")
        True
        """
        try:
            return _SPELLINGS[text]
        except KeyError:
            raise ValueError(f"not a card: {text!r}") from None

    @staticmethod
    def named(text: str) -> bool:
        """Whether ``text`` names a card."""
        return text in _SPELLINGS


PACK: Final[tuple[Card, ...]] = tuple(
    Card(rank, suit) for rank in range(ACE, KING + 1) for suit in Suit
)
"""All 52 cards, in the order from which the numbered deals are shuffled."""

_SPELLINGS: Final[dict[str, Card]] = {
    rank + suit: card
    for card in PACK
    for letter in (RANKS[card.rank - 1],)
    for rank in (letter, letter.lower(), *(("10",) if letter == "T" else ()))
    for suit in (SUITS[card.suit], SUITS[card.suit].lower(), _SIGNS[card.suit])
}


def rank_letter(rank: int) -> str:
    """Return the letter or digit of a rank from 1 to 13."""
    return RANKS[rank - 1]


def cards_text(cards: tuple[Card, ...] | list[Card]) -> str:
    """Return the cards as text, separated by spaces."""
    return " ".join(map(str, cards))
