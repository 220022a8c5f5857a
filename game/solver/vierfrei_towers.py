"""What the eager search for short lines knows of a single column, computed once for each.

Some hundred columns make up all positions of such a search, so that much can be asked of each.
"""

from __future__ import annotations

from typing import Final

from game.solver.vierfrei_board import ALONE, BIT, EMPTY, LOOSE, TAKERS, ZOBRIST, Home
from game.solver.vierfrei_column import goals_of
from game.solver.vierfrei_stacks import IN_CELL
from game.solver.vierfrei_worth import BURIED, IN_CELLS, LEFT, disorder

_MOST: Final = 30_000
"""The most columns cached, to limit memory (some 2000 bytes each)."""

Run = tuple[int, ...]
Goals = tuple[tuple[int, int, int], ...]

Way = tuple[int, int, Run, int, int, int, int, int, int, int, Goals]
"""A way to take the end of a run: mask of what its first card may lie on, number of cards, these
cards, what the column costs less without them, mask of the cards that stay, bit of the card
uncovered, what moving into an empty column contributes to the key and to the evaluation, the code
of that without the source, the change of the position's kind, the goals elsewhere."""

Tower = tuple[
    Run, int, int, int, int, int, int, int, int, list[Way], dict[Run, int], int, int, int,
    dict[int, int],
]  # fmt: skip
"""A column: cards, bit of the last one, mask of what some card of its run may lie on, mask of the
cards. Of taking the last one into a cell: what this contributes to the key and to the evaluation,
mask of the cards that stay, bit of the card uncovered, code of the move without the source. The
ways to take the end of the run (filled in by ``ways``), what the runs laid on it add to its cost
(by ``laid``), this cost, how many cards are under the last break of order, how many are not, and
what it costs that cards cover certain ones (by ``covering``)."""

SINGLE: Final[tuple[Run, ...]] = tuple((card,) for card in range(52))

PLACE: Final = 64
"""In a position's kind: a column or a cell that is in use; less is for cards under a break."""


class Towers(dict[Run, Tower]):
    """The columns known so far, by their cards; others are added when asked for."""

    __slots__ = ("_costs",)

    def __init__(self) -> None:
        super().__init__()
        self._costs: dict[Run, tuple[int, int]] = {(): (0, 0)}

    def _cost(self, cards: Run) -> tuple[int, int]:
        found = self._costs.get(cards)
        if found is None:
            if len(self._costs) >= 2 * _MOST:
                self._costs.clear()
                self._costs[()] = (0, 0)
            found = self._costs[cards] = disorder(cards)
        return found

    def __missing__(self, cards: Run) -> Tower:
        if len(self) >= _MOST:
            self.clear()
        count, card = len(cards), cards[-1]
        cost, run = self._cost(cards)
        under = cards[-2] if count > 1 else ALONE
        stays = takers = 0
        for other in cards[:-1]:
            stays |= BIT[other]
        for other in cards[-run:]:
            takers |= TAKERS[other]
        found: Tower = (
            cards,
            BIT[card],
            takers,
            stays | BIT[card],
            IN_CELL[card] - ZOBRIST[card][under],
            self._cost(cards[:-1])[0] + IN_CELLS[card >> 2] - cost,
            stays,
            BIT[under] if count > 1 else 0,
            card | LOOSE << 6 | 1 << 12,
            [],
            {},
            cost,
            count - run,
            run,
            {},
        )
        self[cards] = found
        return found

    def ways(self, tower: Tower) -> list[Way]:
        """Return the ways to take the end of the run of ``tower``, which stores them."""
        cards, _, _, stays, _, _, _, _, _, ways, _, cost, below, run, _ = tower
        for moved in range(1, run + 1):
            card = cards[-moved]
            left = cards[:-moved]
            stays ^= BIT[card]
            under = left[-1] if left else ALONE
            cheaper, last = self._cost(left)
            ways.append(
                (
                    TAKERS[card],
                    moved,
                    cards[-moved:],
                    cost - cheaper,
                    stays,
                    BIT[under] if left else 0,
                    ZOBRIST[card][ALONE] - ZOBRIST[card][under],
                    self._cost(cards[-moved:])[0],
                    card | EMPTY << 6 | moved << 12,
                    len(left) - last - below if left else -PLACE,
                    goals_of(card, under),
                )
            )
        return ways

    def laid(self, tower: Tower, run: Run) -> int:
        """Return what ``run`` laid on ``tower``, which stores it, adds to the cost."""
        found = tower[10][run] = self._cost(tower[0] + run)[0] - tower[11]
        return found

    def covering(self, tower: Tower, wanted: int) -> int:
        """Return what it costs that cards of ``tower``, which stores it, lie above ``wanted`` ones
        of it."""
        count = 0
        for at, card in enumerate(tower[0]):
            if BIT[card] & wanted:
                count += len(tower[0]) - 1 - at
        found = tower[14][wanted] = BURIED * count
        return found

    def sums(self, columns: list[Tower], cells: list[int], home: Home) -> tuple[int, int]:
        """Return the evaluation without the places, and the kind, of a position."""
        heights, following, _, left = home
        base, kind, at = LEFT * left, PLACE * (len(columns) + len(cells)), 0
        for card in cells:
            cost = IN_CELLS[card >> 2]
            base += cost
        for tower in columns:
            wanted, cost, below = tower[3], tower[11], tower[12]
            base += cost
            kind += below
            wanted &= following
            if wanted:
                cost = tower[14].get(wanted) or self.covering(tower, wanted)
                base += cost
        for height in heights:
            at = 14 * at + height
        return base, kind + (at << 12)
