"""The strip of a table: a text with a few buttons. Among other things, it offers a way back from a
lost position, and a new game when one has been won or stopped.

It is at the foot of the table or, after a win, in the middle of the empty table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

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
from scenes.widgets.controls import Control, Controls
from scenes.widgets.notice import Near

if TYPE_CHECKING:
    from game.teach.difficulty import Graded
    from scenes.table.table import Table

_PATIENT: Final = 5
"""The number of actions after which the question about safe cards disappears by itself."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision for the player: a text and buttons.

    ``brief`` replaces the text if there isn't enough room for the whole text; if there isn't even
    room for ``brief``, only the buttons are shown. A ``firm`` text is never shortened and takes as
    many rows as it needs. A ``centred`` decision is shown in the middle of the table, any other at
    the foot.
    """

    words: str
    brief: str
    buttons: Sequence[Control]
    weighed: str = ""
    """What each choice is expected to earn; empty unless the player wants to know.

    It is shown after the text or in its place, but never takes up an extra row.
    """
    firm: bool = False
    near: Near | None = None
    """Where on the table the text belongs; None if it goes beside the buttons."""
    headline: str = ""
    centred: bool = False

    @property
    def least(self) -> str:
        """The shortest form of the text."""
        return self.brief or self.words


_NOTHING: Final = Decision("", "", ())


class Strip:
    """The headline, text and buttons of a decision; hidden if there is neither headline nor
    text."""

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
        """Whether the strip is shown at the foot."""
        return self.is_visible and not self.decision.centred

    def show(self, now: Decision | None) -> None:
        """Show the decision ``now``, or hide the strip if it is None.

        If a new button has the same label as the focused one, it gets the focus.
        """
        now = now or _NOTHING
        if now is self.decision:
            return
        focused = self.controls.focus.label if self.controls.focus else None
        self.decision = now
        self.controls = Controls(self.decision.buttons, self._invalidate)
        self.controls.focus = next((c for c in self.decision.buttons if c.label == focused), None)

    # -- at the foot ---------------------------------------------------------------------------

    def _unit(self, size: tuple[int, int]) -> float:
        return unit(size, self._text.density)

    def _height(self, size: tuple[int, int], rows: int = 1) -> int:
        return strip_height(size, self._text.density, rows)

    def height(self, size: tuple[int, int]) -> int:
        """Return the height of the strip at the foot of a window of ``size``, in pixels; 0 if it
        isn't shown there."""
        return self._height(size, len(self._foot_rows(size))) if self.at_foot else 0

    def _foot_rows(self, size: tuple[int, int]) -> list[list[Control]]:
        """Return the buttons in as many rows as the width of the window requires.

        The text is to the left of the first row. If there is a headline, as at the end of a game,
        and the text needs the room, only one button stays in the first row.
        """
        scale = self._unit(size)
        gap, room = round(8 * scale), size[0] - round(16 * scale)
        rows: list[list[Control]] = [[]]
        for control in reversed(self.controls.items):
            if rows[0] and self._row_width([*rows[0], control], gap, scale) > room:
                rows.insert(0, [])
            rows[0].insert(0, control)
        words = self._text.width(self.decision.least, round(NORMAL * scale)) + round(20 * scale)
        if self.decision.headline and len(rows[0]) > 1:
            over = self._row_width(rows[0], gap, scale) + words > room
            if over:
                rows[:1] = [rows[0][:1], rows[0][1:]]
        beside = size[0] - round(28 * scale) - self._row_width(rows[0], gap, scale)
        if (
            self.decision.firm
            and self._text.width(self.decision.words, round(NORMAL * scale)) > beside
        ):
            rows.insert(0, [])
        return rows

    def _row_width(self, row: Sequence[Control], gap: int, scale: float) -> int:
        """Return the width of a row of buttons, in pixels."""
        return sum(self._width(one, scale) for one in row) + gap * (len(row) - 1)

    def place_at_foot(self, size: tuple[int, int], foot: int | None = None) -> None:
        """Put the strip along the foot of a window of ``size``, or above the pixel row ``foot`` if
        given.

        The text is at the left, the buttons at the right.
        """
        scale, high = self._unit(size), self.height(size)
        self.rect = Rect(0, (size[1] if foot is None else foot) - high, size[0], high)
        gap, left = round(8 * scale), round(12 * scale)
        height = min(self._height(size) - round(4 * scale), round(36 * scale))
        middle = self.rect.top + self._height(size) // 2
        step = self._height(size, 2) - self._height(size)
        for number, row in enumerate(self._foot_rows(size)):
            right = self.rect.right - gap
            for control in reversed(row):
                width = self._width(control, scale)
                control.rect = Rect(0, 0, width, height)
                control.rect.midright = (right, middle + number * step)
                right -= width + gap
            if not number:
                self._words_room = Rect(left, 0, right - left, self._height(size))
                self._words_room.centery = middle

    def has_room_for(self, said: str, size: tuple[int, int]) -> bool:
        """Return whether the message ``said`` fits in place of the text."""
        return (
            self.at_foot
            and not (self.decision.firm or self.decision.near)
            and bool(self._rows_of(said, self._unit(size), self._words_room.width))
        )

    def _rows_of(self, said: str, scale: float, room: int) -> tuple[int, Sequence[str]] | None:
        """Return the font size and the rows in which a text fits into a width of ``room`` pixels:
        one row, or two in small type.

        Returns None if the text doesn't fit.
        """
        for size, most in ((NORMAL, 1), (SMALL, 2)):
            points = round(size * scale)
            if self._text.width(said, points) <= most * room:
                rows = self._text.wrapped(said, points, room)
                if len(rows) <= most:
                    return points, rows
        return None

    # -- amid the table ------------------------------------------------------------------------

    def place_in(self, area: Rect, size: tuple[int, int]) -> None:
        """Put the strip in the middle of ``area``, clear of the window's sides.

        The headline comes first, then the text, then the buttons, in several rows if one is not
        enough.
        """
        scale = self._unit(size)
        gap, pad = round(10 * scale), round(20 * scale)
        room = size[0] - gap - pad
        rows: list[list[Control]] = [[]]
        for control in self.controls.items:
            if rows[-1] and self._row_width([*rows[-1], control], gap, scale) > room:
                rows.append([])
            rows[-1].append(control)
        across = [self._row_width(row, gap, scale) for row in rows]
        step = round(46 * scale)
        words = max(
            self._text.width(self.decision.words, round(NORMAL * scale)),
            self._text.width(self.decision.headline, round(LARGE * scale), True),
        )
        width = min(size[0] - gap, max(words, *across) + 2 * pad)
        self.rect = Rect(0, 0, width, round(158 * scale) + step * (len(rows) - 1))
        self.rect.center = area.center
        self.rect.clamp_ip(Rect((0, 0), size).inflate(-2 * gap, 0))
        for number, row in enumerate(rows):
            x = self.rect.centerx - across[number] // 2
            y = self.rect.top + round(102 * scale) + step * number
            for control in row:
                control.rect = Rect(x, y, self._width(control, scale), round(38 * scale))
                x = control.rect.right + gap

    def _width(self, control: Control, scale: float) -> int:
        size = round(NORMAL * scale)
        return self._text.width(control.label, size, control.strong) + round(26 * scale)

    def paint(self, target: pygame.Surface, theme: Theme, said: str = "") -> None:
        """Draw the strip; the message ``said``, if given, replaces its text."""
        scale = self._unit(target.get_size())
        ground(target, theme, self.rect, scale)
        if self.decision.centred:
            self._paint_centred(target, theme, scale)
        else:
            self._paint_words(target, theme, said, scale)
        self.controls.paint(target, theme, self._text, scale)

    def _paint_centred(self, target: pygame.Surface, theme: Theme, scale: float) -> None:
        size = round(NORMAL * scale)
        frame = max(1, round(scale))
        rounded(target, theme.accent, self.rect, frame, theme.radius(12 * scale))
        room = self.rect.width - round(16 * scale)
        large = round(LARGE * scale)
        if self._text.width(self.decision.headline, large, True) > room:
            large = size
        top = self._text.line(self.decision.headline, large, theme.accent, True)
        y = self.rect.top + round((34 if self.decision.words else 52) * scale)
        target.blit(top, top.get_rect(center=(self.rect.centerx, y)))
        if not self.decision.words:
            return
        # A text that is too long for one row is set in two rows of small type.
        found = self._rows_of(self.decision.words, scale, room)
        size, rows = found or (size, [self._text.fitted(self.decision.words, size, room)])
        lines = [self._text.line(row, size, theme.ink) for row in rows]
        high = sum(line.get_height() for line in lines)
        y = self.rect.top + round(72 * scale) - high // 2
        for line in lines:
            y = target.blit(line, line.get_rect(midtop=(self.rect.centerx, y))).bottom

    def _paint_words(self, target: pygame.Surface, theme: Theme, said: str, scale: float) -> None:
        """Draw the first of these that fits: the message ``said``, the decision's text followed by
        ``weighed``, ``weighed`` alone, the text alone, or the brief text.

        If none fits, draw nothing; the buttons say enough.
        """
        decision = self.decision
        if decision.near:
            return
        place, left = self._words_room, self._words_room.left
        head = self._text.line(decision.headline, round(NORMAL * scale), theme.accent, True)
        over = head.get_width() + round(8 * scale) if decision.headline else 0
        both = f"{decision.words} {decision.weighed}" if decision.weighed else ""
        ways = (
            (said, 0),
            (both, over),
            (decision.weighed, over),
            (decision.words, over),
            (decision.least, over),
            (decision.least, 0),
        )
        for words, before in ways:
            found = self._rows_of(words, scale, place.width - before) if words else None
            if not found:
                continue
            if before:
                target.blit(head, head.get_rect(midleft=(left, place.centery)))
            lines = [self._text.line(row, found[0], theme.ink) for row in found[1]]
            top = place.centery - sum(line.get_height() for line in lines) // 2
            for line in lines:
                top = target.blit(line, (left + before, top)).bottom
            return


class Prompt:
    """Keeps the strip of a table up to date."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._copied: State | None = None
        self._asked: Session | None = None
        """The game in which the player is asked whether safe cards should go home automatically;
        None once the question has been answered or has disappeared."""
        self._asked_until = 0
        """The question disappears when the game ``_asked`` has more than this many actions."""

    def offer_copied(self) -> None:
        """Offer to review the game on the table, which was pasted with its moves, or to play its
        deal from the start."""
        self._copied = self._table.session.state
        self.update()

    def update(self) -> None:
        """Show the decision that the current position requires, if any."""
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
        """Return the par and grade of the deal of a won game; None if they aren't known."""
        if not session.won_unaided or not session.deal.kind.graded:
            return None
        graded = self._table.guide.grade()
        if graded is not None and self._table.desk:
            self._table.kit.storage.record_par(session, graded.par.moves)
        return graded

    def _offer_way_back(self, session: Session, count: int) -> None:
        """Offer to undo ``count`` actions, back to the last winnable position."""
        table = self._table
        moves = max(1, moves_shown(table.rules, session.since_restart[-count:]))
        name = trn("Take back {n} move", "Take back {n} moves", moves)
        key = winnable_key(session.deal.kind)
        label = tr("{label} ({key})", label=name, key=key)
        back = Control(label, table.undo_to_winnable, strong=True)
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
        """Return the offer to send all remaining cards home; None if that needs other moves too, or
        takes only one move."""
        session = self._table.session
        if len(finishing_moves(session.rules, session.state)) <= 1:
            return None
        finish = self._button(tr("Finish"), Command.SAFE)
        return Decision(tr("The rest goes home on its own."), "", [finish])

    def count_by_hand(self, step: Step) -> None:
        """Count ``step`` if the player has sent a safe card home with it; after enough such steps,
        the player is asked whether to send safe cards home automatically."""
        table, settings = self._table, self._table.kit.settings
        counts = settings.automatic is Automatic.OFF and settings.safe_by_hand < SAFE_BY_HAND
        if not counts or not step.move.goes_home:
            return
        safe = table.session.safe_steps(table.session.before_last)
        if any(step.transfers[0].card == one.transfers[0].card for one in safe):
            settings.safe_by_hand += 1
            table.kit.storage.save_settings(settings)

    def _question(self) -> Decision | None:
        """Return the prompt offering to send safe cards home automatically; None if it isn't due.

        It is offered only once, and disappears after a few moves.
        """
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
        """Apply the player's answer to the question about safe cards."""
        table, self._asked = self._table, None
        table.finish_motion()
        table.kit.settings.automatic = automatic
        table.kit.storage.save_settings(table.kit.settings)
        self.update()
        key = Command.OPTIONS.first_key
        table.tell(tr("You can change this in the options ({key}).", key=key))

    def _ask(self, due: Decision) -> None:
        """Ask the player for the decision ``due``."""
        table = self._table
        before = table.strip.decision
        table.strip.show(due)
        if due.near:
            table.message.keep(due.words, due.near)
        if due.words != before.words:
            choices = ", ".join(button.label for button in due.buttons)
            table.announcer.say(" ".join(filter(None, (due.words, due.weighed, choices))))
        elif due.weighed and not before.weighed:
            # Only the first answer is announced; later ones are just shown.
            table.announcer.say(due.weighed)

    def _button(self, name: str, command: Command, *, strong: bool = False) -> Control:
        label = name
        if command in (Command.REVIEW, Command.SAFE):
            # The label teaches the key.
            label = tr("{label} ({key})", label=name, key=command.key_names)
        return Control(label, lambda: self._table.host.run(command), strong=strong)


def _joined(due: Decision | None, other: Decision | None) -> Decision | None:
    """Combine two decisions: return ``other`` with the buttons of both. If only one is given,
    return that one; if neither is, return None.

    ``due`` is the casino's decision.
    """
    if due is None or other is None:
        return due or other
    return replace(other, buttons=[*due.buttons, *other.buttons])
