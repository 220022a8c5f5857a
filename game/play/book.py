"""What is known of one game beside its moves: its time, the help that was taken, its entry.

One rule stands behind it: a game in which the solution was shown, even in part, does not count as
won by the player. Undoing does not make the solution unseen, and neither does beginning the same
game again before its end, so nothing here is ever taken back by those. A game begun again *after*
its end is a new game with a book of its own: a replay, as its deal is known by then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Final

from game.support.json_values import DataError, Flaw, boolean, count, number

_MOST = 1e9
"""No time of a game is longer, in seconds."""


@dataclass(slots=True)
class Book:
    """The book of one game.

    ``seconds`` is the time played. ``recorded`` tells whether the game stands in the record, or
    shall not stand there, and ``entry`` when it ended as its entry has it, empty for no entry.
    ``hints`` counts those that were given, ``shown`` the moves of the solution that were shown,
    ``undos`` how often something was taken back, each until the game was recorded. ``account`` is
    how the game stood when the solution was first shown, in dollars or points: what came after
    was not the player's doing. ``replay`` marks a game whose deal the player knew. ``others`` is
    what a newer program has written into the book of a game begun again; it is kept.
    """

    seconds: float = 0.0
    recorded: bool = False
    entry: str = ""
    hints: int = 0
    shown: int = 0
    undos: int = 0
    account: int | None = None
    replay: bool = False
    others: Mapping[str, object] = field(default_factory=dict)

    def to_data(self) -> dict[str, object]:
        """Return the book as it is saved, without what is as at the beginning."""
        data: dict[str, object] = {"seconds": round(self.seconds, 1), "recorded": self.recorded}
        for name in ("entry", "hints", "shown", "undos", "replay"):
            if value := getattr(self, name):
                data[name] = value
        if self.account is not None:
            data["account"] = self.account
        return {**self.others, **data}

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> Book:
        """Return the book that ``to_data`` has written, or an older program, which counted no help.

        Raises ``DataError`` if it is damaged.
        """
        entry = data.get("entry", "")
        if not isinstance(entry, str):
            raise DataError(Flaw.VALUE, "entry")
        seconds = number(data, "seconds")
        if not 0 <= seconds < _MOST:
            raise DataError(Flaw.VALUE, "seconds")
        return cls(
            seconds=seconds,
            recorded=boolean(data, "recorded"),
            entry=entry,
            hints=count(data, "hints") or 0,
            shown=count(data, "shown") or 0,
            undos=count(data, "undos") or 0,
            account=None if data.get("account") is None else int(number(data, "account")),
            replay="replay" in data and boolean(data, "replay"),
        )


BOOK_NAMES: Final = frozenset(one.name for one in fields(Book)) - {"others"}
"""The names under which a book is saved."""


def books_from_data(data: object) -> dict[int, Book]:
    """Return the saved books of one deal by their places; raise ``DataError`` if damaged."""
    if not isinstance(data, dict):
        raise DataError(Flaw.VALUE, "books")
    books: dict[int, Book] = {}
    for game, book in data.items():
        if not (isinstance(game, str) and game.isascii() and game.isdigit() and len(game) < 10):
            raise DataError(Flaw.VALUE, "books")
        if not isinstance(book, dict):
            raise DataError(Flaw.VALUE, "books")
        books[int(game)] = found = Book.from_data(book)
        found.others = {name: book[name] for name in book if name not in BOOK_NAMES}
    return books
