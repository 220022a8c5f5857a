"""Kills a playing program at a random moment, and checks its files."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from typing import Any

from game.player.current import open_desk
from game.player.storage import Storage
from game.record.transcripts import Played

from game.play.session import Session
from game.player.settings import Settings
from game.record.entries import Entry, Record
from game.rules.canfield import RULE_SETS
from tests.storage.player import act, first_deal, play

KINDS = [("vierfrei", None), *(("canfield", rules) for rules in RULE_SETS)]


class _Nowhere:
    """A storage that saves nothing."""

    saves = True

    def save_game(self, session: Session) -> None:
        """Do nothing."""

    def save_record(self, record: Record) -> None:
        """Do nothing."""

    def save_settings(self, settings: Settings) -> None:
        """Do nothing."""

    def keep_played(self, played: Played) -> None:
        """Do nothing."""

    def keep_aside(self, played: Played) -> None:
        """Do nothing."""

    def played(self) -> Sequence[Played]:
        """Have nothing."""
        return ()

    def drop_played(self, entry: Entry) -> None:
        """Do nothing."""

    def together(self) -> AbstractContextManager[None]:
        """Do nothing."""
        return nullcontext()


def kill_once(folder: Path, seed: int) -> int:
    """Let the player in ``folder`` continue, kill it, and check its files; return how many actions
    it had done.

    Raises ``AssertionError`` if the files hold less than was reported as saved.
    """
    chance = random.Random(seed)
    game, rules = KINDS[seed % len(KINDS)]
    before = _in_file(folder, game)
    told = _play_and_kill(folder, seed, game, rules, chance)
    storage = Storage(folder)
    try:
        assert storage.saves, "the lock outlived its holder"
        found = storage.game(game)
        record = storage.record()
        assert storage.take_problems() == [], "a file could not be read"
        assert not list(folder.glob("*.broken-*"))
        assert found is not None, "the game in hand is gone"
        held = json.dumps(found.to_data())
        later = _expected(before, seed, game, rules, told)
        matching = [entries for data, entries in later if data == held]
        assert matching, f"the file is older than action {told}"
        assert len(record.entries) in matching, "a game is not in the record, or appears twice"
        assert len(storage.played()) == len(record.entries), "what was played does not agree"
    finally:
        storage.close()
    return told


def _in_file(folder: Path, game: str) -> tuple[Mapping[str, Any] | None, Record]:
    storage = Storage(folder)
    try:
        found = storage.game(game)
        return (None if found is None else found.to_data()), storage.record()
    finally:
        storage.close()


def _play_and_kill(
    folder: Path, seed: int, game: str, rules: str | None, chance: random.Random
) -> int:
    # A fork has no program to load first, and is killed like any other process.
    kind = get_context("fork" if "fork" in get_all_start_methods() else "spawn")
    told, telling = kind.Pipe(duplex=False)
    child = kind.Process(target=play, args=(telling, folder, str(seed), game, rules))
    child.start()
    telling.close()
    # What was told before the kill counts as well.
    numbers = [told.recv() for _ in range(chance.randint(1, 60))]
    time.sleep(chance.random() * 0.004)
    child.kill()
    with suppress(EOFError):
        while True:
            numbers.append(told.recv())
    child.join()
    told.close()
    return int(numbers[-1])


def _expected(
    before: tuple[Mapping[str, Any] | None, Record],
    seed: int,
    game: str,
    rules: str | None,
    told: int,
) -> list[tuple[str, int]]:
    """Return the possible contents of the file: the game after action ``told`` or a later one, with
    the number of games that the record must then have."""
    data, record = before
    nowhere: Any = _Nowhere()
    found = None if data is None else Session.from_data(data)
    wanted = first_deal(game, rules) if found is None else None
    settings = Settings(rules_this_run=rules)
    desk = open_desk(nowhere, settings, record, game, found, wanted)
    chance = random.Random(str(seed))
    later: list[tuple[str, int]] = []
    for number in range(told + 4):
        if number >= told:
            later.append((json.dumps(desk.session.to_data()), len(record.entries)))
        act(desk, chance)
    return later
