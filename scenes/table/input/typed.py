"""What is typed on a table: moves in notation, and the names of cards that are looked for.

A card's name is a rank, then the beginning of a suit, as ``7h`` or ``10d``. Besides the English
letters, which the notation of every language has, the letters on the cards and the language's own
names of the suits are read, and the suits' signs.
"""

from __future__ import annotations

import unicodedata
from typing import Final

import pygame
from pygame import Rect

from game.core.cards import RANKS, SUITS, Card, Suit
from game.core.moves import Move, may_be_longer
from game.core.state import PileId, Role
from game.rules.notation import Notation, parse_move
from game.support.texts import tr, trn
from game.words.names import card_name, pile_name, suit_name
from scenes.kit.commands import ALT, CTRL, SHIFT, unmodified
from scenes.kit.services import letters_of
from scenes.table.context import Table

_HEX: Final = "0123456789abcdef"
_DIGIT_PLACES: Final = {
    scancode: str((place + 1) % 10)
    for place, scancode in enumerate(range(pygame.KSCAN_1, pygame.KSCAN_0 + 1))
}
_KEYPAD: Final = {
    code: str((n + 1) % 10) for n, code in enumerate(range(pygame.K_KP_1, pygame.K_KP_0 + 1))
}


def notation_letter(event: pygame.Event) -> str:
    """Return the letter or digit that a KEYDOWN event types in a move; empty if none.

    Caps Lock is ignored, Shift counts. If the layout has no Latin letters, the key's position
    decides, and likewise for digits that the layout has only with Shift.
    """
    if event.mod & (CTRL | ALT):
        return ""
    typed: str = event.unicode
    if len(typed) == 1 and typed in "0123456789":
        return typed
    if event.key in _KEYPAD:
        return _KEYPAD[event.key]
    shifted = bool(event.mod & SHIFT)
    letter = ""
    if pygame.K_a <= event.key <= pygame.K_z:
        letter = chr(event.key)
    elif event.key > 127 and pygame.KSCAN_A <= event.scancode <= pygame.KSCAN_Z:
        letter = chr(ord("a") + event.scancode - pygame.KSCAN_A)
    elif not shifted and event.scancode in _DIGIT_PLACES:
        return _DIGIT_PLACES[event.scancode]
    return letter.upper() if shifted else letter


def asks_again(event: pygame.Event, notation: Notation) -> bool:
    """Return whether a KEYDOWN event is T, which goes to the last position that could be won; with
    Shift where the small letter is a move."""
    letter = notation_letter(event)
    return letter in ("t", "T") and letter not in notation.alone


class TypedMove:
    """The characters typed so far of a move in ``notation``.

    ``text`` is what the bar shows. A move runs at its last character; right behind a move between
    columns, ``v`` and a hexadecimal number ask for the same with fewer cards.
    """

    def __init__(self, notation: Notation) -> None:
        self._notation = notation
        self.text = ""
        self._cards = 0
        self._smaller: Move | None = None
        self._open = False

    def clear(self) -> None:
        """Forget what was typed, as any other input does."""
        self.text = ""
        self._smaller = None
        self._open = False

    def leave_open(self, cards: int) -> None:
        """Accept a smaller number for the move that has just run, whose column holds ``cards``; a
        space before it belongs to it."""
        self._cards = cards
        self._open = True

    def takes_gap(self) -> bool:
        """Whether a space typed now stands within a move, and means nothing else."""
        gap, self._open = bool(self.text) or self._open, False
        return gap

    def feed(self, letter: str) -> Move | str | None:
        """Take one more character.

        Returns the move that is complete; ``"wrong"`` if what was typed is no move; None while
        more is to come or where the character means nothing.
        """
        if self._notation.either_case:
            letter = letter.lower()
        if self._smaller is not None and (self.text or letter in "vV"):
            return self._feed_count(letter)
        self._smaller, self._open, self._cards = None, False, 0
        if not self.text:
            if letter in self._notation.alone:
                return parse_move(letter, self._notation)
            self.text = letter if letter in self._notation.first else ""
            return None
        token, self.text = self.text + letter, ""
        try:
            move = parse_move(token, self._notation)
        except ValueError:
            return "wrong"
        between = (Role.COLUMN, Role.COLUMN)
        self._smaller = move if (move.source.role, move.target.role) == between else None
        return move

    def _feed_count(self, letter: str) -> Move | str | None:
        move = self._smaller
        assert move is not None
        self._open = False
        if not self.text:
            self.text = move.text + "v"
            return None
        typed = self.text + letter.lower()
        count = typed[len(move.text) + 1 :]
        if count[-1] not in _HEX:
            self.clear()
            return "wrong"
        if len(count) == 1 and may_be_longer(int(count, 16), self._cards):
            self.text = typed
            return None
        self.clear()
        return Move.carry(move.source, move.target, int(count, 16))


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
