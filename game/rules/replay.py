"""Plays a line of moves from a deal, to its end or to the first illegal move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from game.core.moves import Move, Refusal, Step
from game.core.state import State
from game.rules.registry import Deal


@dataclass(slots=True)
class Replay:
    """Where a line has led: every state, first the layout, and how many tokens were carried out.

    ``refusal`` is None for a legal line; else ``at`` is the index from 0 of the refused move.
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
    """Carry out ``moves`` on ``deal`` until one of them is refused.

    ``follow_safe`` plays the safe cards home after the deal and after every move, as players do
    whose lines leave those moves out; they count as carried out.
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
        while follow_safe and (safe := rules.safe_move(line.last)) is not None:
            play(safe)

    play_safe()
    for index, move in enumerate(moves):
        line.refusal = play(move)
        if line.refusal is not None:
            line.at = index
            return line
        play_safe()
    return line
