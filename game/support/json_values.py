"""Reads values of known types from parsed JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from game.support.errors import GivenError
from game.support.texts import tr_later

MOST: Final = 1e15
"""The limit for the absolute value of any number in the program's files."""
DEEPEST: Final = 100
"""The deepest nesting in the program's files.

Python can read deeper nesting, but how deep depends on the caller, so what one function could read,
another might not be able to write.
"""


class DataError(GivenError):
    """Data that doesn't match the format of the program's files."""

    def __init__(self) -> None:
        super().__init__(tr_later("its text is damaged"))


def parse_object(text: str) -> Mapping[str, object]:
    """Return the JSON object in ``text``.

    Raises ``DataError`` if there is none, or if it is nested too deeply.
    """
    try:
        data: object = json.loads(text)
    except (ValueError, RecursionError):
        raise DataError from None
    if not isinstance(data, dict) or is_deep(data):
        raise DataError
    return data


def is_deep(data: object) -> bool:
    """Return whether ``data`` is nested more deeply than anything in the program's files."""
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
    """Return the boolean under ``key``.

    Raises ``DataError`` if there is none.
    """
    value = data.get(key)
    if not isinstance(value, bool):
        raise DataError
    return value


def number(data: Mapping[str, object], key: str) -> float:
    """Return the number under ``key``.

    Raises ``DataError`` if there is none.
    """
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise DataError
    # Python's JSON parser accepts NaN, Infinity and integers of any length.
    if not abs(value) < MOST:
        raise DataError
    return value


def count(data: Mapping[str, object], key: str) -> int | None:
    """Return the count under ``key``; None if the key is missing or its value is null.

    Raises ``DataError`` if the value is not a valid count.
    """
    if data.get(key) is None:
        return None
    found = number(data, key)
    if not (isinstance(found, int) and found >= 0):
        raise DataError
    return found


def text_list(data: Mapping[str, object], key: str) -> list[str]:
    """Return the list of strings under ``key``."""
    value = data.get(key)
    if not isinstance(value, list):
        raise DataError
    texts = [entry for entry in value if isinstance(entry, str)]
    if len(texts) != len(value):
        raise DataError
    return texts
