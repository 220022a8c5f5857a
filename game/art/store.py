"""The decks on disk: one text file a deck, one drawing a line, ``name TAB svg``.

Reading a file is one split; only the drawing that is shown is parsed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

FOLDER: Final = Path(__file__).resolve().parents[2] / "assets" / "decks"

SUFFIX: Final = ".deck"


def as_text(drawings: Mapping[str, str]) -> str:
    return "".join(f"{name}\t{svg}\n" for name, svg in drawings.items())


def path_of(deck: str, folder: Path = FOLDER) -> Path:
    return folder / f"{deck}{SUFFIX}"


@lru_cache(maxsize=4)
def load(deck: str) -> Mapping[str, str]:
    """Return all drawings of a deck by name.

    Raises ``FileNotFoundError`` if the deck's file is missing.
    """
    text = path_of(deck).read_text(encoding="utf-8")
    lines = (line.split("\t", 1) for line in text.splitlines())
    return MappingProxyType({name: svg for name, svg in lines})
