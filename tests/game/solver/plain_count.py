"""The fewest player moves that win a small position of Vierfrei, counted plainly: all positions
within one move, within two, and so on; and the solver held to it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from game.solver.vierfrei_board import Board
from game.solver.vierfrei_line import AT_HOME, Player, Step, plain_steps
from game.solver.vierfrei_short import Short

Piles = tuple[tuple[int, ...], ...]
Spot = tuple[Piles, Piles, tuple[int, ...]]
"""Columns and cells, each in order of their cards, since places are alike, and heights."""


def end_position(random: Random) -> Board:
    """Return a random board with few cards left, in a few columns and cells."""
    heights = tuple(random.randint(7, 11) for _ in range(4))
    cards = [rank * 4 + suit for suit, height in enumerate(heights) for rank in range(height, 13)]
    random.shuffle(cards)
    cells = [cards.pop() for _ in range(random.randint(1, 4))]
    piles: list[list[int]] = [[] for _ in range(8)]
    columns = random.randint(2, 4)
    for card in cards:
        piles[random.randrange(columns)].append(card)
    return Board((*map(tuple, piles), *((c,) for c in cells), *((),) * (4 - len(cells))), heights)


def least_moves(board: Board) -> int:
    """Return how many player moves ``board`` needs at least, before any search."""
    return Short(board, lambda: False).least()


def fewest(board: Board, most: int) -> int | None:
    """Return the fewest player moves that win ``board``; None if there is no telling before
    ``most`` positions."""
    level = {_sorted(board.piles[:8], board.piles[8:], board.heights)}
    seen, moves = set[Spot](), 0
    while level:
        reached = list(level)
        for spot in reached:
            for other in _homes(spot):
                if other not in level:
                    level.add(other)
                    reached.append(other)
        if any(sum(spot[2]) == 52 for spot in level):
            return moves
        seen |= level
        if len(seen) > most:
            return None
        level = {other for spot in level for other in _moves(spot)} - seen
        moves += 1
    return None


def wins(board: Board, steps: list[Step]) -> bool:
    """Return whether ``steps`` are legal from ``board`` and bring all cards home."""
    player = Player(board)
    return all(player.carry(*step) for step in steps) and player.heights == [13] * 4


def shortest(board: Board, positions: int = 1 << 30, length: int = 60) -> tuple[int | None, int]:
    """Return the length of the shortest line found with fewer moves than ``length``, and how many
    moves any line is proven to have, after some ``positions``."""
    search, found = Short(board, lambda: search.positions >= positions), None
    for line in search.lines(length):
        steps = plain_steps(board, line)
        assert wins(board, steps)
        moves = sum(target != AT_HOME for _, target, _ in steps)
        assert moves == len(line) - 1 < (found or length)
        found = len(line) - 1
    return found, search.least()


def check_end_positions(random: Random, cases: int, most: int) -> int:
    """Compare ``cases`` end positions with the plain count; return how many had to be
    counted further than one move."""
    counted = 0
    for _ in range(cases):
        board = end_position(random)
        true = fewest(board, most)
        if true is not None:
            assert least_moves(board) <= true, board
            assert shortest(board) == (true, true), board
            assert shortest(board, length=true) == (None, true), board
            assert shortest(board, length=true + 1) == (true, true), board
            length, least = shortest(board, 8)
            assert least <= true <= (length or true), board
            counted += true > 1
    return counted


def _sorted(columns: Piles, cells: Piles, heights: tuple[int, ...]) -> Spot:
    return tuple(sorted(columns)), tuple(sorted(cells)), heights


def _fits(card: int, on: int) -> bool:
    return card // 4 + 1 == on // 4 and (card % 4 in (1, 2)) != (on % 4 in (1, 2))


def _homes(spot: Spot) -> Iterator[Spot]:
    """All that one move home leads to."""
    columns, cells, heights = spot
    for at, pile in enumerate(columns + cells):
        if pile and heights[pile[-1] % 4] == pile[-1] // 4:
            piles = [*columns, *cells]
            piles[at] = pile[:-1]
            now = list(heights)
            now[pile[-1] % 4] += 1
            yield _sorted(tuple(piles[:8]), tuple(piles[8:]), tuple(now))


def _moves(spot: Spot) -> Iterator[Spot]:
    """All that one player move leads to."""
    columns, cells, heights = spot
    free = cells.count(())
    for at, pile in enumerate(columns + cells):
        run = 1
        while at < 8 and run < len(pile) and _fits(pile[-run], pile[-run - 1]):
            run += 1
        for count in range(1, run + 1) if pile else ():
            for to, onto in enumerate(columns + cells):
                if to == at or (to >= 8 and (onto or count > 1)):
                    continue
                empty = columns.count(()) - (not onto)
                if to < 8 and count > 1 and count > (free + 1) * 2**empty:
                    continue
                if onto and not _fits(pile[-count], onto[-1]):
                    continue
                piles = [*columns, *cells]
                piles[at], piles[to] = pile[:-count], onto + pile[-count:]
                yield _sorted(tuple(piles[:8]), tuple(piles[8:]), heights)
