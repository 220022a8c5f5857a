"""Scenes and panels that are left release their pictures at once."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from functools import partial

import pygame
import pytest

from game.player.settings import Speed
from game.rules.registry import CANFIELD, VIERFREI
from scenes.kit.commands import Command
from tests.scenes.stage import Stage, Start

SIZE = (900, 600)
ROUNDS = 4
SPARE = 200_000
"""The number of bytes that newly cached words and icons may take in one round."""


@pytest.fixture(autouse=True)
def without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def surfaces_of(holder: object) -> Iterator[pygame.Surface]:
    for one in gc.get_referents(holder):
        # Some objects of other tests raise an error when asked for ``__class__``.
        if issubclass(type(one), pygame.Surface):
            yield one
        elif not gc.is_tracked(one):
            # The collector doesn't track a dict that contains nothing but surfaces.
            yield from surfaces_of(one)


def picture_bytes() -> int:
    """Return the size in bytes of all surfaces still referenced."""
    held = {id(one): one for holder in gc.get_objects() for one in surfaces_of(holder)}
    return sum(one.get_width() * one.get_height() * one.get_bytesize() for one in held.values())


def show(on: Stage, *steps: str | Callable[[], object]) -> None:
    """Press or call each of ``steps``; show some frames after each."""
    for step in steps:
        step() if callable(step) else on.key(step)
        for _ in range(8):
            on.app.advance(0.04)
            on.app.paint()


WAYS = {  # From the table and back.
    "review": ["F7", "Escape"],
    "menu": ["Escape", "play"],
    "lesson": ["learn", "Escape"],
    "puzzle": ["chances", "Return", "play"],
    "panels": ["F2", "F2", "F6", "F6", "F8", "F8", "?", "?"],
}


@pytest.mark.parametrize(("game", "speed"), [(VIERFREI, Speed.OFF), (CANFIELD, Speed.NORMAL)])
@pytest.mark.parametrize("way", WAYS)
def test_leaving_a_scene_or_panel_frees_its_pictures(
    stage: Start, game: str, speed: Speed, way: str
) -> None:
    on = stage(game=game, deal=617, size=SIZE, speed=speed, real_solver=True)
    director = on.app.director
    acts = {
        "play": partial(director.play, game),
        "learn": partial(director.learn, game),
        "chances": partial(director.run, Command.CHANCES),
    }
    show(on)
    found = list[int]()
    for _ in range(ROUNDS + 6):
        show(on, *(acts.get(step, step) for step in WAYS[way]))
        assert director.table is not None and director.panel is None
        found.append(picture_bytes())
    # A busy machine sharpens and frees pictures a little later, so no single round counts.
    assert min(found[-3:]) - max(found[:3]) < SPARE * ROUNDS
