"""The question whether safe cards shall go home by themselves, and what its answers do."""

from __future__ import annotations

import json

import pygame
import pytest

from game.play.session import Automatic
from game.player.settings import Settings
from scenes.kit.commands import Command
from scenes.widgets.controls import Control
from tests.game.decks import easy_deck
from tests.loops import while_
from tests.scenes.conftest import Clipboard
from tests.scenes.stage import CTRL, SHIFT, WON_10913, Stage, Start

ASKED = "Send safe cards home automatically?"
YES, NO = "Yes", "No, I'll press Delete"
THIRD = "4h 8h 26 76 72 7h"
"""Of Vierfrei 10913: the third safe card goes home last."""


def settings(on: Stage) -> Settings:
    """The settings as they are in their file."""
    on.storage.flush()
    return Settings.from_data(json.loads((on.home / "settings.json").read_text("utf-8")))


@pytest.fixture
def on(stage: Start) -> Stage:
    """Vierfrei, just asked."""
    found = stage(deal=10913)
    found.type(THIRD)
    return found


def yes_of(on: Stage) -> Control:
    return next(one for one in on.table.strip.controls.items if one.label == YES)


def press(on: Stage, button: int) -> None:
    """Press a controller's button."""
    for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
        on.handle(pygame.Event(kind, button=button, instance_id=0))


def labels(on: Stage) -> list[str]:
    return [control.label for control in on.table.strip.controls.items]


def test_it_is_asked_after_the_third_and_remembered(stage: Start) -> None:
    on = stage(deal=10913)
    on.type("4h 8h 26 76")
    assert not on.strip and on.settings.safe_by_hand == 2
    on = stage(deal=10913)
    assert on.settings.safe_by_hand == 2 and not on.settings.safe_asked, "over all runs"
    on.type("72 7h")
    assert on.strip == ASKED and labels(on) == [YES, NO]
    assert on.lines[-1] == f"{ASKED} {YES}, {NO}"
    assert settings(on).safe_asked
    on.type("7a")
    assert on.actions[-1] == "7a" and on.strip == ASKED, "play goes on"
    on.app.paint()


def test_it_is_asked_once_and_goes_after_some_moves(on: Stage, stage: Start) -> None:
    rest = WON_10913.split()[6:]
    for token in rest[:5]:
        assert on.strip == ASKED
        on.play(token)
    on.play(rest[5])
    assert not on.strip and on.settings.automatic is Automatic.OFF
    on.play(" ".join(rest[6:20]))
    assert not on.strip
    on = stage(deal=10913)
    on.key("F3")
    on.type(THIRD)
    assert not on.strip, "nor in the next run"


@pytest.mark.parametrize("way", ["mouse", "finger", "tab", "controller"])
def test_yes_sends_them_from_the_next_move_on(on: Stage, way: str) -> None:
    yes = yes_of(on)
    if way in ("mouse", "finger"):
        on.click(yes.rect.center, touch=way == "finger")
    elif way == "tab":
        on.key("tab", SHIFT)
        on.key("tab", SHIFT)
        assert on.table.strip.controls.focus is yes and on.lines[-1].startswith(YES)
        on.key("return")
    else:
        for _ in while_(lambda: yes_of(on) is not on.table.strip.controls.focus):
            press(on, pygame.CONTROLLER_BUTTON_BACK)
        press(on, pygame.CONTROLLER_BUTTON_A)
    assert not on.strip and settings(on).automatic is Automatic.SAFE
    assert on.line.startswith("You can change this in the options"), "and is told so"
    assert on.actions[-1] == "7h"
    on.play(WON_10913.split()[6])
    on.play(WON_10913.split()[7])
    on.check()


def test_no_leaves_it_as_it_was(on: Stage) -> None:
    on.push(NO)
    assert not on.strip and settings(on).automatic is Automatic.OFF
    assert on.line == "You can change this in the options (F8)."


def test_what_is_not_sent_by_hand_or_not_safe_does_not_count(stage: Start) -> None:
    on = stage(deal=10913)
    on.key("delete")
    on.key("backspace")
    assert on.settings.safe_by_hand == 0
    on.key("z", CTRL)
    on.settings.automatic = Automatic.SAFE
    on.type("4h")
    assert on.settings.safe_by_hand == 0


@pytest.mark.parametrize("rules", ["hoyle", "xpat2", "casino", "aisleriot"])
def test_canfield_asks_too(stage: Start, clipboard: Clipboard, rules: str) -> None:
    """An ace that lies on the base is not safe in Canfield as long as a king may be laid on it."""
    on = stage(game="canfield", deal=42, rules=rules)
    clipboard.text = easy_deck(waste=3 if rules in ("xpat2", "casino") else 0)
    on.key("v", CTRL)
    on.settings.safe_by_hand = 2
    if rules == "casino":
        on.type("i")
    on.type("1h 2h")
    assert ASKED not in on.strip
    on.type("4h")
    assert on.strip == ASKED
    stop = ["Stop at −$26 (x)", "Play for $26 (p)"] if rules == "casino" else []
    assert labels(on) == [*stop, YES, NO]
    on.push(YES)
    assert on.settings.automatic is Automatic.SAFE


@pytest.mark.parametrize("size", [(480, 300), (800, 600), (1280, 800)])
def test_there_is_room_for_it(stage: Start, size: tuple[int, int]) -> None:
    on = stage(deal=10913, size=size)
    on.type(THIRD)
    on.wait(2)
    strip = on.table.strip
    for control in strip.controls.items:
        assert strip.rect.contains(control.rect)
    for pile in on.table.rules.piles:
        held = len(on.state[pile])
        assert not held or not on.table.layout.covered(pile, held).colliderect(strip.rect)
    on.app.paint()


@pytest.mark.parametrize(
    ("automatic", "told"),
    [(Automatic.OFF, "by hand"), (Automatic.SAFE, "if safe"), (Automatic.ALL, "always")],
)
def test_the_menu_says_which_is_on(stage: Start, automatic: Automatic, told: str) -> None:
    on = stage(size=(480, 300))
    on.settings.automatic = automatic
    on.app.director.run(Command.MENU)
    assert f"Cards go home: {told}" in [one.label for one in on.page.controls.items]
