"""Reads a batch: one JSON object a line, each a deal and a line of moves.

A line that cannot be read becomes a ``BadEntry`` in its place, and the rest goes on.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game.cli import inputs
from game.cli.arguments import Task
from game.cli.inputs import BadInput, Line
from game.core.cards import MAX_DEAL
from game.rules.notation import NotationError, Token
from game.rules.registry import Deal, GameKind, Start
from game.rules.which_deal import (
    deal_named,
    game_named,
    must_take,
    own_deal,
    quoted,
    rules_named,
)
from game.support.errors import GivenError
from game.support.json_values import DataError, text_list
from game.support.terminal import tell
from game.support.texts import tr, trn

_MOST_USELESS: Final = 10_000
"""Lines on end without an entry after which nothing more is read; some devices never end."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One object of a batch; ``id`` is whatever the object gave as its ``id``, or None.

    ``number`` is the line of the file on which it stands, from 1.
    """

    id: object
    task: Task
    line: Line
    number: int


@dataclass(frozen=True, slots=True)
class BadEntry:
    """A line that could not be read, and why, in one sentence that names the line."""

    id: object
    error: str


def entries(name: str) -> Iterator[Entry | BadEntry]:
    """Yield the entries of the batch in the file ``name``, each as soon as its line has been read.

    Empty lines are passed over. ``BadInput`` if the file cannot be read, or if it goes on and on
    and nothing of it can be used.
    """
    useless = 0
    for number, raw in enumerate(inputs.byte_lines(name), 1):
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        entry = _entry(raw, number) if raw.strip() else None
        if entry is not None:
            yield entry
        useless = 0 if isinstance(entry, Entry) else useless + 1
        if useless >= _MOST_USELESS:
            told = tr("{n} invalid lines in a row", n=useless)
            raise BadInput(f"{inputs.shown(name)}: {told}")


class BadLines:
    """The lines of a batch that could not be used: the first one's error, and how many."""

    def __init__(self) -> None:
        self._first = ""
        self._count = 0

    def __bool__(self) -> bool:
        return self._count > 0

    def add(self, error: str) -> None:
        """Count one more bad line."""
        self._first = self._first or error
        self._count += 1

    def tell(self, name: str) -> None:
        """Say on stderr, in one line, that lines of the batch ``name`` could not be used."""
        more = ""
        if self._count > 1:
            more = " " + trn("(and {n} more bad line)", "(and {n} more bad lines)", self._count - 1)
        tell(f"{inputs.shown(name)}: {self._first}{more}")


def _entry(raw: bytes, number: int) -> Entry | BadEntry:
    where = tr("line {line}", line=number)
    if len(raw) > inputs.MOST_OF_A_LINE:
        return BadEntry(None, f"{where}: {tr('this line is too long')}")
    given: dict[str, object] = {}
    try:
        given = _object(raw)
        deal = _deal(given)
        return Entry(given.get("id"), Task(deal), _line(given, deal.kind), number)
    except (BadInput, GivenError) as error:
        return BadEntry(given.get("id"), f"{where}: {error}")


def _object(raw: bytes) -> dict[str, object]:
    """Return the JSON object on a line."""
    try:
        value: object = _DECODER.decode(raw.decode("utf-8"))
        # The id is echoed, so it has to be writable as well.
        json.dumps(value.get("id") if isinstance(value, dict) else None)
    except UnicodeDecodeError:
        raise BadInput(tr("not UTF-8 text")) from None
    except json.JSONDecodeError as error:
        message = tr(
            "not valid JSON: {reason} (column {column})", reason=error.msg, column=error.colno
        )
        raise BadInput(message) from None
    except RecursionError:
        raise BadInput(tr("nested too deeply")) from None
    except ValueError as error:  # an integer of thousands of digits
        raise BadInput(tr("not valid JSON: {reason}", reason=error)) from None
    if not isinstance(value, dict):
        raise BadInput(tr("not a JSON object"))
    return value


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        key = next(key for key in keys if keys.count(key) > 1)
        raise BadInput(tr("the key {key} appears twice", key=quoted(key)))
    return found


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise BadInput(tr("{text} is not a number", text=text[:40]))
    return number


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_without_repeats, parse_float=_finite, parse_constant=_finite
)


def _deal(given: dict[str, object]) -> Deal:
    word = given.get("game")
    if word is None:
        raise BadInput(tr("the key {key} is missing", key="game"))
    game = game_named(_string(word, "game"))
    rules_word = given.get("rules")
    rules = rules_named(game, None if rules_word is None else _string(rules_word, "rules"))
    starts = [key for key in ("deal", "board", "deck") if given.get(key) is not None]
    if len(starts) != 1:
        raise BadInput(tr("give exactly one of deal, board and deck"))
    key, value = starts[0], given[starts[0]]
    if key == "deal":
        return deal_named(game, _number(value), rules)
    must_take(game, Start(key))
    text = value if isinstance(value, str) else "\n".join(_strings(given, key))
    if key == "deck":
        text = text.replace("\n", " ")
    try:
        return own_deal(game, rules, Start(key), text)
    except NotationError as error:
        raise BadInput(f"{key}: {error}") from None


def _string(value: object, key: str) -> str:
    if not isinstance(value, str):
        raise BadInput(tr("{key} must be a string", key=key))
    return value


def _number(value: object) -> int:
    # A bool is an int to Python, but no number to JSON.
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_DEAL:
        raise BadInput(tr("deal must be a whole number from 0 to {last}", last=MAX_DEAL))
    return value


def _strings(given: dict[str, object], key: str) -> list[str]:
    """Return the list of strings under ``key``."""
    try:
        return text_list(given, key)
    except DataError:
        raise BadInput(tr("{key} must be a string or a list of strings", key=key)) from None


def _line(given: dict[str, object], kind: GameKind) -> Line:
    """Return the moves, given as a list of tokens or one string; none if the key is missing."""
    value = given.get("moves")
    if value is None:
        return Line()
    try:
        if isinstance(value, str):
            return inputs.line_in(value, kind)
        tokens = [Token(text, place) for place, text in enumerate(_strings(given, "moves"))]
        return inputs.line_of(tokens, kind)
    except NotationError as error:
        if isinstance(value, str):
            raise BadInput(f"moves: {error}") from None
        told = f"{quoted(error.token)}: {error.reason}"
        raise BadInput(f"moves[{error.line}]: {told}") from None
