"""The adviser's work in the solver's process, which is sent nothing but what a player knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from game.fair.advice import Advice
from game.fair.adviser import advice_so_far
from game.fair.knowledge import Knowledge


@dataclass(frozen=True, slots=True)
class FairAdvice:
    """The question what to do; it is answered several times, each time with more samples."""

    knowledge: Knowledge
    seed: int = 0

    def run(self, cancelled: Callable[[], bool]) -> Iterator[Advice]:
        return advice_so_far(self.knowledge, seed=self.seed, cancelled=cancelled)
