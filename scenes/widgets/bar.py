"""The bar at the top of a table, with the title, the status and buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

import pygame
from pygame import Rect

from game.support.texts import tr
from scenes.kit.commands import BY_STEP, Command
from scenes.kit.services import Host
from scenes.style.shapes import sign_colour
from scenes.style.theme import NORMAL, SMALL, Theme, unit
from scenes.widgets.controls import Canvas, Control, Controls

_GROUPS: Final = (
    (Command.NEW,),
    (Command.UNDO_ACTION, Command.REDO_ACTION, Command.SAFE),
    (Command.HINT, Command.HELP),
    (Command.COMPACT,),  # In the same place as in the original game of 1993.
)
"""The buttons at the bar's right end, in groups."""
_FIRST_TO_GO: Final = {Command.HELP: 1, Command.NEW: 1, Command.REDO_ACTION: 1, Command.HINT: -1}
"""A narrow bar omits these buttons in this order, to make room for the status.

Each number is an index into ``status_wordings``. If that wording doesn't fit, the button is
omitted.
"""
_NAMED: Final = 1280
"""The minimum width, in pixels before scaling, of a bar whose buttons show their names."""


class BarTexts(NamedTuple):
    """The texts that the bar shows, and the state of its buttons."""

    title: str
    status_wordings: tuple[str, ...]
    """The status in words, the longest version first."""
    icon: str = ""
    """The verdict's icon; empty if there is none."""
    known: Sequence[str] = ()
    """Wordings of the verdict, longest first."""
    off: frozenset[Command] = frozenset()
    """The commands that can't be used now."""
    unsaved: str = ""
    """Why something isn't saved; empty if everything is."""
    meant: frozenset[Command] = frozenset()
    """The commands whose buttons are highlighted."""


class Bar:
    """The bar of one table. A narrow bar omits buttons and uses shorter wordings."""

    def __init__(
        self,
        host: Host,
        unavailable: Sequence[Command],
        texts: Callable[[], BarTexts],
        rules: Callable[[], str],
        invalidate: Callable[[], object],
    ) -> None:
        self._host = host
        self._commands = [one for group in _GROUPS for one in group if one not in unavailable]
        self._texts = texts
        self._rules = rules
        """Returns the name of the next game's rules; empty if there is only one rule set."""
        self.invalidate = invalidate
        self._unsaved = ""
        self._text = host.kit.text
        self.hidden: list[Command] = []
        """The commands whose buttons don't fit into the bar."""
        self.controls = Controls()
        self.rect = Rect(0, 0, 0, 0)

    def resize(self, rect: Rect, size: tuple[int, int]) -> None:
        """Put the bar into ``rect`` in a window of ``size``."""
        self.rect, self._size = rect, size
        self._unit = unit(size, self._text.density)
        self._unsaved = self._texts().unsaved
        self._pad = max(2, round(3 * self._unit))
        self._named = rect.width >= _NAMED * self._text.density
        first = [self._button(Command.MENU)]
        first[0].rect.left = self._pad
        if self._unsaved:
            # Pressing this button tries to save again.
            act = self._host.kit.storage.try_again
            mark = self._control(tr("Not saved"), act, "unsaved", self._unsaved)
            mark.chosen, mark.rect.left = True, first[0].rect.right + 2
            first.append(mark)
        begin, kept = first[-1].rect.right, list(self._commands)
        buttons = self._buttons(kept)
        for command, wanted in _FIRST_TO_GO.items():
            room = buttons[0].rect.left - begin
            if command in kept and not self._named and room < self._width_needed(wanted):
                kept.remove(command)
                buttons = self._buttons(kept)
        self.hidden = [one for one in self._commands if one not in kept]
        self._room = Rect(begin, 0, buttons[0].rect.left - begin, rect.height)
        focused, items = self.controls.focus, [*first, *buttons]
        self.controls = Controls(items, self.invalidate)
        if focused:
            self.controls.focus = next((one for one in items if one.label == focused.label), None)

    def _buttons(self, commands: Sequence[Command]) -> list[Control]:
        """Return buttons for ``commands``, placed at the bar's right end."""
        buttons, right = list[Control](), self.rect.right - self._pad
        for group in reversed(_GROUPS):
            for command in [one for one in reversed(group) if one in commands]:
                buttons.insert(0, self._button(command))
                buttons[0].rect.right = right
                right = buttons[0].rect.left - 2
            if any(one in commands for one in group):
                right -= round(9 * self._unit)
        return buttons

    def _width_needed(self, wanted: int) -> int:
        """Return the width that the words need. ``wanted`` is an index into ``status_wordings``."""
        told, pad = self._texts(), round(10 * self._unit)
        title = self._text.width(told.title, round(NORMAL * self._unit), True)
        status = told.status_wordings[min(wanted, len(told.status_wordings) - 1)]
        # The numbers will get longer as the game goes on.
        grown = self._text.width(status, round(SMALL * self._unit)) + round(30 * self._unit)
        return title + grown + 3 * pad + self._verdict_width(told)

    def _verdict_width(self, told: BarTexts) -> int:
        """Return the minimum width that the verdict needs."""
        if not told.icon:
            return 0
        small = round(SMALL * self._unit)
        words = self._text.width(told.known[-1], small) + 4 if len(told.known) > 1 else 0
        return round(18 * self._unit) + round(10 * self._unit) + words

    def _button(self, command: Command) -> Control:
        tip, rules = command.tip, self._rules()
        if rules and command is Command.NEW:
            tip = tr("{label}, rules: {rules}", label=tip, rules=rules)
        elif command in BY_STEP:
            key = BY_STEP[command].first_key
            tip += "; " + (
                tr("step by step: {key}", key=key) if rules else tr("card by card: {key}", key=key)
            )
        if command is Command.REDO_ACTION:
            tip += "; " + tr("another branch: {key}", key=Command.NEXT_BRANCH.first_key)
        return self._control(command.word, partial(self._host.run, command), command.icon, tip)

    def _control(self, word: str, act: Callable[[], object], icon: str, tip: str) -> Control:
        wide = high = self.rect.height - 2 * self._pad
        if self._named:
            wide = self._text.width(word, round(SMALL * self._unit), True) + round(46 * self._unit)
        place = Rect(0, self._pad, wide, high)
        named = self._named
        return Control(word, act, place, icon=icon, tip=tip, flat=True, named=named, small=True)

    def paint(self, target: pygame.Surface, theme: Theme) -> None:
        told = self._texts()
        if told.unsaved != self._unsaved:
            self.resize(self.rect, self._size)
        pad, area = round(10 * self._unit), self.rect
        target.fill(theme.bar, area)
        if theme.grain:
            target.fill(theme.ink, (area.left, area.bottom - 1, area.width, 1))
        canvas = Canvas(target, theme, self._text, self._unit, self.controls)
        self._paint_controls(canvas, told)
        size, small = canvas.px(NORMAL), canvas.px(SMALL)
        title = self._text.width(told.title, size, True)
        spare = self._room.width - title - 3 * pad - self._verdict_width(told)
        fits = (one for one in told.status_wordings if self._text.width(one, small) <= spare)
        status, middle = next(fits, told.status_wordings[-1]), self._room.centery
        room = self._room.width - 3 * pad - self._text.width(status, small)
        shown = self._text.fitted(told.title, size, room, True)
        begin, end = (self._room.left + pad, middle), (self._room.right - pad, middle)
        left = canvas.write(shown, NORMAL, theme.ink, True, midleft=begin)
        right = canvas.write(status, SMALL, theme.ink, midright=end)
        if told.icon:
            self._paint_known(canvas, told, left.right + pad, right.left - pad)

    def _paint_controls(self, canvas: Canvas, told: BarTexts) -> None:
        off, meant = ({one.word for one in ones} for ones in (told.off, told.meant))
        for control in self.controls.items:
            control.enabled = control.label not in off
            control.strong = control.label in meant
        canvas.paint_controls(self.controls.items)

    def _paint_known(self, canvas: Canvas, told: BarTexts, left: int, right: int) -> None:
        """Draw as much of the verdict as fits."""
        theme, side, middle = canvas.theme, canvas.px(18), self._room.centery
        if right - left < side:
            return
        colour = sign_colour(told.icon, theme)
        begin = canvas.sign(told.icon, side, colour, midleft=(left, middle)).right + 4
        for said in told.known:
            if begin + self._text.width(said, canvas.px(SMALL)) <= right:
                canvas.write(said, SMALL, theme.ink, midleft=(begin, middle))
                break
