"""The review of a game: every position that was met, and what is known of it.

It shows a game and changes nothing; to play on from a position is for the table it came from.
"""

from __future__ import annotations

import math
from typing import Final, Protocol

import pygame

from game.core.cards import Card
from game.core.piles import Role
from game.core.state import State
from game.play.review import Review
from game.play.session import Session
from game.rules.registry import Deal
from game.support.texts import tr
from scenes.kit.clock import ANSWERS
from scenes.kit.commands import ENTER, Command
from scenes.kit.services import Host, Kit
from scenes.review.answers import Answers, Wish
from scenes.review.autoplay import Watch
from scenes.review.frame import ReviewFrame, lay_table
from scenes.review.lengths import longest_column, room_needed
from scenes.review.words import ReviewWords, sight
from scenes.table.draw.fit import Fit
from scenes.table.draw.glide import Glide
from scenes.table.draw.painter import TablePainter
from scenes.table.draw.places import TableLayout
from scenes.table.draw.sprites import Groups, faces_seen
from scenes.table.input.gestures import LEFT
from scenes.table.overlay import paint_counts, paint_hint
from scenes.table.scene import TableScene
from scenes.table.status import deal_title, ring_words, waiting_rank
from scenes.widgets.notice import EdgeLine

_STEPS: Final = {
    pygame.K_LEFT: -1,
    pygame.K_RIGHT: 1,
    pygame.K_PAGEUP: -10,
    pygame.K_PAGEDOWN: 10,
}
_COMMANDS: Final = {
    Command.UNDO: -1,
    Command.UNDO_ACTION: -1,
    Command.REDO: 1,
    Command.REDO_ACTION: 1,
}
"""How many positions each goes on."""
_ON_A_TABLE: Final = (Command.SAFE, Command.TO_CELLS, Command.DEAL)
"""What is to be done after the review."""
_ANSWERED: Final = {Command.HINT: Wish.HINT, Command.SOLUTION: Wish.SOLUTION}
"""What is answered for the position that is looked at."""


class ReviewHost(Host, Protocol):
    """What the review asks of the program besides."""

    def end_review(self, position: int | None = None) -> None:
        """Back to the table; with a ``position``, to play on from there."""

    def play_again(self, deal: Deal) -> None:
        """To the table with ``deal``, from its start."""


class ReviewScene:
    """A walk along the positions of ``session``, the game on ``table``; without a table it is one
    that has long been finished."""

    def __init__(self, host: ReviewHost, session: Session, table: TableScene | None) -> None:
        self.host = host
        self.session = session
        self.table = table
        self.watch = Watch(self)
        """Walks by itself."""
        self.answers = Answers(self)
        self.dirty = True
        self.restyled = False
        """Whether the table has to change its looks too."""
        self.review = Review.of_session(session)
        self.here = self.at = len(session.actions)
        self.played = session.played
        self.words = ReviewWords(self.review, session)
        self.line = EdgeLine()
        self.frame = ReviewFrame(self)
        self._asked: int | None = None
        self._told = ""
        self._dragging = False
        self._room = room_needed([longest_column(state) for state in self.review.positions])
        self.glide: Glide | None = None
        """The cards on their way to another size."""
        self.fit = Fit(self)
        self.layout = self.make_layout(host.size)
        self.groups = Groups(session.rules.piles, self.layout)
        self._make_painter()
        self.resize(host.size)

    def begin(self) -> None:
        """It is shown now: say what it is."""
        knows = sight(self.review.deal)
        if not self.frame.tells_sight:
            self.line.show(knows)
        self.kit.announcer.say(f"{tr('Review: the arrows walk.')} {self._ways_out()} {knows}")
        self._say()

    @property
    def kit(self) -> Kit:
        return self.host.kit

    @property
    def title(self) -> str:
        return tr("{game} – Vierfeld", game=deal_title(self.session.deal))

    @property
    def moving(self) -> bool:
        """Whether it walks by itself."""
        return self.watch.running or self.glide is not None

    @property
    def patience(self) -> float:
        """Seconds for which nothing will change of itself."""
        faces = self.painter.faces
        if self.fit.preparing or (faces is not None and faces.pending()):
            return 0.0
        quiet = self.review.next() is None and self.answers.wish is None
        return math.inf if quiet else ANSWERS

    @property
    def state(self) -> State:
        """The position that is shown."""
        return self.review.positions[self.at]

    # -- size and picture ----------------------------------------------------------------------

    def _make_painter(self) -> None:
        kit = self.kit
        self.painter = TablePainter(kit.style, kit.theme, kit.text)
        faces = self.table.painter.faces if self.table else None
        if faces is not None and faces.style == kit.style:
            # The table has them already; another size of them becomes crisp little by little.
            self.painter.shelf.now = faces

    def resize(self, size: tuple[int, int]) -> None:
        """The window has another size."""
        self.steady()
        self.layout = self.make_layout(size)
        self.frame.resize(size)
        self.lie(self.layout)

    def make_layout(self, size: tuple[int, int], now: TableLayout | None = None) -> TableLayout:
        """The layout for the position that is shown; ``now`` itself if that is the same."""
        layout = lay_table(self.kit, self.session.deal.kind.table, size, self._room[self.at])
        return now if now == layout else layout

    def lie(self, layout: TableLayout) -> None:
        """Lay everything anew, at once."""
        self.glide = None
        self.groups.layout = layout
        self.painter.resize(layout, self.seen())
        self.settle()
        self.lie_later(layout)

    def lie_later(self, layout: TableLayout) -> None:
        """This is the layout from now on, to which the cards are on their way."""
        self.layout = layout
        self.frame.update()
        self.invalidate()

    def settle(self) -> None:
        """Put all cards where they belong in the position that is shown."""
        self.groups.show(self.state, self.session.rules.piles)

    def invalidate(self) -> None:
        """Another picture is wanted."""
        self.dirty = True

    def restyle(self) -> None:
        """Theme, deck or options have changed."""
        self.restyled = True
        self._make_painter()
        # Its buttons may have other names now.
        self.frame = ReviewFrame(self)
        self.resize(self.host.size)

    def seen(self) -> list[Card]:
        """The cards whose faces are to be seen."""
        return faces_seen(self.state)

    def paint(self, target: pygame.Surface, *, whole: bool) -> None:
        """Bring the picture up to date."""
        self.fit.show()
        rank = waiting_rank(self.session.deal, self.state)
        ring = ring_words(self.session.deal, self.state)
        self.painter.paint(target, self.groups, [], [], waiting_rank=rank, ring=ring, whole=whole)
        if self.kit.theme.shadows and not self.glide:
            for rect in self.frame.moved():
                self.painter.paint_trace(target, rect)
                paint_counts(target, self.painter, self.state, rect)
        if self.answers.hinted is not None and not self.glide:
            paint_hint(target, self.painter, self.state, self.answers.hinted)
        covered = self.line.paint(target, self.layout.foot, self.kit.theme, self.kit.text)
        if covered:
            self.painter.cover(covered)
        if tip := self.frame.paint(target):
            self.painter.cover(tip)
        self.dirty = False

    # -- walking -------------------------------------------------------------------------------

    @property
    def length(self) -> int:
        """How many moves were played."""
        return len(self.review.positions) - 1

    def go(self, at: int) -> None:
        """Show position ``at``, or the nearest one that there is."""
        at = max(0, min(self.length, at))
        if at == self.at:
            return
        self._end_glide()
        self.fit.doubt()
        before, self.at = self.state, at
        piles = [pile for pile in self.session.rules.piles if before[pile] != self.state[pile]]
        homes = [pile for pile in self.session.rules.piles if pile.role is Role.FOUNDATION]
        self.groups.show(self.state, piles)
        self.groups.stale.update(homes)
        self.frame.update()
        self.invalidate()
        self._say()

    def _end_glide(self) -> None:
        """Whatever glides is where it belongs."""
        if self.glide:
            self.lie(self.layout)

    def _say(self) -> None:
        """Tell a reader's ear where this is."""
        if self.kit.announcer.heard:
            self.kit.announcer.say(self.words.spoken(self.at))

    def to_the_loss(self) -> None:
        """To the position in front of the move that lost the game, if it is known."""
        lost = self.review.lost_within(self.at)
        if lost is not None:
            self.go(lost + 1 if self.at == lost else lost)

    def close(self) -> None:
        """Back to the table as it was left."""
        self.host.end_review()

    def play_on(self) -> None:
        """Back to the table, to play on from the position that is shown."""
        if self.state.stopped or self.review.deal.engine.won(self.state):
            self.refuse(tr("The game has ended here; go back first."))
        else:
            self.host.end_review(self.at)

    def refuse(self, words: str) -> None:
        """The pling, with a line at the edge."""
        self.kit.sounds.refuse()
        self.kit.announcer.say(words)
        self.notice(words)

    # -- input ---------------------------------------------------------------------------------

    def _calm(self) -> None:
        """The player does something: what goes on by itself, or was shown for a while, ends."""
        self.watch.end()
        self._end_glide()
        if self.answers.wish is not None:
            # The solver was asked for this; what the marks wait for is asked anew.
            self._asked = None
        self.answers.end()

    def command(self, command: Command) -> bool:
        """Walk, or go back to the table; what only the table can do is done there."""
        self._calm()
        if command in _COMMANDS:
            self.go(self.at + _COMMANDS[command])
        elif command is Command.MENU:
            if not self.frame.drop_focus():
                self.close()
        elif command is Command.DEAL and self.frame.controls.activate():
            # The space bar presses what is in focus, as everywhere.
            pass
        elif command is Command.RESTART and self.table is None:
            self.host.play_again(self.session.deal)
        elif command in _ANSWERED:
            self.answers.want(_ANSWERED[command])
        elif command in _ON_A_TABLE:
            self.refuse(self._ways_out())
        else:
            return False
        return True

    @staticmethod
    def _ways_out() -> str:
        return tr("Enter plays on from here, Esc goes back.")

    def type_key(self, event: pygame.Event) -> None:
        """A KEYDOWN event that is no command."""
        self._calm()
        if event.key in _STEPS:
            self.go(self.at + _STEPS[event.key])
        elif event.key == pygame.K_HOME:
            self.go(0)
        elif event.key == pygame.K_END:
            self.go(self.length)
        elif event.key == pygame.K_TAB:
            self.frame.step_focus(not event.mod & pygame.KMOD_SHIFT)
        elif event.key in ENTER and not self.frame.controls.activate():
            self.play_on()
        self.invalidate()

    def pointer_event(self, event: pygame.Event) -> None:
        """A mouse event: the buttons, and the strip of marks."""
        frame = self.frame
        if event.type == pygame.MOUSEMOTION:
            self._dragging = self._dragging and bool(event.buttons[0])
            if self._dragging:
                self.go(frame.strip.position_at(event.pos[0]))
            frame.point(None if self._dragging else event.pos)
        elif event.button != LEFT:
            return
        elif event.type == pygame.MOUSEBUTTONUP:
            self._dragging = False
            frame.controls.release(event.pos)
        else:
            self._press(event.pos)
        if frame.controls.changed:
            self.invalidate()

    def _press(self, at: tuple[int, int]) -> None:
        self._calm()
        self.frame.drop_focus()
        if self.frame.controls.press(at):
            return
        if self.frame.grip.collidepoint(at):
            self._dragging = True
            self.go(self.frame.strip.position_at(at[0]))
        elif self.layout.pile_at(at) is not None:
            self.notice(self._ways_out())

    def wheel(self, steps: float) -> None:
        """Walk: back if the wheel turns up."""
        self._calm()
        self.go(self.at - round(steps))

    def steady(self) -> None:
        """Let go of the strip, and stand still."""
        self._calm()
        self._dragging = False

    # -- time ----------------------------------------------------------------------------------

    def rests(self, seconds: float, *, playing: bool) -> bool:
        """Whether nothing is due; there is always something to look at."""
        return False

    def tick(self, seconds: float, *, playing: bool) -> None:
        """Look after the solver; the game's clock stands."""
        self.kit.solver.poll()
        self.answers.tick()
        if self.answers.wish is None:
            self._judge()
        self.watch.tick(seconds)
        self.fit.tick(seconds, held=self._dragging)
        if self.line.tick(seconds) or self.frame.tip.tick(seconds):
            self.invalidate()

    def _judge(self) -> None:
        """Take in one verdict, if there is one, and have the next position judged.

        One at a time: what a line that wins tells of the other positions takes some milliseconds.
        """
        review, solver = self.review, self.kit.solver
        at = review.next()
        if at is None:
            return
        known = solver.known(review.deal, review.positions[at])
        if known is not None:
            self._asked = None
            before = self.words.light(self.at)
            review.learn(at, known.verdict, known.moves)
            self._learned(before is not self.words.light(self.at))
        elif self._asked != at or not solver.busy():
            self._asked = at
            solver.ask(review.deal, review.positions[at])

    def _learned(self, of_this: bool) -> None:
        """More is known: show it, and tell what concerns the position or the whole game."""
        self.frame.update()
        if self.frame.tells_sight and self.line.text == sight(self.review.deal):
            self.line.clear()
        self.invalidate()
        if of_this:
            self.kit.announcer.say(self.words.known(self.at))
        result = self.words.result(self.at)
        if result not in (self._told, self.words.searching()):
            self._told = result
            self.kit.announcer.say(result)

    def idle(self) -> None:
        """Make scaled faces crisp, a few at a time."""
        if self.painter.sharpen(0.012):
            self.groups.stale.update(self.session.rules.piles)
            self.invalidate()

    def notice(self, words: str) -> None:
        """Show a line that concerns the whole program."""
        self.line.show(words)
        self.invalidate()

    def leave(self) -> None:
        """Nobody waits for verdicts any more. The game is kept, though nothing has changed it."""
        self.kit.solver.cancel()
        if self.table:
            self.table.desk.save()
