"""Opens the review of a game, and leads back to where it was opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.play.session import Session
from game.support.texts import tr
from scenes.review.scene import ReviewScene
from scenes.shell.ways_back import way_back
from scenes.table.scene import TableScene

if TYPE_CHECKING:
    from scenes.shell.director import Director


class Reviews:
    """Opens reviews and closes them."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self._left_for_past: TableScene | None = None
        """The table from which the review of a finished game was opened; None for the menu."""

    def toggle(self) -> None:
        """Open the review of the game on the table, in the menu of the last one played, or close
        it."""
        director = self._director
        if director.review:
            self.end()
            return
        if director.table is None:
            if not director.desks.any_of(director.game):
                director.kit.sounds.refuse()
                director.tell(tr("There's no game to review yet."))
                return
            director.play(director.game)
        table = director.table
        assert table is not None
        self._begin(table.desk.session, table).keep = table.desk.save

    def _begin(self, session: Session, table: TableScene | None) -> ReviewScene:
        review = ReviewScene(self._director, session, table)
        self._director.enter(review, aloud=table is None)
        self._director.review = review
        review.begin()
        return review

    def try_again(self) -> None:
        """Show the position before the move that lost the reviewed game, as a puzzle that leads
        back to the review."""
        director, review = self._director, self._director.review
        if review is None:
            director.kit.sounds.refuse()
        else:
            review.try_again(lambda one: director.panels.chances.begin(one, way_back(director)))

    def begin_past(
        self, session: Session, keep: Callable[[], None] | None = None, *, watch: bool = False
    ) -> None:
        """Review a finished game; ``watch`` walks through it by itself from the start. ``keep``
        keeps what is written there, if that can be kept."""
        shown = self._director.review
        if shown is None or shown.table is not None:
            self._left_for_past = shown.table if shown else self._director.table
        review = self._begin(session, None)
        review.keep = keep
        if watch:
            review.watch.begin()

    def end(self, position: int | None = None) -> None:
        """Return from the review to its table; with a ``position``, to play on from there."""
        review = self._director.review
        if review is None:
            return
        table = review.table
        if table is None:
            self._end_past(review, position)
            return
        branch = position if position != review.game.here else None
        if branch is not None:
            table.desk.go(review.game.nodes[branch])
        self._back_to(table, restyled=review.restyled)
        if branch is not None:
            self._director.tell(tr("Playing on from here. Your old moves become a branch."))

    def _back_to(self, table: TableScene, *, restyled: bool) -> None:
        """Return from a review to a table, which shows the game on its desk."""
        self._director.enter(table, aloud=False)
        if restyled:
            table.restyle()
        table.new_session(deal_out=False)

    def _end_past(self, review: ReviewScene, position: int | None) -> None:
        """Return from the review of a finished game to where it was opened; with a ``position``,
        put it in place of the game in hand, to be played on."""
        director = self._director
        if position is None:
            if self._left_for_past is not None:
                self._back_to(self._left_for_past, restyled=review.restyled)
            else:
                director.enter(director.new_menu())
            return
        session = review.session
        if position != review.game.here:
            session.go(review.game.nodes[position])
        desk = director.desks.take(session)
        director.play(session.deal.game)
        director.tell_of(tr("Playing on from here."), desk)
