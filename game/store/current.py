"""The games in hand, and what happens to a game that is replaced."""

from __future__ import annotations

from collections.abc import Sequence
from random import randint
from typing import Final

from game.core.cards import MAX_DEAL
from game.play.session import Session
from game.player.settings import Settings
from game.record.entries import Entry
from game.rules.registry import Deal, numbered
from game.store.store import PlayerStore
from game.teach.difficulty import numbers_of

_DRAWS: Final = 20
"""The maximum number of draws to find an unplayed deal."""


def draw_number() -> int:
    return randint(0, MAX_DEAL)


class Desk:
    """Keeps the game in hand for either Vierfrei or Canfield.

    If ``in_hand`` is None, a new game begins. Its deal is random unless ``wanted`` is given.
    """

    def __init__(
        self,
        store: PlayerStore,
        settings: Settings,
        game: str,
        in_hand: Session | None,
        wanted: Deal | None = None,
    ) -> None:
        self._store = store
        self._settings = settings
        self._game = game
        self._former: Session | None = None
        self.entry_given_up: Entry | None = None
        """The entry of the previous game if it was given up."""
        self._met_stuck: set[object] = set()
        self.session = in_hand or Session(wanted or self.random_deal())
        self.session.store = store
        if in_hand is None:
            self._mark_known()
            self.session.save()

    # -- which game ----------------------------------------------------------------------------

    def random_deal(self) -> Deal:
        """Return a random deal of the wanted grade, unplayed if possible."""
        rules, wanted = self._settings.rules_for(self._game), self._numbers_wanted
        for _ in range(_DRAWS):
            drawn = draw_number()
            deal = numbered(self._game, wanted[drawn % len(wanted)] if wanted else drawn, rules)
            if not self._store.log.has_played(deal):
                break
        return deal

    @property
    def _numbers_wanted(self) -> Sequence[int]:
        return numbers_of(self._game, self._settings.grade) if self._settings.grade else ()

    @property
    def draws_graded(self) -> bool:
        """Whether random deals have the grade that the player wants. Such deals can all be won."""
        return bool(self._numbers_wanted)

    def begin(self, deal: Deal) -> None:
        """Replace the game in hand with a new game of ``deal``."""
        self.replace_game(Session(deal))

    def replace_game(self, session: Session) -> None:
        """Replace the game in hand with ``session``.

        The old game counts as given up if it was begun or cost money, unless it is already
        recorded.
        """
        self._store.leaving(self.session)
        self._former, self.entry_given_up = self.session, self._give_up(self.session)
        self.put_in_hand(session)

    def put_in_hand(self, session: Session) -> None:
        """Make ``session`` the game in hand, and use its rules for the next games."""
        self._set_session(session)
        self._mark_known()
        if session.deal.rules:
            waited = self._settings.rules_chosen
            self._settings.begin_rules(session.deal.rules)
            if waited and not self._settings.rules_chosen:
                self._store.save_settings(self._settings)
        session.save()

    def _set_session(self, session: Session) -> None:
        self.session.store, self.session = None, session
        session.store = self._store

    def _mark_known(self) -> None:
        """Mark the game as a replay if its deal was played before, or if the game already contains
        moves."""
        session = self.session
        if session.can_undo or self._store.log.has_played(session.deal):
            session.info.replay = True

    def _give_up(self, session: Session) -> Entry | None:
        """Record ``session`` as given up, and return its entry; None if it needn't be recorded."""
        # In the casino a layout is paid for once it has been seen, so giving it up counts as
        # stopping.
        paid = session.deal.kind.in_stages and session.state.stage < 3
        if session.info.recorded or not (session.begun or paid):
            return None
        return self._store.ended(session)

    @property
    def can_bring_back(self) -> bool:
        """Whether there is a previous game, and nothing has been done in this one yet."""
        return self._former is not None and not self.session.history.root.children

    def bring_back(self) -> bool:
        """Go back to the previous game; return whether that worked."""
        former = self._former
        if former is None or not self.can_bring_back:
            return False
        self._former = self.entry_given_up = None
        self._set_session(former)
        self._store.resumed(former)
        self._store.changed(former)
        return True

    def newly_stuck(self) -> bool:
        """Return whether the game is stuck; True only once for each position."""
        session, state = self.session, self.session.state
        if session.ended or state in self._met_stuck or not session.rules.stuck(state):
            return False
        self._met_stuck.add(state)
        return True


class Desks:
    """The desks of all games, made when first needed."""

    def __init__(self, store: PlayerStore, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._desks: dict[str, Desk] = {}

    def find(self, game: str) -> Desk | None:
        """Return the desk of ``game``; None if there is no game in hand."""
        if game not in self._desks and (in_file := self._store.game_in_hand(game)):
            self._desks[game] = Desk(self._store, self._settings, game, in_file)
        return self._desks.get(game)

    def of(self, game: str, wanted: Deal | None = None) -> Desk:
        """Return the desk of ``game``, and deal a new game if there is none in hand.

        If ``wanted`` is given, replace a game that has ended or that has a different deal.
        """
        desk = self.find(game)
        if desk is None:
            desk = self._desks[game] = Desk(self._store, self._settings, game, None, wanted)
        elif wanted is not None and (desk.session.deal != wanted or desk.session.ended):
            desk.begin(wanted)
        return desk

    def take(self, session: Session) -> Desk:
        """Make ``session`` the game in hand and return its desk."""
        game = session.deal.game
        desk = self.find(game)
        if desk is not None:
            desk.replace_game(session)
        else:
            desk = self._desks[game] = Desk(self._store, self._settings, game, session)
            desk.put_in_hand(session)
        return desk
