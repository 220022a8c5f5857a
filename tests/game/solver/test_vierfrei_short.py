"""The search for the shortest line and its bound, held to a plain count of moves."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from game.core.cards import Card, Suit
from game.core.state import FOUNDATIONS, State
from game.rules.counting import player_moves
from game.solver import is_compiled
from game.solver.vierfrei_board import PILES, SETTLE, Board, board_of
from game.solver.vierfrei_line import plain_moves
from game.solver.vierfrei_short import Short
from tests.game.reading import position
from tests.game.solver.test_vierfrei import RULES, layout, random_play
from tests.seed import chance
from tests.truth.vierfrei import HOSTS

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


def state_of(board: Board) -> State:
    piles = {
        pile: tuple([Card(index // 4 + 1, Suit(index % 4)) for index in cards])
        for pile, cards in zip(PILES, board.piles, strict=True)
    }
    for pile, up in zip(FOUNDATIONS, board.heights, strict=True):
        piles[pile] = tuple([Card(rank, Suit(pile.number)) for rank in range(1, up + 1)])
    return State(piles)


def shortest(board: Board, positions: int = 1 << 30, length: int = 60) -> tuple[int | None, int]:
    """Return the length of the shortest line found with fewer moves than ``length``, and how many
    moves any line is proven to have, after some ``positions``."""
    search, found = Short(board, lambda: search.positions >= positions), None
    for line in search.lines(length):
        played = plain_moves(board, line)
        assert RULES.won(position(RULES, state_of(board), played))
        moves = player_moves(played)
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
        while at < 8 and run < len(pile) and HOSTS[pile[-run]][pile[-run - 1]]:
            run += 1
        for count in range(1, run + 1) if pile else ():
            for to, onto in enumerate(columns + cells):
                if to == at or (to >= 8 and (onto or count > 1)):
                    continue
                empty = columns.count(()) - (not onto)
                if to < 8 and count > 1 and count > (free + 1) * 2**empty:
                    continue
                if onto and not HOSTS[pile[-count]][onto[-1]]:
                    continue
                piles = [*columns, *cells]
                piles[at], piles[to] = pile[:-count], onto + pile[-count:]
                yield _sorted(tuple(piles[:8]), tuple(piles[8:]), heights)


LENGTHS = {46: 16, 240: 16, 251: 16, 300: 15, 346: 15, 414: 16, 852: 13, 941: 15, 1839: 14}
"""The player moves of published lines, by deal."""


def test_the_proven_length_is_that_of_a_plain_count() -> None:
    dice = chance("end positions")
    assert any(check_end_positions(dice, 8, 150) for _ in range(9)), "one of two moves or more"


def test_the_bound_counts_cards_that_block_a_lower_one_of_their_suit_or_each_other() -> None:
    bounds = {
        "2C 3C": 1, "2C 3C 4C": 2, "AC 9H 8C": 1, "3D AD 5S 4D 9D": 2, "9D 8C 7D": 0,
        "AC AD 9D 8C": 1,
        "AS KH | AH KS": 1, "AS KH | AH KD": 0, "AS KH | AC KS | AH KC": 1,
        "AS KH | AH KS | AD KC | AC KD": 2, "AC 5D | AD 5C | AH 6C": 1,
    }  # fmt: skip
    for columns, least in bounds.items():
        piles = [
            tuple((card.rank - 1) * 4 + card.suit for card in map(Card.parse, column.split()))
            for column in columns.split(" | ")
        ]
        used = {card for pile in piles for card in pile}
        rest = [(card,) for card in range(52) if card not in used]
        board = Board((*piles, *((),) * (8 - len(piles)), *rest), (0, 0, 0, 0))
        assert least_moves(board) == least, columns


def test_a_line_longer_than_the_first_bound_is_proven() -> None:
    """Lengths by another program's search, with a bound of its own."""
    for deal, bound, length in ((321, 15, 17), (217, 16, 18)):
        board = board_of(layout(deal))
        assert least_moves(board) == bound
        assert shortest(board, length=length) == (None, length)
        assert shortest(board, length=length + 1) == shortest(board) == (length, length)
    for seed, length in ((38, 4), (450, 3)):
        board = end_position(Random(seed))
        assert fewest(board, 4000) == length == least_moves(board) + 1
        assert shortest(board) == (length, length)


def test_no_published_line_is_shorter_than_one_that_is_proven() -> None:
    proven = 0
    for deal, length in LENGTHS.items():
        found, least = shortest(board_of(layout(deal)), 4000)
        assert least <= length, deal
        if least == found:
            proven += 1
            assert found <= length, deal
    assert proven > 2


def test_a_stopped_search_tells_the_length_proven_so_far() -> None:
    board = board_of(layout(2))
    bounds = [shortest(board, positions)[1] for positions in (1, 1500, 4000)]
    assert bounds == sorted(bounds)
    assert least_moves(board) <= bounds[0] and bounds[-1] <= 21


@pytest.mark.skipif(is_compiled(), reason="a compiled class shows nothing inside")
def test_a_moves_changes_agree_with_a_fresh_look_at_the_position() -> None:
    """What the search stores of a position equals what is computed anew; ``test_forms`` compares
    the compiled form."""
    from game.solver.vierfrei_short import _MADE, _value

    random, looked = chance("short"), 0
    while looked < 100:
        state = random_play(random.randrange(32000), random, random.randrange(40))
        search = Short(board_of(state), lambda: False)
        next(search.lines(60), None)
        for value, key, spot, code in [entry for heap in search._heaps for entry in heap]:
            if code == _MADE or code & SETTLE:
                continue
            looked += 1
            made = search._carried(spot, code)
            search._settle(made, False)
            assert (made.key, _value(made)) == (key, value), state
