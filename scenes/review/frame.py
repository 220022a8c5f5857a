"""What surrounds the cards of a review: the bar above them, the marks and the story.

It lays all of this out and draws it; the review decides what is done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame
from pygame import Rect

from game.core.moves import Verb
from game.core.state import PileId, Role
from game.support.texts import tr
from game.teach.story import shares
from scenes.kit.commands import BY_COMMAND, Command, key_words
from scenes.kit.services import animates
from scenes.review.acts import Acts
from scenes.review.context import Reviewed
from scenes.review.curve import Curve
from scenes.review.leaps import Leaps
from scenes.review.places import places_of
from scenes.review.storyboard import Storyboard
from scenes.review.telling import Told
from scenes.review.timeline import MarkStrip
from scenes.review.walks import LineWalk, sight
from scenes.style.icons import icon, sign_colour
from scenes.style.theme import NORMAL, SMALL, unit
from scenes.widgets.controls import Control, Controls
from scenes.widgets.notice import Tip

_ROOMY: Final = 720
"""From this width on, at unit 1, the bar has buttons for the page of a game and its animation."""


class ReviewFrame:
    """The bar and the strip of marks of one review. ``grip`` is where a press means a mark, ``tip``
    the tip of the button under the mouse."""

    def __init__(self, shown: Reviewed, acts: Acts, leaps: Leaps) -> None:
        self._shown = shown
        self._acts = acts
        self.tip = Tip(shown.kit.text)
        self.board = Storyboard(shown.kit)
        self.grip = Rect(0, 0, 0, 0)
        self._close = self._sign("quit", "", "", acts.close)
        self._confirm = Control("", acts.confirm, strong=True)
        self._back = self._sign("left", tr("One move back"), tr("left arrow"), acts.back)
        self._run = self._sign("play", "", "", acts.walk_or_stop)
        self._forth = self._sign("right", tr("One move forward"), tr("right arrow"), acts.forth)
        self._loss = self._sign("review", tr("To the losing move"), "", acts.to_the_loss)
        self._branch = self._sign("branch", "", "", lambda: leaps.to_branch(1))
        self._mark = self._sign("bookmark", "", "", leaps.bookmark)
        self._page = self._sign("page", "", "", lambda: shown.host.run(Command.PAGE))
        self._film = self._sign("film", "", "", lambda: shown.host.run(Command.ANIMATION))
        self._again = self._sign("chances", "", "", lambda: shown.host.run(Command.AGAIN))
        self.controls = Controls(
            [
                self._close,
                self._back,
                self._run,
                self._forth,
                self._loss,
                self._page,
                self._film,
                self._branch,
                self._mark,
                self._confirm,
            ],
            shown.invalidate,
        )
        self._of_line: list[Control] = []
        self._moved: tuple[Rect, ...] = ()
        self._animates = animates()
        self.ways_out = 0
        """Where the buttons at the right of the bar begin."""
        self.take_walk()

    def take_walk(self) -> None:
        """Adapt to another walk: its marks, and the names of the buttons that lead out of it."""
        shown = self._shown
        self.strip = MarkStrip(len(shown.walk.positions))
        self._aside = isinstance(shown.walk, LineWalk)
        close = tr("Back to the game") if self._aside else tr("Back to the table")
        self._name(self._close, close, BY_COMMAND[Command.START].key_names)

    @staticmethod
    def _name(control: Control, label: str, key: str) -> None:
        control.label = label
        control.tip = f"{label} – {key}" if key else label

    @staticmethod
    def _sign(sign: str, label: str, key: str, act: Callable[[], None]) -> Control:
        control = Control(label, act, icon=sign, flat=True)
        ReviewFrame._name(control, label, key)
        return control

    # -- places --------------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out in a window of ``size``, around the table."""
        scale = self._scale = unit(size, self._shown.kit.text.density)
        top, kit = self._shown.layout.top, self._shown.kit
        self.bar = Rect(0, 0, size[0], top)
        pad = max(2, round(3 * scale))
        side = top - 2 * pad
        self._close.rect = Rect(pad, pad, side, side)
        long = size[0] >= 900 * scale
        if self._aside:
            self._name(self._confirm, tr("Back to the game"), key_words("Enter"))
        else:
            self._name(self._confirm, tr("Play on from here"), key_words("Enter"))
            self._confirm.label = tr("Play on from here") if long else tr("Play on")
        label = self._confirm.label
        width = kit.text.width(label, round(NORMAL * scale), True) + round(26 * scale)
        self._confirm.rect = Rect(size[0] - pad - width, pad, width, side)
        again = tr("Try again")
        self._name(self._again, again, "T")
        self._again.named = size[0] >= 1100 * scale
        width = (
            self._again.width(kit.text, round(NORMAL * scale), scale) if self._again.named else side
        )
        self._again.rect = Rect(self._confirm.rect.left - pad - width, pad, width, side)
        for control, command in (
            (self._branch, Command.NEXT_BRANCH),
            (self._mark, Command.BOOKMARK),
            (self._page, Command.PAGE),
            (self._film, Command.ANIMATION),
        ):
            self._name(control, BY_COMMAND[command].label(), BY_COMMAND[command].key_names)
        places = self._places = places_of(kit, self._shown.deal.kind.table, size)
        self.foot, self.grip = places.foot, places.grip
        button = round(36 * scale)
        left = Rect(pad, 0, button, button)
        left.centery = self.grip.centery
        self._back.rect = left.copy()
        self._run.rect = left.move(button, 0)
        self._forth.rect = left.move(2 * button, 0)
        self._loss.rect = left.copy()
        self._loss.rect.right = size[0] - pad
        self.strip.lie_in(places.marks, scale)
        self.board.lie_in(places, size)
        self.update()

    def update(self) -> None:
        """Update what depends on the position and on what is known."""
        shown = self._shown
        self._moved = tuple(self._find_moved())
        self._back.enabled = shown.at > 0
        self._forth.enabled = shown.at < shown.length
        self._run.enabled = shown.length > 0
        self._run.icon = "pause" if self._acts.walking else "play"
        label = tr("Stop") if self._acts.walking else tr("Play through")
        self._name(self._run, label, key_words("Space"))
        self._loss.enabled = shown.walk.lost(shown.at) is not None
        self._offer(self._again, shown.walk.lost(shown.at) is not None, self._confirm)
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
        return self._places.table[0]

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

    @property
    def story(self) -> tuple[Told, ...]:
        """The sentences that tell the game, or the words about a line."""
        shown = self._shown
        if self._aside:
            return (Told(shown.at, shown.walk.result(shown.at)),)
        told = (*shown.telling.tale(shown.at).told, *shown.came_back, *shown.beside)
        return (*told, *self._of_luck, *shown.marked)

    @property
    def _of_luck(self) -> tuple[Told, ...]:
        """What was skill and what was luck: in the last move, and in the whole game."""
        shown = self._shown
        last = shown.review.game_of(shown.at)[-1]
        found = Told(shown.at, shown.luck_words), Told(last, shown.luck.mark_words(shown.at))
        return tuple(one for one in found if one.text)

    @property
    def _about(self) -> tuple[Told, ...]:
        """The sentences about the position that is shown."""
        if self._aside:
            return self.story
        at = self._shown.at
        luck = (one for one in self._of_luck if one.at == at)
        return (*self._shown.telling.tale(at).about(at), *self._shown.beside, *luck)

    def _tell(self) -> None:
        """Show the story on the board."""
        told = sight(self._shown.deal), self._shown.luck.legend
        quiet = "" if self._aside else " ".join(filter(None, told))
        self.board.tell(self.story, self._about, quiet)

    def moved(self) -> tuple[Rect, ...]:
        """Return where the cards of the last move lie."""
        return self._moved

    def _find_moved(self) -> list[Rect]:
        shown = self._shown
        action = shown.walk.actions[shown.at - 1] if shown.at else ()
        if any(step.move.verb not in (Verb.CARRY, Verb.DEAL) for step in action):
            return []
        ways = {card: target for step in action for card, _, target in step.transfers}
        found: dict[PileId, int] = {}
        for card, target in ways.items():
            place = shown.state[target].index(card)
            found[target] = min(place, found.get(target, place))
        layout, rects = shown.layout, []
        for pile, first in found.items():
            count = len(shown.state[pile])
            last = Rect(layout.place(pile, count - 1, count), layout.card)
            if pile.role is Role.FOUNDATION:
                first = count - 1
            rects.append(last.union(Rect(layout.place(pile, first, count), layout.card)))
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

    def point(self, at: tuple[int, int] | None) -> None:
        """Note where the mouse is; None while it drags the marks."""
        self.controls.point(at)
        hover = self.controls.hover
        if self.tip.watch(hover) or self.board.point(at):
            self._shown.invalidate()

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
        if self._places.story:
            return any(row.told.text.startswith(knows) for row in self.board.rows)
        return " ".join(self.words()).endswith(knows)

    def words(self) -> tuple[str, ...]:
        """The rows of words above the marks, where there is no room for a whole story: what it
        tells of the position, or in a very low window the result of the game."""
        rows, room, text = self._places.rows, self._places.words.width, self._shown.kit.text
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
        if not self._places.rows:
            return
        theme, size = self._shown.kit.theme, round(SMALL * self._scale)
        area = self._places.words
        for number, words in enumerate(self.words()):
            line = self._shown.kit.text.line(words, size, theme.ink)
            middle = area.top + round((number + 0.5) * area.height / self._places.rows)
            target.blit(line, line.get_rect(midleft=(area.left, middle)))

    def _paint_curve(self, target: pygame.Surface) -> None:
        """Draw the curves of winning moves and of the chance that could be known."""
        if self._aside:
            return
        shown, curve = self._shown, Curve(self.strip, self._places.curve, self._scale)
        found = list(shares(shown.review.verdicts, shown.telling.margins))
        curve.paint(target, shown.kit.theme, found, shown.telling.tale(shown.at).narrow)
        curve.paint_chances(target, shown.kit.theme, shown.luck.chances)

    def _longest(self, texts: Sequence[str], size: int, room: int) -> str:
        """Return the first of ``texts`` that there is room for, or as much of the last as fits."""
        text = self._shown.kit.text
        fits = (one for one in texts if text.width(one, size) <= room)
        return next(fits, None) or text.fitted(texts[-1], size, room)
