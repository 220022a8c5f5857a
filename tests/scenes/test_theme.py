"""Every look can be read: contrasts by WCAG's formula, out of the themes themselves."""

from __future__ import annotations

import pytest

from game.settings import BACKS, DECKS, LOOKS
from scenes import decks
from scenes.theme import THEMES, Theme
from tests.scenes.contrast import contrast

WHITE = (255, 255, 255)


def felt_seen(theme: Theme) -> tuple[int, int, int]:
    """The felt as the eye has it: the mean of its dots."""
    if theme.grain is None:
        return theme.felt
    return tuple((a + b) // 2 for a, b in zip(theme.felt, theme.grain, strict=True))  # type: ignore[return-value]


def test_the_settings_know_every_look_deck_and_back() -> None:
    assert tuple(THEMES) == LOOKS
    assert decks.DECKS == DECKS
    assert {back for deck in DECKS for back in decks.backs_of(deck)} | {""} == set(BACKS)


@pytest.mark.parametrize("look", LOOKS)
def test_text_stands_out_from_its_ground(look: str) -> None:
    theme = THEMES[look]
    pairs = [
        *((theme.ink, ground) for ground in (theme.bar, theme.panel, theme.button, theme.hover)),
        *((theme.faint, ground) for ground in (theme.panel, theme.button)),
        *((theme.accent, ground) for ground in (theme.panel, theme.button, theme.hover)),
        (theme.on_accent, theme.accent),
        (theme.title, theme.panel if theme.grain else theme.felt),
        (theme.motto, theme.panel if theme.grain else theme.felt),
        (theme.mark, felt_seen(theme)),
    ]
    for text, ground in pairs:
        assert contrast(text, ground) >= 4.5, (text, ground, contrast(text, ground))


@pytest.mark.parametrize("look", LOOKS)
def test_marks_stand_out_from_felt_and_cards(look: str) -> None:
    theme = THEMES[look]
    felt = felt_seen(theme)
    assert contrast(theme.slot, felt) >= 3 or look == "1993"
    # A mark is a double line: one of the two is seen on the felt, one on a card.
    for mark in (theme.glow, theme.focus):
        assert max(contrast(mark, felt), contrast(theme.shade, felt)) >= 3
        assert max(contrast(mark, WHITE), contrast(theme.shade, WHITE)) >= 3
    assert contrast(theme.focus, theme.bar) >= 3
    assert contrast(theme.focus, theme.panel) >= 3
