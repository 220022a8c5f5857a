"""The review of a game: every position that was met, and what is known of it.

It shows a game and changes nothing; playing on from a position is left to the table.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from game.core.moves import Move
from game.play.history import Node
from game.play.session import Session
from game.support.texts import tr
from game.teach.puzzles import Puzzle
from game.words.names import deal_title
from scenes.kit.commands import Command
from scenes.review.answers import Answers
from scenes.review.autoplay import Watch
from scenes.review.context import Reviewed, ReviewHost
from scenes.review.frame import ReviewFrame
from scenes.review.keyboard import Keyboard, ways_out
from scenes.review.leaps import Leaps
from scenes.review.loss import Loss
from scenes.review.pointing import Pointing
from scenes.review.study import Study
from scenes.review.telling import Told
from scenes.review.walks import LineWalk, Walk, sight
from scenes.table.draw.fit import SHARPENING
from scenes.table.overlay import paint_counts, paint_hint, paint_way
from scenes.table.scene import TableScene
from scenes.table.status import ring_words, waiting_rank


class ReviewScene(Reviewed):
    """A walk along the positions of ``session``, the game on ``table``; without a table it is one
    that has long been finished."""

    def __init__(self, host: ReviewHost, session: Session, table: TableScene | None) -> None:
        super().__init__(host, session, table)
        self.restyled = False
        """Whether the table has to change its looks too."""
        self.watch = Watch(self)
        self.answers = Answers(self, self.watch)
        self.study = Study(self, self.telling)
        self.leaps = Leaps(self, self.show, self.calm)
        self.loss = Loss(self, lambda: self.study.done)
        self._make_controls()
        self.resize(host.size)

    def _make_controls(self) -> None:
        self.frame = ReviewFrame(self, self, self.leaps)
        self.pointing = Pointing(self, self.frame, self, lambda: self.notice(ways_out()))
        self.keyboard = Keyboard(self, self.frame, self, self.answers, self.leaps)

    def begin(self) -> None:
        """Introduce the review, which is shown for the first time."""
        knows = sight(self.deal)
        if not self.frame.tells_sight:
            self.line.show(knows)
        self.announcer.say(
            f"{tr('Review: step through with the arrow keys.')} {ways_out()} {knows}"
        )
        self._say()

    def resume(self) -> None:
        """Go on where the review was left."""
        self.study.ask_again()
        self.restyle()

    @property
    def title(self) -> str:
        return tr("{game} – Vierfeld", game=deal_title(self.deal))

    @property
    def moving(self) -> bool:
        """Whether it walks by itself, or cards fly."""
        return self.watch.running or self.animator.busy

    @property
    def next_change(self) -> float:
        """0 while something moves or is waited for, else infinity: nothing changes by itself."""
        known = self.study.done and self.luck.done and self.branches.done
        busy = self.moving or self.painter.blurred
        return 0.0 if busy or not known or self.answers.wish is not None else math.inf

    # -- size and picture ----------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """Adapt to another size of the window."""
        self.steady()
        self.layout = self.make_layout(size)
        self.frame.resize(size)
        self.lie(self.layout)
        self.settle()

    def restyle(self) -> None:
        """Adapt to another theme, deck or option."""
        self.restyled = True
        self.telling.retell()
        self._make_painter()
        # Its buttons may have other names now.
        self._make_controls()
        self.resize(self.host.size)

    def rename(self) -> None:
        """Name keys or buttons anew, as another device is used now."""
        self.frame.take_walk()
        self.frame.resize(self.host.size)
        self.invalidate()

    def changed(self) -> None:
        """Update what depends on the position, on what is known of it, or on its layout."""
        self.frame.update()
        if self.frame.tells_sight and self.line.text == sight(self.deal):
            self.line.clear()
        self.invalidate()

    def paint(self, target: pygame.Surface) -> None:
        """Draw the picture."""
        rank = waiting_rank(self.deal, self.state)
        ring = ring_words(self.deal, self.state)
        flying = self.animator.aloft
        waiting = [s for s in self.groups.sprites.values() if s.aloft and s not in flying]
        self.painter.paint(target, self.groups, [*waiting, *flying], waiting_rank=rank, ring=ring)
        still = not self.animator.busy
        if self.kit.theme.shadows and still:
            for rect in self.frame.moved():
                self.painter.paint_trace(target, rect)
                paint_counts(target, self.painter, self.state, rect)
        if still:
            self._paint_moves(target)
        foot, theme, wide = self.layout.foot, self.kit.theme, self.frame.table_width
        self.frame.take_line(self.line.controls)
        self.line.paint(target, foot, theme, self.kit.text, width=wide)
        self.frame.paint(target)
        self.dirty = False

    def _paint_moves(self, target: pygame.Surface) -> None:
        """Draw the moves of a hint, or the move that the story says would have won."""
        way = self.answers.way
        if len(way) > 1:
            paint_way(target, self.painter, self.kit.text, way)
        elif move := way[0].move if way else self._would_have_won():
            paint_hint(target, self.painter, self.state, move)

    def _would_have_won(self) -> Move | None:
        """Return the move that the story says would have won in the position that is shown."""
        if self.walk is not self.game or self.watch.running:
            return None
        told = self.telling.tale(self.at).told
        return next((one.move for one in told if one.move and one.at == self.at), None)

    # -- walking -------------------------------------------------------------------------------

    def go(self, at: int, *, step: bool = False) -> None:
        """Show position ``at``, or the nearest that exists; ``step`` says that it is one of
        many."""
        at = max(0, min(self.length, at))
        if at != self.at:
            rooms = self.walk.rooms
            flies = self.watch.running and at == self.at + 1
            room = rooms.step(at, self.room) if step else rooms.jump(at)
            self._show(self.walk, at, room, flies=flies)

    def take(self, walk: Walk, at: int) -> None:
        """Walk along ``walk`` from now on, and show its position ``at``."""
        self._show(walk, at, walk.rooms.step(at, self.room))
        self.frame.take_walk()
        self.frame.resize(self.layout.size)

    def _show(self, walk: Walk, at: int, room: int, *, flies: bool = False) -> None:
        """Show a position; ``flies`` animates the move that leads to it."""
        self.end_motion()
        self.loss.opening = False
        before = self.state
        self.walk, self.at, self.room = walk, at, room
        self.fits = False
        action = self.walk.actions[at - 1] if flies else ()
        if action and all(step.transfers for step in action):
            self.animator.play(action, self.kit.speed, self.state)
        else:
            piles = [pile for pile in self.session.rules.piles if before[pile] != self.state[pile]]
            self.groups.show(self.state, piles)
        self.changed()
        self.study.moved()
        self._say()

    def end_motion(self) -> None:
        """Finish all movement: every card lies where it belongs."""
        if self.animator.busy:
            self.settle()
            self.invalidate()

    def _say(self) -> None:
        """Announce the position to screen readers."""
        if self.announcer.heard:
            self.announcer.say(self.spoken)

    # -- what the buttons do -------------------------------------------------------------------

    @property
    def walking(self) -> bool:
        """Whether it walks by itself."""
        return self.watch.running

    def back(self) -> None:
        """Show the position before."""
        self.step(-1)

    def forth(self) -> None:
        """Show the position after."""
        self.step(1)

    def step(self, by: int) -> None:
        """Move by ``by`` positions."""
        self.calm()
        self.go(self.at + by, step=True)

    def walk_or_stop(self) -> None:
        """Walk by itself, or stop."""
        if self.watch.running:
            self.watch.end()
        else:
            self.calm()
            self.watch.go_on()

    def to_the_loss(self) -> None:
        """Show the position before the move that lost the game, if it is known; from there, the
        next one."""
        self.calm()
        lost = self.walk.lost(self.at)
        if lost is not None:
            self.go(lost + 1 if self.at == lost else lost)

    def try_again(self, begin: Callable[[Puzzle], None]) -> None:
        """Show the last position that could still be won, once it is known, and ``begin`` it as a
        puzzle."""
        self.calm()
        self._leave_line()
        self.loss.try_again(begin)

    def turn(self, forward: bool) -> None:
        """Show the next turning point of the story, or the one before."""
        turns = self.telling.tale(self.at).turns if self.walk is self.game else (0, self.length)
        beyond = [at for at in turns if (at > self.at if forward else at < self.at)]
        if beyond:
            self.visit(beyond[0] if forward else beyond[-1])

    def visit(self, at: int) -> None:
        """Show a position that the story names, and announce what it tells of it."""
        self.calm()
        self.go(at)
        for told in self.telling.tale(self.at).about(self.at) if self.walk is self.game else ():
            self.announcer.say(told.text)

    def follow(self, told: Told) -> None:
        """Go where a sentence leads: to its position, or to the branch that it names."""
        if told.node is None:
            self.visit(told.at)
        else:
            self.calm()
            self.show(told.node)

    def show(self, node: Node) -> None:
        """Show ``node``, wherever it is in the tree; what is walked along then leads through it."""
        self._leave_line()
        if node not in self.game.nodes:
            before = [*node.up()][::-1]
            self._read_another([*before, *node.along()])
            self.study = Study(self, self.telling)
            self.at = len(before) - 1
            self.settle()
            self.take(self.game, self.at)
        else:
            self.go(list(self.game.nodes).index(node))

    @property
    def node(self) -> Node:
        """Where the position that is shown is in the tree; along a line that wins, where that
        leaves it."""
        at = self.walk.origin if isinstance(self.walk, LineWalk) else self.at
        return self.game.nodes[at]

    @property
    def onward(self) -> Node | None:
        """What follows it on the line that is walked along."""
        return next(iter(self.game.nodes[self.game.nodes.index(self.node) + 1 :]), None)

    def close(self) -> None:
        """Return from a line to the game, or from the game to the table."""
        self.calm()
        if not self._leave_line():
            self.host.end_review()

    def confirm(self) -> None:
        """Play on from the position that is shown, or return from a line to the game."""
        self.calm()
        if self._leave_line():
            return
        if self.over:
            self.refuse(tr("The game is over here. Go back first."))
        else:
            self.host.end_review(self.at)

    def _leave_line(self) -> bool:
        """Return to the position at which a line left the game; return False if no line is
        shown."""
        if not isinstance(self.walk, LineWalk):
            return False
        self.take(self.game, self.walk.origin)
        return True

    # -- input ---------------------------------------------------------------------------------

    def calm(self) -> None:
        """End what goes on by itself or was shown for a while, as the player does something."""
        self.watch.end()
        self.end_motion()
        self.answers.end()
        self.loss.end()

    def command(self, command: Command) -> bool:
        """Carry out a command; return False for what only the table can do."""
        return self.keyboard.command(command)

    def type_key(self, event: pygame.Event) -> None:
        """Handle a KEYDOWN event that is no command."""
        self.keyboard.take(event)

    def pointer_event(self, event: pygame.Event) -> None:
        """Handle a mouse event."""
        self.pointing.take(event)

    def attend(self) -> None:
        """Note that the player does something."""
        super().attend()
        self.loss.opening = False

    def wheel(self, steps: float) -> None:
        """Move by a position for each step of the wheel; up is back."""
        self.step(-round(steps))

    def steady(self) -> None:
        """Finish all movement, and release the marks."""
        self.calm()
        self.pointing.dragging = False

    # -- time ----------------------------------------------------------------------------------

    def tick(self, seconds: float, *, playing: bool) -> None:
        """Let time pass, and take in the solver's answers; the game's clock stands still."""
        news = self.kit.solver.poll()
        self.answers.tick()
        if self.answers.wish is None:
            self.study.tick(news=news)
            if self.study.done and self.branches.tick(self.kit.solver, self.at):
                self.changed()
            self.weigh_luck(free=self.study.done and self.branches.done)
        else:
            # The solver has been asked for something else.
            self.study.ask_again()
        self.loss.tick()
        if self.telling.tick(seconds, settled=self.study.done):
            self.changed()
        self.watch.tick(seconds)
        if self.animator.busy:
            self.animator.tick(seconds)
            self.invalidate()
        self.refit(held=self.pointing.dragging)
        if self.line.tick(seconds) or self.frame.tip.tick(seconds):
            self.invalidate()

    def idle(self) -> None:
        """Make scaled faces crisp while nothing moves, a few at a time."""
        if not self.moving and self.painter.sharpen(SHARPENING):
            self.invalidate()

    def leave(self) -> None:
        """Cancel what the solver was asked, keep what is known by now, save the game as the table
        does, and release the pictures."""
        self.painter.let_go()
        self.kit.solver.cancel()
        self.remember()
        if self.table:
            self.table.desk.save()
