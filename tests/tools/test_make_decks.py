"""The stored drawings of the decks, checked against newly generated ones."""

from __future__ import annotations

from functools import cache

import pytest

from game.art.decks import BACKS, DECKS, PALETTES
from game.art.drawings import path_of
from tools.make_decks.__main__ import as_text, everything

generated = cache(everything)


def test_every_deck_has_drawings_and_palettes() -> None:
    drawn = set(generated()) - {"backs"}
    assert drawn == set(DECKS), "give it drawings in everything() of tools/make_decks/__main__"
    both = {(deck, four) for deck in BACKS for four in (False, True)}
    assert both == set(PALETTES), "PALETTES of game/art/decks: two, four colours each"


@pytest.mark.parametrize("deck", [*DECKS, "backs"])
def test_the_stored_drawings_are_the_generated_ones(deck: str) -> None:
    file = path_of(deck)
    written = file.read_text(encoding="utf-8") if file.exists() else ""
    assert written == as_text(generated()[deck]), "run python -m tools.make_decks"
