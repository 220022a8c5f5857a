"""The bar at the top of a table: the game's title, its status, and buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect

from game.support.texts import tr
from scenes.kit.commands import BY_STEP, Command
from scenes.style.shapes import sign_colour
from scenes.style.text import TextPainter
from scenes.style.theme import NORMAL, SMALL, Theme, unit
from scenes.widgets.controls import Canvas, Control, Controls

_GROUPS: Final = (
    (Command.NEW,),
    (Command.UNDO_ACTION, Command.REDO_ACTION, Command.SAFE),
    (Command.HINT, Command.HELP),
    (Command.COMPACT,),
)
"""The buttons after the menu button, grouped by purpose with gaps between groups. They are only a
selection; the menu has all commands.

The last button was in the same place in the original game of 1993.
"""
_FIRST_TO_GO: Final = (Command.HELP, Command.NEW, Command.REDO_ACTION)
"""The buttons that a narrow window omits, in this order, to make room for the moves and the
time."""
_LAST_TO_GO: Final = (Command.HINT,)
"""The buttons that an even narrower window omits, to make room for the title."""
_NAMED: Final = 1280
"""The least width of the bar at which its buttons show their names, in pixels of an ordinary
screen."""


@dataclass(frozen=True, slots=True)
class BarTexts:
    """What the bar shows.

    ``title`` is the game's title. ``status_wordings`` are forms of the status, from the longest to
    the shortest; the second has everything that most players look for. ``icon`` and ``known`` show
    the verdict as an icon and in words; both are empty if there is none. ``brief`` are shorter
    forms of the verdict; if there are any, at least the last must be shown. ``off`` are the
    commands that can't be used now. ``unsaved`` says why something is not saved, and is empty
    otherwise. ``meant`` are the commands to point out.
    """

    title: str
    status_wordings: tuple[str, ...]
    icon: str = ""
    known: str = ""
    brief: tuple[str, ...] = ()
    off: frozenset[Command] = frozenset()
    unsaved: str = ""
    meant: frozenset[Command] = frozenset()


class Bar:
    """The bar of one table.

    ``texts`` returns what the bar shows. ``rules`` returns the name of the next game's rule set, or
    an empty string. ``save`` retries a failed save, and ``invalidate`` asks for a new frame.
    ``hidden`` are the commands whose buttons don't fit into the bar.
    """

    def __init__(
        self,
        run: Callable[[Command], None],
        unavailable: Sequence[Command],
        texts: Callable[[], BarTexts],
        rules: Callable[[], str],
        save: Callable[[], None],
        invalidate: Callable[[], object],
        text: TextPainter,
    ) -> None:
        self._run = run
        self._groups = [[one for one in group if one not in unavailable] for group in _GROUPS]
        self._texts = texts
        self._rules = rules
        self._save = save
        self.invalidate = invalidate
        self._unsaved = ""
        self._text = text
        self.hidden: list[Command] = []
        self.controls = Controls()
        self.rect = Rect(0, 0, 0, 0)

    def resize(self, rect: Rect, size: tuple[int, int]) -> None:
        """Put the bar into ``rect`` at the top of a window of ``size``."""
        self.rect, self._size = rect, size
        self._unit = unit(size, self._text.density)
        self._unsaved = self._texts().unsaved
        self._pad = max(2, round(3 * self._unit))
        self._named = rect.width >= _NAMED * self._text.density
        groups = [list(group) for group in self._groups]
        every = [command for group in groups for command in group]
        apart = round(9 * self._unit)
        for wanted, commands in ((1, _FIRST_TO_GO), (-1, _LAST_TO_GO)):
            room = rect.width - self._words_need(wanted) - self._wide(Command.MENU.word)
            room -= 2 * self._pad + self._mark(0).rect.width * bool(self._unsaved)
            for command in () if self._named else commands:
                if self._across(groups, apart) > room:
                    groups = [[one for one in group if one is not command] for group in groups]
        self.hidden = [one for one in every if not any(one in group for group in groups)]
        focused = self.controls.focus.label if self.controls.focus else None
        first = [self._button(Command.MENU, self._pad)]
        if self._unsaved:
            first.append(self._mark(first[0].rect.right + 2))
        begin, end = first[-1].rect.right, rect.right - self._pad - self._across(groups, apart)
        self._room = Rect(begin, 0, end - begin, rect.height)
        buttons, left = list[Control](), end
        for group in filter(None, groups):
            for command in group:
                buttons.append(self._button(command, left))
                left = buttons[-1].rect.right + 2
            left += apart
        items = [*first, *buttons]
        self.controls = Controls(items, self.invalidate)
        self.controls.focus = next((item for item in items if item.label == focused), None)

    def _across(self, groups: Sequence[Sequence[Command]], apart: int) -> int:
        """Return the total width of the buttons, with ``apart`` pixels between the groups."""
        kept = [group for group in groups if group]
        words = [command.word for group in kept for command in group]
        wide = sum(self._wide(word) + 2 for word in words)
        return wide - 2 + (len(kept) - 1) * apart

    def _wide(self, word: str) -> int:
        """Return the width of a button named ``word``, in pixels."""
        if not self._named:
            return self.rect.height - 2 * self._pad
        return self._text.width(word, round(SMALL * self._unit), True) + round(46 * self._unit)

    def _words_need(self, wanted: int) -> int:
        """Return the width needed for the full title, the verdict, and the status text at index
        ``wanted``."""
        told, pad = self._texts(), round(10 * self._unit)
        title = self._text.width(told.title, round(NORMAL * self._unit), True)
        status = told.status_wordings[min(wanted, len(told.status_wordings) - 1)]
        # The numbers will get longer as the game goes on.
        grown = self._text.width(status, round(SMALL * self._unit)) + round(30 * self._unit)
        return title + grown + 3 * pad + self._sign(told)

    def _sign(self, told: BarTexts) -> int:
        """Return the width needed for the verdict's icon, the gap before it, and the verdict's
        shortest text, if it has one; 0 if there is no icon."""
        if not told.icon:
            return 0
        small = round(SMALL * self._unit)
        words = self._text.width(told.brief[-1], small) + 4 if told.brief else 0
        return round(18 * self._unit) + round(10 * self._unit) + words

    def _button(self, command: Command, left: int) -> Control:
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
        return self._sign_at(left, command.word, lambda: self._run(command), command.icon, tip)

    def _mark(self, left: int) -> Control:
        """Return the button that is shown while something is not saved; pressing it tries again."""
        mark = self._sign_at(left, tr("Not saved"), self._save, "unsaved", self._unsaved)
        mark.chosen = True
        return mark

    def _sign_at(
        self, left: int, word: str, act: Callable[[], object], sign: str, tip: str
    ) -> Control:
        """Return a button at ``left``, which shows its name if there is room for names."""
        place = Rect(left, self._pad, self._wide(word), self.rect.height - 2 * self._pad)
        named = self._named
        return Control(word, act, place, icon=sign, tip=tip, flat=True, named=named, small=True)

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
        spare = self._room.width - title - 3 * pad - self._sign(told)
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
        """Draw the icon of the verdict, with its text if there is room."""
        theme, side, middle = canvas.theme, canvas.px(18), self._room.centery
        if right - left < side:
            return
        colour = sign_colour(told.icon, theme)
        begin = canvas.sign(told.icon, side, colour, midleft=(left, middle)).right + 4
        for said in (told.known, *told.brief):
            if begin + self._text.width(said, canvas.px(SMALL)) <= right:
                canvas.write(said, SMALL, theme.ink, midleft=(begin, middle))
                break
