"""Contact sheets of the decks, to look at: every face at several widths, and fanned columns.

python -m tests.sheets DIR [DECK …]    draws the sheets of all decks, or of those named, into DIR
"""

from __future__ import annotations

import math
import os
import sys
from pathlib import Path
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game.art.decks import DECKS, ONE_BIT, DeckStyle, backs_of
from game.art.drawings import index_strip
from game.core.cards import Card, Suit
from scenes.board.faces import BACK, Face, Faces

WIDTHS: Final = (60, 124, 250)
FELT: Final = (28, 92, 62)
GAP: Final = 8

_COLUMNS: Final = (
    "KS QH JC TD 9S 8H 7C 6D 5S",
    "KD QC JH TS 9H 8C 7D 6S 5H",
    "KH QS JD TC 9D 8S 7H 6C 5D",
    "KC QD JS TH 9C 8D 7S 6H 5C",
    "AS AH AC AD 2C 3S 4H QD KD",
    "-- -- KH 2H 3D AC 4S QS JD",
)


def styles() -> list[tuple[str, DeckStyle]]:
    """Return every style of every deck, with a name for its files."""
    out: list[tuple[str, DeckStyle]] = []
    for deck in DECKS:
        for four in (False,) if deck == ONE_BIT else (False, True):
            for large in (False, True):
                name = deck + ("-four" if four else "") + ("-large" if large else "")
                out.append((name, DeckStyle(deck, four_colours=four, large_index=large)))
    return out


def sheet(style: DeckStyle, width: int) -> pygame.Surface:
    """Return a picture of all 52 faces, with one suit in each row and the backs at the ends of the
    rows."""
    faces = Faces(style, width)
    w, h = faces.size
    surface = _felt(14, 4, w, h)
    for suit in Suit:
        for rank in range(1, 14):
            _put(surface, faces.face(Card(rank, suit)), rank - 1, 3 - suit)
    for i, back in enumerate(backs_of(style.deck)[:4]):
        other = DeckStyle(style.deck, back=back)
        _put(surface, Faces(other, width).back(), 13, i)
    return surface


def courts(style: DeckStyle, width: int) -> pygame.Surface:
    """Return a picture of the jacks, queens, kings and aces."""
    faces = Faces(style, width)
    surface = _felt(8, 2, *faces.size)
    for i, suit in enumerate(reversed(Suit)):
        for j, rank in enumerate((11, 12, 13, 1)):
            _put(surface, faces.face(Card(rank, suit)), (i % 2) * 4 + j, i // 2)
    return surface


def fans(style: DeckStyle, widths: tuple[int, ...] = (60, 90, 124)) -> pygame.Surface:
    """Return a picture of columns in which only the strip of each covered card shows."""
    parts = [_fan(Faces(style, width)) for width in widths]
    surface = pygame.Surface(
        (sum(p.get_width() for p in parts), max(p.get_height() for p in parts))
    )
    surface.fill(FELT)
    x = 0
    for part in parts:
        surface.blit(part, (x, 0))
        x += part.get_width()
    return surface


def _fan(faces: Faces) -> pygame.Surface:
    w, h = faces.size
    step = math.ceil(h * index_strip(large=faces.style.large_index))
    columns = [column.split() for column in _COLUMNS]
    surface = _felt(len(columns), 1, w, h + step * 8)
    for i, column in enumerate(columns):
        for j, text in enumerate(column):
            face: Face = BACK if text == "--" else Card.parse(text)
            picture = faces.back() if face is None else faces.face(face)
            surface.blit(picture, (GAP + i * (w + GAP), GAP + j * step))
    return surface


def _felt(columns: int, rows: int, w: int, h: int) -> pygame.Surface:
    surface = pygame.Surface((GAP + columns * (w + GAP), GAP + rows * (h + GAP)))
    surface.fill(FELT)
    return surface


def _put(surface: pygame.Surface, face: pygame.Surface, column: int, row: int) -> None:
    w, h = face.get_size()
    surface.blit(face, (GAP + column * (w + GAP), GAP + row * (h + GAP)))


def draw(folder: Path, only: list[str]) -> None:
    """Write the sheets of all styles, or of the styles named in ``only``, as PNG files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, style in styles():
        if only and name not in only:
            continue
        for width in WIDTHS:
            pygame.image.save(sheet(style, width), folder / f"{name}-{width}.png")
        pygame.image.save(courts(style, 250), folder / f"{name}-courts.png")
        pygame.image.save(fans(style), folder / f"{name}-fans.png")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    draw(Path(sys.argv[1]), sys.argv[2:])
