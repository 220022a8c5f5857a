"""The player's options, and where the window was, how big it was and whether it was maximised; all
of this is kept from one run to the next."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, Final

from game.rules.choices import Automatic
from game.rules.registry import KINDS, GameKind, every_rule_set, games, rule_sets
from game.support.json_values import number
from game.support.texts import languages

FORMAT: Final = 1
"""The number of the file format."""


class NewerFileError(Exception):
    """The file was written by a newer version of the program."""


def check_format(data: Mapping[str, object]) -> None:
    """Raise ``NewerFileError`` if ``data`` was written by a newer version of the program."""
    if "format" in data and number(data, "format") > FORMAT:
        raise NewerFileError


class Speed(Enum):
    """How fast cards move."""

    OFF = "off"
    FAST = "fast"
    NORMAL = "normal"
    SLOW = "slow"


class Calm(Enum):
    """Whether cards fly: according to the desktop's settings, always, or never."""

    DESKTOP = "desktop"
    MOVING = "moving"
    STILL = "still"


class HiddenLight(Enum):
    """What the light shows in games with hidden cards: nothing, the chance as far as a player can
    know it, or whether the game can be won with all cards known."""

    OFF = "off"
    FAIR = "fair"
    ALL = "all"


LOOKS: Final = ("green", "blue", "wine", "dark", "light", "1993")
DECKS: Final = ("court", "emblem", "1993")
LETTERS: Final = ("", "AJQK", "ABDK")
BACKS: Final = ("", "blue", "red", "tiles", "ink", "dither", "weave")


@dataclass(slots=True)
class Settings:
    """The options, and what the program remembers on its own.

    ``rules`` is Canfield's rule set for the next game. ``rules_this_run`` overrides it for this run
    only; it comes from the command line or the game on the table. ``rules_chosen`` says whether the
    player has chosen rules that don't take effect until the next game.

    ``window`` is the last x, y, width and height of the ordinary window in pixels, None before the
    first run, and ``maximised`` says whether the window was maximised. ``places`` maps each set of
    screens to the values that ``window`` and ``maximised`` had there (1 for maximised, 0 for not);
    the latest set comes last.

    ``volume`` is from 0 to 100, and ``double_click`` is in milliseconds. ``double_click_moves``
    lets a double click move a card to the best place if it can't go home. ``light`` shows whether
    the game can still be won, and ``hidden_light`` says what the light shows where cards are
    hidden. ``hidden_hints`` lets hints use the hidden cards.

    ``winnable_only`` makes random deals winnable. ``grade`` is how hard random deals should be
    where that is known, from 1 to 5 as in ``teach/difficulty``; 0 is any. ``solved`` lists the
    positions of *Second chances* that were solved. ``safe_by_hand`` counts the safe cards that the
    player sent home by hand, and ``safe_asked`` says whether the player has been asked if safe
    cards should go automatically.

    ``clock``, ``moves`` and ``money`` say whether the time, the number of moves and the balance are
    shown during a game. ``lines_wait`` keeps messages on the screen until the next input.
    ``cursor_words`` describes in words the cards under the keyboard cursor.

    ``back`` is empty for the deck's own back, ``language`` for the desktop's language, and
    ``letters`` (the index letters of ace, jack, queen and king) for the usual letters of the
    language. ``page_address`` is the address of the web page on which the game can be played, for
    links to games.

    ``unread`` lists the options that couldn't be read from the file, and ``unknown_fields`` keeps
    the options of a newer version.
    """

    rules: str = every_rule_set()[0]
    rules_chosen: bool = False
    automatic: Automatic = Automatic.OFF
    safe_by_hand: int = 0
    safe_asked: bool = False
    speed: Speed = Speed.NORMAL
    outline: bool = False
    sound: bool = True
    volume: int = 70
    look: str = "green"
    deck: str = "court"
    four_colours: bool = False
    large_index: bool = False
    back: str = ""
    letters: str = ""
    mirrored: bool = False
    calm: Calm = Calm.DESKTOP
    double_click: int = 400
    double_click_moves: bool = True
    light: bool = True
    hidden_light: HiddenLight = HiddenLight.OFF
    hidden_hints: bool = False
    winnable_only: bool = False
    clock: bool = True
    moves: bool = True
    money: bool = True
    lines_wait: bool = False
    cursor_words: bool = False
    grade: int = 0
    language: str = ""
    page_address: str = ""
    fullscreen: bool = False
    maximised: bool = False
    last_game: str = games()[0]
    window: tuple[int, int, int, int] | None = None
    places: dict[str, tuple[int, ...]] = field(default_factory=dict)
    solved: tuple[str, ...] = ()
    rules_this_run: str | None = field(default=None, compare=False)
    unread: tuple[str, ...] = field(default=(), compare=False)
    unknown_fields: Mapping[str, object] = field(default_factory=dict, compare=False)

    @property
    def next_rules(self) -> str:
        """The rule set of the next game, in games that have several."""
        return self.rules_this_run or self.rules

    def rules_for(self, game: str) -> str | None:
        """Return the rule set of the next game of ``game``; None if ``game`` has only one."""
        known = rule_sets(game)
        return self.next_rules if self.next_rules in known else next(iter(known), None)

    def next_kind(self, game: str) -> GameKind:
        """Return the kind of the next game of ``game``."""
        return KINDS[game, self.rules_for(game)]

    def choose_rules(self, rules: str) -> None:
        """Use ``rules``, the player's choice, for the next game, whatever game is on the table."""
        self.rules, self.rules_this_run, self.rules_chosen = rules, None, True

    def follow_rules(self, rules: str) -> None:
        """Use the rules of the game on the table for the next games too, unless the player has
        chosen others."""
        if not self.rules_chosen:
            self.rules_this_run = rules

    def begin_rules(self, rules: str) -> None:
        """Record that a game with these ``rules`` has begun.

        If the player has chosen other rules, that choice no longer waits for the next game.
        """
        self.rules_chosen = self.rules_chosen and rules == self.rules
        self.rules_this_run = rules

    def window_on(self, screens: str) -> tuple[tuple[int, int, int, int] | None, bool]:
        """Return the window's place on this set of ``screens``, and whether it was maximised.

        For a new set, return the latest place on any set.
        """
        if screens in self.places:
            x, y, width, height, maximised = self.places[screens]
            return (x, y, width, height), bool(maximised)
        return self.window, self.maximised

    def remember_window(
        self, screens: str, window: tuple[int, int, int, int], maximised: bool
    ) -> None:
        """Remember where the window is on this set of ``screens``; only the latest few sets are
        kept."""
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
        """Return the settings from data that ``to_data`` wrote.

        Missing values keep their defaults, and so do invalid ones, which ``unread`` then lists.
        """
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
"""How many sets of screens are remembered, such as a desk and a projector or two."""
_OF_THIS_RUN: Final = ("rules_this_run", "unread", "unknown_fields")
"""The fields that are not saved."""
_IN_FILES: Final = {"hidden_light": "canfield_light", "hidden_hints": "canfield_hints"}
"""The older names under which files still store some options."""
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "look": LOOKS,
    "deck": DECKS,
    "back": BACKS,
    "letters": LETTERS,
}
"""The possible values of options that are strings."""
_ADDRESS: Final = re.compile(r"((https?|file)://[^\s#]{1,500})?")
SAFE_BY_HAND: Final = 3
"""Once the player has sent this many safe cards home by hand, the program asks whether they should
go automatically."""
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
"""Returns a setting from its value in a file; raises an error if the setting can't have that
value."""


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
    """Return the light that ``value`` means.

    Older versions saved True or False. True becomes ``ALL``, because in those versions the light
    took all cards into account.
    """
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
"""The function that reads each setting from a file."""
