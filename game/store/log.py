"""The log of finished games: a set of lines, each a JSON object on its own.

A game has an id, and every line of it tells the whole game: how it ended, or by the result ``open``
that it goes on after all. Of one id the line with the highest ``rev``, then ``time``, then digest
counts, except that a win is never taken out again. ``over`` names the lines that a line was made
from; the games of all lines that no other was made from are joined when the moves are asked for.
So everything told here is a function of the set of lines, whatever their order: two logs are merged
by uniting their lines. Nothing here touches a file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import UTC
from hashlib import blake2b
from operator import attrgetter
from typing import Any, Final, NamedTuple

from game.core.cards import MAX_DEAL
from game.record.entries import Entry, Finished, moment
from game.rules.registry import KINDS, Deal
from game.support.json_values import DEEPEST, MOST, DataError, Flaw, is_deep

WON: Final = "won"
LOST: Final = "lost"
OPEN: Final = "open"
TEXT: Final = "text"
"""The name of the game as text, which stands last in a line: it is parsed only when asked for."""
_TEXT_BEGINS: Final = b', "text": "'
_SOUND_TEXT: Final = r'(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*'
_DECODE: Final = json.JSONDecoder().raw_decode
_LINE_BEGINS: Final = b'{"id": "'
_OF_ENTRY: Final = tuple(one.name for one in fields(Entry) if one.name not in ("won", "more"))
_TEXTS: Final = ("id", "time", "result", "game", "ended")
_PLACE: Final = ("home", "stage")
_COUNTS: Final = ("actions", "hints", "shown", "undos", "turns", "player_moves", "par", *_PLACE)
_ALWAYS: Final = ("rules", "deal", "account")
"""What a line has even where it is None."""
_NONE: Final = type(None)
_TYPES: Final[Mapping[str, Collection[type]]] = {
    **dict.fromkeys(_TEXTS, (str,)),
    **dict.fromkeys((*_COUNTS, "deal", "account"), (int, _NONE)),
    **{"rev": (int,), "actions": (int,), "seconds": (float, int), "rules": (str, _NONE)},
    **{"replay": (bool, _NONE), "over": (list, _NONE)},
}
_sound_types = set[tuple[type, ...]]()


_FIELDS: Final = tuple(one.name for one in fields(Finished))


class LogLine(NamedTuple):
    """What is kept in memory of a line. ``ended`` is the end of its game as a number; ``game`` is
    None for a kind of game that only a newer program knows; ``at`` and ``size`` say where it stands
    in its file."""

    id: str
    rev: int
    time: str
    result: str
    digest: str
    over: Sequence[str]
    ended: float
    game: Finished | None
    at: int = -1
    size: int = 0

    @property
    def rank(self) -> tuple[bool, int, str, str]:
        """The line of a game with the highest rank counts."""
        return self.result == WON, self.rev, self.time, self.digest

    @property
    def counts(self) -> bool:
        """Whether its game stands in the record by this line."""
        return self.result != OPEN


def read_line(line: bytes, at: int = -1) -> LogLine:
    """Return what ``line`` tells; raise ``ValueError`` if it is damaged before its text."""
    data = data_of(line)
    get = data.get
    # Of thousands of lines nearly all have the same types.
    types = tuple(map(type, map(get, _TYPES)))
    if types not in _sound_types:
        if wrong := [n for n, one in zip(_TYPES, types, strict=True) if one not in _TYPES[n]]:
            raise DataError(Flaw.VALUE, wrong[0])
        _sound_types.add(types)
    end = moment(data["ended"])
    numbers = [n for n in map(get, _COUNTS) if n is not None]
    sound = data["id"] and 0 < data["rev"] < MOST and 0 <= data["seconds"] < MOST
    if not (sound and min(numbers) >= 0 and max(numbers) < MOST and end is not None):
        raise DataError(Flaw.VALUE, "rev")
    if not (0 <= (get("deal") or 0) <= MAX_DEAL and abs(get("account") or 0) < MOST):
        raise DataError(Flaw.VALUE, "deal")
    game = None
    if (data["game"], get("rules")) in KINDS:
        data |= {"won": data["result"] == WON, "replay": bool(get("replay")), "more": ""}
        values: Any = map(get, _FIELDS)
        game = Finished(*values)
    return LogLine(
        data["id"],
        data["rev"],
        data["time"],
        data["result"],
        blake2b(line, digest_size=8).hexdigest(),
        tuple(one for one in over if isinstance(one, str)) if (over := get("over")) else (),
        # The same in every time zone.
        (end if end.tzinfo else end.replace(tzinfo=UTC)).timestamp(),
        game,
        at,
        len(line),
    )


def data_of(line: bytes) -> dict[str, Any]:
    """Return what ``line`` holds before its text; raise ``ValueError`` if that is damaged."""
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
    """Return the game as text in a line, up to the first damage; empty if it has none."""
    if (data := _parsed(line)) is not None:
        return data[TEXT] if isinstance(data.get(TEXT), str) else ""
    sound = re.match(_SOUND_TEXT, line.rpartition(_TEXT_BEGINS)[2].decode("utf-8", "replace"))
    return str(json.loads(f'"{sound[0]}"')) if sound else ""


def sound_pieces(line: bytes, at: int = 0) -> Iterator[LogLine | bytes]:
    """Yield the lines in a damaged one, if several have run together, and the damaged pieces."""
    for piece in filter(None, re.split(b"(?=" + re.escape(_LINE_BEGINS) + b")", line)):
        whole = next((one for one in (piece, piece[:-1]) if _parsed(one)), piece)
        try:
            yield read_line(whole, at)
        except ValueError:
            yield piece
        at += len(piece)


class GameLog:
    """The lines of all finished games."""

    def __init__(self) -> None:
        self._lines: dict[str, tuple[LogLine, ...]] = {}
        self._games: Sequence[Finished] | None = None

    def add(self, line: LogLine) -> None:
        """Add a line; it takes the place of itself, if it was added before."""
        known = self._lines.get(line.id, ())
        others = tuple(one for one in known if one.digest != line.digest) if known else known
        self._lines[line.id] = (*others, line)
        if len(others) == len(known):
            self._games = None

    def __contains__(self, line: LogLine) -> bool:
        return any(one.digest == line.digest for one in self._lines.get(line.id, ()))

    def same(self, line: LogLine) -> LogLine:
        """Return ``line`` with the place where it stands by now."""
        known = self._lines.get(line.id, ())
        return next((one for one in known if one.digest == line.digest), line)

    def lines(self) -> Iterator[LogLine]:
        """Yield all lines."""
        for lines in self._lines.values():
            yield from lines

    def best(self, name: str) -> LogLine | None:
        """Return the line of a game that counts; None if there is none."""
        return max(self._lines.get(name, ()), key=attrgetter("rank"), default=None)

    def heads(self, name: str) -> Sequence[LogLine]:
        """Return the lines of a game that no other was made from, the one that counts first."""
        lines = self._lines.get(name, ())
        old = {digest for line in lines for digest in line.over}
        best = self.best(name)
        heads = [line for line in lines if line.digest not in old or line is best]
        return sorted(heads, key=attrgetter("rank"), reverse=True)

    def games(self) -> Sequence[Finished]:
        """Return the record: all games that have ended, ordered by end and id."""
        if self._games is None:
            best = [
                lines[0] if len(lines) == 1 else max(lines, key=attrgetter("rank"))
                for lines in self._lines.values()
            ]
            best.sort(key=attrgetter("ended", "id"))
            self._games = [one.game for one in best if one.game is not None and one.counts]
        return self._games

    def knows(self, deal: Deal, beside: str = "") -> bool:
        """Return whether ``deal`` was played in another game than ``beside``."""
        named = deal.game, deal.rules, deal.number
        return deal.number is not None and any(
            (one.game, one.rules, one.deal) == named and one.id != beside for one in self.games()
        )

    def best_of(self, deal: Deal) -> Finished | None:
        """Return the player's best game of a deal: won, at the first try, the latest; None if it
        was never finished."""
        named = deal.game, deal.rules, deal.number
        found = [one for one in self.games() if (one.game, one.rules, one.deal) == named]
        return max(found, key=lambda one: (one.won, not one.replay, one.ended), default=None)

    def fewest_moves(self, deal: Deal) -> int | None:
        """Return the player's record for a deal: the fewest moves it was won in, as par counts
        them; None if it was not won, or if that was not counted."""
        named = deal.game, deal.rules, deal.number
        wins = [
            one.player_moves
            for one in self.games()
            if one.won and one.player_moves is not None and (one.game, one.rules, one.deal) == named
        ]
        return min(wins, default=None)

    def next_line(
        self,
        name: str,
        time: str,
        changes: Mapping[str, object],
        before: Mapping[str, Any],
        over: Sequence[str] | None = None,
    ) -> bytes:
        """Return another line of the game ``name``: what stood ``before`` in the one that counts,
        with the ``changes``. It is made from the lines ``over``, or from all that are known."""
        lines = self._lines.get(name, ())
        made_from = [line.digest for line in self.heads(name)] if over is None else over
        rev = max((line.rev for line in lines), default=0) + 1
        data = {**before, **changes, "id": name, "rev": rev, "time": time}
        first = {one: data.pop(one) for one in ("id", "rev", "time", "result")}
        text = data.pop(TEXT, None)
        data.pop("over", None)
        data |= {"over": list(made_from)} if made_from else {}
        data |= {TEXT: text} if text else {}
        return as_line({**first, **data})


def as_line(data: Mapping[str, object]) -> bytes:
    """Return ``data`` as a line, without its end; what UTF-8 cannot hold is escaped."""
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "backslashreplace")


def entry_data(entry: Entry) -> dict[str, object]:
    """Return an entry as the fields of a line."""
    data = {name: getattr(entry, name) for name in _OF_ENTRY}
    if isinstance(entry, Finished):
        data |= {name: getattr(entry, name) for name in _PLACE}
    known = {name: value for name, value in data.items() if value is not None or name in _ALWAYS}
    more = json.loads(entry.more) if entry.more else {}
    return {**more, "result": WON if entry.won else LOST, **known}


def fields_of(line: LogLine) -> dict[str, object]:
    """Return what is kept in memory of a line as the fields of one."""
    entry = entry_data(line.game) if line.game is not None else {}
    return {"id": line.id, "rev": line.rev, "time": line.time, **entry, "result": line.result}


def is_whole(line: bytes) -> bool:
    """Return whether ``line`` is a JSON object up to its end."""
    return _parsed(line) is not None
