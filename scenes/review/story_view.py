"""The story of a reviewed game: the sentences known so far, beside or below the cards.

``game.teach.story`` proves each sentence before telling it; the sentences are kept here until more
is known. A review of several games, with restarts between them, has a story for each. Sentences
about the current position are highlighted, and pressing a sentence leads to its position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import pygame
from pygame import Rect

from game.core.moves import Action, Move
from game.play.history import Node
from game.play.review import Review
from game.solver.answer import Margin
from game.teach.difficulty import Graded
from game.teach.standing import Light
from game.teach.story import Story, margin_text, turning_points
from scenes.kit.services import Kit
from scenes.review.timeline import sign_ink
from scenes.style.shapes import lit
from scenes.style.theme import NORMAL, SMALL, unit
from scenes.widgets.controls import Canvas


@dataclass(frozen=True, slots=True)
class TextRow:
    """A sentence, its lines, and the area where it is drawn."""

    told: Told
    lines: tuple[str, ...]
    rect: Rect


class StoryView:
    """Lays out the sentences within an area, and draws them."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self.area = Rect(0, 0, 0, 0)
        self.rows: tuple[TextRow, ...] = ()
        self._hover: Told | None = None
        self._told: tuple[Told, ...] = ()
        self._about: tuple[Told, ...] = ()

    def place_in(self, area: Rect, size: tuple[int, int]) -> None:
        """Lay the story out in ``area`` of a window of ``size``."""
        self.area = area
        self._scale = unit(size, self._kit.text.density)
        self._gap = round(7 * self._scale)
        self._lay()

    def tell(self, told: tuple[Told, ...], about: tuple[Told, ...]) -> None:
        """Show the sentences ``told``; those in ``about`` concern the current position."""
        before = self._told, self._about
        self._told, self._about = told, about
        if before != (told, about):
            self._lay()

    # -- places --------------------------------------------------------------------------------

    def _lay(self) -> None:
        """Lay out all sentences in the larger font size if they fit, otherwise in the smaller one.

        If they still don't fit, scroll so that the sentences about the current position are
        visible.
        """
        self.rows = ()
        if not self.area or not self._told:
            return
        for size in (NORMAL, SMALL):
            self._size = round(size * self._scale)
            rows = self._flow()
            if rows[-1].rect.bottom <= self.area.bottom:
                break
        self.rows = self._scrolled(rows)

    def _flow(self) -> list[TextRow]:
        pad, gap = round(12 * self._scale), self._gap
        width = self.area.width - 2 * pad
        high = self._line_height
        top, rows = self.area.top + gap, list[TextRow]()
        for told in self._told:
            inset = self._inset(told)
            lines = tuple(self._kit.text.wrapped(told.text, self._size, width - gap - inset))
            rect = Rect(self.area.left + pad, top, width, high * len(lines) + gap)
            rows.append(TextRow(told, lines, rect))
            top = rect.bottom
        return rows

    @property
    def _line_height(self) -> int:
        return round(self._size * 1.36)

    def _scrolled(self, rows: Sequence[TextRow]) -> tuple[TextRow, ...]:
        """Return the rows that fit.

        They start with the first row or, if necessary, just far enough down to show the last
        sentence about the current position.
        """
        needed = [row.rect.bottom for row in rows if row.told in self._about]
        beyond = max(0, max(needed, default=0) - self.area.bottom)
        skipped = next(row.rect.top for row in rows if row.rect.top >= beyond + rows[0].rect.top)
        by = skipped - rows[0].rect.top
        moved = [TextRow(row.told, row.lines, row.rect.move(0, -by)) for row in rows]
        return tuple(row for row in moved if self.area.contains(row.rect))

    def sentence_at(self, at: tuple[int, int]) -> Told | None:
        """Return the sentence at a point in the window; None if there is none, or if it isn't about
        a position."""
        found = (row.told for row in self.rows if row.rect.collidepoint(at) and row.told.at >= 0)
        return next(found, None)

    def point(self, at: tuple[int, int] | None) -> bool:
        """Record the mouse's position; return True if it is on a different sentence now."""
        before, self._hover = self._hover, self.sentence_at(at) if at else None
        return before is not self._hover

    # -- picture -------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        """Draw the background and the sentences."""
        target, theme, scale, gap = canvas.target, canvas.theme, canvas.unit, self._gap
        if not self.area:
            return
        target.fill(theme.bar, self.area)
        if theme.grain:
            pygame.draw.rect(target, theme.ink, self.area, 1)
        for row in self.rows:
            about = row.told in self._about
            if row.told is self._hover:
                lit(target, theme, row.rect, scale)
            if about:
                mark = Rect(row.rect.left, row.rect.top + gap // 2, max(2, round(3 * scale)), 0)
                mark.height = row.rect.height - gap
                target.fill(theme.accent, mark)
            if row.told.light is not None:
                # The light shows what is known about a branch, as the marks do.
                name, ink = row.told.light.name.lower(), sign_ink(theme, row.told.light)
                begin = row.rect.left + gap, row.rect.top + gap // 2 + self._line_height // 2
                canvas.sign(name, round(self._size * 1.2), ink, midleft=begin)
            top = row.rect.top + gap // 2
            left = row.rect.left + gap + gap // 2 + self._inset(row.told)
            for words in row.lines:
                line = self._kit.text.line(words, self._size, theme.ink if about else theme.faint)
                middle = top + self._line_height // 2
                target.blit(line, line.get_rect(midleft=(left, middle)))
                top += self._line_height

    def _inset(self, told: Told) -> int:
        """Return how far the text of a sentence is indented to make room for its icon, in
        pixels."""
        return round(self._size * 1.3) if told.light is not None else 0


_NEWS: Final = 0.25
"""The shortest time between two updates of the story while it keeps changing, in seconds."""


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence about position ``at``; ``at`` is negative if the sentence isn't about a position.

    ``move`` is the move that should have been played there, if the sentence names one. If the
    sentence is about a branch, or about a bookmark elsewhere in the tree, ``node`` is the node that
    it leads to. ``light`` shows where a branch leads.
    """

    at: int
    text: str
    move: Move | None = None
    node: Node | None = field(default=None, compare=False)
    light: Light | None = None


@dataclass(frozen=True, slots=True)
class StoryText:
    """Everything told about one game.

    ``told`` are the sentences and ``turns`` the positions they mention. ``narrow`` has the first
    and last position of each passage in which few moves kept the win.
    """

    told: tuple[Told, ...]
    turns: tuple[int, ...]
    narrow: tuple[tuple[int, int], ...]

    def about(self, at: int) -> tuple[Told, ...]:
        """Return the sentences about the last turning point at or before position ``at``; if there
        is none, those about the first turning point."""
        before = [turn for turn in self.turns if turn <= at]
        turn = before[-1] if before else min(self.turns)
        return tuple(one for one in self.told if one.at == turn)


class Storyteller:
    """Tells the stories of the games of ``review``.

    ``actions`` are the actions that lead from each position to the next. Callers fill in
    ``margins`` as moves are judged; ``graded`` returns what is known about the deal.
    """

    def __init__(
        self,
        review: Review,
        actions: Sequence[Action],
        graded: Callable[[], Graded | None],
    ) -> None:
        self._review = review
        self._graded = graded
        self._actions = actions
        self.margins: dict[int, Margin] = {}
        self._story_texts: dict[int, StoryText] = {}
        self._stale = False
        self._waited = 0.0

    def learned(self) -> None:
        """Record that more is known than when the story was last told."""
        self._stale = True

    def retell(self) -> None:
        """Discard all texts, because the language may have changed; they are made again when
        needed."""
        self._story_texts.clear()

    def tick(self, seconds: float, *, settled: bool) -> bool:
        """Let time pass; return True when the story should be updated.

        That is when more has been learned since the last update, but at most once every ``_NEWS``
        seconds unless everything is ``settled``.
        """
        self._waited += seconds
        if not self._stale or (self._waited < _NEWS and not settled):
            return False
        self._stale, self._waited = False, 0.0
        self.retell()
        return True

    def story(self, at: int) -> StoryText:
        """Return the story of the game to which position ``at`` belongs."""
        first = self._review.game_of(at).start
        if first not in self._story_texts:
            self._story_texts[first] = self._tell(first)
        return self._story_texts[first]

    def _tell(self, first: int) -> StoryText:
        story = Story(self._review, self._actions, self.margins, first, self._graded())
        facts = story.facts()
        told = tuple(Told(fact.at, fact.words, fact.move) for fact in facts)
        return StoryText(told, turning_points(facts), tuple(story.passages()))

    def margin_words(self, at: int) -> str:
        """Return a phrase saying how many moves keep the win at a position; empty if there is
        nothing to say."""
        margin = self.margins.get(at)
        if (
            margin is None
            or not margin.winning_count
            or self._review.deal.engine.won(self._review.positions[at])
        ):
            return ""
        return margin_text(margin)
