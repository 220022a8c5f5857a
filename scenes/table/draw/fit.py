"""Keeps cards as large as their longest column allows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from game.core.state import State
from scenes.table.draw.animator import Animator
from scenes.table.draw.painter import TablePainter
from scenes.table.draw.places import TableLayout
from scenes.table.draw.sprites import Groups, faces_seen

SHARPENING: Final = 0.012
"""The most seconds spent at a time on rendering crisp faces."""


class Fitted(ABC):
    """Cards laid out in a window: a table, or the position that a review shows."""

    layout: TableLayout
    groups: Groups
    painter: TablePainter
    animator: Animator
    fits = False
    """Whether the layout is known to be the right one for the position."""

    @property
    @abstractmethod
    def state(self) -> State:
        """The position that is shown."""

    @abstractmethod
    def make_layout(self, size: tuple[int, int], now: TableLayout | None = None) -> TableLayout:
        """Return the layout for the position; ``now`` itself if that still fits."""

    def settle(self) -> None:
        """Put all cards where they belong and end their flights."""
        self.animator.settle(self.state)

    def lie(self, layout: TableLayout) -> None:
        """Take on ``layout``: the cards at rest lie there at once, those in flight go there."""
        self.layout = self.groups.layout = layout
        self.painter.resize(layout, faces_seen(self.state))
        for pile in self.groups.piles:
            self.groups.settle(pile)
        self.laid_out()

    @abstractmethod
    def laid_out(self) -> None:
        """Update what depends on the layout."""

    def refit(self, *, held: bool) -> None:
        """Change the layout if the cards have too little or too much room, unless they are
        ``held``.

        They shrink while those that need the room are still in flight: until then the indices of a
        column that is too long would be covered. They grow once nothing flies.
        """
        if self.fits or held:
            return
        layout = self.make_layout(self.layout.size, self.layout)
        if self.animator.busy and layout.step <= self.layout.step:
            return
        self.fits = True
        if layout is not self.layout:
            self.lie(layout)
