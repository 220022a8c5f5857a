"""The drawings: whole, legible, and what nanosvg can draw."""

from __future__ import annotations

import re

import pytest

from game.art.decks import BACKS, PALETTES, rank_name
from game.art.drawings import (
    CY,
    HEIGHT,
    TALLEST,
    complete,
    document,
    drawings_of,
    index_strip,
    pip_layout,
)
from game.core.cards import PACK, Suit
from scenes.style.theme import Colour
from tests.scenes.contrast import contrast

VECTOR_DECKS = sorted(BACKS)


@pytest.mark.parametrize("deck", VECTOR_DECKS)
def test_a_deck_has_every_picture_and_every_letter(deck: str) -> None:
    drawings = drawings_of(deck)
    for card in PACK:
        if 2 <= card.rank <= 10:
            assert f"sign {card.suit.letter}" in drawings
        else:
            for name in (str(card), *([f"{card} wide"] if card.rank > 10 else [])):
                assert name in drawings or f"{name} half" in drawings
    for letters in ("AJQK", "ABDK", "AVDR", "AVHK"):
        for rank in range(1, 14):
            assert f"rank {rank_name(rank, letters)}" in drawings


@pytest.mark.parametrize("deck", VECTOR_DECKS)
def test_every_part_that_a_picture_is_made_of_is_there(deck: str) -> None:
    drawings = drawings_of(deck)
    whole = [complete(drawing, drawings) for drawing in drawings.values()]
    assert not [drawing for drawing in whole if "@" in drawing]
    assert any("@" in drawing for drawing in drawings.values())


@pytest.mark.parametrize("deck", [*VECTOR_DECKS, "backs"])
def test_only_what_nanosvg_draws(deck: str) -> None:
    for name, svg in drawings_of(deck).items():
        assert set(re.findall(r"<(\w+)", svg)) <= {"path", "circle", "ellipse", "rect", "g"}, name
        assert svg.count("{") == svg.count("}"), name
        assert svg.count("[") == svg.count("]"), name
        assert "nan" not in svg and "inf" not in svg, name


@pytest.mark.parametrize("width", [60, 120])
@pytest.mark.parametrize(("deck", "four"), sorted(PALETTES))
def test_every_role_has_a_colour(deck: str, four: bool, width: int) -> None:
    for suit in Suit:
        roles = PALETTES[deck, four][suit]
        for name, drawing in drawings_of(deck).items():
            svg = document(drawing, roles, width)
            assert not set("${}[]") & set(svg), name


def rgb(colour: str) -> Colour:
    """The parts of a colour that is written ``#rrggbb``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@pytest.mark.parametrize(("deck", "four"), sorted(PALETTES))
def test_index_colours_stand_out_from_the_card(deck: str, four: bool) -> None:
    for suit in Suit:
        roles = PALETTES[deck, four][suit]
        assert contrast(rgb(roles["suit"]), rgb(roles["paper"])) >= 4.5


@pytest.mark.parametrize("deck", VECTOR_DECKS)
def test_four_colours_are_four(deck: str) -> None:
    assert len({PALETTES[deck, True][suit]["suit"] for suit in Suit}) == 4
    assert len({PALETTES[deck, False][suit]["suit"] for suit in Suit}) == 2


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
    drawing, roles = drawings_of("court")["KD half"], PALETTES["court", False][None]
    small, large = (document(drawing, roles, width) for width in (60, 120))
    assert len(small) < len(large)


def test_every_back_has_a_drawing() -> None:
    drawings = drawings_of("backs")
    for deck, backs in BACKS.items():
        for back in backs.values():
            assert "$" not in document(drawings[back.drawing], back.roles, 120), deck
