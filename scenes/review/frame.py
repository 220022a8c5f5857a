"""Everything around the cards of a review: the bar, the timeline, the curves and the story."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame
from pygame import Rect

from game.core.moves import Verb
from game.core.state import Role
from game.solver.answer import Verdict
from game.support.texts import tr
from game.teach.story import Fact, shares
from scenes.board.layout import table_layout
from scenes.kit.commands import Command, key_words
from scenes.kit.services import Kit, can_animate
from scenes.review.analysis import ways_out
from scenes.review.story_view import StoryView
from scenes.review.timeline import MarkStrip
from scenes.review.walks import LineWalk, hidden_knowledge
from scenes.style.shapes import sign_colour
from scenes.style.theme import NORMAL, SMALL, bar_height, unit
from scenes.table.mouse import LEFT
from scenes.widgets.controls import Canvas, Control, Controls
from scenes.widgets.notice import Tip

if TYPE_CHECKING:
    from scenes.review.review_scene import ReviewScene

_ROOMY: Final = 720
"""The minimum width of a bar with export buttons, in pixels, before scaling."""
_USUAL: Final = 11
"""The assumed length of the longest column, in cards."""
_LEAST_SHARES: Final = {"side": 0.92, "below": 0.97}
"""Cards may shrink to this fraction of their width to make room for a story."""
_LOW: Final = 420
"""The minimum height of a window with curves or a story, in pixels, before scaling."""
_BUTTON: Final = 36


class Areas(NamedTuple):
    """The areas of a review's window, in pixels."""

    table: tuple[int, int]  # the size of the area for the cards
    foot: Rect  # everything below the cards
    marks: Rect
    curve: Rect  # empty in a short window
    words: Rect  # for rows of text, where the story doesn't fit
    rows: int
    story: Rect

    @property
    def grip(self) -> Rect:
        """The area where a press selects a position."""
        low = self.story.top if self.story and self.story.top > self.marks.top else self.foot.bottom
        top = self.curve.top
        return Rect(self.marks.left, top, self.marks.width, low - top)


def _divide(size: tuple[int, int], density: float, way: str) -> Areas:
    """Return a window's areas. ``way`` has four possible values.

    ``side`` and ``below`` put the story to the right or at the bottom. ``rows`` and ``row``
    replace it with a few rows of text or with a single row.
    """
    scale = unit(size, density)
    pad = round(4 * scale)
    row = round(SMALL * 1.36 * scale)
    # The last two replace the story with a few rows of text or a single one.
    curve_high, marks_high, rows = {
        "side": (40, 32, 0),
        "below": (40, 32, 0),
        "rows": (18, 26, 2 if size[0] >= 1000 * scale else 3),
        "row": (0, 32, 1),
    }[way]
    words_high = row * rows + (pad if rows else 0)
    below = round(138 * scale) if way == "below" else 0
    height = 2 * pad + words_high + below + round((curve_high + marks_high) * scale)
    foot = Rect(0, size[1] - height, size[0], height)
    words = Rect(3 * pad, foot.top + pad, size[0] - 6 * pad, row * rows)
    button = round(_BUTTON * scale)
    left, right = 2 * pad + 3 * button, size[0] - 2 * pad - button
    curve = Rect(left, foot.top + pad + words_high, right - left, round(curve_high * scale))
    marks = Rect(left, curve.bottom, curve.width, round(marks_high * scale))
    table, story = (size[0], foot.top), Rect(0, 0, 0, 0)
    if way == "side":
        width = round(min(380 * scale, max(250 * scale, size[0] * 0.24)))
        table = size[0] - width, foot.top
        # The bar's height depends on the size of the area for the cards.
        top = bar_height(table, density)
        story = Rect(table[0], top, width, foot.top - top)
    elif way == "below":
        top = marks.bottom + pad
        story = Rect(0, top, size[0], size[1] - top)
    return Areas(table, foot, marks, curve, words, rows, story)


def areas(kit: Kit, family: str, size: tuple[int, int]) -> Areas:
    """Return how the screen of a review is divided. ``family`` is the name of the game's layout."""
    density, style, mirrored = kit.text.density, kit.style, kit.settings.mirrored

    def card(way: Areas) -> int:
        layout = table_layout(family, way.table, density, style, longest=_USUAL, mirrored=mirrored)
        return layout.card[0]

    if size[1] < _LOW * unit(size, density):
        return _divide(size, density, "row")
    least = _divide(size, density, "rows")
    # The story goes to the side or below if that leaves the cards large enough.
    for way, share in _LEAST_SHARES.items():
        found = _divide(size, density, way)
        if found.table[0] > 0 and card(found) >= share * card(least):
            return found
    return least


class ReviewFrame:
    """The bar, the marks and the story of a review."""

    def __init__(self, shown: ReviewScene) -> None:
        self._shown = shown
        self.tip = Tip(shown.kit.text)
        self.story_view = StoryView(shown.kit)
        self.dragging = False
        """Whether the mouse is being dragged along the marks."""
        self._close = _sign("quit", shown.close)
        self._back = _sign("left", lambda: shown.step(-1))
        self._run = _sign("play", shown.toggle_playback)
        self._forth = _sign("right", lambda: shown.step(1))
        self._loss = _sign("review", shown.to_the_loss)
        self._commands = {
            command: _sign(command.icon, partial(shown.host.run, command))
            for command in (
                *(Command.PAGE, Command.ANIMATION, Command.NEXT_BRANCH, Command.BOOKMARK),
                Command.AGAIN,
            )
        }
        self._confirm = Control("", shown.confirm, strong=True, named=True)
        self._at_right: list[Control] = []
        """The buttons at the right end of the bar, from left to right."""
        self.controls = Controls([], shown.invalidate)
        self.moved: tuple[Rect, ...] = ()
        """The areas of the cards that moved last."""
        self.buttons_left = 0
        """The left edge of the buttons at the right end of the bar."""

    @property
    def _is_off_game(self) -> bool:
        """Whether the review shows a winning line instead of the game."""
        return isinstance(self._shown.walk, LineWalk)

    # -- places --------------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out in a window of ``size``."""
        shown, kit = self._shown, self._shown.kit
        scale = self._scale = unit(size, kit.text.density)
        self.bar = Rect(0, 0, size[0], shown.layout.top)
        self._areas = areas(kit, shown.deal.kind.table, size)
        self.foot, self.grip = self._areas.foot, self._areas.grip
        self.table_width = self._areas.table[0]
        self._pad = max(2, round(3 * scale))
        side = self.bar.height - 2 * self._pad
        self._close.rect = Rect(self._pad, self._pad, side, side)
        button = round(_BUTTON * scale)
        left = Rect(self._pad, 0, button, button)
        left.centery = self.grip.centery
        for number, control in enumerate((self._back, self._run, self._forth)):
            control.rect = left.move(number * button, 0)
        self._loss.rect = left.move(size[0] - button - 2 * self._pad, 0)
        self.strip = MarkStrip(shown.length + 1, self._areas.marks, scale, self._areas.curve)
        self.story_view.place_in(self._areas.story, size)
        self.update()

    def _name_buttons(self) -> None:
        game, wide = tr("Back to the game"), self.bar.width / self._scale
        start, enter = Command.START.key_names, key_words("Enter")
        _name(self._close, game if self._is_off_game else tr("Back to the table"), start)
        _name(self._confirm, game if self._is_off_game else tr("Play on from here"), enter)
        if not self._is_off_game and wide < 900:
            self._confirm.label = tr("Play on")
        _name(self._back, tr("One move back"), tr("left arrow"))
        label = tr("Stop") if self._shown.playing_back else tr("Play through")
        _name(self._run, label, key_words("Space"))
        _name(self._forth, tr("One move forward"), tr("right arrow"))
        _name(self._loss, tr("To the losing move"))
        for command, control in self._commands.items():
            _name(control, command.label, command.key_names or "T")
        self._commands[Command.AGAIN].named = wide >= 1100

    def update(self) -> None:
        """Update for the current position and what is known about it."""
        shown = self._shown
        self.moved = tuple(self._find_moved())
        self._name_buttons()
        self._back.enabled = shown.at > 0
        self._forth.enabled = shown.at < shown.length
        self._run.enabled = shown.length > 0
        self._run.icon = "pause" if shown.playing_back else "play"
        self._loss.enabled = shown.walk.lost(shown.at) is not None
        # A narrow bar has no room for these commands; the help lists their keys.
        wide = self.bar.width >= _ROOMY * self._scale and not self._is_off_game
        offered = {
            Command.AGAIN: self._loss.enabled,
            Command.NEXT_BRANCH: bool(shown.game.branches.forks) and not self._is_off_game,
            Command.PAGE: wide,
            Command.ANIMATION: wide and can_animate(),
        }
        commands = [one for key, one in self._commands.items() if offered.get(key, True)]
        self._at_right = [*commands, self._confirm]
        marked = shown.node.bookmark is not None
        self._commands[Command.BOOKMARK].icon = "bookmarked" if marked else "bookmark"
        self.offer()
        self._tell()

    def offer(self) -> None:
        """Collect all buttons in Tab order, and lay out the ones at the right end of the bar."""
        held, line, side = self.controls, self._shown.message.controls, self._close.rect.height
        walk = self._close, self._back, self._run, self._forth, self._loss
        held.items[:] = [*line.items, *walk, *self._at_right]
        if held.focus is not None and held.focus not in held.items:
            self.drop_focus()
        line.hover, line.focus = held.hover, held.focus
        right = self.bar.right
        for control in reversed(self._at_right):
            size, width = round(NORMAL * self._scale), side
            if control.named:
                width = control.width(self._shown.kit.text, size, self._scale)
            right -= self._pad + width
            control.rect = Rect(right, self._pad, width, side)
        self.buttons_left = right

    def _tell(self) -> None:
        """Show the story or, during a winning line, only a sentence about the result."""
        shown, game, at = self._shown, self._shown.game, self._shown.at
        if self._is_off_game:
            line = Fact("Line", at, shown.walk.result(at))
            self.story_view.tell((line,), (line,))
            return
        story, beside = game.story(at), game.notes(at)
        skill = Fact("Skill", story.game[-1], game.luck.skill_words(at))
        won = game.here is not None and game.review.verdicts[-1] is Verdict.WINNABLE
        back = game.branches.came_back() if won else ()
        knowledge = " ".join(filter(None, (hidden_knowledge(shown.deal), game.luck.legend)))
        told = *story.facts, *back, *beside, skill, *game.branches.marked(at)
        about = *story.about(at), *beside, *([skill] if at == skill.at else ())
        facts = *told, Fact("Knowledge", -1, knowledge)
        self.story_view.tell(
            tuple(fact for fact in facts if fact.words), tuple(fact for fact in about if fact.words)
        )

    def _find_moved(self) -> list[Rect]:
        shown = self._shown
        action = shown.walk.actions[shown.at - 1] if shown.at else ()
        if any(step.move.verb not in (Verb.CARRY, Verb.DEAL) for step in action):
            return []
        ends = {card: target for step in action for card, _, target in step.transfers}
        rects = []
        for pile in dict.fromkeys(ends.values()):
            cards = shown.state[pile]
            moved = len(cards) - min(at for at, card in enumerate(cards) if ends.get(card) == pile)
            number = 1 if pile.role is Role.FOUNDATION else moved
            rects.append(shown.layout.last(pile, number, len(cards)))
        return rects

    # -- the focus and the mouse ---------------------------------------------------------------

    def step_focus(self, forward: bool) -> None:
        """Focus and announce the next button, or the previous one."""
        self.controls.step_focus(forward, wraps=True)
        self.tip.show(self.controls.focus)
        if self.controls.focus:
            self._shown.kit.announcer.say(self.controls.focus.spoken)

    def drop_focus(self) -> bool:
        """Drop the focus, and return whether a button had it."""
        had = self.controls.focus is not None
        self.controls.drop_focus()
        self.tip.show(None)
        return had

    def pointer_event(self, event: pygame.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            self.dragging = self.dragging and bool(event.buttons[0])
            if self.dragging:
                self._shown.go(self.strip.position_at(event.pos[0]))
            self._point(None if self.dragging else event.pos)
        elif event.button != LEFT:
            return
        elif event.type == pygame.MOUSEBUTTONUP:
            self.dragging = False
            self.controls.release(event.pos)
        else:
            self._press(event.pos)

    def _point(self, at: tuple[int, int] | None) -> None:
        """Record where the mouse is; ``at`` is None while the player drags along the timeline."""
        self.controls.point(at)
        hover = self.controls.hover
        if self.tip.watch(hover) or self.story_view.point(at):
            self._shown.invalidate()

    def _press(self, at: tuple[int, int]) -> None:
        shown = self._shown
        self.drop_focus()
        if self.controls.press(at):
            return
        shown.interrupt()
        if fact := self.story_view.sentence_at(at):
            shown.follow(fact)
        elif self.grip.collidepoint(at):
            self.dragging = True
            shown.go(self.strip.position_at(at[0]))
        elif shown.layout.pile_at(at) is not None:
            shown.notice(ways_out())

    # -- picture -------------------------------------------------------------------------------

    def paint(self, target: pygame.Surface) -> None:
        """Draw everything except the cards and the message."""
        theme, text = self._shown.kit.theme, self._shown.kit.text
        canvas = Canvas(target, theme, text, self._scale, self.controls)
        for area, edge in ((self.bar, self.bar.bottom - 1), (self.foot, self.foot.top)):
            target.fill(theme.bar, area)
            if theme.grain:
                target.fill(theme.ink, (0, edge, area.width, 1))
        self._paint_position(canvas)
        self._paint_words(canvas)
        self.story_view.paint(canvas)
        self._paint_curve(target)
        self.strip.paint(target, theme, self._shown.walk.marked(self._shown.at))
        canvas.paint_controls(self.controls.items)
        # The tip stays over the cards, where it covers neither marks nor words.
        high = self.foot.top - self.bar.bottom
        self.tip.paint(target, theme, Rect(0, self.bar.bottom, self.table_width, high))

    def position_texts(self) -> tuple[str, ...]:
        """Return descriptions of the position for the bar. The first one that fits is shown."""
        walk, at = self._shown.walk, self._shown.at
        position, *brief = walk.places(at)
        known = tr("{position} – {known}", position=position, known=walk.verdict_words(at))
        margin = walk.margin_words(at)
        if not margin:
            return known, position, *brief
        # The icon beside the text shows that the position can be won.
        places = position, *brief[:-1]
        weighed = [tr("{position} – {known}", position=one, known=margin) for one in places]
        return f"{known}, {margin}", *weighed, known, position, *brief

    def words(self) -> tuple[str, ...]:
        """Return the rows of text that replace the story where it doesn't fit."""
        rows, room, text = self._areas.rows, self._areas.words.width, self._shown.kit.text
        size = round(SMALL * self._scale)
        if rows == 1:
            walk, at = self._shown.walk, self._shown.at
            return (self._longest([walk.result(at), walk.brief_result(at)], size, room),)
        about = self.story_view.about
        # Show as many of the last sentences as fit.
        for first in range(len(about)):
            told = text.wrapped(" ".join(one.words for one in about[first:]), size, room)
            if len(told) <= rows:
                return told
        return told[:rows]

    def _paint_position(self, canvas: Canvas) -> None:
        """Draw the verdict's icon, a description of the position, and the balance."""
        theme, pad, middle = canvas.theme, canvas.px(8), self.bar.centery
        walk, at = self._shown.walk, self._shown.at
        name, begin = walk.light(at).name.lower(), self._close.rect.right + pad
        sign = canvas.sign(name, canvas.px(20), sign_colour(name, theme), midleft=(begin, middle))
        left, right = sign.right + pad, self.buttons_left - pad
        if account := walk.account(at):
            place = canvas.write(account, NORMAL, theme.ink, True, midright=(right, middle))
            right = place.left - pad
        said = self._longest(self.position_texts(), canvas.px(NORMAL), right - left)
        canvas.write(said, NORMAL, theme.ink, midleft=(left, middle))

    def _paint_words(self, canvas: Canvas) -> None:
        rows, area = self._areas.rows, self._areas.words
        for number, words in enumerate(self.words() if rows else ()):
            middle = area.top + round((number + 0.5) * area.height / rows)
            canvas.write(words, SMALL, canvas.theme.ink, midleft=(area.left, middle))

    def _paint_curve(self, target: pygame.Surface) -> None:
        """Draw two curves: the share of winning moves, and the chance of winning."""
        if self._is_off_game or not self._areas.curve:
            return
        shown, theme = self._shown, self._shown.kit.theme
        found = list(shares(shown.game.review.verdicts, shown.game.margins))
        self.strip.paint_curve(target, theme, found, shown.game.story(shown.at).passages)
        self.strip.paint_chances(target, theme, shown.game.luck.chances)

    def _longest(self, texts: Sequence[str], size: int, room: int) -> str:
        """Return the first of ``texts`` that fits, or the last one, shortened to fit."""
        text = self._shown.kit.text
        fits = (one for one in texts if text.width(one, size) <= room)
        return next(fits, None) or text.fitted(texts[-1], size, room)


def _sign(icon: str, act: Callable[[], None]) -> Control:
    return Control("", act, icon=icon, flat=True)


def _name(control: Control, label: str, key: str = "") -> None:
    control.label = label
    control.tip = f"{label} – {key}" if key else label
