"""What the service remembers of positions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from game.core.moves import Move
from game.rules.notation import parse_move
from game.rules.registry import KINDS, KindKey
from game.solver.answer import Verdict


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a position; ``moves`` wins from there, and is () unless it is winnable."""

    verdict: Verdict
    moves: tuple[Move, ...]


Key = tuple[KindKey, bytes]
"""A position in the cache: its kind and the packed position."""


@dataclass(eq=False)
class Line:
    """A winning line, parsed only when somebody wants to see it."""

    text: str
    kind: KindKey

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        return _moves(self.text, self.kind)


@dataclass(slots=True)
class Kept:
    """A cached verdict, and for a winnable position its place on a line.

    ``rest`` counts the single cards still to be moved. The place with the shortest rest is kept, so
    a player who follows the lines comes closer to the end with every card, whichever line it is.
    """

    verdict: Verdict
    line: Line | None = None
    first: str = ""
    then: int = 0
    rest: int = 1 << 20
    known: Known | None = None

    def told(self) -> Known:
        if self.known is None:
            moves: tuple[Move, ...] = ()
            if self.line is not None:
                moves = _moves(self.first, self.line.kind) + self.line.moves[self.then :]
            self.known = Known(self.verdict, moves)
        return self.known


def _moves(tokens: str, kind: KindKey) -> tuple[Move, ...]:
    notation = KINDS[kind].notation
    return tuple([parse_move(token, notation) for token in tokens.split()])
