"""What a review shows position by position: the game as played, or a winning line that leaves it;
and what is said of each position, and of the whole."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import accumulate

from game.core.moves import Action, Move, Refusal
from game.core.state import State
from game.play.history import Node
from game.play.review import Review
from game.play.session import Session
from game.rules.counting import moves_shown
from game.rules.registry import Deal
from game.solver.answer import Verdict
from game.support.texts import tr, trn
from game.words.names import account_text, move_text
from game.words.summary import summary
from scenes.review.branching import Branches
from scenes.review.lengths import Rooms, longest_column
from scenes.review.timeline import Marked
from scenes.table.light import LIGHTS, Light, light_words
from scenes.table.status import lost_words


class Walk(ABC):
    """Positions one after the other. Action i, from 0, leads from position i to position i + 1."""

    def __init__(self, deal: Deal, positions: Sequence[State], actions: Sequence[Action]) -> None:
        self._deal = deal
        self.positions = positions
        self.actions = actions
        self.rooms = Rooms([longest_column(state) for state in positions])
        each = (moves_shown(deal.engine, [action]) for action in actions)
        self._moves = [*accumulate(each, initial=0)]
        """How many moves lead to each position."""

    def lost(self, at: int) -> int | None:
        """Return the number of the position before the move that lost the game of position ``at``;
        None if no move did."""
        return None

    def marked(self, at: int) -> Marked:
        """Return what the marks show while position ``at`` is shown."""
        return Marked(self._lights(), at, None)

    def _lights(self) -> list[Light]:
        return [self.light(at) for at in range(len(self.positions))]

    @abstractmethod
    def light(self, at: int) -> Light:
        """Return what is known of a position."""

    @abstractmethod
    def known(self, at: int) -> str:
        """Return what is known of a position, in words."""

    @abstractmethod
    def number(self, at: int) -> int:
        """Return the number of the move that led to a position, or of the one before if that was
        none; 0 at the start."""

    @abstractmethod
    def position(self, at: int) -> str:
        """Return a position's number and the move that led to it, in words."""

    @abstractmethod
    def brief_positions(self, at: int) -> tuple[str, ...]:
        """Return the same for little room, and for hardly any."""

    def account(self, at: int) -> str:
        """Return money or points at a position; empty where there are none."""
        amount, payment = self._deal.account(self.positions[at]), self._deal.kind.payment
        if amount is None or payment is None:
            return ""
        return account_text(amount, payment.in_dollars)

    def spoken(self, at: int) -> str:
        """Return a position in words for screen readers."""
        return ". ".join(filter(None, (self.position(at), self.account(at), self.known(at))))

    @abstractmethod
    def result(self, at: int) -> str:
        """Return what is known of the game or line to which a position belongs."""

    @abstractmethod
    def brief_result(self, at: int) -> str:
        """Return the same for little room."""


class GameWalk(Walk):
    """A line of the game in hand: ``nodes`` are where each position is in its tree, ``here`` is the
    position at which the game stands, None where that is on another branch."""

    def __init__(
        self, review: Review, session: Session, nodes: Sequence[Node], branches: Branches
    ) -> None:
        super().__init__(review.deal, review.positions, [node.action for node in nodes[1:]])
        self._review = review
        self._session = session
        self._branches = branches
        self.nodes = nodes
        places = (at for at, node in enumerate(nodes) if node is session.here)
        self.here = next(places, None)
        done = set(map(id, session.here.up()))
        self._done = sum(id(node) in done for node in nodes) - 1

    def lost(self, at: int) -> int | None:
        """Return the number of the position before the move that lost the game of position ``at``;
        None if that is not known."""
        return self._review.lost_within(at)

    def marked(self, at: int) -> Marked:
        """Return what the marks show while position ``at`` is shown."""
        lost = self.lost(at)
        return Marked(
            self._lights(),
            at,
            self.here,
            None if lost is None else lost + 1,
            self._review.begins,
            self._branches.forks,
            self._branches.bookmarks,
        )

    # -- a position ----------------------------------------------------------------------------

    def light(self, at: int) -> Light:
        """Return what is known of a position; thinking as long as it is still to be judged."""
        verdict = self._review.verdicts[at]
        return Light.THINKING if verdict is None else LIGHTS[verdict]

    def known(self, at: int) -> str:
        """Return what is known of a position, in words."""
        if self._deal.engine.won(self.positions[at]):
            return tr("not counted as a win") if self._shown(at) else tr("won")
        return light_words(self.light(at), begun=self._begun(at))

    def _shown(self, at: int) -> bool:
        """Return whether the solution was shown in the game to which a position belongs."""
        return self._session.book_at(self.nodes[at]).shown > 0

    def moves(self, at: int) -> int:
        """Return how many moves lead to a position from the start of its game."""
        return self._moves[at] - self._moves[self._review.game_of(at).start]

    def number(self, at: int) -> int:
        """Return the number of the move that led to a position, or of the one before if that was
        none; 0 at the start of a game."""
        return max(1, self.moves(at)) if self._begun(at) else 0

    def _begun(self, at: int) -> bool:
        return at > self._review.game_of(at).start

    def _move(self, at: int) -> str:
        """Return the move that led to a position, in words; empty at the start of a game."""
        return summary(self.nodes[at].action, self.positions[at - 1]) if self._begun(at) else ""

    def position(self, at: int) -> str:
        """Return a position's number and the move that led to it, in words."""
        if not self._begun(at):
            return tr("Restarted: before the first move") if at else tr("Before the first move")
        last = self.moves(self._review.game_of(at).stop - 1)
        words = move_text(self.moves(at - 1), self.moves(at), last, self._move(at))
        node = self.nodes[at]
        if node.parent is not None and len(node.parent.children) > 1:
            family = node.parent.children
            n = family.index(node) + 1
            words = tr("{move} (branch {n} of {last})", move=words, n=n, last=len(family))
        undone = self.here is not None and at > self._done
        return tr("{move} (undone)", move=words) if undone else words

    def brief_positions(self, at: int) -> tuple[str, ...]:
        """Return the same for little room, and for hardly any."""
        number, last = self.number(at), self.moves(self._review.game_of(at).stop - 1)
        if not number:
            return (tr("The deal"),)
        return (
            tr("{n}: {move}", n=number, move=self._move(at)),
            tr("Move {n} of {last}", n=number, last=last),
        )

    # -- the game ------------------------------------------------------------------------------

    def result(self, at: int) -> str:
        """Return what is known of the game to which a position belongs: above all, what lost it."""
        review, game = self._review, self._review.game_of(at)
        first, last = review.verdicts[game.start], review.verdicts[game.stop - 1]
        lost = self.lost(at)
        if self._deal.engine.won(self.positions[game.stop - 1]):
            if self._shown(at):
                return tr("Not counted as a win: the program showed the way.")
            return tr("This game was won.")
        if last is Verdict.WINNABLE:
            return tr("This game can still be won.")
        if first is Verdict.LOST:
            return lost_words(self._deal)
        if lost is not None:
            n, move = self.number(lost + 1), self._move(lost + 1)
            return tr("Move {n} lost the game ({move})", n=n, move=move)
        if any(review.verdicts[one] is None for one in game):
            return searching()
        if last is Verdict.LOST:
            return tr("Lost, but it's unknown by which move.")
        return tr("It's unknown whether this can be won.")

    def brief_result(self, at: int) -> str:
        """Return the same for little room."""
        lost = self.lost(at)
        return self.result(at) if lost is None else tr("Lost at move {n}", n=self.number(lost + 1))


class LineWalk(Walk):
    """A line of ``moves`` that wins from position ``origin`` of a game."""

    def __init__(self, game: GameWalk, origin: int, moves: Sequence[Move], review: Review) -> None:
        begin = game.positions[origin]
        actions = _actions(review, begin, moves)
        super().__init__(review.deal, [begin, *(one[-1].after for one in actions)], actions)
        self.origin = origin
        self._after = game.number(origin)

    def light(self, at: int) -> Light:
        """Return that it can be won, as every position of the line can."""
        return Light.CAN_WIN

    def known(self, at: int) -> str:
        """Return what is known of a position, in words."""
        won = self._deal.engine.won(self.positions[at])
        return tr("won") if won else light_words(Light.CAN_WIN)

    def number(self, at: int) -> int:
        """Return the number of the move of the line that led to a position; 0 at its start."""
        return max(1, self._moves[at]) if at else 0

    def _move(self, at: int) -> str:
        return summary(self.actions[at - 1], self.positions[at - 1])

    def position(self, at: int) -> str:
        """Return a position's number and the move that led to it, in words."""
        if at:
            last, move = self._moves[-1], self._move(at)
            return tr("Best line {n} of {last}: {move}", n=self.number(at), last=last, move=move)
        if not self._after:
            return tr("The best line from the deal")
        return tr("The best line after move {n}", n=self._after)

    def brief_positions(self, at: int) -> tuple[str, ...]:
        """Return the same for little room, and for hardly any."""
        if not at:
            return (tr("The best line"),)
        n = self.number(at)
        short = tr("Best line {n} of {last}", n=n, last=self._moves[-1])
        return tr("{n}: {move}", n=n, move=self._move(at)), short

    def result(self, at: int) -> str:
        """Return how long the line is, and how it is left."""
        words = trn("{n} move to the win.", "{n} moves to the win.", self._moves[-1])
        return f"{words} {tr('Space stops and continues, Esc returns to the game.')}"

    def brief_result(self, at: int) -> str:
        """Return the same for little room."""
        return tr("Esc returns to the game.")


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


def searching() -> str:
    """Return what is said of a game as long as nothing is certain."""
    return tr("Finding where it was won or lost …")


def sight(deal: Deal) -> str:
    """Return what the review knows that the player did not; empty where all cards lie open."""
    if not deal.kind.hides_cards:
        return ""
    return tr("The review knows every card, hidden ones too.")
