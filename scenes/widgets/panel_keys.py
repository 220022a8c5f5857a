"""The keyboard in an open panel: its controls, its field, and scrolling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import pygame

from game.support.errors import GivenError
from scenes.kit.announce import Announcer
from scenes.kit.commands import ARROWS, ENTER, PASTE, unmodified
from scenes.widgets.field import DigitField, TextField
from scenes.widgets.page import Page

_SCROLLING: Final = (pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END)


class Keyed(Protocol):
    """The panel, as its keyboard sees it."""

    page: Page

    @property
    def scrolls(self) -> bool:
        """Whether the page is higher than the panel."""

    def close(self) -> None:
        """Close the panel."""

    def rebuild(self) -> None:
        """Update the page after its content has changed."""

    def scroll(self, steps: float) -> None:
        """Scroll down by ``steps`` steps of the wheel; up if negative."""

    def scroll_by_key(self, key: int) -> None:
        """Scroll by a page, or to an end."""

    def activate(self) -> None:
        """Act as the control in focus."""

    def focus_moved(self) -> None:
        """Announce the focus, and scroll it into view."""


class PanelKeys:
    """Takes keys for ``panel``. ``accept`` is what Enter does if the page has a field, ``refuse``
    the pling."""

    def __init__(
        self,
        panel: Keyed,
        announcer: Announcer,
        accept: Callable[[], None] | None,
        refuse: Callable[[], None],
    ) -> None:
        self._panel = panel
        self._announcer = announcer
        self._accept = accept
        self._refuse = refuse

    def take(self, event: pygame.Event, pasted: Callable[[], str]) -> None:
        """Take a KEYDOWN event; ``pasted`` returns what is on the clipboard, or raises
        ``GivenError``."""
        panel = self._panel
        controls, field = panel.page.controls, panel.page.field
        entered = event.key in ENTER
        if not unmodified(event):
            if field and PASTE.matches(event.key, event.mod):
                self._paste(field, pasted)
        elif event.key == pygame.K_ESCAPE:
            panel.close()
        elif event.key == pygame.K_TAB:
            forward = not event.mod & pygame.KMOD_SHIFT
            # After the last control comes the field, or else the first control again.
            if not controls.step_focus(forward) and not field:
                controls.step_focus(forward)
            panel.focus_moved()
        elif controls.focus and (entered or event.key == pygame.K_SPACE):
            panel.activate()
        elif field:
            self._edit(field, event, entered)
        elif event.key in ARROWS:
            self._arrow(*ARROWS[event.key])
        elif event.key in _SCROLLING or event.key == pygame.K_SPACE:
            panel.scroll_by_key(event.key)

    def fill(self, text: str) -> None:
        """Put ``text`` into the field, if that is allowed there."""
        field = self._panel.page.field
        if field:
            field.text, field.caret = "", 0
            self._enter_text(field, text)

    def _edit(self, field: DigitField, event: pygame.Event, entered: bool) -> None:
        """Handle a key in the field: characters, editing keys and Enter belong to it."""
        if entered and self._accept:
            self._accept()
        elif field.key(event.key):
            self._panel.page.controls.drop_focus()
            self._announcer.say(field.text)
            self._panel.rebuild()
        elif event.unicode.isprintable() and (event.unicode.strip() or self._space(field, event)):
            self._enter_text(field, event.unicode)
        elif event.key in ARROWS:
            self._panel.scroll(ARROWS[event.key][1])

    @staticmethod
    def _space(field: DigitField, event: pygame.Event) -> bool:
        """Whether a space is typed into a field for words."""
        return event.unicode == " " and isinstance(field, TextField)

    def _paste(self, field: DigitField, pasted: Callable[[], str]) -> None:
        """Enter what is on the clipboard."""
        try:
            self._enter_text(field, pasted().strip())
        except GivenError as error:
            self._deny(field, str(error))

    def _enter_text(self, field: DigitField, text: str) -> None:
        """Enter characters into the field; refuse wrong ones with a reason."""
        self._panel.page.controls.drop_focus()
        if field.insert(text):
            self._announcer.say(field.text)
            self._panel.rebuild()
        else:
            self._deny(field, field.complaint)

    def _deny(self, field: DigitField, complaint: str) -> None:
        """Refuse an input, and say why."""
        field.complaint = complaint
        self._refuse()
        self._announcer.say(complaint)
        self._panel.rebuild()

    def _arrow(self, dx: int, dy: int) -> None:
        """Move through the controls; if none has the focus, turn the tabs or scroll."""
        panel = self._panel
        controls = panel.page.controls
        before = controls.focus
        if before is None and dy and panel.scrolls and not panel.page.walked:
            panel.scroll(dy)
            return
        if before is None and dx and panel.page.tabs:
            self._turn(dx)
            return
        if controls.items:
            controls.move_focus(dx, dy)
        if dy and controls.focus is before:
            panel.scroll(dy)
        else:
            panel.focus_moved()

    def _turn(self, by: int) -> None:
        """Go to the tab before or after the one that is shown."""
        page = self._panel.page
        tabs = list(page.tabs.controls) if page.tabs else []
        now = next((place for place, tab in enumerate(tabs) if tab.chosen), 0)
        if 0 <= now + by < len(tabs):
            tabs[now + by].action()
