"""What could not be written is not lost: it is tried again, and one window takes over another."""

from __future__ import annotations

import errno
import json
import os
import shutil
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import game.player.writer
import pytest
from game.player.storage import Storage

from game.player.settings import Settings
from game.record.entries import Entry
from game.rules.registry import numbered
from game.support.lock import FolderLock
from tests.game.reading import parse_move
from tests.storage.crash import DEAL, WON_10913, Player, snapshot
from tests.storage.desks import desk_of, marked, told_once
from tests.storage.failing import disk_full, read_only

TROUBLE = [disk_full(), disk_full(20), disk_full(700), read_only(), read_only(errno.EACCES)]
"""What may be wrong with a disk; with the third, the journal can be begun."""


def before_the_last(folder: Path) -> Player:
    player = Player(folder)
    player.type(" ".join(WON_10913[:-1]))
    player.storage.flush()
    return player


@pytest.mark.parametrize("trouble", TROUBLE, ids=range(len(TROUBLE)))
def test_a_win_that_could_not_be_written_is_written_on_closing(
    tmp_path: Path, trouble: AbstractContextManager[None]
) -> None:
    player = before_the_last(tmp_path)
    before = snapshot_of(tmp_path)
    with trouble:
        player.type(WON_10913[-1])
        player.storage.flush()
        assert player.storage.unsaved and "Not saved yet" in marked(player.storage)
        assert told_once(player.storage).startswith("Can't save the game: ")
        assert not player.storage.settle() and player.storage.take_problems() == []
        assert snapshot_of(tmp_path) == before, "what was there is as it was"
    player.close()
    assert [entry.won for entry in won(tmp_path)] == [True]
    assert "10913" in snapshot(tmp_path)


def snapshot_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def won(folder: Path) -> list[Entry]:
    storage = Storage(folder)
    try:
        found = storage.game("vierfrei")
        assert found is not None and found.won and found.book.recorded
        assert len(storage.played()) == 1
        return storage.record().entries
    finally:
        storage.close()


def test_it_is_tried_again_after_a_while_and_after_the_next_action(
    tmp_path: Path, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = desk_of(storage)
    storage.flush()
    with disk_full():
        desk.begin(numbered("vierfrei", 1))
        storage.flush()
    assert storage.unsaved and not (tmp_path / "record.json").exists()
    desk.session.do(parse_move("1a", "vierfrei"))
    storage.flush()
    assert not storage.unsaved and not storage.mark and (tmp_path / "record.json").exists()
    first, second = storage.take_problems()
    assert first.startswith("Can't save the game") and second == "Everything is saved again."
    monkeypatch.setattr(game.player.writer, "RETRY", 0.02)
    with disk_full():
        desk.session.do(parse_move("1b", "vierfrei"))
        storage.flush()
        assert storage.unsaved
    for _ in range(300):
        if not storage.unsaved:
            break
        threading.Event().wait(0.01)
    assert not storage.unsaved
    again = Storage(tmp_path).game("vierfrei")
    assert again is not None and len(again.actions) == 2


def test_what_waits_in_a_journal_on_a_full_disk_is_known_to_the_next_window(tmp_path: Path) -> None:
    player = before_the_last(tmp_path)
    journal = player.storage._home.journal

    def fail() -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    settle = journal.settle

    def settle_once() -> None:
        fail() if (tmp_path / "journal.json").exists() else settle()

    journal.settle = settle_once  # type: ignore[method-assign]
    player.type(WON_10913[-1])
    player.storage.flush()
    assert (tmp_path / "journal.json").exists() and not player.storage.unsaved
    player.close()
    with read_only():
        # The journal cannot be carried out either; what it says is so all the same.
        storage = Storage(tmp_path)
        found = storage.game("vierfrei")
        assert found is not None and found.won and len(storage.record().entries) == 1
        storage.close()
    assert len(won(tmp_path)) == 1 and not (tmp_path / "journal.json").exists()


def test_a_home_that_is_deleted_while_playing_is_made_again(tmp_path: Path) -> None:
    home = tmp_path / "home"
    player = Player(home)
    for number in (1, 2):
        player.desk.begin(numbered("vierfrei", number))
        player.type("1a")
    player.storage.save_settings(Settings(look="wine"))
    player.storage.flush()
    before = snapshot_of(home)
    shutil.rmtree(home)
    player.desk.begin(numbered("vierfrei", 3))
    player.close()
    storage = Storage(home)
    assert [entry.deal for entry in storage.record().entries] == [1, 2]
    assert storage.settings().look == "wine" and snapshot_of(home).keys() == before.keys()
    found = storage.game("vierfrei")
    assert found is not None and found.deal.number == 3
    storage.close()


@pytest.mark.parametrize("refused", [None, disk_full, lambda: read_only(errno.EACCES)])
def test_a_home_that_is_deleted_is_made_again_with_each_game_in_it_once(
    tmp_path: Path, refused: Callable[[], AbstractContextManager[None]] | None
) -> None:
    """Also if it is deleted twice, or cannot be written at once."""
    home = tmp_path / "home"
    earlier = Player(home)
    earlier.desk.begin(numbered("vierfrei", 9))
    earlier.type("1a")
    earlier.desk.begin(numbered("vierfrei", 1))
    earlier.close()
    player = Player(home)
    for number in (2, 3):
        player.type("1a")
        player.desk.begin(numbered("vierfrei", number))
    player.storage.flush()
    for first, second in ("1a", "2b"), ("3c", "4d"):
        shutil.rmtree(home)
        if refused is not None:
            with refused():
                player.type(first)
                player.storage.flush()
                assert player.storage.unsaved
        player.type(second)
        player.storage.flush()
    assert not player.storage.unsaved and player.storage.saves
    player.close()
    storage = Storage(home)
    assert [entry.deal for entry in storage.record().entries] == [9, 1, 2]
    assert [one.session().deal.number for one in storage.played()] == [1, 2]
    storage.close()


def test_a_home_that_could_not_be_written_at_the_start_is_written_once_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Player(tmp_path)
    first.type("4h")
    first.desk.begin(numbered("vierfrei", 1))
    first.close()

    def fail(*_: object) -> int:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(FolderLock, "_open", fail)
    player = Player(tmp_path)
    assert not player.storage.saves and "read-only" in told_once(player.storage)
    player.type("1a")
    player.desk.begin(numbered("vierfrei", 2))
    player.storage.flush()
    assert player.storage.unsaved and "read-only" in marked(player.storage)
    monkeypatch.undo()
    player.storage.settle()
    assert player.storage.came_late
    take_over(player)
    player.storage.flush()
    assert told_once(player.storage) == "Everything is saved again.", "there was no other window"
    player.close()
    storage = Storage(tmp_path)
    assert [entry.deal for entry in storage.record().entries] == [DEAL, 1]
    assert len(storage.played()) == 2
    storage.close()


def take_over(player: Player) -> None:
    """As the window does it."""
    with player.storage.together():
        player.storage.take_over(player.record)
        player.desk.take_over()


# -- a second window -------------------------------------------------------------------------------


def test_a_second_window_takes_over_the_saving_when_the_first_has_ended(tmp_path: Path) -> None:
    first = Player(tmp_path)
    first.type("4h")
    first.storage.flush()
    second = Player(tmp_path)
    second.desk.begin(numbered("vierfrei", 5))
    second.type("1a")
    second.desk.begin(numbered("vierfrei", 6))
    second.type("1a")
    second.storage.flush()
    assert second.storage.unsaved and "another window" in marked(second.storage)
    assert second.storage.settle(), "nobody is reminded of what was told at the start"
    assert not second.storage.came_late
    first.desk.begin(numbered("vierfrei", 7))
    first.type("1a")
    first.close()
    second.storage.settle()
    assert second.storage.came_late
    take_over(second)
    second.storage.flush()
    assert second.storage.saves and not second.storage.unsaved
    second.close()
    storage = Storage(tmp_path)
    found = storage.game("vierfrei")
    assert found is not None and found.deal.number == 6 and len(found.actions) == 1
    # 10913 was in hand in both and is counted once, 7 was left by the first one.
    assert sorted(entry.deal or 0 for entry in storage.record().entries) == [5, 7, DEAL]
    assert len(storage.played()) == 3
    storage.close()


def test_what_the_first_window_has_left_is_looked_at_before_anything_is_written(
    tmp_path: Path,
) -> None:
    """However often the second one tries again in between."""
    first = Player(tmp_path)
    second = Player(tmp_path)
    second.type("4h")
    first.type("4h 8h 26")
    first.close()
    for _ in range(3):
        second.storage.settle()
    left = json.loads((tmp_path / "vierfrei.json").read_text("utf-8"))
    assert left["actions"] == ["4h", "8h", "26"] and second.storage.came_late
    second.close()


def test_a_disk_that_is_full_when_a_second_window_takes_over_is_told(tmp_path: Path) -> None:
    first = Player(tmp_path)
    second = Player(tmp_path)
    second.type("4h")
    second.storage.flush()
    first.close()
    second.storage.settle()
    second.storage.take_problems()
    with disk_full():
        take_over(second)
        assert not second.storage.settle() and "disk is full" in marked(second.storage)
        assert any("disk is full" in line for line in second.storage.take_problems())
    second.close()
    found = Storage(tmp_path).game("vierfrei")
    assert found is not None and len(found.actions) == 1


def test_a_second_window_in_which_nothing_was_done_goes_on_with_the_first_ones_game(
    tmp_path: Path,
) -> None:
    first = Player(tmp_path)
    first.type("4h")
    first.storage.flush()
    second = Player(tmp_path)
    first.type("8h 26")
    first.close()
    second.desk.session.save()
    second.storage.settle()
    take_over(second)
    assert len(second.desk.session.actions) == 3
    second.close()


def test_a_game_that_both_windows_win_counts_once(tmp_path: Path) -> None:
    first = before_the_last(tmp_path)
    second = Player(tmp_path)
    second.type(WON_10913[-1])
    first.type(WON_10913[-1])
    first.close()
    second.storage.settle()
    take_over(second)
    second.close()
    assert len(won(tmp_path)) == 1


def test_what_the_first_window_has_cleared_does_not_come_back(tmp_path: Path) -> None:
    first = Player(tmp_path)
    first.type("4h")
    first.desk.begin(numbered("vierfrei", 1))
    first.storage.flush()
    second = Player(tmp_path)
    second.type("1a")
    first.storage.clear_record(first.record)
    first.close()
    second.storage.settle()
    take_over(second)
    second.close()
    assert second.record.entries == [] == Storage(tmp_path).record().entries
