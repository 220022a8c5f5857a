"""How the loop rests: long where nothing is due, and awake as soon as something comes in."""

from __future__ import annotations

import os
import socket
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from game.player.settings import Speed
from scenes.desktop.wakeup import BLIND_REST, Doorbell, open_sockets
from scenes.kit.clock import LONGEST_REST, STEP, Ticker, short_rest
from scenes.shell import app
from scenes.table.intents import Play, Undo
from tests.scenes.stage import CTRL, Stage, Start
from tests.scenes.test_lesson import begun, by_intents, pointed_at


def test_a_doorbell_wakes_for_what_comes_in() -> None:
    here, there = socket.socketpair()
    with here, there:
        bell = Doorbell([here.fileno()])
        threading.Timer(0.05, there.send, [b"x"]).start()
        begun = time.perf_counter()
        bell.sleep(20)
        assert time.perf_counter() - begun < 10


def test_a_socket_that_nobody_reads_is_left_out() -> None:
    here, there = socket.socketpair()
    with here, there:
        there.send(b"x")
        bell = Doorbell([here.fileno()])
        for _ in range(200):
            bell.sleep(0.001)
        assert not bell._sockets


def test_a_closed_socket_ends_the_listening() -> None:
    here, there = socket.socketpair()
    bell = Doorbell([here.fileno()])
    here.close()
    there.close()
    bell.sleep(0.001)
    assert not bell._sockets


def test_without_sockets_it_never_sleeps_long() -> None:
    begun = time.perf_counter()
    Doorbell().sleep(60)
    assert time.perf_counter() - begun < 30
    assert BLIND_REST < 0.040, "the first input after a long rest is answered within 40 ms"


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="the system does not tell")
def test_a_doorbell_is_put_at_the_sockets_that_are_opened() -> None:
    made: list[socket.socket] = []
    bell = Doorbell.around(lambda: made.extend(socket.socketpair()))
    assert bell._sockets
    assert {one.fileno() for one in made} <= open_sockets()
    for one in made:
        one.close()
    assert not Doorbell.around(lambda: None)._sockets


def test_the_loop_is_attentive_after_an_input() -> None:
    assert short_rest(60, moving=True) is not None
    assert short_rest(0.1, moving=False) is not None
    assert short_rest(60, moving=False) is None


def test_a_table_waits_for_the_clocks_next_second(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    assert stage.table.patience > 60, "the clock stands before the first action"
    stage.type("1a")
    stage.settle()
    table = stage.table
    table.desk.session.seconds = 7.25
    assert table.patience == pytest.approx(0.75)


class Slept(Doorbell):
    """Does not sleep, but keeps for how long it should have."""

    def sleep(self, seconds: float) -> None:
        self.seconds = seconds


def test_the_small_window_does_not_look_out_for_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on, bell = Stage(tmp_path), Slept()
    monkeypatch.setattr(on.app, "_doorbell", bell)
    monkeypatch.setattr(on.kit.solver, "busy", lambda: True)
    on.wait(10)
    on.app._rest(after_picture=False)
    assert bell.seconds <= 0.02, "an answer is shown at once"
    on.key("F9")
    on.wait(10)
    on.app._rest(after_picture=False)
    assert bell.seconds == LONGEST_REST, "answers are taken in by the table, which rests"
    on.drop()


def test_the_loop_sleeps_until_the_clock_ticks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on, bell = Stage(tmp_path), Slept()
    monkeypatch.setattr(on.app, "_doorbell", bell)
    on.type("1a")
    on.wait(10)
    on.session.seconds = 7.4999999
    on.app.advance(STEP)
    slept = list[float]()
    while on.session.seconds < 8 and len(slept) < 100:
        on.app._rest(after_picture=False)
        slept.append(bell.seconds)
        on.app.advance(bell.seconds + 0.0003)
    assert sum(slept) == pytest.approx(0.5, abs=2 * STEP)
    assert len(slept) <= 2, "woken although no step was due yet"
    on.drop()


def test_only_pictures_that_answer_an_input_open_the_sound_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on, opened = Stage(tmp_path), list[float]()
    monkeypatch.setattr(on.kit.sounds, "start", lambda: opened.append(on.app._since_input))
    # However slow the machine is, and whatever windows of other tests have left to be told.
    monkeypatch.setattr(app, "time", SimpleNamespace(perf_counter=float))
    monkeypatch.setattr(pygame.event, "get", list)
    monkeypatch.setattr(on.app, "_access", SimpleNamespace(serve=bool, show=dict))
    monkeypatch.setattr(on.app, "_rest", lambda *, after_picture: on.app.end())

    def picture() -> None:
        on.table.invalidate()
        on.app.running = True
        on.app.loop()

    on.wait(10)
    picture()
    assert not opened, "a tick of the clock"
    on.move((10, 10))
    picture()
    assert opened
    on.drop()


def test_the_clock_loses_nothing_while_the_loop_rests() -> None:
    ticker = Ticker()
    due = sum(ticker.steps(LONGEST_REST) for _ in range(100))
    assert due * STEP == pytest.approx(100 * LONGEST_REST, abs=2 * STEP)


# -- the table at rest -----------------------------------------------------------------------------


def frames(on: Stage, seconds: float) -> None:
    """Let time pass as the loop does, with a picture whenever one is wanted."""
    for _ in range(round(seconds / STEP)):
        on.app.advance(STEP)
        if on.app.dirty:
            on.app.paint()


def looks(on: Stage, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Each time that the table looks after its parts from now on."""
    found: list[float] = []
    tick = on.table.guide.tick

    def watch(seconds: float) -> None:
        found.append(seconds)
        tick(seconds)

    monkeypatch.setattr(on.table.guide, "tick", watch)
    return found


def test_a_table_at_rest_looks_about_now_and_then(
    vierfrei: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames(vierfrei, 1)
    found = looks(vierfrei, monkeypatch)
    frames(vierfrei, 2)
    assert 15 <= len(found) <= 25 and sum(found) == pytest.approx(2, abs=0.11)


def test_the_clock_runs_on_at_rest(vierfrei: Stage) -> None:
    vierfrei.play("58")
    before = vierfrei.session.seconds
    for part in (0.5, 0.75, 0.25, 1.5):
        frames(vierfrei, part)
        before += part
        assert vierfrei.session.seconds == pytest.approx(before)
    vierfrei.key("F8")
    frames(vierfrei, 1)
    assert vierfrei.session.seconds == pytest.approx(before), "it stands behind a panel"
    vierfrei.key("F8")
    frames(vierfrei, 0.25)
    assert vierfrei.session.seconds == pytest.approx(before + 0.25)


def test_the_bar_shows_each_second_at_rest(vierfrei: Stage) -> None:
    vierfrei.play("58")
    shown = []
    for _ in range(4):
        frames(vierfrei, 1)
        told = vierfrei.table.bar._shown
        assert told is not None
        shown.append(told.standings[0])
    assert len(set(shown)) == 4


def test_a_button_looks_as_it_is_once_it_means_something_else(stage: Start) -> None:
    """A bar that draws only its words again does so only if its buttons stay as they are."""
    on = stage(game=None)
    scene, app, pointed = begun(on, "vierfrei"), on.app, set[str]()
    for number in range(1, 7):
        for _ in scene.course.step.tasks:
            app.paint()
            picture = app.window.surface.subsurface(scene.bar.rect)
            before = pygame.image.tobytes(picture, "RGB")
            app.director.whole = True
            app.paint()
            assert pygame.image.tobytes(picture, "RGB") == before, scene.progress
            pointed |= {one.label for one in pointed_at(scene)}
            by_intents(on, scene)
            app.paint()
            on.settle()
        if number < 6:
            on.wait(1.2)
    assert len(pointed) > 1


@pytest.mark.parametrize("every", [1, 4], ids=["each frame", "now and then"])
def test_a_line_goes_and_a_tip_comes_in_time_though_the_mouse_moves(
    vierfrei: Stage, every: int
) -> None:
    vierfrei.key("z", CTRL)
    vierfrei.table.tell("Told")
    for turn in range(round(4.5 / STEP)):
        if turn % every == 0:
            vierfrei.move((200 + turn // every % 2, 500))
        frames(vierfrei, STEP)
        if turn * STEP < 3.8:
            assert vierfrei.line == "Told"
    assert not vierfrei.line
    vierfrei.move(vierfrei.table.bar.controls.items[0].rect.center)
    frames(vierfrei, 0.4)
    assert vierfrei.table.tip.waiting
    frames(vierfrei, 0.15)
    assert vierfrei.table.tip.seen and not vierfrei.app.dirty


@pytest.mark.parametrize(("apart", "sent"), [(0.05, True), (0.3, True), (0.5, False)])
def test_two_clicks_after_a_rest_are_told_from_a_double_click(
    vierfrei: Stage, apart: float, sent: bool
) -> None:
    frames(vierfrei, 1.07)
    vierfrei.click(vierfrei.at("5"))
    frames(vierfrei, apart)
    vierfrei.click(vierfrei.at("5"))
    assert bool(vierfrei.actions) is sent


def test_what_moves_after_a_rest_begins_at_its_beginning(vierfrei: Stage) -> None:
    where = []
    for rest in (0.0, 1.0, 1.06):
        vierfrei.settings.speed = Speed.SLOW
        frames(vierfrei, 3 + rest)
        vierfrei.table.do(Play(vierfrei.parse("58")))
        card = vierfrei.table.groups.sprites[vierfrei.state[vierfrei.pile("8")][-1]]
        frames(vierfrei, 0.1)
        where.append((round(card.x, 6), round(card.y, 6)))
        vierfrei.settings.speed = Speed.OFF
        vierfrei.table.do(Undo(whole=True))
    assert len(set(where)) == 1 and where[0] != vierfrei.at("8")


def test_what_cannot_be_saved_is_told_at_rest(
    vierfrei: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames(vierfrei, 1)
    monkeypatch.setattr(type(vierfrei.kit), "take_problems", lambda _: ["The disk is full."])
    frames(vierfrei, 0.15)
    assert vierfrei.line == "The disk is full."


def test_another_thread_wakes_the_loop() -> None:
    here, there = socket.socketpair()
    with here, there:
        bell = Doorbell([here.fileno()])
        ring = bell.pull()
        for _ in range(200):
            # More often than false alarms may come.
            ring()
            ring()
            begun = time.perf_counter()
            bell.sleep(20)
            assert time.perf_counter() - begun < 10
        threading.Timer(0.05, ring).start()
        begun = time.perf_counter()
        bell.sleep(20)
        assert time.perf_counter() - begun < 10
        begun = time.perf_counter()
        bell.sleep(0.02)
        assert time.perf_counter() - begun >= 0.015, "it rings no more"
