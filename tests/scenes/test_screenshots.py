"""The pictures of README and manual are those of the program, and show cards."""

from __future__ import annotations

import pygame
import pytest

from tests.scenes.fitting import contrast
from tests.screenshots import FOLDER, SHOTS, take


@pytest.mark.parametrize("name", SHOTS)
def test_a_screenshot_shows_cards(name: str) -> None:
    picture = take(SHOTS[name])
    assert picture.get_size() == pygame.image.load(FOLDER / f"{name}.png").get_size()
    width, height = picture.get_size()
    dots = [picture.get_at((x, y))[:3] for x in range(0, width, 3) for y in range(0, height, 3)]
    light = sum(contrast(dot, (255, 255, 255)) < 1.25 for dot in dots)
    assert 0.02 < light / len(dots) < 0.9, "no cards, or nothing else"
    assert max(map(dots.count, set(dots))) < 0.9 * len(dots), "hardly anything but the felt"
