"""The length of column for which the cards of each position in a review are sized."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.state import Role, State

PATIENCE: Final = 12
"""How many positions in a row the larger size must fit before cards that shrank grow back."""


class Rooms:
    """The lengths of column for which the cards are sized, given each position's ``longest``
    column."""

    def __init__(self, longest: Sequence[int]) -> None:
        self._longest = longest
        self._needed = room_needed(longest)

    def jump(self, at: int) -> int:
        """Return the room for position ``at``, wherever the walk comes from."""
        return self._needed[at]

    def step(self, at: int, room: int) -> int:
        """The room for position ``at``, to which one steps from a neighbour that had ``room``.

        It stays as it is while the cards fit and there is a longer column near by, so that a few
        steps to and fro never change the size of the cards each time.
        """
        if self._longest[at] > room:
            return self._needed[at]
        return min(room, max(self._longest[max(0, at - PATIENCE) : at + PATIENCE + 1]))


def longest_column(state: State) -> int:
    """Return the number of cards in the longest column."""
    return max(len(cards) for pile, cards in state.piles.items() if pile.role is Role.COLUMN)


def room_needed(longest: Sequence[int]) -> list[int]:
    """For each position the column length that its cards are sized for, from the length of its
    ``longest`` column.

    Never less than that; more only between longer columns that are less than ``PATIENCE``
    positions apart, so that the cards do not change their size to and fro. It depends on the
    position alone, not on how one got there. (A morphological closing: the least of the maxima
    over all windows of ``PATIENCE`` positions around one.)
    """
    count = len(longest)
    most = [max(longest[max(0, start) : start + PATIENCE]) for start in range(1 - PATIENCE, count)]
    return [min(most[at : at + PATIENCE]) for at in range(count)]
