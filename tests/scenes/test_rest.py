"""How the loop rests: long where nothing is due, and awake as soon as something comes in."""

from __future__ import annotations

import os
import socket
import threading
import time
from pathlib import Path

import pytest

from scenes.desktop.wakeup import BLIND_REST, Doorbell, open_sockets
from scenes.kit.clock import LONGEST_REST, STEP, Ticker, short_rest
from tests.scenes.stage import Stage


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


def test_the_clock_loses_nothing_while_the_loop_rests() -> None:
    ticker = Ticker()
    due = sum(ticker.steps(LONGEST_REST) for _ in range(100))
    assert due * STEP == pytest.approx(100 * LONGEST_REST, abs=2 * STEP)
