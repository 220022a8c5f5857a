"""The mouse on a table: the buttons above the cards, their tips, and then the cards."""

from __future__ import annotations

import pygame
from pygame import Rect

from scenes.kit.commands import BY_COMMAND, Command
from scenes.table.context import Table
from scenes.table.input.gestures import LEFT, RIGHT, Pointer
from scenes.table.input.hand import TableHand
from scenes.table.input.keyboard import TableKeys


class TableMouse:
    """Takes every mouse event of a table; ``at`` is where the mouse is."""

    def __init__(self, table: Table, hand: TableHand, keys: TableKeys) -> None:
        self._table = table
        self._hand = hand
        self._keys = keys
        self.pointer = Pointer(table, hand)
        self.tip = table.tip
        self.at = (-1, -1)

    def take(self, event: pygame.Event) -> None:
        """A mouse event."""
        table = self._table
        self.at = event.pos
        ring = table.focus_ring
        if event.type == pygame.MOUSEMOTION:
            for controls in ring:
                controls.point(None if self.pointer.dragging else event.pos)
            if table.tip.watch(table.bar.controls.hover):
                table.invalidate()
            self.pointer.motion(event.pos, event.buttons)
            self._trace()
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._button_down(event)
        else:
            self.pointer.button_up(event.button, event.pos)
            if event.button == LEFT:
                for controls in ring:
                    controls.release(event.pos)
        if any(controls.changed for controls in ring):
            table.invalidate()

    def _button_down(self, event: pygame.Event) -> None:
        table = self._table
        if event.button > RIGHT:
            return
        self._keys.interrupted()
        table.tip.watch(None)
        table.traced = None
        table.invalidate()
        # What shows itself only when the motion ends was not what this press meant.
        hidden = table.moving and not table.gliding
        seen = (table.bar.controls,) if hidden else table.focus_ring
        table.end_motion()
        if event.button == LEFT and any(controls.press(event.pos) for controls in seen):
            return
        self.pointer.button_down(event.button, event.pos, bool(getattr(event, "touch", False)))

    def _trace(self) -> None:
        """Trace what the hand would take here, or what has moved last where Undo is pointed at."""
        table, traced = self._table, None
        hover = table.bar.controls.hover
        if hover and hover.label == BY_COMMAND[Command.UNDO_ACTION].label():
            traced = self._last_moved()
        elif not hover and not self._hand.held and table.kit.theme.shadows:
            traced = self._hand.takeable(self.at)
        if traced != table.traced:
            table.traced = traced
            table.invalidate()

    def _last_moved(self) -> Rect | None:
        """Where the card lies that the next undo takes back."""
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
