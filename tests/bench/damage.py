"""Checks that only the damaged part of a file is lost. The damage differs from commit to commit."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from game.play.saved_games import read_saved
from game.play.session import Session
from game.player.settings import Settings
from game.record.entries import Entry
from game.store.importing import PLAYED, RECORD, file_of
from game.store.log import LOG
from game.store.store import IMPORTED, SETTINGS, PlayerStore, hand_file
from tests.bench.figures import Figure, fixed
from tests.game.reading import play
from tests.seed import run_seed
from tests.store.playing import at_once, playing, seen_by, ways, winning

CASES = 20_000
OLD = Path(__file__).parents[1] / "data" / "old_files"
NEW_FILES = (SETTINGS, hand_file("vierfrei"), hand_file("canfield"), LOG)
OLD_FILES = (RECORD, PLAYED, file_of("vierfrei"), file_of("canfield"))


class _WithoutFlushing:
    def __getattr__(self, name: str) -> Any:
        return (lambda descriptor: None) if name == "fsync" else getattr(os, name)


def run(cases: int = CASES) -> list[Figure]:
    """Damage random files. If an undamaged part of a file is lost, raise ``AssertionError``."""
    seed = run_seed()
    print(f"  seed {seed}")
    done = Counter[str]()
    with tempfile.TemporaryDirectory() as folder, seen_by(_WithoutFlushing()), at_once():
        base = {name: Path(folder) / "new" for name in NEW_FILES}
        base |= {name: Path(folder) / "old" for name in OLD_FILES}
        base[IMPORTED] = Path(folder) / "imported"
        fill(base[LOG])
        for one in (base[RECORD], base[IMPORTED]):
            shutil.copytree(OLD, one)
        _look(base[IMPORTED])
        for number in range(cases):
            chance = random.Random(f"{seed} {number}")
            name = chance.choice([*base])
            try:
                _try_one(base[name], Path(folder) / "home", name, chance)
            except Exception as error:
                raise AssertionError(f"seed '{seed} {number}': {name}: {error!r}") from error
            done[name] += 1
    return [fixed(f"damaged {name} survived", n) for name, n in done.items()]


def fill(folder: Path, lost: int = 5) -> None:
    """Save a file of each kind. The log has ``lost`` games that were lost, and one that was won."""
    store = PlayerStore(folder)
    store.save_settings(Settings(look="wine", volume=33, window=(1, 2, 900, 700)))
    for number in range(1, lost + 1):
        store.ended(playing("1a", number))
    store.ended(winning(left=0))
    session = playing("1a 2b", 4)
    session.undo_action()
    store.changed(play(session, "3b"))
    store.changed(playing("i p", 100, "canfield", "casino"))
    store.close()


def _damaged(data: bytes, chance: random.Random) -> bytes:
    """Return ``data`` with one random kind of damage."""
    at, to = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    far = min(len(data), at + chance.choice([1, 2, 9, 100, 5000]))
    some = bytes(chance.choice([0, 10, 34, 57, 92, 123, 125, 255]) for _ in range(far - at))
    hit = at % len(data)
    flipped = data[:hit] + bytes([data[hit] ^ 1 << chance.randrange(8)]) + data[hit + 1 :]
    swapped = data[:at] + data[far:to] + data[at:far] + data[max(to, far) :]
    doubled = data[:far] + data[at:]
    cut_out, cut_off = data[:at] + data[far:], data[:at]
    inserted, overwritten = data[:at] + some + data[at:], data[:at] + some + data[far:]
    return chance.choice([flipped, cut_off, cut_out, inserted, overwritten, doubled, swapped])


def _try_one(base: Path, home: Path, name: str, chance: random.Random) -> None:
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(base, home)
    whole = (base / name).read_bytes()
    data = _damaged(whole, chance)
    (home / name).write_bytes(data)
    store = PlayerStore(home)
    settings = store.settings()
    games = Counter(map(_key, store.log.games()))
    told = store.take_problems()
    assert all(0 < len(line) < 300 and line.isprintable() for line in told)
    assert told or not list(home.glob("*.broken-*")), "something was set aside in silence"
    lost = Counter(_not_hit(base, name, whole, data)) - games
    assert not lost, f"lost: {lost}"
    hands = {game: store.game_in_hand(game) for game in ("vierfrei", "canfield")}
    for game, found in hands.items():
        assert found or name in (hand_file(game), file_of(game)), "another game in hand is lost"
    newer = any("newer" in line for line in told)
    if name == SETTINGS and not newer:
        _check_settings(settings, whole, data)
    if name == hand_file("vierfrei"):
        _check_hand(hands["vierfrei"], whole.decode(), data)
    store.save_settings(settings)
    store.close()
    games_then, told_then = _look(home)
    assert games_then == games, "another record at the next start"
    # A file written by a newer program is left alone at every start.
    assert not told_then or newer, "the next start is not clean"


def _look(folder: Path) -> tuple[Counter[str], list[str]]:
    store = PlayerStore(folder)
    store.settings()
    found = Counter(map(_key, store.log.games())), store.take_problems()
    store.close()
    return found


def _not_hit(base: Path, name: str, whole: bytes, data: bytes) -> Iterator[str]:
    if name == LOG:
        lines = data.split(b"\n")[:-1]
        yield from (_key(json.loads(one)) for one in whole.splitlines() if one in lines)
    elif base.name == "new":
        yield from (_key(json.loads(one)) for one in (base / LOG).read_bytes().splitlines())
    else:
        for one in re.findall(rb"\{[^{}]*\}", (base / RECORD).read_bytes()):
            if name != RECORD or one in data:
                yield _key(json.loads(one))


def _key(game: Any) -> str:
    if isinstance(game, Entry):
        game = game._asdict()
    return f"{game['ended']} {game['deal']} {game['actions']}"


def _check_settings(found: Settings, whole: bytes, data: bytes) -> None:
    """Check that options on undamaged lines are kept."""
    sound, kept = json.loads(whole), found.to_data()
    for line in whole.splitlines():
        name = line.partition(b'"')[2].partition(b'"')[0]
        if name and line in data.splitlines() and data.count(name) == 1:
            assert kept[name.decode()] == sound[name.decode()], f"the option {name!r} is lost"


def _check_hand(found: Session | None, whole: str, data: bytes) -> None:
    """Check that the game still has all moves before the first damaged line of its file."""
    lines = whole.splitlines(keepends=True)
    sound = 0
    while sound < len(lines) and data.startswith("".join(lines[: sound + 1]).encode()):
        sound += 1
    if sound >= 2:
        before, _ = read_saved("".join(lines[:sound]), "vierfrei")
        assert found is not None and found.deal == before.deal
        assert ways(before) <= ways(found), "a move before the damage is lost"
