"""What is said of a branch: where it leads, and how it begins."""

from __future__ import annotations

from game.play.review import Branch, End
from game.rules.counting import moves_shown
from game.support.texts import tr, trn
from game.words.summary import summary


def lead_text(branch: Branch) -> str:
    """Return where a branch leads, as a phrase."""
    lead = branch.lead()
    done = [node.action for node in branch.nodes[: lead.moves]]
    n = max(1, moves_shown(branch.review.deal.engine, done))
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


def branch_text(branch: Branch) -> str:
    """Return a branch as its first move and where it leads."""
    move = summary(branch.head.action, branch.start)
    return tr("{move}: {leads}", move=move, leads=lead_text(branch))
