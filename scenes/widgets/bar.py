"""The bar at the top of a table: the game's title, its status, and the buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame
from pygame import Rect

from game.support.records import dataclass
from game.support.texts import tr
from scenes.kit.commands import BY_COMMAND, BY_STEP, Command
from scenes.style.icons import icon, sign_colour
from scenes.style.text import TextPainter
from scenes.style.theme import NORMAL, SMALL, Theme, unit
from scenes.widgets.controls import Control, Controls

_GROUPS: Final = (
    (Command.NEW, Command.NUMBER, Command.RESTART),
    (Command.UNDO_ACTION, Command.REDO_ACTION, Command.SAFE, Command.DEAL),
    (
        Command.HINT,
        Command.PLAY_FAIRLY,
        Command.SOLUTION,
        Command.REVIEW,
        Command.STATISTICS,
    ),
    (Command.OPTIONS, Command.HELP),
    (Command.FULLSCREEN, Command.COMPACT),
)
"""The buttons from left to right, grouped by purpose, with a gap between the groups."""
_FIRST_TO_GO: Final = (
    Command.PLAY_FAIRLY,
    Command.STATISTICS,
    Command.SOLUTION,
    Command.FULLSCREEN,
    Command.NUMBER,
    Command.REVIEW,
    Command.OPTIONS,
    Command.RESTART,
    Command.DEAL,
    Command.HELP,
    Command.REDO_ACTION,
    Command.NEW,
    Command.HINT,
)
"""The buttons that a narrow window leaves out, in this order; one more button leads to all of
them."""


@dataclass(frozen=True, slots=True)
class BarTexts:
    """What the bar shows: the title, the status from its longest wording to its shortest, and the
    verdict as an icon and in words, both empty if there is none; ``brief`` are shorter wordings,
    the last of which has to be said if there is any. ``off`` are the commands that mean nothing
    now, ``unsaved`` says why something is not saved, if it is not; ``meant`` are the commands that
    are pointed out."""

    title: str
    standings: tuple[str, ...]
    icon: str = ""
    known: str = ""
    brief: tuple[str, ...] = ()
    off: frozenset[Command] = frozenset()
    unsaved: str = ""
    meant: frozenset[Command] = frozenset()

    @property
    def buttons(self) -> tuple[frozenset[Command], frozenset[Command]]:
        """What the buttons look like: those that mean nothing, and those that are pointed out."""
        return self.off, self.meant


class Bar:
    """The bar of one table. ``texts`` returns what it shows, ``rules`` the name of the rule set of
    the next game, if it has one, ``save`` tries again to save, ``invalidate`` asks for another
    picture; ``without`` are the commands for which only a wider bar has buttons."""

    def __init__(
        self,
        run: Callable[[Command], None],
        leave_out: Sequence[Command],
        texts: Callable[[], BarTexts],
        rules: Callable[[], str],
        save: Callable[[], None],
        invalidate: Callable[[], object],
        text: TextPainter,
    ) -> None:
        self._run = run
        self._groups = [[one for one in group if one not in leave_out] for group in _GROUPS]
        self._texts = texts
        self._rules = rules
        self._save = save
        self._invalidate = invalidate
        self._unsaved = ""
        self._text = text
        self._shown: BarTexts | None = None
        self.without: list[Command] = []
        self.controls = Controls()
        self.rect = Rect(0, 0, 0, 0)

    def resize(self, rect: Rect, size: tuple[int, int]) -> None:
        """Lie in ``rect``, the top of a window of ``size``."""
        self.rect, self._size = rect, size
        self._unit = unit(size, self._text.density)
        self._unsaved = self._texts().unsaved
        pad = max(2, round(3 * self._unit))
        side = rect.height - 2 * pad
        groups = [list(group) for group in self._groups]
        least = max(round(270 * self._unit), side + 2 * pad + self._least())
        room = rect.width - least - (side if self._unsaved else 0)
        apart = round(9 * self._unit)
        every = [command for group in groups for command in group]
        for command in _FIRST_TO_GO:
            wide = sum(map(len, groups)) * (side + 2) + (len(groups) - 1) * apart
            if wide + side > room:
                groups = [[one for one in group if one is not command] for group in groups]
                if Command.MORE not in groups[-1]:
                    groups[-1].insert(0, Command.MORE)
        self.without = [one for one in every if not any(one in group for group in groups)]
        focused = self.controls.focus.label if self.controls.focus else None
        first = [self._button(Command.MENU, Rect(pad, pad, side, side))]
        if self._unsaved:
            first.append(self._mark(Rect(pad + side + 2, pad, side, side)))
        buttons = []
        left = rect.right - pad
        for group in filter(None, reversed(groups)):
            for command in reversed(group):
                buttons.append(self._button(command, Rect(left - side, pad, side, side)))
                left -= side + 2
            left -= apart
        left += apart
        items = [*first, *reversed(buttons)]
        self.controls = Controls(items, self.invalidate)
        self._shown = None
        self.controls.focus = next((item for item in items if item.label == focused), None)
        begin = first[-1].rect.right
        self._room = Rect(begin, 0, left - begin, rect.height)

    def _least(self) -> int:
        """Return the pixels that the whole title, the shortest status and the icon take."""
        told, pad = self._texts(), round(10 * self._unit)
        title = self._text.width(told.title, round(NORMAL * self._unit), True)
        brief = self._text.width(told.standings[-1], round(SMALL * self._unit))
        # The game goes on, and what is short now may grow by a digit or two.
        return title + max(brief, round(60 * self._unit)) + 3 * pad + self._sign(told)

    def _sign(self, told: BarTexts) -> int:
        """Return the pixels for the icon of the verdict, the gap before it, and what has to be
        said."""
        if not told.icon:
            return 0
        small = round(SMALL * self._unit)
        words = self._text.width(told.brief[-1], small) + 4 if told.brief else 0
        return round(18 * self._unit) + round(10 * self._unit) + words

    def _button(self, command: Command, rect: Rect) -> Control:
        binding, rules = BY_COMMAND[command], self._rules()
        tip = binding.tip
        if rules and command in (Command.NEW, Command.NUMBER):
            tip = tr("{label}, rules: {rules}", label=tip, rules=rules)
        elif command in BY_STEP:
            key = BY_COMMAND[BY_STEP[command]].first_key
            tip += "; " + (
                tr("step by step: {key}", key=key) if rules else tr("card by card: {key}", key=key)
            )
        if command is Command.REDO_ACTION:
            tip += "; " + tr("another branch: {key}", key=BY_COMMAND[Command.NEXT_BRANCH].first_key)
        return Control(
            binding.label(),
            lambda: self._run(command),
            rect,
            icon=binding.icon,
            tip=tip,
            flat=True,
        )

    def _mark(self, rect: Rect) -> Control:
        """Return the button shown while something is not saved; pressing it tries again."""
        label, tip = tr("Not saved"), self._unsaved
        return Control(label, self._save, rect, icon="unsaved", tip=tip, flat=True, chosen=True)

    def invalidate(self) -> None:
        """Ask for another picture, as the bar looks different."""
        self._shown = None
        self._invalidate()

    def refresh(self) -> None:
        """Check whether the bar has something else to show now."""
        if self._texts() != self._shown:
            self._invalidate()

    def paint(self, target: pygame.Surface, theme: Theme, *, whole: bool) -> Rect | None:
        """Draw the bar where it is not up to date, or if the ``whole`` picture is drawn anew;
        return where it was drawn."""
        told = self._texts()
        if not whole and told == self._shown:
            return None
        if told.unsaved != self._unsaved:
            self.resize(self.rect, self._size)
        pad = round(10 * self._unit)
        same = self._shown is not None and told.buttons == self._shown.buttons
        # A clock that ticks changes nothing but words.
        area = self._room.inflate(-pad, 0) if same and not whole else self.rect
        self._shown = told
        target.fill(theme.bar, area)
        if theme.grain:
            target.fill(theme.ink, (area.left, area.bottom - 1, area.width, 1))
        if area is self.rect:
            self._paint_controls(target, theme, told)
        size, small = round(NORMAL * self._unit), round(SMALL * self._unit)
        title = self._text.width(told.title, size, True)
        spare = self._room.width - title - 3 * pad - self._sign(told)
        fits = (one for one in told.standings if self._text.width(one, small) <= spare)
        right = self._text.line(next(fits, told.standings[-1]), small, theme.ink)
        room = self._room.width - 3 * pad - right.get_width()
        shown = self._text.fitted(told.title, size, room, True)
        left = self._text.line(shown, size, theme.ink, True)
        middle = self._room.centery
        place = target.blit(left, left.get_rect(midleft=(self._room.left + pad, middle)))
        end = target.blit(right, right.get_rect(midright=(self._room.right - pad, middle)))
        if told.icon:
            self._paint_known(target, theme, told, place.right + pad, end.left - pad)
        return area

    def _paint_controls(self, target: pygame.Surface, theme: Theme, told: BarTexts) -> None:
        off, meant = ({BY_COMMAND[one].label() for one in ones} for ones in told.buttons)
        for control in self.controls.items:
            control.enabled = control.label not in off
            control.strong = control.label in meant
        self.controls.paint(target, theme, self._text, round(NORMAL * self._unit), self._unit)

    def _paint_known(
        self, target: pygame.Surface, theme: Theme, told: BarTexts, left: int, right: int
    ) -> None:
        """Draw the verdict: an icon, and its words if there is room for them."""
        side, small = round(18 * self._unit), round(SMALL * self._unit)
        if right - left < side:
            return
        middle = self._room.centery
        sign = icon(told.icon, side, sign_colour(told.icon, theme))
        place = target.blit(sign, sign.get_rect(midleft=(left, middle)))
        for said in (told.known, *told.brief):
            words = self._text.line(said, small, theme.ink)
            if place.right + 4 + words.get_width() <= right:
                target.blit(words, words.get_rect(midleft=(place.right + 4, middle)))
                break
