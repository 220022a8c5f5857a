"""Scenes and panels that are left release their pictures at once, without the garbage collector."""

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
"""The bytes by which pictures may grow in a round, as texts and icons are cached."""


@pytest.fixture(autouse=True)
def without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def surfaces_of(holder: object) -> Iterator[pygame.Surface]:
    for one in gc.get_referents(holder):
        if isinstance(one, pygame.Surface):
            yield one
        elif not gc.is_tracked(one):
            # The collector doesn't track a dict of surfaces only, until one more is added.
            yield from surfaces_of(one)


def picture_bytes() -> int:
    """Return the total size in bytes of all surfaces that are still referenced."""
    held = {id(one): one for holder in gc.get_objects() for one in surfaces_of(holder)}
    return sum(one.get_width() * one.get_height() * one.get_bytesize() for one in held.values())


def run_frames(on: Stage, frames: int = 15) -> None:
    for _ in range(frames):
        on.app.advance(0.02)
        on.app.paint()


def review(on: Stage) -> None:
    on.key("F7")
    run_frames(on)
    assert on.review
    on.key("Escape")
    run_frames(on)


def menu(on: Stage) -> None:
    game = on.app.director.game
    on.key("Escape")
    run_frames(on)
    assert on.app.director.table is None
    on.app.director.play(game)
    run_frames(on)


def lesson(on: Stage) -> None:
    on.app.director.learn(on.app.director.game)
    run_frames(on)
    on.key("Escape")
    run_frames(on)


def puzzle(on: Stage) -> None:
    game = on.app.director.game
    on.app.director.run(Command.CHANCES)
    run_frames(on)
    on.key("Return")
    run_frames(on)
    on.app.director.play(game)
    run_frames(on)


def panels(on: Stage) -> None:
    for key in ("F2", "F6", "F8", "?"):
        for _ in range(2):
            on.key(key)
            run_frames(on)


def closed_early(on: Stage) -> None:
    """Close panels before they have slid in completely."""
    for key in ("F6", "?"):
        for frames in (2, 15):
            on.key(key)
            run_frames(on, frames)


@pytest.mark.parametrize("speed", [Speed.OFF, Speed.NORMAL])
@pytest.mark.parametrize("game", [VIERFREI, CANFIELD])
@pytest.mark.parametrize("going", [review, menu, lesson, puzzle, panels, closed_early])
def test_leaving_a_scene_or_panel_frees_its_pictures(
    stage: Start, game: str, speed: Speed, going: Callable[[Stage], None]
) -> None:
    on = stage(game=game, deal=617, size=SIZE, speed=speed, real_solver=True)
    run_frames(on)
    found = list[int]()
    for _ in range(ROUNDS + 6):
        going(on)
        found.append(picture_bytes())
    # On a busy machine faces are sharpened and pictures freed a little later: no single round
    # counts.
    assert min(found[-3:]) - max(found[:3]) < SPARE * ROUNDS
