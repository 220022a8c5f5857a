"""How the menu lies in a window: as much of it as there is room for, and how to reach the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pygame import Rect

from scenes.menu.tiles import Fullness, Tile
from scenes.style.text import TextPainter
from scenes.style.theme import NORMAL, unit
from scenes.widgets.controls import Control
from scenes.widgets.sheet import ScrollBar

_WIDEST: Final = 600
"""Pixels at unit 1 that a tile is wide at most."""
_PICTURE: Final = 96
"""Pixels at unit 1 under which a picture is not worth having."""
_ASPECT: Final = 0.6
"""How high a picture is at most, in widths."""
_TALL: Final = 1.3
"""From this proportion of height to width on, the tiles lie below one another."""
_LEVELS: Final = (
    (True, Fullness(), True),
    (True, Fullness(shared=True), True),
    (True, Fullness(named=False), True),
    (False, Fullness(), True),
    (False, Fullness(shared=True), True),
    (False, Fullness(named=False), True),
    (True, Fullness(named=False, told=False), True),
    (False, Fullness(named=False, told=False), True),
    (False, Fullness(named=False, told=False, sentence=False), True),
    (False, Fullness(), False),
    (False, Fullness(shared=True), False),
    (False, Fullness(named=False), False),
    (False, Fullness(named=False, told=False), False),
    (False, Fullness(named=False, told=False, sentence=False), False),
)
"""What is left out where there is no room: the headline, sentences and names, and the pictures."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Where the headline and the foot are, and between them the view of the tiles."""

    head: Rect
    view: Rect
    foot: Rect


def lay_menu(
    size: tuple[int, int],
    tiles: Sequence[Tile],
    foot: Sequence[Control],
    text: TextPainter,
    bar: ScrollBar,
) -> Lay:
    """Lay the tiles, and the buttons at the foot; ``bar`` scrolls what does not fit."""
    scale = unit(size, text.density)
    gap = round((20 if min(size) >= 420 else 10) * scale)
    pad = round((16 if min(size) >= 420 else 9) * scale)
    low = round(48 * scale)
    under = Rect(0, size[1] - low, size[0], low)
    below = size[1] >= size[0] * _TALL
    across = 1 if below else len(tiles)
    width = min((size[0] - gap * (across + 1)) // across, round(_WIDEST * scale))
    inner = width - 2 * pad
    for headed, fullness, pictured in _LEVELS:
        head = round(84 * scale) if headed else gap
        for tile in tiles:
            tile.fill(fullness)
        bare = [tile.measure(width, pad, scale) for tile in tiles]
        if not below:
            bare = [max(bare)] * len(bare)
        room = under.top - head - gap
        spare = (room - sum(bare) - gap * (len(tiles) - 1)) // len(tiles) if below else 0
        spare = spare if below else room - bare[0]
        least = round(_PICTURE * scale) + pad if pictured else 0
        lower = [tile.page.items[-1].controls for tile in tiles]
        wraps = any(len({control.rect.top for control in row}) > 1 for row in lower)
        bare_signs = any(one.icon and not one.named for row in lower for one in row)
        if spare >= least and not wraps and not (fullness.named and bare_signs):
            break
    fits = pictured and spare >= least
    picture = min(spare - pad, round(inner * _ASPECT)) if fits else 0
    heights = [high + picture + (pad if fits else 0) for high in bare]
    total = sum(heights) + gap * (len(tiles) - 1) if below else heights[0]
    top = _top(total, room, headed)
    left = (size[0] - width * across - gap * (across - 1)) // 2
    block = Rect(left, top + head, width * across + gap * (across - 1), total)
    bar.lie(Rect(size[0] - gap, 0, gap, under.top), head + total + gap, under.top, scale)
    y = block.top - bar.at
    for place, tile in enumerate(tiles):
        x = left if below else left + place * (width + gap)
        tile.lie(Rect(x, y, width, heights[place]), picture, pad, scale)
        y += heights[place] + gap if below else 0
    _lay_foot(under, block, foot, text, scale)
    title = Rect(left, top - bar.at, block.width, head if headed else 0)
    return Lay(title, Rect(0, 0, size[0], under.top), under)


def _top(total: int, room: int, headed: bool) -> int:
    """Return the top of the headline, so that the whole lies a little above the middle."""
    spare = room - total
    return max(0, round(spare * (0.4 if headed else 0.5)))


def _lay_foot(
    foot: Rect, block: Rect, controls: Sequence[Control], text: TextPainter, scale: float
) -> None:
    """The buttons in one row, with icon, name and key as far as there is room; the last one, which
    leads out, stands at the right."""
    size, gap = round(NORMAL * scale), round(6 * scale)
    keys, icons = [c.key for c in controls], [c.icon for c in controls]
    room = foot.width - 2 * gap
    for named, with_icon, with_key in (
        (True, True, True),
        (True, True, False),
        (True, False, False),
        (False, True, False),
    ):
        for control, key, icon in zip(controls, keys, icons, strict=True):
            control.named = named
            control.icon = icon if with_icon else ""
            control.key = key if with_key else ""
        widths = [control.width(text, size, scale) for control in controls]
        if sum(widths) + gap * (len(widths) - 1) <= max(block.width, room * 3 // 4):
            break
    else:
        spread = (room - gap * (len(controls) - 1)) // len(controls)
        widths = [min(wide, spread) for wide in widths]
    high = foot.height - round(8 * scale)
    whole = sum(widths) + gap * (len(widths) - 1)
    # Their signs stand below the edges of the tiles.
    over = min(round(12 * scale), block.left)
    left = block.left - over if whole <= block.width else (foot.width - whole) // 2
    for control, wide in zip(controls, widths, strict=True):
        control.rect = Rect(left, 0, wide, high)
        control.rect.centery = foot.centery
        left += wide + gap
    if whole <= block.width:
        controls[-1].rect.right = block.right + over
