"""Files that are damaged: told in a line, never a reason not to play."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from game.player.storage import Storage
from game.support.journal import Change, _text

from game.player.settings import Settings
from game.record.entries import Entry, Record, record_text
from game.rules.registry import numbered
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


DAMAGED: list[tuple[str, str | bytes]] = [
    ("vierfrei", ""),
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
    ("canfield", changed("canfield", rules=None)),
    ("canfield", changed("canfield", rules="nobody")),
    ("canfield", changed("canfield", deal=None, deck="AC AC")),
    ("canfield", changed("canfield", deal=None, deck=7)),
    ("settings", "{"),
    ("record", '{"format": 1, "games": {}}'),
    ("record", '{"format": 1}'),
    ("record", '{"format": 1, "games": [3]}'),
    ("record", b"\x00" * 3000),
]
"""Files of which nothing can be used."""
RESCUED: list[tuple[str, str, int]] = [
    ("vierfrei", changed("vierfrei")[:-20], 1),
    ("vierfrei", changed("vierfrei", actions="58"), 0),
    ("vierfrei", changed("vierfrei", actions=["58", 3]), 1),
    ("vierfrei", changed("vierfrei", actions=["58", ""]), 1),
    ("vierfrei", changed("vierfrei", actions=["99"]), 0),
    ("vierfrei", changed("vierfrei", actions=["26"]), 0),
    ("vierfrei", changed("vierfrei", actions=["58 26"]), 0),
    ("vierfrei", changed("vierfrei", actions=["58 restart"]), 0),
    ("vierfrei", changed("vierfrei", actions=["\ud800"]), 0),
    ("vierfrei", changed("vierfrei", actions=["a\nb\x1b[31m"]), 0),
    ("vierfrei", changed("vierfrei", actions=["x" * 100_000]), 0),
    ("vierfrei", changed("vierfrei", undone=["26"]), 1),
    ("vierfrei", changed("vierfrei", undone={}), 1),
    ("vierfrei", changed("vierfrei", seconds="1"), 1),
    ("vierfrei", changed("vierfrei", seconds=-1), 1),
    ("vierfrei", changed("vierfrei", seconds=float("inf")), 1),
    ("vierfrei", changed("vierfrei", seconds=10**400), 1),
    ("vierfrei", changed("vierfrei", recorded=1), 1),
    ("canfield", changed("canfield", actions=["d", "t"]), 1),
    ("canfield", changed("canfield", actions=["x", "x"], rules="casino"), 1),
]
"""Files of a game that is not whole, and how many of its moves can be read."""

OPTIONS: list[tuple[str, Any]] = [
    ("rules", "nobody"),
    ("speed", "warp"),
    ("speed", ["off"]),
    ("sound", "yes"),
    ("automatic", 0),
    ("language", "xx"),
    ("last_game", "chess"),
    ("window", [1, 2, 3]),
    ("window", [1, 2, 3, "4"]),
    ("window", [1, 2, 3, 10**9]),
    ("window", [1, 2, 3, float("inf")]),
]
"""Values that no option can have."""
ENTRIES: list[Any] = [
    3,
    None,
    [],
    {**ENTRY, **dict(won="no")},
    {**ENTRY, **dict(game="chess")},
    {**ENTRY, **dict(rules=None)},
    {**ENTRY, **dict(account="7")},
    {**ENTRY, **dict(account=float("inf"))},
    {**ENTRY, **dict(actions=float("nan"))},
    {**ENTRY, **dict(actions=float("inf"))},
    {**ENTRY, **dict(seconds=None)},
    {**ENTRY, **dict(ended="yesterday")},
    {**ENTRY, **dict(ended=7)},
    {**ENTRY, **dict(ended="2026-11-22\ud80020:15:00+01:00")},
    {**ENTRY, **dict(deal="one")},
    {**ENTRY, **dict(ended="0001-01-01")},
    {**ENTRY, **dict(ended="9999-12-31T23:59:59-23:00")},
    {**ENTRY, **dict(seconds=float("nan"))},
    {**ENTRY, **dict(deal=10**4000)},
    {**ENTRY, **dict(turns=-1)},
    {**ENTRY, **dict(turns="two")},
]
"""What is no entry of a record."""

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


@pytest.mark.parametrize(("name", "content", "moves"), RESCUED, ids=range(len(RESCUED)))
def test_a_damaged_game_is_kept_up_to_its_first_damaged_move(
    tmp_path: Path, storage: Storage, name: str, content: str, moves: int
) -> None:
    path, aside = tmp_path / f"{name}.json", tmp_path / f"{name}.json.broken-1"
    path.write_text(content)
    found = storage.game(name)
    assert found is not None and len(found.actions) == moves and not found.book.recorded
    line = told_once(storage)
    assert f"only {moves} move" in line and aside.name in line
    storage.flush()
    assert aside.read_text() == content, "the whole file, to be repaired"
    again = storage.game(name)
    assert again is not None and len(again.actions) == moves and storage.take_problems() == []


@pytest.mark.parametrize(("name", "value"), OPTIONS, ids=range(len(OPTIONS)))
def test_an_unknown_value_loses_that_option_alone(
    tmp_path: Path, storage: Storage, name: str, value: Any
) -> None:
    others = {"volume": 33, "look": "wine", "outline": True, "speed": "slow", "deck": "emblem"}
    others.pop(name, None)
    text = changed("settings", **others | {name: value})
    (tmp_path / "settings.json").write_text(text)
    found = storage.settings()
    data = found.to_data()
    assert {other: data[other] for other in others} == others
    assert data[name] == Settings().to_data()[name]
    line = told_once(storage)
    assert name in line and "settings.json.broken-1" in line
    storage.save_settings(found)
    storage.flush()
    assert storage.settings() == found and storage.take_problems() == []
    assert (tmp_path / "settings.json.broken-1").read_text() == text


@pytest.mark.parametrize("at", range(0, 700, 23))
def test_a_torn_file_of_settings_loses_no_option_that_stands_in_it(
    tmp_path: Path, storage: Storage, at: int
) -> None:
    settings = Settings(look="wine", volume=33, window=(1, 2, 900, 700), deck="emblem")
    text = json.dumps(settings.to_data(), indent=1)
    (tmp_path / "settings.json").write_text(text[:at] + "\x00" + text[at + 1 :])
    data, wanted = storage.settings().to_data(), settings.to_data()
    lost = [name for name in wanted if data[name] != wanted[name]]
    assert len(lost) <= 1, "at a line's end two of them"
    storage.take_problems()


def test_a_damaged_entry_is_set_aside_alone_and_comes_back_when_it_is_repaired(
    tmp_path: Path,
) -> None:
    path, aside = tmp_path / "record.json", tmp_path / "record.json.broken-1"
    dates = [f"2026-11-{day}T20:15:00+01:00" for day in range(10, 20)]
    entries = [Entry.from_data({**ENTRY, "ended": date}) for date in dates]
    text = record_text(entries)
    path.write_text(text.replace('"ended": "2026-11-14', '"ended": "2026-1-14'))
    storage = Storage(tmp_path)
    assert storage.record().entries == entries[:4] + entries[5:]
    line = told_once(storage)
    assert "1 game can't be read" in line and aside.name in line
    storage.close()
    again = Storage(tmp_path)
    assert again.record().entries == entries[:4] + entries[5:] and again.take_problems() == []
    again.close()
    assert path.read_text() == record_text(entries[:4] + entries[5:])
    assert json.loads(aside.read_text())["ended"] == "2026-1-14T20:15:00+01:00"
    aside.write_text(aside.read_text().replace("-1-14", "-11-14"))
    repaired = Storage(tmp_path)
    assert repaired.record().entries == entries, "in its place"
    assert told_once(repaired) == "1 game that was set aside is back in the record."
    repaired.close()
    assert path.read_text() == record_text(entries) and not aside.exists()


def test_a_record_that_an_older_program_has_set_aside_as_a_whole_comes_back(tmp_path: Path) -> None:
    good = Entry.from_data(ENTRY)
    broken = json.dumps({"format": 1, "games": [ENTRY, {**ENTRY, "won": 7}, ENTRY | {"deal": 2}]})
    (tmp_path / "record.json.broken-1").write_text(broken)
    later = {**ENTRY, "deal": 3, "ended": "2026-11-23T20:15:00+01:00"}
    (tmp_path / "record.json").write_text(json.dumps({"format": 1, "games": [later]}))
    storage = Storage(tmp_path)
    found = storage.record().entries
    assert [entry.deal for entry in found] == [1, 2, 3] and found[0] == good
    storage.close()
    left = json.loads((tmp_path / "record.json.broken-1").read_text())
    assert left["won"] == 7, "what still cannot be read stays there"


def test_what_a_newer_program_has_written_beside_an_entry_is_kept(tmp_path: Path) -> None:
    newer = {**ENTRY, "weather": {"rain": [1, "ü"]}, "turns": 2}
    (tmp_path / "record.json").write_text(json.dumps({"format": 1, "games": [newer, ENTRY]}))
    storage = Storage(tmp_path)
    record = storage.record()
    # The first one goes back to the table: all of the file is written anew.
    record.entries.append(record.entries.pop(0))
    storage.save_record(record)
    storage.close()
    games = json.loads((tmp_path / "record.json").read_text("utf-8"))["games"]
    assert games == [ENTRY, newer]


@pytest.mark.parametrize("piece", ENTRIES, ids=range(len(ENTRIES)))
def test_what_is_no_entry_is_set_aside_alone(tmp_path: Path, storage: Storage, piece: Any) -> None:
    (tmp_path / "record.json").write_text(json.dumps({"format": 1, "games": [ENTRY, piece, ENTRY]}))
    assert storage.record().entries == [Entry.from_data(ENTRY)] * 2
    told_once(storage)


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 100_000, "9" * 5000, "NaN", "-Infinity"])
def test_an_entry_that_python_cannot_hold_is_set_aside_alone(
    tmp_path: Path, storage: Storage, deep: str
) -> None:
    one = json.dumps(ENTRY)
    text = f'{{"format": 1, "games": [\n{one},\n{one[:-1]}, "seconds": {deep}}},\n{one}\n]}}\n'
    (tmp_path / "record.json").write_text(text)
    assert storage.record().entries == [Entry.from_data(ENTRY)] * 2
    told_once(storage)
    for name in ("settings.json", "vierfrei.json"):
        (tmp_path / name).write_text(f'{{"format": 1,\n "volume": {deep}}}')
    (tmp_path / "played.jsonl").write_text(f'{{"game": {deep}}}\n')
    assert storage.settings() == Settings() and storage.game("vierfrei") is None
    assert not storage.played()
    storage.take_problems()


@pytest.mark.parametrize("opening", ["[", '{"a": '])
def test_what_could_be_read_but_not_written_again_is_set_aside_alone(
    tmp_path: Path, storage: Storage, opening: str
) -> None:
    """How deep a nesting Python can take depends on its caller, and writing has other callers than
    reading: the thread that writes once died of it, and leaving waited for it for ever."""
    closing = {"[": "]"}.get(opening, "}")
    # Python reads and writes this, but would no more if it were called from twice as deep.
    deep = opening * 700 + "1" * (closing == "}") + closing * 700
    unknown = f', "later": {deep}}}'
    one = json.dumps(ENTRY)
    texts = {
        "record": f'{{"format": 1, "games": [\n{one},\n{one[:-1]}{unknown},\n{one}\n]}}\n',
        "settings": json.dumps(GOOD["settings"] | {"volume": 33})[:-1] + unknown,
        "vierfrei": changed("vierfrei")[:-1] + unknown,
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.json").write_text(text)
    record, settings, game = storage.record(), storage.settings(), storage.game("vierfrei")
    assert record.entries == [Entry.from_data(ENTRY)] * 2 and settings.volume == 33
    assert game is not None and len(game.actions) == 1
    told = [line.split()[0] for line in storage.take_problems()]
    assert told == ["record.json", "settings.json", "vierfrei.json"]
    storage.save_record(record)
    storage.save_settings(settings)
    storage.save_game(game)
    storage.flush()
    assert not storage.unsaved and not storage.take_problems()
    for name in texts:
        assert deep in (tmp_path / f"{name}.json.broken-1").read_text()
        assert deep not in (tmp_path / f"{name}.json").read_text()


def test_damage_in_played_games_is_told_in_one_line(tmp_path: Path, storage: Storage) -> None:
    desk_of(storage).begin(numbered("vierfrei", 1))
    storage.flush()
    with (tmp_path / "played.jsonl").open("a") as file:
        file.write("no JSON\n" + "[" * 100_000 + "\n" + '{"home": ' + "9" * 5000 + "}\n")
    assert len(storage.played()) == 1
    told = told_once(storage)
    assert "the moves of 3 games can't be read" in told and "played.jsonl.broken-1" in told
    assert len(storage.played()) == 1 and storage.take_problems() == []


def test_a_journal_that_is_damaged_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "journal.json"
    changes = [Change("vierfrei.json", b"{}"), Change("../evil.json", b"x")]
    for text in (_text(changes), _text(changes[:1])[:-9], _text(changes[:1]).replace(b"{}", b"[]")):
        path.write_bytes(text)
        storage = Storage(tmp_path)
        assert "journal.json.broken-" in told_once(storage)
        storage.close()
        assert not (tmp_path / "vierfrei.json").exists() and not path.exists()
        assert not (tmp_path.parent / "evil.json").exists()


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
