"""Mouse and finger on a table: turns their events into what the player means.

Which buttons are down is kept from the events themselves. What is meant goes through the table's
door; here it is only decided when.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from game.core.piles import PileId, Role
from scenes.table.context import Table
from scenes.table.input.hand import TableHand
from scenes.table.intents import DealOn, Drop, Home, PutBack, Take, ToCells

LEFT: Final = 1
RIGHT: Final = 3
LONG_PRESS: Final = 0.55
"""A finger that rests this many seconds on a card means what Insert means."""
THRESHOLD: Final = 7
"""A press becomes a drag after this many pixels at unit 1."""
_STEADY: Final = 20
"""A right click that has moved so far was none."""

Point = tuple[int, int]


class Pointer:
    """The state of the buttons over one table. Times are seconds of the table's clock."""

    def __init__(self, table: Table, hand: TableHand) -> None:
        self._table = table
        self._hand = hand
        self._down: set[int] = set()
        self._pressed: tuple[Point, PileId, int] | None = None
        self._pressed_at = 0.0
        self._by_finger = False
        self._dragging = False
        self._last_click: tuple[float, PileId, int] | None = None
        self._spent = False
        self._right_on: tuple[Point, PileId] | None = None
        """Where the right button went down on cards, as long as it is by itself."""
        self._now = 0.0
        self.unit = 1.0
        self.double_click = 0.4
        """Two clicks at most this many seconds apart, on the same card, are a double click."""

    @property
    def dragging(self) -> bool:
        return self._dragging

    @property
    def pressing(self) -> bool:
        """Whether a press on cards has not ended yet, be it a drag or not."""
        return self._dragging or self._pressed is not None

    def tick(self, seconds: float) -> None:
        """Let time pass: a finger that stays where it is becomes a long press."""
        self._now += seconds
        if (
            self._by_finger
            and self._pressed
            and not (self._dragging or self._hand.holding)
            and self._now - self._pressed_at >= LONG_PRESS
        ):
            _, pile, count = self._pressed
            self._pressed, self._spent = None, True
            self._table.do(ToCells(pile, count))

    def cancel(self) -> None:
        """Forget all buttons and put back what is dragged: the window has lost the pointer."""
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
        """What is held goes back, if anything is."""
        if self._hand.held:
            self._table.do(PutBack())

    def button_down(self, button: int, at: Point, by_finger: bool = False) -> None:
        """A button went down, or a finger touched."""
        self._down.add(button)
        if button not in (LEFT, RIGHT):
            return
        under = self._hand.pile_at(at) if self._down == {RIGHT} else None
        self._right_on = (at, under[0]) if under and under[1] else None
        if {LEFT, RIGHT} <= self._down:
            self._chord(at)
        elif button == LEFT and not self._spent:
            self._press(at, by_finger)

    def _chord(self, at: Point) -> None:
        """Right held and left clicked, in whichever order they went down."""
        dragging = self._dragging
        self._abandon()
        spent, self._spent = self._spent, True
        if dragging or spent:
            return
        self._let_go()
        found = self._hand.pile_at(at)
        if found and found[1]:
            self._table.do(ToCells(*found))

    def _press(self, at: Point, by_finger: bool) -> None:
        found = self._hand.pile_at(at)
        clicked = self._last_click
        self._abandon()
        if found is None:
            self._let_go()
            return
        pile, count = found
        if clicked and clicked[1:] == found and self._now - clicked[0] <= self.double_click:
            self._table.do(Home(pile, count))
        elif pile.role is Role.STOCK and not self._hand.holding:
            self._table.do(DealOn())
        elif count or self._hand.holding:
            self._pressed = (at, pile, count)
            self._pressed_at = self._now
            self._by_finger = by_finger

    def motion(self, at: Point, buttons: Sequence[int]) -> None:
        """The pointer has moved; ``buttons`` is what the event itself says of the left, the
        middle and the right one."""
        if any(button in self._down and not buttons[button - 1] for button in (LEFT, RIGHT)):
            # The release was never told: it happened where the window could not see it.
            self.cancel()
            return
        if self._pressed and not self._dragging:
            start, pile, count = self._pressed
            if count and math.dist(start, at) >= THRESHOLD * self.unit:
                self._dragging = self._table.do(Take(pile, count, start))
                if not self._dragging:
                    self._pressed = None
        if self._dragging:
            self._hand.drag_to(at)

    def button_up(self, button: int, at: Point) -> None:
        """A button came up, or a finger left."""
        self._down.discard(button)
        if button == LEFT and not self._spent:
            if self._dragging:
                self._dragging, self._pressed = False, None
                self._hand.drag_to(at)
                if meant := self._hand.let_go():
                    self._table.do(meant)
            elif self._pressed:
                _, pile, count = self._pressed
                self._pressed = None
                if self._hand.holding:
                    self._table.do(Drop(pile))
                elif self._table.do(Take(pile, count)):
                    self._last_click = (self._now, pile, count)
        if button == RIGHT:
            self._right_up(at)
        if LEFT not in self._down and (button == LEFT or RIGHT not in self._down):
            # With the right button still held, another left click counts anew.
            self._spent = False

    def _right_up(self, at: Point) -> None:
        """The right button came up; if no left one came in between, it was meant by itself."""
        pressed, self._right_on = self._right_on, None
        steady = pressed and math.dist(pressed[0], at) < _STEADY * self.unit
        if pressed and steady and self._hand.has_cells:
            self._table.do(ToCells(pressed[1], 1))
