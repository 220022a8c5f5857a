"""Card backs, which look the same upside down."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from game.art.drawings import CX, CY, box, num
from game.core.cards import Suit
from tools.make_decks.elements import (
    BACK,
    DEEP,
    GOLD,
    LIGHT,
    around,
    at,
    both_sides,
    coarse,
    disc,
    fill,
    fine,
    half_turned,
    line,
    ring,
)
from tools.make_decks.emblem import gem, rosette
from tools.make_decks.paths import Polygon, circle, inside, moved, polygon
from tools.make_decks.signs import SIGN

_MARGIN: Final = 3.2
_A: Final = CX - _MARGIN - 1.9
"""Half the width of the field inside the border."""
_B: Final = CY - _MARGIN - 1.9
"""Half the height of the field inside the border."""


def _border() -> str:
    """Return a rounded panel with a light line inside."""
    panel = box(-_A - 1.9, -_B - 1.9, 2 * _A + 3.8, 2 * _B + 3.8, BACK, 2.2)
    rule = box(-_A - 0.75, -_B - 0.75, 2 * _A + 1.5, 2 * _B + 1.5, LIGHT, 1.2)
    return panel + rule + box(-_A, -_B, 2 * _A, 2 * _B, BACK, 0.7)


def _lozenge(k: float) -> Polygon:
    return [(0, -k * _B), (k * _A, 0), (0, k * _B), (-k * _A, 0)]


def quarterly() -> str:
    """Return a back of nested lozenges in four quarters, for the name Vierfeld, "four fields"."""
    steps = (2.0, 1.72, 1.46, 1.22, 1.0, 0.8, 0.61, 0.43, 0.27, 0.0)
    field: Polygon = [(-_A, -_B), (_A, -_B), (_A, _B), (-_A, _B)]
    dark = tips = ""
    for i, (outer, inner) in enumerate(pairwise(steps)):
        side = 1 if i % 2 else -1  # which two quarters are dark
        belt: Polygon = [
            (0, -outer * _B), (side * outer * _A, 0), (side * inner * _A, 0), (0, -inner * _B)
        ]  # fmt: skip
        dark += inside(polygon(belt[:: -1 if side < 0 else 1]), field)
        if 0.27 < outer <= 1:
            middle, size = (outer + inner) / 2, 0.04
            tips += moved(SIGN[Suit.DIAMONDS], 0, -middle * _B, size)
            tips += moved(SIGN[Suit.DIAMONDS], middle * _A, 0, size * 0.7)
    rules = "".join(inside(polygon(_lozenge(k)), field) for k in steps[:-1])
    corner = moved(SIGN[Suit.DIAMONDS], _A * 0.84, -_B * 0.88, 0.058)
    quarter = polygon([(0, 0), (0, -0.16 * _B), (0.16 * _A, 0)])
    heart = (
        fill(polygon(_lozenge(0.2)), LIGHT)
        + fill(polygon(_lozenge(0.16)), BACK)
        + half_turned(fill(quarter, GOLD))
    )
    return at(
        _border()
        + half_turned(fill(dark, DEEP))
        + fine(line(rules, LIGHT, 0.42, join="miter"))
        + coarse(line(rules, LIGHT, 0.7, join="miter"))
        + half_turned(fill(tips, GOLD))
        + half_turned(both_sides(fill(corner, GOLD)))
        + heart,
        CX,
        CY,
    )


def tiles() -> str:
    """Return a back with overlapping rings and stars in a border."""
    pitch, columns, rows = 6.5, 8, 12
    x0, y0 = -columns * pitch / 2, -rows * pitch / 2
    field: Polygon = [(x0, y0), (-x0, y0), (-x0, -y0), (x0, -y0)]
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
    return at(
        _border() + fill(outer, LIGHT) + fill(inner, BACK) + fill(gems, GOLD) + fill(stars, LIGHT),
        CX,
        CY,
    )


def _wave(x: float, amplitude: float, top: float, half: float, count: int) -> str:
    """Return a vertical sine curve of ``count`` half periods around ``x``."""
    d, s = f"M{num(x - amplitude)},{num(top)}", -1
    for i in range(count):
        y, out = top + i * half, s * amplitude
        d += (
            f"C{num(x + out)},{num(y + 0.3642 * half)} {num(x - out)},{num(y + 0.6358 * half)} "
            f"{num(x - out)},{num(y + half)}"
        )
        s = -s
    return d


def guilloche() -> str:
    """Return a back like a banknote, with waves and a rosette."""
    pitch, half, count = 3.2, 4.75, 16
    waves = thin = ""
    for i in range(-7, 8):
        for amplitude in (-pitch, pitch):
            wave = _wave(i * pitch, amplitude, -half * count / 2, half, count)
            waves += wave
            thin += wave if i % 2 else ""
    pearls = around(disc(0, -16.9, 0.42, LIGHT), 48)
    rose = fine(rosette(15.6, 5.4, 18, LIGHT, 0.28)) + coarse(rosette(15.6, 5.4, 9, LIGHT, 0.6))
    return at(
        _border()
        + fine(line(waves, LIGHT, 0.27))
        + coarse(line(thin, LIGHT, 0.5))
        + disc(0, 0, 18.6, BACK)
        + ring(0, 0, 18, LIGHT, 0.5)
        + fine(pearls)
        + rose
        + ring(0, 0, 15.9, LIGHT, 0.4)
        + disc(0, 0, 5.4, BACK)
        + ring(0, 0, 5.4, LIGHT, 0.5)
        + gem(Suit.SPADES, 0, 0, 4.4, GOLD),
        CX,
        CY,
    )


def drawings() -> dict[str, str]:
    """Return all backs by name."""
    return {"quarterly": quarterly(), "tiles": tiles(), "guilloche": guilloche()}
