"""Writes the program's icon as .svg, .png, .ico or .icns."""

from __future__ import annotations

import io
import struct
from pathlib import Path
from typing import Final

import pygame

from game.support.assets import assets_folder

SIDE: Final = 256
"""The side of the PNG in .ico and .icns, in pixels."""


def write_icon(path: Path, side: int = SIDE) -> Path:
    """Write the icon in the format of ``path``'s suffix; return ``path``.

    ``side`` is the width and height in pixels; pass it only for a .png.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    drawing = (assets_folder() / "icon.svg").read_bytes()
    if path.suffix == ".svg":
        path.write_bytes(drawing)
        return path
    drawn = pygame.image.load_sized_svg(io.BytesIO(drawing), (side, side))
    stream = io.BytesIO()
    pygame.image.save(drawn, stream, "icon.png")
    png = stream.getvalue()
    if path.suffix == ".ico":
        # One picture. Its side, 256, is written as 0, and its data begin after 22 header bytes.
        png = struct.pack("<3H4B2H2I", 0, 1, 1, 0, 0, 0, 0, 1, 32, len(png), 22) + png
    elif path.suffix == ".icns":
        png = struct.pack(">4sI4sI", b"icns", len(png) + 16, b"ic08", len(png) + 8) + png
    path.write_bytes(png)
    return path
