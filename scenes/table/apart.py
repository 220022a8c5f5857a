"""A table apart: what is played on it is no game of the record."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from typing import Final

import pygame

from game.player.apart import DeskApart
from game.support.texts import tr
from scenes.kit.commands import BY_COMMAND, Command
from scenes.kit.services import Host
from scenes.table.input.typed import notation_letter
from scenes.table.scene import TableScene
from scenes.widgets.controls import Control

_NEXT: Final = "n"
"""The key that goes on to what comes next."""
ELSEWHERE: Final = frozenset(
    {
        Command.QUIT,
        Command.FULLSCREEN,
        Command.COMPACT,
        Command.OPTIONS,
        Command.HELP,
        Command.MENU,
    }
)
"""What the program does, here as everywhere."""
_WITHOUT: Final = (Command.NEW, Command.NUMBER, Command.REVIEW, Command.STATISTICS)
"""The commands that would lead to a game of the record."""


class SceneApart(TableScene):
    """A table that a lesson or a puzzle lies on. ``back`` leaves it, and nothing else does."""

    def __init__(self, host: Host, desk: DeskApart, back: Callable[[], None]) -> None:
        self.back = back
        super().__init__(host, desk)

    @property
    def without(self) -> Sequence[Command]:
        return *_WITHOUT, *super().without

    @property
    def counts(self) -> bool:
        return False

    @property
    def in_stages(self) -> bool:
        return True

    @property
    @abstractmethod
    def known(self) -> Collection[Command]:
        """The commands that mean here what they mean on every table; all else is refused."""

    def offers(self, command: Command) -> bool:
        known = command in (*ELSEWHERE, Command.START, *self.known)
        return known and super().offers(command)

    @abstractmethod
    def go_next(self) -> None:
        """Go on to what comes next."""

    def leave_button(self) -> Control:
        """Return the button that leaves this table."""
        key = BY_COMMAND[Command.START].key_names
        return Control(tr("{label} ({key})", label=tr("Leave"), key=key), self.back)

    def next_button(self, name: str) -> Control:
        """Return the button that goes on to what comes next."""
        label = tr("{label} ({key})", label=name, key=_NEXT.upper())
        return Control(label, self.go_next)

    def command(self, command: Command) -> bool:
        """Carry out what is known here; Escape leaves, and nothing else leads to a game."""
        if command in ELSEWHERE:
            return False
        if command is Command.START:
            if not super().command(command):
                self.back()
        elif command in self.known:
            super().command(command)
        else:
            self.steady()
            self.refuse(tr("That does nothing here."))
        return True

    def type_key(self, event: pygame.Event) -> None:
        if notation_letter(event).lower() == _NEXT:
            self.steady()
            self.go_next()
        else:
            super().type_key(event)
