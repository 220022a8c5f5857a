"""Helpers for tests of the store: games, the contents of their files, and simulated full disks."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from game.play.history import action_text
from game.play.saved_games import read_saved
from game.play.session import Session
from game.record.entries import Entry
from game.rules.registry import numbered
from game.store.folder import Work
from game.store.log import GameLog
from game.store.store import SETTINGS, PlayerStore, hand_file
from game.support import disk
from tests.game.reading import play, played

_LINES = Path(__file__).parents[1] / "data" / "vierfrei_lines.json"
WON: list[str] = json.loads(_LINES.read_text("utf-8"))["10913"]["every move written"].split()
"""A winning line of ``DEAL``."""
DEAL = 10913


def playing(
    line: str = "4h 8h", number: int = DEAL, game: str = "vierfrei", rules: str | None = None
) -> Session:
    return played(numbered(game, number, rules), line)


def winning(left: int = 1) -> Session:
    """Return a game of ``DEAL`` that is ``left`` moves short of being won."""
    return playing(" ".join(WON[: len(WON) - left]))


def win(session: Session, begun: int = 0) -> None:
    """Play the rest of the winning line. The first ``begun`` moves have already been played."""
    play(session, " ".join(WON[begun:]))


def save(store: PlayerStore, session: Session) -> None:
    """Save the game in hand, and wait until it is written."""
    store.changed(session)
    store.flush()


def hand_of(store: PlayerStore, game: str = "vierfrei") -> Session:
    """Return the game in hand; fail if there is none."""
    found = store.game_in_hand(game)
    assert found is not None
    return found


def finished(store: PlayerStore, name: str) -> Session:
    """Return a finished game; fail if its moves aren't kept."""
    found = store.finished_game(name)
    assert found is not None
    return found


def remarks_of(session: Session) -> set[str]:
    return {node.remark for node in session.history.root.subtree()} - {""}


def ways(session: Session) -> set[tuple[str, ...]]:
    """Return, for each position in the tree, the steps that lead to it."""
    return {
        tuple(step.text for one in list(node.path_to_root())[::-1] for step in one.action)
        for node in session.history.root.subtree()
    }


def only_problem(store: PlayerStore) -> str:
    """Return the message for the player; fail unless there is exactly one."""
    problems = store.take_problems()
    assert len(problems) == 1 and store.take_problems() == []
    assert problems[0].isprintable() and 10 < len(problems[0]) < 250
    return problems[0]


def record(store: PlayerStore) -> list[tuple[int | None, bool]]:
    """Return each finished game's deal number, and whether it was won."""
    return [(one.deal, one.won) for one in store.log.games()]


@contextmanager
def at_once() -> Iterator[None]:
    """Make stores write at once, without a thread, and raise errors."""

    def do(store: PlayerStore, work: Work, name: str = "") -> None:
        store._ensure_folder()
        work()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PlayerStore, "_do_later", do)
        yield


@contextmanager
def seen_by(system: object) -> Iterator[None]:
    """Make the store use ``system`` in place of ``os``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk, "os", system)
        yield


class FailingSystem:
    """Stands in for ``os`` on a full or read-only disk.

    With ``room``, files are written in pieces of that many bytes, and the last piece fails.
    """

    def __init__(self, code: int, room: int = 0) -> None:
        self._code = code
        self._room = room

    def __getattr__(self, name: str) -> Any:
        found = getattr(os, name)
        failing: dict[str, Callable[..., Any]] = {"write": self._write, "fsync": self._fail}
        if self._code in (errno.EROFS, errno.EACCES):
            failing |= {"open": self._open, "replace": self._fail, "rename": self._fail}
            failing |= {"unlink": self._fail}
        return failing.get(name, found)

    def _fail(self, *_: object, **__: object) -> None:
        raise OSError(self._code, os.strerror(self._code))

    def _open(self, path: Any, flags: int, *mode: int) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            self._fail()
        return os.open(path, flags, *mode)

    def _write(self, descriptor: int, data: bytes) -> int:
        if not self._room or len(data) <= self._room:
            self._fail()
        return os.write(descriptor, data[: self._room])


def disk_full(room: int = 0) -> AbstractContextManager[None]:
    """Make writes fail because the disk is full. If ``room`` is not 0, a partial file is left."""
    return seen_by(FailingSystem(errno.ENOSPC, room))


# -- the contents of a player's files --------------------------------------------------------------


def in_hand(home: Path, game: str) -> Session:
    """Return the game in hand; fail if its file is damaged."""
    found, whole = read_saved((home / hand_file(game)).read_text("utf-8"), game)
    assert whole and not found.unreadable_branches
    return found


def saved(home: Path, name: str) -> dict[str, Any]:
    """Return the saved data. ``name`` is ``settings``, ``record`` or the name of a game."""
    if name == "settings":
        return dict(json.loads((home / SETTINGS).read_text("utf-8")))
    if name == "record":
        file = GameLog(home)
        file.read(file.data())
        return {"games": [_known(one) for one in file.games()]}
    found = in_hand(home, name)
    return {
        "deal": found.deal.number,
        "rules": found.deal.rules,
        "actions": [*map(action_text, found.actions)],
        "undone": [*map(action_text, found.undone)],
        **found.info.to_data(),
    }


def _known(entry: Entry) -> dict[str, Any]:
    return {name: value for name, value in entry._asdict().items() if value is not None}
