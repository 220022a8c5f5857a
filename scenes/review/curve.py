"""Draws the curve above the marks: the share of moves that kept the win at each position.

Where cards were hidden, a second curve shows the chance by what could be known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

import pygame
from pygame import Rect

from game.teach.story import Share
from scenes.review.timeline import MarkStrip
from scenes.style.theme import Colour, Theme


class Curve:
    """Draws the shares above the marks of ``strip``, position by position."""

    def __init__(self, strip: MarkStrip, area: Rect, scale: float) -> None:
        self._strip = strip
        self._area = area
        self._scale = scale

    def _y(self, share: float) -> int:
        edge = max(2, round(3 * self._scale))
        return self._area.bottom - edge - round(share * (self._area.height - 2 * edge))

    def points(self, run: Sequence[Share]) -> list[tuple[int, int]]:
        """Return the corners of the curve along neighbouring positions."""
        return [(self._strip.middle(share.at), self._y(share.kept)) for share in run]

    def paint(
        self,
        target: pygame.Surface,
        theme: Theme,
        found: Sequence[Share | None],
        narrow: Sequence[tuple[int, int]],
    ) -> None:
        """Draw the curve, a bar below it along each ``narrow`` passage, and where moves are
        undecided, how high the curve may be."""
        if not self._area:
            return
        thin, thick = max(1, round(self._scale)), max(2, round(2 * self._scale))
        for first, last in narrow:
            left, right = self._strip.middle(first), self._strip.middle(last)
            high, beyond = max(2, round(3 * self._scale)), 2 * thick
            bar = Rect(left - beyond, self._area.bottom - high, right - left + 2 * beyond, high)
            target.fill(theme.accent, bar)
        for known, group in groupby(found, key=lambda share: share is not None):
            run = [share for share in group if share is not None]
            if not known:
                continue
            corners = self.points(run)
            if not theme.grain:
                self._paint_ground(target, theme.hover, corners)
            for share in run:
                if share.most > share.kept:
                    x, top = self._strip.middle(share.at), self._y(share.most)
                    target.fill(theme.faint, (x, top, thin, self._y(share.kept) - top))
            if len(corners) > 1:
                pygame.draw.lines(target, theme.ink, False, corners, thick)
            else:
                pygame.draw.circle(target, theme.ink, corners[0], thick)

    def paint_chances(
        self, target: pygame.Surface, theme: Theme, chances: Mapping[int, float]
    ) -> None:
        """Draw a thin, quiet curve of the ``chances`` by what could be known, from 0 to 1, as far
        as they are known."""
        if not self._area:
            return
        wide, gap = max(1, round(self._scale)), round(4 * self._scale)
        for at, chance in chances.items():
            here = self._strip.middle(at), self._y(chance)
            if at + 1 in chances:
                there = self._strip.middle(at + 1), self._y(chances[at + 1])
                pygame.draw.line(target, theme.faint, here, there, wide)
            elif at - 1 not in chances:
                target.fill(theme.faint, (here[0] - gap // 2, here[1], gap, wide))

    def _paint_ground(
        self, target: pygame.Surface, colour: Colour, corners: Sequence[tuple[int, int]]
    ) -> None:
        """Fill the area below the curve, in a theme with more than two colours."""
        base = self._y(0)
        if len(corners) > 1:
            ends = (corners[-1][0], base), (corners[0][0], base)
            pygame.draw.polygon(target, colour, [*corners, *ends])
