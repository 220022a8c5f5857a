"""What can be read of damaged files: options, finished games, and the game in hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from game.core.moves import Action
from game.core.state import Looked
from game.play.history import BOOK_NAMES, Book, action_text, begins, books_from_data
from game.play.saved_game import (
    FORMAT,
    deal_from_data,
    deal_to_data,
    looked_from_data,
    others_of,
    pieces,
)
from game.play.session import Session
from game.play.sharing import read_action
from game.record.entries import Entry
from game.rules.registry import Deal
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


_LISTS: Final = ("board", "actions", "undone")
_AFTER: Final = ("books", "branches", "notes")
"""What stands behind all else in a file."""
_BOOKS: Final = re.compile(r'"books"\s*:\s*')


def rescued(data: bytes) -> Session:
    """Return the game in a damaged file, as far as it can be read.

    The deal is needed. The moves are kept up to the first damaged one, and what was undone if none
    is damaged. Raises ``DataError`` if there is no deal.
    """
    found = _readable(data)
    deal = deal_from_data(found)
    done, undone, whole = _moves(found, deal)
    book = _book(found)
    books = _books(found)
    restarts = sum(map(begins, done))
    if books is None:
        # Which of the games begun again stand in the record is not known: the last one remains.
        done = done[max((at + 1 for at, one in enumerate(done) if begins(one)), default=0) :]
        undone = [] if any(map(begins, undone)) else undone
        books = {}
    elif not whole:
        # The moves end in an earlier one of the games begun again, which has its own book.
        later = [game for game in books if game >= restarts]
        book = books[min(later)] if later else book
        books = {game: one for game, one in books.items() if game < restarts}
    session = Session.from_data(
        {
            "format": FORMAT,
            **others_of(found),
            **deal_to_data(deal),
            "actions": list(map(action_text, done)),
            "undone": list(map(action_text, undone)),
            **_looked(found, deal),
            **book.to_data(),
            "books": {str(game): one.to_data() for game, one in books.items()},
            "branches": found.get("branches", []),
            "notes": found.get("notes", []),
        }
    )
    if not _is_readable(found, "recorded"):
        # A game that has ended was recorded by the same write; it must not count twice.
        session.book.recorded = session.ended or bool(session.book.entry)
    # Of a line that is damaged it is told how much is left of it, with whatever hangs on it.
    session.lost = max(1, session.lost) if whole and "branches lost" in found else 0
    return session


def _readable(data: bytes) -> Mapping[str, object]:
    """Return the values of the file that can be read; of a list those before the first damage."""
    try:
        return formatted(data)
    except DataError as error:
        if error.flaw is not Flaw.TEXT:
            raise
    except UnicodeDecodeError:
        pass
    text = data.decode("utf-8", "replace")
    begun = [at for name in _AFTER if (at := text.find(f'"{name}"')) >= 0]
    end = min(begun, default=len(text))
    head, tail = text[:end], text[end:]
    try:
        found = dict(parse_object(head.rstrip().removesuffix(",") + "}"))
    except DataError:
        found = _pieces(head)
    else:
        if tail and _books_in(text) is not None:
            found["branches lost"] = 1
    if found.get("format", FORMAT) != FORMAT:
        raise DataError(Flaw.FORMAT, str(found["format"]))
    found["books"] = _books_in(text)
    return found | pieces(tail)


def _pieces(head: str) -> dict[str, object]:
    """Return the values before all branches that can be read, each found by itself."""
    found = dict(read_options(head.encode()))
    for name in _LISTS:
        if begun := re.search(rf'"{name}"\s*:\s*\[((?:\s*"[^"\\\n]*"\s*,?)*)(\s*\])?', head):
            texts = re.findall(r'"([^"\\\n]*)"', begun[1])
            # A list that breaks off is not whole.
            found[name] = texts if begun[2] else [*texts, None]
    return found


def _books_in(text: str) -> object:
    if '"books"' not in text:
        return {} if text.rstrip().endswith("}") or '"branches"' in text else None
    try:
        found = _BOOKS.search(text)
        return json.JSONDecoder().raw_decode(text, found.end())[0] if found else None
    except (ValueError, RecursionError):
        return None


def _moves(found: Mapping[str, object], deal: Deal) -> tuple[list[Action], list[Action], bool]:
    """Return the moves done and those undone that can be read, and whether all of those done can
    be."""
    game = Session(deal)
    done, whole = _row(game, found.get("actions"))
    undone: list[Action] = []
    if whole:
        for action in done:
            game.history.do(action)
        later = found.get("undone")
        undone, _ = _row(game, later[::-1] if isinstance(later, list) else None)
    return done, undone[::-1], whole


def _row(game: Session, texts: object) -> tuple[list[Action], bool]:
    """Return the actions that ``texts`` write, done one after the other in ``game``, up to the
    first that cannot be read, and whether there is none such."""
    actions: list[Action] = []
    state = game.state
    for text in texts if isinstance(texts, list) else [None]:
        try:
            if not isinstance(text, str):
                raise DataError(Flaw.VALUE, "actions")
            actions.append(read_action(text, game.deal, game.layout, state))
        except DataError:
            return actions, False
        state = actions[-1][-1].after
    return actions, True


_EMPTY: Final = Book().to_data()


def _is_readable(found: Mapping[str, object], name: str) -> bool:
    """Whether the value of that name in a book is there and has a meaning."""
    try:
        Book.from_data({**_EMPTY, name: found[name]})
    except (DataError, KeyError):
        return False
    return True


def _book(found: Mapping[str, object]) -> Book:
    """Return the book, without those of its values that cannot be read."""
    names = [name for name in BOOK_NAMES if _is_readable(found, name)]
    return Book.from_data({**_EMPTY, **{name: found[name] for name in names}})


def _looked(found: Mapping[str, object], deal: Deal) -> Mapping[str, object]:
    """Return how far the player has looked, as it is saved, if that can be read."""
    try:
        looked = looked_from_data(found, Looked().at(deal.layout()))
    except DataError:
        return {}
    return {"looked": list(looked)}


def _books(found: Mapping[str, object]) -> dict[int, Book] | None:
    """Return the books of the games that were begun again; None if they cannot be read."""
    try:
        return books_from_data(found.get("books", {}))
    except DataError:
        return None
