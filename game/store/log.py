"""The log of finished games: a set of lines, each a JSON object.

A game has an id, and every line with that id describes the whole game: how it ended, or, with the
result ``open``, that it was continued. The line that counts is the one with the highest ``rev``;
ties are decided by ``time``, then by a checksum. But a win is never taken out of the record.
``over`` lists the digests of the lines from which a line was made. The moves of a game are merged
from all its lines except those from which another line was made. So the record depends only on the
set of lines, not on their order, and merging two logs means taking all the lines of both.
Lines are only ever appended to the log's file; the texts of the games are not kept in memory.
"""

from __future__ import annotations

import gc
import json
import re
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC
from hashlib import blake2b
from io import BytesIO
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args, get_type_hints

from game.core.cards import MAX_DEAL
from game.record.entries import Entry, moment
from game.rules.registry import KINDS, Deal
from game.support.disk import read_file, set_aside, sync_folder, write_end, write_whole
from game.support.json_values import DEEPEST, MOST, DataError, is_deep
from game.support.lock import ElsewhereError, FolderLock

LOG: Final = "games.jsonl"

WON: Final = "won"
LOST: Final = "lost"
OPEN: Final = "open"
TEXT: Final = "text"
"""The key of the game as text, which comes last in a line because it is parsed only when asked
for."""
_TEXT_BEGINS: Final = b', "text": "'
_SOUND_TEXT: Final = r'(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*'
_LINE_BEGINS: Final = b'{"id": "'
_ALWAYS: Final = ("rules", "deal", "account")
"""The keys that a line has even if their value is None."""
_decode: Final = json.JSONDecoder().raw_decode
_TYPES: Final[Mapping[str, Collection[type]]] = {
    **{name: get_args(type_) or (type_,) for name, type_ in get_type_hints(Entry).items()},
    **{"seconds": (float, int), "rev": (int,), "time": (str,), "result": (str,)},
    "over": (list, type(None)),
}
_DEFAULTS: Final = dict.fromkeys(_TYPES) | Entry._field_defaults
"""The values that a line need not have."""
_values_of: Final = itemgetter(*_TYPES)
_numbers_of: Final = itemgetter(
    *(name for name, types in _TYPES.items() if int in types and name != "account")
)
_sound: Final = set[tuple[type, ...]]()
"""The types that the values of a line may have together, as far as they have been met; nearly all
lines of a log have the same."""


class LogLine(NamedTuple):
    """The part of a line that is kept in memory; of a game's lines, the greatest counts.

    ``check`` is the CRC-32 of the line. ``in_record`` says whether the game is in the record if
    this line counts. ``ended`` is the time at which the game ended, as a timestamp.
    """

    won: bool
    rev: int
    time: str
    check: int
    in_record: bool
    ended: float
    game: Entry


def read_line(line: bytes) -> LogLine:
    """Return the part of ``line`` that is kept in memory.

    Raises ``ValueError`` if a field before the game's text is damaged.
    """
    data = {**_DEFAULTS, **data_of(line)}
    data["won"] = data["result"] == WON
    values = _values_of(data)
    types = tuple(map(type, values))
    if types not in _sound:
        if not all(one in _TYPES[name] for name, one in zip(_TYPES, types, strict=True)):
            raise DataError
        _sound.add(types)
    game = Entry._make(values[: len(Entry._fields)])
    numbers = [*filter(None, _numbers_of(data))]
    end = moment(game.ended)
    sound = min(numbers) >= 0 and max(numbers) < MOST and 0 <= game.seconds < MOST
    sound = sound and (game.deal or 0) <= MAX_DEAL and abs(game.account or 0) < MOST
    if not (sound and end is not None and game.id and data["rev"]):
        raise DataError
    return LogLine(
        game.won,
        data["rev"],
        data["time"],
        zlib.crc32(line),
        data["result"] != OPEN,
        # This sorts the same way in every time zone.
        (end if end.tzinfo else end.replace(tzinfo=UTC)).timestamp(),
        game,
    )


def digest(data: bytes) -> str:
    """Return the hash that identifies ``data``."""
    return blake2b(data, digest_size=8).hexdigest()


def data_of(line: bytes) -> dict[str, Any]:
    """Return the fields of ``line`` before its text.

    Raises ``ValueError`` if they can't be read.
    """
    head, begun, text = line.partition(_TEXT_BEGINS)
    alone = begun and _LINE_BEGINS not in text
    data = (alone and _parsed(head + b"}")) or _parsed(line)
    if data is None:
        raise DataError
    return data


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        text = line.decode()
        data, end = _decode(text)
    except (ValueError, RecursionError):
        return None
    sound = type(data) is dict and end == len(text)
    return data if sound and not (text.count("[") > DEEPEST and is_deep(data)) else None


def text_of(line: bytes) -> str:
    """Return the text of the game in a line, up to the first damage; empty if it has none."""
    if (data := _parsed(line)) is not None:
        return data[TEXT] if isinstance(data.get(TEXT), str) else ""
    sound = re.match(_SOUND_TEXT, line.rpartition(_TEXT_BEGINS)[2].decode("utf-8", "replace"))
    return str(json.loads(f'"{sound[0]}"')) if sound else ""


def read_lines(data: bytes) -> Iterator[tuple[bytes, LogLine | None]]:
    """For each line of a log, yield the line itself and its parsed contents (None if it is
    damaged).

    If the last line has no line end, it is left out unless its contents are complete.
    """
    for line in BytesIO(data):
        piece = line.removesuffix(b"\n")
        if piece and (piece is not line or _parsed(piece) is not None):
            try:
                yield piece, read_line(piece)
            except ValueError:
                yield piece, None


def _sound_lines(data: bytes) -> list[bytes]:
    return [piece for piece, line in read_lines(data) if line is not None]


class GameLog:
    """The log in ``folder``: the lines in its file, and those still waiting to be written."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / LOG
        self._lines: dict[str, tuple[LogLine, ...]] = {}
        self._games: Sequence[Entry] | None = None
        self._waiting: dict[LogLine, bytes] = {}

    def add(self, line: bytes) -> LogLine:
        """Add a new line, which ``write`` puts into the file."""
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
        """Return the line that counts for the game ``name``; None if it has no lines."""
        return max(self._lines.get(name, ()), default=None)

    def games(self) -> Sequence[Entry]:
        """Return the record: all games that have ended, ordered by end and id."""
        if self._games is None:
            best = (line for line in map(max, self._lines.values()) if line.in_record)
            by_id = sorted(best, key=lambda line: line.game.id)
            self._games = [line.game for line in sorted(by_id, key=attrgetter("ended"))]
        return self._games

    def _of(self, deal: Deal) -> Iterator[Entry]:
        """Yield the games of a numbered deal."""
        named = deal.game, deal.rules, deal.number
        if deal.number is not None:
            yield from (one for one in self.games() if (one.game, one.rules, one.deal) == named)

    def has_played(self, deal: Deal, beside: str = "") -> bool:
        """Return whether ``deal`` was played in any game other than the one with the id
        ``beside``."""
        return any(one.id != beside for one in self._of(deal))

    def best_of(self, deal: Deal) -> Entry | None:
        """Return the player's best game of a deal; None if the deal was never finished.

        Wins are preferred to other games, then first tries to replays, then later games to earlier
        ones.
        """
        latest_first = [*self._of(deal)][::-1]
        return max(latest_first, key=lambda one: (one.won, not one.replay), default=None)

    def fewest_moves(self, deal: Deal) -> int | None:
        """Return the fewest moves, as par counts them, in which the player has won a deal; None if
        it wasn't won, or if its moves weren't counted."""
        wins = (one.player_moves for one in self._of(deal) if one.won)
        return min((moves for moves in wins if moves is not None), default=None)

    # -- the file ------------------------------------------------------------------------------

    def data(self) -> bytes:
        """Return the contents of the file; empty if there is no file."""
        try:
            return read_file(self.path)
        except (FileNotFoundError, NotADirectoryError):
            return b""

    def read(self, data: bytes) -> Sequence[bytes]:
        """Add all lines in ``data``, the contents of the file; return the parts that can't be read.

        If the program was killed while writing, the last line may have no line end. It counts if it
        is complete; otherwise the next line written overwrites it.
        """
        damaged = list[bytes]()
        # The garbage collector would find nothing, yet take as long as reading the lines does.
        gc.disable()
        try:
            for piece, line in read_lines(data):
                if line is None:
                    damaged.append(piece)
                else:
                    self._add(line)
        finally:
            gc.enable()
        return damaged

    def heads(self, name: str) -> Sequence[bytes]:
        """Return the lines of the game ``name`` from which no other line was made, starting with
        the one that counts.

        Lines that can't be read from the file are left out.
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
        self, name: str, time: str, changes: Mapping[str, object], over: Sequence[str] = ()
    ) -> LogLine:
        """Add a new line for the game ``name``: the line that counts, with ``changes`` applied.

        It replaces the lines with the digests ``over``; if none are given, all known lines of the
        game.
        Only ``write`` puts it into the file.
        """
        best, heads, before = self.best(name), self.heads(name), dict[str, Any]()
        if heads:
            before = {**data_of(heads[0]), TEXT: text_of(heads[0])}
        elif best is not None:
            before = entry_data(best.game)
        rev = max((line.rev for line in self._lines.get(name, ())), default=0) + 1
        order = dict.fromkeys(("id", "rev", "time", "result"))
        data = {**order, **before, **changes, "id": name, "rev": rev, "time": time}
        # The text is written last, so that it need not be parsed to read the rest.
        last = {"over": over or [*map(digest, heads)], TEXT: data.get(TEXT)}
        first = {key: value for key, value in data.items() if key not in last}
        return self.add(as_line(first | {key: value for key, value in last.items() if value}))

    def write(self, lines: Sequence[LogLine]) -> None:
        """Write ``lines``, which were added with ``append``, at the end of the file, and flush them
        to the disk."""
        there = self.data()
        at, new = there.rfind(b"\n") + 1, b""
        if _parsed(there[at:]) is not None:
            at, new = len(there), b"\n"
        write_end(self.path, at, new + _joined(self._waiting[line] for line in lines))
        if not at:
            # The file may be new, so the folder must be flushed before anything else changes.
            sync_folder(self.path.parent)
        for line in lines:
            del self._waiting[line]

    def drop_damaged(self) -> None:
        """Rewrite the file without its damaged parts."""
        write_whole(self.path, _joined(_sound_lines(read_file(self.path))))

    def clear(self) -> Path:
        """Empty the log by renaming its file; return the file's new name."""
        kept = set_aside(self.path, "kept")
        self._lines, self._games = {}, None
        return kept

    def merge(self, data: bytes) -> int:
        """Add the lines of another log, ``data``, that are not in this one; return how many were
        added."""
        there = {*_sound_lines(self.data())}
        new = [self.add(one) for one in dict.fromkeys(_sound_lines(data)) if one not in there]
        self.write(new)
        return len(new)


def _joined(lines: Iterable[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def as_line(data: Mapping[str, object]) -> bytes:
    """Return ``data`` as a line, without the line end; characters that UTF-8 can't represent are
    escaped."""
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "backslashreplace")


def entry_data(entry: Entry) -> dict[str, object]:
    """Return an entry as the fields of a line."""
    known = {n: v for n, v in entry._asdict().items() if v is not None or n in _ALWAYS}
    del known["won"], known["id"]
    return {"result": WON if entry.won else LOST, **known}


def merge(folder: Path, other: Path) -> int:
    """Add the finished games in the folder ``other`` to those in ``folder``; return how many lines
    were added.

    ``folder`` must not be in use by any window. Raises ``OSError`` if merging fails.
    """
    lock = FolderLock(folder)
    if not lock.acquire():
        raise ElsewhereError
    try:
        return GameLog(folder).merge(read_file(other / LOG))
    finally:
        lock.release()
