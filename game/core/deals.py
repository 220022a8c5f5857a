"""Numbered deals: a number gives everybody the same pack, in every game."""

from __future__ import annotations

from typing import Final

from game.core.cards import PACK, Card

MAX_DEAL: Final = 999_999
"""The original takes numbers of up to six digits."""


def deck_order(number: int) -> tuple[Card, ...]:
    """Return the 52 cards of deal ``number`` in the order in which they are dealt.

    The order is that of Microsoft's FreeCell, so a number means the same here as elsewhere. Raises
    ``ValueError`` for a number outside 0–999999.

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
