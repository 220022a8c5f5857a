"""What the plain twins share: a game that is tried out until nothing new is reached."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

Place = TypeVar("Place")
"""A position, as the twin of one game writes it."""


class Plain(ABC, Generic[Place]):
    """A game from ``start`` on.

    Columns are alike: positions that differ only in their order are one.
    """

    start: Place

    @abstractmethod
    def after(self, place: Place) -> list[Place]:
        """Return every position one move away."""

    @abstractmethod
    def home(self, place: Place) -> int:
        """Return how many cards are home."""

    def exhaust(self, limit: int) -> int | None:
        """Return the most cards that can come home, by trying everything up to a won game; None
        after ``limit`` positions."""
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
            # The nearest to a won game first.
            stack += sorted(fresh, key=self.home)
            if len(seen) > limit:
                return None
        return most
