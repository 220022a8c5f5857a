"""The review of a game: shows its positions, but plays no moves."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import pygame

from game.core.state import longest_column
from game.play.history import Node
from game.play.session import Session
from game.record.reviews import remember
from game.support.texts import tr
from game.teach.difficulty import known_grade
from game.teach.puzzles import Puzzle
from game.teach.reasons import Leg
from game.teach.story import Fact
from scenes.board.arrows import paint_moves
from scenes.board.layout import TableLayout, table_layout
from scenes.kit.commands import ASKED, ENTER, Command
from scenes.kit.services import Host
from scenes.review.analysis import Analysis, Answers, ways_out
from scenes.review.frame import ReviewFrame, areas
from scenes.review.walks import GameWalk, LineWalk, Walk, hidden_knowledge
from scenes.table.table import CardScene

if TYPE_CHECKING:
    from scenes.table.table_scene import TableScene

_SHORTEST: Final = 0.7
"""The shortest time for which playback shows a position, in seconds."""
_LONGEST: Final = 1.8
"""The longest time for which playback shows a position, in seconds."""
_WHOLE: Final = 15.0
"""How long playback of a whole line usually takes, in seconds."""
_LOOK: Final = 1.0
"""How much longer playback shows its first position than the others, in seconds."""
_ACTS: Final[dict[int | Command, Callable[[ReviewScene], object]]] = {
    **dict.fromkeys(
        (pygame.K_LEFT, Command.UNDO, Command.UNDO_ACTION), lambda scene: scene.step(-1)
    ),
    **dict.fromkeys(
        (pygame.K_RIGHT, Command.REDO, Command.REDO_ACTION), lambda scene: scene.step(1)
    ),
    pygame.K_PAGEUP: lambda scene: scene.step(-10),
    pygame.K_PAGEDOWN: lambda scene: scene.step(10),
    pygame.K_UP: lambda scene: scene.turn(forward=False),
    pygame.K_DOWN: lambda scene: scene.turn(forward=True),
    pygame.K_HOME: lambda scene: scene.go(0),
    pygame.K_END: lambda scene: scene.go(scene.length),
    pygame.K_n: lambda scene: scene.host.run(Command.NAME),
    pygame.K_r: lambda scene: scene.host.run(Command.REMARK),
    pygame.K_t: lambda scene: scene.host.run(Command.AGAIN),
    Command.NEXT_BRANCH: lambda scene: scene.to_branch(1),
    Command.FORMER_BRANCH: lambda scene: scene.to_branch(-1),
    Command.NEXT_BOOKMARK: lambda scene: scene.to_bookmark(1),
    Command.FORMER_BOOKMARK: lambda scene: scene.to_bookmark(-1),
    Command.BOOKMARK: lambda scene: scene.bookmark(),
    Command.HINT: lambda scene: scene.answers.answer(Command.HINT),
    Command.SOLUTION: lambda scene: scene.answers.answer(Command.SOLUTION),
    Command.PLAY_FAIRLY: lambda scene: scene.answers.answer(Command.PLAY_FAIRLY),
    **dict.fromkeys(
        # Only the table can carry these out.
        (Command.SAFE, Command.TO_CELLS, Command.TO_HOME, *ASKED),
        lambda scene: scene.refuse(ways_out()),
    ),
}


def _not_kept() -> str:
    return tr("Not kept, because part of this game is damaged. Copy it, or play on.")


class ReviewScene(CardScene):
    """Shows a game's positions, with what is known about each."""

    def __init__(self, host: Host, session: Session, table: TableScene | None) -> None:
        self.host: Host = host
        self.session = session
        self.table = table
        """The table on which the reviewed game is being played; None if there is none."""
        self.keep: Callable[[], None] | None = None
        """Saves bookmarks and remarks; None if that is impossible."""
        self.playing_back = False
        self._left = 0.0
        """The seconds until playback shows the next position."""
        self._read(session.history.line())
        self.at = self.game.here or 0
        """The number of the current position in ``walk``."""
        super().__init__(host, session, self.walk.positions[self.at])
        self.answers: Answers = Answers(self)
        self.opening = True
        """Whether the review may still go to the losing move by itself, before the player acts."""
        self.frame = ReviewFrame(self)
        self.resize(host.size)

    def _read(self, nodes: Sequence[Node]) -> None:
        """Start reviewing the line made of ``nodes``."""
        self.game = GameWalk(self.session, nodes, known_grade(self.host.kit.solver, self.deal))
        self.walk: Walk = self.game
        """The line shown: ``game``, or a winning line."""
        self.analysis = Analysis(self)

    def _remember(self) -> None:
        """Store the verdicts and margins for later reviews, if this window can save."""
        if self.kit.storage.saves:
            remember(self.kit.storage.folder, self.game.review, self.game.margins)

    def begin(self) -> None:
        """Introduce the review when it is first shown."""
        knows = hidden_knowledge(self.deal)
        if not self.frame.story_view.area:
            self.message.show(knows)
        self.announcer.say(
            f"{tr('Review: step through with the arrow keys.')} {ways_out()} {knows}"
        )
        self._say()

    def resume(self) -> None:
        """Continue a review that was left before."""
        self.analysis.ask_again()
        self.restyle()

    # -- the position --------------------------------------------------------------------------

    @property
    def length(self) -> int:
        """The number of actions in the current line."""
        return len(self.walk.positions) - 1

    @property
    def at_in_game(self) -> int:
        """The number of the current position in the game. During a winning line, this is
        the number of the position where the line begins."""
        return self.walk.origin if isinstance(self.walk, LineWalk) else self.at

    @property
    def node(self) -> Node:
        """The node of position ``at_in_game`` in the game's tree."""
        return self.game.nodes[self.at_in_game]

    @property
    def spoken(self) -> str:
        """The current position in words, for screen readers."""
        walk, at = self.walk, self.at
        known = ", ".join(filter(None, (walk.verdict_words(at), walk.margin_words(at))))
        notes = (fact.words for fact in walk.notes(at))
        parts = walk.position(at), walk.account(at), known, *notes
        return ". ".join(filter(None, parts))

    @property
    def moving(self) -> bool:
        """Whether the game is being played back, or cards are moving."""
        return self.playing_back or self.animator.busy

    @property
    def seconds_until_change(self) -> float:
        """The seconds until the picture may change; infinity at rest."""
        known = self.analysis.done and self.game.luck.done and self.game.branches.done
        return 0.0 if self.moving or not known or self.answers.request is not None else math.inf

    # -- size and picture ----------------------------------------------------------------------

    def make_layout(self, size: tuple[int, int], now: TableLayout | None = None) -> TableLayout:
        kit, family = self.kit, self.deal.kind.table
        area = areas(kit, family, size).table
        layout = table_layout(
            family,
            area,
            kit.text.density,
            kit.style,
            longest=longest_column(self.state),
            now=now._replace(size=area) if now else None,
            mirrored=kit.settings.mirrored,
        )
        layout = layout._replace(size=size)
        return now if now == layout else layout

    def resize(self, size: tuple[int, int]) -> None:
        self.finish_motion()
        self.layout = self.make_layout(size)
        self.frame.resize(size)
        self.adopt_layout(self.layout)
        self.settle()

    def restyle(self) -> None:
        self.game.retell()
        self.painter = self.make_painter()
        self.resize(self.host.size)

    def changed(self) -> None:
        """Update what is shown around the cards."""
        self.frame.update()
        self.invalidate()

    laid_out = rename = changed

    def paint(self, target: pygame.Surface) -> None:
        self.painter.paint(target, self.groups, self.deal, self.state, self.in_flight())
        still = not self.animator.busy
        if still and not self.kit.theme.grain:
            for rect in self.frame.moved:
                self.painter.paint_trace(target, rect)
        if still:
            self._paint_moves(target)
            self.painter.paint_counts(target, self.state)
        foot, theme, wide = self.layout.foot, self.kit.theme, self.frame.table_width
        self.frame.offer()
        self.message.paint(target, foot, theme, self.kit.text, width=wide)
        self.frame.paint(target)
        self.dirty = False

    def _paint_moves(self, target: pygame.Surface) -> None:
        """Draw the moves the player asked to see. If there are none, draw a winning move that the
        story names."""
        way, state = self.answers.way, self.state
        if not way and self.walk is self.game and not self.playing_back:
            facts = self.game.story(self.at).facts
            moves = (one.move for one in facts if one.move and one.at == self.at)
            way = [Leg(move, state, state) for move in moves][:1]
        if way:
            paint_moves(target, self.painter, way)

    # -- walking -------------------------------------------------------------------------------

    def go(self, at: int) -> None:
        """Show position ``at`` of this line, or the nearest one if ``at`` is beyond an end."""
        at = max(0, min(self.length, at))
        if at != self.at:
            self._show(self.walk, at, flies=self.playing_back and at == self.at + 1)

    def take(self, walk: Walk, at: int) -> None:
        """Switch to another line, ``walk``, and show its position ``at``."""
        self._show(walk, at)
        self.frame.resize(self.layout.size)

    def _show(self, walk: Walk, at: int, *, flies: bool = False) -> None:
        self._end_motion()
        self.opening = False
        self.walk, self.at, self.state = walk, at, walk.positions[at]
        self.fits = False
        action = self.walk.actions[at - 1] if flies else ()
        if action and all(step.transfers for step in action):
            self.animator.play(action, self.kit.speed, self.state)
        else:
            self.groups.show(self.state)
        self.changed()
        self.analysis.done = False
        self._say()

    def show(self, node: Node) -> None:
        """Show ``node``, wherever it is in the tree, and the line through it."""
        self._leave_line()
        before = self.game
        if node in before.nodes:
            self.go(before.nodes.index(node))
            return
        self._remember()
        self._read(node.line())
        for review in (before.review, *before.branches.reviews):
            self.game.review.take_over(review)
        self.take(self.game, self.game.nodes.index(node))

    def visit(self, at: int) -> None:
        """Show a position and, if it is in the game, announce the story's sentences about it."""
        self.interrupt()
        self.go(at)
        for fact in self.game.story(at).about(at) if self.walk is self.game else ():
            self.announcer.say(fact.words)

    def follow(self, fact: Fact) -> None:
        """Show the position, branch or bookmark that a sentence of the story is about."""
        if fact.node is None:
            self.visit(fact.at)
        else:
            self.interrupt()
            self.show(fact.node)

    def _end_motion(self) -> None:
        if self.animator.busy:
            self.settle()
            self.invalidate()

    def _say(self) -> None:
        if self.announcer.heard:
            self.announcer.say(self.spoken)

    # -- walking by itself ---------------------------------------------------------------------

    def play_back(self) -> None:
        """Play the line back from the current position or, at the line's end, from the start."""
        if self.at == self.length:
            self.go(0)
        self._left = self._pace + _LOOK
        self.playing_back = True
        self.changed()

    @property
    def _pace(self) -> float:
        """How long playback shows each position, in seconds. The first position stays longer."""
        return min(_LONGEST, max(_SHORTEST, _WHOLE / max(1, self.length)))

    def _stop_playback(self) -> None:
        if self.playing_back:
            self.playing_back = False
            self.changed()

    def _advance_playback(self, seconds: float) -> None:
        self._left -= seconds
        if self._left <= 0:
            self._left = self._pace
            self.go(self.at + 1)
            if self.at == self.length:
                self._stop_playback()

    # -- what the buttons do -------------------------------------------------------------------

    def step(self, count: int) -> None:
        """Go ``count`` positions forward, or back if ``count`` is negative."""
        self.interrupt()
        self.go(self.at + count)

    def toggle_playback(self) -> None:
        if self.playing_back:
            self._stop_playback()
        else:
            self.interrupt()
            self.play_back()

    def to_the_loss(self) -> None:
        """Show the position before the losing move, if this move is known. If that position is
        shown already, show the position after the move."""
        self.interrupt()
        lost = self.walk.lost(self.at)
        if lost is not None:
            self.go(lost + 1 if self.at == lost else lost)

    def try_again(self, begin: Callable[[Puzzle], None]) -> None:
        """Go to the last winnable position once it is known.

        If a puzzle can start there, ``begin`` is called with it.
        """
        self.interrupt()
        self._leave_line()
        self.answers.try_again(begin)

    def close(self) -> None:
        """Go back from a winning line to the game; if no such line is shown, end the review."""
        self.interrupt()
        if not self._leave_line():
            self.host.end_review()

    def confirm(self) -> None:
        """Go back from a winning line to the game; otherwise play on, unless the game is over."""
        self.interrupt()
        if not self._leave_line() and not self.refuses_as_over():
            self.host.end_review(self.at)

    def refuses_as_over(self) -> bool:
        """Return whether the game is over here; if it is, tell the player."""
        over = self.deal.is_over(self.state)
        if over:
            self.refuse(tr("The game is over here. Go back first."))
        return over

    def _leave_line(self) -> bool:
        """Leave a winning line; return False if none is shown."""
        if not isinstance(self.walk, LineWalk):
            return False
        self.take(self.game, self.walk.origin)
        return True

    def write(self, do: Callable[[], None]) -> None:
        """Call ``do``, which changes a bookmark or a remark, and save the game if possible."""
        do()
        if self.keep is not None:
            self.keep()
        else:
            self.tell(_not_kept())
        self.changed()

    # -- input ---------------------------------------------------------------------------------

    def interrupt(self) -> None:
        """End playback, motion, hints and pending requests."""
        self._stop_playback()
        self._end_motion()
        self.answers.end()

    def pointer_event(self, event: pygame.Event) -> None:
        self.frame.pointer_event(event)

    def player_acted(self) -> None:
        super().player_acted()
        self.opening = False

    def wheel(self, steps: float) -> None:
        """Move one position per notch of the wheel; scrolling up goes back."""
        self.step(-round(steps))

    def finish_motion(self) -> None:
        """Do what ``interrupt`` does, and also end a drag along the timeline."""
        self.interrupt()
        self.frame.dragging = False

    # -- keys and commands -----------------------------------------------------------------------

    def command(self, command: Command) -> bool:
        """Carry out a command; return False if it means nothing here."""
        if command is Command.DEAL:
            # The space bar presses the focused control, as everywhere.
            if not self.frame.controls.activate():
                self.toggle_playback()
        elif command is Command.SOLUTION and isinstance(self.walk, LineWalk):
            self.toggle_playback()
        elif command is Command.START:
            if not (self.frame.drop_focus() or self.message.dismiss()):
                self.close()
        elif command is Command.RESTART and self.table is None:
            self.host.play_again(self.deal)
        else:
            return self._act(command)
        return True

    def type_key(self, event: pygame.Event) -> None:
        if event.key in ENTER:
            if not self.frame.controls.activate():
                self.confirm()
        elif event.key == pygame.K_TAB:
            self.interrupt()
            self.frame.step_focus(not event.mod & pygame.KMOD_SHIFT)
        else:
            self._act(event.key)
        self.invalidate()

    def _act(self, asked: int | Command) -> bool:
        """Do what a key or command asks for; return whether it means anything here."""
        self.interrupt()
        if act := _ACTS.get(asked):
            act(self)
        return act is not None

    def turn(self, *, forward: bool) -> None:
        """Show the story's next or previous turning point. In a winning line, go to its end or
        start."""
        game = self.walk is self.game
        turns = self.game.story(self.at).turns if game else (0, self.length)
        beyond = [at for at in turns if (at > self.at if forward else at < self.at)]
        if beyond:
            self.visit(beyond[0] if forward else beyond[-1])

    # -- from branch to branch, and from bookmark to bookmark --------------------------------------

    def to_branch(self, count: int) -> None:
        """Show the next or, if ``count`` is -1, the previous branch."""
        nodes = self.game.nodes
        onward = next(iter(nodes[nodes.index(self.node) + 1 :]), None)
        there = self.node.beside(count, onward)
        if there is None:
            # There are no other branches here or earlier, so show one at the next fork.
            ahead = (at for at in sorted(self.game.branches.forks) if at + 1 < len(nodes))
            there = next((nodes[at + 1].sibling(count) for at in ahead), None)
        self._leap(there, tr("Nothing else has been tried here yet."))

    def to_bookmark(self, count: int) -> None:
        """Show the next or, if ``count`` is -1, the previous bookmark."""
        key = Command.BOOKMARK.key_names
        there = self.session.history.next_bookmark(count, self.node)
        self._leap(there, tr("There's no other bookmark; {key} adds one.", key=key))

    def _leap(self, there: Node | None, otherwise: str) -> None:
        if there is None:
            self.refuse(otherwise)
        else:
            self.show(there)

    def bookmark(self) -> None:
        """If the current position has a bookmark, remove it; otherwise add one."""
        node = self.node
        name = "" if node.bookmark is None else None
        self.write(lambda: self.session.history.set_bookmark(node, name))
        words = tr("Bookmark removed.") if name is None else tr("Bookmark added; N names it.")
        self.tell(words if self.keep else f"{words} {_not_kept()}", words)

    # -- time ----------------------------------------------------------------------------------

    def tick(self, seconds: float, *, playing: bool) -> None:
        """Let ``seconds`` pass, and use the solver's answers. The game's clock stands still."""
        news = self.kit.solver.poll()
        self.answers.tick()
        if self.answers.request in (None, Command.AGAIN):
            self.analysis.tick(news=news)
        else:
            # The solver was asked something else.
            self.analysis.ask_again()
        if self.opening and (lost := self.walk.lost(self.at)) is not None:
            self.opening = False
            self.go(min(self.at, lost))
        if self.playing_back:
            self._advance_playback(seconds)
        if self.animator.busy:
            self.animator.tick(seconds)
            self.invalidate()
        self.refit(held=self.frame.dragging)
        if self.message.tick(seconds) or self.frame.tip.tick(seconds):
            self.invalidate()

    def leave(self) -> None:
        """Stop the solver, store its results and save the table's game."""
        self.painter.free_pictures()
        self.kit.solver.cancel()
        self._remember()
        if self.table:
            self.table.session.save()
