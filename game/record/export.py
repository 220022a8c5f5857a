"""Writes the files that a player exports."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

from game.rules.registry import Deal

EXPORT: Final = "vierfeld"
"""The default name of an exported file, without its extension."""
GAME: Final = "vierfeld"
"""The extension of game files."""


def export_folder(folder: Path) -> Path:
    """Return the user's documents folder, or ``folder`` if there is no documents folder.

    If ``$VIERFELD_HOME`` is set, always return ``folder``.
    """
    if os.environ.get("VIERFELD_HOME"):
        return folder
    # Imported here because the package is missing in a browser, which has no documents folder.
    import platformdirs

    documents = Path(platformdirs.user_documents_dir())
    return documents if documents.is_dir() else folder


def write_new(folder: Path, ending: str, text: str, called: str = EXPORT) -> Path:
    """Write ``text`` to a new file and return its path. May raise ``OSError``."""
    with new_file(folder, ending, called) as path:
        path.write_text(text, encoding="utf-8", newline="\n")
    return path


@contextlib.contextmanager
def new_file(folder: Path, ending: str, called: str) -> Iterator[Path]:
    """Yield the path of a new, empty file; remove the file if the block fails.

    A number is added to a name that is taken. May raise ``OSError``.
    """
    path, numbers = folder / f"{called}.{ending}", count(2)
    while True:
        try:
            path.touch(exist_ok=False)
            break
        except FileExistsError:
            path = folder / f"{called}-{next(numbers)}.{ending}"
    try:
        yield path
    except BaseException:
        with contextlib.suppress(OSError):
            path.unlink()
        raise


def file_name(deal: Deal) -> str:
    """Return a file name for a game of ``deal``, without extension."""
    parts = (deal.game, deal.rules, deal.number)
    return "-".join(str(part) for part in parts if part is not None)
