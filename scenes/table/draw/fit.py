"""Keeps the cards of a table as large as its longest column allows, and shows a change of size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from game.core.cards import Card
from game.core.state import State
from game.player.settings import Speed
from scenes.kit.services import Kit
from scenes.table.draw.animator import Animator
from scenes.table.draw.glide import Glide
from scenes.table.draw.layout import TableLayout
from scenes.table.draw.painter import TablePainter
from scenes.table.draw.sprites import Groups
from scenes.table.input.hand import TableHand
from scenes.table.input.mouse import TableMouse

SHARPENING: Final = 0.012
"""Seconds for the making of crisp faces, at a time."""


class Table(Protocol):
    """What is fitted."""

    layout: TableLayout
    groups: Groups
    animator: Animator
    painter: TablePainter
    hand: TableHand
    mouse: TableMouse
    dirty: bool

    @property
    def kit(self) -> Kit: ...

    @property
    def state(self) -> State: ...

    @property
    def moving(self) -> bool: ...

    def make_layout(self, size: tuple[int, int], now: TableLayout | None = None) -> TableLayout:
        """The layout for the position, from the one that there is ``now``."""

    def seen(self) -> Sequence[Card]:
        """The cards whose faces are to be seen."""

    def lie(self, layout: TableLayout) -> None:
        """Lay everything anew, at once."""

    def lie_later(self, layout: TableLayout) -> None:
        """This is the layout from now on, to which the cards are on their way."""


class Fit:
    """Watches whether the cards fit. The table's layout is always the one that is to be; where the
    cards are on their way to it is known here and to what draws them."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._fits = False
        self._glide: Glide | None = None
        self.preparing = False
        """Whether faces are being made with which the cards are to change their size."""

    @property
    def gliding(self) -> bool:
        """Whether the cards are on their way to another size."""
        return self._glide is not None

    def doubt(self) -> None:
        """There may be more or less room: the cards follow once nothing moves."""
        self._fits = False

    def drop(self) -> None:
        """All lies anew at once: nothing is on its way any more."""
        self._glide = None

    def end(self) -> None:
        """Whatever glides is where it belongs."""
        if self._glide:
            self._table.lie(self._table.layout)

    def tick(self, seconds: float) -> None:
        """Let time pass: glide on, or look whether the cards fit, once nothing moves or is held."""
        table = self._table
        self.preparing = False
        if self._glide:
            if not self._glide.tick(seconds):
                self.end()
            table.dirty = True
        elif not (self._fits or table.moving or table.hand.held or table.mouse.pointer.pressing):
            layout = table.make_layout(table.layout.size, table.layout)
            self._fits = layout is table.layout or self._change(layout)

    def _change(self, layout: TableLayout) -> bool:
        """Take on another layout; False if its faces have to be made first."""
        table = self._table
        if table.kit.speed is Speed.OFF or not self._moves(layout):
            table.lie(layout)
            return True
        wide = table.painter.shelf.sharp_for(layout.card[0], table.seen(), SHARPENING)
        if wide is None:
            self.preparing = True
            return False
        self._glide = Glide(table.layout, layout, wide)
        table.lie_later(layout)
        return True

    def _moves(self, layout: TableLayout) -> bool:
        """Whether any card lies elsewhere in ``layout``, or is of another size."""
        now = self._table.layout
        return layout.card != now.card or any(
            layout.place(pile, index, len(cards)) != now.place(pile, index, len(cards))
            for pile, cards in self._table.state.piles.items()
            for index in range(len(cards))
        )

    def show(self) -> None:
        """Before a picture: lay all cards where they are at this moment of their way."""
        if self._glide:
            table = self._table
            table.groups.layout, faces = self._glide.now()
            table.painter.show_between(table.groups.layout, faces)
            table.animator.settle(table.state)
