"""Tests that failing to save is reported and loses nothing."""

from __future__ import annotations

import errno
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.player.settings import Settings
from game.store import folder
from game.store.log import LOG, GameLog, merge
from game.store.store import SETTINGS, PlayerStore, hand_file
from game.support.lock import ElsewhereError, FolderLock
from tests.game.reading import play
from tests.store.playing import (
    DEAL,
    WON,
    FailingSystem,
    hand_of,
    only_problem,
    playing,
    record,
    save,
    seen_by,
    winning,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[PlayerStore]:
    found = PlayerStore(tmp_path / "home")
    found.load()
    yield found
    found.close()


REFUSALS = {
    "full": (FailingSystem(errno.ENOSPC), "the disk is full"),
    "full amid a file": (FailingSystem(errno.ENOSPC, 100), "the disk is full"),
    "read-only": (FailingSystem(errno.EROFS), "the disk is read-only"),
    "permission": (FailingSystem(errno.EACCES), "permission denied"),
}


def seen(folder: Path) -> tuple[int, list[tuple[int | None, bool]]]:
    """Return the saved game's number of actions, and the saved record."""
    copy = folder.with_name("copy")
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("*.broken-*"))
    store = PlayerStore(copy)
    found = store.game_in_hand("vierfrei")
    games = sorted(record(store), key=str)
    assert store.take_problems() == []
    store.close()
    shutil.rmtree(copy)
    return (len(found.actions) if found else 0), games


@pytest.mark.parametrize("name", REFUSALS)
def test_a_disk_that_cannot_be_written_is_reported_once_and_nothing_is_lost(
    store: PlayerStore, name: str
) -> None:
    system, reason = REFUSALS[name]
    session = winning(left=3)
    save(store, session)
    with seen_by(system):
        for token in WON[-3:]:
            save(store, play(session, token))
        store.ended(session)
        store.changed(playing("4h 8h"))
        store.save_settings(Settings(look="wine"))
        store.flush()
        assert only_problem(store) == f"Can't save the game: {reason}."
        assert store.unsaved_text == f"Not saved yet: {reason}. Trying again."
        assert not store.settle()
        assert record(store) == [(DEAL, True)], "it counts in this window already"
        assert store.finished_game(store.log.games()[0].id) is not None
    assert seen(store.folder)[0] == len(WON) - 3
    assert store.settle() and store.unsaved_text == ""
    assert only_problem(store) == "Everything is saved again."
    assert seen(store.folder) == (2, [(DEAL, True)])
    assert PlayerStore(store.folder).settings().look == "wine"


def test_after_an_unexpected_error_a_write_is_tried_again_without_being_asked(
    store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RecursionError("who could have known")

    with monkeypatch.context() as patch:
        patch.setattr(GameLog, "write", fail)
        store.ended(playing())
        store.flush()
        assert store.unsaved_text and "Can't save" in only_problem(store)
    store.try_again()
    assert store.settle() and seen(store.folder) == (0, [(DEAL, False)])
    monkeypatch.setattr(folder, "RETRY", 0.01)
    with seen_by(FailingSystem(errno.ENOSPC)):
        store.ended(playing("1a", 1))
        store.flush()
    with store._changed:
        assert store._changed.wait_for(lambda: not store._queue, 20)
    assert (1, False) in seen(store.folder)[1]


def test_of_a_file_only_the_latest_version_waits_and_log_lines_keep_their_place(
    store: PlayerStore,
) -> None:
    with seen_by(FailingSystem(errno.ENOSPC)):
        session = playing("")
        for token in ("4h", "8h", "26"):
            save(store, play(session, token))
        store.ended(session)
        save(store, playing("", 1))
        names = [name for name, _ in store._queue]
        assert names == ["vierfrei.game", "vierfrei.game", "", "vierfrei.game"]


# -- the folder ------------------------------------------------------------------------------------


@pytest.mark.parametrize("alone", [False, True])
def test_a_folder_or_a_log_that_vanishes_is_written_anew(store: PlayerStore, alone: bool) -> None:
    store.save_settings(Settings(look="wine"))
    store.ended(winning(left=0))
    open_again = playing("1a", 3)
    store.ended(open_again)
    store.resumed(open_again)
    save(store, playing("4h"))
    if alone:
        (store.folder / LOG).unlink()
    else:
        shutil.rmtree(store.folder)
    store.ended(playing("1a", 1))
    save(store, playing("4h 8h"))
    assert store.settle() and store.take_problems() == []
    moves, found = seen(store.folder)
    assert moves == 2 and sorted(found) == [(1, False), (DEAL, True)]
    assert PlayerStore(store.folder).settings().look == "wine"
    assert not PlayerStore(store.folder).saves, "it is locked again"


def test_without_a_folder_one_can_play_and_is_told_that_nothing_is_saved(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = PlayerStore(tmp_path / "file" / "within")
    assert store.settings() == Settings() and not store.saves
    assert store.game_in_hand("vierfrei") is None
    assert "Can't save" in only_problem(store)
    store.ended(playing())
    store.flush()
    assert store.unsaved_text and record(store) == [(DEAL, False)]
    store.close()


def test_a_read_only_folder_is_read(store: PlayerStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store.ended(winning(left=0))
    store.changed(playing())
    store.close()

    def fail(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    with monkeypatch.context() as patch:
        patch.setattr(FolderLock, "_open", fail)
        found = PlayerStore(store.folder)
        assert "the disk is read-only" in only_problem(found) and not found.saves
    assert len(hand_of(found).actions) == 2 and record(found) == [(DEAL, True)]
    found.close()


@pytest.mark.parametrize("name", [SETTINGS, hand_file("vierfrei"), LOG, "imported.json"])
@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir])
def test_a_pipe_or_a_folder_in_the_place_of_a_file_is_set_aside(
    tmp_path: Path, name: str, make: Callable[[Path], object]
) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    make(folder / name)
    (folder / "record.json").write_text("{}")
    store = PlayerStore(folder)
    assert store.settings() == Settings() and store.game_in_hand("vierfrei") is None
    assert any(f"{name}.broken-1" in line for line in store.take_problems())
    store.ended(playing())
    store.changed(playing())
    store.save_settings(Settings(look="wine"))
    store.close()
    assert seen(folder) == (2, [(DEAL, False)]) and PlayerStore(folder).settings().look == "wine"


def test_nothing_is_written_through_a_link(tmp_path: Path, store: PlayerStore) -> None:
    theirs = tmp_path / "theirs"
    theirs.write_text("theirs")
    (store.folder / "vierfrei.game.new").symlink_to(theirs)
    session = playing()
    save(store, session)
    assert theirs.read_text() == "theirs" and seen(store.folder)[0] == 2
    assert len(session.info.entry) == 24, "its id"


def test_a_file_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    newer = {SETTINGS: '{"format": 2}\n', "vierfrei.game": '{"format": 2}\n# Vierfeld 2 new\n'}
    for name, text in newer.items():
        (tmp_path / name).write_text(text)
    store = PlayerStore(tmp_path)
    assert store.settings() == Settings() and store.game_in_hand("vierfrei") is None
    assert len([line for line in store.take_problems() if "newer Vierfeld" in line]) == 2
    store.save_settings(Settings(look="wine"))
    store.changed(playing())
    store.close()
    assert {name: (tmp_path / name).read_text() for name in newer} == newer


# -- other windows ---------------------------------------------------------------------------------


def test_a_second_window_plays_and_says_that_it_does_not_save(store: PlayerStore) -> None:
    save(store, playing("4h"))
    second = PlayerStore(store.folder)
    session = hand_of(second)
    message = "Vierfeld is open in another window. This one doesn't save."
    assert only_problem(second) == second.unsaved_text == message and not second.saves
    second.ended(play(session, "8h"))
    second.ended(playing("", 7))
    assert sorted(record(second)) == [(7, False), (DEAL, False)], "they count in this window"
    store.close()
    second.resumed(session)
    second.try_again()
    assert record(second) == [(7, False)] and second.settle()
    assert second.unsaved_text == message and second.take_problems() == []
    second.close()
    assert seen(store.folder) == (1, [])


def test_logs_are_merged_while_no_window_is_open(tmp_path: Path, store: PlayerStore) -> None:
    store.ended(playing())
    store.flush()
    other = PlayerStore(tmp_path / "other")
    other.ended(winning(left=0))
    other.close()
    with pytest.raises(ElsewhereError):
        merge(store.folder, other.folder)
    store.close()
    assert merge(store.folder, other.folder) == 1 and merge(store.folder, other.folder) == 0
    assert sorted(seen(store.folder)[1]) == [(DEAL, False), (DEAL, True)]


def test_log_lines_added_by_others_while_a_window_is_open_are_kept(store: PlayerStore) -> None:
    store.ended(playing())
    store.flush()
    data = (store.folder / LOG).read_bytes()
    other = data.replace(b'"id": "', b'"id": "x').replace(b'"deal": 10913', b'"deal": 3')
    (store.folder / LOG).write_bytes(other + data[:-30])
    store.ended(playing("1a", 5))
    store.flush()
    assert sorted(seen(store.folder)[1]) == [(3, False), (5, False)]
    lines = (store.folder / LOG).read_bytes().split(b"\n")
    assert len(lines) == 3 and lines[-1] == b"", "what was torn is cut off"


def test_asking_for_the_record_waits_until_a_thread_has_read_it(store: PlayerStore) -> None:
    for number in range(300):
        store.ended(playing("", number))
    store.close()
    found = PlayerStore(store.folder)
    thread = threading.Thread(target=found.load)
    thread.start()
    assert len(record(found)) == 300
    thread.join()
    found.close()


def test_a_game_ends_even_in_an_impossible_time_zone(
    store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "XXX-24")
    time.tzset()
    try:
        store.ended(playing("4h"))
        assert len(store.log.games()) == 1
    finally:
        monkeypatch.undo()
        time.tzset()
