"""Helpers for tests of the record and of the statistics panel."""

from __future__ import annotations

from datetime import date, datetime
from itertools import count
from pathlib import Path

from game.record.entries import Entry
from game.rules.registry import VIERFREI
from game.store.log import LOG, as_line, entry_data
from scenes.pages.statistics_panel import PastRow
from tests.game.test_statistics import generated
from tests.scenes.stage import WON_10913, Stage, Start

TODAY = date.today()
_NUMBERS = count()


def fill(home: Path, many: int) -> list[Entry]:
    """Write a random record of ``many`` games, and return its entries."""
    entries = generated(many)
    (home / LOG).write_bytes(b"".join(_line(one, one.id) + b"\n" for one in entries))
    return entries


def add(on: Stage, *entries: Entry) -> None:
    """Add games to the record. Those with the same end time keep the order given here."""
    for one in entries:
        on.storage.log.add(_line(one, f"{next(_NUMBERS):016x}"))


def _line(entry: Entry, name: str) -> bytes:
    return as_line({"id": name, "rev": 1, "time": entry.ended, **entry_data(entry)})


def entry(day: date, *, won: bool, deal: int | None = 617) -> Entry:
    ended = datetime.combine(day, datetime.min.time()).astimezone().isoformat()
    return Entry(VIERFREI, None, deal, won, 50, None, 187.0, ended)


def tabs(on: Stage) -> list[str]:
    return [tab.label for tab in on.page.tabs.controls] if on.page.tabs else []


def press_row(on: Stage, place: int = 0) -> None:
    """Open a past game without clicking it. ``place`` is its row, counting from 0."""
    on.items(PastRow)[place].controls[0].action()


def act(on: Stage, *labels: str) -> None:
    """Activate the controls of the panel that have these labels."""
    for label in labels:
        controls = {one.label: one for one in reversed(on.page.controls.items)}
        controls[label].action()


def past_game(on: Stage, *labels: str) -> None:
    """Open the latest past game, then activate the controls with these labels."""
    on.key("F6")
    press_row(on)
    act(on, *labels)


def finished(start: Start) -> Stage:
    """Return a stage with one game won and another begun."""
    on = start(deal=10913)
    on.play(WON_10913)
    on.key("F2")
    on.type("617")
    on.key("return")
    on.type("58")
    on.storage.flush()
    return on
