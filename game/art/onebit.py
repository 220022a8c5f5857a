"""The bitmaps of the 1993 deck: one bit per pixel, as on the monochrome screens of that time.

A bitmap is a tuple of rows, in which ``#`` is black, ``o`` white and ``.`` transparent. Letters and
signs are stored at heights of 9 and 13 pixels, and signs also at 7 pixels. Larger sizes are whole
multiples of these, so no pixel is ever grey.
"""

from __future__ import annotations

from typing import Final

from game.core.cards import Suit

Bitmap = tuple[str, ...]

TINY: Final = 7
SMALL: Final = 9
LARGE: Final = 13

NARROW_TEN: Final = "narrow 10"
THIN_TEN: Final = "thin 10"
"""The name of a narrow 10 for cards that have no room for the ordinary one; it exists only in the
small size."""


def _rows(text: str) -> Bitmap:
    return tuple(text.split())


_LETTERS: Final = {
    "A": "..###.. .##.##. ##...## ##...## ####### ##...## ##...## ##...## ##...##",
    "2": ".#####. ##...## .....## ....##. ...##.. ..##... .##.... ##..... #######",
    "3": ".#####. ##...## .....## .....## ..####. .....## .....## ##...## .#####.",
    "4": "....##. ...###. ..####. .##.##. ##..##. ####### ....##. ....##. ....##.",
    "5": "####### ##..... ##..... ######. .....## .....## .....## ##...## .#####.",
    "6": "..####. .##.... ##..... ######. ##...## ##...## ##...## ##...## .#####.",
    "7": "####### .....## ....##. ....##. ...##.. ...##.. ..##... ..##... ..##...",
    "8": ".#####. ##...## ##...## ##...## .#####. ##...## ##...## ##...## .#####.",
    "10": ".##..#####. ###.##...## .##.##...## .##.##...## .##.##...## .##.##...##"
    " .##.##...## .##.##...## .##..#####.",
    NARROW_TEN: ".##..###. ###.##.## .##.##.## .##.##.## .##.##.## .##.##.## .##.##.##"
    " .##.##.## .##..###.",
    THIN_TEN: ".#..##. ##.#..# .#.#..# .#.#..# .#.#..# .#.#..# .#.#..# .#.#..# .#..##.",
    "J": "....### .....## .....## .....## .....## .....## ##...## ##...## .#####.",
    "Q": ".#####. ##...## ##...## ##...## ##...## ##...## ##.#.## ##..##. .###.##",
    "K": "##...## ##..##. ##.##.. ####... ###.... ####... ##.##.. ##..##. ##...##",
    "B": "######. ##...## ##...## ##...## ######. ##...## ##...## ##...## ######.",
    "D": "#####.. ##..##. ##...## ##...## ##...## ##...## ##...## ##..##. #####..",
    "R": "######. ##...## ##...## ##...## ######. ##.##.. ##..##. ##...## ##...##",
    "V": "##...## ##...## ##...## ##...## ##...## .##.##. .##.##. ..###.. ..###..",
    "H": "##...## ##...## ##...## ##...## ####### ##...## ##...## ##...## ##...##",
}

_SIGNS: Final = {
    Suit.SPADES: (
        "...#... ..###.. .#####. ####### ####### .#.#.#. ..###..",
        "....#.... ...###... ..#####.. .#######. ######### ######### .##.#.##. ....#.... ..#####..",
        "......#...... .....###..... ....#####.... ...#######... ..#########.. .###########."
        " ############# ############# ############# .####.#.####. ......#...... .....###....."
        " ...#######...",
    ),
    Suit.CLUBS: (
        "..###.. ..###.. ##.#.## ####### ##.#.## ...#... ..###..",
        "...###... ..#####.. ...###... .##.#.##. ######### ######### .##.#.##. ....#.... ..#####..",
        "....#####.... ...#######... ...#######... ...#######... ....#####.... .####.#.####."
        " ######.###### ############# ######.###### .####.#.####. ......#...... .....###....."
        " ...#######...",
    ),
    Suit.HEARTS: (
        ".##.##. #oo#oo# #ooooo# #ooooo# .#ooo#. ..#o#.. ...#...",
        ".##...##. #oo#.#oo# #ooo#ooo# #ooooooo# #ooooooo# .#ooooo#. ..#ooo#.. ...#o#... ....#....",
        "..###...###.. .##o##.##o##. ##ooo###ooo## ##oooo#oooo## ##ooooooooo## ##ooooooooo##"
        " ##ooooooooo## .##ooooooo##. ..##ooooo##.. ...##ooo##... ....##o##.... .....###....."
        " ......#......",
    ),
    Suit.DIAMONDS: (
        "...#... ..#o#.. .#ooo#. #ooooo# .#ooo#. ..#o#.. ...#...",
        "....#.... ...#o#... ..#ooo#.. .#ooooo#. #ooooooo# .#ooooo#. ..#ooo#.. ...#o#... ....#....",
        "......#...... .....###..... ....##o##.... ...##ooo##... ..##ooooo##.. .##ooooooo##."
        " ##ooooooooo## .##ooooooo##. ..##ooooo##.. ...##ooo##... ....##o##.... .....###....."
        " ......#......",
    ),
}
"""The suit signs, each in three sizes; black suits are solid, red ones outlined."""

_STRETCHED_ROWS: Final = (0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 8)
_STRETCHED_FOUR: Final = (0, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 8)
_LEFT_STEM, _RIGHT_STEM = (0, 0), (6, 6)


def _stretched(name: str, small: Bitmap) -> Bitmap:
    """Return the letter ``small`` enlarged to 13 pixels high, by repeating the rows and the stem
    columns that should be thicker at that size."""
    rows = _STRETCHED_FOUR if name == "4" else _STRETCHED_ROWS
    wide = name == "10"
    columns = (0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9, 10, 10) if wide else (0, 0, 1, 2, 3, 4, 5, 6, 6)
    return tuple("".join(small[row][column] for column in columns) for row in rows)


def letter(name: str, height: int) -> Bitmap:
    """Return an index letter or number, ``SMALL`` or ``LARGE`` pixels high."""
    if name == "9":
        return tuple(row[::-1] for row in reversed(letter("6", height)))
    small = _rows(_LETTERS[name])
    return small if height == SMALL else _stretched(name, small)


def sign(suit: Suit, height: int) -> Bitmap:
    """Return a suit sign, ``TINY``, ``SMALL`` or ``LARGE`` pixels high and equally wide."""
    return _rows(_SIGNS[suit][(TINY, SMALL, LARGE).index(height)])


def best_size(room: int) -> tuple[int, int]:
    """Return the bitmap size (``SMALL`` or ``LARGE``) and the multiple of it that best fill
    ``room`` pixels.

    If nothing fits, return ``SMALL`` and 1.
    """
    choices = [(m * k, m, k) for m in (SMALL, LARGE) for k in range(1, room // m + 1)]
    _, master, multiple = max(choices, default=(SMALL, SMALL, 1))
    return master, multiple


PATTERNS: Final[dict[Suit | None, Bitmap]] = {
    None: ("#o", "o#"),
    Suit.SPADES: ("####", "##o#", "####", "o###"),
    Suit.CLUBS: ("#o", "o#"),
    Suit.HEARTS: ("#ooo", "oooo", "oo#o", "oooo"),
    Suit.DIAMONDS: ("#ooo", "o#oo", "oo#o", "ooo#"),
}
"""The fill patterns, keyed by suit: each suit's is for its robes, and the one under None is for the
table and the backs."""

BACKS: Final[dict[str, Bitmap]] = {
    "dither": PATTERNS[None],
    "weave": (
        "########", "#ooooooo", "#o#####o", "#o#ooo#o",
        "#o#o#o#o", "#o#ooo#o", "#o#####o", "#ooooooo",
    ),
}  # fmt: skip
"""The repeated pattern of each back, keyed by name."""
