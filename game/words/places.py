"""What is said of a place in the tree of a game."""

from __future__ import annotations

from game.play.history import begins
from game.play.session import Session
from game.support.texts import tr
from game.words.summary import summary


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
