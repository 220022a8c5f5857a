"""The lesson's sentences stand beside what they speak of: in every language, at every size."""

from __future__ import annotations

import pytest
from pygame import Rect

from game.rules.registry import games
from game.support.texts import languages, texts
from tests.scenes.stage import Stage, Start
from tests.scenes.test_foot import painted
from tests.scenes.test_lesson import begun, by_acts
from tests.seed import a_few

WINDOWS = [(480, 300), (600, 1400), (640, 480), (700, 1000), (3840, 2160)]


@pytest.mark.parametrize("size", a_few(WINDOWS, 2, "lesson", always=WINDOWS[:2]))
@pytest.mark.parametrize("game", games())
def test_every_sentence_stands_beside_what_is_marked(
    game: str, size: tuple[int, int], stage: Start
) -> None:
    """In every language: whole, in the window, near the marked cards or button, and over neither
    them nor the buttons."""
    on = stage(game=None, size=size)
    for language in languages():
        texts.use(language)
        scene = begun(on, game)
        for _ in scene.course.lesson.steps:
            for _ in scene.course.step.tasks:
                on.app.paint()
                rect = bubble(on)
                spot = scene._marked()
                assert Rect((0, 0), size).contains(rect) and rect.top >= scene.layout.top
                assert rect.collidelist(list(spot.clear)) < 0, (language, scene.progress)
                assert not rect.colliderect(scene.strip.rect)
                far = rect.inflate(*[4 * scene.layout.card[1]] * 2)
                assert far.colliderect(spot.at), (language, scene.progress)
                by_acts(on, scene)
                on.settle()
            on.wait(1.2)
        assert scene.course.over
        on.app.paint()
        assert bubble(on).collidelist([*scene._marked().clear, scene.strip.rect]) < 0


def bubble(on: Stage) -> Rect:
    """What the sentence covers in a new picture."""
    assert on.line == on.table.strip.now.words
    return painted(on)[-1]
