"""What a review shows position by position: the game as played, or a winning line that leaves
it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from game.core.moves import Action, Move, Refusal
from game.core.state import State
from game.play.history import Node
from game.play.review import Review
from game.play.session import Session
from scenes.review.branching import Branches
from scenes.review.lengths import Rooms, longest_column
from scenes.review.timeline import Marked
from scenes.review.words import GameWords, LineWords, WalkWords


class Walk(Protocol):
    """Positions one after the other. Action i, from 0, leads from position i to position i + 1."""

    positions: Sequence[State]
    actions: Sequence[Action]
    words: WalkWords
    rooms: Rooms

    def lost(self, at: int) -> int | None:
        """Return the number of the position before the move that lost the game of position
        ``at``."""

    def marked(self, at: int) -> Marked:
        """Return what the marks show while position ``at`` is shown."""


class GameWalk:
    """A line of the game in hand: ``nodes`` are where each position is in its tree, ``here`` is the
    position at which the game stands, None where that is on another branch."""

    def __init__(
        self, review: Review, session: Session, nodes: Sequence[Node], branches: Branches
    ) -> None:
        self._review = review
        self._branches = branches
        self.nodes = nodes
        self.positions: Sequence[State] = review.positions
        self.actions: Sequence[Action] = [node.action for node in nodes[1:]]
        places = (at for at, node in enumerate(nodes) if node is session.here)
        self.here = next(places, None)
        words = GameWords(review, session, nodes)
        self.words: WalkWords = words
        self.moves = words.moves
        self.rooms = _rooms(self.positions)

    def lost(self, at: int) -> int | None:
        """Return the number of the position before the move that lost the game of position
        ``at``."""
        return self._review.lost_within(at)

    def marked(self, at: int) -> Marked:
        """Return what the marks show while position ``at`` is shown."""
        lights = [self.words.light(one) for one in range(len(self.positions))]
        lost = self.lost(at)
        begins = self._review.begins
        return Marked(
            lights,
            at,
            self.here,
            None if lost is None else lost + 1,
            begins,
            self._branches.forks,
            self._branches.bookmarks,
        )


class LineWalk:
    """A line of ``moves`` that wins from position ``origin`` of a game."""

    def __init__(self, game: GameWalk, origin: int, moves: Sequence[Move], review: Review) -> None:
        self.origin = origin
        self.actions: Sequence[Action] = _actions(review, game.positions[origin], moves)
        self.positions: Sequence[State] = [
            game.positions[origin],
            *(action[-1].after for action in self.actions),
        ]
        self.words: WalkWords = LineWords(review.deal, game.words.number(origin), self)
        self.rooms = _rooms(self.positions)

    def lost(self, at: int) -> int | None:
        """Return None: no move of the line loses."""

    def marked(self, at: int) -> Marked:
        """Return what the marks show while position ``at`` is shown."""
        lights = [self.words.light(one) for one in range(len(self.positions))]
        return Marked(lights, at, None)


def _actions(review: Review, state: State, moves: Sequence[Move]) -> list[Action]:
    """Return the actions of the moves from ``state``, up to the first that is refused."""
    rules, found = review.deal.engine, list[Action]()
    for move in moves:
        definite = rules.resolve(state, move)
        if isinstance(definite, Refusal):
            break
        found.append(rules.expand(state, definite))
        state = found[-1][-1].after
    return found


def _rooms(positions: Sequence[State]) -> Rooms:
    return Rooms([longest_column(state) for state in positions])
