"""Records of many games, and what the panel of statistics shows of them."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

from game.record.entries import Entry, record_text
from game.rules.registry import VIERFREI
from scenes.pages.statistics_panel import PastRow
from scenes.widgets.items import Item, Words
from scenes.widgets.panel import Panel
from tests.game.test_statistics import generated
from tests.scenes.stage import WON_10913, Stage, Start

TODAY = date.today()


def fill(home: Path, count: int) -> list[Entry]:
    """A record of ``count`` games in the player's folder, the last of them today."""
    entries, played = generated(count)
    (home / "record.json").write_text(record_text(entries), "utf-8")
    lines = "".join(one.text + "\n" for one in played)
    (home / "played.jsonl").write_text(lines, "utf-8")
    return entries


def entry(day: date, *, won: bool, deal: int | None = 617) -> Entry:
    ended = datetime.combine(day, datetime.min.time()).astimezone().isoformat()
    return Entry(VIERFREI, None, deal, won, 50, None, 187.0, ended)


def opened(stage: Stage) -> Panel:
    stage.key("F6")
    assert stage.panel is not None
    return stage.panel


def items(panel: Panel, kind: type[Item]) -> list[Item]:
    return [item for item in panel.page.items if isinstance(item, kind)]


def one(panel: Panel, kind: type) -> object:
    (found,) = [item for item in panel.page.items if isinstance(item, kind)]
    return found


def tabs(panel: Panel) -> list[str]:
    return [tab.label for tab in panel.page.tabs.controls] if panel.page.tabs else []


def told(panel: Panel) -> str:
    """All paragraphs of the page."""
    return "\n".join(item.text for item in panel.page.items if isinstance(item, Words))


def press_row(stage: Stage, place: int = 0) -> None:
    """Open a row of the past games, by the keyboard's way."""
    assert stage.panel is not None
    rows = [item for item in stage.panel.page.items if isinstance(item, PastRow)]
    rows[place].controls[0].action()


def act(stage: Stage, *labels: str) -> None:
    """Have controls of the panel act, wherever the page is scrolled to."""
    for label in labels:
        controls = stage.page.controls.items
        found = [one for one in controls if one.label == label]
        assert found, [one.label for one in controls]
        found[0].action()


def past_game(stage: Stage, *labels: str) -> Panel:
    """Open the game that was finished last in the statistics, and have its controls act."""
    panel = opened(stage)
    press_row(stage)
    act(stage, *labels)
    return panel


def finished(stage: Start) -> Stage:
    """Vierfrei 10913 won and another deal in hand, with a move done."""
    on = stage(deal=10913)
    on.play(WON_10913)
    on.key("F2")
    on.type("617")
    on.key("return")
    on.type("58")
    on.storage.flush()
    return on
