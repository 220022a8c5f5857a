"""The log of finished games, with a JSON object on each line.

A game may have several lines, but only one counts (see ``LogLine``). Merging two logs keeps all
lines of both.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC
from hashlib import blake2b
from io import BytesIO
from itertools import islice
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args, get_type_hints

from game.core.cards import MAX_DEAL
from game.record.entries import Entry, moment
from game.rules.registry import KINDS, Deal
from game.support.collector import collector_at_rest
from game.support.disk import read_file, set_aside, sync_folder, write_end, write_whole
from game.support.json_values import DEEPEST, MOST, DataError, is_deep
from game.support.lock import ElsewhereError, FolderLock

LOG: Final = "games.jsonl"

WON: Final = "won"
LOST: Final = "lost"
OPEN: Final = "open"  # the game goes on after all
TEXT: Final = "text"
"""The key of the game's text. It is the last one in a line, so that the text can be skipped."""
_TEXT_BEGINS: Final = b', "text": "'
_SOUND_TEXT: Final = r'(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*'
_LINE_BEGINS: Final = b'{"id": "'
_ALWAYS: Final = ("rules", "deal", "account")
"""The fields of an entry that are written even when None."""
_TYPES: Final[Mapping[str, set[type]]] = {
    **{name: {*(get_args(type_) or [type_])} for name, type_ in get_type_hints(Entry).items()},
    **{"seconds": {float, int}, "rev": {int}, "time": {str}, "result": {str}},
    "over": {list, type(None)},  # the digests of the lines that a line replaces
}
_DEFAULTS: Final = dict.fromkeys(_TYPES) | Entry._field_defaults
_values_of: Final = itemgetter(*_TYPES)
_LIMITS: Final[Mapping[str, tuple[float, float]]] = {
    **{name: (0, MOST) for name, types in _TYPES.items() if int in types},
    **{"rev": (1, MOST), "deal": (0, MAX_DEAL + 1), "account": (-MOST, MOST)},
}
"""The range of each numeric field; the upper end is exclusive."""
_TOGETHER: Final = 100
"""The number of lines that are parsed in one go, for speed."""


class LogLine(NamedTuple):
    """A line of the log, without the game's text.

    If a game has several lines, they are compared as tuples, and only the greatest counts.
    """

    won: bool
    rev: int  # numbers the lines of a game
    time: str  # when the line was made
    check: int  # the CRC-32 of the line
    in_record: bool  # False if the line takes its game out of the record
    ended: float  # when the game ended, as a timestamp
    game: Entry


def read_line(line: bytes) -> LogLine:
    """Parse ``line``. Raises ``ValueError`` if it is invalid."""
    return _log_lines([line], [data_of(line)])[0]


def _log_lines(lines: Sequence[bytes], data: Sequence[dict[str, Any]]) -> list[LogLine]:
    """Build the log lines from ``lines`` and ``data``, their decoded JSON. Raises ``ValueError`` if
    one is invalid."""
    rows = [_values_of({**_DEFAULTS, **one, "won": one.get("result") == WON}) for one in data]
    for (name, types), column in zip(_TYPES.items(), zip(*rows, strict=True), strict=True):
        least, end = _LIMITS.get(name, (0, 0))
        if not types.issuperset(map(type, column)):
            raise DataError
        if least < end and not all(one is None or least <= one < end for one in column):
            raise DataError
    return [*map(_log_line, lines, rows)]


def _log_line(line: bytes, row: tuple[Any, ...]) -> LogLine:
    game, (rev, time, result, _) = Entry._make(row[: len(Entry._fields)]), row[len(Entry._fields) :]
    end = moment(game.ended)
    if end is None or not game.id:
        raise DataError
    # A time without a zone counts as UTC, so that the order is the same in every time zone.
    ended = (end if end.tzinfo else end.replace(tzinfo=UTC)).timestamp()
    return LogLine(game.won, rev, time, zlib.crc32(line), result != OPEN, ended, game)


def digest(data: bytes) -> str:
    """Return a 64-bit BLAKE2 hash of ``data`` in hexadecimal."""
    return blake2b(data, digest_size=8).hexdigest()


def data_of(line: bytes) -> dict[str, Any]:
    """Return the fields of ``line``, if possible without the game's text.

    Raises ``ValueError`` if the line is damaged.
    """
    data = _parsed(_head(line)) or _parsed(line)
    if data is None:
        raise DataError
    return data


def _head(line: bytes) -> bytes:
    head, begun, text = line.partition(_TEXT_BEGINS)
    return head + b"}" if begun and _LINE_BEGINS not in text else line


def _parsed(line: bytes) -> dict[str, Any] | None:
    with suppress(ValueError):
        return _parsed_all([line])[0]
    return None


def _parsed_all(lines: Sequence[bytes]) -> list[dict[str, Any]]:
    """Return the JSON objects in ``lines``. Raises ``ValueError`` if one is damaged."""
    text = b",\n".join(lines).decode()
    try:
        data: list[dict[str, Any]] = json.loads(f"[{text}]")
    except RecursionError:
        raise DataError from None
    sound = len(data) == len(lines) and all(type(one) is dict for one in data)
    if not sound or (text.count("[") > DEEPEST and is_deep(data)):
        raise DataError
    return data


def text_of(line: bytes) -> str:
    """Return the text of the game in ``line``; empty if it has none.

    If the line is damaged, the text ends where the damage begins.
    """
    if (data := _parsed(line)) is not None:
        return data[TEXT] if isinstance(data.get(TEXT), str) else ""
    sound = re.match(_SOUND_TEXT, line.rpartition(_TEXT_BEGINS)[2].decode("utf-8", "replace"))
    return str(json.loads(f'"{sound[0]}"')) if sound else ""


def read_lines(data: bytes) -> Iterator[tuple[bytes, LogLine | None]]:
    """Yield each line of a log with its parsed form, or with None if it is damaged.

    Empty lines and an incomplete last line are left out.
    """
    file = BytesIO(data)
    while lines := [*islice(file, _TOGETHER)]:
        if not lines[-1].endswith(b"\n") and _parsed(lines[-1]) is None:
            del lines[-1]
        lines = [*filter(None, (line.rstrip(b"\n") for line in lines))]
        try:
            found = _log_lines(lines, _parsed_all([*map(_head, lines)]))
            yield from zip(lines, found, strict=True)
        except ValueError:
            for line in lines:
                try:
                    yield line, read_line(line)
                except ValueError:
                    yield line, None


def _sound_lines(data: bytes) -> list[bytes]:
    return [piece for piece, line in read_lines(data) if line is not None]


class GameLog:
    """The log in ``folder``, including lines not yet written."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / LOG
        self._lines: dict[str, tuple[LogLine, ...]] = {}
        self._games: Sequence[Entry] | None = None
        self._waiting: dict[LogLine, bytes] = {}

    def add(self, line: bytes) -> LogLine:
        """Add ``line`` without writing it yet. Raises ``ValueError`` if it is invalid."""
        found = read_line(line)
        self._waiting[found] = line
        self._add(found)
        return found

    def _add(self, line: LogLine) -> None:
        known = self._lines.get(line.game.id, ())
        # A newer version may know more kinds of games.
        if line not in known and (line.game.game, line.game.rules) in KINDS:
            self._lines[line.game.id] = (*known, line)
            self._games = None

    def best(self, name: str) -> LogLine | None:
        """Return the line that counts for a game, or None. ``name`` is the game's id."""
        return max(self._lines.get(name, ()), default=None)

    def games(self) -> Sequence[Entry]:
        """Return the entries of the record, ordered by when their games ended and then by id."""
        if self._games is None:
            best = (line for line in map(max, self._lines.values()) if line.in_record)
            by_id = sorted(best, key=lambda line: line.game.id)
            self._games = [line.game for line in sorted(by_id, key=attrgetter("ended"))]
        return self._games

    def _of(self, deal: Deal) -> Iterator[Entry]:
        named = deal.game, deal.rules, deal.number
        if deal.number is not None:
            yield from (one for one in self.games() if (one.game, one.rules, one.deal) == named)

    def has_played(self, deal: Deal, beside: str = "") -> bool:
        """Return whether the record has a game of ``deal`` other than the game with id ``beside``.

        Return False if the deal has no number.
        """
        return any(one.id != beside for one in self._of(deal))

    def best_of(self, deal: Deal) -> Entry | None:
        """Return the best game of ``deal``, or None. Wins come first, then games that aren't
        replays, then the latest."""
        latest_first = [*self._of(deal)][::-1]
        return max(latest_first, key=lambda one: (one.won, not one.replay), default=None)

    def fewest_moves(self, deal: Deal) -> int | None:
        """Return the fewest player moves in a win of ``deal``, or None."""
        wins = (one.player_moves for one in self._of(deal) if one.won)
        return min((moves for moves in wins if moves is not None), default=None)

    # -- the file ------------------------------------------------------------------------------

    def data(self) -> bytes:
        """Return the contents of the file, empty if it doesn't exist."""
        try:
            return read_file(self.path)
        except (FileNotFoundError, NotADirectoryError):
            return b""

    def read(self, data: bytes) -> Sequence[bytes]:
        """Add the lines in ``data``, read from the file; return the damaged ones."""
        damaged = list[bytes]()
        with collector_at_rest():
            for piece, line in read_lines(data):
                if line is None:
                    damaged.append(piece)
                else:
                    self._add(line)
        return damaged

    def heads(self, name: str) -> Sequence[bytes]:
        """Return the log lines of the game with the id ``name``.

        If a line is replaced by another line, it is left out. The line that counts comes first, and
        it is always included.
        """
        # A copy, because the thread that writes removes lines.
        waiting = [*self._waiting.items()]
        lines = {line: known for known, line in waiting if known.game.id == name}
        if len(lines) < len(self._lines.get(name, ())):
            named = json.dumps(name, ensure_ascii=False).encode()
            with suppress(OSError), open(self.path, "rb") as file:
                there = read_lines(b"".join(line for line in file if named in line))
                lines |= {line: one for line, one in there if one and one.game.id == name}
        found = sorted(lines, key=lambda line: lines[line], reverse=True)
        old = {str(one) for line in found for one in data_of(line).get("over") or ()}
        return [line for line in found if line is found[0] or digest(line) not in old]

    def append(
        self, name: str, time: str, changes: Mapping[str, object], over: Sequence[str] | None = None
    ) -> LogLine:
        """Add a line for the game with id ``name``, without writing the line to the file yet.

        The new line is a copy of the game's valid line, updated with ``changes``. It
        replaces the lines whose digests are in ``over``. If ``over`` is None, it replaces all
        ``heads``.

        Raises ``ValueError`` if the new line is invalid.
        """
        best, heads, before = self.best(name), self.heads(name), dict[str, Any]()
        if heads:
            before = {**data_of(heads[0]), TEXT: text_of(heads[0])}
        elif best is not None:
            before = entry_data(best.game)
        rev = max((line.rev for line in self._lines.get(name, ())), default=0) + 1
        order = dict.fromkeys(("id", "rev", "time", "result"))
        data = {**order, **before, **changes, "id": name, "rev": rev, "time": time}
        last = {"over": [*map(digest, heads)] if over is None else over, TEXT: data.get(TEXT)}
        first = {key: value for key, value in data.items() if key not in last}
        return self.add(as_line(first | {key: value for key, value in last.items() if value}))

    def write(self, lines: Sequence[LogLine]) -> None:
        """Append ``lines``, as returned by ``add`` or ``append``, to the file and flush it."""
        there, new = self.data(), b""
        if is_new := not there:
            # If the file was removed, the record is written again, without the games' moves.
            known = (one for one in map(max, self._lines.values()) if one.in_record)
            new = _joined(_without_text(one) for one in known if one not in self._waiting)
        # A last line that is torn, because the program was killed, is overwritten.
        at = there.rfind(b"\n") + 1
        if _parsed(there[at:]) is not None:
            at, new = len(there), b"\n"
        write_end(self.path, at, new + _joined(self._waiting[line] for line in lines))
        if is_new:
            # The folder must be flushed before anything else changes.
            sync_folder(self.path.parent)
        # From now on the games' moves are only in the file.
        for line in lines:
            del self._waiting[line]

    def drop_damaged(self) -> None:
        """Rewrite the file without its damaged lines."""
        write_whole(self.path, _joined(_sound_lines(read_file(self.path))))

    def clear(self) -> Path:
        """Empty the log by renaming its file; return the new path."""
        kept = set_aside(self.path, "kept")
        self._lines, self._games = {}, None
        return kept

    def merge(self, data: bytes) -> int:
        """Copy the missing lines from ``data``, another log; return how many were copied."""
        there = {*_sound_lines(self.data())}
        new = [self.add(one) for one in dict.fromkeys(_sound_lines(data)) if one not in there]
        self.write(new)
        return len(new)


def _joined(lines: Iterable[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def as_line(data: Mapping[str, object]) -> bytes:
    """Return ``data`` as a line of JSON, without the newline. Lone surrogates are escaped."""
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "backslashreplace")


def entry_data(entry: Entry) -> dict[str, object]:
    """Return the fields that ``entry`` has in a line of the log, except the id."""
    known = {n: v for n, v in entry._asdict().items() if v is not None or n in _ALWAYS}
    del known["won"], known["id"]
    return {"result": WON if entry.won else LOST, **known}


def _without_text(line: LogLine) -> bytes:
    first = {"id": line.game.id, "rev": line.rev, "time": line.time}
    return as_line(first | entry_data(line.game))


def merge(folder: Path, other: Path) -> int:
    """Add the lines of the log in ``other`` to the log in ``folder``; return how many were new."""
    lock = FolderLock(folder)
    if not lock.acquire():
        raise ElsewhereError
    try:
        return GameLog(folder).merge(read_file(other / LOG))
    finally:
        lock.release()
