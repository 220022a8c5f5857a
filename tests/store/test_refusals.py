"""Disks that will not write, folders that vanish, other windows: told, and nothing is lost."""

from __future__ import annotations

import errno
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.core.moves import Move, Verb
from game.play.session import Session
from game.player.settings import Settings
from game.rules.registry import numbered
from game.store import saving
from game.store.current import open_desk
from game.store.log_file import LOG, LogFile, merge
from game.store.store import SETTINGS, PlayerStore, hand_file
from game.support.lock import ElsewhereError, FolderLock
from tests.store.failing import FailingSystem
from tests.store.playing import (
    DEAL,
    WON,
    playing,
    record,
    seen_by,
    told_once,
    type_in,
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
    """How many moves the game in hand has in the files, and the record there."""
    copy = folder.with_name("copy")
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("*.broken-*"))
    store = PlayerStore(copy)
    found = store.game_in_hand("vierfrei")
    told = sorted(record(store), key=str)
    assert store.take_problems() == []
    store.close()
    shutil.rmtree(copy)
    return (len(found.actions) if found else 0), told


@pytest.mark.parametrize("name", REFUSALS)
def test_a_disk_that_will_not_write_is_told_once_and_nothing_is_lost(
    store: PlayerStore, name: str
) -> None:
    system, reason = REFUSALS[name]
    session = winning(left=3)
    store.changed(session)
    store.flush()
    with seen_by(system):
        for token in WON[-3:]:
            type_in(session, token)
            store.changed(session)
            store.flush()
        store.ended(session)
        store.changed(playing("4h 8h"))
        store.save_settings(Settings(look="wine"))
        store.flush()
        assert told_once(store) == f"Can't save the game: {reason}."
        assert store.unsaved_text == f"Not saved yet: {reason}. Trying again." and store.unsaved
        assert not store.settle()
        assert record(store) == [(DEAL, True)], "it counts in this window already"
        assert store.finished_game(store.log.games()[0].id) is not None
    assert seen(store.folder)[0] == len(WON) - 3
    assert store.settle() and not store.unsaved and store.unsaved_text == ""
    assert told_once(store) == "Everything is saved again."
    assert seen(store.folder) == (2, [(DEAL, True)])
    assert PlayerStore(store.folder).settings().look == "wine"


def test_what_could_not_be_written_is_tried_again_by_itself(
    store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "RETRY", 0.01)
    with seen_by(FailingSystem(errno.ENOSPC)):
        store.ended(playing())
        store.flush()
    with store._saver._changed:
        assert store._saver._changed.wait_for(lambda: not store._saver._queue, 20)
    assert seen(store.folder) == (0, [(DEAL, False)])


def test_what_fails_as_nobody_has_thought_of_does_not_end_the_saving(
    store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RecursionError("who could have known")

    with monkeypatch.context() as patch:
        patch.setattr(LogFile, "write", fail)
        store.ended(playing())
        store.flush()
        assert store.unsaved and "Can't save" in told_once(store)
    store.try_again()
    assert store.settle() and seen(store.folder) == (0, [(DEAL, False)])


def test_only_the_latest_of_a_file_is_written_but_nothing_passes_a_line_of_the_log(
    store: PlayerStore,
) -> None:
    with seen_by(FailingSystem(errno.ENOSPC)):
        session = playing("4h")
        store.changed(session)
        store.flush()
        for line in ("8h", "26"):
            type_in(session, line)
            store.changed(session)
            store.flush()
        assert len(store._saver._queue) == 1
        store.ended(session)
        store.changed(playing("", 1))
        store.flush()
        assert [name for name, _ in store._saver._queue] == ["vierfrei.game", "", "vierfrei.game"]
    assert store.settle() and seen(store.folder) == (0, [(DEAL, False)])


def test_whoever_waits_is_woken_though_there_was_nothing_left_to_do() -> None:
    """As it is when a second work was put, and done, while the first one was done."""
    saver = saving.Saver()

    def wait() -> None:
        with saver._changed:
            saver._wake()
            saver.flush()

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    waiting.join(5)
    assert not waiting.is_alive()
    saver.close()


# -- the folder ------------------------------------------------------------------------------------


def test_a_folder_that_vanishes_is_made_again_with_all_that_is_known(store: PlayerStore) -> None:
    store.save_settings(Settings(look="wine"))
    store.ended(winning(left=0))
    store.changed(playing("4h"))
    store.flush()
    shutil.rmtree(store.folder)
    store.ended(playing("1a", 1))
    store.changed(playing("4h 8h"))
    store.flush()
    assert store.settle() and store.take_problems() == []
    moves, found = seen(store.folder)
    assert moves == 2 and sorted(found) == [(1, False), (DEAL, True)], store.take_problems()
    assert (store.folder / SETTINGS).exists()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = PlayerStore(tmp_path / "file" / "within")
    assert (
        not store.saves
        and store.settings() == Settings()
        and store.game_in_hand("vierfrei") is None
    )
    assert "Can't save" in told_once(store)
    store.ended(playing())
    store.flush()
    assert store.unsaved and record(store) == [(DEAL, False)]
    store.close()


def test_a_read_only_folder_can_be_read(
    store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.ended(winning(left=0))
    store.changed(playing())
    store.close()

    def fail(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    with monkeypatch.context() as patch:
        patch.setattr(FolderLock, "_open", fail)
        found = PlayerStore(store.folder)
        assert "the disk is read-only" in told_once(found) and not found.saves
    session = found.game_in_hand("vierfrei")
    assert session is not None and len(session.actions) == 2 and record(found) == [(DEAL, True)]
    found.close()


@pytest.mark.parametrize("name", [SETTINGS, hand_file("vierfrei"), LOG, "imported.json"])
@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir])
def test_what_is_no_file_is_set_aside_and_not_waited_for(
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
    store.changed(playing())
    store.flush()
    assert theirs.read_text() == "theirs" and seen(store.folder)[0] == 2


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
    store.changed(playing("4h"))
    store.flush()
    second = PlayerStore(store.folder)
    session = second.game_in_hand("vierfrei")
    assert session is not None and not second.saves
    assert told_once(second) == "Vierfeld is open in another window. This one doesn't save."
    type_in(session, "8h")
    second.changed(session)
    second.flush()
    assert second.unsaved_text == "Vierfeld is open in another window. This one doesn't save."
    assert seen(store.folder)[0] == 1 and second.take_problems() == [] and second.settle()
    second.close()


def test_a_second_window_saves_once_the_first_has_closed(store: PlayerStore) -> None:
    store.changed(playing("4h"))
    store.flush()
    second = PlayerStore(store.folder)
    session = second.game_in_hand("vierfrei")
    assert session is not None
    second.take_problems()
    type_in(session, "8h")
    second.ended(session)
    second.ended(playing("", 7))
    second.flush()
    store.ended(playing("1a", 5))
    store.changed(playing("1a 2b 3c", 6))
    store.close()
    second.try_again()
    second.flush()
    assert second.came_late and not second.saves
    second.take_over()
    assert told_once(second) == "The other window has closed. This one saves from now on."
    left = second.game_in_hand("vierfrei")
    assert second.saves and left is not None and left.deal.number == 6
    second.resumed(session)
    second.changed(session)
    second.flush()
    assert seen(store.folder) == (2, [(5, False), (7, False)])
    assert sorted(record(second)) == [(5, False), (7, False)]
    second.close()


@pytest.mark.parametrize("recorded", ["before it opened", "since it opened"])
@pytest.mark.parametrize("won", [False, True])
def test_a_second_window_takes_nothing_out_of_the_record(
    store: PlayerStore, recorded: str, won: bool
) -> None:
    """What it plays on, though the first window has recorded it as lost, is another game."""
    first = open_desk(store, Settings(), "vierfrei", winning(left=2))
    first.session.save()
    store.flush()
    if recorded == "before it opened":
        hand = (store.folder / hand_file("vierfrei")).read_bytes()
        first.begin(numbered("vierfrei", 5))
        store.flush()
        (store.folder / hand_file("vierfrei")).write_bytes(hand)
    second = PlayerStore(store.folder)
    theirs = open_desk(second, Settings(), "vierfrei", second.game_in_hand("vierfrei"))
    if recorded == "since it opened":
        first.begin(numbered("vierfrei", 5))
    type_in(theirs.session, WON[-2])
    second.flush()
    store.close()
    assert seen(store.folder)[1] == [(DEAL, False)]
    second.try_again()
    second.flush()
    second.take_over()
    theirs.take_over()
    second.flush()
    assert record(second) == [(DEAL, False)] and theirs.session.info.replay
    if won:
        type_in(theirs.session, WON[-1])
    second.flush()
    assert record(second) == [(DEAL, False), (DEAL, True)][: 1 + won]
    second.close()
    assert seen(store.folder) == (len(WON) - 1 + won, [(DEAL, False), (DEAL, True)][: 1 + won])


def test_a_second_window_takes_out_what_it_has_added_itself(store: PlayerStore) -> None:
    deal = numbered("canfield", 100, "casino")
    second = PlayerStore(store.folder)
    desk = open_desk(second, Settings(), "canfield", None, deal)
    desk.session.do(Move(Verb.STOP))
    desk.session.undo_action()
    store.close()
    second.try_again()
    second.flush()
    second.take_over()
    desk.take_over()
    second.close()
    assert seen(store.folder)[1] == [] and not desk.session.info.replay


def test_both_windows_end_the_same_game_and_it_counts_once(store: PlayerStore) -> None:
    session = winning(left=1)
    store.changed(session)
    store.flush()
    second = PlayerStore(store.folder)
    again = second.game_in_hand("vierfrei")
    assert again is not None
    second.ended(again)
    type_in(session, WON[-1])
    store.ended(session)
    store.close()
    second.flush()
    second.take_over()
    second.close()
    assert seen(store.folder)[1] == [(DEAL, True)]


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


def test_lines_that_come_from_elsewhere_while_a_window_is_open_are_read(store: PlayerStore) -> None:
    store.ended(playing())
    store.flush()
    data = (store.folder / LOG).read_bytes()
    other = data.replace(b'"id": "', b'"id": "x').replace(b'"deal": 10913', b'"deal": 3')
    (store.folder / LOG).write_bytes(other + data[:-30])
    store.ended(playing("1a", 5))
    store.flush()
    assert sorted(record(store)) == [(3, False), (5, False), (DEAL, False)] or sorted(
        record(store)
    ) == [(3, False), (5, False)]
    lines = (store.folder / LOG).read_bytes().split(b"\n")
    assert len(lines) == 3 and lines[-1] == b"", "what was torn is cut off"


def test_a_game_without_an_id_gets_one(store: PlayerStore) -> None:
    session = Session(playing().deal)
    store.changed(session)
    assert len(session.info.entry) == 24


def test_whoever_asks_while_the_log_is_read_in_a_thread_waits(store: PlayerStore) -> None:
    for number in range(300):
        store.ended(playing("", number))
    store.close()
    found = PlayerStore(store.folder)
    thread = threading.Thread(target=found.load)
    thread.start()
    assert len(record(found)) == 300
    thread.join()
    found.close()


def test_a_line_that_was_written_since_it_was_looked_up_is_found(tmp_path: Path) -> None:
    store = PlayerStore(tmp_path)
    store.ended(playing())
    name = store.log.games()[0].id
    digest = store._file.log.heads(name)[0].digest
    store.flush()
    assert store._file.bytes_of(digest)
    store.close()
