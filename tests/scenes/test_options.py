"""Tests of the options, of sound and of sending cards home."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable
from dataclasses import fields, replace
from itertools import product
from unittest.mock import Mock

import pygame
import pytest

from game.player.settings import DECKS, Settings, Speed
from game.rules.canfield import RULE_SETS
from game.rules.choices import Automatic
from game.support.texts import texts
from scenes.kit.sound import Sounds
from scenes.pages.options import Part, options_page
from scenes.widgets.items import Row
from tests.each import while_
from tests.game.table import easy_deck
from tests.scenes.controllers import press
from tests.scenes.stage import CTRL, WON_10913, Stage, Start

OF_THIS_RUN = {"rules_this_run", "unread", "unknown_fields"}
BY_ITSELF = {"rules_chosen", "fullscreen", "maximised", "last_game", "window", "places", "solved"}
BY_ITSELF |= {"safe_by_hand", "safe_asked", "page_address"}
"""Settings without a row in the options. All but ``page_address`` are set by the program."""


def choose(on: Stage, label: str, value: str) -> None:
    """Choose ``value`` in the row ``label`` of the options."""
    for number in range(len(Part)):
        on.page.tabs.controls[number].action()
        if rows := [row for row in on.items(Row) if row.label == label]:
            break
    controls = rows[0].controls
    # The label of a switch is its state.
    if [control.label for control in controls] != [value]:
        next((one for one in controls if one.label == value), controls[0]).action()


def test_options_take_effect_at_once_and_are_saved(stage: Start) -> None:
    on = stage()
    on.key("F8")
    for label, value, name, saved in (
        ("Rules for new games", "Casino", "rules", "casino"),
        ("Cards go home", "if safe", "automatic", "safe"),
        ("Card animation", "fast", "speed", "fast"),
        ("Drag only an outline, as in 1993", "on", "outline", True),
        ("Sound", "off", "sound", False),
        ("Letters on the cards", "B D K", "letters", "ABDK"),
        ("Show the chance of winning", "from all cards", "canfield_light", "all"),
        ("Show the chance of winning", "off", "canfield_light", "off"),
    ):
        choose(on, label, value)
        assert on.saved("settings")[name] == saved
    assert on.settings.automatic is Automatic.SAFE and on.kit.style.letters == "ABDK", "at once"
    on.keys("F8", "F8")
    assert [tab.label for tab in on.page.tabs.controls if tab.chosen] == ["Help"], "shown last"
    again = stage(game="canfield", deal=None, speed=Speed.OFF)
    assert again.settings.automatic is Automatic.SAFE and again.settings.outline
    assert again.session.deal.rules == "casino"
    again.key("F8")
    choose(again, "Rules for new games", "AisleRiot")
    again.keys("escape", "i", "F3")
    assert again.session.deal.rules == "casino"
    again.key("F1")
    assert again.session.deal.rules == "aisleriot", "with the next game"


def test_every_choice_is_kept_until_the_next_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "use", lambda code: None)
    chosen = set[str]()
    for deck, part in product(DECKS, Part):
        settings = Settings(deck=deck)
        for row in options_page(settings, lambda: None, part, lambda part: None):
            for control in row.controls if isinstance(row, Row) else ():
                before = replace(settings)
                control.action()
                names = [entry.name for entry in fields(Settings)]
                now = {one for one in names if getattr(before, one) != getattr(settings, one)}
                again = Settings.from_data(json.loads(json.dumps(settings.to_data())))
                forgotten = again.unread or again != settings
                advice = "allow it in CHOICES or LIMITS of game/player/settings"
                assert not forgotten, f"{now} is forgotten at {control.spoken}: {advice}"
                chosen |= now
    wanting = {entry.name for entry in fields(Settings)} - chosen - OF_THIS_RUN - BY_ITSELF
    assert not wanting, "a row in scenes/pages/options, or a name in BY_ITSELF here"


@pytest.mark.parametrize("wanted", [True, False])
def test_play_goes_on_without_a_sound_device(
    stage: Start, monkeypatch: pytest.MonkeyPatch, wanted: bool
) -> None:
    init = Mock(side_effect=pygame.error("no such device"))
    monkeypatch.setattr(pygame.mixer, "init", init)
    sounds = Sounds(wanted)
    in_its_thread(sounds.start)
    on = stage(sounds=sounds, speed=Speed.FAST)
    on.type("99 58")
    on.settle()
    on.key("delete")
    sounds.stop()
    assert on.actions == ["58"] and init.called is wanted


def in_its_thread(act: Callable[[], None]) -> None:
    """Call ``act``, and wait until the sound thread has ended."""
    act()
    for thread in threading.enumerate():
        if thread.name == "sound":
            thread.join()


def test_the_sound_device_is_closed_after_a_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    sounds = Sounds(True)
    in_its_thread(sounds.start)
    in_its_thread(sounds.rest)
    assert pygame.mixer.get_init(), "something was heard a moment ago"
    monkeypatch.setattr("scenes.kit.sound.CLOSES_AFTER", -1)
    in_its_thread(sounds.rest)
    assert not pygame.mixer.get_init()
    sounds.land()
    sounds.refuse()
    in_its_thread(sounds.start)
    assert pygame.mixer.get_busy(), "a pling must not be missed"
    sounds.stop()
    assert not pygame.mixer.get_init()


def test_hidden_figures_are_neither_in_the_bar_nor_announced(stage: Start, won: Stage) -> None:
    on = stage(game="canfield", deal=42, rules="xpat2")
    for _ in while_(lambda: not on.state.turns):
        on.key("space")
    money, turns, moves, clock = on.status.split("   ")
    assert "$" in money and turns.startswith("1 redeal") and "$" in turns
    options, redeal = on.settings, turns.partition(",")[0].partition(" (")[0]
    assert on.table.seconds_until_change <= 1
    for name, left in (
        ("money", [redeal, moves, clock]),
        ("moves", [money, turns, clock]),
        ("clock", [money, turns, moves]),
    ):
        setattr(options, name, False)
        assert on.status.split("   ") == left
        setattr(options, name, True)
    options.money = options.moves = options.clock = False
    assert on.status == redeal and on.table.status_parts == ("", redeal, "")
    assert on.table.seconds_until_change == math.inf, "a hidden clock causes no frames"
    before = on.session.info.seconds
    on.wait(1)
    assert on.session.info.seconds == pytest.approx(before + 1, abs=0.02), "it runs on"
    on.key("z", CTRL)
    assert not any("$" in line or "move" in line for line in on.lines[-2:])
    on.app.paint()
    won.settings.moves = won.settings.clock = False
    assert "moves" in won.status and ":" in won.status, "at the end all are shown"


ASKED = "Send safe cards home automatically?"
YES, NO = "Yes", "No, I'll press Delete"
THIRD = "4h 8h 26 76 72 7h"
"""Moves in Vierfrei 10913; the last one sends the third safe card home."""


def test_the_question_comes_once_after_the_third_safe_card_over_all_runs(stage: Start) -> None:
    on = stage(deal=10913)
    on.settings.automatic = Automatic.SAFE
    on.keys("delete", "backspace", "ctrl+z")
    on.type("4h")
    assert on.settings.safe_by_hand == 0, "cards not sent by hand do not count"
    on.settings.automatic = Automatic.OFF
    on.key("F3")
    on.type("4h 8h 26 76")
    assert not on.strip and on.settings.safe_by_hand == 2
    on = stage(deal=10913)
    assert not on.settings.safe_asked
    on.type("72 7h")
    assert on.strip == ASKED and on.lines[-1] == f"{ASKED} {YES}, {NO}"
    assert on.saved("settings")["safe_asked"]
    for number, token in enumerate(WON_10913.split()[6:20]):
        assert on.strip == (ASKED if number < 6 else ""), "it goes after some moves"
        on.play(token)
        on.app.paint()
    on = stage(deal=10913)
    on.key("F3")
    on.type(THIRD)
    assert not on.strip and on.settings.automatic is Automatic.OFF, "nor in the next run"


@pytest.mark.parametrize("way", ["mouse", "finger", "tab", "controller", "no"])
def test_yes_sends_safe_cards_from_the_next_move_on_and_no_does_not(stage: Start, way: str) -> None:
    on = stage(deal=10913)
    on.type(THIRD)
    controls = on.table.strip.controls
    yes = controls.items[0]
    if way in ("mouse", "finger"):
        on.click(yes.rect.center, touch=way == "finger")
    elif way == "tab":
        on.keys("shift+tab", "shift+tab")
        assert controls.focus is yes and on.lines[-1].startswith(YES)
        on.key("return")
    elif way == "no":
        on.push(NO)
    else:
        for _ in while_(lambda: getattr(on.table.strip.controls.focus, "label", "") != YES):
            press(on, "back")
        press(on, "A")
    wanted = Automatic.OFF if way == "no" else Automatic.SAFE
    assert not on.strip and on.saved("settings")["automatic"] == wanted.value
    assert on.message == "You can change this in the options (F8).", "the player is told so"
    assert on.actions[-1] == "7h"
    on.play(" ".join(WON_10913.split()[6:8]))
    on.check()


@pytest.mark.parametrize("rules", RULE_SETS)
def test_canfield_asks_too_but_not_for_cards_that_are_not_safe(stage: Start, rules: str) -> None:
    """Base cards, here aces, aren't safe: a king may be laid on an ace in a column."""
    on = stage(game="canfield", deal=42, rules=rules)
    on.paste(easy_deck(waste=3 if rules in ("xpat2", "casino") else 0))
    on.settings.safe_by_hand = 2
    if rules == "casino":
        on.type("i")
    on.type("1h 2h")
    assert ASKED not in on.strip
    on.type("4h")
    assert on.strip == ASKED
    stop = ["Stop at −$26 (x)", "Play for $26 (p)"] if rules == "casino" else []
    assert [control.label for control in on.table.strip.controls.items] == [*stop, YES, NO]
    on.push(YES)
    assert on.settings.automatic is Automatic.SAFE
