"""The games that were played, in the statistics: reviewed, played on, played again."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from game.record.transcripts import Played
from game.rules.registry import CANFIELD, VIERFREI
from game.support.texts import texts
from scenes.pages.statistics_panel import PastHead, PastRow
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
from tests.scenes.stage import CTRL, WON_10913, Stage, Start
from tests.scenes.test_languages import check_panel, in_language, spoken


def test_a_past_game_is_reviewed_and_nothing_is_changed(stage: Start) -> None:
    on = finished(stage)
    before = on.saved("vierfrei"), on.saved("record")
    panel = opened(on)
    press_row(on)
    rows = [item for item in panel.page.items if isinstance(item, PastRow)]
    assert rows[0].opened and "10913" in rows[0].cells and rows[0].won
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


def test_the_turns_of_the_waste_are_kept_and_told_with_their_cost(stage: Start) -> None:
    on = stage(game=CANFIELD, rules="xpat2")
    while not on.session.state.turns:
        before = on.session.state
        on.type("d")
        if on.session.state is before:
            on.type("t")
    on.key("F1")
    on.storage.flush()
    assert [game["turns"] for game in on.saved("record")["games"]] == [1]
    panel = opened(on)
    assert "1 redeal in 1 game, costing $5." in told(panel)
    press_row(on)
    assert "1 redeal, −$5, 0 hints, 0 undos" in told(panel)


def test_a_past_game_whose_moves_are_damaged_is_reviewed_as_far_as_it_can_be_read(
    stage: Start,
) -> None:
    on = finished(stage)
    path = on.storage.folder / "played.jsonl"
    path.write_text(
        path.read_text("utf-8").replace("\\n" + WON_10913.split()[9] + "\\n", "\\nzz\\n")
    )
    panel = opened(on)
    press_row(on)
    assert "Only the first 6 moves of this game can be read." in told(panel)
    act(on, "Review")
    assert on.review.at == 9
    damaged = path.read_bytes()
    on.key("b", CTRL)
    on.storage.flush()
    assert "Not kept" in on.review.line.text and path.read_bytes() == damaged


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
    assert on.session.deal.number == 10913 and not on.session.ended and on.session.book.recorded
    assert "abandoned" in on.line
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
        and not on.page.tabs.controls[tabs(panel).index("Casino")].chosen
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
    assert "Undo to return to it" in on.line
    on.key("backspace")
    assert on.session.deal.number == 617 and on.actions == ["58"]


def test_commands_in_the_review_of_a_past_game_are_about_that_game(stage: Start) -> None:
    on = finished(stage)
    opened(on)
    press_row(on)
    act(on, "Review")
    for count, (name, line) in enumerate(
        (
            ("F4", "The game is over here. Go back first."),
            ("F5", "The game is over here. Go back first."),
            ("delete", "Enter plays on from here, Esc goes back."),
        ),
        1,
    ):
        on.key(name)
        assert (on.plings, on.review.line.text) == (count, line)
    on.key("F3")
    assert on.session.deal.number == 10913 and not on.actions
    assert "Undo to return to it" in on.line
    on.key("backspace")
    assert on.session.deal.number == 617 and on.actions == ["58"]


def test_without_its_moves_a_game_can_only_be_played_again(on: Stage) -> None:
    on.kit.record.entries.append(entry(TODAY, won=True, deal=None))
    on.kit.record.entries.append(entry(TODAY, won=True))
    panel = opened(on)
    press_row(on, 1)
    labels = [control.label for control in panel.page.controls.items]
    assert "This game's moves weren't kept." in told(panel)
    assert "Review" not in labels and "Play again" not in labels
    press_row(on, 0)
    labels = [control.label for control in panel.page.controls.items]
    assert "Play again" in labels and "Review" not in labels


def test_a_game_that_cannot_be_read_is_refused(on: Stage, tmp_path: Path) -> None:
    past = entry(TODAY, won=False)
    on.kit.record.entries.append(past)
    kept = Played(VIERFREI, None, past.ended, 3, 3, "# Vierfeld 1 chess 617\n99\n")
    (tmp_path / "played.jsonl").write_text(kept.text + "\n", "utf-8")
    panel = opened(on)
    press_row(on)
    act(on, "Review")
    assert on.plings == 1 and on.panel is panel
    assert "can't be read" in told(panel) and "can't be read" in on.lines[-1]


def test_more_past_games_are_shown_when_asked_for(stage: Start, tmp_path: Path) -> None:
    entries = [e for e in fill(tmp_path, 500) if e.game == VIERFREI]
    on = stage()
    panel = opened(on)
    rows = items(panel, PastRow)
    assert [row.cells[1] for row in rows] == [str(e.deal) for e in entries[:-9:-1]]  # type: ignore[attr-defined]
    act(on, f"Show more ({len(entries) - 8})")
    assert len(items(panel, PastRow)) == 58
    act(on, f"Show more ({len(entries) - 58})")
    assert len(items(panel, PastRow)) == min(108, len(entries))


def test_where_words_are_long_the_lesser_columns_go(stage: Start) -> None:
    text = stage().kit.text
    head = PastHead(("date", "deal", "result", "moves", "time"))
    cells = ("30 September 2025", "617617", "a long result", "120", "1:02:03")
    head.rows = [PastRow(head, cells, True, "", lambda: None)]
    assert all(width for _, width in head.spans(500, 1.0, text))
    spans = head.spans(340, 1.0, text)
    assert spans[3][1] == 0 and all(width for _, width in spans[:3])
    assert max(x + width for x, width in spans if width) <= 340


@pytest.mark.parametrize("size", [(480, 300), (800, 600), (1280, 800)])
def test_nothing_is_cut_in_any_language(
    stage: Start, tmp_path: Path, size: tuple[int, int]
) -> None:
    fill(tmp_path, 300)
    on = stage(game=CANFIELD, deal=42, rules="casino", size=size)
    try:
        for code in spoken(size):
            in_language(on, code)
            opened(on)
            check_panel(on, f"{code}: statistics")
            on.key("F6")
    finally:
        texts.use("en")


def test_a_reader_hears_the_whole_row(on: Stage) -> None:
    on.kit.record.entries.append(entry(date(2025, 3, 1), won=True))
    panel = opened(on)
    press_row(on)
    row = panel.page.items[-1]
    (row,) = [item for item in panel.page.items if isinstance(item, PastRow)]
    assert row.controls[0].spoken == "1 March 2025, 617, won, 3:07", "nobody knows in how many"
    on.kit.record.entries[:] = [replace(entry(date(2025, 3, 1), won=True), player_moves=45)]
    panel.rebuild()
    (row,) = [item for item in panel.page.items if isinstance(item, PastRow)]
    assert row.controls[0].spoken == "1 March 2025, 617, won, 45 moves, 3:07"
