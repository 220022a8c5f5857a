"""The curve of a page: the share of moves that kept the win, from position to position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from game.art.drawings import num
from game.teach.story import Share

_HIGH: Final = 100


def curve(
    found: Sequence[Share | None], narrow: Iterable[tuple[int, int]], turns: Iterable[int]
) -> str:
    """Return the inside of a drawing as wide as there are moves, and 100 high; empty where less
    than two neighbouring positions are known."""
    runs = list(_runs(found))
    if not any(len(run) > 1 for run in runs):
        return ""
    parts = [
        f'<rect class="narrow" x="{first}" y="94" width="{max(last - first, 0.4)}" height="6"/>'
        for first, last in narrow
    ]
    for run in runs:
        parts += _drawn(run)
    parts += [f'<path class="turn" d="M{at} 0V{_HIGH}"/>' for at in turns]
    return "".join(parts)


def _runs(found: Sequence[Share | None]) -> Iterator[list[Share]]:
    """Yield what is known of neighbouring positions, each run of them together."""
    for known, group in groupby(found, key=lambda share: share is not None):
        if known:
            yield [share for share in group if share is not None]


def _drawn(run: Sequence[Share]) -> Iterator[str]:
    corners = " ".join(f"{share.at},{num(_y(share.kept), 1)}" for share in run)
    first, last = run[0].at, run[-1].at
    yield f'<polygon points="{first},{_HIGH} {corners} {last},{_HIGH}"/>'
    for share in run:
        if share.most > share.kept:
            top, foot = num(_y(share.most), 1), num(_y(share.kept), 1)
            yield f'<path class="perhaps" d="M{share.at} {top}V{foot}"/>'
    yield f'<polyline points="{corners}"/>'


def _y(share: float) -> float:
    return _HIGH - 4 - share * (_HIGH - 8)
