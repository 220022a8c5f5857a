"""Reads the record and the games that older versions saved.

The files stay where they are. If they are read again, the recorded games get the same ids.
"""

from __future__ import annotations

import json
import re
import zlib
from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, TypeVar

from game.core.moves import Verb
from game.play.game_text import HEADER, escaped
from game.play.history import GameInfo
from game.play.saved_games import finished_text, read_saved, read_undamaged
from game.play.session import Session
from game.record.entries import Entry
from game.rules.registry import KINDS, games
from game.store.log import LOST, TEXT, WON, as_line, digest, read_line
from game.support.disk import read_file
from game.support.json_values import DataError, boolean, parse_object

RECORD: Final = "record.json"
PLAYED: Final = "played.jsonl"
JOURNAL: Final = "journal.json"
SET_ASIDE: Final = f"{RECORD}.broken-*"
"""A pattern for the names of damaged records that an older version set aside."""
_OLD: Final = Entry._fields.index("id")
"""The maximum number of fields in an older version's entry."""
_FLAT: Final = re.compile(r"\{[^{}]*\}")
_Value = TypeVar("_Value")
_RESTART: Final = Verb.RESTART.value


@dataclass(slots=True)
class OldFiles:
    """What could be read of an older version's files."""

    # The fields that each finished game has in the log, keyed by its id.
    finished: dict[str, Mapping[str, object]] = field(default_factory=dict)
    in_hand: dict[str, Session] = field(default_factory=dict)
    damaged: Counter[str] = field(default_factory=Counter)  # what couldn't be read in each file


def old_files(folder: Path) -> Mapping[str, bytes]:
    """Read an older version's files and apply its journal to them. The keys are file names."""
    names = [RECORD, PLAYED, *map(file_of, games())]
    paths = [folder / name for name in (*names, JOURNAL)] + sorted(folder.glob(SET_ASIDE))
    found = dict[str, bytes]()
    for path in paths:
        with suppress(OSError):
            found[path.name] = read_file(path)
    # A journal has changes that may not have reached the other files.
    with suppress(ValueError, KeyError, TypeError, RecursionError):
        journal = json.loads(found.pop(JOURNAL, b"null"))
        if zlib.crc32(json.dumps(journal["changes"]).encode()) == journal["check"]:
            for change in journal["changes"]:
                name, text, at = change["file"], change["text"], change.get("at", 0)
                data = (text or "").encode("utf-8", "surrogateescape")
                found[name] = found.get(name, b"")[:at] + data
    return found


def file_of(game: str) -> str:
    """Return the name of the file in which older versions keep the game in hand."""
    return f"{game}.json"


def read_old(files: Mapping[str, bytes]) -> OldFiles:
    """Return what can be read of an older version's ``files``."""
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
        # When a record was set aside, the player was told what couldn't be read.
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
    """Return the JSON objects in ``data``, grouped by the kind of game and the time it ended.

    Damaged lines are counted in ``found``.
    """
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
    """Return the entries in a record, and how many more were unreadable.

    If the record is damaged, each entry is a piece of JSON text.
    """
    pieces: object = None
    with suppress(ValueError):
        pieces = parse_object(text).get("games")
    found = pieces if isinstance(pieces, list) else _FLAT.findall(text)
    return found, max(0, text.count('"ended"') - len(found))


def _finished(piece: Any, met: Counter[object]) -> tuple[str, Entry, Mapping[str, object]]:
    """Return a recorded game's id, its entry and its fields in the log.

    Raises ``ValueError``, ``KeyError`` or ``TypeError`` if ``piece`` is damaged.
    """
    piece = parse_object(piece) if isinstance(piece, str) else piece
    data = {**piece, "result": WON if boolean(piece, "won") else LOST}
    del data["won"]
    entry = read_line(as_line({**data, "id": "new", "rev": 1, "time": piece["ended"]})).game
    if (entry.game, entry.rules) not in KINDS:
        raise DataError
    # The id is a hash of the entry, without what an older version may fill in later. Identical
    # entries are counted, so that each gets an id of its own.
    same = *entry._replace(player_moves=None, par=None)[:_OLD], ""
    met[same] += 1
    return digest(json.dumps([*same, met[same]]).encode()), entry, data


def _fields_from_moves(entry: Entry, played: Mapping[str, Any]) -> Mapping[str, object]:
    """Derive more fields of a finished game. ``played`` is the game's line in ``PLAYED``."""
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
    """Return an older version's game in hand, up to its first damaged move.

    Raises ``ValueError`` if the deal is damaged.
    """
    text = data.decode("utf-8", "replace")
    try:
        found = parse_object(text)
    except DataError:
        found = _salvaged(text)
    session, _ = read_saved(_as_saved(found, game), game)
    deal = session.deal
    # Restarts may have left several games in the tree. ``entry`` is still the time each ended.
    infos = {id(node.info): node.info for node in session.history.root.subtree()}
    for number, info in enumerate(infos.values()):
        named = ids.get((deal.game, deal.rules, deal.number, info.entry)) if info.entry else None
        info.entry = named or digest(data + str(number).encode())
    return session


def _as_saved(found: Mapping[str, Any], game: str) -> str:
    """Convert an older version's game in hand to today's text format. ``found`` is its JSON."""
    done = _those(str, found, "actions")
    actions = [*done, *_those(str, found, "undone")[::-1]]
    # ``books`` is keyed by a restart's number. It has the info of the game after the restart if
    # that was undone, else of the game before it. Other restarts begin no new game.
    books = found["books"] if isinstance(found.get("books"), dict) else {}
    here, restarts = done.count(_RESTART), actions.count(_RESTART)
    infos = {here: found}
    for number in reversed(range(here)):
        infos[number] = books.get(str(number), infos[number + 1])
    for number in range(here, restarts):
        infos[number + 1] = books.get(str(number), infos[number])
    first = _info(infos[0])
    header = {**first, "id": first.get("entry", ""), "cursor": sum(map(_steps, done))}
    header |= {"looked": found["looked"]} if "looked" in found else {}
    number = 0
    for at, action in enumerate(actions):
        if action == _RESTART:
            if str(number) in books:
                actions[at] += f" {{@{escaped(json.dumps(_info(infos[number + 1])))}}}"
            number += 1
    rules = [str(found["rules"])] if found.get("rules") is not None else []
    if found.get("deal") is not None:
        deal = [" ".join([HEADER, game, str(found["deal"]), *rules])]
    elif "deck" in found:
        deal = [" ".join([str(found["deck"]), "#", game, *rules])]
    else:
        deal = _those(str, found, "board")
    return "\n".join([json.dumps(header), *deal, *_with_branches(actions, found), ""])


def _info(found: Mapping[str, Any]) -> dict[str, Any]:
    names = (one.name for one in fields(GameInfo))
    return {name: found[name] for name in names if name in found}


def _with_branches(actions: Sequence[str], data: Mapping[str, Any]) -> list[str]:
    """Return ``actions`` as lines of text, with the notes and branches in ``data``."""
    # The ``at`` of a note or branch is the number of steps before it.
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
        lines += [action + notes[at], *beside]
    return [*filter(None, lines)]


def _steps(action: str) -> int:
    return len(action.partition("{")[0].split())


def _those(kind: type[_Value], data: Mapping[str, Any], name: str) -> list[_Value]:
    """Return the values of type ``kind`` in ``data[name]``; empty if it isn't a list."""
    found = data.get(name)
    return [one for one in found if isinstance(one, kind)] if isinstance(found, list) else []


def _salvaged(text: str) -> Mapping[str, Any]:
    """Return the readable parts of a damaged game that an older version saved."""
    found: dict[str, Any] = {}
    for line in re.findall(r'^ ("\w+": [^\[{].*?),?$', text, re.MULTILINE):
        with suppress(ValueError):
            found |= parse_object(f"{{{line}}}")
    for name in ("board", "actions"):
        begun = re.search(rf'"{name}": \[\n((?:  "[^"\\\n]*",?\n)*)', text)
        found[name] = re.findall(r'"([^"]*)"', begun[1]) if begun else []
    return found
