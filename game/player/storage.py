"""The files of the player: settings, the games in hand and the record.

Reading happens at the start. Writing happens in a thread of its own, in order, what belongs
together at once (``game.support.journal``). What goes wrong becomes a line in ``problems``; play
goes on, and what could not be written is tried again (``game.player.writer``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from game.play.session import FORMAT, Session
from game.player.home import PLAYED, RECORD, ElsewhereError, Home
from game.player.salvage import Found, format_of, formatted, read_options, read_record, short
from game.player.settings import Settings
from game.player.writer import Batch, Text, Writer
from game.record.entries import Entry, Record, put_in_order
from game.record.export import keep_copies
from game.record.transcripts import Played
from game.support.disk import asides, free_aside, read_file, set_aside
from game.support.journal import JOURNAL
from game.support.json_values import DataError, parse_object
from game.support.records import replace
from game.support.texts import tr, trn

SETTINGS: Final = "settings.json"
_PATIENCE: Final = 1.0
"""Seconds for which leaving waits for a disk that would not write before."""
_Read = TypeVar("_Read")


class Storage:
    """The folder of one player's files, held by one window at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._problems: list[str] = []
        self._home = Home(folder, self._tell_unwritable)
        self._writer = Writer(self._home, self._tell_unwritable, self._tell_saved)
        self._reason = ""
        self._borrowed: dict[str, Session] = {}
        self._at_start: tuple[Entry, ...] = ()
        """The finished games as they were read."""
        try:
            if not self._home.open():
                self._problems.append(_elsewhere())
        except OSError as error:
            self._tell_unwritable(error)
        self._finish_what_was_begun()

    @property
    def saves(self) -> bool:
        """Whether it is this window that saves."""
        return self._home.held

    @property
    def unsaved(self) -> bool:
        """Whether something could not be saved so far."""
        return self._writer.unsaved

    @property
    def reason(self) -> str:
        """Why something could not be saved the last time that it was tried."""
        return self._reason

    @property
    def mark(self) -> str:
        """What is to be said as long as something is unsaved; empty where nothing is."""
        if not self.unsaved:
            return ""
        if not self._reason:
            return _elsewhere()
        return tr("Not saved yet: {reason}. It is tried again.", reason=self._reason)

    def take_problems(self) -> list[str]:
        """What the player is to be told, a line each; told once."""
        told, self._problems = self._problems, []
        return told

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
        """The settings, with the defaults for what cannot be read."""

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
            self._tell_damage(
                SETTINGS,
                tr("some options stand at their defaults: {names}", names=", ".join(found.unread)),
                self._home.journal.read(SETTINGS),
            )
        return found or Settings()

    def game(self, game: str) -> Session | None:
        """The game in hand; None where there is none that can be read."""

        def read(data: bytes) -> Session:
            session = Session.from_data(formatted(data))
            if session.deal.game != game:
                raise DataError(f"game: not {game}")
            return session

        found = self._read(_file_of(game), read)
        if found is not None and not self.saves:
            self._borrowed[game] = found.snapshot()
        return found

    def borrowed(self, game: str) -> Session | None:
        """The game in hand as it was read while another window was the one that saves."""
        return self._borrowed.get(game)

    def record(self) -> Record:
        """The finished games, without those that cannot be read."""
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
            games = trn("{n} game cannot be read", "{n} games cannot be read", len(found.damaged))
            self._tell_damage(RECORD, games, found.pieces)
        if changed or found.damaged:
            self._put(Batch(changed, list(entries)))
        return Record(entries)

    def _bring_back(self, entries: list[Entry]) -> dict[str, Callable[[], Text]]:
        """Put the games among ``entries`` that were set aside and can be read by now, since they
        were repaired or the program has learned more; how the files they were in shall change."""
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
            self._problems.append(
                trn(
                    "{n} game that was set aside is in the record again.",
                    "{n} games that were set aside are in the record again.",
                    len(back),
                )
            )
        return changed

    def _read(self, name: str, parse: Callable[[bytes], _Read]) -> _Read | None:
        """What ``parse`` makes of the file ``name``; None where it cannot, and the player is told,
        or where there is none."""
        try:
            data = self._home.journal.read(name)
            if format_of(data) > FORMAT:
                self._home.left_alone.add(name)
                self._problems.append(
                    tr("{file} is from a newer Vierfeld: it is left alone.", file=name)
                )
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
        """Put a file out of the way of which nothing can be read."""
        if self.saves:
            try:
                aside = set_aside(self.folder / name)
            except OSError:
                self._home.left_alone.add(name)
            else:
                self._problems.append(
                    tr(
                        "{file} could not be read ({reason}); it is set aside as {aside}.",
                        file=name,
                        reason=short(error),
                        aside=aside.name,
                    )
                )
                return
        # It belongs to another window, or cannot be written: nothing is changed there.
        self._problems.append(tr("{file} cannot be read.", file=name))

    def _tell_damage(self, name: str, what: str, damaged: bytes) -> None:
        """Keep a copy of what could not be read in a file of which the rest was, and tell it."""
        if not self.saves:
            # It belongs to another window, or cannot be written: nothing is changed there.
            self._problems.append(tr("{file} is damaged: {what}.", file=name, what=what))
            return
        aside = free_aside(self.folder / name, damaged).name
        self._put(Batch({aside: lambda: damaged}))
        self._problems.append(
            tr(
                "{file} is damaged: {what}. What could not be read is kept as {aside}.",
                file=name,
                what=what,
                aside=aside,
            )
        )

    # -- taking over ---------------------------------------------------------------------------

    @property
    def came_late(self) -> bool:
        """Whether this window could save by now, since another one has ended, but for
        ``take_over``."""
        return self._home.came_late

    def take_over(self, record: Record) -> None:
        """Save from now on: to ``record`` comes what the other window has written down, and what
        it has taken back or cleared goes. To be called within ``together``."""
        before, borrowed = set(self._at_start), [one.deal for one in self._borrowed.values()]
        mine = [entry for entry in record.entries if entry not in before]
        self._home.came_late = False
        if not self._reason:
            self._problems.append(tr("The other window has ended: this one saves from now on."))
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
        """What is saved meanwhile is saved as one: all of it, or nothing if there is a kill."""
        return self._writer.together()

    def save_settings(self, settings: Settings) -> None:
        kept = replace(settings)
        self._put(Batch({SETTINGS: lambda: _json(kept.to_data())}))

    def save_game(self, session: Session) -> None:
        kept = session.snapshot()
        self._put(Batch({_file_of(session.deal.game): lambda: _json(kept.to_data())}))

    def save_record(self, record: Record) -> None:
        self._put(Batch(entries=list(record.entries)))

    def keep_played(self, played: Played) -> None:
        """Add what was played in a finished game to the file of them."""
        self._home.played.expect(played)
        self._put(Batch(played=(played.text,)))

    def drop_played(self, entry: Entry) -> None:
        """A game is not finished after all: what was played in it is not kept any more."""
        self._home.played.expect_no_more(entry)
        self._put(Batch(played=(entry,)))

    def _put(self, batch: Batch) -> None:
        self._writer.put(batch)

    def played(self) -> Sequence[Played]:
        """What was played in the finished games, the latest last; what is damaged is left out, and
        told once."""
        found, damaged = self._home.played.read()
        if damaged:
            self._problems.append(
                trn(
                    "The moves of {n} game in {file} cannot be read.",
                    "The moves of {n} games in {file} cannot be read.",
                    damaged,
                    file=PLAYED,
                )
            )
        return found

    def clear_record(self, record: Record) -> Path:
        """Forget all finished games, of which copies are kept; the copy of the record.

        Raises ``OSError``, and changes nothing, where the copies cannot be made.
        """
        if not self.saves or RECORD in self._home.left_alone:
            raise OSError(tr("This window does not save."))
        self.save_record(record)
        self.flush()
        if self.unsaved:
            raise OSError(tr("This window does not save."))
        copies = keep_copies([self.folder / RECORD, self.folder / PLAYED])
        if not copies:
            raise OSError(tr("There is no file."))
        record.entries.clear()
        self._home.played.expect_nothing()
        self._put(Batch({PLAYED: lambda: None}, []))
        self.flush()
        return copies[0]

    def flush(self) -> None:
        """Wait until all that was saved is on the disk, or the disk would not take it."""
        self._writer.flush()

    def try_again(self) -> None:
        """Have what could not be written tried again soon."""
        self._put(Batch())

    def settle(self) -> bool:
        """Try once more to write what could not be written, and wait for it a moment; whether
        there is nothing that would be lost now, but for what another window keeps this one from
        saving."""
        return self._writer.retry(_PATIENCE) or not self._reason

    def close(self) -> None:
        """Write what is left, and let go of the folder."""
        self._writer.close()
        self._home.close()

    def _tell_unwritable(self, error: Exception) -> None:
        if isinstance(error, ElsewhereError):
            # That was told when the window opened.
            if not self._home.came_late:
                self._reason = ""
            return
        before, reason = self._reason, error.strerror if isinstance(error, OSError) else None
        self._reason = reason or short(error)
        if self._reason != before:
            self._problems.append(tr("The game cannot be saved: {reason}.", reason=self._reason))

    def _tell_saved(self) -> None:
        if self._reason:
            self._problems.append(tr("Everything is saved again."))
        self._reason = ""


def _elsewhere() -> str:
    return tr("Vierfeld is open in another window: this one does not save.")


def _deal_of(entry: Entry) -> tuple[str, str | None, int | None]:
    return entry.game, entry.rules, entry.deal


def _same(text: Text) -> Text:
    return text


def _file_of(game: str) -> str:
    return f"{game}.json"


def _json(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
