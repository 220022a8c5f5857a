"""Tests of the look: themes, drawings, fonts and card faces."""

from __future__ import annotations

import math
import re
from itertools import pairwise, product

import pygame
import pytest
from pygame import Rect

from game.art import decks
from game.art.decks import BACKS, PALETTES, DeckStyle, backs_of, rank_name
from game.art.drawings import (
    CY,
    HEIGHT,
    INDEX,
    LARGE_INDEX,
    TALLEST,
    WIDTH,
    card_size,
    clear_strips,
    complete,
    document,
    drawings_of,
    fan_side,
    index_side,
    index_strip,
    pip_layout,
)
from game.core.cards import PACK, Card, Suit
from game.core.state import columns
from game.player.settings import BACKS as ALL_BACKS
from game.player.settings import DECKS, LETTERS, LOOKS
from game.rules.registry import numbered
from scenes.board.faces import Faces
from scenes.pages import options
from scenes.pages.thumbnails import _layout
from scenes.style.shapes import lit
from scenes.style.text import TextPainter
from scenes.style.theme import THEMES
from scenes.widgets.controls import Canvas, Control, Controls
from scenes.widgets.items import Paragraph
from tests.each import each
from tests.scenes.fitting import contrast, luminance
from tests.scenes.stage import Stage, Start
from tests.screenshots import FOLDER, SHOTS, take
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
    # From a distance, the felt has the mean colour of its dots.
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
    """Hovered controls have a frame, and disabled ones look lighter."""
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


# -- card faces: of the right size, never empty, and told apart by their top strips ----------------


STYLES = [
    DeckStyle(deck, four_colours=four, large_index=large)
    for deck, four, large in product(decks.DECKS, (False, True), (False, True))
]


def name(style: DeckStyle) -> str:
    return style.deck + "-four" * style.four_colours + "-large" * style.large_index


@pytest.fixture(params=STYLES, ids=name)
def style(request: pytest.FixtureRequest) -> DeckStyle:
    return request.param


PIPPED = [style for style in STYLES if style.deck != "1993" and not style.four_colours]
vector = pytest.mark.parametrize("style", PIPPED, ids=name)


def test_every_face_is_recognised_by_its_top_strip_and_none_is_empty(style: DeckStyle) -> None:
    faces = Faces(style, 60)
    assert len({strip(faces.face(card), large=style.large_index) for card in PACK}) == 52
    middles = [faces.face(card).subsurface((6, 28, 48, 42)) for card in PACK]
    for picture in (*middles, faces.back()):
        assert len(set(pygame.image.tobytes(picture, "RGB"))) > 1


WIDTHS = a_few([60, 97, 124, 250], 1, "faces", always=[60])
NUMBERS = range(2, 11)


@vector
@pytest.mark.parametrize("width", WIDTHS)
def test_pips_do_not_touch_and_a_covered_card_shows_its_index_and_no_slivers_of_them(
    style: DeckStyle, width: int
) -> None:
    apart = int(width * (0.036 if style.large_index else 0.052))
    height = card_size(width)[1]
    least = math.ceil(height * index_strip(large=style.large_index))
    opened = [round(end * height) for ends in clear_strips(large=style.large_index) for end in ends]
    # Beside the extra-large index the middle column cannot be told from the suit sign.
    for rank, suit in product(range(4, 11) if style.large_index else NUMBERS, Suit):
        found = pip_rows(style, width, Card(rank, suit))
        assert found[0][0] >= least, (rank, suit)
        if rank in (6, 8, 9, 10):
            assert len(found) == (4 if rank > 8 else 3), (rank, suit)
            assert all(low - up >= apart for (_, up), (low, _) in pairwise(found)), (rank, suit)
        for top, bottom in found:
            for seen in opened:
                recognisable = seen - top >= 0.4 * (bottom - top) - 2
                assert recognisable or seen <= top + 1, (rank, suit, seen)
    # The strip below the index is blank.
    faces, large = Faces(style, width), style.large_index
    w, h = faces.size
    layout = LARGE_INDEX if large else INDEX
    top = math.ceil((layout.top + (layout.cap + layout.sign * TALLEST) / 2) / HEIGHT * h) + 1
    left = round((layout.rank_x + 0.7 * layout.cap + layout.ten_aside) / WIDTH * w)
    area = pygame.Rect(left, top, round(w * 0.93) - left, int(h * index_strip(large=large)) - top)
    for rank, suit in product((1, *NUMBERS), Suit):
        assert not runs(lines(inked(faces.face(Card(rank, suit))), area), 0), (rank, suit)


@pytest.mark.parametrize("style", [one for one in STYLES if not one.four_colours], ids=name)
def test_the_figures_of_a_10_are_as_wide_as_the_others(style: DeckStyle) -> None:
    faces, width = Faces(style, 250), 250
    h = faces.size[1]
    top = round(0.034 * h)
    high = int(h * index_strip(large=style.large_index)) - top
    area = pygame.Rect(4, top, round(width * (0.72 if style.large_index else 0.45)), high)
    for suit in Suit:
        found = {
            rank: runs(upright(inked(faces.face(Card(rank, suit))), area), area.left)
            for rank in NUMBERS
        }
        wide = {rank: parts[0][1] - parts[0][0] for rank, parts in found.items() if rank < 10}
        one, nought, sign, *_ = found[10]
        assert nought[1] - nought[0] >= 0.9 * sum(wide.values()) / len(wide) - 1, suit
        assert one[0] >= min(parts[0][0] for parts in found.values()) - 1
        assert sign[0] - nought[1] >= 0.012 * width
        assert all(found[rank][1][0] - found[rank][0][1] >= 0.012 * width for rank in wide)


@vector
def test_aces_are_equally_large_and_show_no_sliver_of_their_pips_when_covered(
    style: DeckStyle,
) -> None:
    h, areas = card_size(250)[1], {}
    low, high = clear_strips(large=style.large_index)[0]
    for suit in Suit:
        ink = picture(style, 250, Card(1, suit))
        corners = ink.get_width() // 8  # outside the card everything counts as ink
        top = 4 + runs(lines(ink, ink.get_rect().inflate(-2 * corners, 0)), 0)[0][0]
        assert top >= high * h - 1 or low * h - top > 0.02 * h, suit
        read = [line for line in lines(ink, ink.get_rect()) if b"\xff" in line]
        areas[suit] = sum(line.rfind(b"\xff") - line.find(b"\xff") for line in read)
    assert min(areas.values()) >= 0.9 * max(areas.values()), areas


@vector
def test_a_card_of_the_fanned_waste_shows_no_sliver_of_a_middle_pip(style: DeckStyle) -> None:
    faces = Faces(style, 250)
    w, h = faces.size
    low = round(h * index_strip(large=style.large_index))
    between = pygame.Rect(round(w * 0.385), low, round(w * 0.23), h - 2 * low)
    for rank, suit in product((2, 3, 5, 7, 8, 9, 10), Suit):
        found = runs(upright(inked(faces.face(Card(rank, suit))), between), between.left)
        start, end = found[0][0], found[-1][1]
        seen = w * fan_side(large=style.large_index) - start
        assert seen <= 0 or 3 * seen >= end - start, (rank, suit)


FANNED = [34, 37, 38, 40, 44, 46, 52, 70, 84, 91, 100, 136, 150, 250]


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("width", a_few(FANNED, 4, "fanned", always=(34, 46, 91)))
def test_the_fanned_waste_shows_the_whole_index_of_a_10_in_the_1993_deck(
    width: int, large: bool
) -> None:
    faces = Faces(DeckStyle("1993", large_index=large), width)
    h = faces.size[1]
    side = round(width * fan_side(large=large, one_bit=True))
    # On the smallest cards pips begin beside the index, but below its widest rows.
    high = 5 if width < 38 else round(h * index_strip(large=large)) - 6
    index = pygame.Rect(3, 3, width - 6, high)
    for suit in Suit:
        found = runs(upright(inked(faces.face(Card(10, suit))), index), index.left)
        assert found[-1][1] <= side, suit


@pytest.mark.parametrize(("deck", "least"), [("court", 0.85), ("emblem", 0.65)])
def test_beside_an_extra_large_index_courts_keep_their_size(deck: str, least: float) -> None:
    for rank, suit in product((11, 12, 13), Suit):
        usual, beside = (
            pygame.mask.from_threshold(ink, "white", (1, 1, 1)).count()
            for large in (False, True)
            for ink in [picture(DeckStyle(deck, large_index=large), 160, Card(rank, suit))]
        )
        assert beside >= least * usual, (rank, suit)


@each("width", [60, 97])
def test_beside_the_index_the_strip_is_blank(style: DeckStyle, width: int) -> None:
    faces = Faces(style, width)
    w, h = faces.size
    left = round(w * index_side(large=style.large_index))
    if style.deck == "1993":  # its bitmaps grow only by whole multiples
        left = round(w * (0.78 if style.large_index else 0.52))
    high = int(h * index_strip(large=style.large_index))
    beside = pygame.Rect(left, 4, int(w * 0.93) - left, high - 4)
    ranks = range(1, 14) if style.deck == "1993" else range(1, 11)
    for rank, suit in product(ranks, Suit):
        free = faces.face(Card(rank, suit)).subsurface(beside)
        pixels = pygame.image.tobytes(free, "RGBA")
        assert pixels == pixels[:4] * (len(pixels) // 4), (rank, suit)


@each("width", [60, 87, 120])
def test_backs_and_even_numbers_look_the_same_upside_down(style: DeckStyle, width: int) -> None:
    faces = Faces(style, width)
    # The renderer does not round all corners alike.
    inside = Rect((0, 0), faces.size).inflate(-6, -6)
    even = [faces.face(Card(rank, Suit.SPADES)).subsurface(inside) for rank in (2, 4, 10)]
    backs = [Faces(DeckStyle(style.deck, back=b), width).back() for b in backs_of(style.deck)]
    assert len({pygame.image.tobytes(back, "RGBA") for back in backs}) == len(backs) >= 2
    for surface in [*even, *backs]:
        turned = pygame.transform.rotate(surface, 180)
        turned.blit(surface, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        assert max(pygame.transform.average_color(turned)[:3]) <= 4


@each("width", [1, 41, 67, 123])
def test_faces_have_the_proportions_of_a_card_and_transparent_corners(
    style: DeckStyle, width: int
) -> None:
    faces = Faces(style, width)
    w, h = faces.size
    assert faces.size == card_size(width) == (width, round(width * 88 / 63))
    for surface in (faces.face(Card.parse("7C")), faces.face(Card.parse("KH")), faces.back()):
        assert surface.get_size() == faces.size
        if width > 60 and style.deck != "1993":
            assert not any(surface.get_at(at).a for at in product((0, w - 1), (0, h - 1)))
            assert surface.get_at((w // 2, h // 2)).a == 255


def test_suit_signs_are_drawn_in_two_or_four_colours(style: DeckStyle) -> None:
    signs = [Faces(style, 90).suit_sign(suit, 32) for suit in Suit]
    assert all(sign.get_size() == (32, 32) and sign.get_at((0, 0)).a == 0 for sign in signs)
    if style.deck != "1993":
        colours = {tuple(sign.get_at((16, 13))) for sign in signs}
        assert len(colours) == (4 if style.four_colours else 2)


@pytest.mark.parametrize("height", [90, 98, 120, 200, 340])
@pytest.mark.parametrize("game", ["vierfrei", "canfield"])
def test_no_card_is_cut_off_in_a_small_picture_of_a_table(game: str, height: int) -> None:
    deal = numbered(game, 617, "hoyle" if game == "canfield" else None)
    size, state = (528, height), deal.layout()
    layout = _layout(deal, state, Rect((0, 0), size), DeckStyle("court"), False)
    for pile in layout.slots:
        low = layout.covered(pile, len(state[pile])).bottom - layout.top
        assert low <= height, pile


def strip(face: pygame.Surface, *, large: bool = False) -> bytes:
    """Return the pixels that remain visible on a covered card."""
    w, h = face.get_size()
    seen = face.subsurface((0, 0, w, int(h * index_strip(large=large))))
    return pygame.image.tobytes(seen, "RGBA")


def inked(face: pygame.Surface) -> pygame.Surface:
    """Return the face with white ink on black paper."""
    w, h = face.get_size()
    paper_colour = face.get_at((min(round(w * 0.96), w - 3), h // 2))
    paper = pygame.mask.from_threshold(face, paper_colour, (70,) * 3)
    return paper.to_surface(setcolor=(0, 0, 0), unsetcolor=(255, 255, 255))


def lines(ink: pygame.Surface, area: pygame.Rect) -> list[bytes]:
    data = pygame.image.tobytes(ink.subsurface(area), "RGB")
    return [data[i : i + 3 * area.width] for i in range(0, len(data), 3 * area.width)]


def runs(read: list[bytes], start: int) -> list[tuple[int, int]]:
    """Return the start and end of each group of adjacent lines that contain ink."""
    inky = [place for place, line in enumerate(read, start) if b"\xff" in line]
    starts = [place for place in inky if place - 1 not in inky]
    ends = [place + 1 for place in inky if place + 1 not in inky]
    return list(zip(starts, ends, strict=True))


def pip_rows(style: DeckStyle, width: int, card: Card) -> list[tuple[int, int]]:
    """Return the top and bottom of each pip in one column. Look only above the lower index."""
    w, h = card_size(width)
    left, right = (0.42, 0.58) if card.rank < 4 else (0.62, 0.8)
    if style.large_index:
        left, right = 0.68, 0.8
    lowest = 1 - index_strip(large=style.large_index)
    area = pygame.Rect(round(w * left), 4, round(w * (right - left)), int(h * lowest) - 4)
    return runs(lines(inked(Faces(style, width).face(card)), area), area.top)


def upright(ink: pygame.Surface, area: pygame.Rect) -> list[bytes]:
    turned = pygame.transform.rotate(ink.subsurface(area), -90)
    return lines(turned, turned.get_rect())


def picture(style: DeckStyle, width: int, card: Card) -> pygame.Surface:
    """Return a face as white ink on black, without its indices and its edge."""
    ink = inked(Faces(style, width).face(card))
    w, h = ink.get_size()
    layout = LARGE_INDEX if style.large_index else INDEX
    right = round((layout.sign_x + layout.sign / 2) / WIDTH * w) + 1
    index = Rect(0, 0, right, int(h * index_strip(large=style.large_index)))
    ink.fill((0, 0, 0), index)
    index.bottomright = w, h
    ink.fill((0, 0, 0), index)
    return ink.subsurface(ink.get_rect().inflate(-8, -8))


# -- the pictures of README and manual -------------------------------------------------------------


@pytest.mark.parametrize("name", SHOTS)
def test_a_screenshot_shows_cards(name: str) -> None:
    picture = take(SHOTS[name])
    assert picture.get_size() == pygame.image.load(FOLDER / f"{name}.png").get_size()
    width, height = picture.get_size()
    dots = [picture.get_at((x, y))[:3] for x in range(0, width, 3) for y in range(0, height, 3)]
    light = sum(contrast(dot, (255, 255, 255)) < 1.25 for dot in dots)
    assert 0.02 < light / len(dots) < 0.9, "no cards, or nothing else"
    assert max(map(dots.count, set(dots))) < 0.9 * len(dots), "hardly anything but the felt"
