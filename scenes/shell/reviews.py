"""Opens the review of a game, and leads back to where it was opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from game.play.session import Session
from game.player.current import Desk
from game.rules.registry import Deal
from game.support.texts import tr
from scenes.kit.services import Scene
from scenes.review.context import ReviewHost
from scenes.review.scene import ReviewScene
from scenes.shell.ways_back import way_back
from scenes.table.scene import TableScene

if TYPE_CHECKING:
    from scenes.pages.start_screen import StartScreen
    from scenes.shell.games_in_hand import Desks
    from scenes.shell.panels import Panels


class Stage(ReviewHost, Protocol):
    """What the program shows, and what it can show."""

    review: ReviewScene | None
    """The review, while it is shown."""
    desks: Desks
    scene: Scene

    @property
    def panels(self) -> Panels:
        """What opens the panels."""

    @property
    def table(self) -> TableScene | None:
        """The table, if one is shown."""

    @property
    def game(self) -> str:
        """The game on the table; in the menu the one that was played last."""

    def enter(self, scene: Scene, *, aloud: bool = True) -> None:
        """Leave the scene that is shown, and show ``scene``; announce its title if it is to be said
        ``aloud``."""

    def new_menu(self) -> StartScreen:
        """Return a new menu, which is not shown yet."""

    def play(self, game: str, wanted: Deal | None = None) -> None:
        """Show the table of ``game``."""

    def tell(self, words: str) -> None:
        """Show a line at the edge of the scene, and announce it."""

    def tell_of(self, words: str, desk: Desk | None) -> None:
        """Say at the table's edge what is on it now."""


class Reviews:
    """Opens reviews and closes them."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._left_for_past: TableScene | None = None
        """The table from which the review of a finished game was opened; None for the menu."""

    def toggle(self) -> None:
        """Open the review of the game on the table, in the menu of the last one played, or close
        it."""
        stage = self._stage
        if stage.review:
            self.end()
            return
        if stage.table is None:
            if not stage.desks.any_of(stage.game):
                stage.kit.sounds.refuse()
                stage.tell(tr("There's no game to review yet."))
                return
            stage.play(stage.game)
        table = stage.table
        assert table is not None
        self._begin(table.desk.session, table).keep = table.desk.save

    def _begin(self, session: Session, table: TableScene | None) -> ReviewScene:
        review = ReviewScene(self._stage, session, table)
        self._stage.enter(review, aloud=table is None)
        self._stage.review = review
        review.begin()
        return review

    def try_again(self) -> None:
        """Show the position before the move that lost the reviewed game, as a puzzle that leads
        back to the review."""
        stage, review = self._stage, self._stage.review
        if review is None:
            stage.kit.sounds.refuse()
        else:
            review.try_again(lambda one: stage.panels.chances.begin(one, way_back(stage)))

    def begin_past(
        self, session: Session, keep: Callable[[], None] | None = None, *, watch: bool = False
    ) -> None:
        """Review a finished game; ``watch`` walks through it by itself from the start. ``keep``
        keeps what is written there, if that can be kept."""
        shown = self._stage.review
        if shown is None or shown.table is not None:
            self._left_for_past = shown.table if shown else self._stage.table
        review = self._begin(session, None)
        review.keep = keep
        if watch:
            review.watch.begin()

    def end(self, position: int | None = None) -> None:
        """Return from the review to its table; with a ``position``, to play on from there."""
        review = self._stage.review
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
            self._stage.tell(tr("Playing on from here. Your old moves become a branch."))

    def _back_to(self, table: TableScene, *, restyled: bool) -> None:
        """Return from a review to a table, which shows the game on its desk."""
        self._stage.enter(table, aloud=False)
        if restyled:
            table.restyle()
        table.new_session(deal_out=False)

    def _end_past(self, review: ReviewScene, position: int | None) -> None:
        """Return from the review of a finished game to where it was opened; with a ``position``,
        put it in place of the game in hand, to be played on."""
        stage = self._stage
        if position is None:
            if self._left_for_past is not None:
                self._back_to(self._left_for_past, restyled=review.restyled)
            else:
                stage.enter(stage.new_menu())
            return
        session = review.session
        if position != review.game.here:
            session.go(review.game.nodes[position])
        desk = stage.desks.take(session)
        stage.play(session.deal.game)
        stage.tell_of(tr("Playing on from here."), desk)
