"""Reads what a command is given: files, numbers, boards, decks and moves; knows no options.

Whatever cannot be read raises ``BadInput``, which names the file, the line and the token.
"""

from __future__ import annotations

import errno
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO, Final

from game.core.moves import Move
from game.play.sharing import HEADER
from game.play.variations import line_tokens
from game.rules.notation import (
    NotationError,
    Token,
    blocks,
    parse_moves,
    split_tokens,
    text_lines,
)
from game.rules.registry import Deal, GameKind, Start
from game.rules.which_deal import must_take, number_named, own_deal, quoted
from game.support.errors import why
from game.support.texts import tr

STDIN: Final = "-"
MOST_BYTES: Final = 16 << 20
"""Bytes that are read of a file at once: a hundred thousand boards; some devices never end."""
MOST_OF_A_LINE: Final = 1 << 20
"""Bytes of a line beyond which it can be no entry of a batch."""
_RANGE: Final = re.compile(r"([0-9]{1,6})-([0-9]{1,6})")


class BadInput(Exception):
    """What was given cannot be used; the message is one line for the user."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of moves: the tokens as they were written, and what they mean."""

    tokens: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    copied: tuple[Token, ...] = ()
    """For a game that was copied from the table: its tokens with their places."""
    text: str = ""
    """All that was written, where that says more than the moves of the line."""


def shown(name: str) -> str:
    """Return the name that an error uses for the file ``name``."""
    return tr("standard input") if name == STDIN else name


def open_bytes(name: str) -> BinaryIO:
    """Open the file ``name``, or standard input for ``-``."""
    if name == STDIN:
        if sys.stdin is None:
            raise BadInput(tr("standard input is closed"))
        return sys.stdin.buffer
    try:
        return open(name, "rb")
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from None


def unreadable(name: str, error: OSError | ValueError) -> BadInput:
    """Return the error that says why the file ``name`` cannot be read."""
    return BadInput(f"{shown(name)}: {why(error)}")


def read_text(name: str) -> str:
    """Return the text of the file ``name`` or of standard input."""
    stream = open_bytes(name)
    try:
        content = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise unreadable(name, error) from None
    finally:
        if name != STDIN:
            stream.close()
    if len(content) > MOST_BYTES:
        raise BadInput(f"{shown(name)}: {tr('larger than {n} MB', n=MOST_BYTES >> 20)}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        where = tr("line {line}", line=line)
        raise BadInput(f"{shown(name)}: {where}: {tr('not UTF-8 text')}") from None


def number_range(word: str) -> range:
    """Return the numbers that ``word`` names: one, or a range such as ``1-10``."""
    found = _RANGE.fullmatch(word)
    if found is None:
        number = number_named(word)
        return range(number, number + 1)
    first, last = number_named(found[1]), number_named(found[2])
    if last < first:
        raise BadInput(tr("the range {word} runs backwards", word=quoted(word)))
    return range(first, last + 1)


def own_deals(name: str, game: str, rules: str | None, start: Start) -> list[Deal]:
    """Return the own deals in the file ``name``: boards separated by blank lines, or one deck a
    line."""
    must_take(game, start)
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
        raise BadInput(f"{shown(name)}: {error}") from None
    if not found:
        raise BadInput(f"{shown(name)}: {none}")
    return found


def moves(name: str, kind: GameKind) -> Line:
    """Return the line of moves in the file ``name``."""
    text = read_text(name)
    try:
        found = line_in(text, kind)
        if text.lstrip().startswith(HEADER):
            return replace(found, copied=tuple(line_tokens(text)))
        return found
    except NotationError as error:
        raise BadInput(f"{shown(name)}: {error}") from None


def line_in(text: str, kind: GameKind) -> Line:
    """Return the line of moves in ``text``, which may have branches beside it; raise
    ``NotationError`` if it is none."""
    tokens = list(line_tokens(text))
    found = line_of(tokens, kind)
    aside = len(tokens) < sum(1 for _ in split_tokens(text)) or any(one.joined for one in tokens)
    return replace(found, text=text) if aside else found


def line_of(tokens: Sequence[Token], kind: GameKind) -> Line:
    """Return the moves of ``tokens``; raise ``NotationError`` if one of them is not a move."""
    return Line(tuple(token.text for token in tokens), tuple(parse_moves(tokens, kind.notation)))


def byte_lines(name: str) -> Iterator[bytes]:
    """Yield the lines of a file, each as soon as it arrives, for files that are answered line by
    line.

    Of a line that is too long only the beginning comes, which is longer than ``MOST_OF_A_LINE``.
    """
    stream = open_bytes(name)
    try:
        while line := stream.readline(MOST_OF_A_LINE + 1):
            yield line
            if len(line) > MOST_OF_A_LINE:
                _skip_line(stream, line)
    except OSError as error:
        raise unreadable(name, error) from None
    finally:
        if name != STDIN:
            stream.close()


def _skip_line(stream: BinaryIO, line: bytes) -> None:
    """Read up to the end of ``line``, or as far as is read of anything."""
    for _ in range(MOST_BYTES // MOST_OF_A_LINE):
        if not line or line.endswith(b"\n"):
            return
        line = stream.readline(MOST_OF_A_LINE)
    raise OSError(errno.EFBIG, tr("one line is too long"))
