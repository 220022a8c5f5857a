"""Files exported at the player's request (the record, games and pictures): their folder and their
names."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

from game.rules.registry import Deal

EXPORT: Final = "vierfeld"
"""The beginning of an exported file's name, before its number and extension."""
GAME: Final = "vierfeld"
"""The extension of a game file, which tells the desktop to open it with this program."""


def export_folder(folder: Path) -> Path:
    """Return the folder for exports: the player's documents folder, or the data ``folder`` if there
    is no documents folder or if ``$VIERFELD_HOME`` is set."""
    if os.environ.get("VIERFELD_HOME"):
        return folder
    # Imported here because the package is missing in a browser, which has no documents folder.
    import platformdirs

    documents = Path(platformdirs.user_documents_dir())
    return documents if documents.is_dir() else folder


def write_new(folder: Path, ending: str, text: str, called: str = EXPORT) -> Path:
    """Write ``text`` to a new file in ``folder`` and return its path.

    The file is named ``called`` with the extension ``ending``; a number is added if that name is
    taken. Raises ``OSError`` if the file can't be written.
    """
    with new_file(folder, ending, called) as path:
        path.write_text(text, encoding="utf-8", newline="\n")
    return path


@contextlib.contextmanager
def new_file(folder: Path, ending: str, called: str) -> Iterator[Path]:
    """Yield the path of a new, empty file in ``folder``; the file is removed if an error occurs
    while it is being filled.

    It is named ``called``, with a number added if that name is taken. Raises ``OSError`` if the
    file can't be created.
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
    """Return the name for a file of a game of ``deal``, before its number and extension."""
    return "-".join(filter(None, [deal.game, deal.rules, str(deal.number or "")]))
