"""What the player has chosen and the window's last place; kept from one run to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum

from game.canfield import DEFAULT_RULES, RULE_SETS
from game.games import GAMES, VIERFREI
from game.jsondata import DataError, boolean, member, parse_object
from game.session import FORMAT, Automatic
from game.texts import languages


class Speed(Enum):
    """How fast cards travel."""

    OFF = "off"
    FAST = "fast"
    NORMAL = "normal"
    SLOW = "slow"


@dataclass(slots=True)
class Settings:
    """The options, and what the program remembers by itself.

    ``rules`` is Canfield's rule set for the next game. ``window`` is x, y, width and height of
    the ordinary window in pixels, None before the first run.
    """

    rules: str = DEFAULT_RULES
    automatic: Automatic = Automatic.OFF
    speed: Speed = Speed.NORMAL
    outline: bool = False
    sound: bool = True
    language: str = "en"
    fullscreen: bool = False
    last_game: str = VIERFREI
    window: tuple[int, int, int, int] | None = field(default=None)

    def to_data(self) -> dict[str, object]:
        data: dict[str, object] = {"format": FORMAT}
        for entry in fields(self):
            value = getattr(self, entry.name)
            data[entry.name] = value.value if isinstance(value, Enum) else value
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> Settings:
        """The settings that ``to_data`` has written; what is not there keeps its default.

        Raises ``DataError`` if a value is none that the program knows.
        """
        settings = cls()
        if "rules" in data:
            settings.rules = member(data, "rules", tuple(RULE_SETS))
        if "automatic" in data:
            modes = tuple(mode.value for mode in Automatic)
            settings.automatic = Automatic(member(data, "automatic", modes))
        if "speed" in data:
            settings.speed = Speed(member(data, "speed", tuple(s.value for s in Speed)))
        if "language" in data:
            settings.language = member(data, "language", languages())
        if "last_game" in data:
            settings.last_game = member(data, "last_game", GAMES)
        for flag in ("outline", "sound", "fullscreen"):
            if flag in data:
                setattr(settings, flag, boolean(data, flag))
        settings.window = _window(data.get("window"))
        return settings


def _window(value: object) -> tuple[int, int, int, int] | None:
    if value is None:
        return None
    if isinstance(value, list) and len(value) == 4:
        x, y, width, height = (entry for entry in value)
        if all(isinstance(n, int) and not isinstance(n, bool) and abs(n) < 100_000 for n in value):
            return x, y, width, height
    raise DataError("window: not four whole numbers")


def settings_from_text(text: str) -> Settings:
    """Settings out of the text of their file; ``DataError`` if it is damaged."""
    return Settings.from_data(parse_object(text))
