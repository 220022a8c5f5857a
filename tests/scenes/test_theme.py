"""Every look can be read: contrasts by WCAG's formula, out of the themes themselves."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pygame
import pytest

from game.art import decks
from game.player.settings import BACKS, DECKS, LETTERS, LOOKS
from scenes.pages import options
from scenes.style.theme import THEMES, Theme
from scenes.widgets.items import Words
from tests.scenes.contrast import contrast, luminance
from tests.scenes.stage import Stage
from tests.seed import a_few

WHITE = (255, 255, 255)


def felt_seen(theme: Theme) -> tuple[int, int, int]:
    """The felt as the eye has it: the mean of its dots."""
    if theme.grain is None:
        return theme.felt
    red, green, blue = ((a + b) // 2 for a, b in zip(theme.felt, theme.grain, strict=True))
    return red, green, blue


def test_the_settings_know_every_look_deck_and_back() -> None:
    told = "{} of game/player/settings has other names, or another order, than {}"
    assert tuple(THEMES) == LOOKS, told.format("LOOKS", "THEMES of scenes/style/theme")
    assert decks.DECKS == DECKS, told.format("DECKS", "DECKS of game/art/decks")
    backs = {back for deck in DECKS for back in decks.backs_of(deck)}
    assert set(BACKS) == backs | {""}, told.format("BACKS", "BACKS of game/art/decks")
    letters = ("", *decks.LETTERS)
    assert letters == LETTERS, told.format("LETTERS", "LETTERS of game/art/decks")


def test_where_nobody_has_letters_of_his_own_the_cards_have_the_international_ones() -> None:
    told = {language: decks.usual_letters(language) for language in ("en", "de", "hi", "nl", "")}
    assert told == {**dict.fromkeys(told, "AJQK"), "de": "ABDK"}


def test_every_deck_and_back_has_a_name() -> None:
    for told, names, there in (
        ("deck_names", options.deck_names(), DECKS),
        ("back_names", options.back_names(), BACKS[1:]),
    ):
        assert set(names) == set(there), f"write them into {told} of scenes/pages/options"


@pytest.mark.parametrize("look", LOOKS)
def test_text_stands_out_from_its_ground(look: str) -> None:
    theme = THEMES[look]
    table = "panel" if theme.grain else "felt"
    pairs = [
        *(("ink", ground) for ground in ("bar", "panel", "button", "hover")),
        *(("faint", ground) for ground in ("panel", "button", "bar", "hover")),
        *(("accent", ground) for ground in ("panel", "button", "hover")),
        ("on_accent", "accent"),
        ("title", table),
        ("motto", table),
        ("mark", "felt"),
    ]
    for text, ground in pairs:
        on = felt_seen(theme) if (text, ground) == ("mark", "felt") else getattr(theme, ground)
        found = contrast(getattr(theme, text), on)
        assert found >= 4.5, f"{look}: {text} on {ground} has a contrast of {found:.1f}, not of 4.5"


@pytest.mark.parametrize("look", LOOKS)
def test_marks_stand_out_from_felt_and_cards(look: str) -> None:
    theme = THEMES[look]
    felt = felt_seen(theme)
    assert contrast(theme.slot, felt) >= 3 or look == "1993", "slot on felt"
    # A mark is a double line: one of the two is seen on the felt, one on a card.
    for name, mark in (("glow", theme.glow), ("focus", theme.focus)):
        told = f"neither {name} nor shade stands out on"
        assert max(contrast(mark, felt), contrast(theme.shade, felt)) >= 3, f"{told} felt"
        assert max(contrast(mark, WHITE), contrast(theme.shade, WHITE)) >= 3, f"{told} a card"
    assert contrast(theme.slot, theme.panel) >= 3, "slot on panel: the thumb of the scroll bar"
    assert contrast(theme.focus, theme.bar) >= 3, "focus on bar"
    assert contrast(theme.focus, theme.panel) >= 3, "focus on panel"


def extremes(picture: pygame.Surface, rect: pygame.Rect) -> float:
    """The contrast between the lightest and the darkest pixel of a part of a picture."""
    area = rect.clip(picture.get_rect())
    pixels = pygame.image.tobytes(picture.subsurface(area), "RGBX")
    colours = [
        tuple(pixel.to_bytes(4, sys.byteorder)[:3]) for pixel in set(memoryview(pixels).cast("I"))
    ]
    light = [luminance(colour) for colour in colours]
    return (max(light) + 0.05) / (min(light) + 0.05)


@pytest.mark.parametrize("look", a_few(LOOKS, 2, "words", always=["1993"]))
def test_words_on_the_screen_stand_out(look: str, stage: Callable[..., Stage]) -> None:
    shown = stage(size=(800, 600))
    shown.settings.look = look
    shown.app.kit.settle_look()
    shown.app.director.scene.restyle()
    for key, parts in (("F8", 3), ("?", 5), ("F6", 1), ("F2", 1)):
        shown.key(key)
        panel = shown.app.director.panel
        assert panel
        for _ in range(parts):
            shown.app.paint()
            picture = shown.app.window.surface
            for item in panel.page.items:
                # A line that is still empty keeps its place, and has nothing to be read.
                words = isinstance(item, Words) and item.text
                if words and panel._view.contains(item.rect.inflate(0, 60)):
                    assert extremes(picture, item.rect.inflate(0, -2)) >= 4.5, item.text
            for control in panel.page.controls.items:
                if panel._view.contains(control.rect.inflate(0, 60)):
                    assert extremes(picture, control.rect.inflate(-8, -8)) >= 4.5, control.label
            shown.key("right")
        shown.key("escape")
    shown.app.paint()
    title = pygame.Rect(60, 10, 90, 24)
    assert extremes(shown.app.window.surface, title) >= 4.5
