"""Changes the files that grow by a line for each finished game, at their end."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from game.record.entries import Entry, entry_text, record_text
from game.record.transcripts import Played
from game.support.disk import read_file
from game.support.journal import BEFORE, Change

_TAIL: Final = b"\n ]\n}\n"
_LOOK: Final = 4096
"""How many bytes at the end of a file are looked at before it grows."""
PlayedEdit = str | Entry | Played
"""A line to be added to what was played; the entry whose line is to be removed; or a game whose
line is to have what stands beside its moves now."""


class RecordFile:
    """Remembers what the record's file holds, so that a game can be added at its end.

    Where something else is found there, or an entry in its midst has changed, all of it is
    written anew.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: list[Entry] = []
        self._ends: dict[int, int] = {}
        """For numbers of entries: at which byte the last of so many ends."""
        self._next: tuple[list[Entry], dict[int, int]] | None = None

    def know(self, entries: Sequence[Entry], data: bytes) -> None:
        """Note that ``data``, holding ``entries``, was read from the file."""
        self._known = list(entries)
        whole = data.endswith(b"}" + _TAIL)
        self._ends = {len(entries): len(data) - len(_TAIL)} if entries and whole else {}

    def forget(self) -> None:
        """Forget what the file holds."""
        self._known, self._ends = [], {}

    def change(self, wanted: list[Entry]) -> Change:
        """Return the change after which the file holds ``wanted``."""
        kept = _common(self._known, wanted)
        kept = max((count for count in self._ends if count <= kept), default=0)
        if kept and (before := self._before(self._ends[kept])) is not None:
            ends = {count: end for count, end in self._ends.items() if count <= kept}
            added = bytearray()
            for count, entry in enumerate(wanted[kept:], kept + 1):
                added += b",\n" + encoded(entry_text(entry))
                ends[count] = ends[kept] + len(added)
            self._next = list(wanted), ends
            return Change.end(self._path.name, before, ends[kept], bytes(added) + _TAIL)
        data = encoded(record_text(wanted))
        self._next = list(wanted), {len(wanted): len(data) - len(_TAIL)} if wanted else {}
        return Change(self._path.name, data)

    def _before(self, at: int) -> bytes | None:
        """Return the last bytes before byte ``at``; None if the file is not as remembered."""
        size = self._ends.get(len(self._known), 0) + len(_TAIL)
        try:
            end = read_file(self._path, max(0, size - _LOOK))
            known = os.stat(self._path).st_size == size and end.endswith(_TAIL)
        except OSError:
            return None
        before = end[: max(0, len(end) - (size - at))]
        return before if known and len(before) >= min(at, BEFORE) else None

    def changed(self) -> None:
        """Note that the last change was made."""
        if self._next is not None:
            (self._known, self._ends), self._next = self._next, None


def _common(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """Return how many entries both begin with."""
    if one == other[: len(one)]:
        return len(one)
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


class PlayedFile:
    """The file of what was played, together with what is still to be written to it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: list[Played] = []
        self._read_to = 0
        """How many bytes of the file are known."""
        self._shrunk = self._shrunk_then = 0
        """How often lines were taken out of it, and by the time that it was read."""
        self._shrinks = False
        self._expected: list[Played] = []
        """What may not be in the file yet."""
        self._amended: dict[tuple[object, ...], Played] = {}
        """By their lines, games that may not have in the file yet what stands beside these."""

    # -- reading -------------------------------------------------------------------------------

    def expect(self, played: Played) -> None:
        """Note that ``played`` is going to be added."""
        self._expected.append(played)

    def expect_no_more(self, entry: Entry) -> None:
        """Note that what was played in the game of ``entry`` is going to be removed."""
        mine = [n for n, one in enumerate(self._expected) if one.is_of(entry)]
        if mine:
            del self._expected[mine[-1]]

    def expect_amended(self, played: Played) -> None:
        """Note that the line of ``played`` is going to have what now stands beside its moves."""
        self._amended[played.line] = played

    def expect_nothing(self) -> None:
        """Note that the file is going to be removed."""
        self._expected.clear()
        self._amended.clear()

    def read(self) -> tuple[Sequence[Played], Sequence[bytes]]:
        """Return all that was played, latest last, and which new lines are damaged.

        Only what was added since the last time is read.
        """
        try:
            if self._shrunk != self._shrunk_then or os.stat(self._path).st_size < self._read_to:
                self._shrunk_then = self._shrunk
                self._forget()
            whole = read_file(self._path, self._read_to).rpartition(b"\n")
        except OSError:
            self._forget()
            return self._now_beside(self._expected), ()
        self._read_to += len(whole[0]) + len(whole[1])
        found, damaged = list[Played](), list[bytes]()
        for line in filter(None, whole[0].split(b"\n")):
            text = line.decode("utf-8", errors="replace")
            one = Played.from_text(text)
            if one is None:
                damaged.append(line)
                one = Played.from_damaged(text)
            found += [] if one is None else [one]
        self._known += found
        if self._expected:
            there = {one.line for one in found}
            self._expected = [one for one in self._expected if one.line not in there]
        return self._now_beside((*self._known, *self._expected)), damaged

    def _now_beside(self, found: Sequence[Played]) -> Sequence[Played]:
        """Return what was ``found``, each game with what stands beside its moves by now."""
        if not self._amended:
            return tuple(found)
        return tuple(self._amended.get(one.line, one) for one in found)

    def _forget(self) -> None:
        self._read_to, self._known = 0, []

    # -- writing -------------------------------------------------------------------------------

    def change(self, edits: Sequence[PlayedEdit], *, anew: bool = False) -> Change | None:
        """Return the change that makes all the ``edits``, in their order; None if nothing changes.
        With ``anew`` the file is emptied first."""
        added, amended, dropped = _sorted(edits)
        text = encoded("".join(line + "\n" for line in added))
        if anew:
            self._shrinks = True
            return Change(self._path.name, text or None)
        begin, now = self._now(0 if dropped or amended else _LOOK)
        at, left = len(now), now
        for one in amended:
            at, left = _amended(one, left, at)
        for entry in dropped:
            at, left = _without(entry, left, at)
        self._shrinks = left is not now
        if not (added or self._shrinks):
            return None
        rest = left[at:]
        if left and not left.endswith(b"\n"):
            # The last line may be one that a kill has left unfinished.
            rest += b"\n"
        return Change.end(self._path.name, left[:at], begin + at, rest + text)

    def _now(self, last: int) -> tuple[int, bytes]:
        """Return where the ``last`` bytes of the file begin (0: all of them), and those bytes."""
        try:
            size = os.stat(self._path).st_size
            begin = max(0, size - last) if last else 0
            return begin, read_file(self._path, begin)
        except FileNotFoundError:
            return 0, b""

    def changed(self) -> None:
        """Note that the last change was made."""
        self._shrunk += self._shrinks
        self._shrinks = False


def _without(entry: Entry, text: bytes, at: int) -> tuple[int, bytes]:
    """Return how much of the beginning is unchanged, ``at`` bytes at most, and ``text`` without
    the line of ``entry``."""
    lines = text.split(b"\n")
    number = _line_of(entry, [line.decode("utf-8", "replace") for line in lines])
    if number is None:
        return at, text
    at = min(at, sum(len(line) + 1 for line in lines[:number]))
    return at, b"\n".join([*lines[:number], *lines[number + 1 :]])


def _sorted(edits: Sequence[PlayedEdit]) -> tuple[list[str], list[Played], list[Entry]]:
    """Return the lines that are to be added in the end; the games whose lines in the file are to be
    amended; and the entries whose lines are to be taken out of it."""
    added, amended, dropped = list[str](), list[Played](), list[Entry]()
    for edit in edits:
        if isinstance(edit, str):
            added.append(edit)
        elif isinstance(edit, Played):
            lines = [edit.amended(line) for line in added]
            if any(lines):
                added = [new or old for new, old in zip(lines, added, strict=True)]
            else:
                amended.append(edit)
        elif (found := _line_of(edit, added)) is not None:
            del added[found]
        else:
            dropped.append(edit)
    return added, amended, dropped


def _amended(played: Played, text: bytes, at: int) -> tuple[int, bytes]:
    """Return how much of the beginning is unchanged, ``at`` bytes at most, and ``text`` with what
    stands beside the moves of ``played`` by now. A line that is damaged stays as it is."""
    ended = played.ended.encode()
    found = text.find(ended)
    while found >= 0:
        begin, end = text.rfind(b"\n", 0, found) + 1, text.find(b"\n", found)
        end = end if end >= 0 else len(text)
        try:
            now = played.amended(text[begin:end].decode())
        except (ValueError, RecursionError):
            now = None
        line = None if now is None else encoded(now)
        if line == text[begin:end]:
            break
        if line is not None:
            return min(at, begin), text[:begin] + line + text[end:]
        found = text.find(ended, end)
    return at, text


def _line_of(entry: Entry, lines: Sequence[str]) -> int | None:
    """Return the number of the last of ``lines`` that holds the game of ``entry``, or None."""
    for number in range(len(lines) - 1, -1, -1):
        line = lines[number]
        if entry.ended in line:
            one = Played.from_text(line) or Played.from_damaged(line)
            if one is not None and one.is_of(entry):
                return number
    return None


def encoded(text: str) -> bytes:
    """Return JSON as bytes; characters that UTF-8 cannot hold are escaped as in JSON."""
    return text.encode("utf-8", "backslashreplace")
