"""Trees of games, as they can be compared."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random
from typing import Final

from game.core.moves import Move
from game.play.nodes import Node, action_text
from game.play.session import Automatic, Session


def shape(session: Session, *, whole: bool = True) -> frozenset[Hashable]:
    """All positions that were ever reached, each as the way to it with its notes; with ``whole``
    also how an undo would take it back."""

    def way(node: Node) -> str:
        texts = [action_text(one.action) for one in node.up()][-2::-1]
        return ("/" if whole else " ").join(texts)

    nodes = list(session.history.root.below())
    found = {(way(node), node.bookmark, node.remark) for node in nodes}
    assert len(found) == len(nodes), "the same was done twice"
    return frozenset(found)


_SIGNS: Final = 'a }{(;)#"!@\\ü\n€'


def grown(
    session: Session, ways: Callable[[Session], list[tuple[Move, ...]]], dice: Random, actions: int
) -> None:
    """Play at random with much going back, some restarts, bookmarks and remarks."""

    def text() -> str:
        return "".join(dice.choices(_SIGNS, k=dice.randint(0, 8)))

    def play() -> None:
        if found := ways(session):
            session.do(*dice.choice(found), automatic=dice.choice(list(Automatic)))

    def back() -> None:
        for _ in range(dice.randint(1, 6)):
            session.undo_action()

    acts: dict[Callable[[], object], int] = {
        play: 40,
        back: 20,
        lambda: session.undo_step(dice.choice(list(Automatic))): 10,
        lambda: session.redo_step(dice.choice(list(Automatic))): 5,
        session.redo_action: 5,
        session.restart: 3,
        lambda: session.go(dice.choice(list(session.history.root.below()))): 7,
        lambda: session.history.mark(session.here, text()): 5,
        lambda: session.history.remark(session.here, text()): 5,
    }
    for act in dice.choices(list(acts), list(acts.values()), k=actions):
        act()
        # As the program does after each action.
        session.kept()
