"""Where a played game could still be won, which action lost it, and where its branches lead.

The verdicts on single positions come from elsewhere; this module works out what they imply for the
other positions, and which position to judge next. Whatever follows a lost position is lost, and
whatever led to a winnable one was winnable. So, as in a binary search, judging a few positions is
enough to know all of them. Where a branch leads is stated only if the verdicts prove it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from game.core.moves import Move, Refusal
from game.core.state import State
from game.play.history import Node, is_restart
from game.play.session import Session
from game.rules.counting import moves_shown
from game.rules.registry import Deal
from game.solver.answer import Verdict
from game.solver.packed import pack
from game.support.texts import tr, trn
from game.words.summary import summary


class Review:
    """The positions of a game, starting with the layout, and what is known about each.

    Action i, from 0, leads from position i to position i + 1. ``restarts`` are the numbers of the
    positions right after a restart; the positions before a restart say nothing about those after
    it.
    """

    def __init__(
        self, deal: Deal, positions: Sequence[State], restarts: Iterable[int] = ()
    ) -> None:
        self.deal = deal
        self.positions = tuple(positions)
        self.verdicts: list[Verdict | None] = [None] * len(self.positions)
        self._begins = sorted({0, *restarts})
        self._numbers: dict[bytes, list[int]] = {}
        for at, state in enumerate(self.positions):
            self._numbers.setdefault(pack(deal.engine, state), []).append(at)
        for at, state in enumerate(self.positions):
            if deal.engine.won(state):
                self._mark(at, Verdict.WINNABLE)
            elif state.stopped:
                self._mark(at, Verdict.LOST)

    @classmethod
    def of_line(cls, session: Session, line: Sequence[Node]) -> Review:
        """Return the review of ``line``, which must be a whole line of ``session``."""
        begun = [at for at, node in enumerate(line) if at and is_restart(node.action)]
        return cls(session.deal, list(map(session.state_at, line)), begun)

    @property
    def restarts(self) -> Sequence[int]:
        """The number of the position after each restart."""
        return self._begins[1:]

    @property
    def losing_action(self) -> int | None:
        """The index, from 0, of the last action that turned a winnable game into a lost one; None
        if there was none, or if it isn't known which action did."""
        found = map(self.losing_action_of, reversed(self._begins))
        return next((by for by in found if by is not None), None)

    def losing_action_of(self, at: int) -> int | None:
        """Return the index, from 0, of the losing action in the game that position ``at`` belongs
        to.

        A restart begins another game. None if the game is not lost, or if it isn't known which
        action lost it.
        """
        game = self.game_of(at)
        for lost in game[:0:-1]:
            if self.verdicts[lost - 1 : lost + 1] == [Verdict.WINNABLE, Verdict.LOST]:
                return lost - 1
        return None

    def game_of(self, at: int) -> range:
        """Return the numbers of the positions of the game to which ``at`` belongs, up to its end or
        to the next restart."""
        first = max(begin for begin in self._begins if begin <= at)
        return range(first, next(end for end in self._ends() if end > at))

    def next_to_judge(self) -> int | None:
        """Return the number of the position to judge next; None if all are judged.

        First comes the last position, which is the easiest to judge; then the middle one of the
        positions without a verdict.
        """
        for first, end in reversed(list(zip(self._begins, self._ends(), strict=True))):
            if self.verdicts[end - 1] is None:
                return end - 1
            unknown = [at for at in range(first, end) if self.verdicts[at] is None]
            if unknown:
                return unknown[len(unknown) // 2]
        return None

    def add_verdict(self, at: int, verdict: Verdict, moves: Iterable[Move] = ()) -> None:
        """Record the verdict on position ``at``, with a winning line if it is winnable."""
        for same in self._numbers[pack(self.deal.engine, self.positions[at])]:
            self._mark(same, verdict)
        if verdict is Verdict.WINNABLE:
            for packed in self._along(self.positions[at], moves):
                for number in self._numbers.get(packed, ()):
                    self._mark(number, verdict)

    def _along(self, state: State, moves: Iterable[Move]) -> Iterator[bytes]:
        """Yield the packed positions that ``moves`` lead to, up to the first illegal move."""
        rules = self.deal.engine
        for move in moves:
            resolved = rules.resolve(state, move)
            if isinstance(resolved, Refusal):
                return
            for step in rules.expand(state, resolved):
                yield pack(rules, step.after)
            state = step.after

    def take_over(self, other: Review) -> None:
        """Record the verdicts of ``other``, a review of another line of the same game."""
        for packed, (at, *_) in other._numbers.items():
            verdict = other.verdicts[at]
            for number in self._numbers.get(packed, ()) if verdict else ():
                self._mark(number, verdict)

    def is_over(self, at: int) -> bool:
        """Return whether the game has ended at position ``at``: it is won or was stopped."""
        state = self.positions[at]
        return state.stopped or self.deal.engine.won(state)

    def is_decided(self, at: int) -> bool:
        """Return whether position ``at`` is known to be winnable or known to be lost."""
        return self.verdicts[at] not in (None, Verdict.UNDECIDED)

    def _ends(self) -> list[int]:
        return [*self._begins[1:], len(self.positions)]

    def _mark(self, at: int, verdict: Verdict | None) -> None:
        """Record a verdict, and what it implies for the positions before and after."""
        marked = [at]
        if verdict is Verdict.LOST:
            marked += range(at, self.game_of(at).stop)
        elif verdict is Verdict.WINNABLE:
            marked += range(self.game_of(at).start, at)
        for number in marked:
            if not self.is_decided(number):
                self.verdicts[number] = verdict


class BranchEnd(Enum):
    """How a branch ends."""

    WON = "won"
    CAN_WIN = "can-win"
    """The game can be won from the end of the branch."""
    LOST = "lost"
    """One of the moves of the branch lost the game."""
    LOST_BEFORE = "lost-before"
    """The game was lost before the branch left the line."""
    LOST_SOMEWHERE = "lost-somewhere"
    """The game is lost at the end of the branch, but it isn't known which move lost it."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class BranchResult:
    """How a branch ends, and after how many ``moves``."""

    end: BranchEnd
    moves: int


class Branch:
    """A branch that leaves a line after position number ``at``.

    ``nodes`` are the positions of the branch. ``review`` covers the same positions, preceded by the
    position where the branch leaves the line; it is made when first needed.
    """

    def __init__(self, session: Session, at: int, head: Node) -> None:
        self.at = at
        self.head = head
        anew = is_restart(head.action)
        self.nodes = [] if anew else [head]
        for node in head.continuation():
            if is_restart(node.action):
                break
            self.nodes.append(node)
        self.start = session.state_at(head if anew or head.parent is None else head.parent)
        """The position where the branch leaves the line, or where the game was restarted."""
        self._session = session

    @cached_property
    def review(self) -> Review:
        session = self._session
        return Review(session.deal, [self.start, *map(session.state_at, self.nodes)])

    def result(self) -> BranchResult:
        """Return how the branch ends, according to the verdicts known so far."""
        review, last = self.review, len(self.nodes)
        if review.deal.engine.won(review.positions[-1]):
            return BranchResult(BranchEnd.WON, last)
        if review.verdicts[-1] is Verdict.WINNABLE:
            return BranchResult(BranchEnd.CAN_WIN, last)
        if review.verdicts[0] is Verdict.LOST:
            return BranchResult(BranchEnd.LOST_BEFORE, 0)
        if (by := review.losing_action_of(0)) is not None:
            return BranchResult(BranchEnd.LOST, by + 1)
        if review.verdicts[-1] is Verdict.LOST:
            return BranchResult(BranchEnd.LOST_SOMEWHERE, last)
        return BranchResult(BranchEnd.UNKNOWN, last)

    def result_text(self) -> str:
        """Return a phrase saying where the branch leads."""
        lead = self.result()
        done = [node.action for node in self.nodes[: lead.moves]]
        n = max(1, moves_shown(self.review.deal.engine, done))
        if lead.end is BranchEnd.WON:
            return trn("won after {n} move", "won after {n} moves", n)
        if lead.end is BranchEnd.CAN_WIN:
            return trn("still winnable after {n} move", "still winnable after {n} moves", n)
        if lead.end is BranchEnd.LOST:
            return trn("lost after {n} move", "lost after {n} moves", n)
        if lead.end is BranchEnd.LOST_SOMEWHERE:
            return trn("lost within {n} move", "lost within {n} moves", n)
        if lead.end is BranchEnd.LOST_BEFORE:
            return tr("already lost")
        return tr("unknown whether it can be won")


def branches_of(session: Session, line: Sequence[Node]) -> list[Branch]:
    """Return the branches that leave ``line``, in the order in which they leave it.

    A restart counts as a branch if anything was played after it.
    """
    found = []
    for at, (node, after) in enumerate(zip(line, [*line[1:], None], strict=True)):
        aside = (child for child in node.children if child is not after)
        found += [Branch(session, at, child) for child in aside]
    return [branch for branch in found if branch.nodes]


def place_text(session: Session) -> str:
    """Return a description of the current position: its last move, its bookmark and its remark.

    If there are several branches, the description also says which one this is, such as "Branch 2 of
    3".
    """
    node, told = session.here, list[str]()
    if node.parent is not None and not is_restart(node.action):
        move = summary(node.action, session.state_at(node.parent))
        family = node.parent.children
        if len(family) > 1:
            n = family.index(node) + 1
            move = tr("Branch {n} of {last}: {move}", n=n, last=len(family), move=move)
        told.append(move)
    else:
        told.append(tr("Before the first move"))
    if node.bookmark is not None:
        told.append(bookmark_text(node.bookmark))
    return " · ".join([*told, *filter(None, [node.remark])])


def bookmark_text(name: str) -> str:
    """Return the bookmark as text, with its name if it has one."""
    return tr("bookmark “{name}”", name=name) if name else tr("bookmark")
