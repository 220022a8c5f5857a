"""Faces, hair and beards of the court figures.

The origin is between the eyes. Profiles look to the right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.art.drawings import PAPER, num
from tools.make_decks.elements import CREAM, INK, LIP, SHADE, SKIN, disc, fill, fine, line
from tools.make_decks.paths import moved


@dataclass(frozen=True)
class Visage:
    """The features of a face that is seen from the front."""

    breadth: float = 6.0
    """Half the width of the face at the cheekbones."""
    chin: float = 9.6
    jaw: float = 0.55
    """The shape of the jaw: 0.3 is pointed, 0.8 square."""
    turn: float = 0.0
    """How far the features are shifted to the right, in mm."""
    eye: str = "almond"
    """The shape of the eyes: almond, open or lidded."""
    brow: float = 0.75
    """The thickness of the brows."""
    arch: float = 1.0
    """How high the brows arch."""
    frown: float = 0.0
    """How far the inner ends of the brows are pulled down."""
    nose: float = 5.1
    """The distance from the eyes to the tip of the nose."""
    nostril: float = 1.6
    light_left: bool = True
    """Whether the light comes from the left."""


def face(v: Visage) -> str:
    """Return the head, shaded on the side away from the light."""
    w, chin, half = v.breadth, v.chin, v.breadth * v.jaw

    def side(s: int) -> str:
        return f"L{num(s * w)},2C{num(s * w)},6.6 {num(s * half)},{num(chin)} 0,{num(chin)}"

    other = f"C{num(-half)},{num(chin)} {num(-w)},6.6 {num(-w)},2Z"
    shape = fill(f"M{num(-w)},-6L{num(w)},-6{side(1)}{other}", SKIN)
    s = 1 if v.light_left else -1
    x, tip = v.turn, v.nose
    ridge = (
        f"L{num(x * 0.6)},{num(tip)}L{num(x * 1.3 - s * v.nostril)},{num(tip - 0.6)}"
        f"L{num(x + s * 0.6)},-1.2Z"
    )
    return shape + fill(f"M{num(x + s * 0.6)},-6L{num(s * w)},-6{side(s)}{ridge}", SHADE)


def _eye(x: float, s: int, v: Visage) -> str:
    """Return one eye; ``s`` is -1 for the left one."""
    outer, inner = x + s * 1.7, x - s * 1.5
    if v.eye == "open":
        white = f"M{num(outer)},0Q{num(x)},-1.7 {num(inner)},.3Q{num(x)},1.6 {num(outer)},0Z"
        return (
            fine(fill(white, PAPER))
            + disc(x + v.turn * 0.45, 0, 1.0, INK)
            + line(f"M{num(outer)},.1Q{num(x)},-1.9 {num(inner)},.3", INK, 0.55)
        )
    if v.eye == "lidded":
        d = f"M{num(outer)},-.3L{num(inner)},.1Q{num(x + v.turn * 0.3)},2 {num(outer)},-.3Z"
        lid = f"M{num(outer)},-.2Q{num(x)},-1.5 {num(inner)},0"
        return fill(d, INK) + fine(line(lid, INK, 0.3))
    d = f"M{num(outer)},.1Q{num(x)},-1.5 {num(inner)},.2Q{num(x)},1.4 {num(outer)},.1Z"
    return fill(d, INK)


def eyes(v: Visage) -> str:
    """Return eyes and brows."""
    out = ""
    for s in (-1, 1):
        far = s * v.turn > 0  # the far side of a turned face is narrower
        x = s * (2.75 if far and abs(v.turn) > 0.5 else 3.1) + v.turn
        out += _eye(x, s, v)
        high = -2.3 - v.arch
        out += line(
            f"M{num(x + s * 1.9)},{num(-2.2 - v.frown)}"
            f"Q{num(x)},{num(high)} {num(x - s * 1.9)},{num(-2.4 + v.frown)}",
            INK,
            v.brow,
        )
    return out


def lips(v: Visage, y: float = 6.9, w: float = 1.6, smile: float = 0.0) -> str:
    x = v.turn * 0.8
    return fill(
        f"M{num(x - w)},{num(y - smile)}L{num(x - 0.5)},{num(y - 0.65)}L{num(x)},{num(y - 0.4)}"
        f"L{num(x + 0.5)},{num(y - 0.65)}L{num(x + w)},{num(y - smile)}"
        f"Q{num(x)},{num(y + 1.9)} {num(x - w)},{num(y - smile)}Z",
        LIP,
    )


def closed_mouth(v: Visage, y: float = 7.0, w: float = 1.5, smile: float = 0.0) -> str:
    """Return a young man's mouth as a single line."""
    x = v.turn * 0.8
    return line(
        f"M{num(x - w)},{num(y - smile)}Q{num(x)},{num(y + smile + 0.1)} "
        f"{num(x + w)},{num(y - smile)}",
        LIP,
        0.8,
    )


def moustache(colour: str, x: float = 0) -> str:
    half = "M0,5C1.6,4.6 2.8,5.8 4.9,4.1C5,6.5 3.2,7.6 1.6,7C.9,6.7 .3,6.5 0,6.5Z"
    return fill(moved(half, x) + moved(half, x, flip=True), colour)


@dataclass(frozen=True)
class Profile:
    """The outlines of a head that looks to the right.

    ``front`` runs from the forehead to the chin.
    """

    front: str
    lips: str
    eye: str
    brow: str


_BACK_OF_NECK: Final = "L0,9.9L.4,12L0,15.4L-3,13.4L-6,10Z"

STERN: Final = Profile(  # an aquiline nose, a long upper lip
    front="M-6,-7L4.2,-7L4.4,-1.8L3.9,-.9C5.4,.4 6.6,2 7.3,4.2L5,4.6C5,5.2 5.2,5.6 5.5,6"
    "L5.1,6.4L5.3,7.1C4.9,7.5 4.8,7.8 4.9,8.2C5.4,9.8 4.2,11 2.5,10.8",
    lips="M5.5,6C4.9,5.7 4.3,5.9 3.5,6.5C4.2,7.1 4.8,7.3 5.3,7.1L5.1,6.4Z",
    eye="M1,-.1Q2.6,-1.4 3.8,-.2L3.2,1Q2,1 1,-.1Z",
    brow="M.6,-2.2Q2.4,-3.2 4.4,-1.9",
)
YOUNG: Final = Profile(  # a short upturned nose, a soft chin
    front="M-6,-7L4,-7C4.9,-4.6 4.7,-2.4 3.9,-.7C4.6,1 5.6,2.2 6.5,2.9C6.3,3.9 5.4,4.2 4.7,4.3"
    "C4.7,5 4.9,5.4 5.2,5.8L4.8,6.2L5,6.9C4.6,7.3 4.5,7.7 4.6,8.2C5,9.8 3.8,11 2,10.6",
    lips="M5.2,5.8C4.6,5.5 4,5.7 3.2,6.3C3.9,6.9 4.5,7.1 5,6.9L4.8,6.2Z",
    eye="M.8,.2Q2.2,-1.9 3.7,-.1Q2.6,1.1 .8,.2Z",
    brow="M.3,-2.6Q2.2,-4.2 4.3,-2.9",
)


def profile(p: Profile) -> str:
    """Return a head looking right, with jaw and neck in shade."""
    jaw = "M-6,-1L-1.2,-1C-1.2,4 .2,8 2.5,10.8"
    return (
        fill(p.front + _BACK_OF_NECK, SKIN)
        + fill(jaw + _BACK_OF_NECK, SHADE)
        + fill(p.eye, INK)
        + line(p.brow, INK, 0.75)
        + fill(p.lips, LIP)
    )


def locks(colour: str, drop: float = 8.0, curl: float = 2.6, breadth: float = 6.0) -> str:
    """Return hair on both sides of a face, rolled outwards at the ends."""
    out = ""
    for s in (-1, 1):
        near, far = num(s * (breadth - 1.2)), num(s * (breadth + 1.8))
        out += fill(f"M{near},-6L{far},-6L{far},{num(drop)}L{near},{num(drop)}Z", colour)
        out += disc(s * (breadth + 1.8), drop, curl, colour)
    return out


def long_beard(colour: str) -> str:
    """Return a square beard, combed into tresses."""
    out = fill(
        "M-6,.6C-5.2,5.4 -4.2,8.7 0,8.7C4.2,8.7 5.2,5.4 6,.6L6,12L4.2,17L-4.2,17L-6,12Z", colour
    )
    combed = "".join(f"M{num(x)},10L{num(x * 0.8)},17" for x in (-3.6, -1.2, 1.2, 3.6))
    return out + line(combed, CREAM, 0.6)


def curly_beard(colour: str) -> str:
    """Return a short, scalloped beard."""
    out = fill("M-6,.6C-5.2,5.4 -4.2,8.4 0,8.4C4.2,8.4 5.2,5.4 6,.6L6,8L4,12L-4,12L-6,8Z", colour)
    curls = ((-4.9, 8, 2.4), (-3.4, 11.2, 2.4), (0, 12.6, 2.4), (3.4, 11.2, 2.4), (4.9, 8, 2.4))
    return out + "".join(disc(x, y, r, colour) for x, y, r in curls)


def forked_beard(colour: str) -> str:
    return fill(
        "M-6,.6C-5.2,5.4 -4.2,8.7 0,8.7C4.2,8.7 5.2,5.4 6,.6L6,9C6,13 4.4,15.6 2.4,17.4"
        "C1.6,15.6 .8,13.8 0,12.6C-.8,13.8 -1.6,15.6 -2.4,17.4C-4.4,15.6 -6,13 -6,9Z",
        colour,
    )
