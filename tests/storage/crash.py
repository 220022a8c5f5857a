"""Kills a process at a chosen system call during saving, and checks the files.

The process is a fork of this one in which every call that changes the disk is counted: before the
chosen one, or in the middle of it if it writes, it kills itself as ``kill -9`` would.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from game.player.current import Desk, open_desk
from game.player.storage import Storage

from game.core.moves import Refusal
from game.play.session import Session
from game.player.settings import Settings
from game.rules.registry import numbered
from game.support import disk
from tests.game.reading import parse_move

CALLS = ("open", "write", "fsync", "replace", "rename", "unlink", "ftruncate")
NOW = datetime(2026, 11, 22, 20, 15)
_LINES = Path(__file__).parents[1] / "data" / "vierfrei_lines.json"
WON_10913: list[str] = json.loads(_LINES.read_text("utf-8"))["10913"]["every move written"].split()
DEAL = 10913
Does = Callable[["Player"], object]


class CountingSystem:
    """The module ``os`` for ``game.support.disk``; call number ``deadly`` is the last one."""

    def __init__(self, deadly: int = -1, *, amid: bool = False) -> None:
        self.calls: list[str] = []
        self._deadly = deadly
        self._amid = amid

    def __getattr__(self, name: str) -> Any:
        found = getattr(os, name)
        return self._counted(name, found) if name in CALLS else found

    def _counted(self, name: str, found: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            if name == "open" and not arguments[1] & os.O_CREAT:
                return found(*arguments, **named)
            self.calls.append(name)
            if len(self.calls) - 1 == self._deadly:
                if self._amid and name == "write":
                    descriptor, data = arguments
                    os.write(descriptor, data[: len(data) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            # What a process has written outlives it, so flushing is not needed.
            return None if name == "fsync" else found(*arguments, **named)

        return call


class Player:
    """Somebody who plays in ``folder``, each action being saved before the next one."""

    def __init__(self, folder: Path, game: str = "vierfrei", rules: str | None = None) -> None:
        self.storage = Storage(folder)
        self.record = self.storage.record()
        found = self.storage.game(game)
        self.wanted = numbered(game, DEAL, rules)
        settings = Settings(rules_this_run=rules)
        wanted = self.wanted if found is None else None
        self.desk: Desk = open_desk(
            self.storage, settings, self.record, game, found, wanted, now=lambda: NOW
        )
        self.storage.flush()

    def type(self, line: str) -> None:
        """Play the moves of ``line``, each as an action."""
        for token in line.split():
            move = parse_move(token, self.desk.session.deal.game)
            assert not isinstance(self.desk.session.do(move), Refusal), token

    def close(self) -> None:
        self.storage.close()


def _two_moves(folder: Path) -> Player:
    """Return a player with two games in the record, and one just begun."""
    player = Player(folder)
    if not player.record.entries:
        for number in (1, 2):
            player.desk.begin(numbered("vierfrei", number))
            player.type("1a")
        player.desk.begin(player.wanted)
        player.type("4h 8h")
    return player


def _last_move(folder: Path) -> Player:
    """Return a player with a game that the next move wins."""
    player = _two_moves(folder)
    player.type(" ".join(WON_10913[len(player.desk.session.actions) : -1]))
    return player


def _new_deal(player: Player) -> None:
    player.desk.begin(numbered("vierfrei", 3))


def _after_new_deal(folder: Path) -> Player:
    player = _two_moves(folder)
    if not player.desk.session.actions:
        player.desk.begin(player.wanted)
        player.type("4h 8h")
    _new_deal(player)
    return player


def _win(player: Player) -> None:
    player.type(WON_10913[-1])


def _note(player: Player) -> None:
    """Set a bookmark in the game that was finished first."""
    one = player.storage.played()[0]
    session = one.readable()
    session.history.mark(session.history.root, "noted")
    player.storage.keep_aside(one.with_aside(session))


def _casino(folder: Path) -> Player:
    player = Player(folder, "canfield", "casino")
    if not player.desk.session.actions:
        player.type("i p d")
    return player


@dataclass(frozen=True, slots=True)
class Scenario:
    """How a folder is prepared, and what is then done, one action after the other."""

    prepared: Callable[[Path], Player]
    doings: Sequence[Does]


SCENARIOS: dict[str, Scenario] = {
    "a move": Scenario(_two_moves, [lambda player: player.type("26")]),
    "the winning move": Scenario(_last_move, [_win]),
    "a new deal over a game begun": Scenario(_two_moves, [_new_deal]),
    "the former game brought back": Scenario(
        _after_new_deal, [lambda player: player.desk.bring_back()]
    ),
    "a win, its undo, a win again": Scenario(
        _last_move, [_win, lambda player: player.desk.session.undo_action(), _win]
    ),
    "the casino's stop": Scenario(_casino, [lambda player: player.type("x")]),
    "a note on a game of the past": Scenario(_two_moves, [_note]),
    "the record cleared": Scenario(
        _two_moves, [lambda player: player.storage.clear_record(player.record)]
    ),
}


def snapshot(folder: Path) -> str:
    """Return what the files in ``folder`` contain: the current games, the record, and the moves of
    finished games.

    Raises ``AssertionError`` if they cannot be read, or contradict each other.
    """
    storage = Storage(folder)
    try:
        assert storage.saves
        record = storage.record()
        games = [storage.game(game) for game in ("vierfrei", "canfield")]
        played = storage.played()
        assert storage.take_problems() == []
    finally:
        storage.close()
    left = sorted(file.name for file in folder.iterdir())
    assert not [name for name in left if "broken" in name or name == "journal.json"], left
    entries = [json.dumps([e.game, e.rules, e.deal, e.won, e.ended]) for e in record.entries]
    moves = [json.dumps([one.game, one.rules, one.ended]) for one in played]
    ends = [json.dumps([e.game, e.rules, e.ended]) for e in record.entries]
    assert sorted(moves) == sorted(ends), "what was played does not agree with the record"
    _agrees(folder, [game for game in games if game is not None], record.entries)
    asides = [one.aside for one in played]
    return json.dumps([[game and _data(game) for game in games], entries, moves, asides])


def _data(session: Session) -> object:
    return {**session.to_data(), "seconds": 0}


def _agrees(folder: Path, games: Sequence[Session], entries: Sequence[Any]) -> None:
    """Check that the record contains exactly the games that say they are recorded."""
    for session in games:
        if session.book.recorded:
            assert any(entry.deal == session.deal.number for entry in entries)
        assert session.book.recorded or not session.ended


class Trial:
    """One scenario, to be killed at each of its calls in its own ``folder``."""

    def __init__(self, folder: Path, scenario: Scenario) -> None:
        self._folder = folder
        self._scenario = scenario
        self._base = folder / "base"
        with seen_by(CountingSystem()):
            scenario.prepared(self._base).close()
        self.states = self._states()
        self.calls = self._calls()

    def _states(self) -> list[str]:
        """Return the possible contents of the files: before all actions, and after each."""
        folder = self._copy("states")
        with seen_by(CountingSystem()):
            player = self._scenario.prepared(folder)
            player.storage.flush()
            found = [self._looked_at(folder)]
            for do in self._scenario.doings:
                do(player)
                player.storage.flush()
                found.append(self._looked_at(folder))
            player.close()
        return found

    def _looked_at(self, folder: Path) -> str:
        copy = self._folder / "copy"
        shutil.copytree(folder, copy)
        try:
            return snapshot(copy)
        finally:
            shutil.rmtree(copy)

    def _copy(self, name: str) -> Path:
        copy = self._folder / name
        shutil.copytree(self._base, copy)
        return copy

    def _calls(self) -> list[str]:
        system = CountingSystem()
        self._do(self._copy("calls"), system)
        return system.calls

    def _do(self, folder: Path, system: CountingSystem) -> None:
        with seen_by(CountingSystem()):
            player = self._scenario.prepared(folder)
            player.storage.flush()
        with seen_by(system):
            for do in self._scenario.doings:
                do(player)
                player.storage.flush()
        player.close()

    def kill(self, call: int, *, amid: bool = False, again: int = -1, least: int = 0) -> int:
        """Kill the actions at that call, and check the files; return which of the states they are
        in, the first one from ``least`` on.

        With ``again``, the next process that opens them is killed at its call of that number, if it
        makes so many.
        """
        folder = self._copy(f"killed-{call}-{amid}-{again}")
        dies = killed(lambda: self._do(folder, CountingSystem(call, amid=amid)))
        assert dies, f"call {call} was not made"
        if again >= 0:
            killed(lambda: _open(folder, CountingSystem(again, amid=amid)))
        with seen_by(CountingSystem()):
            found = snapshot(folder)
        shutil.rmtree(folder)
        assert found in self.states, found
        assert found in self.states[least:], f"what was saved is lost at call {call}"
        return self.states.index(found, least)


def _open(folder: Path, system: CountingSystem) -> None:
    with seen_by(system):
        Storage(folder).close()


@contextmanager
def seen_by(system: object) -> Iterator[None]:
    """Redirect all calls of ``game.support.disk`` to ``system``."""
    before, fake = vars(disk)["os"], cast(Any, system)
    vars(disk)["os"] = fake
    try:
        yield
    finally:
        vars(disk)["os"] = before


def killed(work: Callable[[], None]) -> bool:
    """Run ``work`` in a fork; return whether it was killed."""
    child = os.fork()
    if not child:
        status = 3
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "the player has failed"
    return os.WIFSIGNALED(status)


def kill_everywhere(folder: Path, name: str) -> int:
    """Kill a scenario at each of its calls, and in the middle of each write; return how many kills
    there were.

    Raises ``AssertionError`` if anything except the interrupted action is lost, or counted twice.
    """
    trial = Trial(folder, SCENARIOS[name])
    before, kills = 0, 0
    for call, what in enumerate(trial.calls):
        for amid in (False, True) if what == "write" else (False,):
            kills += 1
            before = trial.kill(call, amid=amid, least=before)
    return kills
