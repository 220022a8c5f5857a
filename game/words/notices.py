"""Tells the player what has become of his files."""

from __future__ import annotations

from typing import Final

from game.support.json_values import DataError, Flaw
from game.support.notices import News, Notice
from game.support.texts import tr, trn
from game.words.causes import plain, system_reason
from game.words.misread import why

_DAMAGE: Final = (
    News.OPTIONS_LOST,
    News.GAMES_LOST,
    News.MOVES_KEPT,
    News.MOVES_LOST,
    News.BRANCHES_LOST,
)
"""Parts of a file cannot be read; a copy of them is kept."""

_MOST_NAMES: Final = 6
"""Of more options only their number is told, so that the line can be read."""


def told(notice: Notice) -> str:
    """Return ``notice`` as one line in the player's language."""
    file, cause = notice.file, notice.cause
    reason = cause_text(cause) if cause is not None else ""
    if notice.news in _DAMAGE:
        return _damage(notice)
    return {
        News.ELSEWHERE: tr("Vierfeld is open in another window. This one doesn't save."),
        News.TAKEN_OVER: tr("The other window has closed. This one saves from now on."),
        News.CANNOT_SAVE: tr("Can't save the game: {reason}.", reason=reason),
        News.NOT_SAVED_YET: tr("Not saved yet: {reason}. Trying again.", reason=reason),
        News.SAVED_AGAIN: tr("Everything is saved again."),
        News.NEWER: tr("{file} is from a newer Vierfeld, so it was left alone.", file=file),
        News.SET_ASIDE: tr(
            "{file} couldn't be read ({reason}). It was set aside as {aside}.",
            file=file,
            reason=reason,
            aside=notice.aside,
        ),
        News.UNREADABLE: tr("{file} can't be read.", file=file),
        News.GAMES_BACK: trn(
            "{n} game that was set aside is back in the record.",
            "{n} games that were set aside are back in the record.",
            notice.count,
        ),
        News.BRANCHES_FORGOTTEN: trn(
            "This game has too many branches, so the oldest was dropped.",
            "This game has too many branches, so the {n} oldest were dropped.",
            notice.count,
        ),
    }[notice.news]


def _damage(notice: Notice) -> str:
    n, names = notice.count, ", ".join(notice.names)
    options = tr("some options were reset: {names}", names=names)
    if len(notice.names) > _MOST_NAMES:
        options = tr("{n} options were reset", n=len(notice.names))
    what = {
        News.OPTIONS_LOST: options,
        News.GAMES_LOST: trn("{n} game can't be read", "{n} games can't be read", n),
        News.MOVES_KEPT: trn(
            "only {n} move of the game can be read", "only {n} moves of the game can be read", n
        ),
        News.BRANCHES_LOST: trn(
            "{n} branch of the game can't be read to the end",
            "{n} branches of the game can't be read to the end",
            n,
        ),
        News.MOVES_LOST: trn(
            "the moves of {n} game can't be read to the end",
            "the moves of {n} games can't be read to the end",
            n,
        ),
    }[notice.news]
    if not notice.aside:
        return tr("{file} is damaged: {what}.", file=notice.file, what=what)
    return tr(
        "{file} is damaged: {what}. The unreadable part is kept as {aside}.",
        file=notice.file,
        what=what,
        aside=notice.aside,
    )


def cause_text(error: Exception) -> str:
    """Return why a file cannot be read or written, as a phrase without a full stop."""
    if isinstance(error, OSError):
        return system_reason(error)
    if isinstance(error, DataError):
        return _flaw(error)
    if isinstance(error, UnicodeDecodeError | RecursionError):
        return tr("its text is damaged")
    return plain(str(error))


def _flaw(error: DataError) -> str:
    """What is wrong with the data of a file, as a phrase."""
    name = plain(error.name)
    if error.flaw is Flaw.DEAL:
        reason = plain(why(error.__cause__)) if isinstance(error.__cause__, ValueError) else name
        return tr("its deal: {reason}", reason=reason.rstrip("."))
    return {
        Flaw.TEXT: tr("its text is damaged"),
        Flaw.FORMAT: tr("its format “{name}” is unknown", name=name),
        Flaw.VALUE: tr("“{name}” means nothing there", name=name),
        Flaw.ACTION: tr("the move “{name}” isn't possible", name=name),
        Flaw.OTHER_FILE: tr("it doesn't match {file}", file=name),
    }[error.flaw]
