"""The desks of all games, opened when they are first needed."""

from __future__ import annotations

from game.play.session import Session
from game.player.current import Desk, open_desk
from game.rules.registry import Deal
from scenes.kit.services import Kit


class Desks:
    """One desk for each game, which begins with the game in its file."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._desks: dict[str, Desk] = {}
        self._in_files: dict[str, Session | None] = {}

    def of(self, game: str, wanted: Deal | None = None) -> Desk:
        """Return the desk of ``game``, with ``wanted`` on it if that is given."""
        desk = self._desks.get(game)
        if desk is None:
            desk = self._open(game, self.in_file(game), wanted)
        elif wanted is not None and (desk.session.deal != wanted or desk.session.ended):
            desk.begin(wanted)
        return desk

    def begin(self, deal: Deal) -> Desk:
        """Return the desk on which ``deal`` was laid out in place of the game in hand."""
        return self.take(Session(deal))

    def take(self, session: Session) -> Desk:
        """Return the desk of the game with ``session`` on it in place of the game in hand. Where
        there is none in hand, none is dealt only to be given up."""
        game = session.deal.game
        if self.any_of(game):
            desk = self.of(game)
            desk.take(session)
        else:
            desk = self._open(game, session)
            desk.lay(session)
        return desk

    def _open(self, game: str, in_hand: Session | None, wanted: Deal | None = None) -> Desk:
        kit = self._kit
        storage, settings, record = kit.storage, kit.settings, kit.record
        desk = open_desk(storage, settings, record, game, in_hand, wanted, now=lambda: kit.now())
        self._desks[game] = desk
        return desk

    def in_file(self, game: str) -> Session | None:
        """Return the game of that kind that was saved when the program began."""
        if game not in self._in_files:
            self._in_files[game] = self._kit.storage.game(game)
        return self._in_files[game]

    def take_over(self) -> None:
        """Save from now on, and adopt what the window that has ended has left."""
        kit = self._kit
        with kit.storage.together():
            kit.storage.take_over(kit.record)
            self._in_files.clear()
            for desk in self._desks.values():
                desk.take_over()

    def any_of(self, game: str) -> bool:
        """Return whether there is a game of that kind, ended or not."""
        return game in self._desks or self.in_file(game) is not None

    def in_hand(self, game: str) -> Session | None:
        """Return the last game of that kind, if it can still be played on."""
        desk = self._desks.get(game)
        session = desk.session if desk else self.in_file(game)
        return None if session is None or session.ended else session
