"""Measures the fit and contrast of text on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from scenes.style.text import TextPainter
from scenes.style.theme import NORMAL, SMALL, Colour
from scenes.widgets.controls import Control
from scenes.widgets.panel import Panel
from tests.scenes.stage import Stage

SIZES = [(480, 300), (640, 480), (800, 600), (1280, 800), (1920, 1080), (600, 1100)]


def opened(stage: Stage, key: str) -> Panel:
    stage.key(key)
    return stage.panel


def parts(stage: Stage, panel: Panel) -> Iterator[str]:
    """Show each tab of a panel in turn, and yield its name. Without tabs, yield an empty string."""
    tabs = [tab.label for tab in panel.page.tabs.controls] if panel.page.tabs else []
    yield tabs[0] if tabs else ""
    for tab in tabs[1:]:
        stage.push(tab)
        yield tab


def overlapping(controls: Sequence[Control]) -> list[tuple[str, str]]:
    return [(a.label, b.label) for a, b in combinations(controls, 2) if a.rect.colliderect(b.rect)]


def seen_whole(control: Control, text: TextPainter, scale: float) -> bool:
    """Return whether the control's label fits without an ellipsis."""
    if control.icon and not control.named:
        return True
    small = control.picture or control.small
    size = round((SMALL if small else NORMAL) * scale)
    room = control.rect.width - round((4 if small else 8) * scale)
    return text.width(control.label, size, control.strong or control.chosen) <= room


def luminance(colour: Colour) -> float:
    """Return a colour's relative luminance, from 0 to 1."""

    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, as in WCAG 2."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
