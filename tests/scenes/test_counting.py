"""What the screen says of help, stops taken back and replays: what is recorded."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pygame
import pytest

from game.record.daily import daily_deal
from game.record.entries import Entry
from scenes.pages.statistics_panel import PastRow
from scenes.table.context import SolutionMove
from scenes.widgets.calendar import Calendar
from scenes.widgets.items import Words
from tests.game.reading import parse_move
from tests.scenes.conftest import Clipboard
from tests.scenes.stage import CTRL, WON_10913, Stage, Start
from tests.scenes.test_languages import in_language


def page(on: Stage) -> str:
    """All paragraphs of the statistics, and what is heard of the past games."""
    if on.panel is None:
        on.key("F6")
    items = on.page.items
    words = [item.text for item in items if isinstance(item, Words)]
    return "\n".join([*words, *(item.told for item in items if isinstance(item, PastRow))])


def half_shown(start: Start) -> Stage:
    """Vierfrei 10913 won by hand after the solution had begun it."""
    on = start(deal=10913)
    first, rest = WON_10913[:2], WON_10913[3:]
    on.table.do(SolutionMove(parse_move(first, "vierfrei")))
    on.play(rest)
    on.settle()
    return on


def test_a_game_half_shown_is_told_as_not_won_everywhere(
    stage: Start, clipboard: Clipboard
) -> None:
    on = half_shown(stage)
    assert on.session.won
    assert on.strip == "Solved in 17 moves. Not counted as a win: the program showed the way."
    on.push("Copy the result")
    assert " · solution shown · " in clipboard.text and "· won" not in clipboard.text
    told = page(on)
    assert "The program showed the way in 1 of the games; it counts as not won." in told
    assert "10913, not won, solution shown, " in told and "1 move of the solution" in told


def test_a_win_alone_is_told_as_before(won: Stage, clipboard: Clipboard) -> None:
    assert won.strip == "Won in 17 moves, 2 over par. A very easy deal."
    won.push("Copy the result")
    assert " · won · 17 moves · " in clipboard.text
    assert clipboard.text.endswith(" · 0 hints · 0 undos") and " · won · " in clipboard.text
    assert "10913, won, " in page(won) and "0 hints" in page(won)


def test_same_again_is_a_replay_and_said_to_be(won: Stage, clipboard: Clipboard) -> None:
    won.push("Restart")
    assert won.line == "This is a replay and doesn't count in your statistics. Undo to go back."
    won.play(WON_10913)
    won.settle()
    assert won.strip == "Won in 17 moves, 2 over par. A very easy deal.", "one sentence"
    assert [one.get("replay", False) for one in won.saved("record")["games"]] == [False, True]
    won.push("Copy the result")
    assert " · replay · won · " in clipboard.text
    told = page(won)
    assert "this is a replay" in told
    assert "1 replay of a known deal isn't counted here. 1 of them was won." in told
    assert [entry.replay for entry in won.kit.record.entries] == [False, True]


def test_a_deal_of_before_is_said_to_be_a_replay(won: Stage) -> None:
    won.key("F2")
    won.type("10913")
    won.key("return")
    assert won.line == "You've played this deal before, so this is a replay."
    won.type("26")
    won.key("F1")
    won.key("F6")
    assert "1 replay of a known deal" in page(won)


def test_a_kind_of_which_there_are_only_replays_has_a_page(on: Stage) -> None:
    on.kit.record.entries.append(
        Entry(
            "canfield", "hoyle", 3, False, 9, -40, 60.0, f"{date.today()}T12:00:00+01:00",
            replay=True,
        )
    )  # fmt: skip
    on.key("F6")
    on.push("Hoyle")
    assert "1 replay of a known deal isn't counted here" in page(on)
    on.app.paint()


def test_a_stop_that_is_undone_leaves_the_record(stage: Start) -> None:
    on = stage(game="canfield", deal=100, rules="casino")
    on.type("x")
    assert [one["account"] for one in on.saved("record")["games"]] == [-13]
    on.key("backspace")
    assert on.saved("record")["games"] == [] and not on.saved("canfield")["recorded"]
    on.type("ipx")
    assert [one["account"] for one in on.saved("record")["games"]] == [-47]
    on.key("z", CTRL)
    on.key("F3")
    on.key("F1")
    assert len(on.saved("record")["games"]) == 1


@pytest.mark.parametrize("way", ["key", "button"])
def test_the_three_free_cards_are_offered_when_they_are_due(stage: Start, way: str) -> None:
    on = stage(game="canfield", deal=100, rules="casino", size=(1280, 800))
    on.type("i31w4w4")
    assert "not deal" in on.strip and "Deal three" not in on.strip
    on.type("w4")
    assert "not deal" not in on.strip and "Three cards are free" in on.strip
    assert "Deal three free cards (d)" in [c.label for c in on.table.strip.controls.items]
    if way == "key":
        on.type("d")
    else:
        on.push("Deal three free cards (d)")
    assert len(on.cards("w").split()) == 3 and on.session.account == -26
    assert "not deal" in on.strip, "they are free but once"


EVENING = datetime(2026, 11, 30, 23, 59, 50).astimezone()
MORNING = EVENING + timedelta(seconds=20)


def menu_tips(on: Stage) -> list[str]:
    scene = on.menu
    return [control.tip for control in scene.controls.items]


@pytest.mark.parametrize(("game", "rules"), [("vierfrei", None), ("canfield", "hoyle")])
def test_the_menu_notices_midnight(stage: Start, game: str, rules: str | None) -> None:
    on = stage(game=None, size=(1280, 800))
    on.kit.now = lambda: EVENING
    name = "Vierfrei" if rules is None else "Canfield"
    number = daily_deal(EVENING.date(), game, rules).number
    on.kit.record.entries.append(
        Entry(game, rules, number, True, 80, None, 300.0, EVENING.isoformat(timespec="seconds"))
    )
    on.wait(0.1)
    assert f"{name}: Today's deal: won" in menu_tips(on)
    on.kit.now = lambda: MORNING
    on.wait(0.1)
    assert f"{name}: Today's deal" in menu_tips(on)
    (button,) = [
        control
        for control in on.app.director.scene.controls.items  # type: ignore[attr-defined]
        if control.tip == f"{name}: Today's deal"
    ]
    on.kit.now = lambda: MORNING + timedelta(days=1)
    button.action()
    assert on.session.deal == daily_deal(date(2026, 12, 2), game, rules), "the day of the press"


def test_the_calendar_notices_midnight(on: Stage) -> None:
    on.kit.now = lambda: EVENING
    on.key("F6")
    (before,) = [item for item in on.page.items if isinstance(item, Calendar)]
    on.kit.now = lambda: MORNING
    on.wait(0.1)
    (after,) = [item for item in on.page.items if isinstance(item, Calendar)]
    assert (before.today, after.today) == (date(2026, 11, 30), date(2026, 12, 1))


def test_a_result_keeps_the_day_on_which_it_was_ended(stage: Start, clipboard: Clipboard) -> None:
    on = stage(game=None)
    on.kit.now = lambda: EVENING
    deal = daily_deal(EVENING.date(), "canfield", "casino")
    on.app.director.play_day(EVENING.date(), "canfield", "casino")
    assert on.session.deal == deal
    on.kit.now = lambda: MORNING
    on.type("x")
    on.kit.now = lambda: MORNING + timedelta(days=3)
    on.push("Copy the result")
    assert clipboard.text.startswith("Vierfeld · 2026-11-30 · Canfield ")


def test_the_days_in_a_row_tell_how_many_were_won(on: Stage) -> None:
    on.kit.now = lambda: EVENING
    for ago, won, shown in ((0, False, 3), (1, True, 0), (2, True, 0)):
        day = EVENING - timedelta(days=ago)
        number = daily_deal(day.date(), "vierfrei").number
        on.kit.record.entries.append(
            Entry(
                "vierfrei", None, number, won, 80, None, 300.0,
                day.isoformat(timespec="seconds"), 0, shown, 0,
            )
        )  # fmt: skip
    told = page(on)
    assert "You've played 3 days in a row. You won 2 of these deals." in told


@pytest.mark.parametrize("language", ["en", "de", "hi"])
def test_why_a_game_is_not_won_is_read_whole_in_a_narrow_window(
    stage: Start, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = half_shown(stage)
    on.session.book.replay = True
    on.session.book.seconds = 3 * 3600
    in_language(on, language)
    on.resize((480, 320))
    on.table.prompt.update()
    written: list[str] = []
    line = on.kit.text.line

    def writing(text: str, *given: Any) -> pygame.Surface:
        written.append(text)
        return line(text, *given)

    monkeypatch.setattr(on.kit.text, "line", writing)
    on.app.director.whole = True
    on.app.paint()
    assert on.table.strip.words in " ".join(written)


def test_the_review_tells_a_shown_game_from_a_won_one(stage: Start) -> None:
    on = half_shown(stage)
    length = len(on.actions)
    on.push("Restart")
    on.play(WON_10913)
    on.settle()
    on.key("F7")
    walk = on.review.walk
    first, last = length, len(on.review.session.played)
    assert walk.result(first) == "Not counted as a win: the program showed the way."
    assert walk.result(last) == "This game was won."
    assert (walk.known(first), walk.known(last)) == ("not counted as a win", "won")
    on.key("F7")
    for _ in range(length + 1):
        on.key("z", CTRL)
    on.key("F7")
    walk = on.review.walk
    assert walk.result(first).startswith("Not counted as a win")
    assert walk.result(last) == "This game was won."
