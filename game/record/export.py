"""Files that the player asks for: the record, games and pictures, for other programs."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from game.rules.registry import Deal

EXPORT: Final = "vierfeld"
"""The name of an exported file, before its number and extension."""
GAME: Final = "vierfeld"
"""The extension of a game's file, by which a desktop knows which program it belongs to."""


def export_folder(folder: Path) -> Path:
    """Return where exports go: the player's documents, or else the data ``folder``; also the data
    folder if ``$VIERFELD_HOME`` is set."""
    if os.environ.get("VIERFELD_HOME"):
        return folder
    # A browser has no folders, and does without this package.
    import platformdirs

    documents = Path(platformdirs.user_documents_dir())
    return documents if documents.is_dir() else folder


def write_new(folder: Path, ending: str, text: str, called: str = EXPORT) -> Path:
    """Write ``text`` to a new file in ``folder`` and return its path; ``called`` is its name,
    numbered if others exist.

    Raises ``OSError`` if it can't be written.
    """
    with new_file(folder, ending, called) as path:
        path.write_text(text, encoding="utf-8", newline="\n")
    return path


@contextlib.contextmanager
def new_file(folder: Path, ending: str, called: str) -> Iterator[Path]:
    """Yield the path of a new and empty file in ``folder``; ``called`` is its name, numbered if
    others exist. Nothing is left of it if it can't be filled.

    Raises ``OSError`` if it can't be made.
    """
    path = _made(folder, ending, called)
    try:
        yield path
    except BaseException:
        with contextlib.suppress(OSError):
            path.unlink()
        raise


def _made(folder: Path, ending: str, called: str) -> Path:
    number = 1
    while True:
        name = called if number == 1 else f"{called}-{number}"
        path = folder / f"{name}.{ending}"
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            number += 1
        else:
            return path


def file_name(deal: Deal) -> str:
    """Return the name for the file of a game of ``deal``, before its number and extension."""
    return "-".join(filter(None, [deal.game, deal.rules, str(deal.number or "")]))
