"""Reads the input of a command.

Unusable input raises ``GivenError``. In a batch, an unusable line becomes a ``BadLine``.
"""

from __future__ import annotations

import errno
import json
import math
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import BinaryIO, Final, NamedTuple

from game.cli.arguments import STDIN, BadInput, Options
from game.core.cards import MAX_DEAL
from game.core.moves import Move
from game.play.game_text import line_tokens
from game.rules.notation import NotationError, Token, blocks, parse_moves, text_lines
from game.rules.registry import (
    Deal,
    GameKind,
    Start,
    check_takes,
    deal_named,
    game_named,
    games,
    kinds_of,
    number_named,
    numbered,
    own_deal,
    quoted,
    rules_named,
)
from game.support.errors import GivenError, why
from game.support.texts import tr

_MAX_BYTES: Final = 16 << 20
"""The maximum number of bytes to read from a file, or from a line of a batch."""
_MAX_LINE_BYTES: Final = 1 << 20
_MAX_USELESS_LINES: Final = 10_000
"""A batch fails after this many invalid or blank lines in a row."""
_RANGE: Final = re.compile(r"([0-9]{1,6})-([0-9]{1,6})")


class MoveLine(NamedTuple):
    """The moves of a game, and how they were written."""

    tokens: Sequence[Token] = ()
    moves: tuple[Move, ...] = ()
    text: str = ""
    """The text from which the moves were read; empty if there was no text."""
    source: str = ""
    """Where ``text`` comes from, such as a file's name. Error messages mention it."""
    has_more: bool = False
    """Whether ``text`` contains branches, notes, semicolons or moves joined by ``+``."""


@dataclass(frozen=True, slots=True)
class Question:
    """A deal that a command is asked about, and moves made in it."""

    deal: Deal
    line: MoveLine = field(default_factory=MoveLine)
    head: dict[str, object] = field(default_factory=dict)
    """The JSON answer begins with these members."""
    number: int = 0
    """The deal's place, counted from 1, in a batch or in a file of deals; otherwise 0."""

    @property
    def name(self) -> str:
        """The deal's name for messages, such as ``canfield 42 (Hoyle)``."""
        deal = self.deal
        if deal.number is not None:
            what = str(deal.number)
        elif deal.board is not None:
            what = tr("board {index}", index=self.number)
        else:
            what = tr("deck {index}", index=self.number)
        rules = f" ({deal.kind.rules_name})" if deal.kind.rules_name else ""
        return f"{deal.game} {what}{rules}"


class BadLine(NamedTuple):
    """A line of a batch that can't be used, and why."""

    head: dict[str, object]
    error: str


def display_name(name: str) -> str:
    """Return a file's name for error messages; ``-`` is standard input."""
    return tr("standard input") if name == STDIN else name


def unreadable(name: str, error: OSError | ValueError) -> BadInput:
    """Return the error for an unreadable or unwritable file."""
    return BadInput(f"{display_name(name)}: {why(error)}")


def read_text(name: str) -> str:
    """Return a file's text or raise ``BadInput``; ``-`` is standard input."""
    with _opened(name) as stream:
        content = stream.read(_MAX_BYTES + 1)
    if len(content) > _MAX_BYTES:
        raise BadInput(f"{display_name(name)}: {tr('larger than {n} MB', n=_MAX_BYTES >> 20)}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        where = tr("line {line}", line=line)
        raise BadInput(f"{display_name(name)}: {where}: {tr('not UTF-8 text')}") from None


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """Open a file for reading; turn its errors into ``BadInput``."""
    if name == STDIN and sys.stdin is None:
        raise BadInput(tr("standard input is closed"))
    try:
        with nullcontext(sys.stdin.buffer) if name == STDIN else open(name, "rb") as stream:
            yield stream
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from None


def questions(options: Options) -> tuple[Iterator[Question], int]:
    """Return the questions that ``options`` ask, and how many there are.

    All input is read and parsed before this returns.
    """
    if (options.moves, options.board, options.deck).count(STDIN) > 1:
        raise BadInput(tr("only one file can be read from standard input"))
    if not options.words:
        raise BadInput(tr("name a game: {games}", games=", ".join(games())))
    game, *numbers = options.words
    rules = rules_named(game_named(game), options.rules)
    given = [word for word in (*numbers[:1], options.board, options.deck) if word is not None]
    if not given:
        raise BadInput(tr("give a deal number from 0 to 999999"))
    if len(given) > 1:
        raise BadInput(tr("give a number, --board or --deck, but only one of them"))
    if numbers:
        ranges = [_number_range(word) for word in numbers]
        line = _moves(options.moves, kinds_of(game)[0])
        found = (Question(numbered(game, n, rules), line) for span in ranges for n in span)
        return found, sum(map(len, ranges))
    start = Start.BOARD if options.board is not None else Start.DECK
    own = _own_deals(given[0], game, rules, start)
    line = _moves(options.moves, kinds_of(game)[0])
    return (Question(deal, line, {"index": n}, n) for n, deal in enumerate(own, 1)), len(own)


def one_question(options: Options, refusal: str) -> Question:
    """Return the only deal that ``options`` name; raise ``BadInput`` if there are several."""
    found, count = questions(options)
    if count != 1:
        raise BadInput(refusal)
    return next(found)


def _number_range(word: str) -> range:
    """Return the deal numbers in ``word``, such as ``7`` or ``1-10``."""
    found = _RANGE.fullmatch(word)
    if found is None:
        number = number_named(word)
        return range(number, number + 1)
    first, last = number_named(found[1]), number_named(found[2])
    if last < first:
        raise BadInput(tr("the range {word} runs backwards", word=quoted(word)))
    return range(first, last + 1)


def _own_deals(name: str, game: str, rules: str | None, start: Start) -> list[Deal]:
    """Return the deals in a file: boards separated by blank lines, or one deck on each line."""
    check_takes(game, start)
    text = read_text(name)
    if start is Start.BOARD:
        parts = list(blocks(text))
        none = tr("it contains no board")
    else:
        lines = enumerate(text_lines(text), 1)
        parts = [(number, line) for number, line in lines if line.partition("#")[0].strip()]
        none = tr("it contains no deck")
    try:
        found = [own_deal(game, rules, start, part, line) for line, part in parts]
    except NotationError as error:
        raise BadInput(f"{display_name(name)}: {error}") from None
    if not found:
        raise BadInput(f"{display_name(name)}: {none}")
    return found


def _moves(name: str | None, kind: GameKind) -> MoveLine:
    return MoveLine() if name is None else _line_in(read_text(name), kind, display_name(name))


def _line_in(text: str, kind: GameKind, source: str) -> MoveLine:
    try:
        tokens, has_more = line_tokens(text)
        moves = tuple(parse_moves(tokens, kind.notation))
        return MoveLine(tokens, moves, text, source, has_more)
    except NotationError as error:
        raise BadInput(f"{source}: {error}") from None


def asked(options: Options) -> tuple[Iterator[Question | BadLine], int | None]:
    """Return the questions that ``options`` ask, and how many there are.

    For a batch, the number is None, and iterating may raise ``BadInput``.
    """
    if options.batch is None:
        return questions(options)
    elsewhere = (options.moves, options.board, options.deck, options.rules)
    if options.words or any(option is not None for option in elsewhere):
        raise BadInput(tr("--batch takes deals and moves from its own lines only"))
    return _of_batch(options.batch), None


def _of_batch(name: str) -> Iterator[Question | BadLine]:
    useless = 0
    for number, raw in enumerate(_byte_lines(name), 1):
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        useless += 1
        if raw.strip():
            question = _question(raw, number)
            yield question
            useless = useless if isinstance(question, BadLine) else 0
        if useless >= _MAX_USELESS_LINES:
            told = tr("{n} invalid lines in a row", n=useless)
            raise BadInput(f"{display_name(name)}: {told}")


def _byte_lines(name: str) -> Iterator[bytes]:
    with _opened(name) as stream:
        while line := stream.readline(_MAX_BYTES + 1):
            if len(line) > _MAX_BYTES:
                raise OSError(errno.EFBIG, tr("one line is too long"))
            yield line


def _question(raw: bytes, number: int) -> Question | BadLine:
    given: dict[str, object] = {}
    try:
        given = _object(raw)
        deal = _deal(given)
        return Question(deal, _line(given, deal.kind), {"id": given.get("id")}, number)
    except GivenError as error:
        told = f"{tr('line {line}', line=number)}: {error}"
        return BadLine({"id": given.get("id")}, told)


def _object(raw: bytes) -> dict[str, object]:
    if len(raw) > _MAX_LINE_BYTES:
        raise BadInput(tr("this line is too long"))
    try:
        value: object = _DECODER.decode(raw.decode("utf-8"))
        # The answer repeats the id, so it must be possible to write the id as JSON.
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
    except ValueError as error:  # a repeated key or a number that is too large
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
    if given.get("game") is None:
        raise BadInput(tr("the key {key} is missing", key="game"))
    game = game_named(_string(given, "game"))
    rules = None if given.get("rules") is None else _string(given, "rules")
    starts = [key for key in ("deal", "board", "deck") if given.get(key) is not None]
    if len(starts) != 1:
        raise BadInput(tr("give exactly one of deal, board and deck"))
    key, value = starts[0], given[starts[0]]
    if key == "deal":
        return deal_named(game, _number(value), rules)
    text = value if isinstance(value, str) else "\n".join(_strings(given, key))
    if key == "deck":
        text = text.replace("\n", " ")
    try:
        return own_deal(game, rules, Start(key), text)
    except NotationError as error:
        raise BadInput(f"{key}: {error}") from None


def _string(given: dict[str, object], key: str) -> str:
    value = given[key]
    if not isinstance(value, str):
        raise BadInput(tr("{key} must be a string", key=key))
    return value


def _number(value: object) -> int:
    # In Python a bool is an int; in JSON it isn't a number.
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_DEAL:
        raise BadInput(tr("deal must be a whole number from 0 to {last}", last=MAX_DEAL))
    return value


def _strings(given: dict[str, object], key: str) -> list[str]:
    value = given[key]
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise BadInput(tr("{key} must be a string or a list of strings", key=key))
    return value


def _line(given: dict[str, object], kind: GameKind) -> MoveLine:
    """Return the moves in a line of a batch, or an empty ``MoveLine`` if there are none."""
    value = given.get("moves")
    if value is None:
        return MoveLine()
    if isinstance(value, str):
        return _line_in(value, kind, "moves")
    tokens = [Token(text, place) for place, text in enumerate(_strings(given, "moves"))]
    try:
        return MoveLine(tokens, tuple(parse_moves(tokens, kind.notation)))
    except NotationError as error:
        told = f"{quoted(error.token)}: {error.reason}"
        raise BadInput(f"moves[{error.line}]: {told}") from None
