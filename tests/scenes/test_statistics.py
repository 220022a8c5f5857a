"""The statistics on the screen: every kind of game, the days, the past games, and their keeping."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.player.settings import LOOKS
from game.player.storage import Storage
from game.record.daily import daily_deal
from game.record.entries import Entry, record_text
from game.record.statistics import rate
from game.record.tally import Tally
from game.record.transcripts import Played
from game.rules.registry import CANFIELD, VIERFREI
from game.support.texts import languages, texts
from scenes.access.panels import dialog
from scenes.pages.past import Columns, PastGame, PastRow
from scenes.style.theme import unit
from scenes.widgets.calendar import Calendar, Mark, mark_of
from scenes.widgets.figures import Figures, Table
from scenes.widgets.items import Item, Words
from scenes.widgets.panel import Panel
from scenes.widgets.plot import Bars, Plot
from tests.game.test_statistics import KINDS, generated
from tests.scenes.contrast import contrast
from tests.scenes.stage import WON_10913, Stage
from tests.scenes.test_languages import check_panel, in_language

Start = Callable[..., Stage]
SIZES = [(480, 300), (800, 600), (1280, 800), (1920, 1080), (600, 1100)]
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


def act(stage: Stage, label: str) -> None:
    """Have a control of the panel act, wherever the page is scrolled to."""
    assert stage.panel is not None
    found = [one for one in stage.panel.page.controls.items if one.label == label]
    assert found, [one.label for one in stage.panel.page.controls.items]
    found[0].action()


# -- what it tells -----------------------------------------------------------------------------


def test_each_kind_has_a_part_of_its_own(stage: Start, tmp_path: Path) -> None:
    entries = fill(tmp_path, 400)
    on = stage()
    panel = opened(on)
    assert tabs(panel) == ["Vierfrei", "Hoyle", "XPat2", "Casino", "AisleRiot"]
    for name, kind in zip(tabs(panel), KINDS, strict=True):
        on.push(name)
        own = [entry for entry in entries if (entry.game, entry.rules) == kind]
        won = sum(entry.won for entry in own)
        figures = [item for item in panel.page.items if isinstance(item, Figures)][-1]
        sure = rate(won, len(own))
        assert sure is not None
        low, high = round(100 * sure.low), round(100 * sure.high)
        assert figures.cells[0][0] == str(len(own)) and figures.cells[1][0] == str(won)
        assert figures.cells[2] == (f"{round(100 * sure.share)} %", f"rate ({low}–{high})")
        plots = [item for item in panel.page.items if isinstance(item, Plot)]
        assert len(plots) == (kind[0] == CANFIELD) == len(items(panel, Bars))
        if plots:
            accounts = [entry.account or 0 for entry in own]
            assert list(plots[0].values)[-1] == sum(accounts)
            assert f"{abs(sum(accounts))}" in told(panel), "the line is told in words too"
        assert len(items(panel, Table)) == (2 if kind[1] == "casino" else 1)
        assert len(items(panel, PastRow)) == 8
        on.app.paint()


def test_figures_of_streaks_times_and_moves(stage: Start) -> None:
    on = stage()
    for won, seconds in ((True, 61.0), (False, 7.0), (True, 4000.0), (True, 100.0)):
        ended = "2025-11-22T20:15:00+01:00"
        on.kit.record.entries.append(Entry(VIERFREI, None, 617, won, 50, None, seconds, ended))
    panel = opened(on)
    assert not tabs(panel), "one kind needs no tabs"
    (found,) = [item for item in panel.page.items if isinstance(item, Table)]
    assert found.rows[0][1:] == ("2", "2", "")
    assert found.rows[1][1:] == ("", "1:01", "1:40")
    assert found.rows[2][1:] == ("", "50", "50")
    assert sorted(found.ends) == list(found.ends) and found.ends[-1] == found.rect.width


def test_the_casino_tells_where_games_ended(stage: Start) -> None:
    on = stage(game=CANFIELD, deal=42, rules="casino")
    on.play("x")
    on.key("F1")
    on.play("i x")
    on.storage.flush()
    panel = opened(on)
    table = [item for item in panel.page.items if isinstance(item, Table)][-1]
    assert [row[1:] for row in table.rows] == [("1", "50 %"), ("1", "50 %"), ("0", "0 %")]


def test_the_line_goes_through_every_extreme() -> None:
    values = [0, 30, -20, 10, 400, -300, 5]
    plot = Plot(values, "", "", "")
    plot.area = pygame.Rect(0, 0, 700, 101)
    spots = dict.fromkeys(plot.points())
    assert {y for _, y in spots} >= {0, 100}, "from the least to the greatest"
    long = Plot([n if n % 97 else -5000 for n in range(5000)], "", "", "")
    long.area = pygame.Rect(0, 0, 300, 90)
    points = long.points()
    assert len(points) < 700 and max(y for _, y in points) == 89
    assert all(a[0] <= b[0] for a, b in pairwise(points)) and points[-1][0] == 299


@pytest.mark.parametrize("size", SIZES)
def test_all_of_it_is_seen(stage: Start, tmp_path: Path, size: tuple[int, int]) -> None:
    fill(tmp_path, 300)
    on = stage(game=CANFIELD, deal=42, rules="casino", size=size)
    panel, scale = opened(on), unit(size)
    for name in tabs(panel):
        on.push(name)
        press_row(on, 2)
        view = panel._view
        flowed = [item for item in panel.page.items if item is not panel.page.tabs]
        for above, below in pairwise(flowed):
            assert above.rect.bottom <= below.rect.top
        for item in flowed:
            assert view.left <= item.rect.left and item.rect.right <= view.right, item
            for control in item.controls:
                assert min(control.rect.size) >= 32 * scale - 1, control.label
            if isinstance(item, PastRow):
                spans = item.columns.spans(item.rect.width, scale, on.kit.text)
                ends = [(x, x + wide) for x, wide in spans]
                assert all(a[1] < b[0] for a, b in pairwise(ends)), "no column meets the next"
                assert ends[-1][1] <= item.rect.width
        met = []
        for _ in panel.page.controls.items:
            on.key("tab")
            focus = panel.page.controls.focus
            assert focus is not None
            on_sheet = panel._tabs if focus in panel.page.tabs.controls else view  # type: ignore
            assert on_sheet.top <= focus.rect.top and focus.rect.bottom <= on_sheet.bottom
            met.append(focus)
            if len(met) > 45:
                break
        panel.page.controls.drop_focus()
        on.app.paint()


@pytest.mark.parametrize("look", LOOKS)
def test_its_colours_are_told_apart_in_every_look(stage: Start, look: str) -> None:
    on = stage()
    on.settings.look = look
    on.kit.settle_look()
    theme = on.kit.theme
    assert contrast(theme.accent, theme.panel) >= 3, "the line, the disc and the ring"
    assert contrast(theme.faint, theme.panel) >= 3, "nought, and what was missed"
    assert contrast(theme.on_accent, theme.accent) >= 4.5, "the day in its disc"


def test_five_thousand_games_are_read_but_once(
    stage: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = fill(tmp_path, 5000)
    whole, read = Played.from_text, []

    def reading(text: str) -> Played | None:
        read.append(text)
        return whole(text)

    monkeypatch.setattr(Played, "from_text", staticmethod(reading))
    on = stage(game=CANFIELD, deal=42, rules="casino")
    for _ in range(3):
        on.key("F6")
        on.app.paint()
        on.key("F6")
    lines = [line for line in read if line]
    assert len(lines) == len(set(lines)) <= len(entries)


def test_what_is_known_is_worked_out_once(tmp_path: Path) -> None:
    entries, played = generated(100)
    from game.record.entries import Record

    record, reads = Record(entries), []

    def read() -> list[Played]:
        reads.append(1)
        return played

    tally = Tally(record, read)
    kind = CANFIELD, "casino"
    first = tally.summary(kind)
    assert tally.summary(kind) is first and len(reads) == 1
    tally.summary((VIERFREI, None))
    assert len(reads) == 1, "nothing is read for Vierfrei"
    record.entries.append(generated(200)[0][-1])
    assert tally.summary(kind) is not first


# -- the games that were played ----------------------------------------------------------------


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


def test_a_past_game_is_reviewed_and_nothing_is_changed(stage: Start) -> None:
    on = finished(stage)
    before = on.saved("vierfrei"), on.saved("record")
    panel = opened(on)
    press_row(on)
    rows = [item for item in panel.page.items if isinstance(item, PastRow)]
    assert rows[0].opened and "10913" in rows[0].game.cells and rows[0].game.won
    act(on, "Review")
    review = on.review
    assert review.review.deal.number == 10913 and on.title == "Vierfrei 10913 – Vierfeld"
    assert review.at == len(review.review.positions) - 1 and review.state.cards_home == 52
    on.app.paint()
    on.keys("left", "left", "home")
    on.key("escape")
    assert on.session.deal.number == 617 and on.actions == ["58"]
    on.check()
    assert (on.saved("vierfrei"), on.saved("record")) == before


def test_a_past_game_walks_by_itself_until_somebody_takes_over(stage: Start) -> None:
    on = finished(stage)
    opened(on)
    press_row(on)
    act(on, "Watch again")
    review = on.review
    assert review.at == 0 and review.moving
    on.wait(4)
    assert 3 <= review.at <= 5
    on.key("left")
    at = review.at
    on.wait(3)
    assert review.at == at and not review.moving


def test_enter_plays_a_past_game_on_and_records_nothing_twice(stage: Start) -> None:
    on = finished(stage)
    opened(on)
    press_row(on)
    act(on, "Review")
    on.keys("left", "left", "return")
    assert on.session.deal.number == 10913 and not on.session.ended and on.session.recorded
    assert "given up" in on.line
    on.check()
    games = on.saved("record")["games"]
    assert [game["deal"] for game in games] == [10913, 617]
    on.key("F1")
    assert len(on.saved("record")["games"]) == 2, "it stands there already"


def test_a_past_game_of_the_other_game_leads_back_to_the_table(stage: Start) -> None:
    on = stage(game=CANFIELD, deal=42, rules="casino")
    on.play("i x")
    on.storage.flush()
    on = stage(deal=617)
    panel = opened(on)
    on.push("Casino")
    press_row(on)
    act(on, "Review")
    on.app.paint()
    assert on.title == "Canfield 42 (Casino) – Vierfeld"
    on.key("escape")
    assert on.session.deal.number == 617 and on.panel is None
    on = stage(game=None)
    panel = opened(on)
    while (
        panel.page.tabs
        and "Casino" in tabs(panel)
        and not on.panel.page.tabs.controls[tabs(panel).index("Casino")].chosen
    ):
        on.push("Casino")
    press_row(on)
    act(on, "Review")
    on.key("escape")
    assert on.app.director.scene.title == "Vierfeld", "from the menu back to the menu"


def test_a_past_game_is_played_again(stage: Start) -> None:
    on = finished(stage)
    opened(on)
    press_row(on)
    act(on, "Play again")
    assert on.session.deal.number == 10913 and not on.actions
    assert "one undo brings it back" in on.line
    on.key("backspace")
    assert on.session.deal.number == 617 and on.actions == ["58"]


def test_commands_in_the_review_of_a_past_game_are_about_that_game(stage: Start) -> None:
    on = finished(stage)
    opened(on)
    press_row(on)
    act(on, "Review")
    for count, (name, told) in enumerate(
        (
            ("F4", "The game has ended here; go back first."),
            ("F5", "The game has ended here; go back first."),
            ("delete", "Enter plays on from here, Esc goes back."),
        ),
        1,
    ):
        on.key(name)
        assert (on.plings, on.review.line.text) == (count, told)
    on.key("F3")
    assert on.session.deal.number == 10913 and not on.actions
    assert "one undo brings it back" in on.line
    on.key("backspace")
    assert on.session.deal.number == 617 and on.actions == ["58"]


def test_without_its_moves_a_game_can_only_be_played_again(stage: Start) -> None:
    on = stage()
    on.kit.record.entries.append(entry(TODAY, won=True, deal=None))
    on.kit.record.entries.append(entry(TODAY, won=True))
    panel = opened(on)
    press_row(on, 1)
    labels = [control.label for control in panel.page.controls.items]
    assert "The moves of this game are not kept." in told(panel)
    assert "Review" not in labels and "Play again" not in labels
    press_row(on, 0)
    labels = [control.label for control in panel.page.controls.items]
    assert "Play again" in labels and "Review" not in labels


def test_a_game_that_cannot_be_read_is_refused(stage: Start, tmp_path: Path) -> None:
    on = stage()
    past = entry(TODAY, won=False)
    on.kit.record.entries.append(past)
    kept = Played(VIERFREI, None, past.ended, 3, 3, "# Vierfeld 1 vierfrei 617\n99\n")
    (tmp_path / "played.jsonl").write_text(kept.text + "\n", "utf-8")
    panel = opened(on)
    press_row(on)
    act(on, "Review")
    assert on.plings == 1 and on.panel is panel
    assert "cannot be read" in told(panel) and "cannot be read" in on.lines[-1]


def test_more_past_games_are_shown_when_asked_for(stage: Start, tmp_path: Path) -> None:
    entries = [e for e in fill(tmp_path, 500) if e.game == VIERFREI]
    on = stage()
    panel = opened(on)
    rows = items(panel, PastRow)
    assert [row.game.cells[1] for row in rows] == [str(e.deal) for e in entries[:-9:-1]]  # type: ignore[attr-defined]
    act(on, f"Show more ({len(entries) - 8})")
    assert len(items(panel, PastRow)) == 58
    act(on, f"Show more ({len(entries) - 58})")
    assert len(items(panel, PastRow)) == min(108, len(entries))


def test_where_words_are_long_the_lesser_columns_go(stage: Start) -> None:
    text = stage().kit.text
    rows = [PastGame(("30 September 2025", "617617", "a long result", "120", "1:02:03"), True, "")]
    head = ("date", "deal", "result", "moves", "time")
    wide = [width for _, width in Columns(head, rows).spans(500, 1.0, text)]
    assert all(wide)
    spans = Columns(head, rows).spans(340, 1.0, text)
    assert spans[3][1] == 0 and all(width for _, width in spans[:3])
    assert max(x + width for x, width in spans if width) <= 340


@pytest.mark.parametrize("size", [(480, 300), (800, 600), (1280, 800)])
def test_nothing_is_cut_in_any_language(
    stage: Start, tmp_path: Path, size: tuple[int, int]
) -> None:
    fill(tmp_path, 300)
    on = stage(game=CANFIELD, deal=42, rules="casino", size=size)
    try:
        for code in languages():
            in_language(on, code)
            opened(on)
            check_panel(on, f"{code}: statistics")
            on.key("F6")
    finally:
        texts.use("en")


def test_a_reader_hears_the_whole_row(stage: Start) -> None:
    on = stage()
    on.kit.record.entries.append(entry(date(2025, 3, 1), won=True))
    panel = opened(on)
    press_row(on)
    row = panel.page.items[-1]
    (row,) = [item for item in panel.page.items if isinstance(item, PastRow)]
    assert row.controls[0].spoken == "1 March 2025, 617, won, 50 moves, 3:07"


# -- keeping it --------------------------------------------------------------------------------


def test_exports_are_new_files_that_hold_every_game(stage: Start, tmp_path: Path) -> None:
    entries = fill(tmp_path, 60)
    (tmp_path / "vierfeld.csv").write_text("mine")
    on = stage()
    panel = opened(on)
    act(on, "Export as CSV")
    assert (tmp_path / "vierfeld.csv").read_text() == "mine", "nothing is written over"
    rows = list(csv.DictReader(io.StringIO((tmp_path / "vierfeld-2.csv").read_text("utf-8"))))
    assert [row["ended"] for row in rows] == [entry.ended for entry in entries]
    assert str(tmp_path / "vierfeld-2.csv") in told(panel)
    assert str(tmp_path / "vierfeld-2.csv") in on.lines[-1]
    for item in panel.page.items:
        if isinstance(item, Words):
            widest = max(on.kit.text.width(line, item.size, item.bold) for line in item.lines)
            assert widest <= item.rect.width, "a long path is broken into lines"
    act(on, "Export as JSON")
    games = json.loads((tmp_path / "vierfeld.json").read_text("utf-8"))
    assert [game["deal"] for game in games] == [entry.deal for entry in entries]
    assert [game["won"] for game in games] == [entry.won for entry in entries]


def test_an_export_that_fails_is_told(stage: Start, tmp_path: Path) -> None:
    on = stage()
    on.kit.record.entries.append(entry(TODAY, won=True))
    panel = opened(on)
    on.storage.folder = tmp_path / "nowhere"
    act(on, "Export as CSV")
    assert on.plings == 1 and "It cannot be written: No such file" in told(panel)


def test_clearing_asks_once_and_keeps_copies(stage: Start, tmp_path: Path) -> None:
    on = finished(stage)
    record, played = (tmp_path / name for name in ("record.json", "played.jsonl"))
    kept = record.read_bytes(), played.read_bytes()
    (tmp_path / "played.jsonl.kept-1").write_text("of another time")
    panel = opened(on)
    act(on, "Clear…")
    assert "Clear the 1 game of the record? A copy is kept." in told(panel)
    act(on, "Keep it")
    assert len(on.kit.record.entries) == 1
    act(on, "Clear…")
    act(on, "Clear it")
    assert str(tmp_path / "record.json.kept-2") in told(panel)
    copies = [tmp_path / f"{name}.kept-2" for name in ("record.json", "played.jsonl")]
    assert tuple(copy.read_bytes() for copy in copies) == kept
    assert on.saved("record")["games"] == [] and not played.exists()
    assert not on.storage.played() and not items(panel, PastRow)
    on.key("escape")
    on.key("F1")
    assert len(on.saved("record")["games"]) == 1 and len(on.storage.played()) == 1


def test_a_window_that_does_not_save_clears_nothing(stage: Start, tmp_path: Path) -> None:
    first = Storage(tmp_path)
    on = stage()
    on.kit.record.entries.append(entry(TODAY, won=True))
    panel = opened(on)
    act(on, "Clear…")
    act(on, "Clear it")
    first.close()
    assert on.plings == 1 and len(on.kit.record.entries) == 1
    assert "It cannot be cleared: This window does not save." in told(panel)


# -- the deal of the day -----------------------------------------------------------------------


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


def test_the_calendar_shows_the_days_and_deals_them(stage: Start) -> None:
    on = stage()
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
    (button,) = [c for c in menu._controls.items if c.tip == f"{name}: Today's deal"]  # type: ignore
    on.click(button.rect.center)
    assert on.session.deal == daily_deal(TODAY, game, rules)
    assert on.line.startswith("The deal of ")
    if game == VIERFREI:
        on.play("1a")
        on.key("escape")
        menu = on.app.director.scene
        (button,) = [c for c in menu._controls.items if c.tip == f"{name}: Today's deal"]  # type: ignore
        on.click(button.rect.center)
        assert on.actions == ["1a"], "it is gone on with"
        on.key("F1")
        on.key("escape")
        menu = on.app.director.scene
        assert [c for c in menu._controls.items if c.tip == "Vierfrei: Today's deal: played"]  # type: ignore


def test_a_screen_reader_has_every_figure(stage: Start) -> None:
    on = stage()
    on.kit.record.entries.append(entry(TODAY, won=True))
    panel = opened(on)
    (whole,), _, _ = dialog(panel)
    nodes = list(whole.children)
    texts = [node.text for node in nodes]
    assert "1 played" in texts and "Time when won, best 3:07, median 3:07" in texts
    assert month(panel).title in texts
