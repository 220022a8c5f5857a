"""What a scene may ask of the program around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol

import pygame

from game.player.settings import Settings, Speed
from game.player.storage import Storage
from game.record.entries import Record
from game.solver.service import SolverService
from scenes.cards.decks import DeckStyle
from scenes.kit.announce import Announcer
from scenes.kit.commands import Command
from scenes.kit.looks import Stillness, style_of, theme_of
from scenes.kit.sound import Sounds
from scenes.style.text import TextPainter
from scenes.style.theme import Theme


@dataclass(slots=True)
class Kit:
    """What every scene works with."""

    settings: Settings
    storage: Storage
    record: Record
    sounds: Sounds
    text: TextPainter
    theme: Theme
    style: DeckStyle
    announcer: Announcer
    stillness: Stillness = field(default_factory=Stillness)
    solver: SolverService = field(default_factory=SolverService)
    now: Callable[[], datetime] = datetime.now
    """The calendar and the clock on the wall."""

    @property
    def today(self) -> date:
        """The date now; it may be another one when it is asked for again."""
        return self.now().date()

    @property
    def speed(self) -> Speed:
        """How fast cards travel."""
        return self.stillness.speed(self.settings)

    @property
    def outline(self) -> bool:
        """Whether only a frame is dragged."""
        return self.settings.outline or self.theme.outline

    def take_problems(self) -> list[str]:
        """What has gone wrong since the last call and the player is to be told, a line each."""
        return [*self.storage.take_problems(), *filter(None, [self.solver.take_problem()])]

    def settle_look(self) -> None:
        """Have theme, deck and sound follow the settings."""
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
        """Do what the player has asked for."""

    def retitle(self) -> None:
        """The scene's title has changed."""

    def share(self) -> None:
        """Copy the result of the game in one line."""


class Scene(Protocol):
    """One of the program's full pictures: the menu, or a table.

    ``dirty`` says that the picture is no longer true. Times are seconds, places pixels.
    """

    dirty: bool

    @property
    def title(self) -> str:
        """The window's title."""

    @property
    def moving(self) -> bool:
        """Whether something moves, so that pictures are wanted one after the other."""

    @property
    def patience(self) -> float:
        """Seconds for which nothing will change of itself while nothing moves."""

    def resize(self, size: tuple[int, int]) -> None:
        """The window has another size."""

    def restyle(self) -> None:
        """Theme, deck or options have changed."""

    def command(self, command: Command) -> bool:
        """Do a command; False if it means nothing here."""

    def type_key(self, event: pygame.Event) -> None:
        """A KEYDOWN event that is no command."""

    def pointer_event(self, event: pygame.Event) -> None:
        """A mouse event."""

    def steady(self) -> None:
        """End what moves and put down what is held: something else comes first now."""

    def tick(self, seconds: float, *, playing: bool) -> None:
        """Time has passed; ``playing`` says whether the game's clock may run."""

    def idle(self) -> None:
        """There is time for what is not urgent; a few milliseconds at most."""

    def wheel(self, steps: float) -> None:
        """The mouse's wheel was turned, up if positive."""

    def paint(self, target: pygame.Surface, *, whole: bool) -> None:
        """Bring the picture up to date; ``whole``: nothing on ``target`` can be relied on."""

    def notice(self, words: str) -> None:
        """Show a line that concerns the whole program."""

    def leave(self) -> None:
        """The scene is left for another one, or the program ends."""
