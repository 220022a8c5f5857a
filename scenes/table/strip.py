"""The strip of a table: a message or question with buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame
from pygame import Rect

from game.core.moves import Step
from game.core.state import State
from game.play.session import Session
from game.player.settings import SAFE_BY_HAND
from game.rules.choices import Automatic
from game.rules.counting import moves_shown
from game.rules.replay import finishing_moves
from game.support.texts import tr, trn
from game.teach.difficulty import ending_texts
from scenes.kit.commands import Command, key_words
from scenes.style.shapes import ground, rounded
from scenes.style.text import TextPainter
from scenes.style.theme import LARGE, NORMAL, SMALL, Theme, strip_height, unit
from scenes.table.status import winnable_key
from scenes.widgets.controls import Canvas, Control, Controls
from scenes.widgets.notice import Near

if TYPE_CHECKING:
    from game.teach.difficulty import Graded
    from scenes.table.table import Table

_PATIENT: Final = 5
"""The question about safe cards disappears after this many actions without an answer."""


class Decision(NamedTuple):
    """A decision for the player: text, buttons and perhaps a headline."""

    words: str
    brief: str
    """A short form of the text; may be empty."""
    buttons: Sequence[Control]
    weighed: str = ""
    """What each choice is expected to earn, in words."""
    firm: bool = False
    """Whether the text stays while cards move, and isn't replaced by messages."""
    near: Near | None = None
    """A function that says where to show the text. If it is None, the text is shown beside the
    buttons."""
    headline: str = ""
    centred: bool = False
    """Whether the strip lies over the columns instead of at the foot of the table."""

    @property
    def least(self) -> str:
        """The shortest form of the text."""
        return self.brief or self.words


def keyed(name: str, key: str, act: Callable[[], object], *, strong: bool = False) -> Control:
    """Return a button whose label also names its ``key``."""
    return Control(tr("{label} ({key})", label=name, key=key), act, strong=strong)


_NOTHING: Final = Decision("", "", ())


class Strip:
    """The headline, text and buttons of a decision."""

    def __init__(self, text: TextPainter, invalidate: Callable[[], object]) -> None:
        self._text = text
        self._invalidate = invalidate
        self.decision = _NOTHING
        self.controls = Controls()
        self.rect = Rect(0, 0, 0, 0)

    @property
    def is_visible(self) -> bool:
        return bool(self.decision.headline or self.decision.words)

    @property
    def at_foot(self) -> bool:
        return self.is_visible and not self.decision.centred

    def show(self, decision: Decision | None) -> None:
        """Show ``decision``, or hide the strip if it is None."""
        decision = decision or _NOTHING
        if decision is self.decision:
            return
        focused = self.controls.focus.label if self.controls.focus else None
        self.decision = decision
        self.controls = Controls(self.decision.buttons, self._invalidate)
        self.controls.focus = next((c for c in self.decision.buttons if c.label == focused), None)

    def _unit(self, size: tuple[int, int]) -> float:
        return unit(size, self._text.density)

    def _height(self, size: tuple[int, int], rows: int = 1) -> int:
        return strip_height(size, self._text.density, rows)

    def _rows(self, size: tuple[int, int]) -> list[list[Control]]:
        """Return the buttons in rows that fit a window of ``size``."""
        rows: list[list[Control]] = [[]]
        # The lowest row is filled first.
        for control in reversed(self.controls.items):
            if rows[0] and self._row_width([control, *rows[0]], size) > size[0]:
                rows.insert(0, [])
            rows[0].insert(0, control)
        return rows

    def _row_width(self, row: Sequence[Control], size: tuple[int, int]) -> int:
        gap = round(8 * self._unit(size))
        return gap + sum(self._width(control, size) + gap for control in row)

    def _width(self, control: Control, size: tuple[int, int]) -> int:
        scale = self._unit(size)
        return control.width(self._text, round(NORMAL * scale), scale)

    def _put_row(
        self, row: Sequence[Control], left: int, middle: int, height: int, size: tuple[int, int]
    ) -> None:
        gap = round(8 * self._unit(size))
        for control in row:
            control.rect = Rect(0, 0, self._width(control, size), height)
            control.rect.midleft = left + gap, middle
            left = control.rect.right

    # -- at the foot ---------------------------------------------------------------------------

    def height(self, size: tuple[int, int]) -> int:
        """Return the height of the strip at the foot, in pixels; 0 if there is none."""
        return self._height(size, len(self._foot_rows(size))) if self.at_foot else 0

    def _foot_rows(self, size: tuple[int, int]) -> list[list[Control]]:
        """Return the rows of buttons. The first row is empty if the text needs a whole row."""
        rows, scale = self._rows(size), self._unit(size)
        beside = size[0] - round(20 * scale) - self._row_width(rows[0], size)
        wide = self._text.width(self.decision.least, round(NORMAL * scale))
        if (self.decision.firm or self.decision.headline) and wide > beside:
            rows.insert(0, [])
        return rows

    def place_at_foot(self, size: tuple[int, int], foot: int) -> None:
        """Put the strip across the bottom; ``foot`` is the y coordinate of its lower edge."""
        scale, high = self._unit(size), self.height(size)
        self.rect = Rect(0, foot - high, size[0], high)
        height = min(self._height(size) - round(4 * scale), round(36 * scale))
        middle, rows = self.rect.top + self._height(size) // 2, self._foot_rows(size)
        self._words_room = Rect(round(12 * scale), 0, 0, self._height(size))
        self._words_room.width = size[0] - self._row_width(rows[0], size) - self._words_room.left
        self._words_room.centery = middle
        for row in rows:
            self._put_row(row, size[0] - self._row_width(row, size), middle, height, size)
            middle += self._height(size, 2) - self._height(size)

    def has_room_for(self, message: str, size: tuple[int, int]) -> bool:
        """Return whether ``message`` may replace the text at the foot, and fits there."""
        free = self.at_foot and not (self.decision.firm or self.decision.near)
        return free and bool(self._rows_of(message, self._unit(size), self._words_room.width))

    def _rows_of(self, words: str, scale: float, room: int) -> tuple[float, Sequence[str]] | None:
        """Return the font size (before scaling) and lines for ``words``; None if they don't fit."""
        for size, most in ((NORMAL, 1), (SMALL, 2)):
            rows = self._text.wrapped(words, round(size * scale), room)
            if len(rows) <= most:
                return size, rows
        return None

    # -- in the middle of the table ------------------------------------------------------------

    def place_in(self, area: Rect, size: tuple[int, int]) -> None:
        """Put the headline, text and buttons in the middle of ``area``."""
        scale, rows = self._unit(size), self._rows(size)
        wide = [self._row_width(row, size) for row in rows]
        words = max(
            self._text.width(self.decision.words, round(NORMAL * scale)),
            self._text.width(self.decision.headline, round(LARGE * scale), True),
        )
        width = min(size[0] - round(10 * scale), max(words, *wide) + round(24 * scale))
        step = round(46 * scale)
        self.rect = Rect(0, 0, width, round(158 * scale) + step * (len(rows) - 1))
        self.rect.center = area.center
        self.rect.clamp_ip(Rect((0, 0), size).inflate(-round(20 * scale), 0))
        middle = self.rect.top + round(121 * scale)
        for row, across in zip(rows, wide, strict=True):
            self._put_row(row, self.rect.centerx - across // 2, middle, round(38 * scale), size)
            middle += step

    def paint(self, target: pygame.Surface, theme: Theme, message: str = "") -> None:
        """Draw the strip. At the foot, ``message`` replaces the strip's text if there is room."""
        canvas = Canvas(target, theme, self._text, self._unit(target.get_size()), self.controls)
        ground(target, theme, self.rect, canvas.unit)
        if self.decision.centred:
            self._paint_centred(canvas)
        elif not self.decision.near:
            self._paint_words(canvas, message)
        canvas.paint_controls(self.controls.items)

    def _paint_centred(self, canvas: Canvas) -> None:
        theme, headline, words = canvas.theme, self.decision.headline, self.decision.words
        radius = theme.radius(12 * canvas.unit)
        rounded(canvas.target, theme.accent, self.rect, max(1, canvas.px(1)), radius)
        room = self.rect.width - canvas.px(16)
        fits = self._text.width(headline, canvas.px(LARGE), True) <= room
        at = self.rect.centerx, self.rect.top + canvas.px(34 if words else 52)
        canvas.write(headline, LARGE if fits else NORMAL, theme.accent, True, center=at)
        # A text that is too long for one line is set in two lines of small type or cut short.
        shortened = NORMAL, [self._text.fitted(words, canvas.px(NORMAL), room)]
        size, rows = self._rows_of(words, canvas.unit, room) or shortened
        for row, y in self._heights(canvas, size, rows, self.rect.top + canvas.px(72)):
            canvas.write(row, size, theme.ink, midtop=(self.rect.centerx, y))

    def _heights(
        self, canvas: Canvas, size: float, rows: Sequence[str], middle: int
    ) -> Iterator[tuple[str, int]]:
        high = self._text.line(rows[0], canvas.px(size), canvas.theme.ink).get_height()
        for number, row in enumerate(rows):
            yield row, middle - len(rows) * high // 2 + number * high

    def _paint_words(self, canvas: Canvas, message: str) -> None:
        """Draw the first form of the text that fits; leave out the headline if there is no room."""
        decision, place, ink = self.decision, self._words_room, canvas.theme.ink
        wide = self._text.width(decision.headline, canvas.px(NORMAL), True)
        over = wide + canvas.px(8) if decision.headline else 0
        both = f"{decision.words} {decision.weighed}" if decision.weighed else ""
        ways = (
            (message, 0),
            (both, over),
            (decision.weighed, over),
            (decision.words, over),
            (decision.least, over),
            (decision.least, 0),
        )
        for words, before in ways:
            found = self._rows_of(words, canvas.unit, place.width - before) if words else None
            if found:
                if before:
                    at, accent = place.midleft, canvas.theme.accent
                    canvas.write(decision.headline, NORMAL, accent, True, midleft=at)
                for row, y in self._heights(canvas, *found, place.centery):
                    canvas.write(row, found[0], ink, topleft=(place.left + before, y))
                return


class Prompt:
    """Keeps the strip of a table up to date."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._copied: State | None = None
        self._asked: Session | None = None
        """The game for which the question about safe cards is shown."""
        self._asked_until = 0
        """The question disappears once the game has more actions than this."""

    def offer_copied(self) -> None:
        """Offer to review the pasted game on the table, or to play its deal from the start."""
        self._copied = self._table.session.state
        self.update()

    def update(self) -> None:
        """Show what there is to decide now, or hide the strip."""
        table = self._table
        session, due = table.session, table.due_decision()
        if session.ended and table.counts:
            self._tell_end(session)
        elif count := table.guide.actions_to_undo:
            self._offer_way_back(session, count)
        elif self._copied is session.state:
            self._welcome_copied(session)
        elif asked := _joined(due, self._finish() or self._question()):
            self._ask(asked)
        else:
            table.strip.show(None)
        table.place_strip()
        table.fits = False
        table.invalidate()

    def _tell_end(self, session: Session) -> None:
        table, strip = self._table, self._table.strip
        headline, words = ending_texts(session, self._graded(session))
        first = not strip.decision.headline
        news = (headline, words) != (strip.decision.headline, strip.decision.words)
        buttons = [
            self._button(tr("New game"), Command.NEW, strong=True),
            self._button(tr("Restart"), Command.RESTART),
            self._button(tr("Review"), Command.REVIEW),
            Control(tr("Copy the result"), table.host.share),
        ]
        strip.show(Decision(words, "", buttons, headline=headline, centred=session.won))
        if news:
            # If the par becomes known later, the text changes and is announced again.
            table.announcer.say(f"{headline} {words}".strip())
            if self._table.keys.cursor.visible and strip.controls.focus is None:
                # Focus a button, so that a player who uses the keyboard can press it at once.
                strip.controls.focus = strip.controls.items[0]
            if first:
                table.announcer.say(f"{key_words('Enter')}: {strip.controls.items[0].spoken}")

    def _graded(self, session: Session) -> Graded | None:
        if not session.won_unaided or not session.deal.kind.graded:
            return None
        graded = self._table.guide.grade()
        if graded is not None and self._table.desk:
            self._table.kit.storage.record_par(session, graded.par.moves)
        return graded

    def _offer_way_back(self, session: Session, count: int) -> None:
        table = self._table
        moves = max(1, moves_shown(table.rules, session.since_restart[-count:]))
        name = trn("Take back {n} move", "Take back {n} moves", moves)
        key = winnable_key(session.deal.kind)
        back = keyed(name, key, table.undo_to_winnable, strong=True)
        words = tr("This position is lost.")
        review = [self._button(tr("Review"), Command.REVIEW)] if table.counts else []
        table.strip.show(Decision(words, tr("Lost."), [*review, back]))
        table.announcer.say(f"{words} {back.label}")

    def _welcome_copied(self, session: Session) -> None:
        table = self._table
        words = tr("A copied game. You can play on from here.")
        review = self._button(tr("Watch and review"), Command.REVIEW)
        # A new game, because the copied moves are not the player's own.
        begin = partial(table.new_deal, session.deal)
        again = Control(tr("Play from the start"), begin, strong=True)
        table.strip.show(Decision(words, tr("A copied game."), [review, again]))

    def _finish(self) -> Decision | None:
        """If sending all other cards home takes several moves, return an offer to do so."""
        session = self._table.session
        if len(finishing_moves(session.rules, session.state)) <= 1:
            return None
        finish = self._button(tr("Finish"), Command.SAFE)
        return Decision(tr("The rest goes home on its own."), "", [finish])

    def count_by_hand(self, step: Step) -> None:
        """Count ``step`` if it sent a safe card home by hand."""
        table, settings = self._table, self._table.kit.settings
        counts = settings.automatic is Automatic.OFF and settings.safe_by_hand < SAFE_BY_HAND
        if not counts or not step.move.goes_home:
            return
        safe = table.session.safe_steps(table.session.before_last)
        if any(step.transfers[0].card == one.transfers[0].card for one in safe):
            settings.safe_by_hand += 1
            table.kit.storage.save_settings(settings)

    def _question(self) -> Decision | None:
        """If it is time to ask whether safe cards should go home automatically, return that
        question."""
        table, session = self._table, self._table.session
        settings = table.kit.settings
        by_hand = settings.automatic is Automatic.OFF and settings.safe_by_hand >= SAFE_BY_HAND
        due = by_hand and not settings.safe_asked
        if self._asked is None and table.counts and due:
            self._asked, self._asked_until = session, len(session.actions) + _PATIENT
            settings.safe_asked = True
            table.kit.storage.save_settings(settings)
        if self._asked is not session or len(session.actions) > self._asked_until:
            self._asked = None
            return None
        key = Command.SAFE.first_key
        no = Control(tr("No, I'll press {key}", key=key), partial(self._answer, Automatic.OFF))
        yes = Control(tr("Yes"), partial(self._answer, Automatic.SAFE))
        words = tr("Send safe cards home automatically?")
        return Decision(words, "", [yes, no], firm=True)

    def _answer(self, automatic: Automatic) -> None:
        table, self._asked = self._table, None
        table.finish_motion()
        table.kit.settings.automatic = automatic
        table.kit.storage.save_settings(table.kit.settings)
        self.update()
        key = Command.OPTIONS.first_key
        table.tell(tr("You can change this in the options ({key}).", key=key))

    def _ask(self, due: Decision) -> None:
        table = self._table
        before = table.strip.decision
        table.strip.show(due)
        if due.near:
            table.message.keep(due.words, due.near)
        if due.words != before.words:
            choices = ", ".join(button.label for button in due.buttons)
            table.announcer.say(" ".join(filter(None, (due.words, due.weighed, choices))))
        elif due.weighed and not before.weighed:
            # Only the first estimate is announced; later ones are just shown.
            table.announcer.say(due.weighed)

    def _button(self, name: str, command: Command, *, strong: bool = False) -> Control:
        act = partial(self._table.host.run, command)
        if command in (Command.REVIEW, Command.SAFE):
            # The label teaches the key.
            return keyed(name, command.key_names, act)
        return Control(name, act, strong=strong)


def _joined(due: Decision | None, other: Decision | None) -> Decision | None:
    """Return one decision with the buttons of both. If both are given, ``other`` supplies the
    text."""
    if due is None or other is None:
        return due or other
    return other._replace(buttons=[*due.buttons, *other.buttons])
