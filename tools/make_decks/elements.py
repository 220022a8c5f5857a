"""SVG elements as text: the few that nanosvg draws, written as briefly as possible.

Colours are roles such as ``$gold``, to which ``game.art.decks`` gives the colours. What ``fine``
encloses in braces is detail too small for small cards, what ``coarse`` encloses in brackets
replaces it there. All three are resolved by ``game.art.drawings``.
"""

from __future__ import annotations

from typing import Final

from game.art.drawings import at, num

INK: Final = "$ink"
RED: Final = "$red"
GOLD: Final = "$gold"
BLUE: Final = "$blue"
CREAM: Final = "$cream"
SKIN: Final = "$skin"
SHADE: Final = "$shade"
LIP: Final = "$lip"
SUIT: Final = "$suit"
"""The colour of index and pips."""
TINT: Final = "$tint"
"""A pale ground in the suit's colour."""
BACK: Final = "$back"
DEEP: Final = "$deep"
LIGHT: Final = "$light"
"""A back's background, its darker fields and its pattern."""
RAY: Final = "$ray"
"""The rays inside an ace."""


def fill(d: str, colour: str) -> str:
    return f'<path d="{d}" fill="{colour}"/>'


def holed(d: str, colour: str) -> str:
    """Return a filled path whose inner outlines are holes."""
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
    """Return ``body`` and its mirror image in x = 0."""
    return body + at(body, sx=-1, sy=1)


def half_turned(body: str) -> str:
    """Return ``body`` and the same rotated by 180° about (0, 0)."""
    return body + at(body, rot=180)


def around(body: str, count: int, start: float = 0) -> str:
    """Return ``count`` copies of ``body`` rotated evenly about (0, 0), from ``start`` degrees."""
    return "".join(at(body, rot=start + 360 * i / count) for i in range(count))


def coarse(body: str) -> str:
    """Return what replaces fine detail on cards under 80 pixels."""
    return "[" + body + "]" if body else ""


def fine(body: str) -> str:
    """Return detail under some 0.35 mm, left out on cards under 80 pixels, where it would only look
    grey."""
    return "{" + body + "}" if body else ""


def part(name: str) -> str:
    """Return a reference to another drawing of the same deck, for use within a drawing."""
    return f"@{name}@"
