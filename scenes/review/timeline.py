"""A strip of marks, one for each position of a game, and the curves above it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pygame
from pygame import Rect

from game.teach.standing import Light
from game.teach.story import Share, known_runs
from scenes.style.shapes import icon, rounded
from scenes.style.theme import Colour, Theme

_MOST: Final = 28
"""The maximum distance from one mark to the next, in pixels, before scaling."""
_SIGNED: Final = 15
"""The minimum width of a mark that shows an icon, in pixels, before scaling."""
_POINTER: Final = 5
"""The height of each row of pointers, in pixels, before scaling."""


@dataclass(frozen=True, slots=True)
class StripMarks:
    """What a strip shows: each position's light (verdict), and which positions to point out."""

    lights: Sequence[Light]
    at: int  # the current position
    here: int | None  # the position at the game's cursor; None if that is on another line
    lost: int | None = None  # the position after the losing move
    begins: Sequence[int] = ()  # the positions right after a restart
    forks: Mapping[int, Light] = field(default_factory=dict)
    """For each position where branches begin, the verdict on the best branch."""
    bookmarks: Sequence[int] = ()


def sign_ink(theme: Theme, light: Light) -> Colour:
    """Return the colour in which a verdict is drawn."""
    return {Light.CAN_WIN: theme.good, Light.LOST: theme.bad}.get(light, theme.faint)


class MarkStrip:
    """Lays out and draws the marks, and the curves above them."""

    def __init__(self, count: int, area: Rect, scale: float, curve: Rect) -> None:
        """Lay out ``count`` marks in ``area``, and the curves in ``curve``."""
        self.count = count
        self.area = area
        self._curve = curve
        self._scale = scale
        self.pitch = min(area.width / count, _MOST * scale)
        """The distance from one mark to the next, in pixels; less than 1 in a very long game."""

    def position_at(self, x: int) -> int:
        """Return the position whose mark is nearest to pixel column ``x``."""
        return max(0, min(self.count - 1, math.floor((x + 0.5 - self.area.left) / self.pitch)))

    def mark(self, position: int) -> Rect:
        """Return the area of a position's mark, without the gap after it."""
        left = min(self.area.left + round(position * self.pitch), self.area.right - 1)
        right = self.area.left + round((position + 1) * self.pitch)
        gap = max(1, min(round(self.pitch * 0.2), round(3 * self._scale)))
        pointer = round(_POINTER * self._scale)
        height = self.area.height - 2 * pointer
        return Rect(left, self.area.top + pointer, max(1, right - left - gap), height)

    # -- picture -------------------------------------------------------------------------------

    def paint(self, target: pygame.Surface, theme: Theme, shown: StripMarks) -> None:
        """Draw all marks, and point out the positions named by ``shown``."""
        thin = max(1, round(self._scale))
        for begin in shown.begins:
            # Draw a line where the game was restarted.
            left = self.mark(begin).left - thin
            target.fill(theme.faint, (left, self.area.top, thin, self.area.height))
        for at, light in enumerate(shown.lights):
            self._paint_mark(target, theme, self.mark(at), light)
        for fork, light in shown.forks.items():
            self._paint_fork(target, sign_ink(theme, light), self.mark(fork))
        for bookmark in shown.bookmarks:
            self._paint_bookmark(target, theme.accent, self.mark(bookmark))
        if shown.lost is not None:
            self._point(target, theme.bad, self.mark(shown.lost), above=True)
        if shown.here is not None:
            self._point(target, theme.ink, self.mark(shown.here), above=False)
        self._paint_cursor(target, theme, self.mark(shown.at))

    def _paint_mark(self, target: pygame.Surface, theme: Theme, mark: Rect, light: Light) -> None:
        """Draw a mark, with an icon if it is wide enough."""
        colour = sign_ink(theme, light)
        if mark.width >= _SIGNED * self._scale:
            self._paint_signed(target, theme, mark, light, colour)
        elif light is Light.CAN_WIN:
            target.fill(colour, mark)
        elif light is Light.LOST:
            low = round(mark.height * 0.45)
            target.fill(colour, (mark.left, mark.bottom - low, mark.width, low))
        else:
            high = max(1, round((2 if light is Light.THINKING else 4) * self._scale))
            target.fill(colour, (mark.left, mark.centery - high // 2, mark.width, high))

    def _paint_signed(
        self, target: pygame.Surface, theme: Theme, mark: Rect, light: Light, colour: Colour
    ) -> None:
        radius = theme.radius(3 * self._scale)
        ink = colour
        if light is Light.CAN_WIN:
            rounded(target, colour, mark, radius=radius)
            ink = theme.bar
        elif light is Light.LOST:
            rounded(target, colour, mark, max(2, round(1.6 * self._scale)), radius)
        side = min(mark.width, mark.height)
        sign = icon(light.name.lower(), side, ink)
        target.blit(sign, sign.get_rect(center=mark.center))

    def _paint_fork(self, target: pygame.Surface, colour: Colour, mark: Rect) -> None:
        """Draw a twig that branches off below the mark."""
        width, high = max(2, round(2 * self._scale)), round(_POINTER * self._scale)
        left = mark.right - width
        target.fill(colour, (left, mark.bottom, width, high))
        target.fill(colour, (left, mark.bottom + high - width, round(8 * self._scale), width))

    def _paint_bookmark(self, target: pygame.Surface, colour: Colour, mark: Rect) -> None:
        """Draw a ribbon that hangs down over the mark."""
        half, high = max(2, round(2.5 * self._scale)), round((_POINTER + 5) * self._scale)
        x, top = mark.centerx, self.area.top
        notch = (x, top + high - half)
        corners = [(x - half, top), (x + half, top), (x + half, top + high), notch]
        pygame.draw.polygon(target, colour, [*corners, (x - half, top + high)])

    def _paint_cursor(self, target: pygame.Surface, theme: Theme, mark: Rect) -> None:
        width = max(2, round(2 * self._scale))
        frame = mark.inflate(2 * width + 2, 2 * width + 2)
        rounded(target, theme.focus, frame, width, theme.radius(4 * self._scale))

    def _point(self, target: pygame.Surface, colour: Colour, mark: Rect, *, above: bool) -> None:
        """Draw a triangle that points at a mark."""
        half = max(3, round(4 * self._scale))
        tip, base = (mark.top - 1, self.area.top) if above else (mark.bottom, self.area.bottom - 1)
        x = mark.centerx
        pygame.draw.polygon(target, colour, [(x, tip), (x - half, base), (x + half, base)])

    # -- the curves ----------------------------------------------------------------------------

    def _y(self, share: float) -> int:
        edge = max(2, round(3 * self._scale))
        return self._curve.bottom - edge - round(share * (self._curve.height - 2 * edge))

    def point(self, at: int, share: float) -> tuple[int, int]:
        """Return the point on a curve above position ``at`` for a ``share`` from 0 to 1."""
        return self.mark(at).centerx, self._y(share)

    def paint_curve(
        self,
        target: pygame.Surface,
        theme: Theme,
        found: Sequence[Share | None],
        narrow: Sequence[tuple[int, int]],
    ) -> None:
        """Draw a curve of the share of winning moves. Draw a bar below each ``narrow`` passage."""
        thin, thick = max(1, round(self._scale)), max(2, round(2 * self._scale))
        for first, last in narrow:
            left, right = self.mark(first).centerx, self.mark(last).centerx
            high, beyond = max(2, round(3 * self._scale)), 2 * thick
            bar = Rect(left - beyond, self._curve.bottom - high, right - left + 2 * beyond, high)
            target.fill(theme.accent, bar)
        for run in known_runs(found):
            corners = [self.point(share.at, share.least) for share in run]
            if len(corners) > 1 and not theme.grain:
                # Fill the area below the curve, in themes with more than two colours.
                ends = self.point(run[-1].at, 0), self.point(run[0].at, 0)
                pygame.draw.polygon(target, theme.hover, [*corners, *ends])
            for share, (x, foot) in zip(run, corners, strict=True):
                # Undecided moves may still raise the curve.
                if share.most > share.least:
                    top = self._y(share.most)
                    target.fill(theme.faint, (x, top, thin, foot - top))
            if len(corners) > 1:
                pygame.draw.lines(target, theme.ink, False, corners, thick)
            else:
                pygame.draw.circle(target, theme.ink, corners[0], thick)

    def paint_chances(
        self, target: pygame.Surface, theme: Theme, chances: Mapping[int, float]
    ) -> None:
        """Draw a thin curve of the known ``chances`` of winning, from 0 to 1, keyed by position."""
        wide, gap = max(1, round(self._scale)), round(4 * self._scale)
        for at, chance in chances.items():
            here = self.point(at, chance)
            if at + 1 in chances:
                there = self.point(at + 1, chances[at + 1])
                pygame.draw.line(target, theme.faint, here, there, wide)
            elif at - 1 not in chances:
                target.fill(theme.faint, (here[0] - gap // 2, here[1], gap, wide))
