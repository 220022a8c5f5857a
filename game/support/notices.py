"""What the player is to be told of his files, as values; ``game.words.notices`` has the words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class News(StrEnum):
    """What has happened."""

    ELSEWHERE = "elsewhere"
    """Another window saves, and this one does not."""
    TAKEN_OVER = "taken-over"
    """The other window has ended: this one saves."""
    CANNOT_SAVE = "cannot-save"
    NOT_SAVED_YET = "not-saved-yet"
    SAVED_AGAIN = "saved-again"
    NEWER = "newer"
    """The file is of a newer program."""
    SET_ASIDE = "set-aside"
    """Nothing in the file can be read, and so it has another name now."""
    UNREADABLE = "unreadable"
    OPTIONS_LOST = "options-lost"
    """Some of the options cannot be read."""
    MOVES_KEPT = "moves-kept"
    """Only so many moves of the game in hand can be read."""
    BRANCHES_LOST = "branches-lost"
    """Some of the branches of the game in hand cannot be read."""
    BRANCHES_FORGOTTEN = "branches-forgotten"
    """There were too many branches: the oldest ones are gone."""
    GAMES_LOST = "games-lost"
    """Some of the games of the record cannot be read."""
    GAMES_BACK = "games-back"
    """Games that were set aside are in the record again."""
    MOVES_LOST = "moves-lost"
    """The moves of some finished games cannot be read."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing to be told: about ``file``, of which what could not be read is kept as ``aside``;
    ``count`` says how many are meant, ``names`` which, ``cause`` why."""

    news: News
    file: str = ""
    aside: str = ""
    count: int = 0
    names: tuple[str, ...] = ()
    cause: Exception | None = None
