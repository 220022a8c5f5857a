"""What was played beside the line by which a game ended, as it is kept with the moves of that line.

It has the form of the branches and the notes in the file of a game (``game.play.saved_game``), and
is of one game alone: each game has a line of its own, also one that was begun on the same deal
after the end of another.
"""

from __future__ import annotations

import json
from typing import Final

from game.play.history import History, Node, action_text, begins
from game.play.saved_game import beside, grow_branches, pieces
from game.play.session import Session
from game.play.variations import notes_text, unrolled_game

MOST: Final = 6_000
"""Characters of branches that are kept with a game. The oldest are forgotten first, those with a
bookmark last; what the player wrote on the line itself is never forgotten."""
_BETWEEN: Final = 4
"""The most signs that separate a position of a branch from the next."""
NAMES: Final = ("branches", "notes")


def aside_text(session: Session, end: Node) -> str:
    """Return what stands beside the line to ``end``, as members of a JSON object; empty where
    nothing does.

    What was taken back at the end is a branch there.
    """
    if _bare(end):
        return ""
    tree = unrolled_game(session.history, end)
    if tree is None:
        return ""
    line = list(tree.here.up())[::-1]
    _shorten(tree, line)
    return members(beside(line))


def members(data: dict[str, object]) -> str:
    """Return ``data`` as members of a JSON object, without those that are empty."""
    there = {name: value for name, value in data.items() if value}
    return json.dumps(there, ensure_ascii=False)[1:-1]


def grow_aside(session: Session, text: str) -> None:
    """Add to a game that stands at the end of its line what stands beside that. A branch or a note
    that cannot be read is lost alone; ``session.lost`` counts them."""
    try:
        data = json.loads(f"{{{text}}}")
    except (ValueError, RecursionError):
        data = pieces(text)
        session.lost += 1
    grow_branches(session, data)
    shown = (step.after for node in session.history.root.below() for step in node.action)
    session.looked = session.looked.through(shown)
    session.history.thin_out()


def _bare(end: Node) -> bool:
    """Whether nothing was ever done beside the line to ``end``, nor written on it."""
    if end.children or end.bookmark is not None or end.remark:
        return False
    way = list(end.up())
    anew = any(one.action and begins(one.action) for one in way)
    return not anew and all(one.plain for one in way[1:])


def _shorten(tree: History, line: list[Node]) -> None:
    """Forget the oldest branches until the others are short enough to be kept."""
    on_line = set(map(id, line))

    def size(node: Node) -> int:
        return len(action_text(node.action)) + len(notes_text(node)) + _BETWEEN

    left = sum(size(node) for node in tree.root.below() if id(node) not in on_line)
    if left > MOST:
        for gone in tree.forget_oldest():
            left -= sum(map(size, gone))
            if left <= MOST:
                break
