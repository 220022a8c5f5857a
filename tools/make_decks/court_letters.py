"""The letters and numbers in the corners of the Court deck's cards.

Each is 100 units high, and placed around x = 0. The 10 reaches farther right than the others.
"""

from __future__ import annotations

from typing import Final

from tools.make_decks.elements import at, fill, holed, line

STEM: Final = 19.0
"""The width of the stroke."""
_M: Final = STEM / 2
_LOW: Final = 100 - _M

_FILLED: Final = {
    "A": "M-41,100L-12,0L12,0L41,100L20,100L13.6,76.5L-13.6,76.5L-20,100ZM-9,60L9,60L0,26.5Z",
    "K": "M-35,0L-16,0L-16,42L13,0L37,0L7.4,42.5L40,100L17,100L-5,60L-16,75.5L-16,100L-35,100Z",
    "4": "M8,100L8,81.5L-39,81.5L-39,65L5,0L26.5,0L26.5,64L39,64L39,81.5L26.5,81.5L26.5,100Z"
    "M8,64L8,28L-16,64Z",
    "7": "M-35,0L35.5,0L35.5,16.5L2.5,100L-18.5,100L13,18.5L-35,18.5Z",
    "V": "M-41,0L-20,0L0,71L20,0L41,0L12,100L-12,100Z",
}

_STROKED: Final = {
    "Q": f"M0,{_M}C20,{_M} 30,24 30,50C30,76 20,{_LOW} 0,{_LOW}C-20,{_LOW} -30,76 -30,50"
    f"C-30,24 -20,{_M} 0,{_M}ZM5,66L36,104",
    "J": f"M-12,{_M}L21,{_M}L21,62C21,81 11,{_LOW} -4.5,{_LOW}C-20,{_LOW} -29,81 -29.5,64",
    "2": f"M-27,33C-27,18 -16,{_M} 0.5,{_M}C17,{_M} 26.5,19 26.5,33C26.5,46 18,55 7,64.5L-25,92"
    f"M-31.5,{_LOW}L33,{_LOW}",
    "3": f"M-27,29C-25.5,17 -15,{_M} -0.5,{_M}C15,{_M} 25,17.5 25,29.5C25,41 15.5,48 2,48"
    f"M-12,48L2,48C18.5,48 28.5,56.5 28.5,70"
    f"C28.5,83 17.5,{_LOW} 0,{_LOW}C-16.5,{_LOW} -28,84 -29.5,70.5",
    "5": f"M29,{_M}L-17,{_M}L-19.5,52M-19.5,52C-13.5,43 -7,39.5 1.5,39.5C18,39.5 28.5,50 28.5,65"
    f"C28.5,81 16.5,{_LOW} -1.5,{_LOW}C-16.5,{_LOW} -27,84 -29.5,71",
    "6": f"M15,5C-12,18 -28.5,39 -28.5,64C-28.5,81 -17,{_LOW} 0,{_LOW}C17,{_LOW} 28.5,80 28.5,64"
    "C28.5,48 17,38 1,38C-12,38 -23.5,45 -28,57",
    "8": f"M0,{_M}C15,{_M} 24,17.5 24,29C24,40.5 15,48 0,48C-15,48 -24,40.5 -24,29"
    f"C-24,17.5 -15,{_M} 0,{_M}Z"
    f"M0,48C18,48 28.5,56.5 28.5,70C28.5,83 18,{_LOW} 0,{_LOW}C-18,{_LOW} -28.5,83 -28.5,70"
    "C-28.5,56.5 -18,48 0,48Z",
    "B": f"M-25.5,{_M}L0,{_M}C16,{_M} 23.5,17 23.5,28.5C23.5,40 16,47.5 0,47.5L-25.5,47.5Z"
    f"M-25.5,47.5L0,47.5C18,47.5 28.5,55 28.5,69C28.5,83 18,{_LOW} 0,{_LOW}L-25.5,{_LOW}Z",
    "D": f"M-25.5,{_M}L-4,{_M}C18,{_M} 29.5,24 29.5,50C29.5,76 18,{_LOW} -4,{_LOW}L-25.5,{_LOW}Z",
    "R": f"M-25.5,100L-25.5,{_M}L0,{_M}C17,{_M} 26,18.5 26,31.5C26,44.5 17,54 0,54L-25.5,54"
    "M4,54L27,100",
    "H": "M-26,0L-26,100M26,0L26,100M-26,50L26,50",
}
_ONE: Final = "M-44,17.5L-27,0L-17,0L-17,100L-36,100L-36,29L-44,36.5Z"
_NOUGHT: Final = (
    f"M26.5,{_M}C45,{_M} 52,23 52,50C52,77 45,{_LOW} 26.5,{_LOW}C8,{_LOW} 1,77 1,50"
    f"C1,23 8,{_M} 26.5,{_M}Z"
)
_MITRED: Final = "JBDRH5"

LETTERS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", *"JQKBDRVH")


def letter(name: str, colour: str) -> str:
    """Return the drawing of a letter or number for the corner of a card."""
    if name == "10":
        return fill(_ONE, colour) + line(_NOUGHT, colour, STEM)
    if name == "9":
        return at(letter("6", colour), 0, 100, rot=180)
    if name in _FILLED:
        return (holed if name in "A4" else fill)(_FILLED[name], colour)
    return line(_STROKED[name], colour, STEM, join="miter" if name in _MITRED else "round")
