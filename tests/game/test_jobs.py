"""The messages that the second process receives, and its answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast

import pytest

from game.support import jobs
from game.support.jobs import Job, serve
from tests.each import each
from tests.game.fair.jobs import Broken

Message = tuple[int, Job[Any] | None]


@dataclass(frozen=True)
class Counting:
    """A job that counts up to ``most``, unless cancelled."""

    most: int
    pause: float = 0.0

    def run(self, cancelled: Callable[[], bool]) -> Iterator[int]:
        for number in range(1, self.most + 1):
            yield number
            time.sleep(self.pause)
            if cancelled():
                return


class Line:
    """A fake pipe that delivers a message after each answer, and closes after the last message.
    Messages in a list are delivered together."""

    def __init__(self, *messages: Message | list[Message]) -> None:
        groups = [one if isinstance(one, list) else [one] for one in messages]
        self._coming = [(at, one) for at, group in enumerate(groups) for one in group]
        self.sent: list[object] = []

    def poll(self) -> bool:
        return bool(self._coming) and len(self.sent) >= self._coming[0][0]

    def recv(self) -> Message:
        if not self._coming:
            raise EOFError
        return self._coming.pop(0)[1]

    def send(self, message: object) -> None:
        self.sent.append(message)


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep ``serve`` from changing the test process's signals and priority."""
    monkeypatch.setattr(jobs, "leave_ctrl_c_to_the_parent", lambda: None)
    monkeypatch.setattr("os.nice", lambda by: by, raising=False)


def served(*messages: Message | list[Message]) -> list[object]:
    line = Line(*messages)
    serve(cast(Any, line))
    return line.sent


@each(
    ("messages", "sent"),
    [
        ([(1, Counting(3))], [(1, 1), (1, 2), (1, 3), (1, None)]),
        # A job is ended by a newer one, or by a message with its own number.
        ([(1, Counting(9)), (2, Counting(1))], [(1, 1), (1, None), (2, 1), (2, None)]),
        ([(1, Counting(9)), (1, None)], [(1, 1), (1, None), (1, None)]),
        # Of several waiting jobs only the newest is done.
        (
            [(1, Counting(9)), [(2, Counting(9)), (2, None), (3, Counting(1))]],
            [(1, 1), (1, None), (3, 1), (3, None)],
        ),
        # A failing job does not end the process.
        ([(1, Broken(OSError)), (2, Counting(1))], [(1, 1), (1, None), (2, 1), (2, None)]),
    ],
)
def test_jobs_are_done_and_replaced(
    messages: list[Message | list[Message]], sent: list[object]
) -> None:
    assert served(*messages) == sent


def test_a_long_job_sends_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "PULSE", 0.01)
    assert served((1, Counting(2, 0.02))) == [(1, 1), None, (1, 2), None, (1, None)]
