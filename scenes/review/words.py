"""What the review of a game says: of a position, of the whole game, and of what it knows."""

from __future__ import annotations

from game.play.review import Review
from game.play.session import Session
from game.rules.registry import Deal
from game.solver.answer import Verdict
from game.support.texts import tr
from game.words.names import account_text
from game.words.summary import summary
from scenes.table.adviser import LIGHTS, Light, light_words
from scenes.table.status import lost_words


class ReviewWords:
    """The texts about ``review``, which is of ``session``."""

    def __init__(self, review: Review, session: Session) -> None:
        self._review = review
        self._session = session
        self._played = session.played
        self._done = len(session.actions)

    def light(self, at: int) -> Light:
        """What is known of a position; thinking as long as it is still to be judged."""
        verdict = self._review.verdicts[at]
        return Light.THINKING if verdict is None else LIGHTS[verdict]

    def known(self, at: int) -> str:
        """What is known of a position, in words."""
        if self._review.deal.engine.won(self._review.positions[at]):
            return tr("solution shown") if self._shown(at) else tr("won")
        return light_words(self.light(at), begun=self.number(at) > 0)

    def _shown(self, at: int) -> bool:
        """Whether the solution was shown in the game to which a position belongs."""
        return self._session.book_at(at).shown > 0

    def number(self, at: int) -> int:
        """How many moves lead to a position from where its game was begun."""
        return at - self._review.game_of(at).start

    def move(self, at: int) -> str:
        """The move that led to a position, in words; empty at the beginning of a game."""
        if not self.number(at):
            return ""
        return summary(self._played[at - 1], self._review.positions[at - 1])

    def position(self, at: int) -> str:
        """A position by its number and the move that led to it."""
        number, last = self.number(at), len(self._review.game_of(at)) - 1
        if not number:
            return tr("Begun again: before the first move") if at else tr("Before the first move")
        words = tr("Move {n} of {last}: {move}", n=number, last=last, move=self.move(at))
        return tr("{move} (undone)", move=words) if at > self._done else words

    def brief_positions(self, at: int) -> tuple[str, ...]:
        """The same where there is little room, and where there is hardly any."""
        number, last = self.number(at), len(self._review.game_of(at)) - 1
        if not number:
            return (tr("The deal"),)
        return (
            tr("{n}: {move}", n=number, move=self.move(at)),
            tr("Move {n} of {last}", n=number, last=last),
        )

    def account(self, at: int) -> str:
        """Money or points at a position; empty for Vierfrei."""
        deal = self._review.deal
        amount = deal.account(self._review.positions[at])
        if amount is None or deal.rule_set is None:
            return ""
        return account_text(amount, deal.rule_set.payment.in_dollars)

    def spoken(self, at: int) -> str:
        """A position for a reader's ear."""
        parts = (self.position(at), self.account(at), self.known(at))
        return ". ".join(part for part in parts if part)

    # -- the game ------------------------------------------------------------------------------

    def result(self, at: int) -> str:
        """What is known of the game that a position belongs to: above all, what lost it."""
        review, game = self._review, self._review.game_of(at)
        first, last = review.verdicts[game.start], review.verdicts[game.stop - 1]
        lost = review.lost_within(at)
        if review.deal.engine.won(review.positions[game.stop - 1]):
            if self._shown(at):
                return tr("Not counted as won: the solution was shown.")
            return tr("This game was won.")
        if last is Verdict.WINNABLE:
            return tr("This game can still be won.")
        if first is Verdict.LOST:
            return lost_words(review.deal)
        if lost is not None:
            return tr("Lost by move {n}: {move}", n=self.number(lost + 1), move=self.move(lost + 1))
        if any(review.verdicts[one] is None for one in game):
            return self.searching()
        if last is Verdict.LOST:
            return tr("Lost, but it is not known by which move.")
        return tr("It is not known whether this can be won.")

    @staticmethod
    def searching() -> str:
        """What is said of a game as long as nothing is certain."""
        return tr("Looking for where it was won or lost …")

    def brief_result(self, at: int) -> str:
        """The same where there is little room."""
        lost = self._review.lost_within(at)
        return self.result(at) if lost is None else tr("Lost by move {n}", n=self.number(lost + 1))


def sight(deal: Deal) -> str:
    """What the review knows that the player did not; empty for Vierfrei, where all lies open."""
    if deal.rule_set is None:
        return ""
    return tr("The review knows all cards, the hidden ones too.")
