"""What a scene may ask of the program around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import pygame

from game.art.decks import DeckStyle
from game.player.settings import Calm, Settings, Speed
from game.player.storage import Storage
from game.record import entries
from game.record.entries import Record
from game.support.notices import Notice
from game.support.texts import tr
from scenes.cards.kept import KeptFaces
from scenes.kit.announce import Announcer
from scenes.kit.commands import Command
from scenes.kit.looks import Stillness, style_of, theme_of
from scenes.kit.sound import Sounds
from scenes.style.text import TextPainter
from scenes.style.theme import Theme

if TYPE_CHECKING:
    from datetime import date, datetime

    from game.play.session import Session
    from game.rules.registry import Deal
    from game.solver.service import SolverService
    from game.support.helper import Trouble
    from scenes.kit.written import Tell, Way


def _told(notice: Notice) -> str:
    # Most games go by without one.
    from game.words.notices import told

    return told(notice)


def _trouble(trouble: Trouble) -> str:
    """Say what has happened to the solver's process."""
    from game.support.helper import Trouble  # the first picture does without

    return {
        Trouble.SILENT: tr("The solver stopped responding and was restarted."),
        Trouble.GIVEN_UP_SILENT: tr(
            "The solver isn't responding. Restart Vierfeld to get solutions again."
        ),
        Trouble.GIVEN_UP: tr("The solver keeps crashing. Restart Vierfeld to get solutions again."),
    }[trouble]


@dataclass(slots=True)
class Kit:
    """The services that every scene works with."""

    settings: Settings
    storage: Storage
    record: Record
    sounds: Sounds
    text: TextPainter
    theme: Theme
    style: DeckStyle
    announcer: Announcer
    stillness: Stillness = field(default_factory=Stillness)
    kept: KeptFaces = field(default_factory=KeptFaces)
    """Card faces from another run."""
    _solver: SolverService | None = None
    now: Callable[[], datetime] = entries.now
    """The current date and time."""

    @property
    def solver(self) -> SolverService:
        """What tells whether a position can be won; made when it is first needed."""
        if self._solver is None:
            from game.solver.service import SolverService  # the first picture does without

            self._solver = SolverService()
        return self._solver

    @solver.setter
    def solver(self, solver: SolverService) -> None:
        self._solver = solver

    @property
    def solver_made(self) -> bool:
        """Whether the solver was needed so far."""
        return self._solver is not None

    @property
    def today(self) -> date:
        """Today's date; it may change between two calls."""
        return self.now().date()

    @property
    def speed(self) -> Speed:
        """How fast cards travel: as chosen, or at once if motion is to be reduced."""
        calm = self.settings.calm
        still = calm is Calm.STILL or (calm is Calm.DESKTOP and self.stillness.wanted)
        return Speed.OFF if still else self.settings.speed

    @property
    def outline(self) -> bool:
        """Whether only a frame is dragged."""
        return self.settings.outline or self.theme.outline

    def take_problems(self) -> list[str]:
        """Return the problems since the last call that the player should be told, one line each."""
        problems = [_told(notice) for notice in self.storage.take_problems()]
        if self._solver is None:
            return problems
        return problems + [_trouble(one) for one in self._solver.deaths.take_troubles()]

    @property
    def unsaved(self) -> str:
        """What is to be said as long as something is unsaved; empty where nothing is."""
        mark = self.storage.mark
        return "" if mark is None else _told(mark)

    def settle_look(self) -> None:
        """Make theme, deck and sound follow the settings."""
        self.theme = theme_of(self.settings)
        self.style = style_of(self.settings)
        self.sounds.enabled = self.settings.sound
        self.sounds.volume = self.settings.volume / 100


class Host(Protocol):
    """The program as its scenes see it."""

    @property
    def kit(self) -> Kit: ...

    @property
    def size(self) -> tuple[int, int]:
        """The window's width and height in pixels."""

    def run(self, command: Command) -> None:
        """Run a command of the player."""

    def retitle(self) -> None:
        """Update the window's title from the scene."""

    def share(self) -> None:
        """Copy the result of the game as one line."""


class PageHost(Host, Protocol):
    """The program as the start screen and the statistics see it: what they lead to."""

    def in_hand(self, game: str) -> Session | None:
        """Return the last game of that kind, if it can still be played on."""

    def play(self, game: str) -> None:
        """Show the table of ``game`` with its game in hand, or else a random one."""

    def play_new(self, game: str) -> None:
        """Show the table of ``game`` with a new random game."""

    def play_day(self, day: date, game: str, rules: str | None) -> None:
        """Show the table with a day's deal."""

    def play_again(self, deal: Deal) -> None:
        """Show the table with ``deal``, from its start."""

    def ask_number(self, game: str) -> None:
        """Ask for the number of a deal of ``game``."""

    def learn(self, game: str) -> None:
        """Begin the first lesson of ``game``."""

    def review_past(
        self, session: Session, keep: Callable[[], None] | None = None, *, watch: bool = False
    ) -> None:
        """Review a finished game; ``watch`` plays it by itself from the start. ``keep`` saves what
        is written there, if that can be saved."""

    def write_page(self, session: Session, told: Tell) -> None:
        """Write a finished game as a page; what comes of it is ``told``."""

    def write_animation(self, session: Session, told: Tell) -> None:
        """Begin to write a finished game as an animated picture; what comes of it is ``told``."""


class Scene(Protocol):
    """A picture that fills the window: the menu, or a table.

    ``dirty`` means that it must be painted again. Times are in seconds, positions in pixels.
    """

    dirty: bool

    @property
    def title(self) -> str:
        """The window's title."""

    @property
    def moving(self) -> bool:
        """Whether something moves, so that the next frame is needed."""

    @property
    def patience(self) -> float:
        """Seconds for which nothing will change by itself while nothing moves."""

    def resize(self, size: tuple[int, int]) -> None:
        """Adapt to another size of the window."""

    def restyle(self) -> None:
        """Adapt to another theme, deck or option."""

    def rename(self) -> None:
        """Name keys or buttons anew, as another device is used now."""

    def command(self, command: Command) -> bool:
        """Run a command; return False if it means nothing here."""

    def type_key(self, event: pygame.Event) -> None:
        """Handle a KEYDOWN event that is no command."""

    def pointer_event(self, event: pygame.Event) -> None:
        """Handle a mouse event."""

    def attend(self) -> None:
        """Note that the player does something, whatever it is."""

    def steady(self) -> None:
        """Finish all movement and put down what is held, before something else happens."""

    def rests(self, seconds: float, *, playing: bool) -> bool:
        """Let time pass if nothing else is due; if something is, False, and ``tick`` is to be
        called with the same seconds."""

    def tick(self, seconds: float, *, playing: bool) -> None:
        """Let time pass; ``playing`` says whether the game's clock runs."""

    def idle(self) -> None:
        """Do work that is not urgent, for a few milliseconds at most."""

    def wheel(self, steps: float) -> None:
        """Handle the mouse wheel; positive steps are up."""

    def invalidate(self) -> None:
        """Ask for another picture."""

    def paint(self, target: pygame.Surface, *, whole: bool) -> Sequence[pygame.Rect] | None:
        """Bring the picture up to date; if ``whole``, nothing on ``target`` is valid. Return where
        it was drawn on, None for everywhere."""

    def notice(self, words: str, ways: Sequence[Way] = ()) -> None:
        """Show a line that concerns the whole program, with buttons if there are ``ways`` on."""

    def leave(self) -> None:
        """Prepare to be replaced by another scene, or for the program's end."""
