"""What surrounds the cards of a review: the bar above them, the marks and the story.

It lays all of this out and draws it; the review decides what is done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.core.moves import Verb
from game.core.state import Role
from game.solver.answer import Verdict
from game.support.texts import tr
from game.teach.story import shares
from scenes.kit.commands import BY_COMMAND, Command, key_words
from scenes.kit.services import animates
from scenes.review.areas import areas_of
from scenes.review.storyboard import Storyboard, Told
from scenes.review.study import ways_out
from scenes.review.timeline import MarkStrip
from scenes.review.walks import LineWalk, sight
from scenes.style.shapes import icon, sign_colour
from scenes.style.theme import NORMAL, SMALL, unit
from scenes.table.input.gestures import LEFT
from scenes.widgets.controls import Control, Controls
from scenes.widgets.notice import Tip

if TYPE_CHECKING:
    from scenes.review.review_scene import ReviewScene

_ROOMY: Final = 720
"""From this width on, at unit 1, the bar has buttons for the page of a game and its animation."""


class ReviewFrame:
    """The bar and the strip of marks of one review. ``grip`` is where a press means a mark, ``tip``
    the tip of the button under the mouse. Another walk needs a new layout."""

    def __init__(self, shown: ReviewScene) -> None:
        self._shown = shown
        self.tip = Tip(shown.kit.text)
        self.board = Storyboard(shown.kit)
        self.dragging = False
        """Whether the mouse is being dragged along the marks."""
        self._close = _sign("quit", shown.close)
        self._confirm = Control("", shown.confirm, strong=True)
        self._back = _sign("left", lambda: shown.step(-1))
        self._run = _sign("play", shown.walk_or_stop)
        self._forth = _sign("right", lambda: shown.step(1))
        self._loss = _sign("review", shown.to_the_loss)
        self._branch = _sign("branch", lambda: shown.host.run(Command.NEXT_BRANCH))
        self._mark = _sign("bookmark", lambda: shown.host.run(Command.BOOKMARK))
        self._page = _sign("page", lambda: shown.host.run(Command.PAGE))
        self._film = _sign("film", lambda: shown.host.run(Command.ANIMATION))
        self._again = _sign("chances", lambda: shown.host.run(Command.AGAIN))
        walk = self._close, self._back, self._run, self._forth, self._loss
        game = self._page, self._film, self._branch, self._mark, self._confirm
        self.controls = Controls([*walk, *game], shown.invalidate)
        self._of_line: list[Control] = []
        self.moved: tuple[Rect, ...] = ()
        """Where the cards of the last move lie."""
        self._animates = animates()
        self.ways_out = 0
        """Where the buttons at the right of the bar begin."""
        self.story: tuple[Told, ...] = ()
        """The sentences that tell the game, or the words about a line."""
        self._about: tuple[Told, ...] = ()
        """Those about the position that is shown."""

    @property
    def _aside(self) -> bool:
        """Whether a line is shown that leaves the game."""
        return isinstance(self._shown.walk, LineWalk)

    # -- places --------------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out in a window of ``size``, around the table."""
        scale = self._scale = unit(size, self._shown.kit.text.density)
        top, kit = self._shown.layout.top, self._shown.kit
        self.bar = Rect(0, 0, size[0], top)
        pad = max(2, round(3 * scale))
        side = top - 2 * pad
        self._name_buttons()
        if not self._aside and size[0] < 900 * scale:
            self._confirm.label = tr("Play on")
        self._close.rect = Rect(pad, pad, side, side)
        label = self._confirm.label
        width = kit.text.width(label, round(NORMAL * scale), True) + round(26 * scale)
        self._confirm.rect = Rect(size[0] - pad - width, pad, width, side)
        self._again.named = size[0] >= 1100 * scale
        width = (
            self._again.width(kit.text, round(NORMAL * scale), scale) if self._again.named else side
        )
        self._again.rect = Rect(self._confirm.rect.left - pad - width, pad, width, side)
        areas = self._areas = areas_of(kit, self._shown.deal.kind.table, size)
        self.foot, self.grip = areas.foot, areas.grip
        button = round(36 * scale)
        left = Rect(pad, 0, button, button)
        left.centery = self.grip.centery
        self._back.rect = left.copy()
        self._run.rect = left.move(button, 0)
        self._forth.rect = left.move(2 * button, 0)
        self._loss.rect = left.copy()
        self._loss.rect.right = size[0] - pad
        self.strip = MarkStrip(self._shown.length + 1, areas.marks, scale, areas.curve)
        self.board.lie_in(areas.story, size)
        self.update()

    def _name_buttons(self) -> None:
        """Name all buttons whose names do not depend on the position."""
        game = tr("Back to the game")
        start, enter = BY_COMMAND[Command.START].key_names, key_words("Enter")
        _name(self._close, game if self._aside else tr("Back to the table"), start)
        _name(self._confirm, game if self._aside else tr("Play on from here"), enter)
        _name(self._back, tr("One move back"), tr("left arrow"))
        _name(self._forth, tr("One move forward"), tr("right arrow"))
        _name(self._loss, tr("To the losing move"))
        _name(self._again, tr("Try again"), "T")
        for control, command in (
            (self._branch, Command.NEXT_BRANCH),
            (self._mark, Command.BOOKMARK),
            (self._page, Command.PAGE),
            (self._film, Command.ANIMATION),
        ):
            _name(control, BY_COMMAND[command].label(), BY_COMMAND[command].key_names)

    def update(self) -> None:
        """Update what depends on the position and on what is known."""
        shown = self._shown
        self.moved = tuple(self._find_moved())
        self._back.enabled = shown.at > 0
        self._forth.enabled = shown.at < shown.length
        self._run.enabled = shown.length > 0
        self._run.icon = "pause" if shown.walking else "play"
        label = tr("Stop") if shown.walking else tr("Play through")
        _name(self._run, label, key_words("Space"))
        self._loss.enabled = shown.walk.lost(shown.at) is not None
        self._offer(self._again, self._loss.enabled, self._confirm)
        forked = bool(shown.branches.forks) and not self._aside
        self._offer(self._branch, forked, self._mark)
        # A narrow bar has no room for it; its keys are told in the help.
        wide = self.bar.width >= _ROOMY * self._scale and not self._aside
        self._offer(self._page, wide, self._mark)
        self._offer(self._film, wide and self._animates, self._mark)
        self._mark.icon = "bookmark" if shown.node.bookmark is None else "bookmarked"
        self._lie_beside()
        self._tell()

    @property
    def table_width(self) -> int:
        """The width of the window that the cards have."""
        return self._areas.table[0]

    def _offer(self, control: Control, offered: bool, before: Control) -> None:
        """Have a button, or have it not; Tab comes to it ``before`` another one."""
        items = self.controls.items
        if offered and control not in items:
            items.insert(items.index(before), control)
        elif not offered and control in items:
            items.remove(control)
            if self.controls.focus is control:
                self.drop_focus()

    def _lie_beside(self) -> None:
        """Have the buttons for branches and bookmarks lie beside those that lead out."""
        side = self._confirm.rect.height
        left = (self._again if self._again in self.controls.items else self._confirm).rect.left
        for control in (self._mark, self._branch, self._film, self._page):
            if control in self.controls.items:
                left -= side + 2
                control.rect = Rect(left, self._confirm.rect.top, side, side)
        self.ways_out = left

    def _tell(self) -> None:
        """Tell the story on the board, as far as it is known by now."""
        shown, at, quiet = self._shown, self._shown.at, tuple[Told, ...]()
        if self._aside:
            self.story = self._about = (Told(at, shown.walk.result(at)),)
        else:
            tale, beside = shown.telling.tale(at), shown.beside
            last = shown.review.game_of(at)[-1]
            # What was skill and what was luck: in the last move, and in the whole game.
            lucky = Told(at, shown.luck_words), Told(last, shown.luck.mark_words(at))
            luck = [one for one in lucky if one.text]
            others = *luck, *shown.branches.marked(at)
            stands = shown.game.here is not None
            won = stands and shown.review.verdicts[-1] is Verdict.WINNABLE
            back = shown.branches.came_back(shown.game.moves) if won else ()
            self.story = *tale.told, *back, *beside, *others
            self._about = *tale.about(at), *beside, *(one for one in luck if one.at == at)
            words = " ".join(filter(None, (sight(shown.deal), shown.luck.legend)))
            quiet = (Told(-1, words),) if words else ()
        self.board.tell((*self.story, *quiet), self._about)

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

    def take_line(self, line: Controls) -> None:
        """Have the buttons of the line at the edge among the others; Tab comes to them first."""
        held = self.controls
        held.items[:] = [*line.items, *(one for one in held.items if one not in self._of_line)]
        self._of_line = line.items
        if held.focus is not None and held.focus not in held.items:
            self.drop_focus()
        line.hover, line.focus = held.hover, held.focus

    # -- the focus and the mouse ---------------------------------------------------------------

    def step_focus(self, forward: bool) -> None:
        """Move the focus to the next button, or from the last to the first."""
        if not self.controls.step_focus(forward):
            self.controls.step_focus(forward)
        self.tip.show(self.controls.focus)
        if self.controls.focus:
            self._shown.kit.announcer.say(self.controls.focus.spoken)

    def drop_focus(self) -> bool:
        """Drop the focus; return whether a button had it."""
        had = self.controls.focus is not None
        self.controls.drop_focus()
        self.tip.show(None)
        return had

    def pointer_event(self, event: pygame.Event) -> None:
        """Handle a mouse event."""
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
        """Note where the mouse is; None while it drags the marks."""
        self.controls.point(at)
        hover = self.controls.hover
        if self.tip.watch(hover) or self.board.point(at):
            self._shown.invalidate()

    def _press(self, at: tuple[int, int]) -> None:
        shown = self._shown
        self.drop_focus()
        if self.controls.press(at):
            return
        shown.calm()
        if told := self.board.told_at(at):
            shown.follow(told)
        elif self.grip.collidepoint(at):
            self.dragging = True
            shown.go(self.strip.position_at(at[0]))
        elif shown.layout.pile_at(at) is not None:
            shown.notice(ways_out())

    # -- picture -------------------------------------------------------------------------------

    def paint(self, target: pygame.Surface) -> None:
        """Draw the bar, the foot, and the tip of a button."""
        theme, scale, text = self._shown.kit.theme, self._scale, self._shown.kit.text
        for area, edge in ((self.bar, self.bar.bottom - 1), (self.foot, self.foot.top)):
            target.fill(theme.bar, area)
            if theme.grain:
                target.fill(theme.ink, (0, edge, area.width, 1))
        self._paint_position(target)
        self._paint_words(target)
        self.board.paint(target)
        self._paint_curve(target)
        self.strip.paint(target, theme, self._shown.walk.marked(self._shown.at))
        self.controls.paint(target, theme, text, round(NORMAL * scale), scale)
        told = self.tip.control
        low = told is not None and self.foot.contains(told.rect)
        # Over the cards it covers neither the marks nor any words.
        self.tip.paint(
            target,
            self.bar.bottom,
            theme,
            above=self.foot.top if low else None,
            width=self.table_width,
        )

    def position_texts(self) -> tuple[str, ...]:
        """What the bar may say of the position, the longest wording first."""
        walk, at = self._shown.walk, self._shown.at
        position = walk.position(at)
        brief = walk.brief_positions(at)
        margin = "" if self._aside else self._shown.telling.margin_words(at)
        # The sign beside them says already that it can be won.
        weighed = [tr("{position} – {known}", position=one, known=margin) for one in brief[:-1]]
        known = tr("{position} – {known}", position=position, known=walk.known(at))
        with_margin = tr("{position} – {known}", position=position, known=margin)
        if not margin:
            return known, position, *brief
        return f"{known}, {margin}", with_margin, *weighed, known, position, *brief

    def result_texts(self) -> tuple[str, ...]:
        """What the foot may say of the game, the longest wording first."""
        walk, at = self._shown.walk, self._shown.at
        result, knows = walk.result(at), sight(self._shown.deal)
        both = (f"{result}  ·  {knows}",) if knows else ()
        return *both, result, walk.brief_result(at)

    @property
    def tells_sight(self) -> bool:
        """Whether the foot says that the review knows the hidden cards."""
        knows = sight(self._shown.deal)
        if not knows:
            return False
        if self._areas.story:
            return any(row.told.text.startswith(knows) for row in self.board.rows)
        return " ".join(self.words()).endswith(knows)

    def words(self) -> tuple[str, ...]:
        """The rows of words above the marks, where there is no room for a whole story: what it
        tells of the position, or in a very low window the result of the game."""
        rows, room, text = self._areas.rows, self._areas.words.width, self._shown.kit.text
        size = round(SMALL * self._scale)
        if rows == 1:
            return (self._longest(self.result_texts(), size, room),)
        about = self._about
        for first in range(len(about)):
            told = text.wrapped(" ".join(one.text for one in about[first:]), size, room)
            if len(told) <= rows:
                return told
        return told[:rows]

    def _paint_position(self, target: pygame.Surface) -> None:
        """Draw the sign of what is known, the position in words, and the account."""
        theme, text, scale = self._shown.kit.theme, self._shown.kit.text, self._scale
        walk, at = self._shown.walk, self._shown.at
        size, pad, side = round(NORMAL * scale), round(8 * scale), round(20 * scale)
        name = walk.light(at).name.lower()
        sign = icon(name, side, sign_colour(name, theme))
        place = target.blit(
            sign, sign.get_rect(midleft=(self._close.rect.right + pad, self.bar.centery))
        )
        right = self.ways_out - pad
        if account := walk.account(at):
            line = text.line(account, size, theme.ink, True)
            right = target.blit(line, line.get_rect(midright=(right, self.bar.centery))).left - pad
        left = place.right + pad
        said = self._longest(self.position_texts(), size, right - left)
        line = text.line(said, size, theme.ink)
        target.blit(line, line.get_rect(midleft=(left, self.bar.centery)))

    def _paint_words(self, target: pygame.Surface) -> None:
        """Draw what is known of the game, above the marks."""
        if not self._areas.rows:
            return
        theme, size = self._shown.kit.theme, round(SMALL * self._scale)
        area = self._areas.words
        for number, words in enumerate(self.words()):
            line = self._shown.kit.text.line(words, size, theme.ink)
            middle = area.top + round((number + 0.5) * area.height / self._areas.rows)
            target.blit(line, line.get_rect(midleft=(area.left, middle)))

    def _paint_curve(self, target: pygame.Surface) -> None:
        """Draw the curves of winning moves and of the chance that could be known."""
        if self._aside:
            return
        shown, theme = self._shown, self._shown.kit.theme
        found = list(shares(shown.review.verdicts, shown.telling.margins))
        self.strip.paint_curve(target, theme, found, shown.telling.tale(shown.at).narrow)
        self.strip.paint_chances(target, theme, shown.luck.chances)

    def _longest(self, texts: Sequence[str], size: int, room: int) -> str:
        """Return the first of ``texts`` that there is room for, or as much of the last as fits."""
        text = self._shown.kit.text
        fits = (one for one in texts if text.width(one, size) <= room)
        return next(fits, None) or text.fitted(texts[-1], size, room)


def _sign(sign: str, act: Callable[[], None]) -> Control:
    """Return a button that shows a sign."""
    return Control("", act, icon=sign, flat=True)


def _name(control: Control, label: str, key: str = "") -> None:
    """Name a button, and the key that does the same in its tip."""
    control.label = label
    control.tip = f"{label} – {key}" if key else label
