"""Options: what they do, and that they are remembered."""

from __future__ import annotations

import json
import threading
from dataclasses import fields, replace
from itertools import product

import pygame
import pytest

from game.art.decks import LETTERS, DeckStyle
from game.play.session import Automatic
from game.player.settings import DECKS, HiddenLight, Settings, Speed
from game.support.texts import texts
from scenes.board.faces import Face
from scenes.kit.sound import Sounds
from scenes.pages import options
from scenes.pages.options import Part, options_page
from scenes.pages.thumbnails import Paint
from scenes.style.theme import Theme
from scenes.widgets.items import Row, Words
from tests.scenes.oracle import Oracle
from tests.scenes.stage import Stage, Start

OF_THIS_RUN = {"rules_this_run", "unread", "others"}
BY_ITSELF = {"rules_chosen", "fullscreen", "maximised", "last_game", "window", "places", "solved"}
BY_ITSELF |= {"safe_by_hand", "safe_asked"}
"""What the program remembers without a row in the options."""


def choose(stage: Stage, label: str, value: str) -> None:
    """Click ``value`` in the panel's row ``label``, turning to its part and scrolling to it; a
    switch is clicked unless it says ``value`` already."""
    panel = stage.panel
    assert panel is not None and panel.page.tabs is not None
    for tab in [control.label for control in panel.page.tabs.controls]:
        stage.push(tab)
        rows = [i for i in panel.page.items if isinstance(i, Row) and i.label == label]
        if rows:
            break
    (row,) = rows
    if [control.label for control in row.controls] == [value]:
        return
    for _ in range(40):
        control = next((c for c in row.controls if c.label == value), row.controls[0])
        if panel._view.contains(control.rect):
            stage.click(control.rect.center)
            return
        stage.wheel(-1)
    raise AssertionError(f"{label} cannot be reached")


def test_options_are_remembered(stage: Start) -> None:
    on = stage()
    on.key("F8")
    choose(on, "Rules for new games", "Casino")
    choose(on, "Cards go home", "if safe")
    choose(on, "Card animation", "fast")
    choose(on, "Drag only an outline, as in 1993", "on")
    choose(on, "Sound", "off")
    assert on.settings.automatic is Automatic.SAFE, "it holds at once"
    saved = on.saved("settings")
    assert (saved["rules"], saved["automatic"], saved["speed"]) == ("casino", "safe", "fast")
    assert (saved["outline"], saved["sound"]) == (True, False)
    again = stage(game="canfield", deal=None, speed=Speed.OFF)
    assert again.settings.automatic is Automatic.SAFE and again.settings.outline
    assert again.session.deal.rules == "casino"


def test_every_choice_of_the_options_holds_at_the_next_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
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
                told = "allow it in CHOICES or LIMITS of game/player/settings"
                assert not forgotten, f"{now} is forgotten at {control.spoken}: {told}"
                chosen |= now
    wanting = {entry.name for entry in fields(Settings)} - chosen - OF_THIS_RUN - BY_ITSELF
    assert not wanting, "a row in scenes/pages/options, or a name in BY_ITSELF here"


def test_the_rule_set_holds_from_the_next_game(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="hoyle")
    on.key("F8")
    choose(on, "Rules for new games", "AisleRiot")
    on.key("escape")
    assert on.session.deal.rules == "hoyle"
    on.key("F3")
    on.type("d")
    on.key("F3")
    assert on.session.deal.rules == "hoyle"
    on.key("F1")
    assert on.session.deal.rules == "aisleriot"


def test_without_a_sound_device_all_is_silent(
    stage: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    sounds = Sounds(True)
    sounds.start()
    _opened_or_closed()
    on = stage(sounds=sounds, speed=Speed.FAST)
    on.type("99 58")
    on.settle()
    on.key("delete")
    sounds.stop()
    assert on.actions == ["58"]


def _opened_or_closed() -> None:
    for thread in threading.enumerate():
        if thread.name == "sound":
            thread.join()


def test_the_sound_device_is_closed_while_nobody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    sounds = Sounds(True)
    sounds.start()
    _opened_or_closed()
    sounds.rest()
    _opened_or_closed()
    assert pygame.mixer.get_init(), "something was heard a moment ago"
    monkeypatch.setattr("scenes.kit.sound.SILENCE", -1)
    sounds.rest()
    _opened_or_closed()
    assert not pygame.mixer.get_init()
    sounds.land()
    sounds.refuse()
    sounds.start()
    _opened_or_closed()
    assert pygame.mixer.get_busy(), "a pling must not be missed"
    sounds.stop()
    assert not pygame.mixer.get_init()


def test_sound_that_is_off_opens_no_device(stage: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("the device was opened")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    sounds = Sounds(False)
    sounds.start()
    on = stage(sounds=sounds, speed=Speed.FAST)
    on.type("99 58")
    on.settle()
    sounds.stop()


def test_the_options_open_with_the_part_that_was_shown_last(on: Stage) -> None:
    on.key("F8")
    on.push("Comfort")
    on.key("F8")
    on.key("F8")
    assert on.panel is not None and on.page.tabs is not None
    assert [tab.label for tab in on.page.tabs.controls if tab.chosen] == ["Comfort"]
    words = [item.text for item in on.page.items if isinstance(item, Words)]
    assert words[0] == "Language"


def test_canfields_light_has_three_values(canfield: Stage) -> None:
    canfield.kit.solver = Oracle()
    for value, light in (
        ("from cards you've seen", HiddenLight.FAIR),
        ("from all cards", HiddenLight.ALL),
        ("off", HiddenLight.OFF),
    ):
        canfield.key("F8")
        choose(canfield, "Show the chance of winning", value)
        assert canfield.settings.hidden_light is light
        assert canfield.saved("settings")["canfield_light"] == light.value
        canfield.key("escape")
        canfield.wait(1)
        assert (canfield.table.guide.light is None) is (light is HiddenLight.OFF)


@pytest.mark.parametrize("letters", LETTERS)
def test_all_letters_that_the_decks_have_can_be_chosen(on: Stage, letters: str) -> None:
    on.key("F8")
    choose(on, "Letters on the cards", " ".join(letters[1:]))
    assert on.kit.style.letters == letters


def test_the_pictures_of_the_decks_have_the_letters(
    stage: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = list[str]()
    picture = options.one_card

    def noted(style: DeckStyle, theme: Theme, face: Face) -> Paint:
        shown.append(style.letters)
        return picture(style, theme, face)

    monkeypatch.setattr(options, "one_card", noted)
    on = stage()
    on.settings.letters = "ABDK"
    on.kit.settle_look()
    on.key("F8")
    assert shown[: len(DECKS)] == ["ABDK"] * len(DECKS)
