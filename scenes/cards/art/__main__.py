"""``python -m scenes.cards.art``: write the decks, or contact sheets to look at.

python -m scenes.cards.art                 writes assets/decks
python -m scenes.cards.art sheets DIR      draws sheets of all decks into DIR (needs pygame)
"""

from __future__ import annotations

import sys
from pathlib import Path

from scenes.cards.art import build, store


def main(arguments: list[str]) -> int:
    if not arguments:
        store.FOLDER.mkdir(parents=True, exist_ok=True)
        for deck, drawings in build.everything().items():
            store.path_of(deck).write_text(store.as_text(drawings), encoding="utf-8")
        return 0
    if len(arguments) >= 2 and arguments[0] == "sheets":
        from scenes.cards.art.sheets import draw  # the only part that needs pygame

        draw(Path(arguments[1]), arguments[2:])
        return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
