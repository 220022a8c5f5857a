"""The services that the program offers to its scenes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import pygame

from game.art.decks import DeckStyle, backs_of, usual_letters
from game.player.settings import Calm, Settings, Speed
from game.solver.service import SolverService
from game.support.desktop import answer_of
from game.support.errors import GivenError, why
from game.support.opening import open_file
from game.support.texts import texts, tr
from scenes.kit.announce import Announcer
from scenes.kit.commands import Command
from scenes.kit.sound import Sounds
from scenes.style.text import TextPainter
from scenes.style.theme import THEMES, Theme

if TYPE_CHECKING:
    from datetime import date

    from game.play.session import Session
    from game.rules.registry import Deal
    from game.store.store import PlayerStore


def theme_of(settings: Settings) -> Theme:
    """Return the theme chosen in the settings."""
    return THEMES[settings.look]


def letters_of(settings: Settings) -> str:
    """Return the card letters that the player chose, or the usual letters of the language."""
    return settings.letters or usual_letters(texts.language)


def style_of(settings: Settings) -> DeckStyle:
    """Return the chosen card style; a theme's own deck takes precedence."""
    deck = theme_of(settings).deck or settings.deck
    return DeckStyle(
        deck,
        four_colours=settings.four_colours,
        large_index=settings.large_index,
        back=settings.back if settings.back in backs_of(deck) else "",
        letters=letters_of(settings),
    )


def _desktop_is_still() -> bool:
    """Return whether the desktop asks for reduced motion."""
    if sys.platform == "win32":
        import ctypes  # Windows only

        animated = ctypes.c_int(1)
        # SPI_GETCLIENTAREAANIMATION
        ctypes.windll.user32.SystemParametersInfoW(0x1042, 0, ctypes.byref(animated), 0)
        return not animated.value
    if sys.platform == "darwin":
        return answer_of("defaults", "read", "com.apple.universalaccess", "reduceMotion") == "1"
    asked = "gsettings", "get", "org.gnome.desktop.interface", "enable-animations"
    return answer_of(*asked) == "false"


NEWS: Final = pygame.USEREVENT
"""The type of the events that ``call_in_loop`` posts."""


def call_in_loop(act: Callable[..., object], *given: object) -> None:
    """Have the main loop call ``act``; any thread may call this."""
    # The window may have closed in the meantime.
    with suppress(pygame.error):
        pygame.event.post(pygame.Event(NEWS, act=partial(act, *given)))


@dataclass
class Kit:
    """The services that every scene uses."""

    settings: Settings
    storage: PlayerStore
    sounds: Sounds
    announcer: Announcer
    text: TextPainter = field(default_factory=TextPainter)
    theme: Theme = field(init=False)
    style: DeckStyle = field(init=False)
    desktop_is_still: bool = False
    """Whether the desktop asked for reduced motion when ``ask_desktop`` was last called."""
    solver: SolverService = field(default_factory=SolverService)
    now: Callable[[], datetime] = datetime.now

    def __post_init__(self) -> None:
        self.apply_settings()

    @property
    def today(self) -> date:
        return self.now().date()

    def ask_desktop(self) -> None:
        """Ask the desktop about reduced motion; may take a few seconds."""
        self.desktop_is_still = _desktop_is_still()

    @property
    def speed(self) -> Speed:
        """The speed of the cards; ``OFF`` if motion is reduced."""
        calm = self.settings.calm
        still = calm is Calm.STILL or (calm is Calm.DESKTOP and self.desktop_is_still)
        return Speed.OFF if still else self.settings.speed

    @property
    def outline(self) -> bool:
        """Whether dragging moves an outline instead of the cards."""
        return self.settings.outline or self.theme.grain is not None

    def take_problems(self) -> list[str]:
        """Return messages about new problems with files or the solver."""
        crashes = map(texts.one, self.solver.take_messages())
        return [*self.storage.take_problems(), *crashes]

    def apply_settings(self) -> None:
        """Apply the settings to the theme, the deck and the sound."""
        self.theme = theme_of(self.settings)
        self.style = style_of(self.settings)
        self.sounds.enabled = self.settings.sound
        self.sounds.volume = self.settings.volume / 100


def can_animate() -> bool:
    """Return whether animations can be written, which requires Pillow."""
    return find_spec("PIL") is not None


class MessageButton(NamedTuple):
    label: str
    act: Callable[[], object]


class Tell(Protocol):
    """A function that shows the player a message, perhaps with buttons."""

    def __call__(self, words: str, buttons: Sequence[MessageButton] = ()) -> None: ...


def _file_buttons(path: Path, refuse: Tell) -> Sequence[MessageButton]:
    """Return buttons that open the file at ``path`` and its folder."""

    def act(words: str, left: Sequence[MessageButton], *, in_folder: bool) -> None:
        if path.exists():
            open_file(path, partial(call_in_loop, refuse, words, left), in_folder=in_folder)
        else:
            refuse(tr("{path} is no longer there.", path=path))

    found = tr("No program can show {path}'s folder.", path=path)
    show = MessageButton(tr("Show in folder"), partial(act, found, (), in_folder=True))
    opened = tr("No program can open {path}.", path=path)
    return MessageButton(tr("Open"), partial(act, opened, (show,), in_folder=False)), show


def write_and_tell(write: Callable[[], Path], tell: Tell, refuse: Tell) -> None:
    """Write a file. Pass its path to ``tell``, or the reason for a failure to ``refuse``."""
    try:
        path = write()
    except (OSError, GivenError) as error:
        refuse(tr("Can't write it: {reason}.", reason=why(error)))
    else:
        tell(tr("Saved to {path}", path=path), _file_buttons(path, refuse))


class Host(Protocol):
    """The program as its scenes and pages see it."""

    @property
    def kit(self) -> Kit: ...

    @property
    def size(self) -> tuple[int, int]:
        """The window's width and height in pixels."""

    def run(self, command: Command) -> None:
        """Close any panel, then run ``command``. If ``command`` opened the panel, only close it."""

    def retitle(self) -> None:
        """Set the window's title to the scene's."""

    def share(self) -> None:
        """Copy the result of the game to the clipboard."""

    def in_hand(self, game: str) -> Session | None:
        """Return the unfinished session of ``game``, if there is one."""

    def play(self, game: str) -> None:
        """Play the game in hand of ``game``, or a random deal."""

    def play_new(self, game: str) -> None:
        """Show the table of ``game`` with a new random deal."""

    def play_day(self, day: date, game: str, rules: str | None) -> None:
        """Play the deal of ``day``, or continue it if unfinished."""

    def play_again(self, deal: Deal) -> None:
        """Play ``deal`` from the start."""

    def end_review(self, position: int | None = None) -> None:
        """Close the review; play on from ``position``, if given."""

    def ask_number(self, game: str) -> None:
        """Open the panel that asks for the number of a deal."""

    def learn(self, game: str) -> None:
        """Begin the lesson of ``game``, which must have one."""

    def review_past(
        self, session: Session, keep: Callable[[], None] | None = None, *, watch: bool = False
    ) -> None:
        """Review a finished game; ``watch`` plays it back, ``keep`` saves notes."""

    def export(self, session: Session, told: Tell, *, animated: bool = False) -> None:
        """Write ``session`` as a page or, if ``animated``, as a GIF; messages go to ``told``."""
