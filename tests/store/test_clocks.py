"""Clocks that are wrong, and zones that cannot be: what is written down is read again."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import pytest

from game.core.moves import Move, Verb
from game.player.settings import Settings
from game.record import entries
from game.record.entries import moment, time_text
from game.rules.registry import numbered
from game.store.current import Desk
from game.store.store import PlayerStore
from tests.each import each


def ended_at(home: Path, now: Callable[[], datetime]) -> list[str]:
    """Stop three games at the time ``now``; return the times in the record at the next start."""
    storage = PlayerStore(home, now=now)
    desk = Desk(storage, Settings(), "canfield", None, numbered("canfield", 1, "casino"))
    for number in (2, 3, 4):
        desk.session.do(Move(Verb.STOP))
        desk.begin(numbered("canfield", number, "casino"))
    storage.close()
    again = PlayerStore(home)
    found = [entry.ended for entry in again.log.games()]
    assert not again.take_problems() and len(found) == 3
    again.close()
    return found


@contextmanager
def clock_at(stamp: float) -> Iterator[None]:
    """Have the system's clock show the time ``stamp`` meanwhile."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: object = None) -> Clock:
            return cls.fromtimestamp(stamp)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entries, "datetime", Clock)
        yield


@pytest.mark.parametrize("year", [1, 1899, 1901, 1970, 1979, 2026, 9000, 9001, 9999])
def test_a_game_ended_in_any_year_is_read_at_the_next_start(tmp_path: Path, year: int) -> None:
    now = datetime(year, 12, 31, 23, 59, 59)
    for text in ended_at(tmp_path, lambda: now):
        read = moment(text)
        assert read is not None
        seen = read.replace(tzinfo=None)
        assert seen == now or not 1900 <= year <= 9000


@each("stamp", [-1e18, -1e13, -1e9, 0, 2.5e11, 2.6e11, 1e15])
def test_a_clock_beyond_the_calendar_is_kept_within_it(stamp: float) -> None:
    with clock_at(stamp):
        now = entries.now()
    assert 1900 <= now.year <= 9000 and moment(time_text(now)) is not None


@pytest.mark.skipif(os.name == "nt", reason="the system has no TZ")
@pytest.mark.parametrize("zone", ["XXX-24", "XXX+24", "XXX-24:59:59", "Nowhere/Nothing", ""])
def test_an_odd_time_zone_does_no_harm(tmp_path: Path, zone: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        for stamp in (0, -1e9, 1e13):
            with clock_at(stamp):
                ended_at(tmp_path / str(stamp), entries.now)
    time.tzset()
