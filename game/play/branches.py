"""The branches that leave a line of play, and where each of them leads.

What a branch leads to is told only where the verdicts prove it; somebody else gives them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from game.play.nodes import Node, begins
from game.play.review import Review
from game.play.session import Session
from game.rules.counting import moves_shown
from game.solver.answer import Verdict
from game.support.texts import tr, trn
from game.words.summary import summary


class End(Enum):
    """What becomes of a branch."""

    WON = "won"
    CAN_WIN = "can-win"
    """It can be won where it ends."""
    LOST = "lost"
    """One of its moves lost it."""
    LOST_BEFORE = "lost-before"
    """It was lost already where it leaves the line."""
    LOST_SOMEWHERE = "lost-somewhere"
    """It is lost where it ends, and it is not known by which move."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Lead:
    """What becomes of a branch, after so many of its ``moves``."""

    end: End
    moves: int


class Branch:
    """A branch that leaves a line after its position number ``at``; ``nodes`` are its own.

    ``review`` is of its positions, the one in which it leaves the line first; it is made when it is
    first asked for.
    """

    def __init__(self, session: Session, at: int, head: Node) -> None:
        self.at = at
        self.head = head
        anew = begins(head.action)
        self.nodes = [] if anew else [head]
        for node in head.along():
            if begins(node.action):
                break
            self.nodes.append(node)
        self.start = session.state_at(head if anew or head.parent is None else head.parent)
        """The position in which it leaves the line, or in which the game was begun again."""
        self._session = session

    @cached_property
    def review(self) -> Review:
        session = self._session
        return Review(session.deal, [self.start, *map(session.state_at, self.nodes)])

    def lead(self) -> Lead:
        """Return what becomes of it, as far as that is known."""
        review, last = self.review, len(self.nodes)
        if review.deal.engine.won(review.positions[-1]):
            return Lead(End.WON, last)
        if review.verdicts[-1] is Verdict.WINNABLE:
            return Lead(End.CAN_WIN, last)
        if review.verdicts[0] is Verdict.LOST:
            return Lead(End.LOST_BEFORE, 0)
        if (by := review.lost_within(0)) is not None:
            return Lead(End.LOST, by + 1)
        if review.verdicts[-1] is Verdict.LOST:
            return Lead(End.LOST_SOMEWHERE, last)
        return Lead(End.UNKNOWN, last)

    def lead_text(self) -> str:
        """Return where it leads, as a phrase."""
        lead = self.lead()
        done = [node.action for node in self.nodes[: lead.moves]]
        n = max(1, moves_shown(self.review.deal.engine, done))
        if lead.end is End.WON:
            return trn("won after {n} move", "won after {n} moves", n)
        if lead.end is End.CAN_WIN:
            return trn("still winnable after {n} move", "still winnable after {n} moves", n)
        if lead.end is End.LOST:
            return trn("lost after {n} move", "lost after {n} moves", n)
        if lead.end is End.LOST_SOMEWHERE:
            return trn("lost within {n} move", "lost within {n} moves", n)
        if lead.end is End.LOST_BEFORE:
            return tr("already lost")
        return tr("unknown whether it can be won")


def branches_of(session: Session, line: Sequence[Node]) -> list[Branch]:
    """Return the branches that leave ``line``, in its order. A restart is one if anything was
    played after it."""
    found = []
    for at, (node, after) in enumerate(zip(line, [*line[1:], None], strict=True)):
        aside = (child for child in node.children if child is not after)
        found += [Branch(session, at, child) for child in aside]
    return [branch for branch in found if branch.nodes]


def place_text(session: Session) -> str:
    """Return which branch of how many the game stands on, with its last move, and the bookmark."""
    node, told = session.here, list[str]()
    if node.parent is not None and not begins(node.action):
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
    """Return a bookmark by its name, if it has one."""
    return tr("bookmark “{name}”", name=name) if name else tr("bookmark")
