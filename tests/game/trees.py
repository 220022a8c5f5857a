"""Trees of games, as they can be compared."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random

from game.core.moves import Move, Refusal
from game.play.history import Node, action_text
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


def grown(
    session: Session, ways: Callable[[Session], list[tuple[Move, ...]]], dice: Random, actions: int
) -> None:
    """Play at random with much going back, some restarts, bookmarks and remarks."""
    signs = "a }{(;)#\"!@\\\\ü\\n€"
    for _ in range(actions):
        lot = dice.random()
        if lot < 0.2:
            for _ in range(dice.randint(1, 6)):
                session.undo_action()
        elif lot < 0.3:
            session.undo_step()
        elif lot < 0.35:
            session.redo_step()
        elif lot < 0.4:
            session.redo_action()
        elif lot < 0.43:
            session.restart()
        elif lot < 0.5:
            session.go(dice.choice(list(session.history.root.below())))
        elif lot < 0.55:
            session.history.mark(session.here, "".join(dice.choices(signs, k=dice.randint(0, 4))))
        elif lot < 0.6:
            session.history.remark(session.here, "".join(dice.choices(signs, k=8)))
        elif found := ways(session):
            done = session.do(*dice.choice(found), automatic=dice.choice(list(Automatic)))
            assert not isinstance(done, Refusal)
