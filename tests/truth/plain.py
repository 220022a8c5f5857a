"""The base class of simple models of games, which can be searched exhaustively."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

Place = TypeVar("Place")
"""The type of a position, which differs between games."""


class Plain(ABC, Generic[Place]):
    """A simple model of a game, searched from ``start``.

    The order of columns doesn't matter.
    """

    start: Place

    @abstractmethod
    def after(self, place: Place) -> list[Place]:
        """Return every position one move away."""

    @abstractmethod
    def home(self, place: Place) -> int:
        """Return how many cards are home."""

    def exhaust(self, limit: int) -> int | None:
        """Return how many cards can go home. Give up and return None after ``limit`` positions."""
        seen, stack = {self.start}, [self.start]
        most = 0
        while stack:
            place = stack.pop()
            home = self.home(place)
            if home > most:
                most = home
                if home == 52:
                    return 52
            fresh = dict.fromkeys(after for after in self.after(place) if after not in seen)
            seen.update(fresh)
            # Continue with the position that has the most cards home.
            stack += sorted(fresh, key=self.home)
            if len(seen) > limit:
                return None
        return most
