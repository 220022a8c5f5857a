"""Where the ink of a drawn card lies."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game.art.decks import DeckStyle
from game.art.drawings import (
    INDEX,
    LARGE_INDEX,
    WIDTH,
    card_size,
    index_strip,
)
from game.core.cards import Card
from scenes.board.faces import Faces


def strip(face: pygame.Surface, *, large: bool = False) -> bytes:
    """The pixels that show of a card covered in a long column."""
    w, h = face.get_size()
    return pygame.image.tobytes(
        face.subsurface((0, 0, w, int(h * index_strip(large=large)))), "RGBA"
    )


def shades(face: pygame.Surface) -> int:
    return len(set(pygame.image.tobytes(face, "RGBA")))


def inked(face: pygame.Surface) -> pygame.Surface:
    """White where there is ink, that is, what stands out from the card, and black elsewhere."""
    w, h = face.get_size()
    paper = pygame.mask.from_threshold(
        face, face.get_at((min(round(w * 0.96), w - 3), h // 2)), (70,) * 3
    )
    return paper.to_surface(setcolor=(0, 0, 0), unsetcolor=(255, 255, 255))


def lines(ink: pygame.Surface, area: pygame.Rect) -> list[bytes]:
    """The rows within ``area``, three bytes a pixel."""
    data = pygame.image.tobytes(ink.subsurface(area), "RGB")
    return [data[i : i + 3 * area.width] for i in range(0, len(data), 3 * area.width)]


def upright(ink: pygame.Surface, area: pygame.Rect) -> list[bytes]:
    """The columns within ``area``, from the left."""
    turned = pygame.transform.rotate(ink.subsurface(area), -90)
    return lines(turned, turned.get_rect())


def runs(read: list[bytes], start: int) -> list[tuple[int, int]]:
    """The runs of lines with ink: the first and the one after each, counted from ``start``."""
    out: list[tuple[int, int]] = []
    for place, line in enumerate(read, start):
        if b"\xff" in line:
            if out and out[-1][1] == place:
                out[-1] = (out[-1][0], place + 1)
            else:
                out.append((place, place + 1))
    return out


def pip_rows(style: DeckStyle, width: int, card: Card) -> list[tuple[int, int]]:
    """The rows of the right column of pips, above the lower index; of the only one of 2 and 3."""
    w, h = card_size(width)
    left, right = (0.42, 0.58) if card.rank < 4 else (0.62, 0.8)
    if style.large_index:
        left, right = 0.68, 0.8
    lowest = 1 - index_strip(large=style.large_index)
    area = pygame.Rect(round(w * left), 4, round(w * (right - left)), int(h * lowest) - 4)
    return runs(lines(inked(Faces(style, width).face(card)), area), area.top)


def picture(style: DeckStyle, width: int, card: Card) -> pygame.Surface:
    """The ink of a picture, without both indices and the card's edge."""
    ink = inked(Faces(style, width).face(card))
    w, h = ink.get_size()
    layout = LARGE_INDEX if style.large_index else INDEX
    index = pygame.Rect(
        (0, 0),
        (
            round((layout.sign_x + layout.sign / 2) / WIDTH * w) + 1,
            int(h * index_strip(large=style.large_index)),
        ),
    )
    ink.fill((0, 0, 0), index)
    index.bottomright = w, h
    ink.fill((0, 0, 0), index)
    return ink.subsurface(ink.get_rect().inflate(-8, -8))
