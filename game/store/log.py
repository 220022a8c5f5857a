"""The log of finished games: a set of lines, each a JSON object.

A game has an id, and every line with that id describes the whole game: how it ended, or, with the
result ``open``, that it was continued. The line that counts is the one with the highest ``rev``;
ties are decided by ``time``, then by the digest. But a win is never taken out of the record.
``over`` lists the digests of the lines from which a line was made. The moves of a game are merged
from all its lines except those from which another line was made. So the record depends only on the
set of lines, not on their order, and merging two logs means taking all the lines of both. Nothing
here touches a file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import UTC
from hashlib import blake2b
from io import BytesIO
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple

from game.core.cards import MAX_DEAL
from game.record.entries import Entry, moment
from game.rules.registry import KINDS, Deal
from game.support.json_values import DEEPEST, MOST, DataError, Flaw, is_deep

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
_NONE: Final = type(None)
_FIRST: Final = ("id", "rev", "time", "result")
_ALWAYS: Final = ("rules", "deal", "account")
"""The keys that a line has even if their value is None."""
_COUNTS: Final = (
    *("rev", "actions", "hints", "shown", "undos", "turns", "player_moves", "par"),
    *("home", "stage"),
)
_TYPES: Final[Mapping[str, Collection[type]]] = {
    **{name: (str, type(Entry._field_defaults.get(name, ""))) for name in Entry._fields},
    **dict.fromkeys((*_COUNTS, "deal", "account"), (int, _NONE)),
    **{"seconds": (float, int), "rules": (str, _NONE), "won": (bool,), "replay": (bool,)},
    **{"actions": (int,), "rev": (int,), "time": (str,), "result": (str,), "over": (list, _NONE)},
}
_DEFAULTS: Final = tuple(map(Entry._field_defaults.get, _TYPES))
"""The defaults for values that a line doesn't have, in the order of ``_TYPES``."""
_counts_of: dict[tuple[type, ...], Callable[[Sequence[Any]], Sequence[int]]] = {}
"""For each valid combination of the types of a line's values, a function that picks out the values
that are counts. Cached, because nearly all lines of a log have the same types."""


class LogLine(NamedTuple):
    """The part of a line that is kept in memory.

    ``ended`` is the time at which the game ended, as a timestamp.
    """

    ended: float
    id: str
    rev: int
    time: str
    result: str
    digest: str
    over: Sequence[str]
    game: Entry

    @property
    def rank(self) -> tuple[bool, int, str, str]:
        """The sort key of a game's lines; the line with the highest key counts."""
        return self.result == WON, self.rev, self.time, self.digest

    @property
    def in_record(self) -> bool:
        """Whether the game is in the record if this line counts."""
        return self.result != OPEN


def read_line(line: bytes) -> LogLine:
    """Return the part of ``line`` that is kept in memory.

    Raises ``ValueError`` if a field before the game's text is damaged.
    """
    data = data_of(line)
    get = data.get
    data["won"], data["replay"] = get("result") == WON, get("replay") or False
    values = tuple(map(get, _TYPES, _DEFAULTS))
    types = tuple(map(type, values))
    if types not in _counts_of:
        found = [*zip(_TYPES, types, strict=True)]
        if wrong := [name for name, one in found if one not in _TYPES[name]]:
            raise DataError(Flaw.VALUE, wrong[0])
        at = (n for n, (name, one) in enumerate(found) if name in _COUNTS and one is int)
        _counts_of[types] = itemgetter(*at)
    game = Entry._make(values[: len(Entry._fields)])
    counts = _counts_of[types](values)
    end = moment(game.ended)
    sound = min(counts) >= 0 and max(counts) < MOST and 0 <= game.seconds < MOST
    if not (sound and end is not None and game.id and data["rev"]):
        raise DataError(Flaw.VALUE, "rev")
    if not (0 <= (game.deal or 0) <= MAX_DEAL and abs(game.account or 0) < MOST):
        raise DataError(Flaw.VALUE, "deal")
    return LogLine(
        # This sorts the same way in every time zone.
        (end if end.tzinfo else end.replace(tzinfo=UTC)).timestamp(),
        game.id,
        data["rev"],
        data["time"],
        data["result"],
        digest(line),
        tuple(one for one in over if isinstance(one, str)) if (over := get("over")) else (),
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
        raise DataError(Flaw.TEXT)
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


def read_lines(data: bytes) -> Iterator[tuple[int, bytes, LogLine | None]]:
    """For each line of a log, yield the byte at which it begins, the line itself, and its parsed
    contents (None if it is damaged).

    If the last line has no line end, it is left out unless its contents are complete.
    """
    at = 0
    for line in BytesIO(data):
        piece = line.removesuffix(b"\n")
        if piece and (piece is not line or _parsed(piece) is not None):
            try:
                yield at, piece, read_line(piece)
            except ValueError:
                yield from _split_joined(piece, at)
        at += len(line)


def _split_joined(line: bytes, at: int) -> Iterator[tuple[int, bytes, LogLine | None]]:
    """Split a damaged ``line``, in which several lines may have run together; yield its sound lines
    and its damaged pieces as ``read_lines`` does.

    ``at`` is the byte at which ``line`` begins.
    """
    for piece in filter(None, re.split(b"(?=" + re.escape(_LINE_BEGINS) + b")", line)):
        whole = next((one for one in (piece, piece[:-1]) if _parsed(one)), piece)
        try:
            yield at, whole, read_line(whole)
        except ValueError:
            yield at, piece, None
        at += len(piece)


class GameLog:
    """The lines of all finished games."""

    def __init__(self) -> None:
        self._lines: dict[str, tuple[LogLine, ...]] = {}
        self._games: Sequence[Entry] | None = None

    def add(self, line: LogLine) -> None:
        """Add a line, unless it is already there, or belongs to a kind of game that only a newer
        version knows."""
        known = self._lines.get(line.id, ())
        if line not in known and (line.game.game, line.game.rules) in KINDS:
            self._lines[line.id] = (*known, line)
            self._games = None

    def best(self, name: str) -> LogLine | None:
        """Return the line that counts for the game ``name``; None if it has no lines."""
        return max(self._lines.get(name, ()), key=attrgetter("rank"), default=None)

    def heads(self, name: str) -> Sequence[LogLine]:
        """Return the lines of the game ``name`` from which no other line was made, starting with
        the one that counts."""
        lines = self._lines.get(name, ())
        old = {digest for line in lines for digest in line.over}
        best = self.best(name)
        heads = [line for line in lines if line.digest not in old or line is best]
        return sorted(heads, key=attrgetter("rank"), reverse=True)

    def all_best(self) -> Sequence[LogLine]:
        """Return the line that counts for each game, ordered by end and id."""
        best = [
            lines[0] if len(lines) == 1 else max(lines, key=attrgetter("rank"))
            for lines in self._lines.values()
        ]
        # Sorts by end and id; no two of these lines have the same id.
        return sorted(best)

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

    def next_line(
        self,
        name: str,
        time: str,
        changes: Mapping[str, object],
        before: Mapping[str, Any],
        over: Sequence[str] | None = None,
    ) -> bytes:
        """Return a new line of the game ``name``: the fields ``before`` with ``changes`` applied.

        It replaces the lines with the digests ``over``; by default, all known lines of the game.
        """
        lines = self._lines.get(name, ())
        made_from = [line.digest for line in self.heads(name)] if over is None else over
        rev = max((line.rev for line in lines), default=0) + 1
        data = {**before, **changes, "id": name, "rev": rev, "time": time}
        first = {one: data.pop(one) for one in _FIRST}
        last = {"over": [*made_from], TEXT: data.pop(TEXT, None)}
        data.pop("over", None)
        return as_line({**first, **data, **{one: last[one] for one in last if last[one]}})


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
    known = {"id": line.id, "rev": line.rev, "time": line.time}
    return {**known, **entry_data(line.game), "result": line.result}
