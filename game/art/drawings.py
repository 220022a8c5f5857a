"""The drawings of a deck as they are stored, and the SVG documents made of them.

A file has one drawing a line, so that reading it is one split; only the drawing that is shown is
parsed. Colours in it are roles such as ``$gold``, detail for large cards is in braces, what
replaces it on small ones in brackets. Rendering is left to the press.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from game.art.measures import CORNER, HEIGHT, WIDTH
from game.support.assets import assets_folder

FINE_FROM: Final = 80
"""Cards narrower than this, in pixels, are drawn without fine detail."""

PAPER: Final = "$paper"
EDGE: Final = "$edge"
"""The colours of a blank card."""

_ROLE = re.compile(r"\$([a-z]+)")
_FINE = re.compile(r"\{[^{}]*\}")
_COARSE = re.compile(r"\[[^][]*\]")
_MARKS = str.maketrans("", "", "{}[]")
_PART = re.compile("@([^@]+)@")


def complete(drawing: str, drawings: Mapping[str, str]) -> str:
    """Return the drawing with all its parts inserted; parts have no parts themselves."""
    return _PART.sub(lambda match: drawings[match[1]], drawing)


def path_of(deck: str) -> Path:
    """Return the file of a deck: one drawing a line, ``name TAB svg``."""
    return assets_folder() / "decks" / f"{deck}.deck"


@lru_cache(maxsize=4)
def drawings_of(deck: str) -> Mapping[str, str]:
    """Return all drawings of a deck by name.

    Raises ``FileNotFoundError`` if the deck's file is missing.
    """
    lines = path_of(deck).read_text(encoding="utf-8").splitlines()
    return MappingProxyType(dict(line.split("\t", 1) for line in lines))


class View(NamedTuple):
    """The part of a drawing to show, in the drawing's own units."""

    x: float
    y: float
    width: float
    height: float


WHOLE_CARD: Final = View(0, 0, WIDTH, HEIGHT)


def document(drawing: str, roles: Mapping[str, str], width: int, view: View = WHOLE_CARD) -> str:
    """Return the SVG document of a drawing.

    ``roles`` gives its colours; the card's ``width`` in pixels decides on its detail.
    """
    body = coloured(drawing, roles, width)
    w, h = num(view.width, 4), num(view.height, 4)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" '
        f'viewBox="{num(view.x, 4)} {num(view.y, 4)} {w} {h}">{body}</svg>'
    )


def coloured(drawing: str, roles: Mapping[str, str], width: int) -> str:
    """Return a drawing in its colours, with the detail that is right for a card's ``width``."""
    drawing = (_FINE if width < FINE_FROM else _COARSE).sub("", drawing)
    return _ROLE.sub(lambda match: roles[match[1]], drawing.translate(_MARKS))


def paper(width: int) -> str:
    """Return the blank card with an edge that is a hairline at every width."""
    edge = max(0.3, 0.75 * WIDTH / width)
    inner = box(edge, edge, WIDTH - 2 * edge, HEIGHT - 2 * edge, PAPER, CORNER - edge)
    return box(0, 0, WIDTH, HEIGHT, EDGE, CORNER) + inner


def num(value: float, digits: int = 2) -> str:
    """Return a number, rounded, without trailing zeros."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


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
