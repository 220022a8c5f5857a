"""Mouse and finger on a table: the buttons above the cards first, then the cards.

What is meant goes through the table's door; here it is only decided when. Which buttons are down is
kept from the events themselves.
"""

from __future__ import annotations

import math
from typing import Final

import pygame
from pygame import Rect

from game.core.state import PileId, Role
from scenes.kit.commands import BY_COMMAND, Command
from scenes.table.context import DealOn, Drop, PutBack, SendHome, Table, Take, ToCells
from scenes.table.input.hand import TableHand
from scenes.table.input.keyboard import TableKeys
from scenes.widgets.controls import Controls

LEFT: Final = 1
RIGHT: Final = 3
LONG_PRESS: Final = 0.55
"""A finger that rests this many seconds on a card means what Insert means, where there are free
cells."""
THRESHOLD: Final = 7
"""A press becomes a drag after this many pixels at unit 1."""
_STEADY: Final = 20
"""The right button's press and release that are this many pixels apart are no click."""

Point = tuple[int, int]


class TableMouse:
    """Takes every mouse event of a table, and makes of them clicks, double clicks, drags, chords of
    both buttons, and a finger's long presses. Times are seconds of the table's clock."""

    def __init__(self, table: Table, hand: TableHand, keys: TableKeys) -> None:
        self._table = table
        self._hand = hand
        self._keys = keys
        self.at = (-1, -1)
        """Where the mouse is."""
        self.unit = 1.0
        self.double_click = 0.4
        """Two clicks at most this many seconds apart, on the same card, are a double click."""
        self._down: set[int] = set()
        self._pressed: tuple[Point, PileId, int] | None = None
        self._pressed_at = 0.0
        self._by_finger = False
        self._dragging = False
        self._last_click: tuple[float, PileId, int] | None = None
        self._spent = False
        """Whether the buttons that are down have had their effect."""
        self._right_on: tuple[Point, PileId] | None = None
        """Where the right button went down on cards, as long as no other button does."""
        self._controls: Controls | None = None
        """The controls above the cards of which one is being pressed."""
        self._now = 0.0

    @property
    def pressing(self) -> bool:
        """Whether a press on cards has not ended yet; it may have become a drag."""
        return self._dragging or self._pressed is not None

    def tick(self, seconds: float) -> None:
        """Let time pass; a finger that does not move makes a long press."""
        self._now += seconds
        if (
            self._by_finger
            and self._hand.has_cells
            and self._pressed
            and not (self._dragging or self._hand.holding)
            and self._now - self._pressed_at >= LONG_PRESS
        ):
            _, pile, count = self._pressed
            self._pressed, self._spent = None, True
            self._table.do(ToCells(pile, count))

    def cancel(self) -> None:
        """Forget all buttons and put back what is dragged, as the window has lost the pointer."""
        self._down.clear()
        self._abandon()
        self._spent = False
        self._right_on = None

    def _abandon(self) -> None:
        self._pressed = None
        self._last_click = None
        if self._dragging:
            self._dragging = False
            self._let_go()

    def _let_go(self) -> None:
        """Put back what is held, if there is anything."""
        if self._hand.held:
            self._table.do(PutBack())

    # -- events --------------------------------------------------------------------------------

    def motion(self, event: pygame.Event) -> None:
        """Handle a motion of the mouse."""
        table, self.at = self._table, event.pos
        for controls in table.focus_ring:
            controls.point(None if self._dragging else self.at)
        if table.tip.watch(table.bar.controls.hover):
            table.invalidate()
        if any(button in self._down and not event.buttons[button - 1] for button in (LEFT, RIGHT)):
            # The release happened outside the window, and was not reported.
            self.cancel()
        else:
            self._drag()
        self._trace()

    def button_down(self, event: pygame.Event) -> None:
        """Handle a press of a button or finger: on a control above the cards, else on the cards."""
        table, self.at = self._table, event.pos
        if event.button > RIGHT:
            return
        # A strip that appears as the motion ends cannot be what this press meant.
        hidden = table.moving
        self._end_marks()
        table.end_motion()
        if event.button == LEFT:
            for above in (table.line, table.bar, *(() if hidden else (table.strip,))):
                if above.rect.collidepoint(self.at) and above.controls.press(self.at):
                    self._controls = above.controls
                    return
        self._press(event.button, by_finger=bool(getattr(event, "touch", False)))

    def _end_marks(self) -> None:
        """Remove the keyboard's marks, the tip, and the trace."""
        table = self._table
        if self._keys.active:
            self._keys.interrupted()
        for controls in table.focus_ring:
            if controls.focus:
                controls.drop_focus()
        if table.tip.control:
            table.tip.watch(None)
        table.traced = None
        table.invalidate()

    def button_up(self, event: pygame.Event) -> None:
        """Handle the release of a button or finger."""
        button, self.at = event.button, event.pos
        self._down.discard(button)
        if button == LEFT and not self._spent:
            if self._dragging:
                self._drop()
            elif self._pressed:
                _, pile, count = self._pressed
                self._pressed = None
                if self._hand.holding:
                    self._table.do(Drop(pile))
                elif self._table.do(Take(pile, count)):
                    self._last_click = self._now, pile, count
        if button == RIGHT:
            self._right_up()
        if LEFT not in self._down and (button == LEFT or RIGHT not in self._down):
            # With the right button still held, another left click counts anew.
            self._spent = False
        if button == LEFT and self._controls:
            pressed, self._controls = self._controls, None
            pressed.release(self.at)

    # -- presses on cards ----------------------------------------------------------------------

    def _press(self, button: int, *, by_finger: bool) -> None:
        self._down.add(button)
        if button not in (LEFT, RIGHT):
            return
        found = self._hand.pile_at(self.at)
        self._right_on = None
        if found and found[1] and self._down == {RIGHT}:
            self._right_on = self.at, found[0]
        if {LEFT, RIGHT} <= self._down:
            self._chord()
        elif button == LEFT and not self._spent:
            self._press_left(found, by_finger)

    def _chord(self) -> None:
        """Handle both buttons being down, whichever came first."""
        dragging = self._dragging
        self._abandon()
        spent, self._spent = self._spent, True
        if dragging or spent:
            return
        self._let_go()
        found = self._hand.pile_at(self.at)
        if found and found[1] and self._hand.has_cells:
            self._table.do(ToCells(*found))

    def _press_left(self, found: tuple[PileId, int] | None, by_finger: bool) -> None:
        clicked = self._last_click
        self._abandon()
        if found is None:
            self._let_go()
            return
        pile, count = found
        if clicked and clicked[1:] == found and self._now - clicked[0] <= self.double_click:
            self._table.do(SendHome(pile, count))
        elif pile.role is Role.STOCK and not self._hand.holding:
            self._table.do(DealOn())
        elif count or self._hand.holding:
            self._pressed = self.at, pile, count
            self._pressed_at = self._now
            self._by_finger = by_finger

    def _drag(self) -> None:
        """Begin a drag once the press has moved far enough, and go on with it."""
        if self._pressed and not self._dragging:
            start, pile, count = self._pressed
            if count and math.dist(start, self.at) >= THRESHOLD * self.unit:
                self._dragging = self._table.do(Take(pile, count, start))
                if not self._dragging:
                    self._pressed = None
        if self._dragging:
            self._hand.drag_to(self.at)

    def _drop(self) -> None:
        """End a drag."""
        self._dragging, self._pressed = False, None
        self._hand.drag_to(self.at)
        if meant := self._hand.let_go():
            self._table.do(meant)

    def _right_up(self) -> None:
        """Handle the right button's release, a click if the left one was not pressed meanwhile."""
        pressed, self._right_on = self._right_on, None
        steady = pressed and math.dist(pressed[0], self.at) < _STEADY * self.unit
        if pressed and steady and self._hand.has_cells:
            self._table.do(ToCells(pressed[1], 1))

    # -- the trace -----------------------------------------------------------------------------

    def _trace(self) -> None:
        """Trace what a press would take here, or what moved last if the mouse is on Undo."""
        table, traced = self._table, None
        hover = table.bar.controls.hover
        if hover and hover.label == BY_COMMAND[Command.UNDO_ACTION].word:
            traced = self._last_moved()
        elif not hover and not self._hand.held and table.kit.theme.shadows:
            traced = self._hand.takeable(self.at)
        if traced != table.traced:
            table.traced = traced
            table.invalidate()

    def _last_moved(self) -> Rect | None:
        """Return the place of the card that the next undo takes back."""
        table = self._table
        actions = table.desk.session.actions
        transfers = actions[-1][-1].transfers if actions else ()
        if not transfers:
            return None
        card, target = transfers[-1].card, transfers[-1].target
        cards = table.state[target]
        if card not in cards:
            return None
        place = table.layout.place(target, cards.index(card), len(cards))
        return Rect(place, table.layout.card)
