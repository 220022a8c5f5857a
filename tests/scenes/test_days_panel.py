"""The deal of the day in the statistics and in the menu."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import pygame
import pytest

from game.player.settings import LOOKS
from game.record.daily import daily_deal
from game.rules.registry import CANFIELD, VIERFREI
from scenes.access.tree import dialog
from scenes.widgets.calendar import Calendar, Mark, mark_of
from scenes.widgets.panel import Panel
from tests.scenes.records import (
    TODAY,
    entry,
    opened,
    told,
)
from tests.scenes.stage import Stage, Start


def month(panel: Panel) -> Calendar:
    (found,) = [item for item in panel.page.items if isinstance(item, Calendar)]
    return found


def test_the_marks_of_days() -> None:
    today = date(2026, 11, 22)
    days = {date(2026, 11, 3): True, date(2026, 11, 9): False}
    assert mark_of(date(2026, 11, 3), days, today) is Mark.WON
    assert mark_of(date(2026, 11, 9), days, today) is Mark.PLAYED
    assert mark_of(date(2026, 11, 4), days, today) is Mark.MISSED
    assert mark_of(date(2026, 11, 2), days, today) is Mark.OPEN, "before the first of all"
    assert mark_of(today, days, today) is Mark.OPEN, "there is still time"
    assert mark_of(date(2026, 11, 23), days, today) is Mark.TO_COME


def test_the_calendar_shows_the_days_and_deals_them(on: Stage) -> None:
    yesterday = TODAY - timedelta(1)
    for day, won in ((yesterday, True), (TODAY, False)):
        number = daily_deal(day, VIERFREI).number
        on.kit.record.entries.append(entry(day, won=won, deal=number))
    panel = opened(on)
    assert "2 days in a row" in told(panel)
    shown = month(panel)
    assert shown.days == {yesterday: True, TODAY: False}
    assert [control.enabled for day, control in shown.cells] == [
        day <= TODAY for day, _ in shown.cells
    ]
    before = shown.first - timedelta(1)
    shown.controls[0].action()
    shown = month(panel)
    assert shown.first == before.replace(day=1) and shown.cells[-1][0] == before
    on.app.paint()
    shown.cells[4][1].action()
    day = shown.cells[4][0]
    assert on.session.deal == daily_deal(day, VIERFREI) and on.panel is None
    assert on.title == f"Vierfrei {on.session.deal.number} – Vierfeld"
    assert on.line.startswith(f"The deal of {day.day} ") and str(day.year) in on.line
    on.check()


def test_the_calendar_is_walked_by_keyboard(stage: Start) -> None:
    on = stage(size=(480, 300))
    on.kit.record.entries.append(entry(TODAY, won=True))
    panel = opened(on)
    shown = month(panel)
    last = next(control for day, control in shown.cells if day == TODAY)
    while panel.page.controls.focus is not last:
        on.key("tab")
    assert on.lines[-1].startswith(f"The deal of {TODAY.day} ")
    assert panel._view.contains(last.rect)
    if TODAY.day > 1 and TODAY.weekday() > 0:
        on.key("left")
        on.key("right")
        assert panel.page.controls.focus is last
    on.key("return")
    assert on.session.deal == daily_deal(TODAY, VIERFREI)


def test_marks_differ_in_every_look(stage: Start) -> None:
    on = stage(size=(1280, 800))
    start = TODAY.replace(day=1) - timedelta(20)
    days = {start: True, start + timedelta(1): False, start - timedelta(3): True}
    for look in LOOKS:
        on.settings.look = look
        on.kit.settle_look()
        page = Calendar(start.replace(day=1), days, TODAY, print, print)
        page.flow(0, 0, 460, 1.0, on.kit.text)
        surface = pygame.Surface((460, page.rect.height))
        surface.fill(on.kit.theme.panel)
        from scenes.widgets.controls import Controls
        from scenes.widgets.items import Canvas

        canvas = Canvas(surface, on.kit.theme, on.kit.text, 1.0, Controls(page.controls))
        page.paint(canvas)
        cells = dict(page.cells)
        pictures = []
        for n in (0, 1, 2):
            rect = cells[start + timedelta(n)].rect
            # The corner of the mark, where no number is.
            left = pygame.Rect(rect.centerx - 15, rect.centery - 3, 5, 6)
            foot = pygame.Rect(rect.centerx - 4, rect.centery + 10, 8, 6)
            pictures.append(
                b"".join(pygame.image.tobytes(surface.subsurface(r), "RGB") for r in (left, foot))
            )
        assert len(set(pictures)) == 3, look


@pytest.fixture(params=[VIERFREI, CANFIELD])
def game(request: pytest.FixtureRequest) -> Iterator[str]:
    yield request.param


def test_the_menu_deals_the_day(stage: Start, game: str) -> None:
    on = stage(game=None, size=(1280, 800))
    rules = on.settings.next_rules if game == CANFIELD else None
    name = "Vierfrei" if game == VIERFREI else "Canfield"
    menu = on.app.director.scene
    (button,) = [c for c in menu.controls.items if c.tip == f"{name}: Today's deal"]  # type: ignore[attr-defined]
    on.click(button.rect.center)
    assert on.session.deal == daily_deal(TODAY, game, rules)
    assert on.line.startswith("The deal of ")
    if game == VIERFREI:
        on.play("1a")
        on.key("escape")
        menu = on.app.director.scene
        (button,) = [c for c in menu.controls.items if c.tip == f"{name}: Today's deal"]  # type: ignore[attr-defined]
        on.click(button.rect.center)
        assert on.actions == ["1a"], "it is gone on with"
        on.key("F1")
        on.key("escape")
        menu = on.app.director.scene
        assert [c for c in menu.controls.items if c.tip == "Vierfrei: Today's deal: played"]  # type: ignore[attr-defined]


def test_a_screen_reader_has_every_figure(on: Stage) -> None:
    on.kit.record.entries.append(entry(TODAY, won=True))
    panel = opened(on)
    (whole,), _, _ = dialog(panel)
    nodes = list(whole.children)
    texts = [node.text for node in nodes]
    assert "1 of 1 won" in texts and "Time in won games, best 3:07, median 3:07" in texts
    assert month(panel).title in texts
