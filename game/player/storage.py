"""The files of the player: settings, the games in hand and the record.

Reading happens at the start (``game.player.reading``). Writing happens in a thread of its own, in
order, what belongs together at once (``game.support.journal``). What goes wrong becomes a line for
the player (``game.player.writer``); play goes on, and what could not be written is tried again
(``game.player.writer``).
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from game.play.saved_game import deal_from_data
from game.play.session import Session
from game.player.home import PLAYED, RECORD, Home
from game.player.reading import SETTINGS, Reader, as_json, file_of
from game.player.settings import Settings
from game.player.writer import Batch, Problems, Writer, elsewhere
from game.record.entries import Entry, Record, put_in_order
from game.record.export import keep_copies
from game.record.transcripts import Played
from game.support.journal import JOURNAL
from game.support.lock import ElsewhereError
from game.support.texts import tr, trn

_PATIENCE: Final = 1.0
"""Seconds that leaving waits for a disk that refused to write before."""


class Storage:
    """The folder of one player's files, held by one window at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._problems = Problems()
        self._home = Home(folder)
        self._writer = Writer(self._home.write, self._unwritable, self._problems.saved)
        self._reader = Reader(self._home, self._problems, self._put)
        try:
            if not self._home.open():
                self._problems.tell(elsewhere)
        except OSError as error:
            self._unwritable(error)
        self._finish_what_was_begun()

    def _unwritable(self, error: Exception) -> None:
        if not isinstance(error, ElsewhereError):
            self._problems.unwritable(error)
        elif not self._home.came_late:
            # That was told when the window opened.
            self._problems.reason = None

    @property
    def saves(self) -> bool:
        """Whether this window is the one that saves."""
        return self._home.held

    @property
    def unsaved(self) -> bool:
        """Whether something could not be saved so far."""
        return self._writer.unsaved

    @property
    def reason(self) -> Exception | None:
        """Why saving failed the last time it was tried; None if it did not."""
        return self._problems.reason

    @property
    def mark(self) -> str:
        """What is to be said as long as something is unsaved; empty where nothing is."""
        return self._problems.mark if self.unsaved else ""

    def take_problems(self) -> list[str]:
        """Return what the player is to be told; each line is returned once."""
        return self._problems.take()

    def _finish_what_was_begun(self) -> None:
        journal = self._home.journal
        try:
            journal.recall()
        except (OSError, ValueError) as error:
            if self.saves:
                self._reader.set_aside(JOURNAL, error)
        if journal.waiting and self.saves:
            try:
                journal.settle()
            except OSError:
                # It is known all the same, and is tried again.
                self._writer.put(Batch())

    # -- reading -------------------------------------------------------------------------------

    def settings(self) -> Settings:
        """Return the settings, with the defaults for what cannot be read."""
        return self._reader.settings()

    def game(self, game: str) -> Session | None:
        """Return the game in hand, up to the first damaged move if there is one; None where there
        is no game that can be read."""
        return self._reader.game(game)

    def borrowed(self, game: str) -> Mapping[str, object] | None:
        """Return the game in hand as it was read while another window was saving."""
        return self._reader.borrowed.get(game)

    def record(self) -> Record:
        """Return the finished games, without those that cannot be read."""
        return self._reader.record()

    def played(self) -> Sequence[Played]:
        """Return what was played in the finished games, latest last, as far as it can be read."""
        return self._reader.played()

    # -- taking over ---------------------------------------------------------------------------

    @property
    def came_late(self) -> bool:
        """Whether this window could save by now, since another one has ended, but for
        ``take_over``."""
        return self._home.came_late

    def take_over(self, record: Record) -> None:
        """Save from now on: add to ``record`` what the other window has recorded, and remove what
        it has taken back or cleared. To be called within ``together``."""
        before = set(self._reader.at_start)
        borrowed = map(deal_from_data, self._reader.borrowed.values())
        mine = [entry for entry in record.entries if entry not in before]
        self._home.came_late = False
        if not self.reason:
            self._problems.tell(
                lambda: tr("The other window has closed. This one saves from now on.")
            )
        self._finish_what_was_begun()
        there = self.record().entries
        counted = {_deal_of(entry) for entry in there if entry not in before}
        own = {(deal.game, deal.rules, deal.number) for deal in borrowed}
        twice = [entry for entry in mine if _deal_of(entry) in own & counted]
        for entry in twice:
            # Both windows went on with the same game; the other one has written it down.
            self.drop_played(entry)
        put_in_order(there, [entry for entry in mine if entry not in twice])
        record.entries[:] = there
        self.save_record(record)

    # -- writing -------------------------------------------------------------------------------

    def together(self) -> AbstractContextManager[None]:
        """Return a context in which everything saved is written at once, all or nothing."""
        return self._writer.together()

    def save_settings(self, settings: Settings) -> None:
        self._put(Batch({SETTINGS: as_json(settings.to_data())}))

    def save_game(self, session: Session) -> None:
        if forgotten := session.history.forgotten:
            self._problems.tell(
                lambda: trn(
                    "This game has too many branches, so the oldest was dropped.",
                    "This game has too many branches, so the {n} oldest were dropped.",
                    forgotten,
                )
            )
            session.history.forgotten = 0
        self._put(Batch({file_of(session.deal.game): session.text()}))

    def save_record(self, record: Record) -> None:
        self._put(Batch(entries=list(record.entries)))

    def keep_played(self, played: Played) -> None:
        """Add what was played in a finished game to the file of them."""
        self._home.played.expect(played)
        self._put(Batch(played=(played.text,)))

    def drop_played(self, entry: Entry) -> None:
        """Remove what was played in a game that is not finished after all."""
        self._home.played.expect_no_more(entry)
        self._put(Batch(played=(entry,)))

    def keep_aside(self, played: Played) -> None:
        """Keep with a finished game what stands beside its moves by now."""
        self._home.played.expect_amended(played)
        self._put(Batch(played=(played,)))

    def _put(self, batch: Batch) -> None:
        self._writer.put(batch)

    def clear_record(self, record: Record) -> Path:
        """Clear all finished games; return the copy of the record, which is kept.

        Raises ``OSError``, and changes nothing, where the copies cannot be made.
        """
        if not self.saves or RECORD in self._home.left_alone:
            raise ElsewhereError
        self.save_record(record)
        self.flush()
        if self.unsaved:
            raise ElsewhereError
        copies = keep_copies([self.folder / RECORD, self.folder / PLAYED])
        if not copies:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        record.entries.clear()
        self._home.played.expect_nothing()
        self._put(Batch({PLAYED: None}, []))
        self.flush()
        return copies[0]

    def flush(self) -> None:
        """Wait until everything is on the disk, or the disk has refused it."""
        self._writer.flush()

    def try_again(self) -> None:
        """Try again soon to write what could not be written."""
        self._put(Batch())

    def settle(self) -> bool:
        """Try once more to write what could not be written, and wait a moment for it; return
        whether nothing would be lost now, except what another window keeps this one from
        saving."""
        return self._writer.retry(_PATIENCE) or not self.reason

    def close(self) -> None:
        """Write what is left, and release the folder."""
        self._writer.close()
        self._home.close()


def _deal_of(entry: Entry) -> tuple[str, str | None, int | None]:
    return entry.game, entry.rules, entry.deal
