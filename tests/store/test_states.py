"""Tests that a game counts once if it is both in hand and in the log, even after a power cut."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from game.play.saved_games import saved_text
from game.play.session import Session
from game.store.log import LOG, LOST, OPEN, as_line
from game.store.log import WON as IS_WON
from game.store.store import PlayerStore, hand_file
from tests.game.reading import play
from tests.store.playing import (
    DEAL,
    WON,
    at_once,
    finished,
    hand_of,
    playing,
    record,
    remarks_of,
    seen_by,
    ways,
    win,
    winning,
)
from tests.store.power import RecordingSystem, lay, states


@pytest.fixture(autouse=True)
def nobody_waits() -> Iterator[None]:
    with at_once():
        yield


def opened(folder: Path) -> PlayerStore:
    store = PlayerStore(folder)
    store.load()
    assert store.take_problems() == []
    return store


def saved(store: PlayerStore, *sessions: Session) -> None:
    for session in sessions:
        if session.info.recorded and not session.ended:
            store.resumed(session)
        store.changed(session)
        store.flush()


# -- a game in hand and in the log -----------------------------------------------------------------

LEFT = {"before": 6, "at": 4, "beyond": 3, "ended": 0}
"""For each state of the game in hand, the number of moves left to a win."""


def game_in(state: str, *, shown: bool) -> Session:
    if state == "another game":
        return playing("", 1)
    session = winning(LEFT[state])
    session.info.entry, session.info.shown = "its id", int(shown)
    return session


def prepare(folder: Path, hand: str, log: str) -> None:
    """Write files with a game in hand in the state ``hand``, and a log in the state ``log``."""
    store = opened(folder)
    shown = hand == "ended" and log == LOST
    if log:
        session = game_in("ended" if log == IS_WON or shown else "at", shown=shown)
        store.ended(session)
        saved(store, *([session] if log == OPEN else []), playing("", 1))
    store.close()
    (folder / hand_file("vierfrei")).write_text(saved_text(game_in(hand, shown=shown)), "utf-8")


IF_LOST = {
    "another game": (1, 1),
    "before": (1, 0),
    "at": (1, 0),
    "beyond": (0, 0),
    "ended": (1, 1),
}
"""How many games the record should have if the log says that the game is lost.

Each key is a state of the game in hand. The first number is how many games there are when the
program starts. The second number is how many there are after one more move."""


@pytest.mark.parametrize("hand", IF_LOST)
@pytest.mark.parametrize("log", ["", OPEN, LOST, IS_WON])
def test_a_game_in_hand_and_in_the_log_counts_once(tmp_path: Path, hand: str, log: str) -> None:
    at_start, played = {IS_WON: (1, 1), LOST: IF_LOST[hand]}.get(log, (0, 0))
    prepare(tmp_path, hand, log)
    for _ in range(2):
        store = opened(tmp_path)
        assert len(record(store)) == at_start
        session = hand_of(store)
        if hand != "another game":
            assert len(session.actions) == len(WON) - LEFT[hand]
            assert session.info.recorded == bool(at_start)
        store.close()
    store = opened(tmp_path)
    session = hand_of(store)
    if not session.ended:
        play(session, "1a" if hand == "another game" else WON[len(session.actions)])
    saved(store, session)
    assert len(record(store)) == played
    if hand not in ("another game", "ended"):
        win(session, len(session.actions))
        store.ended(session)
        assert record(store) == [(DEAL, True)], "and once it has ended"
    store.close()


# -- kills and power cuts -------------------------------------------------------------------------

Standing = tuple[tuple[int | None, int], list[tuple[int | None, bool]]]


@dataclass(frozen=True, slots=True)
class Doing:
    """Something that a player does after ``prepared``.

    If the program is killed, the disk must be in one of the states in ``found``. They are listed
    from the earliest to the latest.
    """

    prepared: Callable[[PlayerStore], Session]
    done: Callable[[PlayerStore, Session], object]
    found: list[Standing]


def left(moves: int) -> Callable[[PlayerStore], Session]:
    """Return a function that saves and returns a game with ``moves`` moves left until a win."""

    def prepare(store: PlayerStore) -> Session:
        session = winning(moves)
        saved(store, session)
        return session

    return prepare


def casino(line: str) -> Callable[[PlayerStore], Session]:
    def prepare(store: PlayerStore) -> Session:
        session = playing(line, 100, "canfield", "casino")
        saved(store, session)
        if session.ended:
            store.ended(session)
            store.flush()
        return session

    return prepare


def end(store: PlayerStore, session: Session) -> None:
    """Win a game of the deal ``DEAL`` with its last move, or stop a game of another deal."""
    play(session, WON[-1] if session.deal.number == DEAL else "x")
    store.ended(session)
    store.flush()


def give_up(store: PlayerStore, session: Session) -> None:
    store.ended(session)
    saved(store, playing("", 1))


def given_up(store: PlayerStore) -> Session:
    session = playing()
    saved(store, session)
    give_up(store, session)
    return session


def undo(store: PlayerStore, session: Session) -> None:
    session.undo_action()
    saved(store, session)


def replay(store: PlayerStore, session: Session) -> None:
    session.restart()
    saved(store, session)


def won(store: PlayerStore) -> Session:
    session = left(1)(store)
    end(store, session)
    return session


ALL = len(WON)
DOINGS: dict[str, Doing] = {
    "a move": Doing(
        left(2),
        lambda store, game: saved(store, play(game, WON[-2])),
        [((DEAL, ALL - 2), []), ((DEAL, ALL - 1), [])],
    ),
    "the winning move": Doing(
        left(1),
        end,
        [((DEAL, ALL - 1), []), ((DEAL, ALL - 1), [(DEAL, True)]), ((DEAL, ALL), [(DEAL, True)])],
    ),
    "the casino's stop": Doing(
        casino("i p"), end, [((100, 2), []), ((100, 2), [(100, False)]), ((100, 3), [(100, False)])]
    ),
    "a stop undone": Doing(
        casino("i p x"),
        undo,
        [((100, 3), [(100, False)]), ((100, 2), [(100, False)]), ((100, 2), [])],
    ),
    "giving up": Doing(
        left(4),
        give_up,
        [((DEAL, ALL - 4), []), ((DEAL, ALL - 4), [(DEAL, False)]), ((1, 0), [(DEAL, False)])],
    ),
    "the former game brought back": Doing(
        given_up,
        lambda store, game: saved(store, game),
        [((1, 0), [(DEAL, False)]), ((DEAL, 2), [(DEAL, False)]), ((DEAL, 2), [])],
    ),
    "a win undone": Doing(
        won, undo, [((DEAL, ALL), [(DEAL, True)]), ((DEAL, ALL - 1), [(DEAL, True)])]
    ),
    "the same again after a win": Doing(
        won, replay, [((DEAL, ALL), [(DEAL, True)]), ((DEAL, ALL + 1), [(DEAL, True)])]
    ),
    "the log cleared": Doing(
        won, lambda store, game: store.clear(), [((DEAL, ALL), [(DEAL, True)]), ((DEAL, ALL), [])]
    ),
}


def standing(folder: Path, deal: int) -> Standing:
    store = opened(folder)
    found = hand_of(store, "canfield" if deal == 100 else "vierfrei")
    counted = record(store)
    store.close()
    return (found.deal.number, len(found.actions)), counted


@pytest.mark.skipif(os.name == "nt", reason="folders cannot be flushed there")
@pytest.mark.parametrize("name", DOINGS)
def test_a_kill_or_a_power_cut_at_any_moment_loses_nothing_saved(tmp_path: Path, name: str) -> None:
    """Check every state in which the disk may be left."""
    doing = DOINGS[name]
    deal = 100 if doing.found[0][0][0] == 100 else DEAL
    root, laid = tmp_path / "root", tmp_path / "laid"
    root.mkdir()
    store = opened(root / "home")
    session = doing.prepared(store)
    system = RecordingSystem(root)
    with seen_by(system):
        doing.done(store, session)
    store.close()
    done, met = len(system.done), list[Standing]()
    for number, disk in states(system):
        lay(disk, laid)
        found = standing(laid / "home", deal)
        assert not list(laid.rglob("*.broken-*"))
        shutil.rmtree(laid)
        met.append(found)
        assert found in doing.found, found
        assert number < done or found == doing.found[-1], "what was saved is lost"
    assert all(one in met for one in doing.found), "each of these states was met"


# -- what counts, and what is kept -----------------------------------------------------------------


def test_a_win_counts_once_and_keeps_its_par_remarks_and_later_moves(tmp_path: Path) -> None:
    store = opened(tmp_path)
    session = won(store)
    (game,) = store.log.games()
    session.undo_action()
    saved(store, session)
    play(session, WON[-1])
    assert store.ended(session) == game
    assert (tmp_path / LOG).read_bytes().count(b"\n") == 1
    moves, past = session.moves, finished(store, game.id)
    store.record_par(session, 40)
    store.record_par(session, 30)
    session.undo_action()
    session.undo_action()
    session.history.set_remark(session.here, "here")
    saved(store, session)
    store.leaving(session)
    store.leaving(session)
    assert (tmp_path / LOG).read_bytes().count(b"\n") == 3, "the win, its par, what was tried"
    for text in ("first", "second"):
        past.history.set_remark(past.here, text)
        store.leaving(past)
    session.history.set_remark(session.history.root, "in hand")
    store.leaving(session)
    store.close()
    store = opened(tmp_path)
    (found,) = store.log.games()
    assert (found.deal, found.won, found.par, found.player_moves) == (DEAL, True, 40, moves)
    past = finished(store, game.id)
    assert past.won and len(past.actions) == len(WON)
    assert remarks_of(past) == {"here", "second", "in hand"}
    store.close()


@pytest.mark.parametrize("way", ["closed", "killed"])
def test_what_follows_a_win_is_kept_though_the_program_ends_between(
    tmp_path: Path, way: str
) -> None:
    store = opened(tmp_path)
    session = won(store)
    name = session.info.entry
    session.undo_action()
    session.undo_action()
    session.history.set_remark(session.here, "here")
    play(session, "2a")
    saved(store, session)
    if way == "closed":
        store.close()
        assert b"{here}" in (tmp_path / LOG).read_bytes()
    store._lock.release()
    # Another computer, which doesn't have these changes, adds to the game.
    added = json.loads((tmp_path / LOG).read_bytes().splitlines()[0])
    text = added["text"].replace("\n4h\n", "\n4h {there}\n", 1)
    line = as_line({**added, "rev": 5, "time": "2027", "text": text})
    (tmp_path / LOG).write_bytes((tmp_path / LOG).read_bytes() + line + b"\n")
    for _ in range(2):
        store = opened(tmp_path)
        store.leaving(hand_of(store))
        found = finished(store, name)
        assert ways(found) >= ways(session) and remarks_of(found) == {"here", "there"}
        store.close()
    assert (tmp_path / LOG).read_bytes().count(b"\n") <= 4


def test_a_log_that_was_cleared_is_kept(tmp_path: Path) -> None:
    store = opened(tmp_path)
    session = won(store)
    data = (tmp_path / LOG).read_bytes()
    kept = store.clear()
    assert kept.name == f"{LOG}.kept-1" and kept.read_bytes() == data and record(store) == []
    saved(store, session)
    replay(store, session)
    play(session, "4h")
    give_up(store, session)
    assert record(store) == [(DEAL, False)]
    assert store.clear().name == f"{LOG}.kept-2"
    with pytest.raises(OSError):
        store.clear()
    store.close()
