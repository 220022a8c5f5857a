"""``python -m game.art`` writes the drawings of all decks into ``assets/decks``."""

from __future__ import annotations

from game.art import build, store


def main() -> None:
    store.FOLDER.mkdir(parents=True, exist_ok=True)
    for deck, drawings in build.everything().items():
        store.path_of(deck).write_text(store.as_text(drawings), encoding="utf-8")


if __name__ == "__main__":
    main()
