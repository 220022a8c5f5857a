"""Type-checked access to parsed JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from game.support.errors import GivenError
from game.support.texts import tr_later

MOST: Final = 1e15
"""The limit for the absolute value of a number in the program's files."""
DEEPEST: Final = 100  # Python's own limit depends on the call depth
"""How deeply lists and objects in the program's files may be nested."""


FORMAT: Final = 1
"""The version of the format of the program's files."""


class NewerFileError(Exception):
    """The file was written by a newer version of the program."""


class DataError(GivenError):
    """The data doesn't have the format of the program's files."""

    def __init__(self) -> None:
        super().__init__(tr_later("its text is damaged"))


def parse_object(text: str) -> Mapping[str, object]:
    """Return the JSON object in ``text``, or raise ``DataError``."""
    try:
        data: object = json.loads(text)
    except (ValueError, RecursionError):
        raise DataError from None
    if not isinstance(data, dict) or is_deep(data):
        raise DataError
    return data


def check_format(data: Mapping[str, object]) -> None:
    """Raise ``NewerFileError`` if the format is too new, or ``DataError`` if it is invalid."""
    if "format" in data and number(data, "format") > FORMAT:
        raise NewerFileError


def is_deep(data: object) -> bool:
    """Return whether ``data`` is nested ``DEEPEST`` levels deep or more."""
    level = [data]
    for _ in range(DEEPEST):
        inner: list[object] = []
        for one in level:
            if isinstance(one, dict):
                inner += one.values()
            elif isinstance(one, list):
                inner += one
        level = inner
    return bool(level)


def boolean(data: Mapping[str, object], key: str) -> bool:
    """Return the boolean ``data[key]``; raise ``DataError`` if there is none."""
    value = data.get(key)
    if not isinstance(value, bool):
        raise DataError
    return value


def number(data: Mapping[str, object], key: str) -> float:
    """Return the number ``data[key]``, or raise ``DataError``."""
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise DataError
    # Python's JSON parser accepts NaN, Infinity and integers of any length.
    if not abs(value) < MOST:
        raise DataError
    return value


def count(data: Mapping[str, object], key: str) -> int | None:
    """Return the non-negative integer ``data[key]``. A missing or null value gives None.

    Raises ``DataError`` for any other value.
    """
    if data.get(key) is None:
        return None
    found = number(data, key)
    if not (isinstance(found, int) and found >= 0):
        raise DataError
    return found
