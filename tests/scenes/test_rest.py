"""Tests of how long the program sleeps between frames."""

from __future__ import annotations

import math
import threading
import time

import pygame
import pytest

from game.player.settings import Speed
from scenes.app import app
from scenes.app.app import STEP
from scenes.kit.services import NEWS, call_in_loop
from tests.each import while_
from tests.scenes.oracle import WORK
from tests.scenes.stage import CTRL, Stage


class FakeClock:
    """A clock that advances only in ``sleep``. ``events`` are the times of inputs."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []
        self.events: list[float] = []

    def perf_counter(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def peek(self, kinds: object = None) -> bool:
        return kinds is None and any(at <= self.now for at in self.events)

    def rest(self, on: Stage) -> float:
        """Let the program sleep between two frames, and return how long it slept."""
        before = self.now
        self.slept.clear()
        on.app._rest()
        on.app.advance(self.now - before)
        return self.now - before


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    found = FakeClock()
    monkeypatch.setattr(app, "time", found)
    monkeypatch.setattr(pygame.event, "peek", found.peek)
    return found


def test_the_loop_sleeps_briefly_after_an_input_and_until_the_next(
    on: Stage, clock: FakeClock
) -> None:
    on.move((10, 10))
    assert clock.rest(on) < 0.005
    on.wait(1.5)
    assert clock.rest(on) < 0.005
    on.wait(1)
    assert clock.rest(on) == pytest.approx(0.5, abs=STEP)
    assert max(clock.slept) < 0.040, "the first input after a long rest is answered within 40 ms"
    clock.events = [clock.now + 0.1]
    assert clock.rest(on) == pytest.approx(0.12, abs=0.021)


def test_the_loop_sleeps_step_by_step_while_something_moves(on: Stage, clock: FakeClock) -> None:
    def rests() -> float:
        on.app._since_input = 60
        return clock.rest(on)

    assert on.table.seconds_until_change == math.inf, "the clock stands before the first action"
    on.down("right")
    assert rests() == pytest.approx(STEP)
    on.up("right")
    assert rests() > 0.4
    on.settings.speed = Speed.NORMAL
    on.key("F8")
    on.app.paint()
    assert rests() == pytest.approx(STEP), "a panel on its way"
    on.wait(0.3)
    assert rests() > 0.4
    on.key("F8")
    on.settings.speed = Speed.SLOW
    on.type("58")
    seen = set[tuple[float, float]]()
    card = on.table.groups.sprites[on.state[on.pile("8")][-1]]
    for _ in while_(lambda: on.table.moving):
        assert rests() == pytest.approx(STEP)
        seen.add((card.x, card.y))
    assert len(seen) > 20


def test_the_small_window_does_not_poll_the_solver(on: Stage, clock: FakeClock) -> None:
    on.oracle.weighing, on.oracle.job = True, WORK
    on.wait(10)
    assert clock.rest(on) == pytest.approx(STEP), "an answer is shown at once"
    on.key("F9")
    on.wait(10)
    assert clock.rest(on) > 0.4, "answers are taken in by the table, which rests"


def test_the_loop_sleeps_until_the_clock_ticks_losing_no_time(on: Stage, clock: FakeClock) -> None:
    on.type("1a")
    on.wait(10)
    on.session.info.seconds = 7.4999999
    on.app.advance(STEP)
    rests = list[float]()
    while on.session.info.seconds < 8 and len(rests) < 100:
        rests.append(clock.rest(on))
    assert sum(rests) == pytest.approx(0.5, abs=2 * STEP)
    assert len(rests) <= 3, "woken although no step was due yet"
    before, began = on.session.info.seconds, clock.now
    for _ in range(100):
        clock.rest(on)
    passed = clock.now - began
    assert 25 < passed == pytest.approx(on.session.info.seconds - before, abs=2 * STEP)


def test_a_call_from_another_thread_wakes_the_loop(
    on: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame.event.clear()
    on.wait(3)
    monkeypatch.setattr(app, "_LONGEST_REST", 20.0)
    called = list[str]()
    thread = threading.Timer(0.05, call_in_loop, [lambda: called.append("news")])
    begun = time.perf_counter()
    thread.start()
    on.app._rest()
    assert time.perf_counter() - begun < 10
    for event in pygame.event.get(NEWS):
        on.app.handle(event)
    assert called == ["news"]


def test_only_frames_after_an_input_open_the_sound_device(
    on: Stage, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = list[bool]()
    monkeypatch.setattr(on.kit.sounds, "start", lambda: opened.append(True))
    monkeypatch.setattr(pygame.event, "get", list)
    monkeypatch.setattr(on.app, "connect_readers", lambda: None)
    monkeypatch.setattr(on.app, "_rest", on.app.end)
    on.wait(10)
    for moves in (False, True):
        if moves:
            on.move((10, 10))
        on.table.invalidate()
        on.app.running = True
        on.app.loop()
        assert bool(opened) is moves, "not after a tick of the clock"


def frames(on: Stage, seconds: float) -> None:
    """Advance the time step by step, painting when needed."""
    for _ in range(round(seconds / STEP)):
        on.app.advance(STEP)
        if on.app.dirty:
            on.app.paint()


def test_the_bar_shows_each_second_and_slow_clicks_are_no_double_click(on: Stage) -> None:
    frames(on, 1.07)
    for apart, sent in ((0.5, False), (0.5, False), (0.3, True)):
        on.click(on.at("5"))
        frames(on, apart)
        on.click(on.at("5"))
        assert bool(on.actions) is sent
    shown = set()
    for _ in range(3):
        frames(on, 1)
        shown.add(on.picture(on.table.bar.rect))
    assert len(shown) == 3


@pytest.mark.parametrize("every", [1, 4], ids=["each frame", "now and then"])
def test_messages_go_and_tips_come_in_time_while_the_mouse_moves(on: Stage, every: int) -> None:
    on.key("z", CTRL)
    on.table.tell("Told")
    for turn in range(round(4.5 / STEP)):
        if turn % every == 0:
            on.move((200 + turn // every % 2, 500))
        frames(on, STEP)
        assert on.message == "Told" or turn * STEP >= 3.8
    assert not on.message
    on.move(on.table.bar.controls.items[0].rect.center)
    frames(on, 0.4)
    assert on.table.tip.control and not on.table.tip.is_visible
    frames(on, 0.15)
    assert on.table.tip.is_visible and not on.app.dirty


def test_an_animation_after_a_rest_starts_at_its_start(on: Stage) -> None:
    where = set()
    for rest in (0.0, 1.0, 1.06):
        on.settings.speed = Speed.SLOW
        frames(on, 3 + rest)
        on.table.play(on.parse("58"))
        card = on.table.groups.sprites[on.state[on.pile("8")][-1]]
        frames(on, 0.1)
        where.add((round(card.x, 6), round(card.y, 6)))
        on.settings.speed = Speed.OFF
        on.table.undo(whole=True)
    assert len(where) == 1 and on.at("8") not in where
