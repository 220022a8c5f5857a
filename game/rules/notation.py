"""Reads moves, boards and decks from text, and writes boards.

Vierfrei uses the standard FreeCell notation and the board format of fc-solve.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from game.core.cards import PACK, RANKS, SUITS, Card, Suit, cards_text
from game.core.moves import Move, Verb, may_be_longer
from game.core.state import (
    CELLS,
    FOUNDATION_ORDER,
    FOUNDATIONS,
    HOME,
    RESERVE,
    WASTE,
    Pile,
    PileId,
    Role,
    State,
    columns,
)
from game.support.errors import GivenError
from game.support.texts import tr, tr_later

_SHOWN: Final = 40
_NO_MOVE: Final = tr_later("not a move")


class NotationError(GivenError):
    """An error in a game or board as text, with its line (from 1), token and reason.

    The player sees ``sentence`` or, if that is empty, the reason.
    """

    def __init__(
        self, line: int, token: str, message: str, sentence: str = "", **values: object
    ) -> None:
        super().__init__(message, **values)
        self.line = line
        self.token = token
        self.sentence = sentence

    @property
    def reason(self) -> str:
        """The reason for the error, without the line and the token."""
        return super().__str__()

    def __str__(self) -> str:
        where = tr("line {line}", line=self.line)
        token = self.token if len(self.token) <= _SHOWN else self.token[:_SHOWN] + "…"
        return f"{where}: {token!r}: {self.reason}" if token else f"{where}: {self.reason}"


class NotAMoveError(NotationError):
    """Raised for a token that is not a move."""

    def __init__(self, line: int, token: str) -> None:
        sentence = tr_later("“{word}” in line {line} isn't a move.")
        super().__init__(line, token, _NO_MOVE, sentence)


class CardTwiceError(NotationError):
    """Raised for a card that appears twice."""

    def __init__(self, line: int, token: str, card: Card) -> None:
        super().__init__(line, token, tr_later("{card} appears twice"), card=card)
        self.card = card


class CardsMissingError(NotationError):
    """Raised if cards of the pack are missing."""

    def __init__(self, line: int, cards: tuple[Card, ...]) -> None:
        named = cards_text(cards[:5]) + (" …" if len(cards) > 5 else "")
        super().__init__(line, "", tr_later("missing cards: {cards}"), cards=named)
        self.cards = cards


_COUNT: Final = r"[vV]([0-9a-fA-F]{1,2})"


class Notation:
    """How a game writes moves: two letters or digits for two piles, or one letter for a verb."""

    def __init__(
        self,
        sources: Sequence[PileId],
        targets: Sequence[PileId],
        verbs: Sequence[Verb] = (),
        *,
        either_case: bool = False,
    ) -> None:
        self.either_case = either_case
        self.first = "".join(source.letter for source in sources)
        """The letters that a card move can begin with."""
        self.alone = "".join(verb.value for verb in verbs)
        """The letters that are complete moves on their own."""

        self.tokens = {verb.value: Move(verb) for verb in verbs}
        """Maps each token to its move. Tokens that end with a number of cards are left out."""
        for source in sources:
            if source.role is not Role.FOUNDATION:
                self.tokens[source.letter + "h"] = Move.carry(source, HOME)
            for target in targets:
                self.tokens[source.letter + target.letter] = Move.carry(source, target)


_FOUR, _EIGHT = columns(4), columns(8)
_TABLE: Final = (*_EIGHT, *CELLS)
IN_FREECELL: Final = Notation(_TABLE, _TABLE, either_case=True)
"""The standard FreeCell notation, in upper or lower case."""
IN_CANFIELD: Final = Notation(
    (*_FOUR, RESERVE, WASTE, *FOUNDATIONS),
    _FOUR,
    (Verb.DEAL, Verb.TURN, Verb.INSPECT, Verb.PAY, Verb.STOP),
)
"""The notation of Canfield. ``D2`` takes a card from the diamonds, but ``d`` deals."""


def parse_move(token: str, notation: Notation) -> Move:
    """Return the move that ``token`` means in ``notation``.

    A move may end with ``v`` and the number of cards in hexadecimal. If a cell is involved, the
    number must be 1.
    Raises ``GivenError`` if the token isn't a move.

    >>> parse_move("54v2", IN_FREECELL).count
    2
    """
    tokens = notation.tokens
    found = tokens.get(token)
    if found is not None:
        return found
    text = token.lower() if notation.either_case else token
    move = tokens.get(text[:2])
    if move is None:
        raise GivenError(_NO_MOVE)
    if len(text) == 2:
        return move
    count = re.fullmatch(_COUNT, text[2:])
    ends = {move.source.role, move.target.role}
    if count is None or not ends <= {Role.COLUMN, Role.CELL}:
        raise GivenError(_NO_MOVE)
    number = int(count[1], 16)
    if Role.CELL in ends and number != 1:
        raise GivenError(_NO_MOVE)
    return replace(move, count=number, digits=len(count[1]))


_HEX: Final = "0123456789abcdef"


class TypedMove:
    """A move while it is being typed; ``text`` is what has been typed so far.

    No Enter is needed. A move between columns may be followed by ``v`` and a number of cards.
    """

    def __init__(self, notation: Notation) -> None:
        self._notation = notation
        self._cards = 0
        self.clear()

    def clear(self) -> None:
        self.text = ""
        self._smaller: Move | None = None
        self._open = False

    def leave_open(self, cards: int) -> None:
        """Allow one space after a move. If ``cards`` exceeds 15, a count may have two digits."""
        self._cards = cards
        self._open = True

    def takes_gap(self) -> bool:
        """Handle a space. Return whether a space is allowed here."""
        gap, self._open = bool(self.text) or self._open, False
        return gap

    def feed(self, letter: str) -> Move | str | None:
        """Take the next character, and return the move if it is complete.

        Returns ``"wrong"`` if there is no such move, and None while more characters are needed.
        """
        if self._notation.either_case:
            letter = letter.lower()
        if self._smaller is not None and (self.text or letter in "vV"):
            return self._feed_count(letter)
        self._smaller, self._open, self._cards = None, False, 0
        if not self.text:
            if letter in self._notation.alone:
                return parse_move(letter, self._notation)
            self.text = letter if letter in self._notation.first else ""
            return None
        token, self.text = self.text + letter, ""
        try:
            move = parse_move(token, self._notation)
        except ValueError:
            return "wrong"
        between = (Role.COLUMN, Role.COLUMN)
        self._smaller = move if (move.source.role, move.target.role) == between else None
        return move

    def _feed_count(self, letter: str) -> Move | str | None:
        move = self._smaller
        assert move is not None
        self._open = False
        if not self.text:
            self.text = move.text + "v"
            return None
        typed = self.text + letter.lower()
        count = typed[len(move.text) + 1 :]
        if count[-1] not in _HEX:
            self.clear()
            return "wrong"
        if len(count) == 1 and may_be_longer(int(count, 16), self._cards):
            self.text = typed
            return None
        self.clear()
        return Move.carry(move.source, move.target, int(count, 16))


class Token(NamedTuple):
    """A token, such as a move, and the number of its line."""

    text: str
    line: int  # counted from 1
    joined: bool = False  # by a ``+`` to the previous token


def text_lines(text: str) -> list[str]:
    """Return the lines of ``text``, which may end in LF, CR LF or CR."""
    lines = re.split(r"\r\n|\r|\n", text)
    return lines if lines[-1] else lines[:-1]


def parse_moves(tokens: Iterable[Token], notation: Notation) -> list[Move]:
    """Return the moves of ``tokens``, or raise ``NotationError``."""
    moves = []
    for token in tokens:
        try:
            moves.append(parse_move(token.text, notation))
        except GivenError:
            raise NotAMoveError(token.line, token.text) from None
    return moves


def board_text(state: State) -> str:
    """Return a Vierfrei position as text for ``parse_board`` and fc-solve."""
    lines = []
    if state.cards_home:
        heights = (
            f"{suit.letter}-{'0A23456789TJQK'[len(state[FOUNDATIONS[suit]])]}"
            for suit in FOUNDATION_ORDER
        )
        lines.append("Foundations: " + " ".join(heights))
    if any(state[cell] for cell in CELLS):
        lines.append("Freecells: " + " ".join(cards_text(state[cell]) or "-" for cell in CELLS))
    lines += [f": {cards_text(state[column])}".rstrip() for column in _EIGHT]
    return "\n".join(lines)


class _Pack:
    def __init__(self) -> None:
        self.seen: set[Card] = set()

    def take(self, text: str, line: int) -> Card:
        try:
            card = Card.parse(text)
        except ValueError:
            sentence = tr_later("“{word}” in line {line} isn't a card.")
            raise NotationError(line, text, tr_later("not a card"), sentence) from None
        self.add(card, text, line)
        return card

    def add(self, card: Card, text: str, line: int) -> None:
        if card in self.seen:
            raise CardTwiceError(line, text, card)
        self.seen.add(card)

    def close(self, line: int) -> None:
        missing = tuple(card for card in PACK if card not in self.seen)
        if missing:
            raise CardsMissingError(line, missing)


_HEIGHTS: Final = {"0": 0, "10": 10} | {rank: n for n, rank in enumerate(RANKS, 1)}


def parse_board(text: str, first_line: int = 1) -> State:
    """Return the Vierfrei position that ``text`` describes.

    Its lines are the columns; lines for foundations and cells may come first. Raises
    ``NotationError`` if it isn't a board.
    """
    pack = _Pack()
    piles: dict[PileId, Pile] = dict.fromkeys((*CELLS, *FOUNDATIONS, *_EIGHT), ())
    found: list[Pile] = []
    named: set[str] = set()
    number = first_line
    for number, line in enumerate(text_lines(text), first_line):
        body = line.partition("#")[0].strip()
        label, colon, rest = body.partition(":")
        label = label.strip().lower() if colon else ""
        if not body:
            continue
        if label in ("foundations", "freecells"):
            if label in named or found:
                message = tr_later("this line doesn't belong here")
                raise NotationError(number, body.split()[0], message)
            named.add(label)
            read = _read_foundations if label == "foundations" else _read_cells
            piles |= read(rest.split(), pack, number)
        elif label:
            raise NotationError(number, body.split()[0], tr_later("not a line of a board"))
        elif len(found) == len(_EIGHT):
            raise NotationError(number, body.split()[0], tr_later("a board has 8 columns"))
        else:
            tokens = (rest if colon else body).split()
            found.append(tuple(pack.take(token, number) for token in tokens))
    if not found and len(pack.seen) == len(PACK):
        # Columns are empty if their lines are blank or left out.
        found = [()] * len(_EIGHT)
    if len(found) != len(_EIGHT):
        raise NotationError(
            number, "", tr_later("a board has 8 columns, not {count}"), count=len(found)
        )
    pack.close(number)
    piles |= zip(_EIGHT, found, strict=True)
    return State(piles)


def _read_foundations(tokens: list[str], pack: _Pack, line: int) -> dict[PileId, Pile]:
    piles: dict[PileId, Pile] = {}
    for token in tokens:
        suit, dash, height = token.upper().partition("-")
        if not dash or len(suit) != 1 or suit not in SUITS or height not in _HEIGHTS:
            raise NotationError(line, token, tr_later("write a foundation as H-6"))
        foundation = FOUNDATIONS[SUITS.index(suit)]
        if foundation in piles:
            raise NotationError(line, token, tr_later("this foundation appears twice"))
        cards = tuple(Card(n, Suit(foundation.number)) for n in range(1, _HEIGHTS[height] + 1))
        for card in cards:
            pack.add(card, token, line)
        piles[foundation] = cards
    return piles


def _read_cells(tokens: list[str], pack: _Pack, line: int) -> dict[PileId, Pile]:
    if len(tokens) > len(CELLS):
        raise NotationError(line, tokens[len(CELLS)], tr_later("there are only 4 free cells"))
    cards = (() if token == "-" else (pack.take(token, line),) for token in tokens)
    return dict(zip(CELLS, cards, strict=False))


def parse_deck(text: str, line: int = 1) -> tuple[Card, ...]:
    """Return the 52 cards in a line, or raise ``NotationError``."""
    pack = _Pack()
    deck = tuple(pack.take(token, line) for token in text.partition("#")[0].split())
    pack.close(line)
    return deck


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield the parts between blank lines, each with the number of its first line.

    Leaves out parts that contain only comments.
    """
    start, lines = 0, list[str]()
    for number, line in enumerate((*text_lines(text), ""), 1):
        if line.strip():
            start = start if lines else number
            lines.append(line)
        elif lines:
            if any(part.partition("#")[0].strip() for part in lines):
                yield start, "\n".join(lines)
            lines = []
