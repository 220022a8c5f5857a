"""Files that are damaged and disks that will not: told in a line, never a reason not to play."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.games import numbered
from game.moves import Refusal
from game.notation import parse_move
from game.record import Entry, Record
from game.session import Session
from game.settings import Settings
from game.storage import Storage
from tests.storage.desks import desk_of, played, told_once

# -- damaged files ---------------------------------------------------------------------------------

GAME = {"format": 1, "game": "vierfrei", "deal": 617, "rules": None, "actions": ["58"]}
GAME |= {"undone": [], "seconds": 1.5, "recorded": False}
CANFIELD = {**GAME, "game": "canfield", "rules": "hoyle", "actions": ["d"]}
ENTRY = {"game": "canfield", "rules": "hoyle", "deal": 1, "won": False, "actions": 3}
ENTRY |= {"account": -20, "seconds": 9.0, "ended": "2026-11-22T20:15:00+01:00"}
GOOD: dict[str, dict[str, Any]] = {
    "vierfrei": GAME,
    "canfield": CANFIELD,
    "settings": Settings().to_data(),
    "record": {"format": 1, "games": [ENTRY]},
}


def changed(name: str, **values: Any) -> str:
    return json.dumps(GOOD[name] | values)


def entry(**values: Any) -> str:
    return json.dumps({"format": 1, "games": [ENTRY, ENTRY | values]})


DAMAGED: list[tuple[str, str | bytes]] = [
    ("vierfrei", ""),
    ("vierfrei", changed("vierfrei")[:-20]),
    ("vierfrei", changed("vierfrei")[:1]),
    ("vierfrei", b"\x00\xff\xfe\x80" * 500),
    ("vierfrei", changed("vierfrei").encode("utf-16")),
    ("vierfrei", "null"),
    ("vierfrei", "[]"),
    ("vierfrei", "3"),
    ("vierfrei", "[" * 200_000),
    ("vierfrei", '{"format": 1}'),
    ("vierfrei", changed("vierfrei", format=0)),
    ("vierfrei", changed("vierfrei", format="1")),
    ("vierfrei", changed("vierfrei", format=None)),
    ("vierfrei", changed("vierfrei", format=float("nan"))),
    ("vierfrei", changed("vierfrei", game="canfield")),
    ("vierfrei", changed("canfield")),
    ("vierfrei", changed("vierfrei", game=["vierfrei"])),
    ("vierfrei", changed("vierfrei", deal=-1)),
    ("vierfrei", changed("vierfrei", deal=1_000_000)),
    ("vierfrei", changed("vierfrei", deal=10**400)),
    ("vierfrei", changed("vierfrei", deal=617.5)),
    ("vierfrei", changed("vierfrei", deal=True)),
    ("vierfrei", changed("vierfrei", deal=None)),
    ("vierfrei", changed("vierfrei", deal=None, board=["KC KD"])),
    ("vierfrei", changed("vierfrei", deal=None, board="KC")),
    ("vierfrei", changed("vierfrei", rules="hoyle")),
    ("vierfrei", changed("vierfrei", actions="58")),
    ("vierfrei", changed("vierfrei", actions=["58", 3])),
    ("vierfrei", changed("vierfrei", actions=["58", ""])),
    ("vierfrei", changed("vierfrei", actions=["99"])),
    ("vierfrei", changed("vierfrei", actions=["26"])),
    ("vierfrei", changed("vierfrei", actions=["58 26"])),
    ("vierfrei", changed("vierfrei", actions=["58 restart"])),
    ("vierfrei", changed("vierfrei", actions=["\ud800"])),
    ("vierfrei", changed("vierfrei", actions=["a\nb\x1b[31m"])),
    ("vierfrei", changed("vierfrei", actions=["x" * 100_000])),
    ("vierfrei", changed("vierfrei", undone=["26"])),
    ("vierfrei", changed("vierfrei", undone={})),
    ("vierfrei", changed("vierfrei", seconds="1")),
    ("vierfrei", changed("vierfrei", seconds=-1)),
    ("vierfrei", changed("vierfrei", seconds=float("inf"))),
    ("vierfrei", changed("vierfrei", seconds=10**400)),
    ("vierfrei", changed("vierfrei", recorded=1)),
    ("canfield", changed("canfield", rules=None)),
    ("canfield", changed("canfield", rules="nobody")),
    ("canfield", changed("canfield", actions=["d", "t"])),
    ("canfield", changed("canfield", actions=["x", "x"], rules="casino")),
    ("canfield", changed("canfield", deal=None, deck="AC AC")),
    ("canfield", changed("canfield", deal=None, deck=7)),
    ("settings", "{"),
    ("settings", changed("settings", rules="nobody")),
    ("settings", changed("settings", speed="warp")),
    ("settings", changed("settings", speed=["off"])),
    ("settings", changed("settings", sound="yes")),
    ("settings", changed("settings", automatic=0)),
    ("settings", changed("settings", language="xx")),
    ("settings", changed("settings", last_game="chess")),
    ("settings", changed("settings", window=[1, 2, 3])),
    ("settings", changed("settings", window=[1, 2, 3, "4"])),
    ("settings", changed("settings", window=[1, 2, 3, 10**9])),
    ("settings", changed("settings", window=[1, 2, 3, float("inf")])),
    ("record", '{"format": 1, "games": {}}'),
    ("record", '{"format": 1}'),
    ("record", '{"format": 1, "games": [3]}'),
    ("record", entry(won="no")),
    ("record", entry(game="chess")),
    ("record", entry(rules=None)),
    ("record", entry(account="7")),
    ("record", entry(account=float("inf"))),
    ("record", entry(actions=float("nan"))),
    ("record", entry(actions=float("inf"))),
    ("record", entry(seconds=None)),
    ("record", entry(ended="yesterday")),
    ("record", entry(ended=7)),
    ("record", entry(ended="2026-11-22\ud80020:15:00+01:00")),
    ("record", entry(deal="one")),
]

READ: dict[str, Callable[[Storage], Any]] = {
    "vierfrei": lambda storage: storage.game("vierfrei"),
    "canfield": lambda storage: storage.game("canfield"),
    "settings": lambda storage: storage.settings(),
    "record": lambda storage: storage.record(),
}
EMPTY: dict[str, Callable[[Any], bool]] = {
    "vierfrei": lambda found: found is None,
    "canfield": lambda found: found is None,
    "settings": lambda found: found == Settings(),
    "record": lambda found: found.entries == [],
}
SAVE: dict[str, Callable[[Storage], None]] = {
    "vierfrei": lambda storage: storage.save_game(played()),
    "canfield": lambda storage: storage.save_game(played("d", "canfield", "hoyle")),
    "settings": lambda storage: storage.save_settings(Settings()),
    "record": lambda storage: storage.save_record(Record()),
}


@pytest.mark.parametrize("name", GOOD)
def test_the_good_files_are_good(tmp_path: Path, storage: Storage, name: str) -> None:
    (tmp_path / f"{name}.json").write_text(changed(name))
    assert not EMPTY[name](READ[name](storage)) or name == "settings"
    assert storage.take_problems() == []


@pytest.mark.parametrize(("name", "content"), DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_file_is_set_aside(
    tmp_path: Path, storage: Storage, name: str, content: str | bytes
) -> None:
    raw = content if isinstance(content, bytes) else content.encode("utf-8")
    path = tmp_path / f"{name}.json"
    path.write_bytes(raw)
    assert EMPTY[name](READ[name](storage))
    line = told_once(storage)
    assert path.name in line and f"{path.name}.broken-1" in line
    assert not path.exists()
    assert (tmp_path / f"{path.name}.broken-1").read_bytes() == raw
    SAVE[name](storage)
    storage.flush()
    assert not EMPTY[name](READ[name](storage)) or name in ("settings", "record")
    assert storage.take_problems() == []


def test_broken_files_are_counted(tmp_path: Path, storage: Storage) -> None:
    for number in (1, 2, 3):
        (tmp_path / "vierfrei.json").write_text(f"broken {number}")
        assert storage.game("vierfrei") is None
        assert f"broken-{number}" in told_once(storage)
    assert (tmp_path / "vierfrei.json.broken-2").read_text() == "broken 2"


def test_a_huge_file_is_only_slow(tmp_path: Path, storage: Storage) -> None:
    (tmp_path / "record.json").write_text("{" + " " * 20_000_000)
    assert storage.record().entries == []
    told_once(storage)


def test_a_folder_in_the_place_of_a_file(tmp_path: Path, storage: Storage) -> None:
    (tmp_path / "vierfrei.json" / "within").mkdir(parents=True)
    assert storage.game("vierfrei") is None
    told_once(storage)
    assert (tmp_path / "vierfrei.json.broken-1" / "within").is_dir()


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.parametrize("content", [{"format": 2}, {"format": 99, "games": 3, "game": "chess"}])
def test_a_newer_format_is_left_alone(
    tmp_path: Path, storage: Storage, name: str, content: dict[str, object]
) -> None:
    path = tmp_path / f"{name}.json"
    path.write_text(json.dumps(content))
    assert EMPTY[name](READ[name](storage))
    assert "newer" in told_once(storage)
    SAVE[name](storage)
    storage.flush()
    assert json.loads(path.read_text()) == content, "it is not written over"
    assert [file.name for file in tmp_path.glob("*.json*")] == [path.name]


def test_unknown_keys_are_ignored(tmp_path: Path, storage: Storage) -> None:
    (tmp_path / "vierfrei.json").write_text(changed("vierfrei", colour="green"))
    (tmp_path / "settings.json").write_text(changed("settings", colour="green"))
    assert storage.game("vierfrei") is not None and storage.settings() == Settings()
    assert storage.take_problems() == []


# -- disks that will not ---------------------------------------------------------------------------


def test_a_file_without_permission(
    tmp_path: Path, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "vierfrei.json"
    path.write_text(changed("vierfrei"))
    fake = Refusing(path, errno.EACCES)
    monkeypatch.setattr(Path, "read_text", fake.read_text)
    monkeypatch.setattr(Path, "rename", fake.rename)
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

    def read_text(self, *_: object) -> str:
        raise OSError(self.code, os.strerror(self.code))

    def rename(self, *_: object) -> Path:
        raise OSError(self.code, os.strerror(self.code))


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    storage = Storage(tmp_path / "file" / "within")
    assert not storage.saves
    told_once(storage)
    desk = desk_of(storage)
    desk.do(parse_move("6c", "vierfrei"))
    storage.flush()
    storage.close()
    assert (tmp_path / "file").read_text() == ""


@pytest.mark.parametrize("code", [errno.EROFS, errno.EACCES])
def test_a_read_only_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    (tmp_path / "vierfrei.json").write_text(changed("vierfrei"))

    def fail(self: Path, *_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(Path, "open", fail)
    storage = Storage(tmp_path)
    monkeypatch.undo()
    assert not storage.saves
    assert os.strerror(code) in told_once(storage)
    found = storage.game("vierfrei")
    assert found is not None, "it can still be gone on with"
    storage.close()


def test_a_full_disk_is_told_once_and_play_goes_on(
    tmp_path: Path, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = desk_of(storage, Session(numbered("vierfrei", 617)))
    desk.do(parse_move("58", "vierfrei"))
    storage.flush()
    before = (tmp_path / "vierfrei.json").read_text()

    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    for token in ("82", "6c", "7d"):
        assert not isinstance(desk.do(parse_move(token, "vierfrei")), Refusal)
        storage.flush()
    assert told_once(storage) == "The game cannot be saved: No space left on device."
    assert (tmp_path / "vierfrei.json").read_text() == before
    monkeypatch.undo()
    desk.do(parse_move("1b", "vierfrei"))
    storage.flush()
    found = storage.game("vierfrei")
    assert found is not None and len(found.actions) == 5
    monkeypatch.setattr(os, "fsync", fail)
    desk.do(parse_move("1d", "vierfrei"))
    desk.undo_action()
    storage.flush()
    assert "cannot be saved" in told_once(storage), "a new row of failures is told again"
    monkeypatch.undo()


def test_what_cannot_be_written_does_not_stop_the_writer(tmp_path: Path, storage: Storage) -> None:
    bad = Entry("vierfrei", None, 1, True, 3, None, 9.0, "\ud800")
    storage.save_record(Record([bad]))
    storage.flush()
    assert told_once(storage).startswith("The game cannot be saved: ")
    storage.save_game(played())
    storage.flush()
    assert storage.game("vierfrei") is not None
