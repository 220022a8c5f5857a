"""Reads the files of older versions: the record, the moves of finished games, the games in hand.

The files are not changed. The id of a recorded game is a hash of its entry, so reading it again
adds nothing.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, TypeVar

from game.core.moves import Verb
from game.play.history import GameInfo
from game.play.session import Session
from game.play.sharing import HEADER, escaped
from game.record.entries import Entry
from game.rules.registry import KINDS, games
from game.store.game_text import finished_text, read_saved, read_undamaged
from game.store.log import LOST, TEXT, WON, as_line, digest, read_line
from game.support.disk import read_file
from game.support.json_values import DataError, boolean, parse_object

RECORD: Final = "record.json"
PLAYED: Final = "played.jsonl"
SET_ASIDE: Final = f"{RECORD}.broken-*"
"""The pattern of records that an older version couldn't read completely."""
_OLD: Final = Entry._fields.index("id")
"""The number of fields that an entry has in these records."""
_FLAT: Final = re.compile(r"\{[^{}]*\}")
_Value = TypeVar("_Value")
_RESTART: Final = Verb.RESTART.value


@dataclass(slots=True)
class OldFiles:
    """The fields of finished games by id, the games in hand by game, and the number of unreadable
    games by file."""

    finished: dict[str, Mapping[str, object]] = field(default_factory=dict)
    in_hand: dict[str, Session] = field(default_factory=dict)
    damaged: Counter[str] = field(default_factory=Counter)


def old_files(folder: Path) -> Mapping[str, bytes]:
    """Return the contents of an older version's files by name."""
    names = [RECORD, PLAYED, *map(file_of, games())]
    found = dict[str, bytes]()
    for path in [*(folder / name for name in names), *sorted(folder.glob(SET_ASIDE))]:
        with suppress(OSError):
            found[path.name] = read_file(path)
    return found


def file_of(game: str) -> str:
    """Return the name of an older version's file of the game in hand."""
    return f"{game}.json"


def read_old(files: Mapping[str, bytes]) -> OldFiles:
    """Return the readable contents of an older version's ``files``."""
    found, by_end = OldFiles(), dict[object, str]()
    played = _played(files.get(PLAYED, b""), found)
    for record in [name for name in files if name.startswith(RECORD)]:
        met = Counter[object]()
        pieces, damaged = _pieces(files[record].decode("utf-8", "replace"))
        for piece in pieces:
            try:
                named, entry, data = _finished(piece, met)
            except (ValueError, KeyError, TypeError):
                damaged += 1
                continue
            if named in found.finished:
                continue
            by_end[entry.game, entry.rules, entry.deal, entry.ended] = named
            lines = played.get((entry.game, entry.rules, entry.ended))
            found.finished[named] = {
                **data,
                **(_fields_from_moves(entry, lines.popleft()) if lines else {}),
            }
        # The player was told what couldn't be read of a file when it was set aside.
        if record == RECORD:
            found.damaged[record] = damaged
    for game in games():
        if kept := files.get(file_of(game), b""):
            try:
                found.in_hand[game] = _in_hand(kept, game, by_end)
            except (ValueError, RecursionError):
                found.damaged[file_of(game)] += 1
    return found


def _played(data: bytes, found: OldFiles) -> Mapping[object, deque[Mapping[str, Any]]]:
    """Return the lines with the moves of finished games, grouped by kind and end."""
    lines = dict[object, deque[Mapping[str, Any]]]()
    for line in filter(None, data.split(b"\n")):
        try:
            one = parse_object(line.decode())
            lines.setdefault((one["game"], one["rules"], one["ended"]), deque()).append(one)
        except (ValueError, KeyError, TypeError):
            found.damaged[PLAYED] += 1
    return lines


# -- finished games --------------------------------------------------------------------------------


def _pieces(text: str) -> tuple[list[Any], int]:
    """Return the entries of a record, or their texts if it is damaged, and how many are missing."""
    pieces: object = None
    with suppress(ValueError):
        pieces = parse_object(text).get("games")
    found = pieces if isinstance(pieces, list) else _FLAT.findall(text)
    return found, max(0, text.count('"ended"') - len(found))


def _finished(piece: Any, met: Counter[object]) -> tuple[str, Entry, Mapping[str, object]]:
    """Return the id of a recorded game, its entry, and the fields of its line.

    The id doesn't depend on par, which may be added later. Identical entries, counted by ``met``,
    get different ids. Raises an error if the entry is damaged.
    """
    piece = parse_object(piece) if isinstance(piece, str) else piece
    data = {**piece, "result": WON if boolean(piece, "won") else LOST}
    del data["won"]
    entry = read_line(as_line({**data, "id": "new", "rev": 1, "time": piece["ended"]})).game
    if (entry.game, entry.rules) not in KINDS:
        raise DataError
    same = *entry._replace(player_moves=None, par=None)[:_OLD], ""
    met[same] += 1
    return digest(json.dumps([*same, met[same]]).encode()), entry, data


def _fields_from_moves(entry: Entry, played: Mapping[str, Any]) -> Mapping[str, object]:
    """Return the fields that ``played``, a line with the moves of a game, adds to its entry."""
    text, home, stage = played.get("moves"), played.get("home"), played.get("stage")
    if not (isinstance(text, str) and isinstance(home, int) and isinstance(stage, int)):
        return {}
    found = {"home": home, "stage": stage, TEXT: text}
    unknown = entry.player_moves is None and not KINDS[entry.game, entry.rules].engine.counts_home
    if unknown or "branches" in played or "notes" in played:
        lines = text.splitlines()
        first = len(lines) - entry.actions
        tree = "\n".join([*lines[:first], *_with_branches(lines[first:], played)])
        with suppress(ValueError):
            session, whole = read_undamaged(tree, entry.game, entry.rules)
            found[TEXT] = finished_text(session)
            if unknown and whole and len(session.actions) == entry.actions:
                found["player_moves"] = session.moves
    return found


# -- the game in hand ------------------------------------------------------------------------------


def _in_hand(data: bytes, game: str, ids: Mapping[object, str]) -> Session:
    """Return the game in hand in ``data``, up to the first damaged move.

    ``ids`` are the ids of finished games by kind, deal and end. Raises ``ValueError`` if the file
    can't be read.
    """
    found = parse_object(data.decode("utf-8", "replace"))
    session, _ = read_saved(_as_saved(found, game), game)
    deal, info = session.deal, session.info
    info.entry = ids.get((deal.game, deal.rules, deal.number, info.entry)) or digest(data)
    return session


def _as_saved(found: Mapping[str, Any], game: str) -> str:
    """Return an older version's game in hand, since its last restart, in the current format."""
    done, undone = (_those(str, found, name) for name in ("actions", "undone"))
    since, redone = (list(takewhile(_RESTART.__ne__, one[::-1])) for one in (done, undone))
    names = ("looked", *(one.name for one in fields(GameInfo)))
    header = {name: found[name] for name in names if name in found}
    header |= {"id": found.get("entry", ""), "cursor": sum(map(_steps, since))}
    rules = [str(found["rules"])] if found.get("rules") is not None else []
    if found.get("deal") is not None:
        deal = [" ".join([HEADER, game, str(found["deal"]), *rules])]
    elif "deck" in found:
        deal = [" ".join([str(found["deck"]), "#", game, *rules])]
    else:
        deal = _those(str, found, "board")
    return "\n".join([json.dumps(header), *deal, *_with_branches([*done, *redone], found), ""])


def _with_branches(actions: Sequence[str], data: Mapping[str, Any]) -> list[str]:
    """Return a row for each action since the last restart and for each branch, with the notes.

    In ``data``, ``at`` of a note or branch is the number of steps before it.
    """
    notes, branches = defaultdict[object, str](str), defaultdict[object, list[str]](list)
    for one in _those(dict, data, "notes"):
        for sign, name in (("!", "bookmark"), ("", "remark")):
            if isinstance(text := one.get(name), str):
                notes[one.get("at")] += f" {{{sign}{escaped(text)}}}"
    for one in _those(dict, data, "branches"):
        branches[one.get("at")].append(f"({one.get('moves')})")
    at, lines = 0, [notes[0]]
    for action in actions:
        beside = branches[at]
        at += _steps(action)
        lines = [notes[at]] if action == _RESTART else [*lines, action + notes[at], *beside]
    return [*filter(None, lines)]


def _steps(action: str) -> int:
    return len(action.partition("{")[0].split())


def _those(kind: type[_Value], data: Mapping[str, Any], name: str) -> list[_Value]:
    """Return the values of type ``kind`` in the list ``data[name]``."""
    found = data.get(name)
    return [one for one in found if isinstance(one, kind)] if isinstance(found, list) else []
