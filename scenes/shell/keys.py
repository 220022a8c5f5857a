"""Routes key presses: to a command, or else to the open panel, or else to the scene.

It also repeats keys that are held.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from scenes.kit.clock import Repeater
from scenes.kit.commands import ARROWS, MODIFIERS, find_binding, unmodified
from scenes.kit.services import Scene
from scenes.shell.director import Director

if TYPE_CHECKING:
    from scenes.widgets.panel import Panel

_REPEATED: Final = (*ARROWS, pygame.K_BACKSPACE)
"""The keys that repeat while held where they are no command."""


class Strokes:
    """Routes the keys of the window, except the compact one."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self._repeater = Repeater()

    def attend(self, event: pygame.Event) -> None:
        """Have the scene know if the player does something by a KEYDOWN event, before it is
        done."""
        if event.key not in MODIFIERS:
            self._director.scene.attend()

    def press(self, event: pygame.Event) -> None:
        """Handle a KEYDOWN event."""
        director, panel = self._director, self._director.panel
        self._repeater.release()
        binding = find_binding(event)
        # In a field a question mark, as every character, belongs to the field.
        in_field = panel is not None and panel.page.field and event.unicode == "?"
        if binding and (binding.everywhere or panel is None) and not in_field:
            director.run(binding.command)
            if event.key == pygame.K_BACKSPACE:
                # Over a panel that has come up since, the key means nothing any more.
                again = partial(director.run, binding.command, everywhere=False)
                self._repeater.hold(event.key, again)
            return
        self._type(event)
        if event.key in _REPEATED and unmodified(event):
            again = partial(self._type_again, panel or director.scene, event)
            self._repeater.hold(event.key, again)

    def _type(self, event: pygame.Event) -> None:
        director = self._director
        if director.panel is not None:
            director.panel.type_key(event, director.exchange.pasted)
        elif unmodified(event):
            director.scene.type_key(event)

    def _type_again(self, to: Panel | Scene, event: pygame.Event) -> None:
        """Repeat a held key: what it meant when pressed, unless another panel or scene is shown
        since."""
        if to is (self._director.panel or self._director.scene):
            self._type(event)

    @property
    def repeating(self) -> bool:
        """Whether a key is held that repeats."""
        return self._repeater.active

    def tick(self, seconds: float) -> None:
        """Let time pass, and repeat a held key when it is due."""
        self._repeater.tick(seconds)

    def release(self, key: int | None = None) -> None:
        """Note that ``key`` is released; None releases any."""
        self._repeater.release(key)
