"""Themes, drawings and fonts: complete and legible."""

from __future__ import annotations

import re
from itertools import product

import pygame
import pytest

from game.art import decks
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
from game.core.cards import Suit
from game.core.state import columns
from game.player.settings import BACKS as ALL_BACKS
from game.player.settings import DECKS, LETTERS, LOOKS
from scenes.pages import options
from scenes.style.shapes import lit
from scenes.style.text import TextPainter
from scenes.style.theme import THEMES
from scenes.widgets.controls import Canvas, Control, Controls
from scenes.widgets.items import Paragraph
from tests.scenes.fitting import contrast, luminance
from tests.scenes.stage import Stage, Start
from tests.seed import a_few

WHITE = (255, 255, 255)


def test_the_settings_know_every_look_deck_back_and_letters_and_their_names() -> None:
    backs = {back for deck in DECKS for back in decks.backs_of(deck)}
    for name, found, known, where in (
        ("LOOKS", LOOKS, tuple(THEMES), "THEMES of scenes/style/theme"),
        ("DECKS", DECKS, decks.DECKS, "DECKS of game/art/decks"),
        ("BACKS", {*ALL_BACKS}, {"", *backs}, "BACKS of game/art/decks"),
        ("LETTERS", LETTERS, ("", *decks.LETTERS), "LETTERS of game/art/decks"),
        ("DECKS", {*DECKS}, {*options.deck_names()}, "deck_names of scenes/pages/options"),
        ("BACKS", {*ALL_BACKS[1:]}, {*options.back_names()}, "back_names of scenes/pages/options"),
    ):
        assert found == known, (
            f"{name} of game/player/settings has others, or in another order, than {where}"
        )
    letters = {language: decks.usual_letters(language) for language in ("en", "de", "hi", "nl", "")}
    assert letters == {**dict.fromkeys(letters, "AJQK"), "de": "ABDK"}


@pytest.mark.parametrize("look", LOOKS)
def test_texts_and_marks_have_enough_contrast(look: str) -> None:
    theme = THEMES[look]
    # The felt appears in the colour that is the mean of its dots.
    felt = tuple((a + b) // 2 for a, b in zip(theme.felt, theme.grain or theme.felt, strict=True))
    # Text is never drawn directly on dots.
    ground_names = "bar panel button hover" + ("" if theme.grain else " felt")
    grounds = {
        **dict.fromkeys(("ink", "faint"), ground_names),
        "accent": "panel button hover",
        **dict.fromkeys(("good", "bad", "focus"), "bar"),
        "on_accent": "accent",
    }
    for text, names in grounds.items():
        for ground in names.split():
            found = contrast(getattr(theme, text), getattr(theme, ground))
            assert found >= 4.5, f"{look}: {text} on {ground}"
    assert contrast(theme.mark, felt) >= 4.5
    assert contrast(theme.slot, felt) >= 3 or look == "1993", "slot on felt"
    # A mark is a double line: one of the two is visible on the felt, one on a card.
    for name, mark in (("glow", theme.glow), ("focus", theme.focus)):
        for colour in (felt, WHITE):
            assert max(contrast(mark, colour), contrast(theme.shade, colour)) >= 3, (name, colour)
    assert contrast(theme.slot, theme.panel) >= 3, "slot on panel: the thumb of the scroll bar"
    assert contrast(theme.focus, theme.panel) >= 3, "focus on panel"


def colours_in(picture: pygame.Surface, rect: pygame.Rect) -> set[tuple[int, ...]]:
    pixels = pygame.image.tobytes(picture.subsurface(rect.clip(picture.get_rect())), "RGB")
    return {tuple(pixels[at : at + 3]) for at in range(0, len(pixels), 3)}


def contrast_within(picture: pygame.Surface, rect: pygame.Rect) -> float:
    """Return the contrast between the lightest and the darkest pixel within ``rect``."""
    by_light = sorted(colours_in(picture, rect), key=luminance)
    return contrast(by_light[0], by_light[-1])


@pytest.mark.parametrize("look", a_few(LOOKS, 2, "words", always=["1993"]))
def test_texts_on_the_screen_have_enough_contrast(look: str, stage: Start) -> None:
    on = stage(size=(800, 600))
    on.choose_look(look)
    for key, parts in (("F8", 3), ("?", 5), ("F6", 1), ("F2", 1)):
        on.key(key)
        view = on.panel._view
        for _ in range(parts):
            on.app.paint()
            # An empty line keeps its place, but has nothing to read.
            read = [
                (item.rect.inflate(0, -2), item.text) for item in on.items(Paragraph) if item.text
            ]
            read += [(one.rect.inflate(-8, -8), one.label) for one in on.page.controls.items]
            for rect, text in read:
                if view.contains(rect.inflate(0, 60)):
                    assert contrast_within(on.window.surface, rect) >= 4.5, text
            on.key("right")
        on.key("escape")
    on.app.paint()
    assert contrast_within(on.window.surface, pygame.Rect(60, 10, 90, 24)) >= 4.5, "the title"


@pytest.mark.parametrize("deck", [*sorted(BACKS), "backs"])
def test_drawings_use_only_what_nanosvg_can_draw(deck: str) -> None:
    for name, svg in drawings_of(deck).items():
        assert set(re.findall(r"<(\w+)", svg)) <= {"path", "circle", "ellipse", "rect", "g"}, name
        assert svg.count("{") == svg.count("}") and svg.count("[") == svg.count("]"), name
        assert "nan" not in svg and "inf" not in svg, name
    for letters in decks.LETTERS if deck != "backs" else ():
        assert all(f"rank {rank_name(rank, letters)}" in drawings_of(deck) for rank in range(1, 14))


@pytest.mark.parametrize("width", [60, 120])
@pytest.mark.parametrize(("deck", "four"), sorted(PALETTES))
def test_drawings_are_completed_with_colours_and_parts(deck: str, four: bool, width: int) -> None:
    drawings = drawings_of(deck)
    for suit, (name, drawing) in product(Suit, drawings.items()):
        svg = document(complete(drawing, drawings), PALETTES[deck, four][suit], width)
        assert not set("${}[]@") & set(svg), name


def test_indices_have_two_or_four_colours_and_enough_contrast() -> None:
    for (deck, four), palette in PALETTES.items():
        inks = [pygame.Color(palette[suit]["suit"]) for suit in Suit]
        papers = [pygame.Color(palette[suit]["paper"]) for suit in Suit]
        assert len({*map(tuple, inks)}) == (4 if four else 2), deck
        for ink, paper in zip(inks, papers, strict=True):
            assert contrast(tuple(ink)[:3], tuple(paper)[:3]) >= 4.5, deck


@pytest.mark.parametrize("large", [False, True])
def test_pips_begin_right_below_the_index_and_use_the_whole_height(large: bool) -> None:
    pips = pip_layout(large=large)
    for rank in range(2, 11):
        half = pips.sizes[rank] * TALLEST / 2
        places = pips.places(rank)
        assert len(places) == rank
        first, last = (f(CY + place.y for place in places) for f in (min, max))
        assert first - half == pytest.approx(pips.top), rank
        assert last + half == pytest.approx(HEIGHT - pips.top), rank
    assert 0 < pips.top - index_strip(large=large) * HEIGHT < 1.2
    assert (HEIGHT - 2 * pips.top) / HEIGHT > (0.47 if large else 0.62)


def test_no_line_break_leaves_a_single_word_a_unit_alone_or_a_short_word_in_two() -> None:
    painter = TextPainter()
    sentence = "FreeCell as on the Atari in 1993: all cards lie open, and only skill counts."
    for width in range(200, 560, 7):
        lines = painter.wrapped(sentence, 16, width)
        assert " ".join(lines) == sentence
        assert len(lines) == 1 or " " in lines[-1], (width, lines)
    for text in ("It took 1 s. A share", "about 25% of all", "it pays 13 $ at last", "so on …"):
        for width in range(painter.width("It took", 16), painter.width(text, 16), 3):
            lines = painter.wrapped(text, 16, width)
            assert not {"s.", "%", "$", "…"}.intersection(line.split()[0] for line in lines), lines
    path = "/home/somebody/.local/share/vierfeld/record.cleared-2026-11-22.json"
    first, *rest = painter.wrapped(f"Saved to {path}", 16, 200)
    assert all(painter.width(line, 16) <= 200 for line in rest)
    assert first == "Saved to" and "".join(rest) == path
    assert painter.wrapped("xx", 16, 1) == ("x", "x")


def test_in_1993_outlines_cannot_be_switched_off(on: Stage) -> None:
    on.settings.outline = False
    on.key("F8")
    on.page.tabs.controls[-1].action()
    for look, always in (("1993", True), ("green", False)):
        on.keys("F8")
        on.choose_look(look)
        on.keys("F8")
        (switch,) = [one for one in on.page.controls.items if "outline" in one.tip]
        assert switch.chosen is on.kit.outline is always
        assert switch.enabled is not always, "there it cannot be turned off"
        assert ("The 1993 look always does." in on.spoken) is always


def test_in_1993_all_is_black_and_white_a_highlighted_pile_and_controls_too(on: Stage) -> None:
    """A frame shows the mouse on a control, and a disabled one looks lighter."""
    look, both = THEMES["1993"], {(0, 0, 0), WHITE}
    colours = [value for value in look if isinstance(value, tuple)]
    assert len(colours) > 15 and {*colours} == both
    on.choose_look("1993")
    goal = columns(8)[7]
    on.press(on.at("5"))
    on.move(on.at("8"))
    assert on.table.hand.held and on.table.hand.aimed == goal
    table, picture = on.table, pygame.Surface(on.window.size)
    glowing = table.hand.targets
    table.painter.paint(picture, table.groups, table.deal, on.state, glowing=glowing, aimed=goal)
    assert colours_in(picture, table.layout.covered(goal, len(on.state[goal]))) == both
    target, inks = pygame.Surface((60, 40)), []
    target.fill(look.panel)
    lit(target, look, target.get_rect(), 1.0)
    assert colours_in(target, target.get_rect()) == both
    assert target.get_at((3, 15))[:3] == look.ink and target.get_at((30, 15))[:3] == look.panel
    for enabled in (True, False):
        target.fill(look.bar)
        control = Control("x", lambda: None, target.get_rect(), icon="undo", flat=True)
        control.enabled = enabled
        Canvas(target, look, on.kit.text, 1.0, Controls()).paint_controls([control])
        inks.append(pygame.mask.from_threshold(target, look.ink, (127, 127, 127)).count())
    assert 0 < inks[1] < 0.7 * inks[0]
