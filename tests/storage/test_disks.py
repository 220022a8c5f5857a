"""No ordinary files, and disks that will not write: told in a line, never a reason not to play."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import game.support.journal
import pytest
from game.player.lines import RecordFile
from game.player.storage import Storage
from game.support.journal import Change

import game.support.disk
from game.core.moves import Refusal
from game.play.session import Session
from game.player.settings import Settings
from game.record.entries import Entry, Record
from game.rules.registry import numbered
from game.support.lock import FolderLock
from tests.game.reading import parse_move
from tests.storage.desks import desk_of, played, told_once
from tests.storage.test_damage import changed


@pytest.mark.parametrize("name", ["settings", "vierfrei", "record", "journal"])
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / f"{name}.json")
    storage = Storage(tmp_path)
    assert storage.settings() == Settings() and storage.game("vierfrei") is None
    assert not storage.record().entries
    assert f"{name}.json.broken-1" in told_once(storage)
    storage.save_game(played())
    storage.close()
    assert (tmp_path / "vierfrei.json").is_file()


def test_a_pipe_in_the_place_of_the_lock_or_of_what_was_played(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "lock")
    os.mkfifo(tmp_path / "played.jsonl")
    storage = Storage(tmp_path)
    assert storage.saves and storage.played() == ()
    storage.close()


def test_nothing_is_written_through_a_link(tmp_path: Path, storage: Storage) -> None:
    theirs = tmp_path / "theirs"
    theirs.write_text("theirs")
    (tmp_path / "vierfrei.json.new").symlink_to(theirs)
    (tmp_path / "canfield.json.new").mkdir()
    storage.save_game(played())
    storage.save_game(played("d", "canfield", "hoyle"))
    storage.flush()
    assert theirs.read_text() == "theirs" and not (tmp_path / "vierfrei.json").is_symlink()
    assert storage.game("vierfrei") is not None and storage.game("canfield") is not None
    assert storage.take_problems() == []


def test_a_folder_in_the_place_of_a_file(tmp_path: Path, storage: Storage) -> None:
    (tmp_path / "vierfrei.json" / "within").mkdir(parents=True)
    assert storage.game("vierfrei") is None
    told_once(storage)
    assert (tmp_path / "vierfrei.json.broken-1" / "within").is_dir()


# -- disks that will not ---------------------------------------------------------------------------


def test_a_file_without_permission(
    tmp_path: Path, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "vierfrei.json"
    path.write_text(changed("vierfrei"))
    fake = Refusing(path, errno.EACCES)
    monkeypatch.setattr(game.support.journal, "read_file", fake.refuse)
    monkeypatch.setattr(game.support.disk, "set_aside", fake.refuse)
    assert storage.game("vierfrei") is None
    told_once(storage)
    storage.save_game(played("58 82"))
    storage.flush()
    monkeypatch.undo()
    assert path.read_text() == changed("vierfrei"), "it is not written over"


class Refusing:
    """Stands in for the system's answer to whoever has no right."""

    def __init__(self, path: Path, code: int) -> None:
        self.path = path
        self.code = code

    def refuse(self, *_: object) -> bytes:
        raise OSError(self.code, os.strerror(self.code))


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    storage = Storage(tmp_path / "file" / "within")
    assert not storage.saves
    told_once(storage)
    desk = desk_of(storage)
    desk.session.do(parse_move("6c", "vierfrei"))
    storage.flush()
    storage.close()
    assert (tmp_path / "file").read_text() == ""


REASONS = {errno.EROFS: "the disk is read-only", errno.EACCES: "permission denied"}


@pytest.mark.parametrize("code", REASONS)
def test_a_read_only_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    (tmp_path / "vierfrei.json").write_text(changed("vierfrei"))

    def fail(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(FolderLock, "_open", fail)
    storage = Storage(tmp_path)
    monkeypatch.undo()
    assert not storage.saves
    assert REASONS[code] in told_once(storage)
    found = storage.game("vierfrei")
    assert found is not None, "it can still be gone on with"
    storage.close()


def test_a_full_disk_is_told_once_and_play_goes_on(
    tmp_path: Path, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = desk_of(storage, Session(numbered("vierfrei", 617)))
    desk.session.do(parse_move("58", "vierfrei"))
    storage.flush()
    before = (tmp_path / "vierfrei.json").read_text()

    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    for token in ("82", "6c", "7d"):
        assert not isinstance(desk.session.do(parse_move(token, "vierfrei")), Refusal)
        storage.flush()
    assert told_once(storage) == "Can't save the game: the disk is full."
    assert (tmp_path / "vierfrei.json").read_text() == before
    monkeypatch.undo()
    desk.session.do(parse_move("1b", "vierfrei"))
    storage.flush()
    found = storage.game("vierfrei")
    assert found is not None and len(found.actions) == 5
    assert told_once(storage) == "Everything is saved again."
    monkeypatch.setattr(os, "fsync", fail)
    desk.session.do(parse_move("1d", "vierfrei"))
    desk.session.undo_action()
    storage.flush()
    assert "Can't save" in told_once(storage), "a new row of failures is told again"
    monkeypatch.undo()


def test_an_error_that_nobody_has_thought_of_does_not_end_the_writer(
    tmp_path: Path, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def change(self: RecordFile, wanted: object) -> Change:
        raise RecursionError("who could have known")

    entry = Entry("vierfrei", None, 1, True, 3, None, 9.0, "2026-11-22T20:15:00+01:00")
    with monkeypatch.context() as patched:
        patched.setattr(RecordFile, "change", change)
        storage.save_record(Record([entry]))
        storage.save_game(played())
        storage.settle()  # never waits for ever, as ``flush`` would
        assert storage.unsaved and "Can't save" in told_once(storage)
    assert storage.settle() and not storage.unsaved
    assert storage.record().entries == [entry] and storage.game("vierfrei") is not None


def test_a_sign_that_cannot_be_written_is_escaped(tmp_path: Path, storage: Storage) -> None:
    odd = Entry("vierfrei", None, 1, True, 3, None, 9.0, "\ud800")
    storage.save_record(Record([odd]))
    storage.flush()
    assert (
        json.loads((tmp_path / "record.json").read_text("utf-8"))["games"][0]["ended"] == "\ud800"
    )
    assert storage.take_problems() == []
