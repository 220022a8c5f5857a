"""Tests of the statistics, the calendar and the record."""

from __future__ import annotations

import csv
import io
import json
from datetime import date, timedelta
from pathlib import Path

import pygame

from game.player.settings import LOOKS
from game.record.daily import daily_deal
from game.record.statistics import rate
from game.rules.registry import CANFIELD, KINDS, VIERFREI
from game.store.log import LOG, as_line, entry_data
from game.store.store import PlayerStore
from scenes.app.screen_tree import dialog
from scenes.pages.statistics_panel import PastHead, PastRow
from scenes.widgets.controls import Canvas, Controls
from scenes.widgets.figures import Bars, Calendar, Figures, FigureTable, Mark, Plot, mark_of
from tests.scenes.records import TODAY, act, add, entry, fill, finished, past_game, press_row, tabs
from tests.scenes.stage import Stage, Start


def test_each_kind_of_game_has_a_tab_with_its_own_figures(stage: Start, tmp_path: Path) -> None:
    entries = fill(tmp_path, 400)
    on = stage()
    on.key("F6")
    assert tabs(on) == [kind.rules_name or kind.title for kind in KINDS.values()]
    for name, kind in zip(tabs(on), KINDS, strict=True):
        on.push(name)
        own = [entry for entry in entries if (entry.game, entry.rules) == kind]
        won = sum(entry.won for entry in own)
        cells = on.items(Figures)[-1].cells
        sure = rate(won, len(own))
        low, high = round(100 * sure.low), round(100 * sure.high)
        assert cells[0][0] == str(len(own)) and cells[1][0] == str(won)
        assert cells[2] == (f"{round(100 * sure.share)}%", f"rate ({low}–{high})")
        plots = on.items(Plot)
        assert len(plots) == (kind[0] == CANFIELD) == len(on.items(Bars))
        if plots:
            account = sum(entry.account or 0 for entry in own)
            assert list(plots[0].values)[-1] == account
            assert f"{abs(account)}" in on.panel_text, "the line is told in words too"
        assert len(on.items(FigureTable)) == (2 if kind[1] == "casino" else 1)
        assert len(on.items(PastRow)) == 8
        on.app.paint()


def test_a_rate_is_shown_from_twenty_games_on(on: Stage) -> None:
    for more, cells in ((1, ["1 of 1"]), (18, ["1 of 19"]), (1, ["20", "1", "5%"])):
        add(on, *[entry(TODAY, won=cells == ["1 of 1"])] * more)
        on.key("F6")
        shown = on.items(Figures)[-1].cells[:3]
        assert [number for number, _ in shown] == cells
        assert shown[-1][1].startswith("rate (" if len(cells) > 1 else "won")
        assert ("95% confidence" in on.panel_text) is ("%" in on.spoken) is (len(cells) > 1)
        assert "A game counts once it's won, stopped or abandoned." in on.panel_text
        on.key("F6")


def test_streaks_times_and_moves_are_shown_and_read_aloud(on: Stage) -> None:
    for seconds, moves in ((61.0, None), (7.0, None), (4000.0, 38), (100.0, 45)):
        one = entry(TODAY, won=seconds != 7.0)
        add(on, one._replace(seconds=seconds, player_moves=moves))
    on.key("F6")
    assert not tabs(on), "one kind needs no tabs"
    assert "This game: Vierfrei 617" in on.panel_text
    (found,) = on.items(FigureTable)
    assert [row[1:] for row in found.rows] == [
        ("2", "2", ""),
        ("", "1:01", "1:40"),
        ("", "38", "41.5"),
    ], "moves of those games of which it is known"
    (whole,), _, _ = dialog(on.panel)
    texts = [node.text for node in whole.children]
    assert "3 of 4 won" in texts and "Time in won games, best 1:01, median 1:40" in texts
    assert on.items(Calendar)[0].title in texts, "a reader has every figure"
    rows = [row.controls[0].spoken.partition(", ")[2] for row in on.items(PastRow)]
    assert rows[:2] == ["617, won, 45 moves, 1:40", "617, won, 38 moves, 1:06:40"]
    assert rows[3] == "617, won, 1:01", "nobody knows in how many moves"


def test_the_casino_shows_at_which_stage_games_ended(stage: Start) -> None:
    on = stage(game=CANFIELD, deal=42, rules="casino")
    on.play("x")
    on.key("F1")
    on.play("i x")
    on.storage.flush()
    on.key("F6")
    table = on.items(FigureTable)[-1]
    assert [row[1:] for row in table.rows] == [("1", "50%"), ("1", "50%"), ("0", "0%")]
    on = stage(game=None)
    on.key("F6")
    on.push("Casino")
    press_row(on)
    act(on, "Review")
    on.app.paint()
    assert on.title.startswith("Canfield ") and on.title.endswith(" (Casino) – Vierfeld")
    on.key("escape")
    assert on.title == "Vierfeld" and on.panel is None, "back where the review was begun"


def test_a_plot_keeps_every_extreme() -> None:
    values = [0, 30, -20, 10, 400, -300, 5]
    plot = Plot(values, "", "", "")
    plot.area = pygame.Rect(0, 0, 700, 101)
    assert {y for _, y in plot.points()} >= {0, 100}, "from the least to the greatest"
    assert (plot.points()[0][0], plot.points()[-1][0]) == (0, 699)


def test_exports_are_new_files_with_every_game(stage: Start, tmp_path: Path) -> None:
    entries = fill(tmp_path, 60)
    (tmp_path / "vierfeld.csv").write_text("mine")
    on = stage()
    on.key("F6")
    act(on, "Export as CSV")
    assert (tmp_path / "vierfeld.csv").read_text() == "mine", "nothing is written over"
    path = tmp_path / "vierfeld-2.csv"
    rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))
    assert [row["ended"] for row in rows] == [entry.ended for entry in entries]
    assert str(path) in on.panel_text and str(path) in on.lines[-1]
    act(on, "Export as JSON")
    games = json.loads((tmp_path / "vierfeld.json").read_text("utf-8"))
    found = [(game["deal"], game["won"]) for game in games]
    assert found == [(entry.deal, entry.won) for entry in entries]


def test_clearing_asks_first_and_keeps_a_copy_of_the_log(stage: Start, tmp_path: Path) -> None:
    on = finished(stage)
    log = tmp_path / LOG
    (tmp_path / f"{LOG}.kept-1").write_text("of another time")
    on.key("F6")
    act(on, "Clear…")
    assert "Clear the 1 game in the record? A copy is kept." in on.panel_text
    act(on, "Keep it")
    assert len(on.storage.log.games()) == 1
    kept = log.read_bytes()
    act(on, "Clear…", "Clear it")
    assert str(tmp_path / f"{LOG}.kept-2") in on.panel_text
    assert (tmp_path / f"{LOG}.kept-2").read_bytes() == kept
    assert on.saved("record")["games"] == [] and not log.exists()
    assert not on.items(PastRow)
    on.keys("escape", "F1")
    assert len(on.saved("record")["games"]) == 1


def test_what_cannot_be_exported_or_cleared_is_refused_with_the_reason(
    stage: Start, tmp_path: Path
) -> None:
    first = PlayerStore(tmp_path)
    on = stage()
    first.close()
    add(on, entry(TODAY, won=True))
    on.key("F6")
    act(on, "Clear…", "Clear it")
    assert on.plings == 1 and len(on.storage.log.games()) == 1
    assert "Can't clear it: this window doesn't save." in on.panel_text
    on.storage.folder = tmp_path / "nowhere"
    act(on, "Export as CSV")
    assert on.plings == 2 and "Can't write it: no such file" in on.panel_text


def test_reviewing_and_watching_a_past_game_change_nothing(stage: Start) -> None:
    on = finished(stage)
    before = on.saved("vierfrei"), on.saved("record")
    past_game(on)
    rows = on.items(PastRow)
    assert rows[0].controls[0].chosen and "10913" in rows[0].cells and rows[0].won
    act(on, "Review")
    review = on.review
    assert review.game.review.deal.number == 10913 and on.title == "Vierfrei 10913 – Vierfeld"
    assert review.at == len(review.game.review.positions) - 1 and review.state.cards_home == 52
    on.app.paint()
    on.keys("left", "left", "home", "escape")
    assert on.session.deal.number == 617 and on.actions == ["58"]
    on.check()
    assert (on.saved("vierfrei"), on.saved("record")) == before
    past_game(on, "Watch again")
    review = on.review
    assert review.at == 0 and review.moving
    on.wait(4)
    assert 3 <= review.at <= 5
    on.key("left")
    at = review.at
    on.wait(3)
    assert review.at == at and not review.moving, "it stops at the first key"
    assert (on.saved("vierfrei"), on.saved("record")) == before


def test_redeals_are_recorded_and_shown_with_their_cost(stage: Start) -> None:
    on = stage(game=CANFIELD, rules="xpat2")
    while not on.session.state.turns:
        before = on.session.state
        on.type("d")
        if on.session.state is before:
            on.type("t")
    on.key("F1")
    on.storage.flush()
    assert [game["turns"] for game in on.saved("record")["games"]] == [1]
    on.key("F6")
    assert "1 redeal in 1 game, costing $5." in on.panel_text
    press_row(on)
    assert "1 redeal, −$5, 0 hints, 0 undos" in on.panel_text


def test_a_past_game_can_be_played_again_and_on_but_counts_once(stage: Start) -> None:
    on = finished(stage)
    for way, keys in (("Play again", ()), ("Review", ("F4", "F5", "delete", "F3"))):
        past_game(on, way)
        for plings, key in enumerate(keys):
            assert on.plings == plings
            on.key(key)
            words = "Enter plays on from here" if key == "delete" else "The game is over here."
            assert key == "F3" or on.review.message.text.startswith(words)
        assert on.session.deal.number == 10913 and not on.actions
        assert "Undo to return to it" in on.message
        on.key("backspace")
        assert on.session.deal.number == 617 and on.actions == ["58"]
    past_game(on, "Review")
    on.keys("left", "left", "return")
    assert on.session.deal.number == 10913 and not on.session.ended and on.session.info.recorded
    assert "abandoned" in on.message
    on.check()
    assert [game["deal"] for game in on.saved("record")["games"]] == [10913, 617]
    on.key("F1")
    assert len(on.saved("record")["games"]) == 2, "it stands there already"


def test_a_past_game_without_readable_moves_cannot_be_reviewed(on: Stage) -> None:
    add(on, entry(TODAY, won=True, deal=None), entry(TODAY, won=True))
    on.key("F6")
    for place, again in ((1, False), (0, True)):
        press_row(on, place)
        labels = [control.label for control in on.page.controls.items]
        assert "This game's moves weren't kept." in on.panel_text
        assert "Review" not in labels and ("Play again" in labels) is again
    on.key("F6")
    later = entry(TODAY + timedelta(1), won=False)
    fields = {**entry_data(later), "home": 3, "stage": 3, "text": "# Vierfeld 1 chess 617\n99\n"}
    on.storage.log.add(as_line({"id": "7", "rev": 1, "time": later.ended, **fields}))
    past_game(on, "Review")
    assert on.plings == 1 and on.panel
    assert "can't be read" in on.panel_text and "can't be read" in on.lines[-1]


def test_more_past_games_are_shown_on_request(stage: Start, tmp_path: Path) -> None:
    entries = [e for e in fill(tmp_path, 500) if e.game == VIERFREI]
    on = stage()
    on.key("F6")
    rows = on.items(PastRow)
    assert [row.cells[1] for row in rows] == [str(e.deal) for e in entries[:-9:-1]]
    for shown, then in ((8, 58), (58, min(108, len(entries)))):
        act(on, f"Show more ({len(entries) - shown})")
        assert len(on.items(PastRow)) == then


def test_the_less_important_columns_go_where_words_are_long(on: Stage) -> None:
    head = PastHead(("date", "deal", "result", "moves", "time"))
    cells = ("30 September 2025", "617617", "a long result", "120", "1:02:03")
    head.rows = [PastRow(head, cells, True)]
    head.lay_out(0, 0, 500, 1.0, on.kit.text)
    assert all(width for _, width in head.spans)
    head.lay_out(0, 0, 340, 1.0, on.kit.text)
    spans = [(x, width) for x, width in head.spans if width]
    assert 3 <= len(spans) < 5 and max(map(sum, spans)) <= 340


def test_a_day_is_marked_won_played_missed_or_open() -> None:
    today = date(2026, 11, 22)
    days = {date(2026, 11, 3): True, date(2026, 11, 9): False}
    for day, mark in (
        (2, None),  # before the first game ever played
        (3, Mark.WON),
        (4, Mark.MISSED),
        (9, Mark.PLAYED),
        (22, None),  # today, which can still be played
        (23, None),
    ):
        assert mark_of(date(2026, 11, day), days, today) is mark, day


def test_the_calendar_shows_the_days_and_deals_them(on: Stage) -> None:
    yesterday = TODAY - timedelta(1)
    for day, won in ((yesterday, True), (TODAY, False)):
        add(on, entry(day, won=won, deal=daily_deal(day, VIERFREI).number))
    on.key("F6")
    assert "2 days in a row" in on.panel_text
    (shown,) = on.items(Calendar)
    assert shown.days == {yesterday: True, TODAY: False}
    assert all(control.enabled == (day <= TODAY) for day, control in shown.cells)
    before = shown.first - timedelta(1)
    shown.controls[0].action()
    (shown,) = on.items(Calendar)
    assert shown.first == before.replace(day=1) and shown.cells[-1][0] == before
    on.app.paint()
    day, control = shown.cells[4]
    control.action()
    assert on.session.deal == daily_deal(day, VIERFREI) and on.panel is None
    assert on.title == f"Vierfrei {on.session.deal.number} – Vierfeld"
    assert on.message.startswith(f"The deal of {day.day} ") and str(day.year) in on.message
    on.check()


def test_the_marks_of_days_differ_in_every_look(stage: Start) -> None:
    on = stage(size=(1280, 800))
    today, day = date(2026, 11, 22), date(2026, 11, 12)
    began = {date(2026, 11, 3): True}
    for look in LOOKS:
        on.choose_look(look)
        pictures = set()
        for days in (began | {day: True}, began | {day: False}, began):
            page = Calendar(day.replace(day=1), days, today, print, print)
            page.lay_out(0, 0, 460, 1.0, on.kit.text)
            surface = pygame.Surface((460, page.rect.height))
            surface.fill(on.kit.theme.panel)
            page.paint(Canvas(surface, on.kit.theme, on.kit.text, 1.0, Controls(page.controls)))
            cell = surface.subsurface(dict(page.cells)[day].rect)
            pictures.add(pygame.image.tobytes(cell, "RGB"))
        assert len(pictures) == 3, look


def test_the_start_screen_deals_the_deal_of_the_day(stage: Start) -> None:
    on = stage(game=None, size=(1280, 800))
    label = "Vierfrei: Today's deal"

    def press() -> None:
        (button,) = (one for one in on.menu.controls.items if one.tip == label)
        on.click(button.rect.center)

    press()
    assert on.session.deal == daily_deal(TODAY, VIERFREI)
    assert on.message.startswith("The deal of ")
    on.play("1a")
    on.key("escape")
    press()
    assert on.actions == ["1a"], "it is gone on with"
    on.keys("F1", "escape")
    assert f"{label}: played" in [one.tip for one in on.menu.controls.items]
