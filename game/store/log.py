"""The log of finished games: a set of lines, each a JSON object on its own.

A game has an id, and every line of it describes the whole game: how it ended, or by the result
``open`` that it goes on after all. Of one id the line with the highest ``rev``, then ``time``, then
digest counts, except that a win is never taken out again. ``over`` names the lines that a line was
made from; the games of all lines that no other was made from are joined when the moves are asked
for. So everything here is a function of the set of lines, whatever their order: two logs are merged
by uniting their lines. Nothing here touches a file.
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
"""The name of the game as text, which stands last in a line: it is only parsed when asked for."""
_TEXT_BEGINS: Final = b', "text": "'
_SOUND_TEXT: Final = r'(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*'
_LINE_BEGINS: Final = b'{"id": "'
_DECODE: Final = json.JSONDecoder().raw_decode
_NONE: Final = type(None)
_FIRST: Final = ("id", "rev", "time", "result")
_ALWAYS: Final = ("rules", "deal", "account")
"""What a line has even where it is None."""
_COUNTS: Final = (
    *("rev", "actions", "hints", "shown", "undos", "turns", "player_moves", "par"),
    *("home", "stage"),
)
_TYPES: Final[Mapping[str, Collection[type]]] = {
    **dict.fromkeys(Entry._fields, (str,)),
    **dict.fromkeys((*_COUNTS, "deal", "account"), (int, _NONE)),
    **{"seconds": (float, int), "rules": (str, _NONE), "won": (bool,), "replay": (bool,)},
    **{"actions": (int,), "rev": (int,), "time": (str,), "result": (str,), "over": (list, _NONE)},
}
_counts_of: dict[tuple[type, ...], Callable[[Sequence[Any]], Sequence[int]]] = {}
"""For the types of the values of a line, if they are sound, what picks the counts among these. Of
thousands of lines nearly all have the same types."""


class LogLine(NamedTuple):
    """What is kept of a line in memory. ``ended`` is the end of its game as a number."""

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
        """The line of a game with the highest rank counts."""
        return self.result == WON, self.rev, self.time, self.digest

    @property
    def in_record(self) -> bool:
        """Whether its game is in the record by this line."""
        return self.result != OPEN


def read_line(line: bytes) -> LogLine:
    """Return what is in ``line``; raise ``ValueError`` if it is damaged before its text."""
    data = data_of(line)
    get = data.get
    data["won"], data["replay"] = get("result") == WON, get("replay") or False
    values = tuple(map(get, _TYPES))
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
        # The same in every time zone.
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
    """Return a text that distinguishes ``data`` from all others."""
    return blake2b(data, digest_size=8).hexdigest()


def data_of(line: bytes) -> dict[str, Any]:
    """Return what ``line`` has before its text; raise ``ValueError`` if that is damaged."""
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
    """Return the game as text in a line, up to the first damage; empty if there is none."""
    if (data := _parsed(line)) is not None:
        return data[TEXT] if isinstance(data.get(TEXT), str) else ""
    sound = re.match(_SOUND_TEXT, line.rpartition(_TEXT_BEGINS)[2].decode("utf-8", "replace"))
    return str(json.loads(f'"{sound[0]}"')) if sound else ""


def read_lines(data: bytes) -> Iterator[tuple[int, bytes, LogLine | None]]:
    """Yield each line of a log, the byte at which it begins, and what is in it (None if it is
    damaged).

    A last one without its end is left out unless it is whole.
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
    """Yield the lines in a damaged one, if several have run together, and the damaged pieces."""
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
        """Add a line, unless it is there already, or of a kind of game that only a newer program
        knows."""
        known = self._lines.get(line.id, ())
        if line not in known and (line.game.game, line.game.rules) in KINDS:
            self._lines[line.id] = (*known, line)
            self._games = None

    def best(self, name: str) -> LogLine | None:
        """Return the line of a game that counts; None if there is none."""
        return max(self._lines.get(name, ()), key=attrgetter("rank"), default=None)

    def heads(self, name: str) -> Sequence[LogLine]:
        """Return the lines of a game that no other was made from, beginning with the one that
        counts."""
        lines = self._lines.get(name, ())
        old = {digest for line in lines for digest in line.over}
        best = self.best(name)
        heads = [line for line in lines if line.digest not in old or line is best]
        return sorted(heads, key=attrgetter("rank"), reverse=True)

    def all_best(self) -> Sequence[LogLine]:
        """Return the line that counts of each game, ordered by end and id."""
        best = [
            lines[0] if len(lines) == 1 else max(lines, key=attrgetter("rank"))
            for lines in self._lines.values()
        ]
        # By their first two fields, which no two have in common.
        return sorted(best)

    def games(self) -> Sequence[Entry]:
        """Return the record: all games that have ended, ordered by end and id."""
        if self._games is None:
            self._games = [one.game for one in self.all_best() if one.in_record]
        return self._games

    def _of(self, deal: Deal) -> Iterator[Entry]:
        """Yield the games of a deal that has a number."""
        named = deal.game, deal.rules, deal.number
        if deal.number is not None:
            yield from (one for one in self.games() if (one.game, one.rules, one.deal) == named)

    def has_played(self, deal: Deal, beside: str = "") -> bool:
        """Return whether ``deal`` was played in another game than ``beside``."""
        return any(one.id != beside for one in self._of(deal))

    def best_of(self, deal: Deal) -> Entry | None:
        """Return the player's best game of a deal: won, at the first try, the latest; None if it
        was never finished."""
        latest_first = [*self._of(deal)][::-1]
        return max(latest_first, key=lambda one: (one.won, not one.replay), default=None)

    def fewest_moves(self, deal: Deal) -> int | None:
        """Return the player's record for a deal: the fewest moves in which it was won, as par
        counts them; None if it wasn't won, or if that wasn't counted."""
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
        """Return another line of the game ``name``: what was there ``before`` in the one that
        counts, with the ``changes``.

        It is made from the lines ``over``, or from all that are known.
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
    """Return ``data`` as a line, without its end; what UTF-8 can't represent is escaped."""
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "backslashreplace")


def entry_data(entry: Entry) -> dict[str, object]:
    """Return an entry as the fields of a line."""
    known = {n: v for n, v in entry._asdict().items() if v is not None or n in _ALWAYS}
    del known["won"], known["id"]
    return {"result": WON if entry.won else LOST, **known}


def fields_of(line: LogLine) -> dict[str, object]:
    """Return the fields that a line of the log keeps in memory, by their names in the log."""
    known = {"id": line.id, "rev": line.rev, "time": line.time}
    return {**known, **entry_data(line.game), "result": line.result}
