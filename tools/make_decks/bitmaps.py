"""The bitmaps and figures of the 1993 deck.

In a row, ``#`` is black, ``o`` white and ``.`` transparent. Letters are drawn at the middle height;
large ones are stretched.
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

_FIGURES: Final = {
    "court 11": (
        "robe -17,25 -17,18 -6,17 6,17 17,18 17,25",
        "black -7,6 7,6 7.6,15.6 4,16.6 -4,16.6 -7.6,15.6",
        "white -4.4,6 4.4,6 4.4,14 2,17 -2,17 -4.4,14",
        "white -6,17.6 0,20 6,17.6 4,23 0,20 -4,23",
        "white -8.4,6.6 -8,3 3,1 8.4,4 8.4,6.6",
        "black 3,5 6,0.2 10.6,0.2 8,4",
        "dot -2.3,9.6 1.5,1.5",
        "line -3.6,7.7 -1,7.7",
        "dot 2.3,9.6 1.5,1.5",
        "line 1,7.7 3.6,7.7",
        "line -1.2,14 1.2,14",
        "line -13,3 -13,19",
        "black -13,0 -15,4 -13,6.4 -11,4",
        "black -13,6.6 -17,5.6 -17,11.4 -13,10.2",
    ),
    "court 12": (
        "robe -17,25 -14,20 -5,17 5,17 14,20 17,25",
        "black -8,8 -5,4 5,4 8,8 8.6,19 -8.6,19",
        "white -4,6.6 4,6.6 4.4,13 0,17 -4.4,13",
        "white -3,17 0,22 3,17",
        "white -5,5 -5.6,1.6 -2.6,3.4 0,0.4 2.6,3.4 5.6,1.6 5,5",
        "dot -2.3,10 1.5,1.5",
        "line -3.6,8.1 -1,8.1",
        "dot 2.3,10 1.5,1.5",
        "line 1,8.1 3.6,8.1",
        "dot 0,14 2,1",
        "line 13,8 13,20",
        "dot 13,3 2.6,2.6",
        "dot 10.6,5.4 2.6,2.6",
        "dot 15.4,5.4 2.6,2.6",
        "dot 13,7.6 2.6,2.6",
        "light 13,5.4 1.6,1.6",
        "line 13,15 15.4,12.6",
    ),
    "court 13": (
        "robe -19,25 -16,19 -6,16.5 6,16.5 16,19 19,25",
        "white -5.5,6 5.5,6 5.5,15 0,19 -5.5,15",
        "beard -5.5,12 -2.5,13 2.5,13 5.5,12 5,19 0,23 -5,19",
        "light 0,15 3.4,2",
        "dot 0,15 2.4,0.8",
        "black -6.5,7.4 -7.5,1 -3.6,4 0,0.4 3.6,4 7.5,1 6.5,7.4",
        "light -3.4,5.8 1.2,1.2",
        "light 0,5.8 1.2,1.2",
        "light 3.4,5.8 1.2,1.2",
        "dot -2.3,10 1.5,1.5",
        "line -3.6,8.1 -1,8.1",
        "dot 2.3,10 1.5,1.5",
        "line 1,8.1 3.6,8.1",
        "thick 13,1.5 13,19",
        "thick 10,15 16,15",
    ),
}
"""The upper halves of the court figures, by rank, 36 units wide and 24 high. The middle is at x =
0. ``robe``, ``beard``, ``white`` and ``black`` are filled areas with the given corners. ``line``
and ``thick`` are lines through the given points. ``dot`` and ``light`` are blocks with a given
middle and size."""

_STRETCHED_ROWS: Final = (0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 8)
_STRETCHED_FOUR: Final = (0, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 8)


def _stretched(name: str, small: tuple[str, ...]) -> tuple[str, ...]:
    """Return the letter ``name``, enlarged from ``small`` to a height of 13 pixels."""
    rows = _STRETCHED_FOUR if name == "4" else _STRETCHED_ROWS
    wide = name == "10"
    columns = (0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9, 10, 10) if wide else (0, 0, 1, 2, 3, 4, 5, 6, 6)
    return tuple("".join(small[row][column] for column in columns) for row in rows)


def _letters() -> dict[str, tuple[str, ...]]:
    """Return the rows of pixels of each letter and number, keyed by name and height."""
    small = {name: tuple(rows.split()) for name, rows in _LETTERS.items()}
    found = {f"{name} {SMALL}": rows for name, rows in small.items()}
    found |= {f"{name} {LARGE}": _stretched(name, small[name]) for name in small if " " not in name}
    turned = {height: found[f"6 {height}"][::-1] for height in (SMALL, LARGE)}
    nines = {f"9 {at}": tuple(row[::-1] for row in rows) for at, rows in turned.items()}
    return found | nines


def drawings() -> dict[str, str]:
    """Return all bitmaps and figures as text. The keys are their names."""
    found = {f"rank {name}": " ".join(rows) for name, rows in _letters().items()}
    for suit, sizes in _SIGNS.items():
        heights = zip((TINY, SMALL, LARGE), sizes, strict=True)
        found |= {f"sign {suit} {height}": rows for height, rows in heights}
    return found | _PATTERNS | {name: "; ".join(rows) for name, rows in _FIGURES.items()}
