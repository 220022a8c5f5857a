"""Tests of a game on the table, from prompts to its end."""

from __future__ import annotations

import pygame
import pytest

from game.core.moves import Move, Verb
from game.player.settings import Speed
from game.rules.canfield import RULE_SETS, Canfield
from game.rules.registry import KINDS, VIERFREI
from game.solver.answer import Verdict
from game.words.names import account_text
from scenes.table.status import status_wordings
from tests.each import while_
from tests.game.reading import reread
from tests.game.table import STUCK, easy_deck
from tests.game.test_automatic import DESCENDING
from tests.plain_rules import plain_rules
from tests.scenes.stage import CTRL, SHIFT, WON_10913, Stage, Start, almost_won


def test_a_won_game_is_announced_and_recorded(stage: Start) -> None:
    on = almost_won(stage)
    on.wait(65.5)
    assert not on.strip
    on.settings.speed = Speed.SLOW
    on.type("2h")
    assert on.strip and on.table.moving
    found = next(c for c in on.table.strip.controls.items if c.label == "Restart")
    on.click(found.rect.center)
    assert on.actions[-1] == "2h", "the button has just appeared"
    on.settle()
    assert on.strip == on.lines[-2] == "Won in 17 moves, 3 over par. A very easy deal."
    assert on.lines[-1] == "Enter: New game"
    on.wait(30, 0.1)
    assert on.status == "17 moves   1:05", "the clock stands"
    (entry,) = on.saved("record")["games"]
    assert (entry["deal"], entry["won"], entry["actions"]) == (10913, True, 69)
    assert on.saved("vierfrei")["recorded"] is True
    on.check()
    on.app.paint()
    on.keys("backspace", "2", "h", "return")
    assert on.session.deal.number != 10913, "Enter presses the strip's New game at once"


@pytest.mark.parametrize("way", ["New game", "Restart", "undo"])
def test_a_won_game_offers_a_new_one_a_restart_and_undo(won: Stage, way: str) -> None:
    if way == "undo":
        won.key("backspace")
        assert not won.session.ended and not won.strip
        won.type("2h")
    else:
        won.push(way)
        won.settle()
        assert not won.strip
    if way == "Restart":
        assert won.session.deal.number == 10913 and won.state == won.session.layout
        won.key("backspace")
    won.settle()
    if way == "New game":
        assert won.session.deal.number != 10913
    else:
        assert won.strip.startswith("Won in 17 moves")
    assert len(won.saved("record")["games"]) == 1


def test_the_casino_offers_inspecting_playing_and_stopping(casino: Stage) -> None:
    on = casino
    assert on.strip == (
        "Stage 1 of 3: you've paid $13 to see the cards. For $13 more you may move them."
    )
    assert "−$13" in on.status
    on.push("Move cards for $13 (i)")
    assert on.strip.startswith("Stage 2 of 3") and on.actions == ["i"]
    on.move(on.button("undo").rect.center)
    assert on.table.traced is None, "no card would come back"
    on.key("space")
    assert on.plings == 1
    on.push("Play for $26 (p)")
    assert on.strip.startswith("Stage 3 of 3") and "−$47" in on.status
    on.keys("backspace", "backspace")
    assert on.strip.startswith("Stage 1") and "−$13" in on.status
    for _ in while_(lambda: not on.lines[-1].startswith("Move cards for")):
        on.key("tab")
    on.key("return")
    assert on.actions == ["i"]
    on.key("backspace")
    on.push("Stop at −$13 (x)")
    on.settle()
    assert on.strip == "Stopped. Balance: −$13."
    (entry,) = on.saved("record")["games"]
    assert (entry["won"], entry["account"]) == (False, -13)
    on.key("backspace")
    assert on.strip.startswith("Stage 1") and not on.session.ended


NO_MOVE = "No moves left. Undo, try again (T), or review it (F7)."


def test_that_no_move_is_left_is_announced_once_for_a_position(on: Stage) -> None:
    on.paste(STUCK)
    assert not on.message
    on.type("1d")
    assert on.message == NO_MOVE and on.lines[-1] == NO_MOVE and not on.plings
    on.wait(30)
    assert on.message == NO_MOVE, "it stays"
    on.type("1h")
    assert on.plings and on.message != NO_MOVE
    on.wait(10)
    assert on.message == NO_MOVE, "a passing line gives it back"
    on.key("backspace")
    assert not on.message
    on.type("1d")
    assert not on.message and on.lines.count(NO_MOVE) == 1
    on.key("F9")
    assert on.lines[-1] == "The game is paused in a small window. Enter brings it back."


LABEL = "Finish (Delete)"
WORDS = "The rest goes home on its own."


def labels(on: Stage) -> list[str]:
    return [control.label for control in on.table.strip.controls.items]


@pytest.mark.parametrize("way", ["delete", LABEL, "Send home", "tab"])
def test_the_rest_can_be_sent_home_at_once(on: Stage, way: str) -> None:
    on.paste(DESCENDING.replace("3C 2C AC", "3C AC 2C"))
    on.settle()
    assert not on.strip
    if way == "delete":
        expected = reread(on.session)
        expected.send_safe_home()
        on.keys("delete", "delete")
        assert on.state == expected.state and 0 < on.state.cards_home < 10
        assert on.plings == 1 and on.message == "No card can safely go home now."
        on.key("z", CTRL)
    on.type("1a")
    assert on.strip == WORDS and labels(on) == [LABEL]
    if way == "tab":
        for _ in while_(lambda: on.table.keys.focused is not on.table.strip.controls):
            on.key("tab")
        on.key("return")
    elif way == "delete":
        on.key("delete")
    else:
        on.push(way)
    on.settle()
    assert on.session.won and len(on.session.actions) == 2
    assert on.storage.log.games()[-1].won
    on.key("z", CTRL)
    on.settle()
    assert on.actions == ["1a"] and on.strip == WORDS
    on.key("z", CTRL)
    assert not on.strip, "one move back it does not go by itself"
    on.check()


def test_each_card_is_seen_going_home(stage: Start) -> None:
    on = stage(speed=Speed.NORMAL)
    on.paste(DESCENDING)
    on.settle()
    on.key("delete")
    homes = set()
    for _ in while_(lambda: on.table.moving and not on.table.animator.celebrates):
        homes.add(sum(len(on.table.groups.piles[on.pile(f"h:{suit}")]) for suit in "CDHS"))
        on.app.advance(1 / 120)
    assert len(homes) > 40 and on.session.won and on.table.animator.celebrates
    on.settle()
    on.check()


@pytest.mark.parametrize("rules", RULE_SETS)
def test_canfield_offers_to_send_the_rest_home_and_is_won(stage: Start, rules: str) -> None:
    on = stage(game="canfield", deal=42, rules=rules)
    on.paste(easy_deck(king_lies=True, waste=RULE_SETS[rules].initial_waste))
    assert on.title == f"Canfield (own deck) ({RULE_SETS[rules].name}) – Vierfeld"
    on.settle()
    on.type("ip" if rules == "casino" else "")
    for _ in while_(lambda: LABEL not in labels(on)):
        home = on.table.rules.home_move(on.state)
        if home:
            on.table.play(home)
        else:
            on.key("space")
        assert not on.session.won
    assert on.table.strip.decision.words == WORDS
    assert (len(labels(on)) == 2) == (rules == "casino"), "stopping is offered beside it"
    before = len(on.session.actions)
    on.key("delete")
    on.settle()
    assert on.session.won and len(on.session.actions) == before + 1
    plain = plain_rules(rules)
    won = account_text(plain.account(52, 0), on.session.deal.kind.payment)
    balance = f"Balance: {won}." if plain.dollars else f"Score: {won}."
    assert on.strip.startswith("Won in ") and on.strip.endswith(f" moves. {balance}")
    on.check()


LOST_DEAL = "This deal can't be won. It's one of eight in a million."


def test_light_hint_and_review_say_that_a_deal_is_lost(stage: Start) -> None:
    lost = sorted(KINDS[VIERFREI, None].lost)
    assert len(lost) == 8 and not stage().message
    assert not stage(game="canfield", deal=11982, rules="hoyle").message
    on = stage(deal=lost[1])
    assert on.message == LOST_DEAL and LOST_DEAL in on.lines
    on.type("1h")
    assert on.plings and on.message != LOST_DEAL
    on.wait(10)
    assert on.message == LOST_DEAL, "a passing line gives it back"
    on.type("1a")
    assert on.actions and on.message != LOST_DEAL
    on.key("F3")
    assert on.message.startswith("Restarted")
    on.wait(5)
    assert on.message == LOST_DEAL
    solver = on.oracle
    on.settings.light = True
    solver.tell(on.session.deal, on.state, Verdict.LOST)
    on.table.guide.position_changed()
    assert on.table.bar_texts.known[0] == "can't be won"
    on.table.message.keep("")
    on.key("F4")
    assert on.message == LOST_DEAL == on.lines[-1]
    on.type("1a")
    solver.answer(Verdict.LOST)
    on.wait(0.04)
    assert on.table.bar_texts.known[0] == "lost"
    on.key("F7")
    on.wait(0.4)
    assert on.review.walk.result(1) == LOST_DEAL
    assert on.review.walk.verdict_words(0) == "can't be won"


def test_without_moves_stopping_is_offered(casino: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Canfield, "stuck", lambda _, state: state.stage == 3)
    on = casino
    on.type("i")
    assert not on.message
    on.type("p")
    assert on.message == ("No moves left. Stop (x), undo, try again (Shift+T), or review it (F7).")
    on.wait(30)
    assert "Stop (x)" in on.message
    on.type("x")
    assert not on.message and on.session.ended


def test_the_clock_runs_from_the_first_action(on: Stage) -> None:
    on.wait(10)
    assert on.session.info.seconds == 0
    on.type("58")
    on.wait(10)
    assert on.session.info.seconds == pytest.approx(10, abs=0.1)
    on.key("backspace")
    on.wait(5)
    assert on.session.info.seconds == pytest.approx(15, abs=0.1), "an undone game was begun"
    on.type("58")
    on.key("F3")
    on.wait(5)
    assert on.session.info.seconds == pytest.approx(20, abs=0.1), "so was one begun again"
    on.window_event(pygame.WINDOWFOCUSLOST)
    on.wait(100, 0.1)
    assert on.session.info.seconds == pytest.approx(80, abs=0.2), "a minute without focus"
    on.window_event(pygame.WINDOWFOCUSGAINED)
    on.app.advance(3600)
    assert on.session.info.seconds <= 80.9, "a machine that slept is not made up for"


@pytest.mark.parametrize("away", ["?", "F9", "escape", "minimised"])
def test_the_clock_stands_while_away(on: Stage, away: str) -> None:
    on.type("58")
    on.wait(2)
    for event in (pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED):
        on.window_event(event) if away == "minimised" else on.key(away)
        on.wait(20 if event == pygame.WINDOWMINIMIZED else 0)
    assert on.session.info.seconds == pytest.approx(2, abs=0.1)
    on.wait(1)
    assert on.session.info.seconds == pytest.approx(3, abs=0.1)


def test_a_restart_after_the_end_has_its_own_clock(stage: Start) -> None:
    on = stage(deal=10913)
    on.play(WON_10913)
    assert on.session.won
    on.session.info.seconds = 147.0
    on.key("F3")
    assert on.session.info.seconds < 1 and "0:00" in status_wordings(on.session, on.settings)[0]
    on.wait(2)
    assert on.session.info.seconds < 1, "it runs from the first move on"
    on.session.info.seconds = 5.0
    on.key("backspace")
    assert on.session.won and on.session.info.seconds == 147.0
    on.key("backspace", SHIFT)
    assert not on.session.won and 5 <= on.session.info.seconds < 6
    # A restart in the middle of a game keeps the clock running, since the game goes on.
    on.type("26")
    on.session.info.seconds = 60.0
    on.key("F3")
    assert 60 <= on.session.info.seconds < 62


def test_refused_moves_make_a_sound_and_change_nothing(on: Stage) -> None:
    table, begin, one = on.table, on.state, on.pile("1")
    acts = (
        lambda: table.take(one, 7),
        lambda: table.play(Move.carry(one, one)),
        lambda: table.to_cells(one, 5),
        lambda: table.play_instead(Move(Verb.DEAL)),
    )
    for plings, act in enumerate(acts, 1):
        act()
        assert on.plings == plings and on.state == begin and on.message
    table.deal_or_turn()
    assert on.state == begin and on.plings == 4, "there is no stock"
