"""The page *Second chances*: winnable positions from lost games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import starmap
from typing import Final

import pygame
from pygame import Rect

from game.support.texts import tr
from game.teach.difficulty import winning_moves_text
from game.teach.puzzles import Puzzle, shipped_puzzles
from game.words.names import deal_title
from scenes.kit.services import Kit
from scenes.pages.thumbnails import table, table_height
from scenes.style.shapes import pill
from scenes.style.text import TextPainter
from scenes.style.theme import NORMAL, SMALL
from scenes.widgets.controls import Canvas, Control, Shape
from scenes.widgets.items import Item, Paragraph, Row, drawn, heading, note

Own = Sequence[tuple[str, Puzzle]]
"""Dates and puzzles from the player's own games. The dates are in words, such as ``today``."""
_LEAST: Final = 208
"""The minimum width of boards placed side by side, in pixels, before scaling."""
_GAP: Final = 14
"""The space between two boards, in pixels, before scaling."""
_PAD: Final = 4
"""The space around a picture and its text, in pixels, before scaling."""


@dataclass(slots=True)
class Boards(Item):
    """Rows of small boards, each of which shows a puzzle."""

    boards: Sequence[tuple[Puzzle, str]]
    kit: Kit
    pictures: dict[str, pygame.Surface]
    """The boards drawn so far, keyed by ``Puzzle.key``."""
    choose: Callable[[Puzzle], None]
    lines: Sequence[Sequence[str]] = ()
    """For each board, the lines of text below its name."""
    drew: bool = False
    """Whether the latest call to ``paint`` added a picture."""

    def __post_init__(self) -> None:
        self.controls = list(starmap(self._control, self.boards))

    def _control(self, puzzle: Puzzle, name: str) -> Control:
        solved = tr("solved") if self._is_solved(puzzle) else tr("not solved")
        tip = ", ".join([name, winning_moves_text(puzzle.kept, puzzle.of), solved])
        return Control(name, partial(self.choose, puzzle), tip=tip, shape=Shape.AREA)

    def _is_solved(self, puzzle: Puzzle) -> bool:
        return puzzle.key in self.kit.settings.solved

    def lay_out(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        gap, pad, small = round(_GAP * unit), round(_PAD * unit), round(SMALL * unit)
        # The pictures are aligned with the text above them.
        left, width = left - pad, width + 2 * pad
        columns = max(1, (width + gap) // (round(_LEAST * unit) + gap))
        wide = (width - gap * (columns - 1)) // columns
        inner = wide - 2 * pad
        told = [winning_moves_text(puzzle.kept, puzzle.of) for puzzle, _ in self.boards]
        self.lines = [text.wrapped(words, small, inner) for words in told]
        most = max(map(len, self.lines))
        high = table_height(inner, unit) + 3 * pad + round((NORMAL + most * SMALL) * 1.4 * unit)
        for number, control in enumerate(self.controls):
            row, column = divmod(number, columns)
            control.rect = Rect(left + column * (wide + gap), top + row * (high + gap), wide, high)
        bottom = self.controls[-1].rect.bottom
        self.rect = Rect(left, top, width, bottom - top)
        return bottom + gap

    def paint(self, canvas: Canvas) -> None:
        clip, self.drew = canvas.target.get_clip(), False
        for (puzzle, _), control, lines in zip(self.boards, self.controls, self.lines, strict=True):
            if control.rect.colliderect(clip):
                self._paint_board(canvas, puzzle, control, lines)

    def _paint_board(
        self, canvas: Canvas, puzzle: Puzzle, control: Control, lines: Sequence[str]
    ) -> None:
        target, theme, px = canvas.target, canvas.theme, canvas.px
        pad = px(_PAD)
        canvas.paint_controls([control])
        area = control.rect.inflate(-2 * pad, -2 * pad)
        area.height = table_height(area.width, canvas.unit)
        picture = self.pictures.get(puzzle.key)
        is_missing = picture is None or picture.get_size() != area.size
        # Draw only one in each call to ``paint``, so that no frame takes long.
        if is_missing and not self.drew:
            paint = table(self.kit, puzzle.deal, puzzle.state())
            picture = self.pictures[puzzle.key] = drawn(paint, area.size, target, 1.0)
            self.drew, is_missing = True, False
        if picture is None or is_missing:
            target.fill(theme.button, area)
            canvas.controls.invalidate()
        else:
            target.blit(picture, area)
        if theme.grain:
            pygame.draw.rect(target, theme.ink, area, max(1, px(1)))
        if self._is_solved(puzzle):
            self._paint_tick(canvas, area)
        y = area.bottom + pad
        name = canvas.text.fitted(control.label, px(NORMAL), area.width, True)
        canvas.write(name, NORMAL, theme.accent, True, topleft=(area.left, y))
        y += round(px(NORMAL) * 1.4)
        for line in lines:
            canvas.write(line, SMALL, theme.ink, topleft=(area.left, y))
            y += round(px(SMALL) * 1.4)

    @staticmethod
    def _paint_tick(canvas: Canvas, area: Rect) -> None:
        theme, px, word = canvas.theme, canvas.px, tr("solved")
        side, edge, wide = px(16), px(4), canvas.text.width(word, px(SMALL), True)
        ground = Rect(0, 0, side + wide + px(20), px(22))
        ground.bottomright = area.right - edge, area.bottom - edge
        pill(canvas.target, theme, ground)
        left = ground.left + px(7)
        canvas.sign("can_win", side, theme.good, midleft=(left, ground.centery))
        place = left + side + px(5), ground.centery
        canvas.write(word, SMALL, theme.ink, True, midleft=place)


def second_chances_page(
    kit: Kit,
    pictures: dict[str, pygame.Surface],
    own: Own,
    searching: str,
    choose: Callable[[Puzzle], None],
    play_next: Callable[[], None],
) -> list[Item]:
    """Return the page's items. The note ``searching`` says that ``own`` isn't complete yet."""
    told = tr(
        "Each of these games was lost, but here it can still be won. Win it, or keep it "
        "winnable until it's marked as solved. None of this counts."
    )
    begin = Control(tr("Play the next one"), play_next, strong=True)
    items: list[Item] = [Row("", [begin], tile=(360, 52)), Paragraph(told)]
    if own or searching:
        items.append(heading(tr("From your own games")))
    if searching:
        items.append(note(searching))
    if own:
        named = [(p, tr("{game}, {date}", game=deal_title(p.deal), date=day)) for day, p in own]
        items.append(Boards(named, kit, pictures, choose))
    first = [(puzzle, deal_title(puzzle.deal)) for puzzle in shipped_puzzles()]
    items.append(heading(tr("To start with, easiest first")))
    return [*items, Boards(first, kit, pictures, choose)]
