"""The files of the player: settings, the games in hand and the record.

Reading happens at the start. Writing happens in a thread of its own, in order, each file whole:
to a temporary file, flushed to the disk, renamed over the old one, so that a file is always
either as it was or as it shall be. What goes wrong becomes a line in ``problems``; play goes on.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeVar

from game.archive import keep_copies
from game.jsondata import DataError, number, parse_object
from game.lock import FolderLock
from game.played import Played
from game.record import Record, record_text
from game.session import FORMAT, Session
from game.settings import Settings
from game.texts import tr

SETTINGS: Final = "settings"
RECORD: Final = "record"
PLAYED: Final = "played.jsonl"
PARS: Final = "pars"
_Read = TypeVar("_Read")


def data_folder() -> Path:
    """``$VIERFELD_HOME``, or the user's data folder as the platform has it."""
    chosen = os.environ.get("VIERFELD_HOME")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir("vierfeld", False))


class Storage:
    """The folder of one player's files, held by one window at a time.

    ``saves`` is False where another window holds the folder, or where it cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._problems: list[str] = []
        self._left_alone: set[str] = set()
        self._known_played: list[Played] = []
        self._read_to = 0
        """How many bytes of their file are known."""
        self._just_played: list[Played] = []
        """What may not be in the file yet, which is written by and by."""
        self._lock = FolderLock(folder)
        self._writer = Writer(self._tell_unwritable)
        try:
            self.saves = self._lock.acquire()
        except OSError as error:
            self.saves = False
            self._tell_unwritable(error)
        else:
            if not self.saves:
                self._problems.append(
                    tr("Vierfeld is open in another window: this one does not save.")
                )

    def take_problems(self) -> list[str]:
        """What the player is to be told, a line each; told once."""
        told, self._problems = self._problems, []
        return told

    # -- reading -------------------------------------------------------------------------------

    def settings(self) -> Settings:
        """The settings, or the defaults where none can be read."""
        return self._read(SETTINGS, Settings.from_data) or Settings()

    def game(self, game: str) -> Session | None:
        """The game in hand; None where there is none that can be read."""

        def read(data: Mapping[str, object]) -> Session:
            session = Session.from_data(data)
            if session.deal.game != game:
                raise DataError(f"game: not {game}")
            return session

        return self._read(game, read)

    def record(self) -> Record:
        """The finished games, none where they cannot be read."""
        return self._read(RECORD, Record.from_data) or Record()

    def pars(self) -> Mapping[int, int]:
        """The pars of the casino's deals that were found out, in dollars."""

        def read(data: Mapping[str, object]) -> Mapping[int, int]:
            found = data.get("casino")
            if not isinstance(found, dict):
                raise DataError("casino: no object")
            return {int(deal): int(number(found, deal)) for deal in found}

        return self._read(PARS, read) or {}

    def _read(self, name: str, parse: Callable[[Mapping[str, object]], _Read]) -> _Read | None:
        path = self._path(name)
        try:
            data = parse_object(path.read_text("utf-8"))
            if (found := number(data, "format")) > FORMAT:
                self._left_alone.add(name)
                self._problems.append(
                    tr("{file} is from a newer Vierfeld: it is left alone.", file=path.name)
                )
                return None
            if found != FORMAT:
                raise DataError(f"format: {found}")
            return parse(data)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            self._set_aside(path, error)
            return None

    def _set_aside(self, path: Path, error: Exception) -> None:
        if not self.saves:
            # The folder belongs to another window, or cannot be written: change nothing in it.
            self._problems.append(tr("{file} cannot be read.", file=path.name))
            return
        number = 1
        while (aside := path.with_name(f"{path.name}.broken-{number}")).exists():
            number += 1
        try:
            path.rename(aside)
        except OSError:
            self._left_alone.add(path.stem)
            self._problems.append(tr("{file} cannot be read.", file=path.name))
        else:
            self._problems.append(
                tr(
                    "{file} could not be read ({reason}); it is set aside as {aside}.",
                    file=path.name,
                    reason=_short(error),
                    aside=aside.name,
                )
            )

    # -- writing -------------------------------------------------------------------------------

    def save_settings(self, settings: Settings) -> None:
        kept = replace(settings)
        self._save(SETTINGS, lambda: _json(kept.to_data()))

    def save_game(self, session: Session) -> None:
        kept = session.snapshot()
        self._save(session.deal.game, lambda: _json(kept.to_data()))

    def save_record(self, record: Record) -> None:
        entries = list(record.entries)
        self._save(RECORD, lambda: record_text(entries))

    def save_pars(self, pars: Mapping[int, int]) -> None:
        found = {str(deal): par for deal, par in pars.items()}
        self._save(PARS, lambda: _json({"format": FORMAT, "casino": found}))

    def keep_played(self, played: Played) -> None:
        """Add what was played in a finished game to the file of them."""
        self._just_played.append(played)
        if self.saves:
            self._writer.append(self._played_path, lambda: played.text)

    def played(self) -> Sequence[Played]:
        """What was played in the finished games, the latest last; what is damaged is left out.

        Only what was added since the last time is read.
        """
        try:
            with self._played_path.open("rb") as file:
                if file.seek(0, os.SEEK_END) < self._read_to:
                    self._read_to, self._known_played = 0, []
                file.seek(self._read_to)
                whole = file.read().rpartition(b"\n")
        except OSError:
            self._read_to, self._known_played = 0, []
            return tuple(self._just_played)
        self._read_to += len(whole[0]) + len(whole[1])
        lines = whole[0].decode("utf-8", errors="replace").split("\n")
        found = [one for one in map(Played.from_text, lines) if one is not None]
        self._known_played += found
        self._just_played = [one for one in self._just_played if one not in found]
        return (*self._known_played, *self._just_played)

    def clear_record(self, record: Record) -> Path:
        """Forget all finished games, of which copies are kept; the copy of the record.

        Raises ``OSError``, and changes nothing, where the copies cannot be made.
        """
        if not self.saves or RECORD in self._left_alone:
            raise OSError(tr("This window does not save."))
        self.save_record(record)
        self.flush()
        copies = keep_copies([self._path(RECORD), self._played_path])
        if not copies:
            raise OSError(tr("There is no file."))
        record.entries.clear()
        self._just_played.clear()
        self._played_path.unlink(missing_ok=True)
        self.save_record(record)
        return copies[0]

    @property
    def _played_path(self) -> Path:
        return self.folder / PLAYED

    def flush(self) -> None:
        """Wait until all that was saved is on the disk."""
        self._writer.flush()

    def close(self) -> None:
        """Write what is left, and let go of the folder."""
        self._writer.close()
        self._lock.release()

    def _save(self, name: str, text: Callable[[], str]) -> None:
        if self.saves and name not in self._left_alone:
            self._writer.put(self._path(name), text)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def _tell_unwritable(self, error: Exception) -> None:
        reason = error.strerror if isinstance(error, OSError) else None
        self._problems.append(
            tr("The game cannot be saved: {reason}.", reason=reason or _short(error))
        )


def _short(error: Exception) -> str:
    """The first words of ``error``; what it quotes from a damaged file may hold anything."""
    first = next(iter(str(error).splitlines()), "")[:80]
    return "".join(sign if sign.isprintable() else "?" for sign in first)


class Writer:
    """Writes files one after the other in a thread of its own; of one file only the latest.

    ``failed`` is told the first error of a row of errors, from the writing thread.
    """

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._failing = False
        self._pending: dict[object, Callable[[], None]] = {}
        self._changed = threading.Condition()
        self._busy = False
        self._closed = False
        self._thread: threading.Thread | None = None

    def put(self, path: Path, text: Callable[[], str]) -> None:
        """Have what ``text`` returns written to ``path`` soon, after all that was put before.

        ``text`` is called in the writing thread.
        """
        self._later(path, lambda: write_whole(path, text()))

    def append(self, path: Path, line: Callable[[], str]) -> None:
        """Have what ``line`` returns added to the file ``path`` as a line of its own."""
        self._later(object(), lambda: add_line(path, line()))

    def _later(self, key: object, write: Callable[[], None]) -> None:
        with self._changed:
            # What is put again moves to the end, so that no file gets ahead of another one.
            self._pending.pop(key, None)
            self._pending[key] = write
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def flush(self) -> None:
        """Wait until nothing is left to write."""
        with self._changed:
            self._changed.wait_for(lambda: not self._pending and not self._busy)

    def close(self) -> None:
        """Write what is left and end the thread."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._pending) or self._closed)
                if not self._pending:
                    return
                write = self._pending.pop(next(iter(self._pending)))
                self._busy = True
            try:
                write()
                self._failing = False
            except Exception as error:
                # Whatever it is: what is put next shall be written, and nobody wait for ever.
                if not self._failing:
                    self._failed(error)
                self._failing = True
            finally:
                with self._changed:
                    self._busy = False
                    self._changed.notify_all()


def _json(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def add_line(path: Path, line: str) -> None:
    """Add a line to the file at ``path``, also where a kill has left its last one unfinished."""
    with path.open("a+b") as file:
        if file.tell() and (file.seek(-1, os.SEEK_END), file.read(1))[1] != b"\n":
            file.write(b"\n")
        file.write(line.encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def write_whole(path: Path, text: str) -> None:
    """Put ``text`` into ``path`` so that the file is always whole, even if the power fails."""
    temporary = path.with_name(path.name + ".new")
    with temporary.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
    # Where folders can be synchronised (not on Windows), the new name reaches the disk as well.
    with contextlib.suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
