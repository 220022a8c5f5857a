"""The backs. Each is its own half-turn image, so that no card tells how it lies."""

from __future__ import annotations

from scenes.art.paths import Polygon, circle, inside, moved
from scenes.art.pips import SIGN
from scenes.art.svg import box, fill


def lattice() -> str:
    """Overlapping rings and stars in a border."""
    from game.cards import Suit

    x0, y0, pitch, columns, rows = 5.5, 5.0, 6.5, 8, 12
    x1, y1 = x0 + columns * pitch, y0 + rows * pitch
    field: Polygon = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    outer = inner = stars = gems = ""
    for j in range(rows + 1):
        for i in range(columns + 1):
            x, y = x0 + i * pitch, y0 + j * pitch
            if (i + j) % 2:
                star = (
                    f"M{x},{y - 3.4}Q{x},{y} {x + 3.4},{y}Q{x},{y} {x},{y + 3.4}"
                    f"Q{x},{y} {x - 3.4},{y}Q{x},{y} {x},{y - 3.4}Z"
                )
                stars += inside(star, field)
            else:
                outer += inside(circle(x, y, 4.4), field)
                inner += inside(circle(x, y, 3.5), field)
                gems += inside(moved(SIGN[Suit.DIAMONDS], x, y, 0.044), field)
    return (
        box(2.75, 2.75, 57.5, 82.5, "$back", 2.4)
        + box(3.8, 3.8, 55.4, 80.4, "$light", 1.4)
        + box(4.4, 4.4, 54.2, 79.2, "$back", 0.9)
        + fill(outer, "$light")
        + fill(inner, "$back")
        + fill(gems, "$gold")
        + fill(stars, "$light")
    )
