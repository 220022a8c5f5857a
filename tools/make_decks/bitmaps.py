"""The bitmaps of the 1993 deck: one bit per pixel, as on the monochrome screens of that time.

In a row, ``#`` is black, ``o`` white and ``.`` transparent. Signs are drawn at all three heights,
letters at the middle one; the large letters repeat some of their rows and columns.
"""

from __future__ import annotations

from typing import Final

from game.art.onebit import LARGE, SMALL, TINY

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
    "narrow 10": ".##..###. ###.##.## .##.##.## .##.##.## .##.##.## .##.##.## .##.##.##"
    " .##.##.## .##..###.",
    "thin 10": ".#..##. ##.#..# .#.#..# .#.#..# .#.#..# .#.#..# .#.#..# .#.#..# .#..##.",
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
    "S": (
        "...#... ..###.. .#####. ####### ####### .#.#.#. ..###..",
        "....#.... ...###... ..#####.. .#######. ######### ######### .##.#.##. ....#.... ..#####..",
        "......#...... .....###..... ....#####.... ...#######... ..#########.. .###########."
        " ############# ############# ############# .####.#.####. ......#...... .....###....."
        " ...#######...",
    ),
    "C": (
        "..###.. ..###.. ##.#.## ####### ##.#.## ...#... ..###..",
        "...###... ..#####.. ...###... .##.#.##. ######### ######### .##.#.##. ....#.... ..#####..",
        "....#####.... ...#######... ...#######... ...#######... ....#####.... .####.#.####."
        " ######.###### ############# ######.###### .####.#.####. ......#...... .....###....."
        " ...#######...",
    ),
    "H": (
        ".##.##. #oo#oo# #ooooo# #ooooo# .#ooo#. ..#o#.. ...#...",
        ".##...##. #oo#.#oo# #ooo#ooo# #ooooooo# #ooooooo# .#ooooo#. ..#ooo#.. ...#o#... ....#....",
        "..###...###.. .##o##.##o##. ##ooo###ooo## ##oooo#oooo## ##ooooooooo## ##ooooooooo##"
        " ##ooooooooo## .##ooooooo##. ..##ooooo##.. ...##ooo##... ....##o##.... .....###....."
        " ......#......",
    ),
    "D": (
        "...#... ..#o#.. .#ooo#. #ooooo# .#ooo#. ..#o#.. ...#...",
        "....#.... ...#o#... ..#ooo#.. .#ooooo#. #ooooooo# .#ooooo#. ..#ooo#.. ...#o#... ....#....",
        "......#...... .....###..... ....##o##.... ...##ooo##... ..##ooooo##.. .##ooooooo##."
        " ##ooooooooo## .##ooooooo##. ..##ooooo##.. ...##ooo##... ....##o##.... .....###....."
        " ......#......",
    ),
}

_PATTERNS: Final = {
    "back dither": "#o o#",
    "back weave": "######## #ooooooo #o#####o #o#ooo#o #o#o#o#o #o#ooo#o #o#####o #ooooooo",
    "pattern": "#o o#",
    "pattern S": "#### ##o# #### o###",
    "pattern C": "#o o#",
    "pattern H": "#ooo oooo oo#o oooo",
    "pattern D": "#ooo o#oo oo#o ooo#",
}

_STRETCHED_ROWS: Final = (0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 8)
_STRETCHED_FOUR: Final = (0, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 8)


def _stretched(name: str, small: tuple[str, ...]) -> tuple[str, ...]:
    """Return the letter ``small`` enlarged to 13 pixels high, by repeating the rows and the stem
    columns that should be thicker at that size."""
    rows = _STRETCHED_FOUR if name == "4" else _STRETCHED_ROWS
    wide = name == "10"
    columns = (0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9, 10, 10) if wide else (0, 0, 1, 2, 3, 4, 5, 6, 6)
    return tuple("".join(small[row][column] for column in columns) for row in rows)


def _letters() -> dict[str, tuple[str, ...]]:
    """Return the letters and numbers by name and height."""
    small = {name: tuple(rows.split()) for name, rows in _LETTERS.items()}
    found = {f"{name} {SMALL}": rows for name, rows in small.items()}
    found |= {f"{name} {LARGE}": _stretched(name, small[name]) for name in small if " " not in name}
    turned = {height: found[f"6 {height}"][::-1] for height in (SMALL, LARGE)}
    nines = {f"9 {at}": tuple(row[::-1] for row in rows) for at, rows in turned.items()}
    return found | nines


def drawings() -> dict[str, str]:
    """Return all bitmaps by name, each as its rows."""
    found = {f"rank {name}": " ".join(rows) for name, rows in _letters().items()}
    for suit, sizes in _SIGNS.items():
        heights = zip((TINY, SMALL, LARGE), sizes, strict=True)
        found |= {f"sign {suit} {height}": rows for height, rows in heights}
    return found | _PATTERNS
