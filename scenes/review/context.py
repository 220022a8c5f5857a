"""What all parts of a review share: the game, the position that is shown, and its layout.

Each part is given this and the other parts that it needs. Nothing here knows any of the parts.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from game.core.state import State
from game.play.history import Node
from game.play.review import Review
from game.play.session import Session
from game.record.reviews import remember
from game.rules.registry import Deal
from game.solver.answer import Verdict
from game.teach.difficulty import known_grade
from game.teach.puzzles import Puzzle, of_moment
from scenes.kit.announce import Announcer
from scenes.kit.services import Host, Way
from scenes.review.branching import Branches
from scenes.review.luck import Luck
from scenes.review.places import lay_table
from scenes.review.telling import Telling, Told
from scenes.review.walks import GameWalk, Walk
from scenes.table.draw.animator import Animator
from scenes.table.draw.fit import Fitted
from scenes.table.draw.painter import TablePainter
from scenes.table.draw.places import TableLayout
from scenes.table.draw.sprites import Groups
from scenes.table.scene import TableScene
from scenes.widgets.notice import EdgeLine


class ReviewHost(Host, Protocol):
    """What the review asks of the program besides what every scene asks."""

    def end_review(self, position: int | None = None) -> None:
        """Go back to the table; with a ``position``, play on from there."""

    def play_again(self, deal: Deal) -> None:
        """Go to the table with ``deal``, from its start."""


class Reviewed(Fitted):
    """One review, as its parts see it.

    ``walk`` is what is walked along: the game, or a line that leaves it; ``at`` is the number of
    the position of the walk that is shown. ``table`` is None for a game that has long been
    finished.
    """

    def __init__(self, host: ReviewHost, session: Session, table: TableScene | None) -> None:
        kit = host.kit
        self.host = host
        self.kit = kit
        self.session = session
        self.table = table
        self.keep: Callable[[], None] | None = None
        """Keeps what the player writes at a position; None where that cannot be kept."""
        self.dirty = True
        self.line = EdgeLine(lambda: self.kit.settings.lines_wait, self.invalidate)
        self._read(session.history.line())
        self.at = self.game.here or 0
        self.room = self.walk.rooms.jump(self.at)
        """The length of column for which the cards are sized."""
        self.layout = self.make_layout(host.size)
        self.groups = Groups(session.rules.piles, self.layout)
        self.animator = Animator(self.groups, lambda pile: kit.sounds.land())
        self._make_painter()

    def _read_another(self, nodes: Sequence[Node]) -> None:
        """Be about another line of the game; what is known of its positions by now stays known."""
        game, margins = self.game, self.telling.margins
        self.remember()
        verdicts = self.branches.verdicts()
        verdicts |= {
            id(one): known for one, known in zip(game.nodes, self.review.verdicts, strict=True)
        }
        weighed = {id(game.nodes[at]): margin for at, margin in margins.items()}
        self._read(nodes)
        for at, node in enumerate(nodes):
            if (verdict := verdicts.get(id(node))) not in (None, Verdict.UNDECIDED):
                self.review.learn(at, verdict)
            if id(node) in weighed:
                self.telling.margins[at] = weighed[id(node)]

    def remember(self) -> None:
        """Keep what is known by now."""
        remember(self.kit.storage.folder, self.review, self.telling.margins)

    def _read(self, nodes: Sequence[Node]) -> None:
        """Be about the line of these ``nodes`` of the game."""
        session = self.session
        self.review = Review.of_line(session, nodes)
        self.branches = Branches(session, nodes)
        self.game = GameWalk(self.review, session, nodes, self.branches)
        self.walk: Walk = self.game
        graded = partial(known_grade, self.kit.solver, session.deal)
        self.telling = Telling(self.review, self.game.actions, graded)
        self.luck = Luck(self.review, self.game.actions)

    # -- the position --------------------------------------------------------------------------

    @property
    def announcer(self) -> Announcer:
        return self.kit.announcer

    @property
    def deal(self) -> Deal:
        return self.session.deal

    @property
    def state(self) -> State:
        """The position that is shown."""
        return self.walk.positions[self.at]

    @property
    def spoken(self) -> str:
        """The position that is shown, for screen readers."""
        margin = self.telling.margin_words(self.at) if self.walk is self.game else ""
        known = ", ".join(filter(None, (self.walk.spoken(self.at), margin)))
        told = (one.text for one in self.beside)
        return ". ".join(filter(None, (known, *told, self.luck_words)))

    @property
    def luck_words(self) -> str:
        """How good the move before the position was, by what could be known."""
        return self.luck.words(self.at) if self.walk is self.game else ""

    @property
    def beside(self) -> tuple[Told, ...]:
        """What is told of the bookmark, the remark and the branches at the position."""
        return self.branches.told(self.at) if self.walk is self.game else ()

    @property
    def marked(self) -> tuple[Told, ...]:
        """What is told of the bookmarks elsewhere."""
        return self.branches.marked(self.at) if self.walk is self.game else ()

    @property
    def came_back(self) -> tuple[Told, ...]:
        """What is told of a lost branch from which the player came back to what can be won."""
        good = self.review.verdicts[-1] is Verdict.WINNABLE and self.game.here is not None
        found = self.branches.came_back(self.game.moves) if good else None
        return () if found is None else (found,)

    @property
    @abstractmethod
    def node(self) -> Node:
        """Where the position that is shown is in the tree; along a line that wins, where that
        leaves it."""

    @property
    @abstractmethod
    def onward(self) -> Node | None:
        """What follows it on the line that is walked along."""

    @property
    def length(self) -> int:
        """The number of moves of the walk."""
        return len(self.walk.positions) - 1

    @property
    def over(self) -> bool:
        """Whether the game has ended in the position that is shown."""
        return self.state.stopped or self.deal.engine.won(self.state)

    @property
    def lost_moment(self) -> Puzzle | None:
        """The position before the move that lost the game, to be tried again; None unless its
        winning moves are known."""
        lost = self.walk.lost(self.at)
        if lost is None or not self.deal.kind.puzzles:
            return None
        margin = self.telling.margins.get(lost)
        if margin is None:
            return None
        return of_moment(self.deal, self.game.actions, lost, margin)

    @abstractmethod
    def go(self, at: int, *, step: bool = False) -> None:
        """Show position ``at``, or the nearest that exists; ``step`` says that it is one of
        many."""

    @abstractmethod
    def take(self, walk: Walk, at: int) -> None:
        """Walk along ``walk`` from now on, and show its position ``at``."""

    def weigh_luck(self, *, free: bool) -> None:
        """Have the luck weighed while the solver is ``free``: verdicts come first."""
        for at in self.luck.tick(self.kit.solver, self.at, free=free):
            if at + 1 == self.at and self.luck_words:
                self.announcer.say(self.luck_words)
            self.changed()

    # -- where everything lies -----------------------------------------------------------------

    def _make_painter(self) -> None:
        """Make a painter, which begins with the faces of the last table; another size becomes crisp
        little by little."""
        kit = self.kit
        self.painter = TablePainter(kit.style, kit.theme, kit.text, kit.faces)
        self.painter.faces = kit.faces.latest(kit.style)

    def make_layout(self, size: tuple[int, int], now: TableLayout | None = None) -> TableLayout:
        """Return the layout for the position that is shown; ``now`` itself if that is the same."""
        layout = lay_table(self.kit, self.deal.kind.table, size, self.room)
        return now if now == layout else layout

    def laid_out(self) -> None:
        """Update what depends on the layout."""
        self.changed()

    # -- what is told --------------------------------------------------------------------------

    def invalidate(self) -> None:
        """Ask for another picture."""
        self.dirty = True

    @abstractmethod
    def changed(self) -> None:
        """Update what depends on the position, on what is known of it, or on its layout."""

    def refuse(self, words: str) -> None:
        """Refuse with a pling, and with a line at the edge."""
        self.kit.sounds.refuse()
        self.announcer.say(words)
        self.notice(words)

    def tell(self, words: str) -> None:
        """Show a line at the edge that stays, and announce it."""
        self.line.show(words, stays=True)
        self.announcer.say(words)
        self.invalidate()

    def attend(self) -> None:
        """Have a line go that has waited until the player does something."""
        if self.line.answer():
            self.invalidate()

    def notice(self, words: str, ways: Sequence[Way] = ()) -> None:
        """Show a line that concerns the whole program, with buttons if there are ``ways`` on."""
        self.line.show(words, ways=ways)
        self.invalidate()
