"""What is left lets go of its pictures at once: no search for garbage has to find them first."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator

import pygame
import pytest

from game.player.settings import Speed
from game.rules.registry import CANFIELD, VIERFREI
from scenes.kit.commands import Command
from tests.scenes.stage import Stage, Start

SIZE = (900, 600)
ROUNDS = 6
SPARE = 200_000
"""Bytes by which pictures may grow in a round all the same: texts and signs are cached."""


@pytest.fixture(autouse=True)
def without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def held_by(holder: object) -> Iterator[pygame.Surface]:
    for one in gc.get_referents(holder):
        if isinstance(one, pygame.Surface):
            yield one
        elif not gc.is_tracked(one):
            # The collector leaves out a dict of nothing but surfaces, until one more is added.
            yield from held_by(one)


def pictures() -> int:
    """Return the bytes of all surfaces that anything holds."""
    held = {id(one): one for holder in gc.get_objects() for one in held_by(holder)}
    return sum(one.get_width() * one.get_height() * one.get_bytesize() for one in held.values())


def watched(on: Stage, frames: int = 15) -> None:
    for _ in range(frames):
        on.app.advance(0.02)
        on.app.paint()


def review(on: Stage) -> None:
    on.key("F7")
    watched(on)
    assert on.review
    on.key("Escape")
    watched(on)


def menu(on: Stage) -> None:
    game = on.app.director.game
    on.key("Escape")
    watched(on)
    assert on.app.director.table is None
    on.app.director.play(game)
    watched(on)


def lesson(on: Stage) -> None:
    on.app.director.learn(on.app.director.game)
    watched(on)
    on.key("Escape")
    watched(on)


def puzzle(on: Stage) -> None:
    game = on.app.director.game
    on.app.director.run(Command.CHANCES)
    watched(on)
    on.key("Return")
    watched(on)
    on.app.director.play(game)
    watched(on)


def panels(on: Stage) -> None:
    for key in ("F2", "F6", "F8", "?"):
        on.key(key)
        watched(on)
        on.key(key)
        watched(on)


def hasty_panels(on: Stage) -> None:
    """Closed before they have arrived."""
    for key in ("F6", "?"):
        on.key(key)
        watched(on, 2)
        on.key(key)
        watched(on)


@pytest.mark.parametrize("speed", [Speed.OFF, Speed.NORMAL])
@pytest.mark.parametrize("game", [VIERFREI, CANFIELD])
@pytest.mark.parametrize("going", [review, menu, lesson, puzzle, panels, hasty_panels])
def test_going_to_and_fro_keeps_no_pictures(
    stage: Start, game: str, speed: Speed, going: Callable[[Stage], None]
) -> None:
    on = stage(game=game, deal=617, size=SIZE, speed=speed)
    watched(on)
    found = list[int]()
    for _ in range(ROUNDS + 6):
        going(on)
        found.append(pictures())
    # Faces may be made sharp a little later on a busy machine, and a picture let go of a little
    # later: not each single round counts.
    assert min(found[-3:]) - max(found[:3]) < SPARE * ROUNDS
