"""Reads values of a known type from parsed JSON, and says in one line what is wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

MOST: Final = 1e15
"""Every number in our files is smaller than this."""


class DataError(ValueError):
    """Data that does not have the form of our files."""


def parse_object(text: str) -> Mapping[str, object]:
    """Return the JSON object in ``text``; raise ``DataError`` if it is none."""
    try:
        data: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise DataError("not a JSON object")
    return data


def boolean(data: Mapping[str, object], key: str) -> bool:
    """Return the boolean under ``key``."""
    value = data.get(key)
    if not isinstance(value, bool):
        raise DataError(f"{key}: neither true nor false")
    return value


def number(data: Mapping[str, object], key: str) -> float:
    """Return the number under ``key``."""
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise DataError(f"{key}: not a number")
    # Python's JSON parser accepts NaN, Infinity and integers of any length.
    if not abs(value) < MOST:
        raise DataError(f"{key}: too large a number")
    return value


def member(data: Mapping[str, object], key: str, allowed: Sequence[str]) -> str:
    """Return the text under ``key``, which must be one of ``allowed``."""
    value = data.get(key)
    if not isinstance(value, str) or value not in allowed:
        raise DataError(f"{key}: none of {', '.join(allowed)}")
    return value


def text_list(data: Mapping[str, object], key: str) -> list[str]:
    """Return the list of texts under ``key``."""
    value = data.get(key)
    if not isinstance(value, list):
        raise DataError(f"{key}: not a list")
    texts = [entry for entry in value if isinstance(entry, str)]
    if len(texts) != len(value):
        raise DataError(f"{key}: not a list of texts")
    return texts
