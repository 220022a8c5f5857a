"""The pictures of README and manual have the right size and are not empty."""

from __future__ import annotations

from collections import Counter

import pygame
import pytest

from tests.scenes.fitting import contrast
from tests.screenshots import FOLDER, SHOTS, take


def colours(picture: pygame.Surface) -> Counter[tuple[int, ...]]:
    width, height = picture.get_size()
    return Counter(
        tuple(picture.get_at((x, y)))[:3] for x in range(0, width, 3) for y in range(0, height, 3)
    )


@pytest.mark.parametrize("name", SHOTS)
def test_a_screenshot_shows_cards(name: str) -> None:
    picture = take(SHOTS[name])
    stored = pygame.image.load(FOLDER / f"{name}.png")
    assert picture.get_size() == stored.get_size()
    found = colours(picture)
    most, times = found.most_common(1)[0]
    assert times < 0.9 * found.total(), "hardly anything but the felt"
    light = sum(n for colour, n in found.items() if contrast(colour, (255, 255, 255)) < 1.25)
    assert 0.02 < light / found.total() < 0.9, "no cards, or nothing else"
    assert any(contrast(colour, most) > 4.5 for colour in found), "nothing stands out"
