"""Games whose files the tests examine, and a store that writes at once."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from game.core.moves import Refusal
from game.play.session import Session
from game.rules.registry import numbered
from game.store import folder, log_file
from game.store.saving import Saver, Work
from game.store.store import PlayerStore
from game.support import disk
from tests.game.reading import parse_move

_LINES = Path(__file__).parents[1] / "data" / "vierfrei_lines.json"
WON: list[str] = json.loads(_LINES.read_text("utf-8"))["10913"]["every move written"].split()
"""A line that wins the deal of this number."""
DEAL = 10913


def type_in(session: Session, line: str) -> Session:
    """Play the moves of ``line``, each as an action."""
    for token in line.split():
        done = session.do(parse_move(token, session.deal.game))
        assert not isinstance(done, Refusal), token
    return session


def playing(
    line: str = "4h 8h", number: int = DEAL, game: str = "vierfrei", rules: str | None = None
) -> Session:
    return type_in(Session(numbered(game, number, rules)), line)


def winning(left: int = 1) -> Session:
    """A game that so many moves win."""
    return playing(" ".join(WON[: len(WON) - left]))


def told_once(found: PlayerStore) -> str:
    """Return the one line that the player is told."""
    problems = found.take_problems()
    assert len(problems) == 1 and found.take_problems() == []
    assert problems[0].isprintable() and 10 < len(problems[0]) < 250
    return problems[0]


def record(found: PlayerStore) -> list[tuple[int | None, bool]]:
    """The deals of the record, and whether they were won."""
    return [(one.deal, one.won) for one in found.log.games()]


class InlineSaver(Saver):
    """Does everything at once, and lets errors through."""

    def queue(self, name: str, work: Work) -> None:
        work()


@contextmanager
def at_once() -> Iterator[None]:
    """Have all stores that are opened meanwhile write at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folder, "Saver", InlineSaver)
        yield


@contextmanager
def seen_by(system: object) -> Iterator[None]:
    """Redirect the system calls of the store's files to ``system``."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (disk, log_file):
            patch.setattr(module, "os", system)
        yield


class Killed(BaseException):
    """The process was killed."""


CALLS = ("open", "write", "fsync", "replace", "rename", "unlink", "ftruncate", "mkdir")


class DyingSystem:
    """The module ``os``, whose call number ``deadly`` and all later ones are not made any more; if
    it writes, and ``amid``, the half of that is done."""

    def __init__(self, deadly: int = -1, *, amid: bool = False) -> None:
        self.calls: list[str] = []
        self._deadly = deadly
        self._amid = amid

    def die(self) -> None:
        raise Killed

    def __getattr__(self, name: str) -> Any:
        found = getattr(os, name)
        return self._counted(name, found) if name in CALLS else found

    def _counted(self, name: str, found: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            if name == "open" and not arguments[1] & os.O_CREAT:
                return found(*arguments, **named)
            number = len(self.calls)
            self.calls.append(name)
            if 0 <= self._deadly <= number:
                if number == self._deadly and self._amid and name == "write":
                    os.write(arguments[0], arguments[1][: len(arguments[1]) // 2])
                self.die()
            return None if name == "fsync" else found(*arguments, **named)

        return call
