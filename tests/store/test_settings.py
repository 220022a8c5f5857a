"""Settings: which values can be saved and read again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from enum import Enum
from typing import Any

import pytest

from game.player.settings import CHOICES, LIMITS, HiddenLight, Settings
from game.rules.canfield import RULE_SETS
from game.rules.registry import games
from game.support.texts import languages
from tests.each import each

OTHERS: dict[str, tuple[Any, ...]] = {
    "rules": tuple(RULE_SETS),
    "language": ("", *languages()),
    "last_game": games(),
    "solved": ((), ("one", "another")),
    "page_address": ("", "https://example.org/vierfeld/", "file:///tmp/vierfeld.html"),
    "places": ({}, {"1920x1080": (1, 2, 900, 700, 0), "1x1 2x2": (-9, 2, 900, 700, 1)}),
    "window": (None, (0, 0, 480, 300), (-1920, 12, 3840, 2160)),
}


def values(name: str, default: object) -> tuple[Any, ...]:
    """Return the values to test for an option."""
    if name in CHOICES or name in OTHERS:
        return CHOICES.get(name) or OTHERS[name]
    if name in LIMITS:
        least, most = LIMITS[name]
        return least, (least + most) // 2, most
    if isinstance(default, bool):
        return False, True
    advice = f"say in CHOICES or LIMITS of game/player/settings which values {name} may have"
    assert isinstance(default, Enum), advice
    return tuple(type(default))


def every() -> Iterator[tuple[str, Any]]:
    defaults = Settings()
    for entry in fields(Settings):
        if entry.name not in ("rules_this_run", "unread", "unknown_fields"):
            for value in values(entry.name, getattr(defaults, entry.name)):
                yield entry.name, value


def with_data(**changed: object) -> Settings:
    """Return settings read from data with some options ``changed``."""
    return Settings.from_data({**Settings().to_data(), **changed})


def read_back(settings: Settings) -> Settings:
    found = Settings.from_data(json.loads(json.dumps(settings.to_data())))
    assert found.unread == ()
    return found


@each(("name", "value"), list(every()))
def test_every_value_of_every_option_comes_back(name: str, value: Any) -> None:
    chosen = replace(Settings(), **{name: value})
    advice = f"say in CHOICES, LIMITS or _READERS of game/player/settings how {name} is read"
    assert getattr(read_back(chosen), name) == value, advice
    assert read_back(chosen) == chosen


def test_limits_never_become_closer_than_they_were() -> None:
    """Narrower limits would reject values that players have saved."""
    for chosen in (
        {"volume": 0, "double_click": 150, "grade": 0},
        {"volume": 100, "double_click": 1500, "grade": 5},
    ):
        found = with_data(**chosen)
        assert not found.unread and {name: getattr(found, name) for name in chosen} == chosen


NOT_TAKEN: dict[str, list[object]] = {
    **{name: [least - 1, most + 1] for name, (least, most) in LIMITS.items()},
    "page_address": ["example.org", "javascript:alert(1)", "https://a b", "https://a#b", 1, None],
    "canfield_light": ["on", 1, None],
    "places": [[], {"1x1": [1, 2, 3, 4]}, {"1x1": [1, 2, 3, 4, "5"]}, 7],
}


@each(("name", "value"), [(name, value) for name, of in NOT_TAKEN.items() for value in of])
def test_a_value_that_an_option_cannot_have_is_not_taken(name: str, value: object) -> None:
    found = with_data(**{name: value})
    assert found.unread == (name,) and found.to_data() == Settings().to_data()


def test_an_option_of_a_newer_program_is_kept() -> None:
    data = {**Settings().to_data(), "table_cloth": ["felt", 3]}
    found = Settings.from_data(data)
    found.volume = 33
    assert found.to_data() == {**data, "volume": 33} and found.unread == ()


@pytest.mark.parametrize(
    ("kept", "light"),
    [(True, HiddenLight.ALL), (False, HiddenLight.OFF), ("fair", HiddenLight.FAIR)],
)
def test_the_options_for_hidden_cards_are_read_as_they_once_were(
    kept: object, light: HiddenLight
) -> None:
    found = with_data(canfield_light=kept, canfield_hints=True)
    assert (found.hidden_light, found.hidden_hints) == (light, True)
    assert not found.unread and not found.unknown_fields
    chosen = found.to_data()
    assert (chosen["canfield_light"], chosen["canfield_hints"]) == (light.value, True)


def test_the_window_has_a_place_for_each_set_of_screens() -> None:
    settings = Settings()
    assert settings.window_on("1920x1080") == (None, False)
    settings.remember_window("1920x1080 2560x1440", (2000, 50, 900, 700), False)
    settings.remember_window("1920x1080", (10, 20, 800, 600), True)
    settings = read_back(settings)
    assert settings.window_on("1920x1080 2560x1440") == ((2000, 50, 900, 700), False)
    assert settings.window_on("1920x1080") == ((10, 20, 800, 600), True)
    assert settings.window_on("800x600") == ((10, 20, 800, 600), True), "as it was last"
    settings.remember_window("1920x1080 2560x1440", (5, 5, 900, 700), False)
    for number in range(11):
        settings.remember_window(f"{number}x1", (0, 0, 480, 300), False)
    kept = read_back(settings).places
    assert "1920x1080 2560x1440" in kept and "1920x1080" not in kept and len(kept) == 12
