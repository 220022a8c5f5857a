"""Finds a card by its typed name, and lights it up wherever it lies.

A name is a rank, then the beginning of a suit, as ``7h`` or ``10d``. Besides the English letters,
which the notation of every language has, the letters on the cards and the language's own names of
the suits are read, and the suits' signs.
"""

from __future__ import annotations

import unicodedata
from typing import Final

import pygame
from pygame import Rect

from game.core.cards import RANKS, SUITS, Card, Suit
from game.core.state import PileId, Role
from game.support.texts import tr, trn
from game.words.names import card_name, pile_name, suit_name
from scenes.kit.commands import unmodified
from scenes.kit.services import letters_of
from scenes.table.context import Table
from scenes.table.input.typed import notation_letter

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


class Finding:
    """One search, from the key that begins it to the one that ends it.

    ``text`` is what was typed so far, ``found`` the cards that it names.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self.text = ""
        self.found: list[Card] = []
        table.tell(tr("Which card? Type it like 7h for the 7 of hearts. Esc ends."))

    def take(self, event: pygame.Event) -> bool:
        """Handle a KEYDOWN event; return False if it is no character and so ends the search."""
        typed = [event.unicode, notation_letter(event)]
        written = [one for one in typed if one.strip() and one.isprintable()]
        if not written or not unmodified(event):
            return False
        letters = letters_of(self._table.kit.settings)
        for text in (self.text, ""):
            for letter in written:
                found = cards_named(text + letter, letters)
                if found is not None:
                    self._show(text + letter, found)
                    return True
        self._table.refuse(tr("{text} isn't a card.", text=self.text + written[0]))
        self.text, self.found = "", []
        return True

    def _show(self, text: str, found: list[Card]) -> None:
        self.text, self.found = text, found
        if found:
            self._table.tell("; ".join(map(self._where, found)))
        self._table.invalidate()

    def _place(self, card: Card) -> tuple[PileId, int]:
        """Return the pile of a card, and how many cards lie on it there."""
        piles = self._table.state.piles.items()
        return next((p, len(cards) - 1 - cards.index(card)) for p, cards in piles if card in cards)

    def _seen(self, card: Card) -> bool:
        return self._table.groups.sprites[card].face_up

    def _where(self, card: Card) -> str:
        """Return where a card lies, in words: nothing about one that lies face down."""
        name = card_name(card)
        if not self._seen(card):
            return tr("{card}: face down", card=name)
        pile, above = self._place(card)
        if not above:
            return tr("{card}: {pile}, on top", card=name, pile=pile_name(pile))
        told = trn(
            "{card}: {pile}, under {n} card",
            "{card}: {pile}, under {n} cards",
            above,
            card=name,
            pile=pile_name(pile),
        )
        return told

    def paint(self, target: pygame.Surface) -> None:
        """Frame what is seen of the cards that were found, or the pile that they lie in."""
        table = self._table
        for card in filter(self._seen, self.found):
            pile, above = self._place(card)
            count = len(table.state[pile])
            frame = Rect(table.layout.place(pile, count - 1 - above, count), table.layout.card)
            if above and pile.role is Role.COLUMN:
                frame.height = table.layout.place(pile, count - above, count)[1] - frame.top
            table.painter.paint_frame(target, frame)
