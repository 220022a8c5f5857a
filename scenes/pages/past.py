"""The list of finished games on a page: one row each, in columns, with a mark for games won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

import pygame
from pygame import Rect

from game.record.entries import Entry
from game.rules.registry import KINDS
from game.support.texts import tr, trn
from game.words.names import duration, long_date, near_date, turns_text
from scenes.style.icons import icon, sign_colour
from scenes.style.shapes import lit, rounded
from scenes.style.text import TextPainter
from scenes.style.theme import NORMAL, SMALL, Theme
from scenes.widgets.controls import Control
from scenes.widgets.items import Canvas, Item

_GAP = 14
"""Pixels at unit 1 between two columns."""
_SIGN = 24
"""Pixels at unit 1 for the icon in front of the result."""
_DATE, _DEAL, _RESULT, _MOVES, _TIME = range(5)
_TO_THE_RIGHT = (_MOVES, _TIME)
_FIRST_TO_GO = (_MOVES, _TIME)
"""The columns left out first where there is no room, as some languages need long words."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """One finished game in words: the cells of its row, whether it was won, and the whole for
    screen readers."""

    cells: tuple[str, str, str, str, str]
    won: bool
    spoken: str


def past_game(entry: Entry, moves: int | None, result: str, today: date) -> PastGame:
    """Return the row of ``entry``, whose ``result`` is given in words; None for ``moves`` that are
    not known."""
    day = datetime.fromisoformat(entry.ended).date()
    deal = tr("own deal") if entry.deal is None else str(entry.deal)
    count = [] if moves is None else [trn("{n} move", "{n} moves", moves)]
    ended = tr("won") if entry.won else tr("not won")
    told = [long_date(day), deal, ended, *([] if result == ended else [result]), *count]
    told += [duration(entry.seconds), *help_words(entry)]
    return PastGame(
        (
            near_date(day, today),
            deal,
            result,
            "" if moves is None else str(moves),
            duration(entry.seconds),
        ),
        entry.won and not entry.replay,
        ", ".join(told),
    )


def help_words(entry: Entry) -> list[str]:
    """Return whether a game was a replay, how often the waste was turned over, and what help was
    used, as far as that was counted."""
    words = [tr("a replay")] if entry.replay else []
    if entry.shown:
        words.append(trn("{n} move of the solution", "{n} moves of the solution", entry.shown))
    payment = KINDS[entry.game, entry.rules].payment
    if payment is not None and entry.turns:
        words.append(turns_text(entry.turns, payment.per_turn))
    if entry.hints is not None:
        words.append(trn("{n} hint", "{n} hints", entry.hints))
    if entry.undos is not None:
        words.append(trn("{n} undo", "{n} undos", entry.undos))
    return words


class Columns:
    """The positions of the columns, shared by all rows of a list."""

    def __init__(self, head: Sequence[str], rows: Sequence[PastGame]) -> None:
        self.head = head
        self._rows = rows
        self._known: tuple[object, list[tuple[int, int]]] = None, []

    def spans(self, width: int, unit: float, text: TextPainter) -> list[tuple[int, int]]:
        """Return the left edge and the width of each column, in pixels; spare room goes before the
        numbers."""
        if self._known[0] != (width, unit):
            self._known = (width, unit), self._work_out(width, unit, text)
        return self._known[1]

    def _work_out(self, width: int, unit: float, text: TextPainter) -> list[tuple[int, int]]:
        size, small, gap = round(NORMAL * unit), round(SMALL * unit), round(_GAP * unit)
        wide = []
        for place, name in enumerate(self.head):
            cell = small if place == _DATE else size
            cells = {row.cells[place] for row in self._rows}
            most = max(text.width(one, cell, place == _DEAL) for one in cells)
            most += round(_SIGN * unit) if place == _RESULT else 0
            wide.append(max(most, text.width(name, small)))
        pad = round(6 * unit)
        room = width - 2 * pad - gap * (len(wide) - 1)
        for place in _FIRST_TO_GO:
            if sum(wide) > room:
                wide[place] = 0
        spare = max(0, room - sum(wide))
        spans, x = [], pad
        for place, one in enumerate(wide):
            x += spare if place == _MOVES else 0
            spans.append((x, one))
            x += one + gap
        return spans


@dataclass(slots=True)
class PastHead(Item):
    """The head of the list, with the columns' names."""

    columns: Columns

    def flow(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        """Take the whole width."""
        self.rect = Rect(left, top, width, round(SMALL * 1.7 * unit))
        return self.rect.bottom

    def paint(self, canvas: Canvas) -> None:
        """Draw the names."""
        target, theme, text, unit = canvas.target, canvas.theme, canvas.text, canvas.unit
        spans = self.columns.spans(self.rect.width, unit, text)
        for place, (x, wide) in enumerate(spans):
            if not wide:
                continue
            line = text.line(self.columns.head[place], round(SMALL * unit), theme.faint)
            spot = line.get_rect(topleft=(self.rect.left + x, self.rect.top))
            if place in _TO_THE_RIGHT:
                spot.right = self.rect.left + x + wide
            target.blit(line, spot)


@dataclass(slots=True)
class PastRow(Item):
    """One finished game; pressing it shows what can be done with it."""

    columns: Columns
    game: PastGame
    press: Callable[[], None]
    opened: bool = False

    def __post_init__(self) -> None:
        label = self.game.cells[_DEAL]
        self.controls = [
            Control(label, self.press, tip=self.game.spoken, chosen=self.opened, flat=True)
        ]

    def flow(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        """Take the whole width."""
        self.rect = self.controls[0].rect = Rect(left, top, width, round(34 * unit))
        return self.rect.bottom

    def paint(self, canvas: Canvas) -> None:
        """Draw the row on its line, with a background if it is hovered or open."""
        target, theme, text, unit, controls = canvas
        if theme.grain and not target.get_clip().contains(self.rect):
            return
        state = controls.state(self.controls[0])
        line_colour = theme.ink if theme.grain else theme.hover
        target.fill(line_colour, (self.rect.left, self.rect.top, self.rect.width, 1))
        if state.hover or self.opened:
            lit(target, theme, self.rect, unit)
        for place, (x, wide) in enumerate(self.columns.spans(self.rect.width, unit, text)):
            if wide:
                self._paint_cell(target, theme, text, unit, place, Rect(x, 0, wide, 0))
        if state.focus:
            rounded(target, theme.focus, self.rect, max(2, round(2 * unit)), theme.radius(6 * unit))

    def _paint_cell(
        self,
        target: pygame.Surface,
        theme: Theme,
        text: TextPainter,
        unit: float,
        place: int,
        span: Rect,
    ) -> None:
        quiet = place == _DATE
        size = round((SMALL if quiet else NORMAL) * unit)
        colour = theme.faint if quiet else theme.ink
        bold = place == _DEAL and self.opened
        line = text.line(self.game.cells[place], size, colour, bold)
        left = self.rect.left + span.left
        if place == _RESULT:
            side = round(16 * unit)
            if self.game.won:
                sign = icon("can_win", side, sign_colour("can_win", theme))
                target.blit(sign, sign.get_rect(midleft=(left, self.rect.centery)))
            left += round(_SIGN * unit)
        spot = line.get_rect(midleft=(left, self.rect.centery))
        if place in _TO_THE_RIGHT:
            spot.right = self.rect.left + span.right
        target.blit(line, spot)


def past_columns(rows: Sequence[PastGame], result: str) -> Columns:
    """Return the columns of a list of finished games; ``result`` is the heading of their
    results."""
    head = (tr("date"), tr("deal"), result, tr("moves"), tr("time"))
    return Columns(head, rows)
