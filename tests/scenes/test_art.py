"""The drawings: stored as they are generated, legible, and what nanosvg can draw."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from functools import cache

import pytest

from game.art import build, compose, store
from game.art.court import jacks, kings, queens
from game.art.court.frame import POSES
from game.art.court.robes import CUTS, Robe
from game.art.measures import CY, HEIGHT, TALLEST, index_strip, pip_layout
from game.art.palette import BACKS, PALETTES
from game.core.cards import PACK, Suit
from scenes.style.theme import Colour
from tests.scenes.contrast import contrast

VECTOR_DECKS = sorted(BACKS)


@cache
def generated() -> Mapping[str, Mapping[str, str]]:
    """All drawings, made anew."""
    return build.everything()


def test_every_deck_with_a_palette_is_drawn() -> None:
    drawn = set(generated()) - {"backs"}
    assert drawn == set(BACKS), "give it drawings in everything() of game/art/build"
    both = {(deck, four) for deck in BACKS for four in (False, True)}
    assert both == set(PALETTES), "PALETTES of game/art/palette: two, four colours each"


@pytest.mark.parametrize("deck", [*VECTOR_DECKS, "backs"])
def test_the_stored_drawings_are_the_generated_ones(deck: str) -> None:
    file = store.path_of(deck)
    written = file.read_text(encoding="utf-8") if file.exists() else ""
    assert written == store.as_text(generated()[deck]), "run python -m game.art"


def test_the_drawings_need_no_pygame() -> None:
    names = "game.art.build, game.art.compose"
    code = f"import sys, {names}; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize("deck", VECTOR_DECKS)
def test_a_deck_has_every_picture_and_every_letter(deck: str) -> None:
    drawings = store.load(deck)
    for card in PACK:
        if 2 <= card.rank <= 10:
            assert f"sign {card.suit.letter}" in drawings
        else:
            for name in (str(card), *([f"{card} wide"] if card.rank > 10 else [])):
                assert name in drawings or f"{name} half" in drawings
    for letters in ("AJQK", "ABDK", "AVDR", "AVHK"):
        for rank in range(1, 14):
            assert f"rank {compose.rank_name(rank, letters)}" in drawings


@pytest.mark.parametrize("deck", VECTOR_DECKS)
def test_every_part_that_a_picture_is_made_of_is_there(deck: str) -> None:
    drawings = store.load(deck)
    whole = [compose.complete(drawing, drawings) for drawing in drawings.values()]
    assert not [drawing for drawing in whole if "@" in drawing]
    assert any("@" in drawing for drawing in drawings.values())


def test_every_figure_of_the_court_holds_something_in_a_hand() -> None:
    drawings = store.load("court")
    for card in PACK:
        if card.rank > 10:
            for name in (f"{card} half", f"{card} wide half"):
                assert compose.part(f"{card} held") in drawings[name]
                hands = [compose.part(hand) in drawings[name] for hand in ("hand", "palm")]
                assert sum(hands) == 1, name


def test_the_court_wears_six_garments_two_a_rank() -> None:
    worn = [set(rank.CUT.values()) for rank in (jacks, queens, kings)]
    assert [len(cuts) for cuts in worn] == [2, 2, 2]
    assert set.union(*worn) == set(CUTS)
    for pose in POSES.values():
        shapes = [tuple(Robe(cut, pose).shape) for cut in CUTS]
        assert len(set(shapes)) == 6


@pytest.mark.parametrize("deck", [*VECTOR_DECKS, "backs"])
def test_only_what_nanosvg_draws(deck: str) -> None:
    for name, svg in store.load(deck).items():
        assert set(re.findall(r"<(\w+)", svg)) <= {"path", "circle", "ellipse", "rect", "g"}, name
        assert svg.count("{") == svg.count("}"), name
        assert svg.count("[") == svg.count("]"), name
        assert "nan" not in svg and "inf" not in svg, name


@pytest.mark.parametrize("width", [60, 120])
@pytest.mark.parametrize(("deck", "four"), sorted(PALETTES))
def test_every_role_has_a_colour(deck: str, four: bool, width: int) -> None:
    for suit in Suit:
        roles = PALETTES[deck, four].roles(suit)
        for name, drawing in store.load(deck).items():
            svg = compose.document(drawing, roles, width)
            assert not set("${}[]") & set(svg), name


def rgb(colour: str) -> Colour:
    """The parts of a colour that is written ``#rrggbb``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@pytest.mark.parametrize(("deck", "four"), sorted(PALETTES))
def test_index_colours_stand_out_from_the_card(deck: str, four: bool) -> None:
    for suit in Suit:
        roles = PALETTES[deck, four].roles(suit)
        assert contrast(rgb(roles["suit"]), rgb(roles["paper"])) >= 4.5


@pytest.mark.parametrize("deck", VECTOR_DECKS)
def test_four_colours_are_four(deck: str) -> None:
    assert len({PALETTES[deck, True].roles(suit)["suit"] for suit in Suit}) == 4
    assert len({PALETTES[deck, False].roles(suit)["suit"] for suit in Suit}) == 2


def test_contrast_is_reckoned_as_wcag_does() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("large", [False, True])
def test_pips_begin_right_below_the_index_and_use_the_height(large: bool) -> None:
    pips = pip_layout(large=large)
    for rank in range(2, 11):
        half = pips.sizes[rank] * TALLEST / 2
        places = pips.places(rank)
        assert len(places) == rank
        assert {(place.x, -place.y) for place in places} >= {
            (place.x, place.y) for place in places if rank != 7
        }
        first, last = (f(CY + place.y for place in places) for f in (min, max))
        assert first - half == pytest.approx(pips.top), rank
        assert last + half == pytest.approx(HEIGHT - pips.top), rank
    assert 0 < pips.top - index_strip(large=large) * HEIGHT < 1.2
    assert (HEIGHT - 2 * pips.top) / HEIGHT > (0.47 if large else 0.62)


def test_small_cards_go_without_fine_detail() -> None:
    drawing, roles = store.load("court")["KD half"], PALETTES["court", False].roles(None)
    small, large = (compose.document(drawing, roles, width) for width in (60, 120))
    assert len(small) < len(large)


def test_every_back_has_a_drawing() -> None:
    drawings = store.load("backs")
    for deck, backs in BACKS.items():
        for back in backs.values():
            assert "$" not in compose.document(drawings[back.drawing], back.roles, 120), deck
