"""Moves, the steps they result in, and refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import NamedTuple

from game.core.cards import PACK, Card
from game.core.state import HOME, PileId, Role, State, Transfer


class Verb(Enum):
    """The kinds of moves; nonempty values are tokens of the notation."""

    CARRY = ""
    DEAL = "d"
    TURN = "t"
    INSPECT = "i"
    PAY = "p"
    STOP = "x"
    RESTART = "restart"


@dataclass(frozen=True, slots=True)
class Move:
    """A move that can be written as one token of the notation."""

    verb: Verb
    source: PileId = HOME
    target: PileId = HOME
    """``source`` and ``target`` only matter if ``verb`` is ``CARRY``."""
    count: int | None = None
    """How many cards; None means as many as the rules allow."""
    digits: int = field(default=1, compare=False)
    """``count`` is written with at least this many hexadecimal digits."""

    @classmethod
    def carry(cls, source: PileId, target: PileId, count: int | None = None) -> Move:
        return cls(Verb.CARRY, source, target, count)

    @property
    def goes_home(self) -> bool:
        return self.verb is Verb.CARRY and self.target.role is Role.FOUNDATION

    @property
    def text(self) -> str:
        """The move in notation, for example ``54v2``."""
        if self.verb is not Verb.CARRY:
            return str(self.verb.value)
        target = "h" if self.target.role is Role.FOUNDATION else self.target.letter
        count = "" if self.count is None else f"v{self.count:0{self.digits}x}"
        return self.source.letter + target + count


def may_be_longer(digit: int, cards: int) -> bool:
    """Return whether a count that starts with the hex digit ``digit`` can have more digits.

    ``cards`` is the highest count allowed.
    """
    return digit == 0 or (cards >= 16 and digit * 16 <= cards)


class Step(NamedTuple):
    """A move with its transfers, and the position after it."""

    move: Move
    transfers: tuple[Transfer, ...]
    after: State

    @property
    def text(self) -> str:
        return self.move.text


Action = tuple[Step, ...]
"""What a player did, and can undo, in one go."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the rules refuse a move."""

    key: str
    """The key in ``game.words.names`` of the sentence that says why."""
    values: Mapping[str, int] = field(default_factory=dict)
    onto: Card | None = None
    fitting: tuple[Card, ...] = ()
    """The cards that may be laid on ``onto``."""


@cache
def no_fit(fits: Callable[[Card, Card], bool], onto: Card) -> Refusal:
    """Return the refusal for a card that doesn't fit on ``onto``."""
    return Refusal("no-fit", onto=onto, fitting=tuple(card for card in PACK if fits(card, onto)))
