"""What is tried and written in the game in hand after its end: it is kept with the game's moves."""

from __future__ import annotations

from game.play.nodes import Node
from game.play.session import Session
from game.player.storage import Storage
from game.record.entries import Entry
from game.record.transcripts import Played


class Afterwards:
    """Knows the game that was written down last, and brings what is kept of it up to date."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._written: tuple[Session, Node, Played] | None = None
        """The game, where it has ended, and what was kept of it then."""

    def write(self, session: Session, entry: Entry) -> None:
        """Keep the moves of a game that ends where it stands."""
        played = Played.of(session, entry)
        self._written = session, session.here, played
        self._storage.keep_played(played)

    def keep(self, session: Session, entry: Entry) -> None:
        """Keep with the game of ``entry``, which is written down, what was tried and written since
        it has ended.

        Its line can have changed meanwhile, in the review of past games: then it keeps both.
        """
        end, before = session.here, None
        if self._written is not None and self._written[0] is session:
            _, end, before = self._written
        elif not session.ended:
            return
        if not any(node is end for node in session.history.root.below()):
            # A game too long has forgotten it.
            return
        now = Played.of(session, entry, end)
        if before is not None and (now.line != before.line or now.aside == before.aside):
            return
        there = next((one for one in self._storage.played() if one.line == now.line), None)
        if there is None:
            return
        both = there.aside and (before is None or there.aside != before.aside)
        self._storage.keep_aside(there.joined(now) if both else now)
        self._written = session, end, now
