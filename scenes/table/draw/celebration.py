"""The animation of a win: the four suits are spread over the table once, and gather again."""

from __future__ import annotations

import math
from typing import Final

from game.core.state import FOUNDATION_ORDER, FOUNDATIONS
from scenes.table.draw.sprites import CardSprite, Groups

_FLIGHT: Final = 0.42
"""Seconds for a card to reach its place in the spread, and to return."""
_STAGGER: Final = 0.022
"""Seconds between the start of one card and the next."""
_HOLD: Final = 1.4
"""Seconds for which the complete spread is shown."""


class Celebration:
    """One run of the animation. Its owner puts the cards back when it is over."""

    def __init__(self, groups: Groups) -> None:
        self._groups = groups
        self._now = 0.0
        self._ways: list[tuple[CardSprite, float, tuple[float, float], tuple[float, float]]] = []
        layout = groups.layout
        width, height = layout.card
        left, right = width * 0.6, layout.size[0] - width * 1.6
        top = layout.bar.bottom + height * 0.25
        # Four rows that hang through a little, as a deck spread by hand does.
        room = layout.floor - top - height
        order = 0
        for row, suit in enumerate(FOUNDATION_ORDER):
            pile = FOUNDATIONS[suit]
            home = layout.slots[pile]
            for place, sprite in enumerate(groups[pile].sprites()):
                share = place / 12
                x = left + (right - left) * share
                sag = math.sin(math.pi * share) * height * 0.12
                y = top + room * row / 3.6 + sag
                self._ways.append((sprite, order * _STAGGER, (home[0], home[1]), (x, y)))
                order += 1
        self._gathers = (order - 1) * _STAGGER + _FLIGHT + _HOLD
        self._ends = self._gathers + (order - 1) * _STAGGER + _FLIGHT
        for sprite, *_ in self._ways:
            sprite.aloft = True

    @property
    def sprites(self) -> list[CardSprite]:
        """All cards in drawing order."""
        return [way[0] for way in self._ways]

    def tick(self, seconds: float) -> bool:
        """Let time pass; return False when it is over."""
        self._now += seconds
        for sprite, delay, home, spread in self._ways:
            out = _eased((self._now - delay) / _FLIGHT)
            back = _eased((self._now - self._gathers - delay) / _FLIGHT)
            share = out - back
            sprite.x = home[0] + (spread[0] - home[0]) * share
            sprite.y = home[1] + (spread[1] - home[1]) * share
        return self._now < self._ends


def _eased(share: float) -> float:
    share = max(0.0, min(1.0, share))
    return 1 - (1 - share) ** 3
