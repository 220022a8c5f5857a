"""The decks are stored as they are drawn, and the court is dressed and holds something."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from functools import cache

import pytest

from game.art.decks import BACKS, DECKS, PALETTES
from game.art.drawings import drawings_of, path_of
from game.core.cards import PACK
from tools.make_decks import jacks, kings, queens
from tools.make_decks.__main__ import as_text, everything
from tools.make_decks.elements import part
from tools.make_decks.figures import CUTS, POSES, Robe


@cache
def generated() -> Mapping[str, Mapping[str, str]]:
    """All drawings, made anew."""
    return everything()


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


def test_the_drawings_need_no_pygame() -> None:
    names = "tools.make_decks.__main__, game.art.drawings"
    code = f"import sys, {names}; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_every_figure_of_the_court_holds_something_in_a_hand() -> None:
    drawings = drawings_of("court")
    for card in PACK:
        if card.rank > 10:
            for name in (f"{card} half", f"{card} wide half"):
                assert part(f"{card} held") in drawings[name]
                hands = [part(hand) in drawings[name] for hand in ("hand", "palm")]
                assert sum(hands) == 1, name


def test_the_court_wears_six_garments_two_a_rank() -> None:
    worn = [set(rank.CUT.values()) for rank in (jacks, queens, kings)]
    assert [len(cuts) for cuts in worn] == [2, 2, 2]
    assert set.union(*worn) == set(CUTS)
    for pose in POSES.values():
        shapes = [tuple(Robe(cut, pose).shape) for cut in CUTS]
        assert len(set(shapes)) == 6
