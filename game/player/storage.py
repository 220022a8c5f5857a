"""The files of the player: settings, the games in hand and the record.

Reading happens at the start. Writing happens in a thread of its own, in order, what belongs
together at once (``game.support.journal``). What goes wrong becomes a ``Notice``; play goes on,
and what could not be written is tried again (``game.player.writer``).
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from game.play.session import FORMAT, Session
from game.player.home import PLAYED, RECORD, Home
from game.player.salvage import Found, format_of, formatted, read_options, read_record
from game.player.settings import Settings
from game.player.writer import Batch, Text, Writer, kind_of
from game.record.entries import Entry, Record, put_in_order
from game.record.transcripts import Played
from game.support.disk import asides, free_aside, read_file, set_aside
from game.support.journal import JOURNAL
from game.support.json_values import DataError, Flaw, parse_object
from game.support.lock import ElsewhereError
from game.support.notices import News, Notice
from game.support.records import replace

SETTINGS: Final = "settings.json"
_PATIENCE: Final = 1.0
"""Seconds that leaving waits for a disk that refused to write before."""
_Read = TypeVar("_Read")


class Storage:
    """The folder of one player's files, held by one window at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._problems: list[Notice] = []
        self._home = Home(folder, self._tell_unwritable)
        self._writer = Writer(self._home, self._tell_unwritable, self._tell_saved)
        self._reason: Exception | None = None
        self.behind: dict[str, Session] = {}
        """The games in hand that have changed and are still to be saved; ``catch_up`` does so, and
        so does all that writes or waits."""
        self._borrowed: dict[str, Session] = {}
        self._at_start: tuple[Entry, ...] = ()
        """The finished games as they were read."""
        try:
            if not self._home.open():
                self._tell(News.ELSEWHERE)
        except OSError as error:
            self._tell_unwritable(error)
        self._finish_what_was_begun()

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
        return self._reason

    @property
    def mark(self) -> Notice | None:
        """What is to be said as long as something is unsaved; None where nothing is."""
        if not self.unsaved:
            return None
        if self._reason is None:
            return Notice(News.ELSEWHERE)
        return Notice(News.NOT_SAVED_YET, cause=self._reason)

    def take_problems(self) -> list[Notice]:
        """Return what the player is to be told; each notice is returned once."""
        told, self._problems = self._problems, []
        return told

    def _tell(
        self, news: News, file: str = "", *, count: int = 0, cause: Exception | None = None
    ) -> None:
        self._problems.append(Notice(news, file, count=count, cause=cause))

    def _finish_what_was_begun(self) -> None:
        journal = self._home.journal
        try:
            journal.recall()
        except (OSError, ValueError) as error:
            if self.saves:
                self._set_aside(JOURNAL, error)
        if journal.waiting and self.saves:
            try:
                journal.settle()
            except OSError:
                # It is known all the same, and is tried again.
                self._writer.put(Batch())

    # -- reading -------------------------------------------------------------------------------

    def settings(self) -> Settings:
        """Return the settings, with the defaults for what cannot be read."""

        def read(data: bytes) -> Settings:
            try:
                return Settings.from_data(parse_object(data.decode("utf-8")))
            except ValueError:
                if not (options := read_options(data)):
                    raise
                found = Settings.from_data(options)
                missing = [name for name in Settings().to_data() if name not in options]
                found.unread = tuple(dict.fromkeys([*found.unread, *missing]))
                return found

        found = self._read(SETTINGS, read)
        if found is not None and found.unread:
            lost = Notice(News.OPTIONS_LOST, SETTINGS, names=found.unread)
            self._tell_damage(lost, self._home.journal.read(SETTINGS))
        return found or Settings()

    def game(self, game: str) -> Session | None:
        """Return the game in hand, up to the first damaged move if there is one; None where there
        is no game that can be read."""
        damaged = b""

        def read(data: bytes) -> Session:
            nonlocal damaged
            try:
                session = Session.from_data(formatted(data))
            except (ValueError, RecursionError):
                # Few starts find a damaged game.
                from game.player.rescue import rescued

                session, damaged = rescued(data), data
            if session.deal.game != game:
                raise DataError(Flaw.VALUE, "game")
            return session

        found = self._read(_file_of(game), read)
        if found is not None and damaged:
            moves = len(found.since_restart)
            self._tell_damage(Notice(News.MOVES_KEPT, _file_of(game), count=moves), damaged)
            if self.saves:
                self.save_game(found)
        if found is not None and not self.saves:
            self._borrowed[game] = found.snapshot()
        return found

    def borrowed(self, game: str) -> Session | None:
        """Return the game in hand as it was read while another window was saving."""
        return self._borrowed.get(game)

    def record(self) -> Record:
        """Return the finished games, without those that cannot be read."""
        found = self._read(RECORD, read_record) or Found([], [])
        entries = list(found.entries)
        changed: dict[str, Callable[[], Text]] = {}
        if found.sound:
            self._home.record.know(entries, self._home.journal.read(RECORD))
        if self.saves and RECORD not in self._home.left_alone:
            changed = self._bring_back(entries)
        self._home.know(Batch(entries=entries))
        self._at_start = tuple(entries)
        if found.damaged:
            lost = Notice(News.GAMES_LOST, RECORD, count=len(found.damaged))
            self._tell_damage(lost, found.pieces)
        if changed or found.damaged:
            self._put(Batch(changed, list(entries)))
        return Record(entries)

    def _bring_back(self, entries: list[Entry]) -> dict[str, Callable[[], Text]]:
        """Insert into ``entries`` the games that were set aside and can be read by now, since they
        were repaired or the program is newer; return how the files they were in must change."""
        changed: dict[str, Callable[[], Text]] = {}
        there, back = set(entries), list[Entry]()
        for path in asides(self.folder / RECORD):
            try:
                found = read_record(read_file(path))
            except (OSError, ValueError):
                continue
            changed[path.name] = partial(_same, found.pieces if found.damaged else None)
            for entry in found.entries:
                if entry not in there:
                    there.add(entry)
                    back.append(entry)
        if back:
            put_in_order(entries, back)
            self._tell(News.GAMES_BACK, count=len(back))
        return changed

    def _read(self, name: str, parse: Callable[[bytes], _Read]) -> _Read | None:
        """Return what ``parse`` makes of the file ``name``; None if there is none, or if it cannot
        be read, which is told."""
        try:
            data = self._home.journal.read(name)
            if format_of(data) > FORMAT:
                self._home.left_alone.add(name)
                self._tell(News.NEWER, name)
                return None
            found = parse(data)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError) as error:
            self._set_aside(name, error)
            return None
        self._home.know(Batch({name: lambda: data}) if name not in (RECORD,) else Batch())
        return found

    def _set_aside(self, name: str, error: Exception) -> None:
        """Rename a file of which nothing can be read."""
        if self.saves:
            try:
                aside = set_aside(self.folder / name)
            except OSError:
                self._home.left_alone.add(name)
            else:
                self._problems.append(Notice(News.SET_ASIDE, name, aside.name, cause=error))
                return
        # It belongs to another window, or cannot be written: nothing is changed there.
        self._tell(News.UNREADABLE, name)

    def _tell_damage(self, lost: Notice, damaged: bytes) -> None:
        """Keep a copy of the unreadable part of a file, and tell it."""
        if self.saves:
            aside = free_aside(self.folder / lost.file, damaged).name
            self._put(Batch({aside: lambda: damaged}))
            lost = replace(lost, aside=aside)
        # Else it belongs to another window, or cannot be written: nothing is changed there.
        self._problems.append(lost)

    # -- taking over ---------------------------------------------------------------------------

    @property
    def came_late(self) -> bool:
        """Whether this window could save by now, since another one has ended, but for
        ``take_over``."""
        return self._home.came_late

    def take_over(self, record: Record) -> None:
        """Save from now on: add to ``record`` what the other window has recorded, and remove what
        it has taken back or cleared. To be called within ``together``."""
        before, borrowed = set(self._at_start), [one.deal for one in self._borrowed.values()]
        mine = [entry for entry in record.entries if entry not in before]
        self._home.came_late = False
        if not self._reason:
            self._tell(News.TAKEN_OVER)
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
        kept = replace(settings)
        self._put(Batch({SETTINGS: lambda: _json(kept.to_data())}))

    def save_game(self, session: Session) -> None:
        self.behind.pop(session.deal.game, None)
        kept = session.snapshot()
        self._put(Batch({_file_of(session.deal.game): lambda: _json(kept.to_data())}))

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

    def _put(self, batch: Batch) -> None:
        self.catch_up()
        self._writer.put(batch)

    def catch_up(self) -> None:
        """Save the games in hand that have changed."""
        while self.behind:
            _, session = self.behind.popitem()
            self.save_game(session)

    def played(self) -> Sequence[Played]:
        """Return what was played in the finished games, latest last, as far as it can be read.

        A damaged line stays where it is; it is told once, and no more once there is a copy of it.
        """
        self.catch_up()
        found, damaged = self._home.played.read()
        if new := self._without_copy(damaged):
            lost = Notice(News.MOVES_LOST, PLAYED, count=len(new))
            self._tell_damage(lost, b"\n".join([*new, b""]))
        return found

    def _without_copy(self, damaged: Sequence[bytes]) -> Sequence[bytes]:
        copies = asides(self.folder / PLAYED) if damaged else ()
        known = set[bytes]()
        for path in copies:
            with suppress(OSError):
                known.update(read_file(path).split(b"\n"))
        return [line for line in damaged if line not in known]

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
        from game.record.export import keep_copies  # few starts clear the record

        copies = keep_copies([self.folder / RECORD, self.folder / PLAYED])
        if not copies:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        record.entries.clear()
        self._home.played.expect_nothing()
        self._put(Batch({PLAYED: lambda: None}, []))
        self.flush()
        return copies[0]

    def flush(self) -> None:
        """Wait until everything is on the disk, or the disk has refused it."""
        self.catch_up()
        self._writer.flush()

    def try_again(self) -> None:
        """Try again soon to write what could not be written."""
        self._put(Batch())

    def settle(self) -> bool:
        """Try once more to write what could not be written, and wait a moment for it; return
        whether nothing would be lost now, except what another window keeps this one from
        saving."""
        self.catch_up()
        return self._writer.retry(_PATIENCE) or not self._reason

    def close(self) -> None:
        """Write what is left, and release the folder."""
        self.catch_up()
        self._writer.close()
        self._home.close()

    def _tell_unwritable(self, error: Exception) -> None:
        if isinstance(error, ElsewhereError):
            # That was told when the window opened.
            if not self._home.came_late:
                self._reason = None
            return
        before, self._reason = self._reason, error
        if before is None or kind_of(before) != kind_of(error):
            self._tell(News.CANNOT_SAVE, cause=error)

    def _tell_saved(self) -> None:
        if self._reason is not None:
            self._tell(News.SAVED_AGAIN)
        self._reason = None


def _deal_of(entry: Entry) -> tuple[str, str | None, int | None]:
    return entry.game, entry.rules, entry.deal


def _same(text: Text) -> Text:
    return text


def _file_of(game: str) -> str:
    return f"{game}.json"


def _json(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
