"""Moves typed in notation: which letter a key types, and characters gathered until they are a
move."""

from __future__ import annotations

from typing import Final

import pygame

from game.core.moves import Move, may_be_longer
from game.core.state import Role
from game.rules.notation import Notation, parse_move
from scenes.kit.commands import ALT, CTRL, SHIFT

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
