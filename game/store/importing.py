"""Reads the files of older versions: the record, the moves of finished games, the games in hand.

The files are left where they are. Each recorded game gets an id from a hash of its content. So if
an older version has written to the files and they are read again, games that are already known are
not added twice.
"""

from __future__ import annotations

import json
import re
import zlib
from collections import Counter, deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from game.play.history import GameInfo
from game.play.saved_game import add_branches, deal_from_data
from game.play.session import Session
from game.play.sharing import deal_text, from_text
from game.record.entries import Entry
from game.rules.registry import KINDS, games
from game.store.game_text import finished_text, read_undamaged, set_info
from game.store.log import LOST, TEXT, WON, as_line, digest, read_line
from game.support.disk import read_file
from game.support.json_values import DataError, Flaw, boolean, parse_object

RECORD: Final = "record.json"
PLAYED: Final = "played.jsonl"
JOURNAL: Final = "journal.json"
_OLD: Final = Entry._fields.index("id")
"""The number of fields of an entry in the records of older versions."""
_FLAT: Final = re.compile(r"\{[^{}]*\}")
_ACTION: Final = re.compile(r"[1-8a-d][1-8a-dh](v[0-9a-f])?( [1-8a-d][1-8a-dh](v[0-9a-f])?)*")
"""Matches an action as older versions wrote it, in a game that can have a par."""


@dataclass(slots=True)
class OldFiles:
    """The contents of an older version's files: the fields of finished games, keyed by id; the
    games in hand; and for each file the number of games that can't be read completely."""

    finished: dict[str, Mapping[str, object]] = field(default_factory=dict)
    in_hand: dict[str, Session] = field(default_factory=dict)
    damaged: Counter[str] = field(default_factory=Counter)


def old_files(folder: Path) -> Mapping[str, bytes]:
    """Return the contents of an older version's files, keyed by file name, with everything in that
    version's journal applied."""
    names = [RECORD, PLAYED, *map(file_of, games())]
    paths = [folder / name for name in (*names, JOURNAL)]
    found = dict[str, bytes]()
    for path in paths:
        with suppress(OSError):
            found[path.name] = read_file(path)
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
    """Return what can be read of the ``files`` of an older version."""
    found, by_end, met = OldFiles(), dict[object, str](), Counter[object]()
    played = _played(files.get(PLAYED, b""), found)
    pieces, found.damaged[RECORD] = _pieces(files.get(RECORD, b"").decode("utf-8", "replace"))
    for piece in pieces:
        try:
            named, entry, data = _finished(piece, met)
        except (ValueError, KeyError, TypeError):
            found.damaged[RECORD] += 1
            continue
        by_end[entry.game, entry.rules, entry.deal, entry.ended] = named
        lines = played.get((entry.game, entry.rules, entry.ended))
        found.finished[named] = {
            **data,
            **(_fields_from_moves(entry, lines.popleft()) if lines else {}),
        }
    for game in games():
        if kept := files.get(file_of(game), b""):
            try:
                found.in_hand[game] = _in_hand(kept, game, by_end)
            except (ValueError, RecursionError):
                found.damaged[file_of(game)] += 1
    return found


def _played(data: bytes, found: OldFiles) -> Mapping[object, deque[Mapping[str, Any]]]:
    """Return the lines that contain the moves of finished games, grouped by kind and time of
    ending, in the order of the file."""
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
    """Return the entries that can be read from a record, in order, and how many can't be read."""
    try:
        pieces = parse_object(text)["games"]
    except (ValueError, KeyError):
        pieces = None
    if not isinstance(pieces, list):
        pieces = [*map(_parsed, _FLAT.findall(text))]
    return pieces, max(0, text.count('"ended"') - len(pieces))


def _parsed(text: str) -> object:
    with suppress(ValueError):
        return parse_object(text, once=True)
    return None


def _finished(piece: Any, met: Counter[object]) -> tuple[str, Entry, Mapping[str, object]]:
    """Return the id of a recorded game, its entry, and the contents of its line.

    Raises an error if the entry is damaged. Par is not part of the id, because an older version of
    the program may fill it in after the game has been recorded. Identical entries, which ``met``
    counts, get different ids.
    """
    data = {**piece, "result": WON if boolean(piece, "won") else LOST}
    del data["won"]
    entry = read_line(as_line({**data, "id": "new", "rev": 1, "time": piece["ended"]})).game
    if (entry.game, entry.rules) not in KINDS:
        raise DataError(Flaw.VALUE, "game")
    same = *entry._replace(player_moves=None, par=None)[:_OLD], ""
    met[same] += 1
    return digest(json.dumps([*same, met[same]]).encode()), entry, data


def _fields_from_moves(entry: Entry, played: Mapping[str, Any]) -> Mapping[str, object]:
    """Return the fields that ``played``, a finished game's line in the file of moves, adds to its
    entry."""
    text, home, stage = played.get("moves"), played.get("home"), played.get("stage")
    if not (isinstance(text, str) and isinstance(home, int) and isinstance(stage, int)):
        return {}
    unknown = entry.player_moves is None and not KINDS[entry.game, entry.rules].engine.counts_home
    moves = {"player_moves": _moves(text, entry.actions)} if unknown else {}
    if "branches" in played or "notes" in played:
        with suppress(ValueError):
            session = from_text(text, entry.game, entry.rules, as_saved=True)
            add_branches(session, played)
            text = finished_text(session)
    return {**moves, "home": home, "stage": stage, TEXT: text}


def _moves(text: str, actions: int) -> int | None:
    """Return the number of moves, as par counts them, in a game's ``text``; None unless it has
    exactly ``actions`` actions.

    Games are not replayed for this, because there may be thousands.
    """
    lines = text.splitlines()
    last = len(lines) - actions
    if last <= 0 or _ACTION.fullmatch(lines[last - 1]):
        return None
    if not all(map(_ACTION.fullmatch, lines[last:])):
        return None
    return sum(map(_moves_on, lines[last:]))


def _moves_on(line: str) -> int:
    """Return how many moves the action on ``line`` counts as, by the rules of
    ``game.rules.counting``."""
    targets = [token[1] for token in line.split() if token[1] != "h"]
    return len(targets) if set(targets) <= set("abcd") else 1


# -- the game in hand ------------------------------------------------------------------------------


def _in_hand(data: bytes, game: str, ids: Mapping[object, str]) -> Session:
    """Return the game in hand of an older version, up to its first damaged move.

    ``ids`` are the ids of finished games, keyed by kind, deal and end. Raises ``ValueError`` if not
    even the deal can be read.
    """
    try:
        session = Session.from_data(parse_object(data.decode()))
    except (ValueError, RecursionError):
        session = _rescued(data.decode("utf-8", "replace"), game)
    deal = session.deal
    infos = {id(node.info): node.info for node in session.history.root.subtree()}
    for number, info in enumerate(infos.values()):
        named = ids.get((deal.game, deal.rules, deal.number, info.entry)) if info.entry else None
        info.entry = named or digest(data + str(number).encode())
    return session


def _rescued(text: str, game: str) -> Session:
    """Return the game in ``text``, which is no longer valid JSON, by reading each value from its
    own line."""
    found: dict[str, Any] = {}
    for line in re.findall(r'^ ("\w+": [^\[{].*?),?$', text, re.MULTILINE):
        with suppress(ValueError):
            found |= parse_object(f"{{{line}}}")
    for name in ("board", "actions"):
        begun = re.search(rf'"{name}": \[\n((?:  "[^"\\\n]*",?\n)*)', text)
        found[name] = re.findall(r'"([^"]*)"', begun[1]) if begun else []
    deal = deal_from_data(found)
    session, _ = read_undamaged(deal_text(deal) + "\n".join(found["actions"]), game)
    with suppress(ValueError):
        set_info(session, GameInfo.from_data({"recorded": session.ended, "seconds": 0, **found}))
    return session
