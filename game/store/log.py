"""The log of finished games: a set of lines, each a JSON object.

A game has an id, and every line with that id describes the whole game: how it ended, or, with the
result ``open``, that it was continued. The line that counts is the one with the highest ``rev``;
ties are decided by ``time``, then by the digest. But a win is never taken out of the record.
``over`` lists the digests of the lines from which a line was made. The moves of a game are merged
from all its lines except those from which another line was made. So the record depends only on the
set of lines, not on their order, and merging two logs means taking all the lines of both.
Lines are only ever appended to the log's file; the texts of the games are not kept in memory.
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
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
_DECODE: Final = json.JSONDecoder().raw_decode
_FIRST: Final = ("id", "rev", "time", "result")
_ALWAYS: Final = ("rules", "deal", "account")
"""The keys that a line has even if their value is None."""
_COUNTS: Final = (
    *("rev", "actions", "hints", "shown", "undos", "turns", "player_moves", "par"),
    *("home", "stage"),
)
_TYPES: Final[Mapping[str, Collection[type]]] = {
    **{name: get_args(type_) or (type_,) for name, type_ in get_type_hints(Entry).items()},
    **{"seconds": (float, int), "rev": (int,), "time": (str,), "result": (str,)},
    "over": (list, type(None)),
}
_DEFAULTS: Final = dict.fromkeys(_TYPES) | Entry._field_defaults
"""The values that a line need not have."""
_values_of: Final = itemgetter(*_TYPES)
_counts_of: Final = itemgetter(*_COUNTS)
_sound: Final = set[tuple[type, ...]]()
"""The types that the values of a line may have together, as far as they have been met; nearly all
lines of a log have the same."""


class LogLine(NamedTuple):
    """The part of a line that is kept in memory; of a game's lines, the greatest counts.

    ``ended`` is the time at which the game ended, as a timestamp. ``in_record`` says whether the
    game is in the record if this line counts.
    """

    won: bool
    rev: int
    time: str
    digest: str
    in_record: bool
    ended: float
    over: Sequence[str]
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
    counts = [*filter(None, _counts_of(data))]
    end = moment(game.ended)
    sound = min(counts) >= 0 and max(counts) < MOST and 0 <= game.seconds < MOST
    sound = sound and 0 <= (game.deal or 0) <= MAX_DEAL and abs(game.account or 0) < MOST
    if not (sound and end is not None and game.id and data["rev"]):
        raise DataError
    return LogLine(
        game.won,
        data["rev"],
        data["time"],
        digest(line),
        data["result"] != OPEN,
        # This sorts the same way in every time zone.
        (end if end.tzinfo else end.replace(tzinfo=UTC)).timestamp(),
        tuple(one for one in over if isinstance(one, str)) if (over := data["over"]) else (),
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
        data, end = _DECODE(text)
    except (ValueError, RecursionError):
        return None
    sound = isinstance(data, dict) and end == len(text)
    return data if sound and not (line.count(b"[") > DEEPEST and is_deep(data)) else None


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
                yield from _split_joined(piece)


def _split_joined(line: bytes) -> Iterator[tuple[bytes, LogLine | None]]:
    """Split a damaged ``line``, in which several lines may have run together; yield its sound lines
    and its damaged pieces as ``read_lines`` does."""
    for piece in filter(None, re.split(b"(?=" + re.escape(_LINE_BEGINS) + b")", line)):
        whole = next((one for one in (piece, piece[:-1]) if _parsed(one)), piece)
        try:
            yield whole, read_line(whole)
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
        self._waiting: dict[str, bytes] = {}
        """The lines that aren't in the file yet, keyed by digest."""

    def add(self, line: LogLine) -> None:
        """Add a line, unless it is already there, or belongs to a kind of game that only a newer
        version knows."""
        game = line.game
        known = self._lines.get(game.id, ())
        if line not in known and (game.game, game.rules) in KINDS:
            self._lines[game.id] = (*known, line)
            self._games = None

    def best(self, name: str) -> LogLine | None:
        """Return the line that counts for the game ``name``; None if it has no lines."""
        return max(self._lines.get(name, ()), default=None)

    def heads(self, name: str) -> Sequence[LogLine]:
        """Return the lines of the game ``name`` from which no other line was made, starting with
        the one that counts."""
        lines = sorted(self._lines.get(name, ()), reverse=True)
        old = {digest for line in lines for digest in line.over}
        return [line for line in lines if line is lines[0] or line.digest not in old]

    def all_best(self) -> Sequence[LogLine]:
        """Return the line that counts for each game, ordered by end and id."""
        by_id = sorted(map(max, self._lines.values()), key=lambda line: line.game.id)
        return sorted(by_id, key=attrgetter("ended"))

    def games(self) -> Sequence[Entry]:
        """Return the record: all games that have ended, ordered by end and id."""
        if self._games is None:
            self._games = [one.game for one in self.all_best() if one.in_record]
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

    def read(self) -> Sequence[bytes]:
        """Read all lines, and return the parts of the file that can't be read.

        If the program was killed while writing, the last line may have no line end. It counts if it
        is complete; otherwise the next line written overwrites it.
        """
        found, damaged = GameLog(self.path.parent), list[bytes]()
        # Meanwhile, the thread that writes may move lines from here to the file.
        waiting = [*self._waiting.values()]
        # The garbage collector would find nothing, yet take as long as reading the file does.
        gc.disable()
        try:
            for piece, line in read_lines(self._data()):
                if line is None:
                    damaged.append(piece)
                else:
                    found.add(line)
        finally:
            gc.enable()
        for one in waiting:
            found.add(read_line(one))
        self._lines, self._games = found._lines, None
        return damaged

    def _data(self) -> bytes:
        try:
            return read_file(self.path)
        except (FileNotFoundError, NotADirectoryError):
            return b""

    def bytes_of(self, line: LogLine) -> bytes:
        """Return the bytes of a line.

        Raises ``OSError`` if it isn't in the file any more.
        """
        if (waiting := self._waiting.get(line.digest)) is not None:
            return waiting
        with open(self.path, "rb") as file:
            for one in file:
                if digest(piece := one.removesuffix(b"\n")) == line.digest:
                    return piece
        raise FileNotFoundError(self.path)

    def append(
        self,
        name: str,
        time: str,
        changes: Mapping[str, object],
        over: Sequence[str] | None = None,
    ) -> LogLine:
        """Add a new line for the game ``name``: the line that counts, with ``changes`` applied.

        It replaces the lines with the digests ``over``; by default, all known lines of the game.
        Only ``write`` puts it into the file.
        """
        before: dict[str, Any] = {}
        if (best := self.best(name)) is not None:
            try:
                line = self.bytes_of(best)
                before = {**data_of(line), TEXT: text_of(line)}
            except OSError:
                before = fields_of(best)
        made_from = [line.digest for line in self.heads(name)] if over is None else over
        rev = max((line.rev for line in self._lines.get(name, ())), default=0) + 1
        first = dict.fromkeys(_FIRST)
        data = {**first, **before, **changes, "id": name, "rev": rev, "time": time}
        last = {"over": made_from, TEXT: data.pop(TEXT, None)}
        data.pop("over", None)
        return self._append(as_line(data | {one: last[one] for one in last if last[one]}))

    def _append(self, line: bytes) -> LogLine:
        found = read_line(line)
        self._waiting[found.digest] = line
        self.add(found)
        return found

    def is_waiting(self, line: LogLine) -> bool:
        """Return whether a line has not been written yet."""
        return line.digest in self._waiting

    def write(self, lines: Sequence[LogLine]) -> None:
        """Write ``lines``, which were added with ``append``, at the end of the file, and flush them
        to the disk."""
        if not self.path.exists():
            self.restore()
        there = self._data()
        at, new = there.rfind(b"\n") + 1, b""
        if _parsed(there[at:]) is not None:
            at, new = len(there), b"\n"
        write_end(self.path, at, new + _joined(self._waiting[line.digest] for line in lines))
        if not at:
            # The file may be new, so the folder must be flushed before anything else changes.
            sync_folder(self.path.parent)
        for line in lines:
            del self._waiting[line.digest]

    def drop_damaged(self) -> None:
        """Rewrite the file without its damaged parts."""
        write_whole(self.path, _joined(_sound_lines(read_file(self.path))))

    def restore(self) -> None:
        """Recreate the file from memory after it has disappeared, without the texts of the
        games."""
        there = [one for one in self.all_best() if not self.is_waiting(one)]
        if there:
            lines = [as_line(fields_of(one)) for one in there]
            write_whole(self.path, _joined(lines))
            for line in lines:
                self.add(read_line(line))

    def clear(self) -> Path:
        """Empty the log by renaming its file; return the file's new name."""
        kept = set_aside(self.path, "kept")
        self._lines, self._games = {}, None
        return kept

    def merge(self, data: bytes) -> int:
        """Add the lines of another log, ``data``, that are not in this one; return how many were
        added."""
        there = {*_sound_lines(self._data())}
        new = [self._append(one) for one in dict.fromkeys(_sound_lines(data)) if one not in there]
        if new:
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


def fields_of(line: LogLine) -> dict[str, object]:
    """Return the fields of a line that are kept in memory, keyed by their names in the log."""
    known = {"id": line.game.id, "rev": line.rev, "time": line.time, **entry_data(line.game)}
    return known if line.in_record else {**known, "result": OPEN}


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
