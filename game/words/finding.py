"""Which cards a few typed letters name: a rank, then the beginning of a suit, as ``7h`` or ``10d``.

Besides the English letters, which the notation of every language has, the letters on the cards and
the language's own names of the suits are read, and the suits' signs.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from game.core.cards import RANKS, SUITS, Card, Suit
from game.words.names import suit_name

_SIGNS: Final = "♣♦♥♠"
_ACE_AND_COURT: Final = (1, 11, 12, 13)


def _plain(text: str) -> str:
    """Return ``text`` in lower case, and with the digits that every language reads."""
    digits = (str(unicodedata.digit(one, "")) or one for one in text)
    return "".join(digits).lower()


def _ranks(letters: str) -> dict[str, int]:
    ranks = {str(rank): rank for rank in range(2, 11)}
    ranks |= {letter.lower(): rank for rank, letter in enumerate(RANKS, 1)}
    return ranks | {letter.lower(): r for letter, r in zip(letters, _ACE_AND_COURT, strict=True)}


def _is(suit: Suit, typed: str) -> bool:
    names = SUITS[suit].lower(), _SIGNS[suit], suit_name(suit).lower()
    return any(name.startswith(typed) for name in names)


def cards_named(typed: str, letters: str) -> list[Card] | None:
    """Return the cards that ``typed`` may name once a suit is begun, where ``letters`` are those of
    ace, jack, queen and king on the cards. Empty while more is to come; None if it names none."""
    text, ranks = _plain(typed), _ranks(letters)
    found = [
        Card(ranks[text[:length]], suit)
        for length in (2, 1)
        if text[:length] in ranks and len(text) > length
        for suit in Suit
        if _is(suit, text[length:])
    ]
    if found:
        return found
    return [] if any(rank.startswith(text) for rank in ranks) else None
