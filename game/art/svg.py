"""SVG elements as text: the few that nanosvg draws, written as briefly as possible.

Colours are roles such as ``$gold`` (see ``palette``). What ``fine`` encloses in braces is detail
too small for small cards, what ``coarse`` encloses in brackets replaces it there. All three are
resolved when a face is rendered.
"""

from __future__ import annotations


def num(value: float, digits: int = 2) -> str:
    """Return a number, rounded, without trailing zeros."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


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


def box(x: float, y: float, width: float, height: float, colour: str, r: float = 0) -> str:
    """Return a rectangle, its upper left corner at (x, y), its corners rounded by r."""
    corner = f' rx="{num(r)}"' if r else ""
    return (
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
        f'{corner} fill="{colour}"/>'
    )


def at(
    body: str, x: float = 0, y: float = 0, *, rot: float = 0, sx: float = 1, sy: float | None = None
) -> str:
    """Return ``body`` scaled, then rotated by ``rot`` degrees, then moved to (x, y)."""
    sy = sx if sy is None else sy
    steps = [f"translate({num(x)} {num(y)})"] if x or y else []
    if rot:
        steps.append(f"rotate({num(rot)})")
    if (sx, sy) != (1, 1):
        steps.append(f"scale({num(sx, 4)} {num(sy, 4)})")
    return f'<g transform="{" ".join(steps)}">{body}</g>' if steps else body


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
