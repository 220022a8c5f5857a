"""A simple solver of Vierfrei, which tries every reachable position.

It shares no code with ``game.solver``. A card is a byte, ``4 * rank + suit``, with rank
0 for an ace. A pile is a ``bytes`` object, with the top card last.
"""

from __future__ import annotations

from typing import Final

from game.core.state import CELLS, FOUNDATIONS, Pile, State
from game.rules.vierfrei import COLUMNS
from tests.truth.plain import Plain

Heights = tuple[int, ...]
Place = tuple[tuple[bytes, ...], tuple[bytes, ...], Heights]
"""The columns, the cells and the heights of the foundations."""

_RED: Final = (1, 2)
HOSTS: Final = tuple(
    tuple(on // 4 == card // 4 + 1 and (card % 4 in _RED) != (on % 4 in _RED) for on in range(52))
    for card in range(52)
)
"""``HOSTS[a][b]`` says whether card ``a`` may lie on card ``b`` in a column."""


class Twin(Plain[Place]):
    """The game from ``state`` on, ignoring the order of columns and of cells."""

    def __init__(self, state: State) -> None:
        def cards(pile: Pile) -> bytes:
            return bytes(card.rank * 4 - 4 + card.suit for card in pile)

        self.start = self.told(
            [cards(state[pile]) for pile in COLUMNS],
            [cards(state[pile]) for pile in CELLS],
            tuple(len(state[pile]) for pile in FOUNDATIONS),
        )

    def told(self, columns: list[bytes], cells: list[bytes], heights: Heights) -> Place:
        return tuple(sorted(columns)), tuple(sorted(cells)), heights

    def home(self, place: Place) -> int:
        return sum(place[2])

    def after(self, place: Place) -> list[Place]:
        columns, cells, heights = place
        found: list[Place] = []
        for source, cards in enumerate(columns):
            if cards:
                left = list(columns)
                left[source] = cards[:-1]
                found += self._laid(cards[-1], left, list(cells), heights, columns)
        for source, cards in enumerate(cells):
            if cards:
                rest = list(cells)
                rest[source] = b""
                found += self._laid(cards[0], list(columns), rest, heights, columns)
        return found

    def _laid(
        self,
        card: int,
        columns: list[bytes],
        cells: list[bytes],
        heights: Heights,
        before: tuple[bytes, ...],
    ) -> list[Place]:
        """Return all positions with ``card`` laid down. ``before`` holds the original columns."""
        found = []
        suit = card % 4
        if heights[suit] == card // 4:
            up = (*heights[:suit], heights[suit] + 1, *heights[suit + 1 :])
            found.append(self.told(columns, cells, up))
        held = bytes((card,))
        hosts = HOSTS[card]
        for at, column in enumerate(columns):
            # The card can't go back to the column that it comes from.
            if column is before[at] and (not column or hosts[column[-1]]):
                now = columns.copy()
                now[at] = column + held
                found.append(self.told(now, cells, heights))
        for at, cell in enumerate(cells):
            if not cell:
                now = cells.copy()
                now[at] = held
                found.append(self.told(columns, now, heights))
                break
        return found
