"""Cards as the letters of a certificate.

A card's rank is counted from the lowest of its game, 0 to 12: Canfield's base card, Vierfrei's ace.
"""

from __future__ import annotations

from typing import Final

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""``A`` to ``M`` the clubs from the lowest to the highest, then diamonds, hearts, spades."""

ALL: Final = frozenset(LETTERS)
RANK: Final = {card: at % 13 for at, card in enumerate(LETTERS)}
BEFORE: Final = {card: LETTERS[at - 1] if at % 13 else "" for at, card in enumerate(LETTERS)}
"""The card that its foundation must have before it; none for the lowest."""

_RED: Final = frozenset(LETTERS[13:39])
HOSTS: Final = {
    card: frozenset(
        other
        for other in LETTERS
        if (other in _RED) != (card in _RED) and (RANK[other] - RANK[card]) % 13 == 1
    )
    for card in LETTERS
}
"""The two cards that a card fits on, wrapping from the lowest rank to the highest."""

FOLLOWERS: Final = {
    card: frozenset(other for other in LETTERS if card in HOSTS[other]) for card in LETTERS
}
"""The two cards that fit on a card, wrapping from the highest rank to the lowest."""


def fits_home(card: str, home: frozenset[str] | set[str]) -> bool:
    """Return whether ``card`` is the next one of its foundation when the cards of ``home`` are
    there."""
    return not RANK[card] or BEFORE[card] in home
