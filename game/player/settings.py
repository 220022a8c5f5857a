"""The player's options, and other values kept between runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, Final

from game.rules.choices import Automatic
from game.rules.registry import KINDS, GameKind, every_rule_set, games, rule_sets
from game.support.json_values import FORMAT
from game.support.texts import languages


class Speed(Enum):
    """How fast cards move."""

    OFF = "off"
    FAST = "fast"
    NORMAL = "normal"
    SLOW = "slow"


class Calm(Enum):
    """When motion is reduced: only at the desktop's request, never, or always."""

    DESKTOP = "desktop"
    MOVING = "moving"
    STILL = "still"


class HiddenLight(Enum):
    """What the light beside the title shows in games with hidden cards."""

    OFF = "off"
    FAIR = "fair"
    """The chance of winning, as far as players can know it."""
    ALL = "all"
    """The verdict from all cards, even those that the player can't see."""


LOOKS: Final = ("green", "blue", "wine", "dark", "light", "1993")
DECKS: Final = ("court", "emblem", "1993")
LETTERS: Final = ("", "AJQK", "ABDK")
BACKS: Final = ("", "blue", "red", "tiles", "ink", "dither", "weave")


@dataclass(slots=True)
class Settings:
    """The player's options, and other values mostly kept between runs."""

    rules: str = every_rule_set()[0]  # of the next game of Canfield
    rules_chosen: bool = False  # chosen by the player; no game with other rules begun since
    automatic: Automatic = Automatic.OFF
    safe_by_hand: int = 0  # safe cards that the player sent home, up to ``SAFE_BY_HAND``
    safe_asked: bool = False  # the player was asked if such cards should go automatically
    speed: Speed = Speed.NORMAL
    outline: bool = False  # only outlines are dragged
    sound: bool = True
    volume: int = 70  # from 0 to 100
    look: str = "green"
    deck: str = "court"
    four_colours: bool = False
    large_index: bool = False
    back: str = ""  # empty: the deck's own
    letters: str = ""  # for ace, jack, queen and king; empty: those of the language
    mirrored: bool = False  # left and right are swapped
    calm: Calm = Calm.DESKTOP
    double_click: int = 400  # in milliseconds
    double_click_moves: bool = True  # a double click also moves cards that can't go home
    light: bool = True  # shows whether the game can still be won
    hidden_light: HiddenLight = HiddenLight.OFF  # replaces ``light`` in games with hidden cards
    hidden_hints: bool = False  # hints may use the hidden cards
    winnable_only: bool = False  # makes random deals winnable
    clock: bool = True
    moves: bool = True  # the number of moves is shown during a game
    money: bool = True  # the balance is shown during a game
    lines_wait: bool = False  # messages stay on the screen until the next input
    cursor_words: bool = False  # the cards under the keyboard cursor are described in words
    grade: int = 0  # how hard random deals are, from 1 to 5 as in ``teach/difficulty``; 0: any
    language: str = ""  # empty: the desktop's
    page_address: str = ""  # of the game's web page, for links
    fullscreen: bool = False
    maximised: bool = False  # the window has been maximised since it was at ``window``
    last_game: str = games()[0]
    # Where the window last was when not maximised or fullscreen: x, y, width, height in pixels.
    window: tuple[int, int, int, int] | None = None
    # The same, and ``maximised``, for each set of screens; the set used last is at the end.
    places: dict[str, tuple[int, ...]] = field(default_factory=dict)
    solved: tuple[str, ...] = ()  # positions of *Second chances*
    # Overrides ``rules`` until the program ends.
    rules_this_run: str | None = field(default=None, compare=False)
    # The options that couldn't be read, and those of a newer version.
    unread: tuple[str, ...] = field(default=(), compare=False)
    unknown_fields: Mapping[str, object] = field(default_factory=dict, compare=False)

    @property
    def next_rules(self) -> str:
        """The rule set of the next game of Canfield."""
        return self.rules_this_run or self.rules

    def rules_for(self, game: str) -> str | None:
        """Return the rule set for the next deal of ``game``; None if it has only one."""
        known = rule_sets(game)
        return self.next_rules if self.next_rules in known else next(iter(known), None)

    def next_kind(self, game: str) -> GameKind:
        """Return the kind for the next deal of ``game``."""
        return KINDS[game, self.rules_for(game)]

    def choose_rules(self, rules: str) -> None:
        """Use ``rules``, which the player has chosen, for the next game."""
        self.rules, self.rules_this_run, self.rules_chosen = rules, None, True

    def follow_rules(self, rules: str) -> None:
        """Use ``rules`` for the next game, unless the player chose others."""
        if not self.rules_chosen:
            self.rules_this_run = rules

    def begin_rules(self, rules: str) -> None:
        """Use the ``rules`` of a newly begun game from now on."""
        self.rules_chosen = self.rules_chosen and rules == self.rules
        self.rules_this_run = rules

    def window_on(self, screens: str) -> tuple[tuple[int, int, int, int] | None, bool]:
        """Return the window's last place on screens of these sizes, and whether it was maximised.

        If the window was never on these screens, return its last place on other screens. If that
        isn't known either, the place is None.
        """
        if screens in self.places:
            x, y, width, height, maximised = self.places[screens]
            return (x, y, width, height), bool(maximised)
        return self.window, self.maximised

    def remember_window(
        self, screens: str, window: tuple[int, int, int, int], maximised: bool
    ) -> None:
        """Remember the window's place on screens of these sizes, and whether it is maximised."""
        self.window, self.maximised = window, maximised
        self.places.pop(screens, None)
        self.places[screens] = (*window, int(maximised))
        while len(self.places) > _MAX_SCREEN_SETS:
            del self.places[next(iter(self.places))]

    def to_data(self) -> dict[str, object]:
        data: dict[str, object] = {"format": FORMAT}
        for entry in fields(self):
            if entry.name not in _OF_THIS_RUN:
                value = getattr(self, entry.name)
                value = list(value) if isinstance(value, tuple) else value
                value = dict(value) if isinstance(value, dict) else value
                data[_in_file(entry.name)] = value.value if isinstance(value, Enum) else value
        return {**self.unknown_fields, **data}

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> Settings:
        """Return the settings in ``data``; defaults replace missing or invalid ones."""
        settings = cls()
        unread = []
        for name, read in _READERS.items():
            key = _in_file(name)
            if key in data:
                try:
                    setattr(settings, name, read(data[key]))
                except (ValueError, TypeError, AttributeError):
                    unread.append(key)
        settings.unread = tuple(unread)
        known = {_in_file(entry.name) for entry in fields(cls)} | {"format"}
        settings.unknown_fields = {name: data[name] for name in data if name not in known}
        return settings


_MAX_SCREEN_SETS: Final = 12
_OF_THIS_RUN: Final = ("rules_this_run", "unread", "unknown_fields")
"""The fields of ``Settings`` that have no entry in the settings file."""
_IN_FILES: Final = {"hidden_light": "canfield_light", "hidden_hints": "canfield_hints"}
"""Maps the field names of some options to their names in the settings file."""
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "look": LOOKS,
    "deck": DECKS,
    "back": BACKS,
    "letters": LETTERS,
}
"""The possible values of some options."""
_ADDRESS: Final = re.compile(r"((https?|file)://[^\s#]{1,500})?")
SAFE_BY_HAND: Final = 3
"""After sending home this many safe cards by hand, players are offered automatic moves."""
LIMITS: Final = {
    "volume": (0, 100),
    "double_click": (150, 1500),
    "grade": (0, 5),
    "safe_by_hand": (0, SAFE_BY_HAND),
}
"""The minimum and maximum value of each numeric option."""


def _in_file(name: str) -> str:
    return _IN_FILES.get(name, name)


_Reader = Callable[[Any], object]
"""Turns a value from the settings file into a setting; raises an error if it is invalid."""


def _check(sound: bool) -> None:
    if not sound:
        raise ValueError


def _boolean(value: Any) -> bool:
    _check(isinstance(value, bool))
    return bool(value)


def _choice(allowed: Sequence[str]) -> _Reader:
    return lambda value: allowed[allowed.index(value)]


def _between(least: int, most: int) -> _Reader:
    def read(value: Any) -> int:
        _check(least <= value <= most and not isinstance(value, bool))
        return int(value)

    return read


def _hidden_light(value: Any) -> HiddenLight:
    # In older versions the light took all cards into account, if it was on.
    if isinstance(value, bool):
        return HiddenLight.ALL if value else HiddenLight.OFF
    return HiddenLight(value)


def _pixels(value: Any, count: int) -> tuple[int, ...]:
    _check(len(value) == count and all(type(n) is int and abs(n) < 100_000 for n in value))
    return tuple(value)


def _texts(value: Any) -> tuple[str, ...]:
    _check(isinstance(value, list) and all(isinstance(one, str) for one in value))
    return tuple(value)


def _address(value: Any) -> str:
    _check(_ADDRESS.fullmatch(value) is not None)
    return str(value)


_READERS: Final[dict[str, _Reader]] = {
    **{one.name: _boolean for one in fields(Settings) if isinstance(one.default, bool)},
    **{one.name: type(one.default) for one in fields(Settings) if isinstance(one.default, Enum)},
    **{name: _choice(allowed) for name, allowed in CHOICES.items()},
    **{name: _between(*ends) for name, ends in LIMITS.items()},
    "hidden_light": _hidden_light,
    "rules": lambda value: _choice(every_rule_set())(value),
    "last_game": lambda value: _choice(games())(value),
    "language": lambda value: _choice(("", *languages()))(value),
    "page_address": _address,
    "window": lambda value: None if value is None else _pixels(value, 4),
    "places": lambda value: {name: _pixels(place, 5) for name, place in value.items()},
    "solved": _texts,
}
"""The function that reads each setting from the file."""
