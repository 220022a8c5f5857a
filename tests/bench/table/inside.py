"""Measurements within the program: ``python -m tests.bench.table.inside PART WIDTH HEIGHT``.

Prints one JSON object. Times are in milliseconds, and those that the host disturbed are left out.
Needs a display.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import sys
import threading
import time
from collections.abc import Callable, Sequence

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"

from unittest import mock

import pygame

from game.core.cards import PACK
from game.core.state import columns
from game.rules.notation import parse_board
from game.rules.registry import VIERFREI, Deal, numbered
from scenes.app.app import App
from scenes.app.start import StartOptions, begin
from scenes.table.table_scene import TableScene
from tests.bench.figures import stolen
from tests.bench.table.screen import Mouse

RUN = "KC QD JC TH 9S 8H"
"""The run that is dragged. One column and four cells are free for it."""
ROUNDS = 5
FRAMES = 240
STEP = 1 / 120


def _deal() -> Deal:
    others = [str(card) for card in PACK if str(card) not in RUN.split()]
    rows = [f"{others.pop()} {RUN}", *(" ".join(others[n::6]) for n in range(6)), ":"]
    return Deal(VIERFREI, board=parse_board("\n".join(rows)))


def open_app(size: tuple[int, int], deal: Deal) -> App:
    """Open the program in a window of ``size`` and let it settle."""
    app = begin(StartOptions(VIERFREI, deal, size=size, fullscreen=False))
    until = time.perf_counter() + 1.0
    while time.perf_counter() < until:
        for event in pygame.event.get():
            app.handle(event)
        app.advance(0.01)
        if app.dirty:
            app.paint()
            app.present()
        time.sleep(0.01)
    return app


def table_of(app: App) -> TableScene:
    assert app.director.table is not None
    return app.director.table


def share(times: Sequence[float], of_hundred: int) -> float:
    """Return the time that is not exceeded by ``of_hundred`` percent of ``times``."""
    return statistics.quantiles(times, n=100)[of_hundred - 1]


# -- frames ------------------------------------------------------------------------------------


def _frame(app: App) -> list[float]:
    """Draw and present one frame; return a list of the time it took.

    The list is empty if nothing had changed, or if the host did something else in the meantime.
    """
    if not app.dirty:
        return []
    before = stolen()
    start = time.perf_counter()
    app.paint()
    app.present()
    taken = (time.perf_counter() - start) * 1000
    return [taken] if stolen() == before else []


def _mouse(app: App, kind: int, at: tuple[int, int], down: bool = True) -> None:
    if kind == pygame.MOUSEMOTION:
        event = pygame.Event(kind, pos=at, rel=(0, 0), buttons=(int(down), 0, 0), touch=False)
    else:
        event = pygame.Event(kind, pos=at, button=1, touch=False)
    app.handle(event)


def _take(app: App, count: int) -> tuple[int, int]:
    """Press on a run of ``count`` cards at the end of the first column and begin to drag it; return
    the mouse's position."""
    table = table_of(app)
    pile = columns(8)[0]
    cards = len(table.state[pile])
    x, y = table.layout.place(pile, cards - count, cards)
    at = x + table.layout.card[0] // 2, y + table.layout.card[1] // 12
    _mouse(app, pygame.MOUSEBUTTONDOWN, at)
    at = at[0] + 40, at[1]
    _mouse(app, pygame.MOUSEMOTION, at)
    held = table.hand.held
    assert held is not None and held.count == count
    return at


def _drag(app: App) -> list[float]:
    """Return the times of the frames while a run of six cards is dragged about."""
    x, y = _take(app, 6)
    width, height = app.size
    times = []
    for turn in range(FRAMES):
        # Over the whole table and back, at the pace of a fast hand.
        x = width // 8 + abs((turn * width // 60) % (3 * width // 2) - 3 * width // 4)
        y = height // 8 + abs((turn * height // 80) % height - height // 2)
        _mouse(app, pygame.MOUSEMOTION, (x, y))
        app.advance(STEP)
        times += _frame(app)
    _mouse(app, pygame.MOUSEBUTTONUP, (x, 1), False)
    _rest(app)
    return times


def _fly(app: App) -> list[float]:
    """Return the times of the frames while five cards fly back from a pile that refused them."""
    times: list[float] = []
    table = table_of(app)
    while len(times) < FRAMES:
        _take(app, 5)
        at = app.size[0] * 3 // 4, app.size[1] // 2
        _mouse(app, pygame.MOUSEMOTION, at)
        _frame(app)
        _mouse(app, pygame.MOUSEBUTTONUP, (at[0], 1), False)
        while len(table.animator.in_flight) == 5:
            app.advance(STEP)
            times += _frame(app)
        _rest(app)
    return times


def _rest(app: App) -> None:
    """Wait until everything has come to rest."""
    for _ in range(90):
        app.advance(STEP)
    _frame(app)


def frames(size: tuple[int, int]) -> dict[str, float]:
    """Return the time that 99 of 100 frames do not exceed, for drags and for flights, each in its
    quietest round."""
    app = open_app(size, _deal())
    rounds = [(_drag(app), _fly(app)) for _ in range(ROUNDS)]
    app.close()
    drags, flights = zip(*rounds, strict=True)
    return {
        "drag": min(share(times, 99) for times in drags),
        "fly": min(share(times, 99) for times in flights),
    }


# -- the loop ----------------------------------------------------------------------------------


class Watched:
    """Runs the program's loop while a thread of the benchmark plays, and notes the time of each
    frame."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.flips: list[float] = []
        self.answered: list[float] = []
        """The times when the pictures that followed a mouse motion were shown."""
        self._motion = False
        self._flip, self._handle = app.window.flip, app.handle
        mock.patch.object(app.window, "flip", self._watched_flip).start()
        mock.patch.object(app, "handle", self._watched_handle).start()

    def _watched_handle(self, event: pygame.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            self._motion = True
        self._handle(event)

    def _watched_flip(self) -> None:
        self._flip()
        self.flips.append(time.perf_counter())
        if self._motion:
            self.answered.append(self.flips[-1])
            self._motion = False

    def play(self, player: Callable[[], None]) -> None:
        """Run the loop until ``player``, in a thread of its own, has returned."""

        def work() -> None:
            try:
                player()
            finally:
                self.app.running = False

        thread = threading.Thread(target=work)
        thread.start()
        self.app.loop()
        thread.join()

    def rested(self, seconds: float) -> None:
        """Make the program believe that there was no input for ``seconds``."""
        self.app._since_input = seconds


def answers(size: tuple[int, int]) -> dict[str, float]:
    """Return the times from a mouse motion to the picture that shows it, during a drag and after a
    rest."""
    app = open_app(size, numbered(VIERFREI, 617))
    watched, mouse, dice = Watched(app), Mouse(), random.Random(1)
    left, top = app.window.place[:2]
    table = table_of(app)
    last = columns(8)[0]
    count = len(table.state[last])
    x, y = table.layout.place(last, count - 1, count)
    card = (left + x + 20, top + y + 20)
    buttons = [control.rect.center for control in table.bar.controls.items[-2:]]
    soon: list[float] = []
    late: list[float] = []

    def answer(to: tuple[int, int]) -> list[float]:
        before, host = len(watched.answered), stolen()
        start = time.perf_counter()
        mouse.move(*to)
        while len(watched.answered) == before:
            if time.perf_counter() - start > 2:
                raise TimeoutError("a motion of the mouse was never answered")
            time.sleep(0.001)
        taken = (watched.answered[-1] - start) * 1000
        return [taken] if stolen() == host else []

    def player() -> None:
        time.sleep(0.5)
        mouse.move(*card)
        time.sleep(0.1)
        mouse.button(True)
        time.sleep(0.1)
        mouse.move(card[0] + 30, card[1] + 30)
        time.sleep(0.1)
        for turn in range(200):
            time.sleep(0.02 + 0.02 * dice.random())
            soon.extend(answer((card[0] + 40 + turn, card[1] + 30 + turn % 20)))
        mouse.button(False)
        time.sleep(0.5)
        for turn in range(40):
            watched.rested(600)
            time.sleep(0.3 + 0.1 * dice.random())
            x, y = buttons[turn % 2]
            late.extend(answer((left + x, top + y)))

    watched.play(player)
    app.close()
    return {"p95": share(soon, 95), "rested": max(late)}


def rest(size: tuple[int, int]) -> dict[str, float]:
    """Return the percentage of a core that the program takes while its table is at rest, and while
    its clock ticks."""
    app = open_app(size, numbered(VIERFREI, 617))
    watched = Watched(app)
    found: dict[str, float] = {}

    def measure(name: str) -> None:
        watched.rested(600)
        time.sleep(2)
        flips, start, used = len(watched.flips), time.perf_counter(), time.process_time()
        time.sleep(30)
        found[name] = 100 * (time.process_time() - used) / (time.perf_counter() - start)
        seconds = len(watched.flips) - flips
        assert seconds in ((0,) if name == "idle" else range(28, 33)), (name, seconds)

    def player() -> None:
        measure("idle")
        for key, code in (("1", pygame.KSCAN_1), ("a", pygame.KSCAN_A)):
            values = {"key": ord(key), "unicode": key, "mod": 0, "scancode": code}
            pygame.event.post(pygame.Event(pygame.KEYDOWN, values))
        time.sleep(1)
        assert table_of(app).session.actions
        measure("ticking")

    watched.play(player)
    app.close()
    return found


def swap(size: tuple[int, int]) -> dict[str, float]:
    """Return the times from resizing the window to its first picture, and from that picture to the
    crisp one."""
    smaller = size[0] * 3 // 4, size[1] * 3 // 4
    app = open_app(smaller, numbered(VIERFREI, 617))
    watched = Watched(app)
    firsts: list[float] = []
    crisps: list[float] = []

    def settled() -> bool:
        faces = table_of(app).painter.faces
        return faces is not None and not faces.pending() and not app.dirty

    def player() -> None:
        time.sleep(1)
        for turn in range(6):
            flips = len(watched.flips)
            wanted = size if turn % 2 == 0 else smaller
            start = time.perf_counter()
            app.window._window.size = wanted
            while table_of(app).layout.size != wanted or not settled():
                if time.perf_counter() - start > 20:
                    raise TimeoutError("the faces never became crisp")
                time.sleep(0.002)
            time.sleep(0.3)
            if turn % 2 == 0:
                after = watched.flips[flips:]
                firsts.append((after[0] - start) * 1000)
                crisps.append((after[-1] - after[0]) * 1000)
            time.sleep(0.5)

    watched.play(player)
    app.close()
    return {"first": statistics.median(firsts), "crisp": statistics.median(crisps)}


PARTS: dict[str, Callable[[tuple[int, int]], dict[str, float]]] = {
    "frames": frames,
    "answers": answers,
    "rest": rest,
    "swap": swap,
}

if __name__ == "__main__":
    print(json.dumps(PARTS[sys.argv[1]]((int(sys.argv[2]), int(sys.argv[3])))))
