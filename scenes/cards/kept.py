"""Card faces kept in a file from one run to the next: reading them takes a quarter of rendering.

The file is a help and no more. What it lacks is rendered as ever; one that is damaged, or of other
faces than those in use, is passed over and written anew when the program ends.
"""

from __future__ import annotations

import os
import sys
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Final

import pygame

from game import art
from game.core.cards import Card, Suit
from game.support.disk import make_folder, read_file, write_whole
from game.support.texts import assets_folder
from game.support.version import VERSION
from scenes.cards.faces import BACK, Face, Faces

_FORM: Final = 1
"""The form of the file; another number for another one."""
_ORDER: Final = "BGRA" if sys.byteorder == "little" else "ARGB"
"""The bytes of a pixel, as surfaces with alpha have them."""
_MOST: Final = 1 << 24
"""The most bytes of pixels that are kept: a pack for a window of 2560 by 1440."""
_BEGIN: Final = 4096
"""Bytes in which the lines before the pixels end."""
_BACK: Final = "back"


class KeptFaces:
    """The file of kept faces at ``path``; None keeps nothing."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self.latest: Faces | None = None
        """Those of the table that was left last: for the next one, and to be kept when the program
        ends."""
        self._there: tuple[str, str] | None = None
        """The first lines of the file: of which faces it is, and which of them it has."""

    def fill(self, faces: Faces) -> None:
        """Put into ``faces`` what the table that was left last, or else the file, has of them."""
        latest = self.latest
        if latest is not None and (latest.style, latest.width) == (faces.style, faces.width):
            for face, surface in latest.crisp.items():
                faces.put(face, surface)
            for (suit, height), surface in latest.signs.items():
                faces.put_sign(suit, height, surface)
            return
        if self._path is None:
            return
        data = b""
        with suppress(OSError):
            data = read_file(self._path)
        begin = data[:_BEGIN].split(b"\n", 3)
        if len(begin) < 4 or begin[1] != _heading(faces).encode():
            return
        whole = memoryview(data)
        if begin[0] != b"%d" % zlib.adler32(whole[len(begin[0]) + 1 :]):
            return
        names, pixels = begin[2].decode(), whole[sum(map(len, begin[:3])) + 3 :]
        for name in names.split():
            width, height = _size(name, faces)
            one, pixels = pixels[: 4 * width * height], pixels[4 * width * height :]
            _put(name, faces, pygame.image.frombuffer(one, (width, height), _ORDER))
        self._there = _heading(faces), names

    def keep(self, faces: Faces) -> None:
        """Have the file hold what ``faces`` have by now; where it cannot be written, do without."""
        pictures = {_name(face): surface for face, surface in faces.crisp.items()}
        for (suit, height), surface in faces.signs.items():
            pictures[f"{suit.letter}{height}"] = surface
        lines = _heading(faces), " ".join(sorted(pictures))
        size = sum(4 * one.get_width() * one.get_height() for one in pictures.values())
        if self._path is None or not pictures or lines == self._there or size > _MOST:
            return
        pixels = (pygame.image.tobytes(pictures[name], _ORDER) for name in sorted(pictures))
        data = b"".join(("\n".join((*lines, "")).encode(), *pixels))
        with suppress(OSError):
            make_folder(self._path.parent)
            write_whole(self._path, b"%d\n%b" % (zlib.adler32(data), data))


def _heading(faces: Faces) -> str:
    """Say of which faces a file is: whatever decides on their pixels."""
    drawn = f"{VERSION} {pygame.version.ver} {_drawings()}"
    return f"Vierfeld's faces {_FORM} {drawn} {_ORDER} {faces.width} {faces.style}"


def _drawings() -> int:
    """Return a number that is another one once a drawing or what renders it is changed."""
    if getattr(sys, "frozen", False):
        # A packed program may unpack its files anew for each start.
        return os.stat(sys.executable).st_mtime_ns
    changed = 0
    for folder in (assets_folder() / "decks", Path(art.__path__[0]), Path(__file__).parent):
        # Where there is no source, the version tells.
        with suppress(OSError), os.scandir(folder) as entries:
            changed += sum(one.stat().st_mtime_ns for one in entries if one.is_file())
    return changed


def _name(face: Face) -> str:
    return _BACK if face is BACK else str(face)


def _size(name: str, faces: Faces) -> tuple[int, int]:
    return (int(name[1:]),) * 2 if _is_sign(name) else faces.size


def _is_sign(name: str) -> bool:
    """Whether a name is that of a suit sign: as ``S38``, with its height."""
    return name[1:].isdecimal()


def _put(name: str, faces: Faces, surface: pygame.Surface) -> None:
    if _is_sign(name):
        suit = next(suit for suit in Suit if suit.letter == name[0])
        faces.put_sign(suit, int(name[1:]), surface)
    else:
        faces.put(BACK if name == _BACK else Card.parse(name), surface)
