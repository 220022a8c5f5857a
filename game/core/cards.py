"""Suits, cards, their notation, and the packs of numbered deals.

A card is written like ``TH``. ``10``, lower case and ♣♦♥♠ can be read as well.
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
    """The four suits, in the order that the numbered deals depend on."""

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
"""Whether each suit is red, in suit order."""


class Card(NamedTuple):
    """A card; ``rank`` is from 1 (ace) to 13 (king)."""

    rank: int
    suit: Suit

    @property
    def is_red(self) -> bool:
        return RED[self.suit]

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + SUITS[self.suit]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card that ``text`` names, or raise ``ValueError``.

        >>> Card.parse("10♥") == Card.parse("th")
        True
        """
        try:
            return _SPELLINGS[text]
        except KeyError:
            raise ValueError(f"not a card: {text!r}") from None

    @staticmethod
    def is_card_name(text: str) -> bool:
        return text in _SPELLINGS


PACK: Final[tuple[Card, ...]] = tuple(
    Card(rank, suit) for rank in range(ACE, KING + 1) for suit in Suit
)
"""All 52 cards, in the order before a deal is shuffled."""

_SPELLINGS: Final[dict[str, Card]] = {
    rank + suit: card
    for card in PACK
    for letter in (RANKS[card.rank - 1],)
    for rank in (letter, letter.lower(), *(("10",) if letter == "T" else ()))
    for suit in (SUITS[card.suit], SUITS[card.suit].lower(), _SIGNS[card.suit])
}


def cards_text(cards: tuple[Card, ...] | list[Card]) -> str:
    """Return the names of the cards, separated by spaces."""
    return " ".join(map(str, cards))


MAX_DEAL: Final = 999_999
"""The highest deal number, as in VIERFREI for the Atari ST (1993)."""


def deck_order(number: int) -> tuple[Card, ...]:
    """Return the cards of a Microsoft FreeCell deal, in deal order.

    Raises ``ValueError`` for a number outside 0–999999.

    >>> print(*deck_order(617)[:4])
    7D AD 5C 3S
    """
    if not 0 <= number <= MAX_DEAL:
        raise ValueError(f"a deal is a number from 0 to {MAX_DEAL}, not {number}")
    deck = list(PACK)
    dealt: list[Card] = []
    seed = number
    for left in range(len(deck), 0, -1):
        seed = (seed * 214013 + 2531011) & 0x7FFF_FFFF
        drawn = (seed >> 16) % left
        dealt.append(deck[drawn])
        deck[drawn] = deck[left - 1]
    return tuple(dealt)
