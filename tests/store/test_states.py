"""A game in hand and in the log, whatever a kill has left: it goes on, or counts once."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from game.core.moves import Move, Verb
from game.play.session import Session
from game.store.game_text import saved_text
from game.store.log import LOST, OPEN
from game.store.log import WON as IS_WON
from game.store.log_file import LOG
from game.store.store import PlayerStore, hand_file
from tests.store.playing import (
    DEAL,
    WON,
    DyingSystem,
    Killed,
    at_once,
    playing,
    record,
    seen_by,
    type_in,
)


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


# -- the table -------------------------------------------------------------------------------------

LEFT = {"before": 6, "at": 4, "beyond": 3, "ended": 0}
"""How many moves the game in hand is from being won; that of the log was left with four."""


def game_in(state: str, *, shown: bool) -> Session:
    if state == "another game":
        return playing("", 1)
    session = playing(" ".join(WON[: len(WON) - LEFT[state]]))
    session.info.entry, session.info.shown = "its id", int(shown)
    return session


def lay(folder: Path, hand: str, log: str) -> None:
    """Make files in which a game stands so in hand, and so in the log."""
    store = opened(folder)
    shown = hand == "ended" and log == LOST
    if log:
        session = game_in("ended" if log == IS_WON or shown else "at", shown=shown)
        store.ended(session)
        saved(store, *([session] if log == OPEN else []), playing("", 1))
    store.close()
    (folder / hand_file("vierfrei")).write_text(saved_text(game_in(hand, shown=shown)), "utf-8")


STATES = [
    # in hand, in the log, how often it counts from the start on, and once it is played
    ("another game", "", 0, 0),
    ("another game", OPEN, 0, 0),
    ("another game", LOST, 1, 1),
    ("another game", IS_WON, 1, 1),
    ("before", "", 0, 0),
    ("before", OPEN, 0, 0),
    ("before", LOST, 1, 0),
    ("before", IS_WON, 1, 1),
    ("at", "", 0, 0),
    ("at", OPEN, 0, 0),
    ("at", LOST, 1, 0),
    ("at", IS_WON, 1, 1),
    ("beyond", "", 0, 0),
    ("beyond", OPEN, 0, 0),
    ("beyond", LOST, 0, 0),
    ("beyond", IS_WON, 1, 1),
    ("ended", "", 0, 0),
    ("ended", OPEN, 0, 0),
    ("ended", LOST, 1, 1),
    ("ended", IS_WON, 1, 1),
]


@pytest.mark.parametrize(("hand", "log", "at_start", "played"), STATES)
def test_a_game_in_hand_and_in_the_log_counts_once(
    tmp_path: Path, hand: str, log: str, at_start: int, played: int
) -> None:
    lay(tmp_path, hand, log)
    for _ in range(2):
        store = opened(tmp_path)
        assert len(record(store)) == at_start
        session = store.game_in_hand("vierfrei")
        assert session is not None
        if hand != "another game":
            assert len(session.actions) == len(WON) - LEFT[hand]
            assert session.info.recorded == bool(at_start)
        store.close()
    store = opened(tmp_path)
    session = store.game_in_hand("vierfrei")
    assert session is not None
    if not session.ended:
        type_in(session, "1a" if hand == "another game" else WON[len(session.actions)])
    saved(store, session)
    assert len(record(store)) == played
    if hand not in ("another game", "ended"):
        type_in(session, " ".join(WON[len(session.actions) :]))
        store.ended(session)
        assert record(store) == [(DEAL, True)], "and once it has ended"
    store.close()


# -- the kills between -----------------------------------------------------------------------------

Standing = tuple[tuple[int | None, int], list[tuple[int | None, bool]]]


@dataclass(frozen=True, slots=True)
class Doing:
    """What is prepared, each step saved; what is then done; and what may be found if it is killed,
    as the deal and moves in hand and the record, in the order in which one follows another."""

    prepared: Callable[[PlayerStore], Session]
    done: Callable[[PlayerStore, Session], object]
    found: list[Standing]


def left(moves: int) -> Callable[[PlayerStore], Session]:
    """A game that lacks so many moves to be won."""

    def prepare(store: PlayerStore) -> Session:
        session = playing(" ".join(WON[: len(WON) - moves]))
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


def win(store: PlayerStore, session: Session) -> None:
    type_in(session, WON[-1])
    store.ended(session)
    store.flush()


def stop(store: PlayerStore, session: Session) -> None:
    session.do(Move(Verb.STOP))
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
    win(store, session)
    return session


ALL = len(WON)
DOINGS: dict[str, Doing] = {
    "a move": Doing(
        left(2),
        lambda store, game: saved(store, type_in(game, WON[-2])),
        [((DEAL, ALL - 2), []), ((DEAL, ALL - 1), [])],
    ),
    "the winning move": Doing(
        left(1),
        win,
        [((DEAL, ALL - 1), []), ((DEAL, ALL - 1), [(DEAL, True)]), ((DEAL, ALL), [(DEAL, True)])],
    ),
    "the casino's stop": Doing(
        casino("i p"),
        stop,
        [((100, 2), []), ((100, 2), [(100, False)]), ((100, 3), [(100, False)])],
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
        won,
        lambda store, game: store.clear(),
        [((DEAL, ALL), [(DEAL, True)]), ((DEAL, ALL), [])],
    ),
}


def standing(
    folder: Path, deal: int
) -> tuple[tuple[int | None, int], list[tuple[int | None, bool]]]:
    store = opened(folder)
    found = store.game_in_hand("canfield" if deal == 100 else "vierfrei")
    assert found is not None
    counted = record(store)
    store.close()
    return (found.deal.number, len(found.actions)), counted


@pytest.mark.parametrize("name", DOINGS)
@pytest.mark.parametrize("amid", [False, True])
def test_killed_at_every_call(tmp_path: Path, name: str, amid: bool) -> None:
    doing, deal = DOINGS[name], DOINGS[name].found[0][0][0]
    assert deal is not None
    met, deadly = list[int](), -1
    while True:
        folder, system = tmp_path / str(deadly), DyingSystem(deadly, amid=amid)
        store = opened(folder)
        session = doing.prepared(store)
        dead = False
        with seen_by(system):
            try:
                doing.done(store, session)
            except Killed:
                dead = True
        store._lock.release()
        found = standing(folder, 100 if deal == 100 else DEAL)
        assert found in doing.found, (deadly, system.calls)
        assert standing(folder, 100 if deal == 100 else DEAL) == found, "it stays like that"
        assert not list(folder.glob("*.broken-*"))
        met.append(doing.found.index(found))
        shutil.rmtree(folder)
        if deadly >= 0 and not dead:
            break
        assert dead or deadly < 0
        if deadly < 0:
            assert met.pop() == len(doing.found) - 1, "nobody was killed"
        deadly += 1
    assert met == sorted(met) and met[0] == 0 and met[-1] == len(doing.found) - 1
    assert {*met} == {*range(len(doing.found))}, "each of these states was met"


def test_a_game_that_was_killed_while_it_was_given_up_goes_on_and_counts_once(
    tmp_path: Path,
) -> None:
    store = opened(tmp_path)
    session = left(4)(store)
    hand = (tmp_path / hand_file("vierfrei")).read_bytes()
    give_up(store, session)
    store.close()
    (tmp_path / hand_file("vierfrei")).write_bytes(hand)
    store = opened(tmp_path)
    found = store.game_in_hand("vierfrei")
    assert found is not None and found.info.recorded
    give_up(store, found)
    assert record(store) == [(DEAL, False)]
    saved(store, found)
    type_in(found, " ".join(WON[-4:]))
    store.ended(found)
    assert record(store) == [(DEAL, True)] and not store.log.games()[0].replay
    store.close()
    assert (tmp_path / LOG).read_bytes().count(b"\n") == 4


# -- what a game counts as -------------------------------------------------------------------------


def test_a_win_is_written_down_once_whatever_is_done_after_it(tmp_path: Path) -> None:
    store = opened(tmp_path)
    session = won(store)
    first = store.log.games()
    session.undo_action()
    saved(store, session)
    type_in(session, WON[-1])
    assert store.ended(session) == first[0]
    store.close()
    assert (tmp_path / LOG).read_bytes().count(b"\n") == 1


def test_the_same_again_is_a_replay_with_an_id_of_its_own(tmp_path: Path) -> None:
    store = opened(tmp_path)
    session = won(store)
    replay(store, session)
    type_in(session, " ".join(WON))
    store.ended(session)
    first, second = store.log.games()
    assert first.id != second.id and {first.replay, second.replay} == {False, True}
    store.close()
    store = opened(tmp_path)
    found = store.game_in_hand("vierfrei")
    assert found is not None
    for _ in range(len(WON) + 1):
        found.undo_action()
    assert found.won and found.info.recorded
    saved(store, found)
    assert len(record(store)) == 2
    store.close()


def test_a_deal_played_before_is_a_replay_by_the_time_it_is_written_down(tmp_path: Path) -> None:
    store = opened(tmp_path)
    give_up(store, left(4)(store))
    session = left(1)(store)
    win(store, session)
    assert sorted((one.won, one.replay) for one in store.log.games()) == [
        (False, False),
        (True, True),
    ]
    store.close()


def test_what_is_tried_after_the_end_is_kept_with_it(tmp_path: Path) -> None:
    store = opened(tmp_path)
    session = won(store)
    (game,) = store.log.games()
    session.undo_action()
    session.undo_action()
    session.history.set_remark(session.here, "here")
    saved(store, session)
    store.leaving(session)
    store.leaving(session)
    store.close()
    assert (tmp_path / LOG).read_bytes().count(b"\n") == 2
    store = opened(tmp_path)
    past = store.finished_game(game.id)
    assert past is not None and past.won and len(past.actions) == len(WON)
    assert "here" in {node.remark for node in past.history.root.subtree()}
    assert record(store) == [(DEAL, True)]
    store.close()


def test_a_remark_can_be_changed_and_one_that_another_has_written_meanwhile_stays(
    tmp_path: Path,
) -> None:
    store = opened(tmp_path)
    session = won(store)
    (game,) = store.log.games()
    past = store.finished_game(game.id)
    assert past is not None
    for text in ("first", "second"):
        past.history.set_remark(past.here, text)
        store.leaving(past)
    session.history.set_remark(session.history.root, "in hand")
    store.leaving(session)
    store.close()
    store = opened(tmp_path)
    past = store.finished_game(game.id)
    assert past is not None
    remarks = {node.remark for node in past.history.root.subtree()} - {""}
    assert remarks == {"second", "in hand"}
    store.close()


def test_par_is_written_down_once(tmp_path: Path) -> None:
    store = opened(tmp_path)
    session = won(store)
    store.record_par(session, 40)
    store.record_par(session, 30)
    store.close()
    store = opened(tmp_path)
    (found,) = store.log.games()
    assert (found.par, found.player_moves, found.won) == (40, session.moves, True)
    assert store.finished_game(found.id) is not None
    store.close()


def test_a_log_that_was_cleared_is_kept(tmp_path: Path) -> None:
    store = opened(tmp_path)
    session = won(store)
    data = (tmp_path / LOG).read_bytes()
    kept = store.clear()
    assert kept.name == f"{LOG}.kept-1" and kept.read_bytes() == data and record(store) == []
    saved(store, session)
    replay(store, session)
    type_in(session, "4h")
    give_up(store, session)
    assert record(store) == [(DEAL, False)]
    assert store.clear().name == f"{LOG}.kept-2"
    with pytest.raises(OSError):
        store.clear()
    store.close()
