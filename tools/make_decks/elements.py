"""Builds the SVG elements of the drawings as short strings.

Colours have names such as ``$gold``. Braces mark fine detail, and brackets mark a simpler version
for small cards. ``game.art.drawings`` turns all of these into plain SVG.
"""

from __future__ import annotations

from typing import Final

from game.art.drawings import num

INK: Final = "$ink"
RED: Final = "$red"
GOLD: Final = "$gold"
BLUE: Final = "$blue"
CREAM: Final = "$cream"
SKIN: Final = "$skin"
SHADE: Final = "$shade"
LIP: Final = "$lip"
SUIT: Final = "$suit"
"""The colour of the index and the pips."""
TINT: Final = "$tint"
"""A pale shade of the suit's colour."""
BACK: Final = "$back"
DEEP: Final = "$deep"
LIGHT: Final = "$light"
"""A card back is coloured ``BACK``, its darker fields ``DEEP``, and its pattern ``LIGHT``."""
RAY: Final = "$ray"
"""The colour of the rays inside an ace."""


def at(
    body: str, x: float = 0, y: float = 0, *, rot: float = 0, sx: float = 1, sy: float | None = None
) -> str:
    """Return ``body`` scaled, then rotated by ``rot`` degrees, then moved by (x, y)."""
    sy = sx if sy is None else sy
    steps = [f"translate({num(x)} {num(y)})"] if x or y else []
    if rot:
        steps.append(f"rotate({num(rot)})")
    if (sx, sy) != (1, 1):
        steps.append(f"scale({num(sx, 4)} {num(sy, 4)})")
    return f'<g transform="{" ".join(steps)}">{body}</g>' if steps else body


def fill(d: str, colour: str) -> str:
    return f'<path d="{d}" fill="{colour}"/>'


def holed(d: str, colour: str) -> str:
    """Return a filled path in which inner outlines are holes."""
    return f'<path d="{d}" fill="{colour}" fill-rule="evenodd"/>'


def line(d: str, colour: str, width: float, cap: str = "butt", join: str = "round") -> str:
    ends = "" if cap == "butt" else f' stroke-linecap="{cap}"'
    corners = "" if join == "miter" else f' stroke-linejoin="{join}"'
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{num(width)}"{ends}{corners}/>'
    )


def disc(x: float, y: float, r: float, colour: str) -> str:
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{colour}"/>'


def ring(x: float, y: float, r: float, colour: str, width: float) -> str:
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="none" '
        f'stroke="{colour}" stroke-width="{num(width)}"/>'
    )


def both_sides(body: str) -> str:
    """Return ``body`` together with its mirror image about x = 0."""
    return body + at(body, sx=-1, sy=1)


def half_turned(body: str) -> str:
    """Return ``body`` and a copy rotated by 180° around (0, 0)."""
    return body + at(body, rot=180)


def around(body: str, count: int, start: float = 0) -> str:
    """Return ``count`` copies of ``body``, spaced evenly around (0, 0). ``start`` is the angle of
    the first copy, in degrees."""
    return "".join(at(body, rot=start + 360 * i / count) for i in range(count))


def coarse(body: str) -> str:
    """Return ``body`` marked as coarse detail. It is drawn only on cards too small for fine
    detail."""
    return "[" + body + "]" if body else ""


def fine(body: str) -> str:
    """Return ``body`` marked as too fine for cards under 80 pixels wide.

    At that size, detail under about 0.35 mm in the drawing would only look grey.
    """
    return "{" + body + "}" if body else ""


def part(name: str) -> str:
    """Return a reference to another drawing of the same deck."""
    return f"@{name}@"
