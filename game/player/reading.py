"""Reads the files of the player; what cannot be read is kept, and told."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final, TypeVar

from game.play.saved_game import FORMAT
from game.play.session import Session
from game.player.home import PLAYED, RECORD, Home
from game.player.salvage import Found, format_of, formatted, options_in, read_record, rescued
from game.player.settings import Settings
from game.player.writer import Batch, Line, Problems, Text
from game.record.entries import Entry, Record, put_in_order
from game.record.transcripts import Played
from game.support import disk
from game.support.disk import asides, free_aside, read_file
from game.support.errors import cause_text
from game.support.json_values import DataError, Flaw
from game.support.texts import tr, trn

SETTINGS: Final = "settings.json"
_MOST_NAMES: Final = 6
"""Of more options only their number is told, so that the line can be read."""
_Read = TypeVar("_Read")


class Reader:
    """Reads the files in ``home``; ``put`` writes what reading has changed."""

    def __init__(self, home: Home, problems: Problems, put: Callable[[Batch], None]) -> None:
        self._home = home
        self._problems = problems
        self._put = put
        self.borrowed: dict[str, Mapping[str, object]] = {}
        """The games in hand that were read while another window was saving."""
        self.at_start: tuple[Entry, ...] = ()
        """The finished games as they were read."""

    def settings(self) -> Settings:
        """Return the settings, with the defaults for what cannot be read."""

        def read(data: bytes) -> Settings:
            options, damaged = options_in(data, [*Settings().to_data()])
            found = Settings.from_data(options)
            found.unread = tuple(dict.fromkeys([*found.unread, *damaged]))
            return found

        found = self._read(SETTINGS, read)
        if found is not None and found.unread:
            lost = found.unread

            def lost_options() -> str:
                if len(lost) > _MOST_NAMES:
                    return tr("{n} options were reset", n=len(lost))
                return tr("some options were reset: {names}", names=", ".join(lost))

            self._tell_damage(SETTINGS, lost_options, self._home.journal.read(SETTINGS))
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
                session, damaged = rescued(data), data
            if session.lost:
                damaged = data
            if session.deal.game != game:
                raise DataError(Flaw.VALUE, "game")
            return session

        found = self._read(file_of(game), read)
        if found is not None and damaged:
            moves, lost = found.moves, found.lost

            def what_is_lost() -> str:
                if lost:
                    return trn(
                        "{n} branch of the game can't be read to the end",
                        "{n} branches of the game can't be read to the end",
                        lost,
                    )
                return trn(
                    "only {n} move of the game can be read",
                    "only {n} moves of the game can be read",
                    moves,
                )

            self._tell_damage(file_of(game), what_is_lost, damaged)
            if self._home.held:
                self._put(Batch({file_of(game): found.text()}))
        if found is not None and not self._home.held:
            self.borrowed[game] = found.to_data()
        return found

    def record(self) -> Record:
        """Return the finished games, without those that cannot be read."""
        found = self._read(RECORD, read_record) or Found([], [])
        entries = list(found.entries)
        changed: dict[str, Text] = {}
        if found.sound:
            self._home.record.know(entries, self._home.journal.read(RECORD))
        if self._home.held and RECORD not in self._home.left_alone:
            changed = self._bring_back(entries)
        self._home.know(Batch(entries=entries))
        self.at_start = tuple(entries)
        if found.damaged:
            n = len(found.damaged)
            self._tell_damage(
                RECORD,
                lambda: trn("{n} game can't be read", "{n} games can't be read", n),
                found.pieces,
            )
        if changed or found.damaged:
            self._put(Batch(changed, list(entries)))
        return Record(entries)

    def _bring_back(self, entries: list[Entry]) -> dict[str, Text]:
        """Insert into ``entries`` the games that were set aside and can be read by now, since they
        were repaired or the program is newer; return how the files they were in must change."""
        changed: dict[str, Text] = {}
        there, back = set(entries), list[Entry]()
        for path in asides(self._home.folder / RECORD):
            try:
                found = read_record(read_file(path))
            except (OSError, ValueError):
                continue
            changed[path.name] = found.pieces if found.damaged else None
            for entry in found.entries:
                if entry not in there:
                    there.add(entry)
                    back.append(entry)
        if back:
            put_in_order(entries, back)
            self._problems.tell(
                lambda: trn(
                    "{n} game that was set aside is back in the record.",
                    "{n} games that were set aside are back in the record.",
                    len(back),
                )
            )
        return changed

    def _read(self, name: str, parse: Callable[[bytes], _Read]) -> _Read | None:
        """Return what ``parse`` makes of the file ``name``; None if there is none, or if it cannot
        be read, which is told."""
        try:
            data = self._home.journal.read(name)
            if format_of(data) > FORMAT:
                self._home.left_alone.add(name)
                self._problems.tell(
                    lambda: tr("{file} is from a newer Vierfeld, so it was left alone.", file=name)
                )
                return None
            found = parse(data)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError) as error:
            self.set_aside(name, error)
            return None
        self._home.know(Batch({name: data}) if name != RECORD else Batch())
        return found

    def set_aside(self, name: str, error: Exception) -> None:
        """Rename a file of which nothing can be read."""
        if self._home.held:
            try:
                aside = disk.set_aside(self._home.folder / name).name
            except OSError:
                self._home.left_alone.add(name)
            else:
                self._problems.tell(
                    lambda: tr(
                        "{file} couldn't be read ({reason}). It was set aside as {aside}.",
                        file=name,
                        reason=cause_text(error),
                        aside=aside,
                    )
                )
                return
        # It belongs to another window, or cannot be written: nothing is changed there.
        self._problems.tell(lambda: tr("{file} can't be read.", file=name))

    def _tell_damage(self, file: str, what: Line, damaged: bytes) -> None:
        """Keep a copy of the unreadable part of ``file``, and tell ``what`` is lost."""
        if not self._home.held:
            # It belongs to another window, or cannot be written: nothing is changed there.
            self._problems.tell(lambda: tr("{file} is damaged: {what}.", file=file, what=what()))
            return
        aside = free_aside(self._home.folder / file, damaged).name
        self._put(Batch({aside: damaged}))
        self._problems.tell(
            lambda: tr(
                "{file} is damaged: {what}. The unreadable part is kept as {aside}.",
                file=file,
                what=what(),
                aside=aside,
            )
        )

    def played(self) -> Sequence[Played]:
        """Return what was played in the finished games, latest last, as far as it can be read.

        A damaged line stays where it is; it is told once, and no more once there is a copy of it.
        """
        found, damaged = self._home.played.read()
        if new := self._without_copy(damaged):
            n = len(new)
            self._tell_damage(
                PLAYED,
                lambda: trn(
                    "the moves of {n} game can't be read to the end",
                    "the moves of {n} games can't be read to the end",
                    n,
                ),
                b"\n".join([*new, b""]),
            )
        return found

    def _without_copy(self, damaged: Sequence[bytes]) -> Sequence[bytes]:
        copies = asides(self._home.folder / PLAYED) if damaged else ()
        known = set[bytes]()
        for path in copies:
            with suppress(OSError):
                known.update(read_file(path).split(b"\n"))
        return [line for line in damaged if line not in known]


def file_of(game: str) -> str:
    """Return the name of the file with the game in hand."""
    return f"{game}.json"


def as_json(data: Mapping[str, object]) -> str:
    """Return the text of a file with ``data``."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
