"""Where the parts of a review lie in a window."""

from __future__ import annotations

from typing import Final

from game.support.records import replace
from scenes.kit.services import Kit
from scenes.style.theme import unit
from scenes.table.draw.layout import table_layout
from scenes.table.draw.places import TableLayout

_FOOT: Final = 58
"""The height of the strip at the foot, at unit 1."""


def foot_height(size: tuple[int, int]) -> int:
    """The height of the strip below the cards."""
    return round(_FOOT * unit(size))


def lay_table(kit: Kit, family: str, size: tuple[int, int], longest: int) -> TableLayout:
    """Return a review's layout for this family of tables, with columns of up to ``longest``."""
    layout = table_layout(
        family,
        (size[0], size[1] - foot_height(size)),
        longest=longest,
        mirrored=kit.settings.mirrored,
        large_index=kit.style.large_index,
    )
    return replace(layout, size=size)
