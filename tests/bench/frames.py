"""The time that it takes to draw and present a frame.

``python -m tests.bench.frames WIDTH HEIGHT`` prints it for one size of window, in milliseconds. It
needs a display.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from contextlib import closing

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"

import pygame

from game.core.cards import PACK
from game.core.state import columns
from game.rules.notation import parse_board
from game.rules.registry import VIERFREI, Deal
from scenes.app.app import App
from scenes.app.start import StartOptions, begin
from scenes.table.table_scene import TableScene
from tests.bench.figures import Figure
from tests.bench.screen import Screen, home
from tests.house import ROOT

LIMITS = {(1280, 800): 4.0, (1920, 1080): 6.0, (3840, 2160): 16.0}
"""The time limit for a frame, in milliseconds, by window size."""
RUN = "KC QD JC TH 9S 8H"
"""The run that is dragged. All of it can move at once."""
ROUNDS = 5
FRAMES = 240
STEP = 1 / 120


def run() -> list[Figure]:
    found = list[Figure]()
    with closing(Screen((4000, 2400))) as shown:
        for (width, height), most in LIMITS.items():
            command = [sys.executable, "-m", "tests.bench.frames", str(width), str(height)]
            with home(shown) as env:
                taken = float(subprocess.check_output(command, cwd=ROOT, env=env).split()[-1])
            found.append(Figure(f"a frame, {width}x{height}, p99", taken, "ms", most))
    return found


def measured(size: tuple[int, int]) -> float:
    """Return the 99th percentile of frame times, in milliseconds.

    Drags and flights are measured separately, in several rounds, and only the fastest round of
    each counts. The slower of the two results is returned.
    """
    others = [str(card) for card in PACK if str(card) not in RUN.split()]
    rows = [f"{others.pop()} {RUN}", *(" ".join(others[n::6]) for n in range(6)), ":"]
    deal = Deal(VIERFREI, board=parse_board("\n".join(rows)))
    app = begin(StartOptions(VIERFREI, deal, size=size, fullscreen=False))
    until = time.perf_counter() + 1.0
    while time.perf_counter() < until:
        for event in pygame.event.get():
            app.handle(event)
        app.advance(0.01)
        _frame(app)
        time.sleep(0.01)
    rounds = [(_drag(app), _fly(app)) for _ in range(ROUNDS)]
    app.close()
    found = [[statistics.quantiles(times, n=100)[98] for times in one] for one in rounds]
    drags, flights = zip(*found, strict=True)
    return float(max(min(drags), min(flights)))


def _table(app: App) -> TableScene:
    assert app.director.table is not None
    return app.director.table


def _frame(app: App) -> list[float]:
    if not app.dirty:
        return []
    start = time.perf_counter()
    app.paint()
    app.window.flip()
    return [(time.perf_counter() - start) * 1000]


def _mouse(app: App, kind: int, at: tuple[int, int]) -> None:
    if kind == pygame.MOUSEMOTION:
        event = pygame.Event(kind, pos=at, rel=(0, 0), buttons=(1, 0, 0), touch=False)
    else:
        event = pygame.Event(kind, pos=at, button=1, touch=False)
    app.handle(event)


def _take(app: App, count: int) -> None:
    table = _table(app)
    pile = columns(8)[0]
    cards = len(table.state[pile])
    x, y = table.layout.place(pile, cards - count, cards)
    at = x + table.layout.card[0] // 2, y + table.layout.card[1] // 12
    _mouse(app, pygame.MOUSEBUTTONDOWN, at)
    _mouse(app, pygame.MOUSEMOTION, (at[0] + 40, at[1]))
    held = table.hand.held
    assert held is not None and held.count == count


def _drag(app: App) -> list[float]:
    _take(app, 6)
    width, height = app.window.size
    times = list[float]()
    for turn in range(FRAMES):
        # Back and forth over the whole table, at the speed of a quick hand.
        x = width // 8 + abs((turn * width // 60) % (3 * width // 2) - 3 * width // 4)
        y = height // 8 + abs((turn * height // 80) % height - height // 2)
        _mouse(app, pygame.MOUSEMOTION, (x, y))
        app.advance(STEP)
        times += _frame(app)
    _mouse(app, pygame.MOUSEBUTTONUP, (x, 1))
    _rest(app)
    return times


def _fly(app: App) -> list[float]:
    """Return the frame times while five cards fly back after a refused drop."""
    times = list[float]()
    while len(times) < FRAMES:
        _take(app, 5)
        at = app.window.size[0] * 3 // 4, app.window.size[1] // 2
        _mouse(app, pygame.MOUSEMOTION, at)
        _frame(app)
        _mouse(app, pygame.MOUSEBUTTONUP, (at[0], 1))
        while len(_table(app).animator.in_flight) == 5:
            app.advance(STEP)
            times += _frame(app)
        _rest(app)
    return times


def _rest(app: App) -> None:
    for _ in range(90):
        app.advance(STEP)
    _frame(app)


if __name__ == "__main__":
    print(measured((int(sys.argv[1]), int(sys.argv[2]))))
