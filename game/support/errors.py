"""Errors that are shown to players."""

from __future__ import annotations

import errno
from typing import Final

from game.support.disk import NotAFileError
from game.support.lock import ElsewhereError
from game.support.texts import texts, tr, tr_later

_LONGEST: Final = 80
_OF_THE_SYSTEM: Final = {
    errno.ENOSPC: tr_later("the disk is full"),
    errno.EDQUOT: tr_later("the disk is full"),
    errno.EROFS: tr_later("the disk is read-only"),
    errno.EACCES: tr_later("permission denied"),
    errno.EPERM: tr_later("permission denied"),
    errno.ENOENT: tr_later("no such file or folder"),
    errno.EEXIST: tr_later("that name is already taken"),
    errno.EISDIR: tr_later("it's a folder"),
    errno.ENOTDIR: tr_later("it isn't a folder"),
    errno.EMFILE: tr_later("too many files are open"),
    errno.ENFILE: tr_later("too many files are open"),
    errno.EIO: tr_later("the disk reported an error"),
    errno.ENAMETOOLONG: tr_later("the name is too long"),
}


class GivenError(ValueError):
    """Unusable input or a failed request, described in the player's language."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message, values)
        self.message = message
        self.values = values

    def __str__(self) -> str:
        # Translated only now, because files are read before the language is known.
        return texts.one(self.message, **self.values)


def why(error: Exception) -> str:
    """Return what went wrong, if possible in the player's language."""
    if isinstance(error, ElsewhereError):
        return tr("this window doesn't save")
    if isinstance(error, NotAFileError):
        return tr("it isn't an ordinary file")
    if isinstance(error, OSError):
        known = _OF_THE_SYSTEM.get(error.errno or 0)
        return texts.one(known) if known else plain(error.strerror or str(error))
    if isinstance(error, UnicodeDecodeError | RecursionError):
        return tr("its text is damaged")
    return str(error) if isinstance(error, GivenError) else plain(str(error))


def plain(words: str) -> str:
    """Return the first line of ``words``, cut to 80 characters and made printable."""
    first = next(iter(words.splitlines()), "")[:_LONGEST]
    return "".join(sign if sign.isprintable() else "?" for sign in first)
