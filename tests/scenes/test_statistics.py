"""The statistics on the screen: every kind of game, the days, the past games, and their keeping."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.player.settings import LOOKS
from game.player.storage import Storage
from game.record.entries import Entry
from game.record.statistics import Tally, rate
from game.record.transcripts import Played
from game.rules.registry import CANFIELD, VIERFREI
from scenes.pages.statistics_panel import PastRow
from scenes.style.theme import unit
from scenes.widgets.figures import Bars, Figures, FigureTable, Plot
from scenes.widgets.items import Words
from tests.game.test_statistics import KINDS, generated
from tests.scenes.contrast import contrast
from tests.scenes.records import (
    TODAY,
    act,
    entry,
    fill,
    finished,
    items,
    opened,
    press_row,
    tabs,
    told,
)
from tests.scenes.stage import Stage, Start

SIZES = [(480, 300), (800, 600), (1280, 800), (1920, 1080), (600, 1100)]


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
        assert figures.cells[2] == (f"{round(100 * sure.share)}%", f"rate ({low}–{high})")
        plots = [item for item in panel.page.items if isinstance(item, Plot)]
        assert len(plots) == (kind[0] == CANFIELD) == len(items(panel, Bars))
        if plots:
            accounts = [entry.account or 0 for entry in own]
            assert list(plots[0].values)[-1] == sum(accounts)
            assert f"{abs(sum(accounts))}" in told(panel), "the line is told in words too"
        assert len(items(panel, FigureTable)) == (2 if kind[1] == "casino" else 1)
        assert len(items(panel, PastRow)) == 8
        on.app.paint()


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({}, "Vierfrei 617"),
        ({"game": "canfield", "deal": 42, "rules": "casino"}, "Canfield 42 (Casino)"),
    ],
)
def test_the_game_in_hand_has_the_name_it_has_on_the_table(
    stage: Start, given: dict[str, Any], name: str
) -> None:
    assert f"This game: {name}" in told(opened(stage(**given)))


@pytest.mark.parametrize("count", [1, 2, 19, 20, 21])
def test_a_rate_is_told_once_it_tells_something(on: Stage, count: int) -> None:
    for number in range(count):
        ended = "2025-11-22T20:15:00+01:00"
        won = not number
        on.kit.record.entries.append(Entry(VIERFREI, None, 617, won, 50, None, 60.0, ended))
    panel = opened(on)
    figures = [item for item in panel.page.items if isinstance(item, Figures)][-1]
    if count < 20:
        assert figures.cells == [(f"1 of {count}", "won")]
        assert "%" not in panel.page.spoken and "95% confidence" not in told(panel)
    else:
        assert [number for number, _ in figures.cells[:2]] == [str(count), "1"]
        assert figures.cells[2][1].startswith("rate (") and "95% confidence" in told(panel)
    assert "A game counts once it's won, stopped or abandoned." in told(panel)


def test_figures_of_streaks_times_and_moves(on: Stage) -> None:
    for won, seconds in ((True, 61.0), (False, 7.0), (True, 4000.0), (True, 100.0)):
        ended = "2025-11-22T20:15:00+01:00"
        on.kit.record.entries.append(Entry(VIERFREI, None, 617, won, 50, None, seconds, ended))
    on.kit.record.entries[2] = replace(on.kit.record.entries[2], player_moves=38)
    on.kit.record.entries[3] = replace(on.kit.record.entries[3], player_moves=45)
    panel = opened(on)
    assert not tabs(panel), "one kind needs no tabs"
    (found,) = [item for item in panel.page.items if isinstance(item, FigureTable)]
    assert found.rows[0][1:] == ("2", "2", "")
    assert found.rows[1][1:] == ("", "1:01", "1:40")
    assert found.rows[2][1:] == ("", "38", "41.5"), "of those games of which it is known"
    assert sorted(found.ends) == list(found.ends) and found.ends[-1] == found.rect.width


def test_the_casino_tells_where_games_ended(stage: Start) -> None:
    on = stage(game=CANFIELD, deal=42, rules="casino")
    on.play("x")
    on.key("F1")
    on.play("i x")
    on.storage.flush()
    panel = opened(on)
    table = [item for item in panel.page.items if isinstance(item, FigureTable)][-1]
    assert [row[1:] for row in table.rows] == [("1", "50%"), ("1", "50%"), ("0", "0%")]


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
    panel, scale = opened(on), unit(size, 1.0)
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
                spans = item.head.spans(item.rect.width, scale, on.kit.text)
                ends = [(x, x + wide) for x, wide in spans]
                assert all(a[1] < b[0] for a, b in pairwise(ends)), "no column meets the next"
                assert ends[-1][1] <= item.rect.width
        met = []
        for _ in panel.page.controls.items:
            on.key("tab")
            focus = panel.page.controls.focus
            assert focus is not None
            on_sheet = panel._tabs if focus in panel.page.tabs.controls else view  # type: ignore[union-attr]
            assert on_sheet.top <= focus.rect.top and focus.rect.bottom <= on_sheet.bottom
            met.append(focus)
            if len(met) > 45:
                break
        panel.page.controls.drop_focus()
        on.app.paint()


@pytest.mark.parametrize("look", LOOKS)
def test_its_colours_are_told_apart_in_every_look(on: Stage, look: str) -> None:
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
    assert len(reads) == 2, "how many moves older games took is counted"
    record.entries[:] = [replace(one, player_moves=40) for one in entries]
    tally.summary((VIERFREI, None))
    assert len(reads) == 2, "of newer ones it is known"
    record.entries.append(generated(200)[0][-1])
    assert tally.summary(kind) is not first


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


def test_an_export_that_fails_is_told(on: Stage, tmp_path: Path) -> None:
    on.kit.record.entries.append(entry(TODAY, won=True))
    panel = opened(on)
    on.storage.folder = tmp_path / "nowhere"
    act(on, "Export as CSV")
    assert on.plings == 1 and "Can't write it: no such file" in told(panel)


def test_clearing_asks_once_and_keeps_copies(stage: Start, tmp_path: Path) -> None:
    on = finished(stage)
    record, played = (tmp_path / name for name in ("record.json", "played.jsonl"))
    kept = record.read_bytes(), played.read_bytes()
    (tmp_path / "played.jsonl.kept-1").write_text("of another time")
    panel = opened(on)
    act(on, "Clear…")
    assert "Clear the 1 game in the record? A copy is kept." in told(panel)
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
    assert "Can't clear it: this window doesn't save." in told(panel)
