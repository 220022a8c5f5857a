"""Tests of how moves, money, help, replays and deals of the day are counted."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from game.core.state import STOCK, WASTE, State
from game.play.session import Session
from game.record.daily import daily_deal
from game.record.entries import Entry
from game.rules.canfield import RULE_SETS
from game.rules.choices import Automatic
from game.rules.counting import account, balance_parts, moves_shown
from game.rules.registry import VIERFREI, numbered
from game.support.texts import texts
from game.teach.standing import empty_stock_text
from game.words.names import sum_text
from scenes.pages.statistics_panel import PastRow
from scenes.table.status import status_wordings
from scenes.widgets.figures import Calendar, Figures
from tests.each import while_
from tests.game.reading import parse_move
from tests.game.table import with_home
from tests.scenes.conftest import Clipboard
from tests.scenes.records import add
from tests.scenes.reviewing import judged
from tests.scenes.stage import WON_10913, Stage, Start
from tests.scenes.test_languages import Sheet, choose_language


def page(on: Stage) -> str:
    """Open the statistics; return the text of paragraphs and past games."""
    if on.panel is None:
        on.key("F6")
    return "\n".join([on.panel_text, *(row.controls[0].tip for row in on.items(PastRow))])


def half_shown(start: Start) -> Stage:
    """Return a stage on which Vierfrei 10913 is won. The program showed the first move."""
    on = start(deal=10913)
    first, rest = WON_10913[:2], WON_10913[3:]
    on.table.play_shown(parse_move(first, "vierfrei"))
    on.play(rest)
    on.settle()
    return on


def test_a_game_finished_with_the_solution_is_nowhere_called_won(
    stage: Start, clipboard: Clipboard
) -> None:
    on = half_shown(stage)
    assert on.session.won
    assert on.strip == "Solved in 17 moves. Not counted as a win: the program showed the way."
    on.push("Copy the result")
    assert " · solution shown · " in clipboard.text and "· won" not in clipboard.text
    text = page(on)
    assert "The program showed the way in 1 of the games; it counts as not won." in text
    assert "10913, not won, solution shown, " in text and "1 move of the solution" in text


def test_replaying_a_known_deal_is_announced_and_not_counted(
    won: Stage, clipboard: Clipboard
) -> None:
    won.push("Restart")
    assert won.message == "This is a replay and doesn't count in your statistics. Undo to go back."
    won.play(WON_10913)
    won.settle()
    assert won.strip == "Won in 17 moves, 3 over par. A very easy deal. This replay isn't counted."
    assert [one.get("replay", False) for one in won.saved("record")["games"]] == [False, True]
    won.push("Copy the result")
    assert " · replay · won · " in clipboard.text
    text = page(won)
    assert "this is a replay" in text
    assert "1 replay of a known deal isn't counted here. 1 of them was won." in text
    assert [entry.replay for entry in won.storage.log.games()] == [False, True]
    won.keys("F6", "F2", *"10913", "return")
    assert won.message.endswith("so this is a replay and doesn't count in your statistics.")
    won.type("26")
    won.key("F1")
    assert "2 replays of " in page(won)
    won.key("F6")
    ended = f"{date.today()}T12:00:00+01:00"
    add(won, Entry("canfield", "hoyle", 3, False, 9, -40, 60.0, ended, replay=True))
    won.key("F6")
    won.push("Hoyle")
    assert "1 replay of a known deal isn't counted here" in page(won), "a page of its own"
    won.app.paint()


def test_the_three_free_cards_are_offered_only_when_due(stage: Start) -> None:
    on = stage(game="canfield", deal=100, rules="casino", size=(1280, 800))
    on.type("i31w4w4")
    assert "not deal" in on.strip and "Deal three" not in on.strip
    on.type("w4")
    assert "not deal" not in on.strip and "Three cards are free" in on.strip
    on.push("Deal three free cards (d)")
    assert len(on.cards("w").split()) == 3 and on.session.account == -26
    assert "not deal" in on.strip, "they are free but once"
    on.keys("backspace", "d")
    assert len(on.cards("w").split()) == 3 and on.session.account == -26


EVENING = datetime(2026, 11, 30, 23, 59, 50).astimezone()
MORNING = EVENING + timedelta(seconds=20)


def test_at_midnight_the_menu_and_the_calendar_move_on_but_a_result_names_the_day_of_its_deal(
    stage: Start, clipboard: Clipboard
) -> None:
    on = stage(game=None, size=(1280, 800))
    on.kit.now = lambda: EVENING
    number = daily_deal(EVENING.date(), "canfield", "hoyle").number
    add(on, Entry("canfield", "hoyle", number, True, 80, None, 300.0, EVENING.isoformat()))
    on.wait(0.1)
    assert "Canfield: Today's deal: won" in [one.tip for one in on.menu.controls.items]
    on.key("F6")
    (before,) = on.items(Calendar)
    on.kit.now = lambda: MORNING
    on.wait(0.1)
    (after,) = on.items(Calendar)
    assert (before.today, after.today) == (date(2026, 11, 30), date(2026, 12, 1))
    on.key("F6")
    tip = "Canfield: Today's deal"
    (button,) = (one for one in on.menu.controls.items if one.tip == tip)
    on.kit.now = lambda: MORNING + timedelta(days=1)
    button.action()
    assert on.session.deal == daily_deal(date(2026, 12, 2), "canfield", "hoyle"), "of the press"
    on.kit.now = lambda: EVENING
    on.app.director.play_day(EVENING.date(), "canfield", "casino")
    on.kit.now = lambda: MORNING
    on.type("x")
    on.kit.now = lambda: MORNING + timedelta(days=3)
    on.push("Copy the result")
    assert clipboard.text.startswith("Vierfeld · 2026-11-30 · Canfield ")


def test_the_streak_of_days_says_how_many_were_won(on: Stage) -> None:
    on.kit.now = lambda: EVENING
    for ago, won in ((0, False), (1, True), (2, True)):
        day = EVENING - timedelta(days=ago)
        number = daily_deal(day.date(), "vierfrei").number
        add(on, Entry("vierfrei", None, number, won, 80, None, 300.0, day.isoformat()))
    assert "You've played 3 days in a row. You won 2 of these deals." in page(on)


@pytest.mark.parametrize("language", ["en", "de", "hi"])
def test_a_narrow_window_shows_the_whole_reason_why_a_win_does_not_count(
    stage: Start, language: str
) -> None:
    on = half_shown(stage)
    on.session.info.replay = True
    on.session.info.seconds = 3 * 3600
    choose_language(on, language)
    on.resize((480, 320))
    on.table.prompt.update()
    with Sheet(on.window.size, on.kit.text) as sheet:
        on.app.paint()
    assert on.table.strip.decision.words in " ".join(sheet.written)


def test_the_review_distinguishes_shown_games_from_won_ones(stage: Start) -> None:
    on = half_shown(stage)
    first = len(on.actions)
    on.push("Restart")
    on.play(WON_10913)
    on.settle()
    for undone in (0, first + 1):
        on.keys(*["ctrl+z"] * undone, "F7")
        walk = on.review.walk
        last = 2 * first + 1
        results = ("Not counted as a win: the program showed the way.", "This game was won.")
        assert (walk.result(first), walk.result(last)) == results
        words = walk.verdict_words(first), walk.verdict_words(last)
        assert words == ("not counted as a win", "won")
        on.key("F7")


def played(line: str, automatic: Automatic = Automatic.OFF, number: int = 10913) -> Session:
    """Return a session with the legal moves of ``line``."""
    session = Session(numbered(VIERFREI, number))
    for token in line.split():
        session.do(parse_move(token, VIERFREI), automatic=automatic)
    return session


@pytest.mark.parametrize("automatic", Automatic)
def test_cards_going_home_never_count_as_moves(automatic: Automatic) -> None:
    session = played(WON_10913, automatic)
    own = [action for action in session.actions if not action[0].text.endswith("h")]
    assert session.moves == len(own) > 9
    if automatic is Automatic.OFF:
        assert session.moves == 17 and len(session.actions) == 69
    session = played(WON_10913[: -3 * 12])
    before, home = session.moves, session.state.cards_home
    session.send_safe_home()
    assert session.state.cards_home > home and session.moves == before


def test_a_won_game_shows_the_same_number_of_moves_everywhere(won: Stage, tmp_path: Path) -> None:
    (kept,) = won.saved("record")["games"]
    assert (kept["actions"], kept["player_moves"], kept["par"]) == (69, 17, 14)
    won.key("F6")
    items = won.page.items
    figures = next(item for item in items if isinstance(item, Figures))
    assert ("17", "moves") in figures.cells and ("85", "steps") in figures.cells
    assert any(isinstance(one, PastRow) and "17" in one.cells for one in items)
    assert "10913, won, " in page(won) and "0 hints" in page(won)
    won.keys("F6", "ctrl+shift+s")
    (written,) = tmp_path.glob("*.html")
    assert "Won in 17 moves." in written.read_text("utf-8")
    won.key("F7")
    review = won.review
    outcome = review.game.story(0).facts[0].words
    assert outcome == "Won in 17 moves."
    texts = [review.game.position(at) for at in range(review.length + 1)]
    assert texts[1] == "Before the first move: ace of clubs to the clubs foundation"
    assert texts[-1].startswith("After move 17 of 17: ")
    assert sum(text.startswith("Move ") for text in texts) == 17
    assert [review.game.number(at) for at in (0, 1)] == [0, 1]


def test_the_way_back_and_the_losing_move_are_numbered_as_the_player_counts(stage: Start) -> None:
    on = stage(deal=10913)
    on.play(" ".join(WON_10913.split()[:12]))
    on.table.guide.actions_to_undo = 9
    on.table.prompt.update()
    moves, back = on.session.moves, moves_shown(on.session.rules, on.session.since_restart[-9:])
    assert 0 < moves < 12 and 1 < back < 9, "some went home"
    assert on.table.strip.controls.items[-1].label == f"Take back {back} moves (T)"
    for column in range(1, 9):
        if len(on.actions) == 12:
            on.type(f"{column}d")
    assert len(on.actions) == 13
    on.key("F7")
    judged(on, "w" * 13 + "l")
    on.wait(1)
    walk = on.review.game
    assert walk.brief_result(13) == f"Lost at move {moves + 1}"
    assert walk.result(13).startswith(f"Move {moves + 1} lost the game (")
    sentences = [one.words for one in on.review.game.story(0).facts]
    assert any(one.startswith(f"Move {moves + 1} lost the game (") for one in sentences), sentences
    assert f"After {moves + 1} moves: " in sentences[0]


def test_the_balance_is_written_as_a_sum() -> None:
    for rules, cards, turns, stage, words in (
        ("hoyle", 52, 3, 3, "$500 − $50 = $450"),
        ("hoyle", 1, 0, 3, "$5 − $50 = −$45"),
        ("xpat2", 52, 2, 3, "$260 − $10 − $52 = $198"),
        ("casino", 52, 0, 3, "$260 − $52 = $208"),
        ("casino", 12, 0, 2, "−$26"),
    ):
        table = with_home(rules, cards, turns=turns, stage=stage)
        found = balance_parts(RULE_SETS[rules], table.state)
        assert sum_text(found) == words
        assert sum(found) == account(RULE_SETS[rules], table.state) == table.account
    texts.use("de")
    assert sum_text((500, -50)) == "500\u00a0$ − 50\u00a0$ = 450\u00a0$"


TURNED = {
    "hoyle": ("1 redeal", "1 redeal, free of charge.", ("", "1 redeal")),
    "xpat2": ("1 redeal, −$5", "1 redeal, at $5.", ("−$5", "1 redeal")),
    "aisleriot": ("1 redeal", "1 redeal, free of charge.", ("", "1 redeal")),
}


@pytest.mark.parametrize("rules", TURNED)
def test_turnovers_are_shown_in_the_bar_the_statistics_and_the_stocks_ring(
    rules: str, stage: Start
) -> None:
    bar, statistics, ring = TURNED[rules]
    on = stage(game="canfield", deal=42, rules=rules)
    assert "turn" not in on.status
    for _ in while_(lambda: on.state.turns == 0):
        on.key("space")
    assert bar in on.status.split("   ")
    full, shorter, *_, brief = status_wordings(on.session, on.settings)
    assert len(full) > len(shorter) > len(brief), "a narrow bar has something to fall back to"
    on.key("F6")
    assert statistics in on.spoken
    on.key("F6")
    assert empty_stock_text(on.session.deal, on.state) == ring
    empty = State({**on.state.piles, STOCK: (), WASTE: ()})
    assert empty_stock_text(on.session.deal, empty) is None, "there is nothing to turn over"
