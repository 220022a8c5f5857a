"""The Emblem deck's index letters: slab serifs and vertical stress.

A letter is drawn in a box 100 high, around x = 0. Its parts are separate paths, so overlaps never
cancel out.
"""

from __future__ import annotations

import math
from typing import Final

from game.art.drawings import num
from tools.make_decks.elements import at, fill
from tools.make_decks.paths import Width, brush, circle, moved, polygon, taper

THIN: Final = 11.0
THICK: Final = 19.0
SLAB: Final = 10.0
_TEN_WIDTH: Final = 84
"""The 10 is centred as if it had this width. With its real width, it would begin too far left."""

LETTERS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", *"JQKBDRVH")


def _pen(start: float = 1.0, end: float = 1.0) -> Width:
    """Return a function for a pen's width. A ``start`` or ``end`` below 1 thins that end."""

    def width(t: float, angle: float) -> float:
        w: float = THIN + (THICK - THIN) * abs(math.sin(angle)) ** 1.3
        return w * min(1, start + t * (1 - start) / 0.3, end + (1 - t) * (1 - end) / 0.3)

    return width


def _stroke(d: str, start: float = 1.0, end: float = 1.0) -> str:
    return brush(d, _pen(start, end), 22)


def _ellipse(x: float, y: float, rx: float, ry: float, reverse: bool) -> str:
    """Return the path of an ellipse. If ``reverse``, the ellipse is a hole."""
    k = 0.5523 * (-1 if reverse else 1)
    sy = -ry if reverse else ry
    n = num
    return (
        f"M{n(x - rx)},{n(y)}"
        f"C{n(x - rx)},{n(y - k * ry)} {n(x - 0.5523 * rx)},{n(y - sy)} {n(x)},{n(y - sy)}"
        f"C{n(x + 0.5523 * rx)},{n(y - sy)} {n(x + rx)},{n(y - k * ry)} {n(x + rx)},{n(y)}"
        f"C{n(x + rx)},{n(y + k * ry)} {n(x + 0.5523 * rx)},{n(y + sy)} {n(x)},{n(y + sy)}"
        f"C{n(x - 0.5523 * rx)},{n(y + sy)} {n(x - rx)},{n(y + k * ry)} {n(x - rx)},{n(y)}Z"
    )


def _bowl(x: float, y: float, rx: float, ry: float, thick: float = THICK) -> str:
    """Return a ring with the outer radii ``rx`` and ``ry``."""
    hole = _ellipse(x, y, rx - thick, ry - THIN, reverse=True)
    return _ellipse(x, y, rx, ry, reverse=False) + hole


def _bar(x0: float, y0: float, x1: float, y1: float) -> str:
    return polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def _foot(x0: float, x1: float, top: bool = False) -> str:
    """Return a slab serif, at the bottom or top of a letter."""
    return _bar(x0, 0, x1, SLAB) if top else _bar(x0, 100 - SLAB, x1, 100)


def _half_bowl(x: float, top: float, bottom: float, reach: float) -> str:
    """Return the bowl of B, D or R."""
    middle, r = (top + bottom) / 2, (bottom - top) / 2
    straight = max(x, reach - r * 1.05)
    inner, rim = reach - THICK, THIN
    k = 0.5523

    def bow(edge: float, inset: float) -> str:
        rx, ry = edge - straight, r - inset
        return (
            f"L{num(straight)},{num(top + inset)}"
            f"C{num(straight + rx * k)},{num(top + inset)} {num(edge)},{num(middle - ry * k)} "
            f"{num(edge)},{num(middle)}"
            f"C{num(edge)},{num(middle + ry * k)} {num(straight + rx * k)},{num(bottom - inset)} "
            f"{num(straight)},{num(bottom - inset)}"
        )

    outer = f"M{num(x)},{num(top)}" + bow(reach, 0) + f"L{num(x)},{num(bottom)}Z"
    # Mirroring the hole about the middle makes it run the other way round.
    hole = f"M{num(x)},{num(top + rim)}" + bow(inner, rim) + f"L{num(x)},{num(bottom - rim)}Z"
    turned = moved(moved(hole, 0, -middle), 0, 0, rot=180)
    return outer + moved(turned, 0, middle, flip=True)


def _figures() -> dict[str, tuple[float, list[str]]]:
    """Return the width and the parts of each number except 9, which is a rotated 6."""
    t = THICK
    return {
        "2": (68, [
            _stroke("M10,28C11,12 21,5.5 33,5.5C48,5.5 56,14 56,28C56,50 28,64 10,95", 0.5),
            circle(14.6, 27, 9.6), _bar(2.6, 88, 65, 100), _bar(56, 74, 65, 90),
        ]),
        "3": (66, [
            _stroke("M9,24C11,11 20,5.5 31,5.5C45,5.5 52,13 52,26C52,39 43,46.5 24,46.5", 0.5),
            circle(13.6, 23.5, 9.4),
            _stroke("M24,46.5C45,46.5 55.5,56 55.5,71C55.5,87 45,94.5 31,94.5C18,94.5 9,89 7.5,76",
                    1, 0.5),
            circle(12, 76, 9.6),
        ]),
        "4": (72, [
            _bar(39, 0, 39 + t, 100), "M39,0L50,0L50,12L18,64L2,64Z", _bar(2, 63.5, 70, 73.5),
            _foot(28, 68),
        ]),
        "5": (66, [
            _bar(13, 0, 57, 12), "M13,0L23.5,0L21.4,40L10.4,52Z",
            _stroke("M13,50C17,42.5 24,38 33,38C47.5,38 56,49 56,65.5C56,84 45,94.5 31,94.5"
                    "C18,94.5 9,89 7.5,77", 0.62, 0.5),
            circle(12, 77, 9.6),
        ]),
        "6": (72, [
            _stroke("M59,21C57,11 48,5.5 39,5.5C22,5.5 11.6,28 11.6,66", 0.5),
            circle(54.2, 21.5, 9.4), _bowl(36, 66.5, 34, 33.5),
        ]),
        "7": (66, [
            _bar(3, 0, 64, 12), _bar(3, 0, 12, 26),
            "M64,2L64,12C48,38 42.5,64 42.5,100L22,100C23,66 34,38 50,11Z",
        ]),
        "8": (70, [_bowl(35, 26, 29, 26, 17), _bowl(35, 71.5, 34, 28.5)]),
        "10": (_TEN_WIDTH, [
            _bar(11, 0, 11 + t, 100), "M16,0L16,22L0,22L0,15C7,14 10,9 12,0Z", _foot(0, 40),
            _bowl(78.5, 50, 32.5, 50.6),
        ]),
    }  # fmt: skip


def _letters() -> dict[str, tuple[float, list[str]]]:
    """Return the width and parts of each letter."""
    t, s = THICK, SLAB
    stem = _bar(9, 0, 9 + t, 100)
    left_feet = [_foot(-1, 30, top=True), _foot(-1, 30)]
    return {
        "A": (82, [
            "M33,0L48,0L77,94L55.5,94L36.6,30L17.5,94L6,94Z", _bar(20, 60, 62, 69.5),
            _foot(-2, 27), _foot(45, 84),
        ]),
        "J": (62, [
            _foot(20, 62, top=True), _bar(32, 0, 32 + t, 71),
            _stroke(f"M{32 + t / 2},69C{32 + t / 2},87 34,94.5 23,94.5C13,94.5 6,90 5,80", 1, 0.5),
            circle(10, 79.5, 10),
        ]),
        "Q": (84, [
            _bowl(41, 50, 41, 50.6, 19.5),
            brush("M37,73C45,71.5 50,76 54,86C58,96 65,102.5 82,98.5", taper(3, 15, 3), 30),
        ]),
        "K": (80, [
            stem, _foot(-1, 38, top=True), _foot(-1, 38), "M54,6L68,6L27,66L27,49Z",
            "M31,60L46,36L74,95L53,95Z", _bar(46, 0, 79, s), _foot(44, 82),
        ]),
        "B": (74, [stem, *left_feet, _half_bowl(20, 0, 52, 65), _half_bowl(20, 43, 100, 72)]),
        "D": (80, [stem, *left_feet, _half_bowl(20, 0, 100, 79)]),
        "R": (82, [
            stem, _foot(-1, 30, top=True), _foot(-1, 38), _half_bowl(20, 0, 54, 70),
            "M38,50L55,46L78,95L57,95Z", _foot(52, 84),
        ]),
        "V": (82, [
            "M6,6L26.5,6L45.5,70L64.5,6L76,6L48,100L34,100Z", _foot(-2, 37, top=True),
            _foot(55, 84, top=True),
        ]),
        "H": (86, [
            stem, _bar(58, 0, 58 + t, 100), _bar(20, 45, 66, 55), _foot(-1, 37, top=True),
            _foot(-1, 37), _foot(48, 86, top=True), _foot(48, 86),
        ]),
    }  # fmt: skip


_GLYPHS: Final = _figures() | _letters()


def letter(name: str, colour: str) -> str:
    """Return the drawing of an index letter or number."""
    if name == "9":
        return at(letter("6", colour), 0, 100, rot=180)
    width, parts = _GLYPHS[name]
    return at("".join(fill(part, colour) for part in parts), -width / 2)
