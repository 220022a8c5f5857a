"""Reads what is left of a damaged file: the entries that are whole, and the pieces that are not.

A sound file is read as the JSON that it is. Where that fails, its entries are looked for one by
one, so that none is lost with its neighbour.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from game.play.saved_deal import FORMAT
from game.record.entries import Entry
from game.support.json_values import DataError, Flaw, number, parse_object

_HEAD: Final = 300
"""A file names its format within so many bytes of its beginning."""
_FORMAT: Final = rb'"format"\s*:\s*([0-9]{1,9})\b'
# These are wanted rarely: they are compiled where they are.
_FLAT: Final = r"\{[^{}]*\}"
_NONE: Final = r"[\s\[\]{},#\0]*"
_STRUCTURE: Final = rf'{_NONE}("format"\s*:\s*1\s*,?)?\s*("games"\s*:)?{_NONE}'
_OPTION: Final = (
    r'"(\w{1,40})"\s*:\s*(\[[^][{}"]{0,200}\]|"[^"\\\n]{0,200}"|true|false|null|-?[0-9.]{1,15})'
    r"(?=\s*[,}\n])"
)
_NAMED: Final = r'"(\w{1,40})"\s*:'
_END: Final = '"ended"'
"""What each entry holds once."""
_SEPARATOR: Final = "#"
"""The line between two pieces that were set aside, so that they are never taken for one."""


class NewerError(DataError):
    """The file is of a newer program."""


@dataclass(frozen=True, slots=True)
class Found:
    """The entries of a record in their order, and the pieces that could not be read. ``sound`` says
    that it is a record as written by this program."""

    entries: list[Entry]
    damaged: list[str]
    sound: bool = False

    @property
    def pieces(self) -> bytes:
        """The damaged pieces as the file in which they are set aside."""
        lines = f"\n{_SEPARATOR}\n".join(self.damaged)
        return f"{lines}\n".encode("utf-8", "surrogateescape")


def format_of(data: bytes) -> int:
    """Return the format that a file names near its beginning; the present one if none is found."""
    found = re.search(_FORMAT, data[:_HEAD])
    return int(found[1]) if found else FORMAT


def read_record(data: bytes) -> Found:
    """Return all that can be read of the record ``data``.

    Raises ``DataError`` where it is none at all, ``NewerError`` where it is of a newer program.
    """
    if format_of(data) > FORMAT:
        raise NewerError(Flaw.FORMAT)
    text = data.decode("utf-8", "surrogateescape")
    try:
        games = parse_object(text)["games"]
        if isinstance(games, list) and text.count(_END) != len(games):
            # Where the text between two entries is gone, they look like one.
            games = parse_object(text, once=True)["games"]
    except (ValueError, KeyError):
        games = None
    if isinstance(games, list):
        found = _from_list(games)
        if not found.damaged and re.search(_FORMAT, data[:_HEAD]):
            return found
        if found.entries or not games:
            return Found(found.entries, found.damaged or [text[:_HEAD]])
    found = _from_pieces(text)
    if not found.entries:
        raise DataError(Flaw.TEXT)
    return found


def _from_list(games: list[object]) -> Found:
    entries, damaged = [], []
    for game in games:
        try:
            entries.append(Entry.from_data(game))
        except ValueError:
            damaged.append(json.dumps(game))
    return Found(entries, damaged, sound=not damaged)


def _entry(text: str) -> Entry | None:
    try:
        return Entry.from_data(parse_object(text, once=True))
    except ValueError:
        return None


def _from_pieces(text: str) -> Found:
    """Return the entries of a text that is not JSON, found by lines and by braces."""
    entries: list[Entry] = []
    damaged: list[str] = []
    rest: list[str] = []

    def search() -> None:
        """Take apart what lies between two lines that could be read."""
        for piece, entry in _objects("\n".join(rest)):
            if entry is not None:
                entries.append(entry)
            else:
                damaged.append(piece)
        rest.clear()

    for line in text.split("\n"):
        bare = line.strip().removesuffix(",")
        entry = _entry(bare) if bare.startswith("{") and bare.endswith("}") else None
        if entry is None:
            rest.append(line)
        else:
            search()
            entries.append(entry)
    search()
    return Found(entries, damaged)


def _objects(text: str) -> Iterator[tuple[str, Entry | None]]:
    """Yield the entries in ``text``, found by their braces, and the pieces between them."""
    begin = 0
    for match in re.finditer(_FLAT, text):
        if (entry := _entry(match[0])) is not None:
            yield from _lines(text[begin : match.start()])
            yield match[0], entry
            begin = match.end()
    yield from _lines(text[begin:])


def _lines(text: str) -> Iterator[tuple[str, None]]:
    for line in text.split("\n"):
        if not re.fullmatch(_STRUCTURE, line):
            yield line, None


def options_in(data: bytes, wanted: Sequence[str]) -> tuple[Mapping[str, object], Sequence[str]]:
    """Return the options in a file, and the names of those that cannot be read: of a file that is
    not JSON any more also the ``wanted`` ones that are not in it."""
    try:
        return parse_object(data.decode("utf-8")), ()
    except ValueError:
        if not (found := read_options(data)):
            raise
    there = re.findall(_NAMED, data.decode("utf-8", "replace"))
    return found, [name for name in (*wanted, *there) if name not in found]


def read_options(data: bytes) -> Mapping[str, object]:
    """Return the options in a file that is not JSON any more, each found by itself."""
    text = data.decode("utf-8", "surrogateescape")
    found: dict[str, object] = {}
    for name, value in re.findall(_OPTION, text):
        try:
            found[name] = json.loads(value)
        except ValueError:
            continue
    return found


def formatted(data: bytes) -> Mapping[str, object]:
    """Return the object in a file; raise ``DataError`` if there is none in our format."""
    found = parse_object(data.decode("utf-8"))
    if number(found, "format") != FORMAT:
        raise DataError(Flaw.FORMAT, str(found["format"]))
    return found
