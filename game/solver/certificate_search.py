"""What the searches for a proof share: every position is kept once, and expanded in turn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Generic, TypeVar

_ASKED_EVERY: Final = 16
"""How many positions are expanded between two questions whether to stop."""

Place = TypeVar("Place")
"""A position as it stands in the certificate: settled, alike piles in order."""

Move = TypeVar("Move")
"""What a move leads to, before safe cards have gone home."""


class NotLost(Exception):
    """The search for a proof has found a won game."""


class GaveUp(Exception):
    """The search for a proof was stopped before its end."""


class Proof(ABC, Generic[Place, Move]):
    """The proof for one position: the search for all positions that it needs, and its lines."""

    def __init__(self, first: Move) -> None:
        self._open: list[Place] = []
        self._first = first

    def search(self, over: Callable[[], bool]) -> None:
        """Find all positions. Raise ``NotLost`` if one is won, ``GaveUp`` once ``over`` says so."""
        self._meet(self._first)
        expanded = 0
        while self._open:
            expanded += 1
            if expanded % _ASKED_EVERY == 0 and over():
                raise GaveUp
            for move in self._expanded(self._open.pop()):
                self._meet(move)

    def _meet(self, move: Move) -> None:
        """Keep the position after ``move`` to be expanded, if anything about it is new."""
        place = self._kept(move)
        if place is not None:
            self._open.append(place)

    @abstractmethod
    def lines(self) -> Iterator[str]:
        """Yield a line of the certificate for each position found."""

    @abstractmethod
    def _kept(self, move: Move) -> Place | None:
        """Keep the position after ``move``; return it if anything about it is new.

        Raise ``NotLost`` if it is won.
        """

    @abstractmethod
    def _expanded(self, place: Place) -> Iterable[Move]:
        """Return the result of every move from ``place``; none if it is dead."""
