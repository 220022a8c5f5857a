"""What a review says about a position, about the whole game, and about what it knows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Protocol

from game.core.moves import Action
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
from scenes.table.light import LIGHTS, Light, light_words
from scenes.table.status import lost_words


class WalkWords(Protocol):
    """The texts about what a review walks along."""

    def light(self, at: int) -> Light:
        """Return what is known of a position."""

    def known(self, at: int) -> str:
        """Return what is known of a position, in words."""

    def number(self, at: int) -> int:
        """Return the number of the move that led to a position; 0 at the start."""

    def position(self, at: int) -> str:
        """Return a position's number and the move that led to it, in words."""

    def brief_positions(self, at: int) -> tuple[str, ...]:
        """Return the same for little room, and for hardly any."""

    def account(self, at: int) -> str:
        """Return money or points at a position; empty where there are none."""

    def spoken(self, at: int) -> str:
        """Return a position in words for screen readers."""

    def result(self, at: int) -> str:
        """Return what is known of the game or line to which a position belongs."""

    def brief_result(self, at: int) -> str:
        """Return the same for little room."""


class Line(Protocol):
    """Texts about a line that leaves the game."""

    positions: Sequence[State]
    actions: Sequence[Action]


def _account(deal: Deal, state: State) -> str:
    amount, payment = deal.account(state), deal.kind.payment
    if amount is None or payment is None:
        return ""
    return account_text(amount, payment.in_dollars)


def _spoken(words: WalkWords, at: int) -> str:
    parts = (words.position(at), words.account(at), words.known(at))
    return ". ".join(part for part in parts if part)


class GameWords:
    """The texts about ``review``, which is of ``session``."""

    def __init__(self, review: Review, session: Session, nodes: Sequence[Node]) -> None:
        self._review = review
        self._session = session
        self._nodes = nodes
        each = (moves_shown(session.rules, [node.action]) for node in nodes[1:])
        self._moves = [*accumulate(each, initial=0)]
        done = set(map(id, session.here.up()))
        self._done = sum(id(node) in done for node in nodes) - 1
        self._onward = session.here in nodes

    def light(self, at: int) -> Light:
        """Return what is known of a position; thinking as long as it is still to be judged."""
        verdict = self._review.verdicts[at]
        return Light.THINKING if verdict is None else LIGHTS[verdict]

    def known(self, at: int) -> str:
        """Return what is known of a position, in words."""
        if self._review.deal.engine.won(self._review.positions[at]):
            return tr("not counted as a win") if self._shown(at) else tr("won")
        return light_words(self.light(at), begun=self._begun(at))

    def _shown(self, at: int) -> bool:
        """Return whether the solution was shown in the game to which a position belongs."""
        return self._session.book_at(self._nodes[at]).shown > 0

    def moves(self, at: int) -> int:
        """Return how many moves lead to a position from the start of its game."""
        return self._moves[at] - self._moves[self._review.game_of(at).start]

    def number(self, at: int) -> int:
        """Return the number of the move that led to a position, or of the one before if that was
        none; 0 at the start of a game."""
        return max(1, self.moves(at)) if self._begun(at) else 0

    def _begun(self, at: int) -> bool:
        return at > self._review.game_of(at).start

    def move(self, at: int) -> str:
        """Return the move that led to a position, in words; empty at the start of a game."""
        if not self._begun(at):
            return ""
        return summary(self._nodes[at].action, self._review.positions[at - 1])

    def position(self, at: int) -> str:
        """Return a position's number and the move that led to it, in words."""
        if not self._begun(at):
            return tr("Restarted: before the first move") if at else tr("Before the first move")
        last = self.moves(self._review.game_of(at).stop - 1)
        words = move_text(self.moves(at - 1), self.moves(at), last, self.move(at))
        node = self._nodes[at]
        if node.parent is not None and len(node.parent.children) > 1:
            family = node.parent.children
            n = family.index(node) + 1
            words = tr("{move} (branch {n} of {last})", move=words, n=n, last=len(family))
        undone = self._onward and at > self._done
        return tr("{move} (undone)", move=words) if undone else words

    def brief_positions(self, at: int) -> tuple[str, ...]:
        """Return the same for little room, and for hardly any."""
        number, last = self.number(at), self.moves(self._review.game_of(at).stop - 1)
        if not number:
            return (tr("The deal"),)
        return (
            tr("{n}: {move}", n=number, move=self.move(at)),
            tr("Move {n} of {last}", n=number, last=last),
        )

    def account(self, at: int) -> str:
        """Return money or points at a position; empty where there are none."""
        return _account(self._review.deal, self._review.positions[at])

    def spoken(self, at: int) -> str:
        """Return a position in words for screen readers."""
        return _spoken(self, at)

    # -- the game ------------------------------------------------------------------------------

    def result(self, at: int) -> str:
        """Return what is known of the game to which a position belongs: above all, what lost it."""
        review, game = self._review, self._review.game_of(at)
        first, last = review.verdicts[game.start], review.verdicts[game.stop - 1]
        lost = review.lost_within(at)
        if review.deal.engine.won(review.positions[game.stop - 1]):
            if self._shown(at):
                return tr("Not counted as a win: the program showed the way.")
            return tr("This game was won.")
        if last is Verdict.WINNABLE:
            return tr("This game can still be won.")
        if first is Verdict.LOST:
            return lost_words(review.deal)
        if lost is not None:
            return tr(
                "Move {n} lost the game ({move})", n=self.number(lost + 1), move=self.move(lost + 1)
            )
        if any(review.verdicts[one] is None for one in game):
            return searching()
        if last is Verdict.LOST:
            return tr("Lost, but it's unknown by which move.")
        return tr("It's unknown whether this can be won.")

    def brief_result(self, at: int) -> str:
        """Return the same for little room."""
        lost = self._review.lost_within(at)
        return self.result(at) if lost is None else tr("Lost at move {n}", n=self.number(lost + 1))


class LineWords:
    """The texts about a ``line`` that wins, and leaves a game after so many of its moves."""

    def __init__(self, deal: Deal, after: int, line: Line) -> None:
        self._deal = deal
        self._after = after
        self._line = line
        each = (moves_shown(deal.engine, [action]) for action in line.actions)
        self._moves = [*accumulate(each, initial=0)]

    def light(self, at: int) -> Light:
        """Return that it can be won, as every position of the line can."""
        return Light.CAN_WIN

    def known(self, at: int) -> str:
        """Return what is known of a position, in words."""
        won = self._deal.engine.won(self._line.positions[at])
        return tr("won") if won else light_words(Light.CAN_WIN)

    def number(self, at: int) -> int:
        """Return the number of the move of the line that led to a position; 0 at its start."""
        return max(1, self._moves[at]) if at else 0

    def _move(self, at: int) -> str:
        return summary(self._line.actions[at - 1], self._line.positions[at - 1])

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

    def account(self, at: int) -> str:
        """Return money or points at a position; empty where there are none."""
        return _account(self._deal, self._line.positions[at])

    def spoken(self, at: int) -> str:
        """Return a position in words for screen readers."""
        return _spoken(self, at)

    def result(self, at: int) -> str:
        """Return how long the line is, and how it is left."""
        moves = self._moves[-1]
        words = trn("{n} move to the win.", "{n} moves to the win.", moves)
        return f"{words} {tr('Space stops and continues, Esc returns to the game.')}"

    def brief_result(self, at: int) -> str:
        """Return the same for little room."""
        return tr("Esc returns to the game.")


def searching() -> str:
    """Return what is said of a game as long as nothing is certain."""
    return tr("Finding where it was won or lost …")


def sight(deal: Deal) -> str:
    """Return what the review knows that the player did not; empty where all cards lie open."""
    if not deal.kind.hides_cards:
        return ""
    return tr("The review knows every card, hidden ones too.")
