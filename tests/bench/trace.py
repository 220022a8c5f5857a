"""How far one event goes: the project's files, calls and depth of calls that it passes.

Counted on a stage without a screen, from the program's ``handle`` on, so the figures are the same
on every machine. A picture is not part of it: it comes later, and once for all events.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import FrameType

import pygame

from scenes.kit.announce import Announcer
from tests.bench.figures import Figure
from tests.scenes.stage import Stage, key_event

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tuple(f"{ROOT / layer}/" for layer in ("game", "scenes"))
TICK = 1 / 120


@dataclass(slots=True)
class Trace:
    """What was passed. ``depth`` counts only the project's own functions among those that are
    called one within the other."""

    files: set[str] = field(default_factory=set)
    calls: int = 0
    depth: int = 0


def traced(work: Callable[[], object]) -> Trace:
    """Return the trace of ``work`` through the project's files."""
    found, now = Trace(), 0

    def watch(frame: FrameType, event: str, _: object) -> None:
        nonlocal now
        if not frame.f_code.co_filename.startswith(PROJECT):
            return
        if event == "call":
            now += 1
            found.calls += 1
            found.depth = max(found.depth, now)
            found.files.add(frame.f_code.co_filename)
        elif event == "return":
            now -= 1

    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found


def _click(stage: Stage, at: tuple[int, int]) -> Trace:
    """Press and release, with a pointer that is already there."""
    stage.move(at)
    stage.wait(1.0)
    common = {"pos": at, "button": 1, "touch": False, "window": None}
    events = [pygame.Event(kind, common) for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)]
    return traced(lambda: [stage.app.handle(event) for event in events])


@contextmanager
def _stage() -> Iterator[Stage]:
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder))
        # Nobody listens, as with most players.
        stage.kit.announcer = Announcer()
        try:
            yield stage
        finally:
            stage.drop()


def _warm_up() -> None:
    """Play another game until what is built on first use is there."""
    with _stage() as stage:
        for source, target in pairwise(("5", "a", "b", "a", "b")):
            _click(stage, stage.at(source))
            _click(stage, stage.at(target))


def traces() -> dict[str, Trace]:
    """Return the traces of what a player does most, each on a table at rest."""
    found: dict[str, Trace] = {}
    _warm_up()
    with _stage() as stage:
        _click(stage, stage.at("1"))
        _click(stage, stage.at("a"))
        found["a click that takes a card up"] = _click(stage, stage.at("5"))
        found["a click that lays it down"] = _click(stage, stage.at("8"))
        found["the tick after that"] = traced(lambda: stage.app.advance(TICK))
        stage.wait(1.2)
        stage.app.paint()
        found["a tick after a picture"] = traced(lambda: stage.app.advance(TICK))
        found["an empty tick"] = traced(lambda: stage.app.advance(TICK))
        undo = key_event("z", pygame.KMOD_LCTRL)
        found["an undo"] = traced(lambda: stage.app.handle(undo))
        review = key_event("F7")
        for _ in "to", "back":
            stage.app.handle(review)
            stage.app.paint()
        found["F7, to the review"] = traced(lambda: stage.app.handle(review))
    return found


LIMITS = {
    "a click that takes a card up": (15, 10),
    "a click that lays it down": (15, 10),
    "the tick after that": (47, 12),
    "an empty tick": (5, 5),
    "an undo": (23, 14),
    "F7, to the review": (78, 20),
}
"""The most files, and the greatest depth."""


def run() -> list[Figure]:
    figures = []
    for name, trace in traces().items():
        files, depth = LIMITS.get(name, (None, None))
        figures.append(Figure(f"{name}: files", len(trace.files), "", files, scales=False))
        figures.append(Figure(f"{name}: depth", trace.depth, "", depth, scales=False))
        figures.append(Figure(f"{name}: calls", trace.calls, "", scales=False))
    return figures


if __name__ == "__main__":
    for what, trace in traces().items():
        print(f"{what}: {len(trace.files)} files, depth {trace.depth}, {trace.calls} calls")
        if "-v" in sys.argv:
            for file in sorted(trace.files):
                print("   ", Path(file).relative_to(ROOT))
