"""Mouse and touch on a table, and the cards in hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.core.moves import Move, Refusal
from game.core.state import PileId, Role
from game.rules.choices import targets
from game.support.texts import tr
from game.words.names import card_name
from scenes.board.sprites import CardSprite
from scenes.kit.commands import Command
from scenes.style.theme import unit
from scenes.widgets.controls import Controls

if TYPE_CHECKING:
    from scenes.table.table import Table

Point = tuple[int, int]
LEFT: Final = 1
RIGHT: Final = 3
LONG_PRESS: Final = 0.55
"""How long a finger must rest for a long press, in seconds."""
THRESHOLD: Final = 7
"""How far the pointer must move to start a drag, in pixels, before scaling."""
_STEADY: Final = 20
"""How far the pointer may move during a right click, in pixels, before scaling."""
_LIFT: Final = 0.05
"""How far held cards are raised, in card heights, unless they are being dragged."""
_ENOUGH: Final = 0.12
"""The fraction of a dragged card that must lie over a pile before the card can drop there.
If the pointer is over the pile, any fraction will do."""


@dataclass(slots=True)
class Held:
    """The last ``count`` cards of the pile ``source``, now in the player's hand."""

    source: PileId
    count: int
    sprites: list[CardSprite]
    grip: Point | None
    """Where the cards were grabbed; None if they aren't dragged."""
    at: Point
    """Where the pointer is while it drags the cards."""
    targets: frozenset[PileId] | None = None
    """The piles where the cards may go; None until needed."""


class TableHand:
    """The hand that picks up cards and puts them down."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.held: Held | None = None

    @property
    def holding(self) -> bool:
        """Whether the player has picked up cards without dragging them."""
        return self.held is not None and self.held.grip is None

    @property
    def targets(self) -> frozenset[PileId]:
        """The piles where the held cards may go; empty if none are held."""
        held = self.held
        if held is None:
            return frozenset()
        if held.targets is None:
            table = self._table
            held.targets = targets(table.rules, table.state, held.source, held.count)
        return held.targets

    @property
    def has_cells(self) -> bool:
        """Whether the game has cells. If so, right clicks and long presses move cards into them."""
        return self._table.deal.kind.has(Role.CELL)

    def pile_at(self, point: Point) -> tuple[PileId, int] | None:
        """Return the pile near ``point``, if any, and how many cards a press there selects."""
        table = self._table
        pile = table.layout.pile_at(point)
        if pile is None:
            return None
        count = len(table.state[pile])
        below = min(count, 1) if self.held else 0
        return pile, table.layout.cards_at(pile, count, point) or below

    def takeable(self, point: Point) -> Rect | None:
        """Return the outline of the cards that a press at ``point`` would pick up, if any."""
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
        """How far held cards are raised, in pixels; 0 unless ``holding``."""
        return round(self._table.layout.card[1] * _LIFT) if self.holding else 0

    # -- taking up -----------------------------------------------------------------------------

    def take(self, pile: PileId, count: int, grip: Point | None) -> Refusal | None:
        """Pick up the last ``count`` cards of ``pile``, or more if the rules require it.

        Return a refusal if nothing can be taken. ``grip`` is where dragged cards were grabbed.
        """
        table = self._table
        able = [number for number in table.rules.counts(table.state, pile) if number >= count]
        if not able:
            return self._why_not(pile)
        sprites = table.groups.piles[pile][-able[0] :]
        self.held = Held(pile, able[0], sprites, grip, grip or (0, 0))
        if self.holding or not table.kit.outline:
            for sprite in sprites:
                sprite.in_flight = True
                sprite.y -= self.lift
        table.invalidate()
        return None

    def _why_not(self, pile: PileId) -> Refusal:
        if pile.role is Role.COLUMN:
            return Refusal("not-a-run")
        table = self._table
        column = next(pile for pile in table.rules.piles if pile.role is Role.COLUMN)
        found = table.rules.resolve(table.state, Move.carry(pile, column))
        return found if isinstance(found, Refusal) else Refusal("no-source")

    def drag_to(self, point: Point) -> None:
        held = self.held
        if held is None or held.grip is None:
            # A key has put the cards back while the button was still pressed.
            return
        if not self._table.kit.outline:
            for sprite in held.sprites:
                sprite.x += point[0] - held.at[0]
                sprite.y += point[1] - held.at[1]
        held.at = point
        self._table.invalidate()

    @property
    def dragged(self) -> Rect | None:
        """The area that the dragged cards cover now, if any."""
        held, table = self.held, self._table
        if held is None or held.grip is None:
            return None
        area = table.layout.last(held.source, held.count, len(table.state[held.source]))
        return area.move(held.at[0] - held.grip[0], held.at[1] - held.grip[1])

    def outline(self) -> Rect | None:
        """Return where to draw an outline instead of the dragged cards. None means no outline."""
        return self.dragged if self._table.kit.outline else None

    # -- laying down ---------------------------------------------------------------------------

    def put_down_dragged(self) -> None:
        """Drop the dragged cards on their target or put them back."""
        if wanted := self._meant():
            self._table.drop(wanted)
        elif self.dragged:
            self.put_down()

    @property
    def aimed(self) -> PileId | None:
        """The pile where the dragged cards would land, if any."""
        wanted = self._meant()
        return wanted if wanted in self.targets else None

    def _meant(self) -> PileId | None:
        """Return the pile that the player probably means to drop the cards on, if any."""
        held, area, layout = self.held, self.dragged, self._table.layout
        if held is None or area is None:
            return None
        card, under = Rect(area.topleft, layout.card), layout.pile_at(held.at)
        # How likely each pile is meant: most of all the one under the pointer.
        meant: dict[PileId, float] = {}
        for pile in layout.slots:
            met = layout.region(pile).clip(card)
            share = met.width * met.height / (card.width * card.height)
            meant[pile] = share + (1.0 if pile == under else 0.0)
        met_piles = [pile for pile in meant if meant[pile] >= _ENOUGH]
        # A pile that accepts the cards comes before a likelier one that doesn't.
        legal = [pile for pile in met_piles if pile in self.targets]
        best = max(legal, key=meant.__getitem__, default=None)
        if best is not None and meant[best] > meant[held.source]:
            return best
        most = max(met_piles, key=meant.__getitem__, default=None)
        return None if most == held.source else most

    def put_down(self) -> None:
        """Put held cards back where they came from."""
        if held := self.release():
            self.give_back(held, held.sprites)

    def release(self) -> Held | None:
        held, self.held = self.held, None
        return held

    def give_back(self, held: Held, sprites: Sequence[CardSprite]) -> None:
        """Put ``sprites``, which were held, back where they came from."""
        table = self._table
        if sprites and held.grip is None and table.announcer.heard:
            cards = ", ".join(card_name(sprite.card) for sprite in sprites)
            table.announcer.say(tr("put back: {cards}", cards=cards))
        in_flight = [sprite for sprite in sprites if sprite.in_flight]
        if in_flight:
            table.animator.fly_back(in_flight, held.source, table.kit.speed)
        table.invalidate()


class TableMouse:
    """Turns mouse and finger events into clicks, drags and long presses."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._hand = table.hand
        self.at = (-1, -1)
        self._down: set[int] = set()
        self._pressed: tuple[Point, PileId, int] | None = None
        self._pressed_at = 0.0
        self._by_finger = False
        self._dragging = False
        self._last_click: tuple[float, PileId, int] | None = None
        self._spent = False
        """If True, the press has already had its effect, and releasing it does nothing more."""
        self._right_on: tuple[Point, PileId] | None = None
        """The point and the pile where a right click on cards began, or None."""
        self._controls: Controls | None = None
        """The set of controls that contains the pressed control, if any."""
        self._now = 0.0
        """The time counted by ``tick``, in seconds."""

    @property
    def _unit(self) -> float:
        return unit(self._table.layout.size, self._table.kit.text.density)

    @property
    def pressing(self) -> bool:
        """Whether a pile is being pressed or cards are being dragged."""
        return self._dragging or self._pressed is not None

    def tick(self, seconds: float) -> None:
        """Let time pass; a touch held still for long enough becomes a long press."""
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
        """Treat all buttons as released, and put dragged cards back."""
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
        table, self.at = self._table, event.pos
        for controls in table.focus_ring:
            controls.point(None if self._dragging else self.at)
        if table.tip.watch(table.bar.controls.hover):
            table.invalidate()
        if any(button in self._down and not event.buttons[button - 1] for button in (LEFT, RIGHT)):
            # The button was released outside the window, and no event reported that.
            self.cancel()
        else:
            self._drag()
        self._trace()

    def button_down(self, event: pygame.Event) -> None:
        """Handle a press of a mouse button or finger."""
        table, self.at = self._table, event.pos
        if event.button > RIGHT:
            return
        # A press during motion wasn't meant for the strip, which may not appear until the motion
        # ends.
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
                else:
                    self._table.take(pile, count)
                    self._last_click = (self._now, pile, count) if self._hand.held else None
        if button == RIGHT:
            self._right_up()
        if LEFT not in self._down and (button == LEFT or RIGHT not in self._down):
            # While the right button is held, each left click counts separately.
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
        """Cancel a drag because both buttons are pressed. If there is no drag, move the cards under
        the pointer into cells."""
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
        clicked, longest = self._last_click, self._table.kit.settings.double_click / 1000
        self._abandon()
        if found is None:
            self._hand.put_down()
            return
        pile, count = found
        if clicked and clicked[1:] == found and self._now - clicked[0] <= longest:
            self._table.send_home(pile, count)
        elif pile.role is Role.STOCK and not self._hand.holding:
            self._table.deal_or_turn()
        elif count or self._hand.holding:
            self._pressed = self.at, pile, count
            self._pressed_at = self._now
            self._by_finger = by_finger

    def _drag(self) -> None:
        if self._pressed and not self._dragging:
            start, pile, count = self._pressed
            if count and math.dist(start, self.at) >= THRESHOLD * self._unit:
                self._table.take(pile, count, start)
                self._dragging = self._hand.held is not None
                if not self._dragging:
                    self._pressed = None
        if self._dragging:
            self._hand.drag_to(self.at)

    def _drop(self) -> None:
        self._dragging, self._pressed = False, None
        self._hand.drag_to(self.at)
        self._hand.put_down_dragged()

    def _right_up(self) -> None:
        """Handle the release of the right button: a click moves a card into a cell."""
        pressed, self._right_on = self._right_on, None
        is_click = pressed and math.dist(pressed[0], self.at) < _STEADY * self._unit
        if pressed and is_click and self._hand.has_cells:
            self._table.to_cells(pressed[1], 1)

    # -- the trace -----------------------------------------------------------------------------

    def _trace(self) -> None:
        """Outline the cards that a press would pick up. Over Undo, outline the last card moved."""
        table, traced = self._table, None
        hover = table.bar.controls.hover
        if hover and hover.label == Command.UNDO_ACTION.word:
            traced = self._last_moved()
        elif not hover and not self._hand.held and not table.kit.theme.grain:
            traced = self._hand.takeable(self.at)
        if traced != table.traced:
            table.traced = traced
            table.invalidate()

    def _last_moved(self) -> Rect | None:
        table = self._table
        actions = table.session.actions
        transfers = actions[-1][-1].transfers if actions else ()
        if not transfers:
            return None
        target = transfers[-1].target
        return table.layout.last(target, 1, len(table.state[target]))
