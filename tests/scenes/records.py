"""Records of many games, and the panel of statistics."""

from __future__ import annotations

from datetime import date, datetime
from itertools import count
from pathlib import Path

from game.record.entries import Entry
from game.rules.registry import VIERFREI
from game.store.log import as_line, entry_data, read_line
from game.store.log_file import LOG
from scenes.pages.statistics_panel import PastRow
from tests.game.test_statistics import generated
from tests.scenes.stage import WON_10913, Stage, Start

TODAY = date.today()
_NUMBERS = count()


def fill(home: Path, many: int) -> list[Entry]:
    """A record of so many games in the player's folder, the last of them today."""
    entries = generated(many)
    (home / LOG).write_bytes(b"".join(_line(one, one.id) + b"\n" for one in entries))
    return entries


def add(on: Stage, *entries: Entry) -> None:
    """Have these games stand in the record, in this order where they have ended at once."""
    for one in entries:
        on.storage.log.add(read_line(_line(one, f"{next(_NUMBERS):016x}")))


def _line(entry: Entry, name: str) -> bytes:
    return as_line({"id": name, "rev": 1, "time": entry.ended, **entry_data(entry)})


def entry(day: date, *, won: bool, deal: int | None = 617) -> Entry:
    ended = datetime.combine(day, datetime.min.time()).astimezone().isoformat()
    return Entry(VIERFREI, None, deal, won, 50, None, 187.0, ended)


def tabs(on: Stage) -> list[str]:
    return [tab.label for tab in on.page.tabs.controls] if on.page.tabs else []


def press_row(on: Stage, place: int = 0) -> None:
    """Open a row of the past games, by the keyboard's way."""
    on.items(PastRow)[place].controls[0].action()


def act(on: Stage, *labels: str) -> None:
    """Have controls of the panel act, wherever the page is scrolled to."""
    for label in labels:
        controls = {one.label: one for one in reversed(on.page.controls.items)}
        controls[label].action()


def past_game(on: Stage, *labels: str) -> None:
    """Open the game that was finished last in the statistics, and have its controls act."""
    on.key("F6")
    press_row(on)
    act(on, *labels)


def finished(start: Start) -> Stage:
    """Vierfrei 10913 won and another deal in hand, with a move done."""
    on = start(deal=10913)
    on.play(WON_10913)
    on.key("F2")
    on.type("617")
    on.key("return")
    on.type("58")
    on.storage.flush()
    return on
