"""The game in hand out of a damaged file: up to the first of its moves that cannot be read."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

from game.core.moves import Action
from game.core.state import Looked
from game.play.book import BOOK_NAMES, Book, books_from_data
from game.play.nodes import action_text, begins
from game.play.saved_deal import (
    FORMAT,
    deal_from_data,
    deal_to_data,
    looked_from_data,
    others_of,
    read_action,
)
from game.play.saved_game import pieces
from game.play.session import Session
from game.player.salvage import formatted, read_options
from game.rules.registry import Deal
from game.support.json_values import DataError, Flaw, parse_object

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
        session.recorded = session.ended or bool(session.book.entry)
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
