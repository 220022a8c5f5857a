"""Routes key presses: to a command, or else to the open panel, or else to the scene.

It also repeats keys that are held.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from scenes.app.director import Director
from scenes.kit.commands import ARROWS, MODIFIERS, find_binding, unmodified
from scenes.kit.services import Scene

if TYPE_CHECKING:
    from scenes.widgets.panel import Panel

_REPEATED: Final = (*ARROWS, pygame.K_BACKSPACE)
"""The keys that repeat while held where they are no command."""
_RELEASES: Final = (pygame.KEYUP, pygame.CONTROLLERBUTTONUP)
_FIRST_REPEAT: Final = 0.4
_NEXT_REPEAT: Final = 0.06
_SURE: Final = 0.1
"""Seconds for which a key that was not released counts as held: after a longer stall nobody knows
how long it was really held."""


class Strokes:
    """Routes the keys of the window, except the compact one."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self._again: Callable[[], None] | None = None
        """What the held key does each time, if it repeats."""
        self._held = 0
        self._due = 0.0
        """Seconds until it does so again."""

    def attend(self, event: pygame.Event) -> None:
        """Have the scene know if the player does something by a KEYDOWN event, before it is
        done."""
        if event.key not in MODIFIERS:
            self._director.scene.attend()

    def press(self, event: pygame.Event) -> None:
        """Handle a KEYDOWN event."""
        director, panel = self._director, self._director.panel
        self.release()
        binding = find_binding(event)
        # In a field a question mark, as every character, belongs to the field.
        in_field = panel is not None and panel.page.field and event.unicode == "?"
        if binding and (binding.everywhere or panel is None) and not in_field:
            director.run(binding.command)
            if event.key == pygame.K_BACKSPACE:
                # Over a panel that has come up since, the key means nothing any more.
                self._hold(event.key, partial(director.run, binding.command, everywhere=False))
            return
        self._type(event)
        if event.key in _REPEATED and unmodified(event):
            self._hold(event.key, partial(self._type_again, panel or director.scene, event))

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

    def _hold(self, key: int, again: Callable[[], None]) -> None:
        """Note that ``key`` is down and has just done ``again``."""
        self._held, self._again, self._due = key, again, _FIRST_REPEAT

    @property
    def repeating(self) -> bool:
        """Whether a key is held that repeats."""
        return self._again is not None

    def tick(self, seconds: float) -> None:
        """Let time pass, and repeat a held key once if that is due and its release is not waiting
        to be handled."""
        if self._again is None:
            return
        self._due -= min(seconds, _SURE)
        if self._due <= 0 and not pygame.event.peek(_RELEASES):
            self._due += _NEXT_REPEAT
            self._again()

    def release(self, key: int | None = None) -> None:
        """Note that ``key`` is released; None releases any."""
        if key in (None, self._held):
            self._again = None
