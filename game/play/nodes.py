"""A position of a game, with the action that led to it and all that was done from it.

Nothing here knows the rules of a game; ``game.play.history`` makes a tree of such nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from game.core.moves import Action, Verb

if TYPE_CHECKING:
    from game.play.book import Book

MOST_OF_A_NAME: Final = 60
MOST_OF_A_REMARK: Final = 500
"""Characters of a bookmark's name, and of a remark."""


def begins(action: Action) -> bool:
    """Return whether an action is a restart."""
    return action[0].move.verb is Verb.RESTART


def action_text(action: Action) -> str:
    """Return an action as its steps in notation."""
    return " ".join(step.text for step in action)


def clean(text: str, most: int) -> str:
    """Return ``text`` as it can be a name or a remark: on one line, and not too long."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(plain.split())[:most].strip()


def add_notes(node: Node, bookmark: str | None, remark: str) -> None:
    """Add a bookmark and a remark to those of a position, each behind what stands there already,
    unless it does so itself. Branches that are frozen do not learn of it."""
    if bookmark is not None:
        node.bookmark = _added(node.bookmark or "", ", ", bookmark, MOST_OF_A_NAME)
    node.remark = _added(node.remark, " ", remark, MOST_OF_A_REMARK)


def _added(text: str, between: str, more: str, most: int) -> str:
    more = clean(more, most)
    if more in text:
        return text
    return clean(f"{text}{between}{more}", most) if text else more


@dataclass(slots=True, eq=False)
class Node:
    """A position, the action that led to it, and what was done from it.

    ``children`` stand in the order in which they were first played; ``main`` is the one that was
    left last. ``bookmark`` is a name, perhaps an empty one, or None for no bookmark. ``book`` is,
    at a restart, that of the game on its other side, if there is one. ``frozen`` keeps the text of
    the branch that begins here, as long as nobody has gone into it.
    """

    parent: Node | None
    action: Action
    number: int = 0
    children: list[Node] = field(default_factory=list)
    main: Node | None = None
    bookmark: str | None = None
    remark: str = ""
    book: Book | None = None
    frozen: str | None = None

    def __repr__(self) -> str:
        return f"Node({self.number}, {action_text(self.action)!r})"

    @property
    def plain(self) -> bool:
        """Whether it is no more than a place on the way to its only child."""
        return len(self.children) == 1 and self.bookmark is None and not self.remark

    def sibling(self, by: int) -> Node:
        """The sibling so many places after this node, around and around."""
        family = self.parent.children if self.parent else [self]
        return family[(family.index(self) + by) % len(family)]

    def beside(self, by: int, onward: Node | None) -> Node | None:
        """The sibling so many places beside this node. Where it has none, one of its children is
        meant, if it has several: beside ``onward``, to which the line goes on; else the nearest
        node before it that has siblings. None if nothing else was ever done."""
        forks = (one for one in self.up() if one.parent and len(one.parent.children) > 1)
        fork = next(forks, None)
        if fork is not self and len(self.children) > 1:
            fork = onward or self.main
        return None if fork is None else fork.sibling(by)

    def up(self) -> Iterator[Node]:
        """This node, those before it, and at last the root."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    def along(self) -> Iterator[Node]:
        """What follows this node, along the branches that were left last."""
        node = self.main
        while node is not None:
            yield node
            node = node.main

    def below(self) -> Iterator[Node]:
        """This node and all that were ever reached from it."""
        left = [self]
        while left:
            node = left.pop()
            yield node
            left += reversed(node.children)
