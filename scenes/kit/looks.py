"""Turns settings into what is seen: the theme, the deck, and how much may move."""

from __future__ import annotations

import sys
import threading
from typing import Final

from game.art.decks import DeckStyle, backs_of, usual_letters
from game.player.settings import Settings
from game.support.texts import texts
from scenes.style.theme import THEMES, Theme


def theme_of(settings: Settings) -> Theme:
    """Return the chosen theme."""
    return THEMES[settings.look]


def letters_of(settings: Settings) -> str:
    """Return the chosen index letters, or else those of the language."""
    return settings.letters or usual_letters(texts.language)


def style_of(settings: Settings) -> DeckStyle:
    """Return the chosen deck, or the theme's own; a back that belongs to another deck is replaced
    by the deck's own."""
    deck = theme_of(settings).deck or settings.deck
    return DeckStyle(
        deck,
        four_colours=settings.four_colours,
        large_index=settings.large_index,
        back=settings.back if settings.back in backs_of(deck) else "",
        letters=letters_of(settings),
    )


class Stillness:
    """Whether the desktop asks for reduced motion; queried once, in the background."""

    def __init__(self) -> None:
        self._asked = False
        self.wanted = False

    def ask(self) -> None:
        """Query the desktop without making anybody wait."""
        if not self._asked:
            self._asked = True
            threading.Thread(target=self._ask, name="desktop", daemon=True).start()

    def _ask(self) -> None:
        self.wanted = _desktop_is_still()


_GSETTINGS: Final = ("gsettings", "get", "org.gnome.desktop.interface", "enable-animations")
_DEFAULTS: Final = ("defaults", "read", "com.apple.universalaccess", "reduceMotion")


def _desktop_is_still() -> bool:
    """Return whether GNOME and its relatives, macOS or Windows ask for reduced motion; False if
    nobody answers."""
    if sys.platform == "win32":
        # Windows only.
        import ctypes

        animated = ctypes.c_int(1)
        # SPI_GETCLIENTAREAANIMATION
        ctypes.windll.user32.SystemParametersInfoW(0x1042, 0, ctypes.byref(animated), 0)
        return not animated.value
    import subprocess  # here, as the first picture does not wait for it

    mac = sys.platform == "darwin"
    try:
        said = subprocess.run(
            _DEFAULTS if mac else _GSETTINGS, capture_output=True, text=True, timeout=3, check=False
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return False
    return said == ("1" if mac else "false")
