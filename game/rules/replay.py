"""Replays a line of moves from a deal, to its end or to the first illegal move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from game.core.cards import PACK
from game.core.moves import Move, Refusal, Step
from game.core.state import State
from game.rules.registry import Deal


@dataclass(slots=True)
class Replay:
    """The result of a replay: all states from the layout on, and how many tokens were played.

    ``refusal`` is None for a legal line; else ``at`` is the index, from 0, of the refused move.
    """

    states: list[State]
    played: int = 0
    at: int | None = None
    refusal: Refusal | None = None
    steps: list[Step] = field(default_factory=list)

    @property
    def last(self) -> State:
        return self.states[-1]


def replay(deal: Deal, moves: Iterable[Move], *, follow_safe: bool = False) -> Replay:
    """Play ``moves`` on ``deal`` until one is refused.

    ``follow_safe`` also plays safe cards home after the deal and after each move, for lines that
    leave those moves out; they count as played.
    """
    rules = deal.engine
    line = Replay([deal.layout()])

    def play(move: Move) -> Refusal | None:
        found = rules.resolve(line.last, move)
        if isinstance(found, Refusal):
            return found
        steps = rules.expand(line.last, found)
        line.steps += steps
        line.states.append(steps[-1].after)
        line.played += 1
        return None

    def play_safe() -> None:
        for _ in PACK if follow_safe else ():  # each brings a card home
            safe = rules.safe_move(line.last)
            if safe is None or play(safe) is not None:
                return

    play_safe()
    for index, move in enumerate(moves):
        line.refusal = play(move)
        if line.refusal is not None:
            line.at = index
            return line
        play_safe()
    return line
