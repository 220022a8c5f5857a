"""Damages a player's files at random, and checks how the program copes.

Nothing may raise, and nothing may be lost except the entry, the option or the game that was hit:
all others are kept, and a copy of the damaged file is set aside.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final

from game.player.storage import Storage
from game.record.transcripts import Played
from game.support.journal import Change, _text

from game.play.session import Session
from game.player.settings import Settings, Speed
from game.record.entries import Entry, Record, record_text
from game.record.statistics import Tally
from game.rules.registry import numbered
from tests.game.reading import parse_move

Hit = tuple[int, int]
"""The range of bytes of the intact file that the damage affects."""
FILES: Final = (
    "settings.json",
    "vierfrei.json",
    "canfield.json",
    "record.json",
    "played.jsonl",
    "journal.json",
)
NASTY: Final = (
    *("null", "true", "[]", "{}", '""', "-1", "1e999", "NaN", "-Infinity", "0.5", "1e15"),
    *('"\\ud800"', '"\\u0000"', '"vierfrei"', '"chess"', "[[[]]]", "17" * 200),
)
DEEP: Final = ("[" * 100_000, '{"a":' * 100_000, "9" * 5000)
"""Input that Python's JSON parser refuses with unusual errors."""
DATES: Final = tuple(
    f'"{text}"'
    for text in ("0001-01-01", "9999-12-31T23:59:59-23:00", "2026-02-30", "2026-11-22", "0001-W01")
)
_VALUE: Final = re.compile(rb'(?<=": )("[^"\n]*"|-?[0-9.]+|true|false|null)')


def prepare(folder: Path) -> None:
    """Create intact files of every kind."""
    folder.mkdir()
    settings = Settings(look="wine", volume=33, window=(1, 2, 900, 700), deck="emblem")
    settings.speed, settings.language = Speed.SLOW, "de"
    storage = Storage(folder)
    storage.save_settings(settings)
    entries = []
    for number in range(12):
        session = _game(number)
        entry = Entry.of(session, datetime(2026, 11, 1, 20, 15) + timedelta(days=number))
        storage.keep_played(Played.of(session, entry))
        entries.append(entry)
        session.book.recorded = number > 9
        storage.save_game(session)
    storage.save_record(Record(entries))
    storage.close()
    assert (folder / "record.json").read_text("utf-8") == record_text(entries)
    # As a kill may leave it: the last game is still in the journal.
    left = (folder / "canfield.json").read_bytes()
    (folder / "journal.json").write_bytes(_text([Change("canfield.json", left)]))


def _game(number: int) -> Session:
    game, rules, line = (
        ("vierfrei", None, "1a 1b"),
        ("canfield", "hoyle", "d d"),
        ("canfield", "casino", "i p d"),
        ("canfield", "aisleriot", "d"),
    )[number % 4]
    session = Session(numbered(game, 617 + number, rules))
    for token in line.split():
        session.do(parse_move(token, game))
    return session


def damaged(data: bytes, chance: random.Random) -> tuple[bytes, Hit]:
    """Return ``data`` with one damage, and where that is."""
    at = chance.randrange(len(data))
    size = chance.choice((1, 1, 1, 2, 7, 30, 200))
    noise = bytes(chance.randrange(256) for _ in range(size))
    kind = chance.randrange(8)
    if kind == 0:
        return data[:at] + noise + data[at + size :], (at, at + size)
    if kind == 1:
        return data[:at] + noise + data[at:], (at, at)
    if kind == 2:
        return data[:at] + data[at + size :], (at, at + size)
    if kind == 3:
        return data[:at], (at, len(data))
    if kind == 4:
        return data[:at] + bytes(size) + data[at + size :], (at, at + size)
    if kind == 5:
        sign = chance.choice(b'"{}[],:\n\\ #0')
        return data[:at] + bytes([sign]) + data[at + 1 :], (at, at + 1)
    values = list(_VALUE.finditer(data))
    if not values:
        return b"", (0, len(data))
    dates = [value for value in values if value[0].startswith(b'"20')]
    found = chance.choice(dates if dates and chance.random() < 0.4 else values)
    nasty = chance.choice(DEEP if chance.random() < 0.2 else NASTY).encode()
    if found[0].startswith(b'"20') and chance.random() < 0.7:
        nasty = chance.choice(DATES).encode()
    return data[: found.start()] + nasty + data[found.end() :], found.span()


def _whole_lines(data: bytes, hit: Hit) -> Iterator[tuple[int, str]]:
    """Yield the lines of an intact file that the damage has left alone, with their numbers."""
    begin = 0
    for number, line in enumerate(data.split(b"\n")):
        end = begin + len(line)
        if end + 1 < hit[0] or begin > hit[1] + 1:
            yield number, line.decode()
        begin = end + 1


def try_one(
    base: Path, folder: Path, seed: str, start: Callable[[Path], None] | None = None
) -> str:
    """Damage one file of a copy of ``base`` in ``folder``, use it, and return the file's name.

    ``start`` opens the whole program there. Raises whatever goes wrong.
    """
    chance = random.Random(seed)
    name = chance.choice(FILES)
    shutil.copytree(base, folder)
    try:
        path = folder / name
        sound = path.read_bytes()
        broken, hit = damaged(sound, chance)
        path.write_bytes(broken)
        if name != "journal.json":
            (folder / "journal.json").unlink()
        if start is not None:
            start(folder)
        else:
            _use(folder, name, sound, broken, hit)
    finally:
        shutil.rmtree(folder)
    return name


def _use(folder: Path, name: str, sound: bytes, broken: bytes, hit: Hit) -> None:
    storage = Storage(folder)
    try:
        settings, record = storage.settings(), storage.record()
        games = {game: storage.game(game) for game in ("vierfrei", "canfield")}
        _look_at_all(storage, record)
        said = storage.take_problems()
        assert all(line.isprintable() and len(line) < 400 for line in said), said
        assert len(said) <= (2 if name == "record.json" else 1), said
        if any("newer" in line for line in said):
            storage.flush()
            assert (folder / name).read_bytes() == broken, "it was left alone"
            return
        check = {"record.json": _check_record, "played.jsonl": _check_played}
        if name in check:
            check[name](storage, record, sound, hit)
        assert len(record.entries) == 12 or name == "record.json"
        assert len(storage.played()) == 12 or name == "played.jsonl"
        assert all(games.values()) or name in ("vierfrei.json", "canfield.json")
        _check_settings(settings, sound, hit if name == "settings.json" else None)
        storage.save_settings(settings)
    finally:
        storage.close()
    _use_again(folder)


def _look_at_all(storage: Storage, record: Record) -> None:
    tally = Tally(record, storage.played)
    for kind in tally.kinds():
        tally.summary(kind)
        tally.days(kind)
    for entry in record.entries:
        tally.session(entry)
        datetime.fromisoformat(entry.ended).date() - date(2026, 11, 22)


def _check_record(storage: Storage, record: Record, sound: bytes, hit: Hit) -> None:
    left = [line.strip().rstrip(",") for _, line in _whole_lines(sound, hit)]
    whole = [Entry.from_data(json.loads(line)) for line in left if line.startswith('{"')]
    missing = [entry for entry in whole if entry not in record.entries]
    assert not missing, f"lost with its neighbour: {missing}"
    storage.flush()
    if len(record.entries) < 12 and hit[1] < len(sound) and hit[1] - hit[0] < 100:
        assert list(storage.folder.glob("record.json.broken-*")), "what was hit is gone"


def _check_played(storage: Storage, record: Record, sound: bytes, hit: Hit) -> None:
    found = {one.text for one in storage.played()}
    missing = [n for n, line in _whole_lines(sound, hit) if line and line not in found]
    assert not missing, f"lines lost with their neighbours: {missing}"


def _check_settings(settings: Settings, sound: bytes, hit: Hit | None) -> None:
    data: Mapping[str, object] = settings.to_data()
    if hit is None:
        assert settings.look == "wine" and settings.window == (1, 2, 900, 700)
        return
    for _, line in _whole_lines(sound, hit):
        if found := re.fullmatch(r' "(\w+)": ([^\[\]]+?),?', line):
            assert data[found[1]] == json.loads(found[2]), f"lost with its neighbour: {found[1]}"


def _use_again(folder: Path) -> None:
    """Check that next time everything is intact, except lines of played moves, which stay."""
    storage = Storage(folder)
    try:
        storage.settings()
        storage.record()
        assert storage.game("vierfrei") or not (folder / "vierfrei.json").exists()
        assert storage.take_problems() == []
    finally:
        storage.close()
