"""Keeps the cards of a table as large as its longest column allows, and shows a change of size."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final

from game.core.cards import Card
from game.core.state import State
from game.player.settings import Speed
from scenes.kit.services import Kit
from scenes.table.draw.animator import Animator
from scenes.table.draw.painter import TablePainter
from scenes.table.draw.places import TableLayout
from scenes.table.draw.sprites import Groups, faces_seen

if TYPE_CHECKING:
    from scenes.table.draw.glide import Glide

SHARPENING: Final = 0.012
"""The most seconds spent at a time on rendering crisp faces."""


class Fitted(ABC):
    """Cards laid out in a window: a table, or the position that a review shows."""

    kit: Kit
    layout: TableLayout
    groups: Groups
    painter: TablePainter
    animator: Animator
    glide: Glide | None

    @property
    @abstractmethod
    def state(self) -> State:
        """The position that is shown."""

    @abstractmethod
    def make_layout(self, size: tuple[int, int], now: TableLayout | None = None) -> TableLayout:
        """Return the layout for the position; ``now`` itself if that still fits."""

    def seen(self) -> list[Card]:
        """Return the cards whose faces are visible."""
        return faces_seen(self.state)

    def settle(self) -> None:
        """Put all cards where they belong and end their flights."""
        self.animator.settle(self.state)

    def lie(self, layout: TableLayout) -> None:
        """Take on ``layout``, and lay out everything anew at once."""
        self.glide = None
        self.groups.layout = layout
        self.painter.resize(layout, self.seen())
        self.settle()
        self.lie_later(layout)

    @abstractmethod
    def lie_later(self, layout: TableLayout) -> None:
        """Take on ``layout``, to which the cards are still to be moved."""

    @abstractmethod
    def invalidate(self) -> None:
        """Ask for another picture."""


class Fit:
    """Changes the layout when the cards have too little or too much room.

    The table's layout is always the final one; only this class and the painter know the layouts on
    the way to it.
    """

    def __init__(self, table: Fitted) -> None:
        self._table = table
        self.fits = False
        """Whether the layout is known to be the right one for the position."""
        self.preparing = False
        """Whether the faces for another size are being rendered."""

    def doubt(self) -> None:
        """Check again whether the cards fit as soon as nothing moves."""
        self.fits = False

    def tick(self, seconds: float, *, held: bool) -> None:
        """Let time pass: glide on, or check whether the cards fit, unless they are ``held``.

        They shrink while those that need the room are still in flight: until then the indices of a
        column that is too long would be covered. All else waits until nothing flies.
        """
        table = self._table
        self.preparing = False
        flying = table.animator.busy
        if table.glide:
            if not table.glide.tick(seconds) and not flying:
                table.lie(table.layout)
            table.invalidate()
        elif not (self.fits or held):
            layout = table.make_layout(table.layout.size, table.layout)
            if not flying or layout.step > table.layout.step:
                self.fits = layout is table.layout or self._change(layout)

    def _change(self, layout: TableLayout) -> bool:
        """Take on another layout; return False if its faces have to be rendered first."""
        table = self._table
        if table.kit.speed is Speed.OFF or not self._moves(layout):
            table.lie(layout)
            return True
        wide = table.painter.shelf.sharp_for(layout.card[0], table.seen(), SHARPENING)
        if wide is None:
            self.preparing = True
            return False
        from scenes.table.draw.glide import Glide  # at the start nothing changes its size

        table.glide = Glide(table.layout, layout, wide, table.groups.resting())
        table.lie_later(layout)
        return True

    def _moves(self, layout: TableLayout) -> bool:
        """Return whether any card lies elsewhere in ``layout`` or has another size there."""
        now = self._table.layout
        return layout.card != now.card or any(
            layout.place(pile, index, len(cards)) != now.place(pile, index, len(cards))
            for pile, cards in self._table.state.piles.items()
            for index in range(len(cards))
        )

    def show(self) -> None:
        """Before a picture is drawn, place all cards where they are at this moment of a glide."""
        table = self._table
        if table.glide:
            table.groups.layout, faces = table.glide.now()
            table.painter.show_between(table.groups.layout, faces)
            for group in table.groups:
                table.groups.settle(group.pile)
