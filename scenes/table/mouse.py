"""Mouse and finger on a table, and the hand that holds its cards.

The buttons above the cards come first, then the cards. Which mouse buttons are down is tracked from
the events themselves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.core.moves import Move, Refusal
from game.core.state import PileId, Role
from game.rules.choices import moves_onto, targets
from game.support.texts import tr
from game.words.names import card_name
from scenes.board.sprites import CardSprite
from scenes.kit.commands import BY_COMMAND, Command
from scenes.widgets.controls import Controls

if TYPE_CHECKING:
    from scenes.table.table import Table

Point = tuple[int, int]
LEFT: Final = 1
RIGHT: Final = 3
LONG_PRESS: Final = 0.55
"""A finger resting on a card for this many seconds does what Insert does, where there are free
cells."""
THRESHOLD: Final = 7
"""A press becomes a drag after this many pixels at unit 1."""
_STEADY: Final = 20
"""A press and release of the right button farther apart than this, in pixels, is no click."""
_LIFT: Final = 0.05
"""How far a card taken by a click is lifted, in card heights."""
_ENOUGH: Final = 0.12
"""Dropped cards are meant for a pile if this fraction of the first one is over it."""


class HoldMode(Enum):
    """How cards came into the hand."""

    DRAGGED = auto()
    TAKEN = auto()


@dataclass(slots=True)
class Held:
    """Cards in the hand: the last ``count`` of ``source``.

    ``offsets`` are their places relative to the pointer, ``at`` is where the pointer is.
    """

    source: PileId
    count: int
    way: HoldMode
    sprites: list[CardSprite]
    offsets: list[tuple[float, float]]
    at: Point
    targets: frozenset[PileId] | None = None
    """None until they are asked for."""


class TableHand:
    """Holds cards above the table.

    The rules decide whether they may be taken or laid; the table makes the moves.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self.held: Held | None = None

    @property
    def holding(self) -> bool:
        return self.held is not None and self.held.way is HoldMode.TAKEN

    @property
    def targets(self) -> frozenset[PileId]:
        """The piles the held cards may go to; worked out when a frame first needs them."""
        held = self.held
        if held is None:
            return frozenset()
        if held.targets is None:
            table = self._table
            held.targets = targets(table.rules, table.state, held.source, held.count)
        return held.targets

    @property
    def has_cells(self) -> bool:
        """Whether this game has free cells, so that a right click, a chord and a long press do
        something."""
        return any(pile.role is Role.CELL for pile in self._table.rules.piles)

    def pile_at(self, point: Point) -> tuple[PileId, int] | None:
        """Return the pile under a point, and how many cards there are from there to its end."""
        table = self._table
        pile = table.layout.pile_at(point)
        if pile is None:
            return None
        count = len(table.state[pile])
        below = min(count, 1) if self.held else 0
        return pile, table.layout.cards_at(pile, count, point) or below

    def takeable(self, point: Point) -> Rect | None:
        """Return the outline of the cards that a press at ``point`` would take; None if none."""
        table = self._table
        found = self.pile_at(point)
        if not found or not found[1]:
            return None
        pile, count = found
        able = [number for number in table.rules.counts(table.state, pile) if number >= count]
        if not able:
            return None
        return table.layout.last(pile, able[0], len(table.state[pile]))

    @property
    def lift(self) -> int:
        """How far cards that were taken lie above their place, in pixels."""
        return round(self._table.layout.card[1] * _LIFT) if self.holding else 0

    # -- taking up -----------------------------------------------------------------------------

    def take(self, pile: PileId, count: int, grip: Point | None) -> Refusal | None:
        """Take up the last ``count`` cards of ``pile``, or the next larger number allowed: onto the
        pointer, which holds them at ``grip``, or where they lie.

        Return the reason if they can't be taken.
        """
        table = self._table
        able = [number for number in table.rules.counts(table.state, pile) if number >= count]
        if not able:
            return self._why_not(pile)
        count = able[0]
        way, at = (HoldMode.TAKEN, (0, 0)) if grip is None else (HoldMode.DRAGGED, grip)
        sprites = table.groups[pile][-count:]
        offsets = [(sprite.x - at[0], sprite.y - at[1]) for sprite in sprites]
        self.held = Held(pile, count, way, sprites, offsets, at)
        if way is HoldMode.TAKEN or not table.kit.outline:
            lift = table.layout.card[1] * _LIFT if way is HoldMode.TAKEN else 0
            for sprite in sprites:
                sprite.in_flight = True
                sprite.y -= lift
        table.invalidate()
        return None

    def _why_not(self, pile: PileId) -> Refusal:
        """Return the reason why nothing can be taken from ``pile``."""
        if pile.role is Role.COLUMN:
            return Refusal("not-a-run")
        table = self._table
        column = next(pile for pile in table.rules.piles if pile.role is Role.COLUMN)
        found = table.rules.resolve(table.state, Move.carry(pile, column))
        return found if isinstance(found, Refusal) else Refusal("no-source")

    def drag_to(self, point: Point) -> None:
        """Move the dragged cards to ``point``."""
        held = self.held
        if held is None or held.way is not HoldMode.DRAGGED:
            # A key has put the cards down while the button was still pressed.
            return
        held.at = point
        if not self._table.kit.outline:
            for sprite, grip in zip(held.sprites, held.offsets, strict=True):
                sprite.x, sprite.y = point[0] + grip[0], point[1] + grip[1]
        self._table.invalidate()

    def outline(self) -> Rect | None:
        """The frame that is dragged instead of the cards, if that is chosen."""
        held = self.held
        if held is None or held.way is HoldMode.TAKEN or not self._table.kit.outline:
            return None
        card = self._table.layout.card
        places = [(held.at[0] + x, held.at[1] + y) for x, y in held.offsets]
        first = Rect((round(places[0][0]), round(places[0][1])), card)
        return first.union(Rect((round(places[-1][0]), round(places[-1][1])), card))

    # -- laying down ---------------------------------------------------------------------------

    def put_down_dragged(self) -> None:
        """Lay the dragged cards where they are meant to go."""
        held = self.held
        if held is None or held.way is not HoldMode.DRAGGED:
            return
        wanted = self._meant(held)
        if wanted is None:
            self.put_down()
        else:
            self._table.drop(wanted)

    @property
    def aimed(self) -> PileId | None:
        """The pile on which the dragged cards would be laid now; None if they would go back."""
        held = self.held
        if held is None or held.way is not HoldMode.DRAGGED:
            return None
        wanted = self._meant(held)
        return wanted if wanted in self.targets else None

    def _meant(self, held: Held) -> PileId | None:
        """Return the pile that dragged cards are meant for.

        Of the piles that accept them, that is the one they cover most, or else the one they cover
        most of all; None if that is their own, or there is none.
        """
        table = self._table
        x, y = (held.at[0] + held.offsets[0][0], held.at[1] + held.offsets[0][1])
        card = Rect((round(x), round(y)), table.layout.card)
        under = table.layout.pile_at(held.at)
        meant: dict[PileId, float] = {}
        for pile in table.rules.piles:
            met = table.layout.region(pile).clip(card)
            share = met.width * met.height / (card.width * card.height)
            meant[pile] = share + (1.0 if pile == under else 0.0)
        met_piles = [pile for pile in meant if meant[pile] >= _ENOUGH]
        legal = [pile for pile in met_piles if self._accepts(pile)]
        from_source = meant[held.source] if held.source in met_piles else 0.0
        best = max(legal, key=meant.__getitem__, default=None)
        if best is not None and meant[best] > from_source:
            return best
        most = max(met_piles, key=meant.__getitem__, default=None)
        return None if most == held.source else most

    def _accepts(self, pile: PileId) -> bool:
        held = self.held
        if held is None or pile == held.source:
            return False
        state, rules = self._table.state, self._table.rules
        return not isinstance(moves_onto(rules, state, held.source, held.count, pile), Refusal)

    def put_down(self) -> bool:
        """Lay what is held back where it came from; return whether anything was held."""
        held = self.release()
        if held is not None:
            self.give_back(held, held.sprites)
        return held is not None

    def release(self) -> Held | None:
        """Stop holding; return what was held."""
        held, self.held = self.held, None
        return held

    def give_back(self, held: Held, sprites: Sequence[CardSprite]) -> None:
        """Bring ``sprites`` of what was held back to where they came from."""
        table = self._table
        if sprites and held.way is HoldMode.TAKEN and table.announcer.heard:
            cards = ", ".join(card_name(sprite.card) for sprite in sprites)
            table.announcer.say(tr("put back: {cards}", cards=cards))
        in_flight = [sprite for sprite in sprites if sprite.in_flight]
        if in_flight:
            table.animator.fly_back(in_flight, held.source, table.kit.speed)
        table.invalidate()


class TableMouse:
    """Takes every mouse event of a table and turns them into clicks, double clicks, drags, chords
    of both buttons, and a finger's long presses.

    Times are seconds of the table's clock.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._hand = table.hand
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
            self._table.to_cells(pile, count)

    def cancel(self) -> None:
        """Forget all buttons and put back what is dragged, since the window has lost the
        pointer."""
        self._down.clear()
        self._abandon()
        self._spent = False
        self._right_on = None

    def _abandon(self) -> None:
        self._pressed = None
        self._last_click = None
        if self._dragging:
            self._dragging = False
            self._hand.put_down()

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
        """Handle a press of a button or finger: on a control above the cards, or else on the
        cards."""
        table, self.at = self._table, event.pos
        if event.button > RIGHT:
            return
        # A strip that appears as the motion ends cannot be what this press meant.
        hidden = table.moving
        self._end_marks()
        table.end_motion()
        if event.button == LEFT:
            for above in (table.message, table.bar, *(() if hidden else (table.strip,))):
                if above.rect.collidepoint(self.at) and above.controls.press(self.at):
                    self._controls = above.controls
                    return
        self._press(event.button, by_finger=bool(getattr(event, "touch", False)))

    def _end_marks(self) -> None:
        """Remove the keyboard's marks, the tip, and the trace."""
        table = self._table
        if table.keys.active:
            table.keys.interrupted()
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
                    self._table.drop(pile)
                elif self._table.take(pile, count):
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
        self._hand.put_down()
        found = self._hand.pile_at(self.at)
        if found and found[1] and self._hand.has_cells:
            self._table.to_cells(*found)

    def _press_left(self, found: tuple[PileId, int] | None, by_finger: bool) -> None:
        clicked = self._last_click
        self._abandon()
        if found is None:
            self._hand.put_down()
            return
        pile, count = found
        if clicked and clicked[1:] == found and self._now - clicked[0] <= self.double_click:
            self._table.send_home(pile, count)
        elif pile.role is Role.STOCK and not self._hand.holding:
            self._table.deal_or_turn()
        elif count or self._hand.holding:
            self._pressed = self.at, pile, count
            self._pressed_at = self._now
            self._by_finger = by_finger

    def _drag(self) -> None:
        """Begin a drag once the press has moved far enough, and continue it."""
        if self._pressed and not self._dragging:
            start, pile, count = self._pressed
            if count and math.dist(start, self.at) >= THRESHOLD * self.unit:
                self._dragging = self._table.take(pile, count, start)
                if not self._dragging:
                    self._pressed = None
        if self._dragging:
            self._hand.drag_to(self.at)

    def _drop(self) -> None:
        """End a drag."""
        self._dragging, self._pressed = False, None
        self._hand.drag_to(self.at)
        self._hand.put_down_dragged()

    def _right_up(self) -> None:
        """Handle the right button's release, which is a click if the left one was not pressed in
        between."""
        pressed, self._right_on = self._right_on, None
        finish_motion = pressed and math.dist(pressed[0], self.at) < _STEADY * self.unit
        if pressed and finish_motion and self._hand.has_cells:
            self._table.to_cells(pressed[1], 1)

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
        actions = table.session.actions
        transfers = actions[-1][-1].transfers if actions else ()
        if not transfers:
            return None
        card, target = transfers[-1].card, transfers[-1].target
        cards = table.state[target]
        if card not in cards:
            return None
        place = table.layout.place(target, cards.index(card), len(cards))
        return Rect(place, table.layout.card)
