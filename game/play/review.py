"""Where a played game could still be won, and which action lost it.

Whatever follows a lost position is lost, and whatever led to a winnable one was winnable. So a few
verdicts are enough, as in a binary search.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cached_property
from itertools import takewhile

from game.core.moves import Move, Refusal
from game.core.state import State
from game.play.history import Node, is_restart
from game.play.session import Session
from game.rules.counting import moves_shown
from game.rules.registry import Deal, Rules
from game.rules.replay import steps_of
from game.solver.answer import Verdict
from game.solver.packed import pack
from game.support.texts import tr, trn
from game.words.summary import summary


class GameEnd(Enum):
    """How a game or branch ends, as far as is known."""

    WON = "won"
    CAN_WIN = "can-win"
    """The game can be won from its last position."""
    LOST = "lost"
    """The game is lost, and the losing action is known."""
    LOST_BEFORE = "lost-before"
    """The game was already lost at its first position."""
    LOST_SOMEWHERE = "lost-somewhere"
    """The game is lost, but the losing action isn't known."""
    UNKNOWN = "unknown"


class Review:
    """The positions of a line or branch, and what is known about each.

    Action i leads from position i to i + 1. Each number in ``restarts`` is a position right
    after a restart.
    """

    def __init__(
        self, deal: Deal, positions: Sequence[State], restarts: Iterable[int] = ()
    ) -> None:
        self.deal = deal
        self.positions = tuple(positions)
        self.verdicts: list[Verdict | None] = [None] * len(self.positions)
        begins = sorted({0, *restarts})
        ends = [*begins[1:], len(self.positions)]
        self.games = list(map(range, begins, ends))
        """For each game, the range of its positions in ``positions``."""
        self._numbers: dict[bytes, list[int]] = {}
        for at, state in enumerate(self.positions):
            self._numbers.setdefault(pack(deal.engine, state), []).append(at)
            if self.is_over(at):
                won = deal.engine.won(state)
                self._mark(at, Verdict.WINNABLE if won else Verdict.LOST)

    @classmethod
    def of_line(cls, session: Session, line: Sequence[Node]) -> Review:
        """Return the review of ``line``, which begins at the tree's root."""
        begun = [at for at, node in enumerate(line) if at and is_restart(node.action)]
        return cls(session.deal, list(map(session.state_at, line)), begun)

    def end(self, at: int) -> tuple[GameEnd, int]:
        """Return how a game ends, and the number of the position that decided this.

        ``at`` is any position of the game. If the deciding position isn't known, the number of the
        last position is returned.
        """
        first, last = self.game_of(at)[0], self.game_of(at)[-1]
        if self.deal.engine.won(self.positions[last]):
            return GameEnd.WON, last
        if self.verdicts[last] is Verdict.WINNABLE:
            return GameEnd.CAN_WIN, last
        if self.verdicts[first] is Verdict.LOST:
            return GameEnd.LOST_BEFORE, first
        if (by := self.losing_action_of(at)) is not None:
            return GameEnd.LOST, by + 1
        lost = self.verdicts[last] is Verdict.LOST
        return GameEnd.LOST_SOMEWHERE if lost else GameEnd.UNKNOWN, last

    def losing_action_of(self, at: int) -> int | None:
        """Return the index of the action that lost the game containing position ``at``, or None."""
        game = self.game_of(at)
        for lost in game[:0:-1]:
            if self.verdicts[lost - 1 : lost + 1] == [Verdict.WINNABLE, Verdict.LOST]:
                return lost - 1
        return None

    def game_of(self, at: int) -> range:
        """Return the range of positions of the game that contains position ``at``."""
        return next(game for game in self.games if at in game)

    def next_to_judge(self) -> int | None:
        """Return the number of the position to judge next; None if all are judged."""
        for game in reversed(self.games):
            unknown = [at for at in game if self.verdicts[at] is None]
            if game[-1] in unknown:
                return game[-1]  # the easiest to judge
            if unknown:
                return unknown[len(unknown) // 2]
        return None

    def add_verdict(self, at: int, verdict: Verdict, moves: Iterable[Move] = ()) -> None:
        """Record ``verdict`` for position ``at`` and every position along the winning ``moves``."""
        for same in self._numbers[pack(self.deal.engine, self.positions[at])]:
            self._mark(same, verdict)
        rules, state = self.deal.engine, self.positions[at]
        for move in moves:
            steps = steps_of(rules, state, [move])
            if isinstance(steps, Refusal):
                return
            for step in steps:
                for number in self._numbers.get(pack(rules, step.after), ()):
                    self._mark(number, verdict)
            state = steps[-1].after

    def take_over(self, other: Review) -> None:
        """Take over verdicts from another review of the same deal."""
        for packed, (at, *_) in other._numbers.items():
            verdict = other.verdicts[at]
            for number in self._numbers.get(packed, ()) if verdict else ():
                self._mark(number, verdict)

    def is_over(self, at: int) -> bool:
        """Return whether the game is won or stopped at position ``at``."""
        return self.deal.is_over(self.positions[at])

    def is_decided(self, at: int) -> bool:
        """Return whether position ``at`` is known to be winnable or lost."""
        return self.verdicts[at] not in (None, Verdict.UNDECIDED)

    def _mark(self, at: int, verdict: Verdict | None) -> None:
        marked = [at]
        if verdict is Verdict.LOST:
            marked += range(at, self.game_of(at).stop)
        elif verdict is Verdict.WINNABLE:
            marked += range(self.game_of(at).start, at)
        for number in marked:
            if not self.is_decided(number):
                self.verdicts[number] = verdict


class Branch:
    """A branch that leaves a line after position ``at``."""

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
        """The position where the branch begins."""
        self._session = session

    @cached_property
    def review(self) -> Review:
        session = self._session
        return Review(session.deal, [self.start, *map(session.state_at, self.nodes)])

    def result(self) -> tuple[GameEnd, int]:
        """Return how the branch ends, and after how many actions this was decided.

        If it isn't known which action decided it, all actions are counted.
        """
        return self.review.end(0)

    def result_text(self) -> str:
        """Return a phrase saying where the branch leads."""
        end, actions = self.result()
        done = [node.action for node in self.nodes[:actions]]
        n = max(1, moves_shown(self.review.deal.engine, done))
        return {
            GameEnd.WON: trn("won after {n} move", "won after {n} moves", n),
            GameEnd.CAN_WIN: trn(
                "still winnable after {n} move", "still winnable after {n} moves", n
            ),
            GameEnd.LOST: trn("lost after {n} move", "lost after {n} moves", n),
            GameEnd.LOST_SOMEWHERE: trn("lost within {n} move", "lost within {n} moves", n),
            GameEnd.LOST_BEFORE: tr("already lost"),
            GameEnd.UNKNOWN: tr("unknown whether it can be won"),
        }[end]


def branches_of(session: Session, line: Sequence[Node]) -> list[Branch]:
    """Return the branches that leave ``line``, in order."""
    found = []
    for at, (node, after) in enumerate(zip(line, [*line[1:], None], strict=True)):
        aside = (child for child in node.children if child is not after)
        found += [Branch(session, at, child) for child in aside]
    # A restart after which nothing was played is no branch.
    return [branch for branch in found if branch.nodes]


def branch_number(node: Node) -> tuple[int, int]:
    """Return the place of ``node`` among its parent's branches, from 1, and how many there are."""
    family = node.parent.children if node.parent else [node]
    return family.index(node) + 1, len(family)


def moves_to(node: Node, rules: Rules) -> int:
    """Return the number of moves to ``node`` since the last restart."""
    line = takewhile(lambda one: one.action and not is_restart(one.action), node.path_to_root())
    return moves_shown(rules, [one.action for one in line])


def place_text(session: Session) -> str:
    """Describe the current position by its last action, branch, bookmark and remark."""
    node, told = session.here, tr("Before the first move")
    if node.parent is not None and not is_restart(node.action):
        told = summary(node.action, session.state_at(node.parent))
        n, last = branch_number(node)
        if last > 1:
            told = tr("Branch {n} of {last}: {move}", n=n, last=last, move=told)
    bookmark = "" if node.bookmark is None else bookmark_text(node.bookmark)
    return " · ".join(filter(None, [told, bookmark, node.remark]))


def bookmark_text(name: str) -> str:
    """Return the text that stands for a bookmark in a list; ``name`` may be empty."""
    return tr("bookmark “{name}”", name=name) if name else tr("bookmark")
