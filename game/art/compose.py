"""Turns stored drawings into SVG documents: actual colours, the right detail, the part wanted.

Rendering is left to the press.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from game.art.measures import CORNER, HEIGHT, WIDTH
from game.art.palette import EDGE, PAPER
from game.art.svg import box, num

FINE_FROM: Final = 80
"""Cards narrower than this, in pixels, are drawn without fine detail."""

_ROLE = re.compile(r"\$([a-z]+)")
_FINE = re.compile(r"\{[^{}]*\}")
_COARSE = re.compile(r"\[[^][]*\]")
_MARKS = str.maketrans("", "", "{}[]")
_PART = re.compile("@([^@]+)@")


def part(name: str) -> str:
    """Return a reference to another drawing of the same deck, for use within a drawing."""
    return f"@{name}@"


def complete(drawing: str, drawings: Mapping[str, str]) -> str:
    """Return the drawing with all its parts inserted; parts have no parts themselves."""
    return _PART.sub(lambda match: drawings[match[1]], drawing)


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


def rank_name(rank: int, letters: str) -> str:
    """Return what the index shows; ``letters`` are those for ace, jack, queen and king."""
    if rank == 1:
        return letters[0]
    return str(rank) if rank <= 10 else letters[rank - 10]
