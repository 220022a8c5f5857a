"""Window sizes and table layouts, for the tests of the layout."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
from pygame import Rect

from game.art.decks import DeckStyle
from game.rules.registry import CANFIELD, VIERFREI
from scenes.board.layout import DEALT, FAMILIES, TableLayout, table_layout

Size = tuple[int, int]

NAMED: list[Size] = [
    (480, 300), (640, 480), (800, 600), (1024, 768), (1280, 720), (1280, 800), (1366, 768),
    (1280, 1024), (1920, 1080), (2560, 1440), (3440, 1440), (3840, 2160), (480, 900),
    (768, 1024), (1080, 2340), (1000, 1000), (2160, 2160), (3840, 300), (480, 2160), (600, 600),
]  # fmt: skip
_chance = random.Random(7)
SIZES: list[Size] = [
    *NAMED,
    *((_chance.randint(480, 3840), _chance.randint(300, 2160)) for _ in range(110)),
    *((_chance.randint(480, 1000), _chance.randint(300, 1200)) for _ in range(90)),
]


class Case(NamedTuple):
    game: str
    strip: bool = False
    mirrored: bool = False
    large: bool = False

    def lay(self, size: Size, longest: int = DEALT, now: TableLayout | None = None) -> TableLayout:
        return table_layout(
            self.game,
            size,
            1.0,
            DeckStyle(large_index=self.large),
            longest=longest,
            now=now,
            strip=self.strip,
            mirrored=self.mirrored,
        )

    def steps(self, size: Size) -> tuple[TableLayout, ...]:
        """Return the layouts for one window size, largest cards first."""
        return _steps(self, size)


@cache
def _steps(case: Case, size: Size) -> tuple[TableLayout, ...]:
    found = [case.lay(size, 1)]
    while (smaller := case.lay(size, found[-1].capacity + 1)) is not found[-1]:
        found.append(smaller)
    return tuple(found)


CASES = [
    Case(VIERFREI),
    Case(CANFIELD),
    Case(CANFIELD, strip=True),
    Case(VIERFREI, mirrored=True),
    Case(CANFIELD, strip=True, mirrored=True),
    Case(VIERFREI, large=True),
    Case(CANFIELD, large=True),
]
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
every_game = pytest.mark.parametrize("game", FAMILIES)


def united(layout: TableLayout) -> Rect:
    return Rect(layout.slot(next(iter(layout.slots)))).unionall(
        [layout.region(pile) for pile in layout.slots]
    )


def layouts(case: Case, every: int = 1) -> Iterator[tuple[Size, TableLayout]]:
    """Yield all layouts in some window sizes. If ``every`` is 3, only every third size is used."""
    for size in SIZES[::every]:
        for layout in case.steps(size):
            yield size, layout
