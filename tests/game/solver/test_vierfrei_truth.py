"""The solver against a plain search of every single-card move, on thousands of end positions.

The model here knows a board as it lies, cells and columns apart, and shares no code with the
solver; it forces nothing and leaves nothing out.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from game.cards import PACK, Card, Suit
from game.games import VIERFREI, Deal
from game.notation import board_text
from game.piles import CELLS, FOUNDATIONS, PileId
from game.replay import replay
from game.solver.answer import Verdict
from game.solver.vierfrei import solve
from game.state import State
from game.vierfrei import COLUMNS, PILES, Vierfrei

Board = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], tuple[int, ...]]
"""Columns and cells in order of their cards, heights; a card is rank * 4 + suit."""

TOO_MANY = 1_000


def reached(board: Board) -> Iterator[Board]:
    """Every position one single card away; of equal cells and columns one is enough."""
    columns, cells, heights = board

    def made(now: list[tuple[int, ...]], loose: list[int], up: tuple[int, ...] = heights) -> Board:
        return tuple(sorted(now)), tuple(sorted(loose)), up

    for source in [*range(len(columns)), *(-1 - cell for cell in range(len(cells)))]:
        left, loose = list(columns), list(cells)
        if source < 0:
            card = loose.pop(-1 - source)
        elif columns[source]:
            card = columns[source][-1]
            left[source] = columns[source][:-1]
        else:
            continue
        if heights[card % 4] == card // 4:
            up = list(heights)
            up[card % 4] += 1
            yield made(left, loose, tuple(up))
        if source >= 0 and len(cells) < 4:
            yield made(left, [*loose, card])
        for target, onto in enumerate(columns):
            if target == source:
                continue
            red = card % 4 in (1, 2)
            if not onto or (onto[-1] // 4 == card // 4 + 1 and (onto[-1] % 4 in (1, 2)) != red):
                now = list(left)
                now[target] = (*onto, card)
                yield made(now, loose)


def can_be_won(board: Board) -> bool | None:
    """The truth, or None after too many positions."""
    stack, seen = [board], {board}
    while stack:
        position = stack.pop()
        if sum(position[2]) == 52:
            return True
        if len(seen) > TOO_MANY:
            return None
        following = [after for after in reached(position) if after not in seen]
        seen.update(following)
        following.sort(key=lambda after: sum(after[2]))
        stack += following
    return False


def board_of(state: State) -> Board:
    def indices(pile: PileId) -> tuple[int, ...]:
        return tuple((card.rank - 1) * 4 + card.suit for card in state[pile])

    return (
        tuple(sorted(indices(column) for column in COLUMNS)),
        tuple(sorted(card for cell in CELLS for card in indices(cell))),
        tuple(len(state[foundation]) for foundation in FOUNDATIONS),
    )


def end_position(random: Random, in_play: int, cells: int, open_columns: int) -> State:
    """A random position of ``in_play`` cards, ``cells`` of them in cells.

    ``open_columns`` columns are empty. Cards that could go home at once are covered by others, for
    few random positions with so little in play are lost otherwise.
    """
    heights = [13, 13, 13, 13]
    suits = random.sample(range(4), random.randint(in_play // 13 + 1, 4))
    while sum(heights) > 52 - in_play:
        suit = random.choice(suits)
        heights[suit] -= heights[suit] > 0
    cards = [card for card in PACK if card.rank > heights[card.suit]]
    piles: dict[PileId, tuple[Card, ...]] = dict.fromkeys(PILES, ())
    for suit in Suit:
        piles[FOUNDATIONS[suit]] = tuple(Card(rank + 1, suit) for rank in range(heights[suit]))
    random.shuffle(cards)
    used = random.sample(COLUMNS, 8 - open_columns)
    deep = random.sample(used, random.randint(1, min(3, len(used))))
    piles |= zip(random.sample(CELLS, cells), ((card,) for card in cards), strict=False)
    for number, card in enumerate(cards[cells:]):
        piles[used[number] if number < len(used) else random.choice(deep)] += (card,)
    for _ in range(12):
        move = Vierfrei().home_move(State(piles))
        covered = [(pile, place) for pile in COLUMNS for place in range(len(piles[pile]) - 1)]
        if move is None or not covered:
            break
        pile, place = random.choice(covered)
        going, staying = piles[move.source][-1], piles[pile][place]
        piles[move.source] = (*piles[move.source][:-1], staying)
        piles[pile] = (*piles[pile][:place], going, *piles[pile][place + 1 :])
    return State(piles)


def assert_agrees(state: State) -> bool | None:
    truth = can_be_won(board_of(state))
    if truth is None:
        return None
    answer = solve(state, time_limit=60)
    assert answer.verdict is (Verdict.WINNABLE if truth else Verdict.LOST), board_text(state)
    if truth:
        line = replay(Deal(VIERFREI, board=state), answer.moves)
        assert line.refusal is None, board_text(state)
        assert line.last.cards_home == 52, board_text(state)
    else:
        assert answer.moves == ()
    return truth


@pytest.mark.parametrize(
    ("most", "cells", "open_columns", "rounds", "least_lost"),
    [
        (14, 4, 0, 600, 12),
        (16, 4, 0, 200, 10),
        (22, 4, 0, 30, 1),
        (14, 4, 1, 300, 1),
        (14, 3, 0, 200, 1),
        (14, 3, 2, 150, 0),
        (14, 4, 3, 150, 0),
        (16, 2, 0, 30, 0),
        (16, 0, 0, 20, 0),
    ],
)
def test_agrees_with_a_plain_search(
    most: int, cells: int, open_columns: int, rounds: int, least_lost: int
) -> None:
    random = Random(f"{most} {cells} {open_columns}")
    truths = []
    for _ in range(rounds):
        in_play = random.randint(max(8, cells + 8 - open_columns), most)
        truths.append(assert_agrees(end_position(random, in_play, cells, open_columns)))
    assert truths.count(True) > rounds // 20
    assert truths.count(False) >= least_lost
    assert truths.count(None) * 2 <= rounds
