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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from hashlib import blake2b
from operator import attrgetter
from typing import Any, Final, NamedTuple

from game.core.cards import MAX_DEAL
from game.record.entries import Entry, moment
from game.rules.registry import KINDS, Deal
from game.support.json_values import DEEPEST, MOST, DataError, Flaw, is_deep

WON: Final = "won"
LOST: Final = "lost"
OPEN: Final = "open"
TEXT: Final = "text"
"""The name of the game as text, which stands last in a line: it is parsed only when asked for."""
_TEXT_BEGINS: Final = b', "text": "'
_SOUND_TEXT: Final = r'(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*'
_LINE_BEGINS: Final = rb'(?=\{"id": ")'
_OF_ENTRY: Final = tuple(one.name for one in fields(Entry) if one.name not in ("won", "more"))
_ALWAYS: Final = ("game", "rules", "deal", "account")
"""The fields that a line has even where they are None."""
_KNOWN: Final = {*_OF_ENTRY, "home", "stage", "id", "rev", "time", "result", "over", "text"}
_COUNTS: Final = (
    *("actions", "hints", "shown", "undos", "turns", "player_moves", "par"),
    *("home", "stage"),
)


@dataclass(frozen=True, slots=True)
class Finished(Entry):
    """An entry of the record with the ``id`` of its game, and where it ended: the number of cards
    on the foundations and the casino's stage, None if an older program did not keep the moves."""

    id: str = ""
    home: int | None = None
    stage: int | None = None


class LogLine(NamedTuple):
    """What is kept in memory of a line. ``game`` is None for a kind of game that only a newer
    program knows; ``at`` and ``size`` say where it stands in its file."""

    id: str
    rev: int
    time: float
    result: str
    digest: str
    over: tuple[str, ...]
    game: Finished | None
    at: int = -1
    size: int = 0

    @property
    def rank(self) -> tuple[bool, int, float, str]:
        """The line of a game with the highest rank counts."""
        return self.result == WON, self.rev, self.time, self.digest

    @property
    def counts(self) -> bool:
        """Whether its game stands in the record by this line."""
        return self.result != OPEN


def read_line(line: bytes, at: int = -1) -> LogLine:
    """Return what ``line`` tells; raise ``ValueError`` if it is damaged before its text."""
    data = data_of(line)
    name, rev, result, over = data.get("id"), data.get("rev"), data.get("result"), data.get("over")
    if not (isinstance(name, str) and name and isinstance(result, str)):
        raise DataError(Flaw.VALUE, "id")
    if not (isinstance(rev, int) and 0 < rev < MOST):
        raise DataError(Flaw.VALUE, "rev")
    over = [] if over is None else over
    if not (isinstance(over, list) and all(isinstance(one, str) for one in over)):
        raise DataError(Flaw.VALUE, "over")
    time, digest = _instant(data.get("time")), blake2b(line, digest_size=8).hexdigest()
    return LogLine(
        name, rev, time, result, digest, tuple(over), _finished(data, name), at, len(line)
    )


def _instant(value: object) -> float:
    """Return a time as a number that is the same in every time zone."""
    found = moment(value) if isinstance(value, str) else None
    if found is None:
        raise DataError(Flaw.VALUE, "time")
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()


def _finished(data: Mapping[str, Any], name: str) -> Finished | None:
    game, rules, deal = data.get("game"), data.get("rules"), data.get("deal")
    if not isinstance(game, str) or not isinstance(rules, str | None):
        raise DataError(Flaw.VALUE, "game")
    if (game, rules) not in KINDS:
        return None
    if deal is not None and not (type(deal) is int and 0 <= deal <= MAX_DEAL):
        raise DataError(Flaw.VALUE, "deal")
    if "seconds" not in data:
        raise DataError(Flaw.VALUE, "seconds")
    known = {one: data[one] for one in _COUNTS if data.get(one) is not None}
    account, seconds, replay = data.get("account"), data["seconds"], data.get("replay", False)
    if not (
        all(type(value) is int and 0 <= value < MOST for value in known.values())
        and (account is None or (type(account) is int and abs(account) < MOST))
        and (type(seconds) in (int, float) and 0 <= seconds < MOST)
        and (type(replay) is bool and "actions" in known)
    ):
        raise DataError(Flaw.VALUE, "seconds")
    _instant(data.get("ended"))
    return Finished(
        game,
        rules,
        deal,
        data["result"] == WON,
        account=account,
        seconds=seconds,
        ended=data["ended"],
        replay=replay,
        id=name,
        **known,
    )


def data_of(line: bytes) -> dict[str, Any]:
    """Return what ``line`` holds before its text; raise ``ValueError`` if that is damaged."""
    head, begun, _ = line.rpartition(_TEXT_BEGINS)
    return _parsed(head + b"}" if begun else line) or _parsed(line, needed=True)


def _parsed(line: bytes, *, needed: bool = False) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if isinstance(data, dict) and not (line.count(b"[") > DEEPEST and is_deep(data)):
        return data
    if needed:
        raise DataError(Flaw.TEXT)
    return {}


def text_of(line: bytes) -> str:
    """Return the game as text in a line, up to the first damage; empty if it has none."""
    _, begun, text = line.rpartition(_TEXT_BEGINS)
    if not begun:
        found = _parsed(line).get(TEXT)
        return found if isinstance(found, str) else ""
    sound = re.match(_SOUND_TEXT, text.decode("utf-8", "replace"))
    return str(json.loads(f'"{sound[0]}"')) if sound else ""


def sound_pieces(line: bytes, at: int = 0) -> Iterator[LogLine | bytes]:
    """Yield the lines in a damaged one, if several have run together, and the damaged pieces."""
    for piece in filter(None, re.split(_LINE_BEGINS, line)):
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
        others = tuple(one for one in known if one.digest != line.digest)
        self._lines[line.id] = (*others, line)
        if len(others) == len(known):
            self._games = None

    def __contains__(self, line: LogLine) -> bool:
        return any(one.digest == line.digest for one in self._lines.get(line.id, ()))

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

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
            best = (
                lines[0] if len(lines) == 1 else max(lines, key=attrgetter("rank"))
                for lines in self._lines.values()
            )
            found = [line.game for line in best if line.game is not None and line.counts]
            self._games = sorted(found, key=lambda game: (_instant(game.ended), game.id))
        return self._games

    def knows(self, deal: Deal, beside: str = "") -> bool:
        """Return whether ``deal`` was played in another game than ``beside``."""
        named = deal.game, deal.rules, deal.number
        return deal.number is not None and any(
            (one.game, one.rules, one.deal) == named and one.id != beside for one in self.games()
        )

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
        data |= {"home": entry.home, "stage": entry.stage}
    known = {name: value for name, value in data.items() if value is not None or name in _ALWAYS}
    if not entry.replay:
        del known["replay"]
    more = json.loads(entry.more) if entry.more else {}
    return {**more, "result": WON if entry.won else LOST, **known}


def unknown_fields(data: Mapping[str, object]) -> dict[str, object]:
    """Return what a newer program has written into a line."""
    return {name: value for name, value in data.items() if name not in _KNOWN}


def fields_of(line: LogLine) -> dict[str, object]:
    """Return what is kept in memory of a line as the fields of one."""
    time = datetime.fromtimestamp(line.time, UTC).isoformat()
    entry = entry_data(line.game) if line.game is not None else {}
    return {"id": line.id, "rev": line.rev, "time": time, **entry, "result": line.result}


def is_whole(line: bytes) -> bool:
    """Return whether ``line`` is one, with its text up to its end."""
    try:
        read_line(line)
    except ValueError:
        return False
    return bool(_parsed(line))
