"""The Vierfrei solver: its verdicts, solutions, limits, board and shortest lines."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import count
from random import Random

import pytest

from game.core.cards import Card, Suit
from game.core.moves import Move, Refusal
from game.core.state import CELLS, FOUNDATIONS, HOME, State
from game.rules.counting import player_moves
from game.rules.notation import board_text
from game.rules.registry import VIERFREI, numbered
from game.rules.vierfrei import COLUMNS, Vierfrei
from game.solver import is_compiled
from game.solver.answer import Answer, Verdict
from game.solver.vierfrei_board import (
    ALONE,
    CODE_BITS,
    FIXED,
    FROM_LOOSE,
    LOOSE,
    PILES,
    SETTLE,
    ZOBRIST,
    Board,
    board_of,
)
from game.solver.vierfrei_line import CannotPlay, Player, plain_moves
from game.solver.vierfrei_pack import Packer, expand
from game.solver.vierfrei_short import Short
from game.solver.vierfrei_solver import solve
from tests.each import each
from tests.game.reading import position
from tests.game.table import vierfrei
from tests.seed import chance
from tests.truth.vierfrei import HOSTS

RULES = Vierfrei()


def layout(number: int) -> State:
    return numbered(VIERFREI, number).layout()


def assert_wins(state: State, answer: Answer) -> None:
    assert answer.verdict is Verdict.WINNABLE, board_text(state)
    assert RULES.won(position(RULES, state, answer.moves)), board_text(state)


def random_play(number: int, random: Random, moves: int) -> State:
    """Return deal ``number`` after up to ``moves`` random moves. Safe cards go home first."""
    state = layout(number)
    piles = (*COLUMNS, *CELLS)
    for _ in range(moves):
        safe = RULES.home_move(state, safe=True)
        legal = [safe] if safe else []
        for source in piles if not legal else ():
            for target in (*piles, HOME):
                move = RULES.resolve(state, Move.carry(source, target))
                if not isinstance(move, Refusal):
                    legal.append(move)
        if not legal:
            break
        state = position(RULES, state, [random.choice(legal)])
    return state


@each("number", [*range(1, 41), 617, 10913, 26693, 999_999])
def test_a_deal_is_won_by_the_real_rules(number: int) -> None:
    state = layout(number)
    assert_wins(state, solve(state, time_limit=60))


@pytest.mark.parametrize("number", [146692, 781948])
def test_a_lost_deal_is_proven_lost(number: int) -> None:
    answer = solve(layout(number), time_limit=60)
    assert answer.verdict is Verdict.LOST
    assert answer.moves == () and answer.positions > 1000


def test_positions_of_real_play_are_decided() -> None:
    random = Random(7)
    lost = 0
    for number in range(1, 61):
        state = random_play(number, random, random.randint(5, 60))
        answer = solve(state, time_limit=60)
        assert answer.verdict is not Verdict.UNDECIDED, board_text(state)
        if answer.verdict is Verdict.WINNABLE:
            assert_wins(state, answer)
        lost += answer.verdict is Verdict.LOST
    assert 0 < lost < 50


def test_with_no_place_free_a_card_in_a_cell_cannot_be_built_on() -> None:
    """The queen fits on a king that can't leave its cell."""
    text = "Foundations: C-1 H-12 S-13 D-11\nFreecells: {} 6C 9C KC\n"
    text += "Columns: {} | QC | KH 2C 3C | JC | 4C | TC | QD 8C | 7C"
    state = vierfrei(text.format("KD", "5C")).state
    assert solve(state, time_limit=60).verdict is Verdict.LOST
    state = vierfrei(text.format("5C", "KD")).state
    assert_wins(state, solve(state, time_limit=60))


def test_a_search_gives_up_when_its_time_is_over_or_it_is_cancelled() -> None:
    answer = solve(layout(11982), time_limit=5, clock=count(0.0).__next__)
    assert (answer.verdict, answer.moves) == (Verdict.UNDECIDED, ()) and answer.seconds >= 5
    asked = count(1)
    answer = solve(layout(11982), time_limit=60, cancelled=lambda: next(asked) > 3)
    assert answer.verdict is Verdict.UNDECIDED and answer.positions < 1000


def test_lines_get_shorter_until_they_need_no_move_of_the_player() -> None:
    state = layout(1)
    first = solve(state, time_limit=60)
    best = solve(state, time_limit=0.5, shortest=True)
    assert_wins(state, best)
    assert player_moves(best.moves) < player_moves(first.moves)
    state = position(RULES, state, first.moves[:-3])
    answer = solve(state, time_limit=0.2, shortest=True)
    assert_wins(state, answer)
    assert player_moves(answer.moves) == 0


def test_a_line_of_any_length_is_freed() -> None:
    """If positions were freed recursively, a long chain of them would overflow the stack."""
    depths: list[int] = []

    def go_to_and_fro() -> None:
        packer = Packer()
        position = packer.start(board_of(layout(1)))
        card, under = position.columns[3].cards[-1:-3:-1]
        away = card | LOOSE << 6 | 1 << 12 | 3 << 16
        back = card | under << 6 | 1 << 12 | FROM_LOOSE << 16 | 3 << 20
        for _ in range(20_000):
            position = packer.enter(packer.enter(position, away, 0, 0), back, 0, 0)
        depths.append(position.depth)

    before = threading.stack_size(1 << 18)
    try:
        thread = threading.Thread(target=go_to_and_fro)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    assert depths == [40_000]


def test_a_position_has_one_key_whichever_moves_led_to_it() -> None:
    random, full = chance("keys"), 0
    for number in count(1):
        packer = Packer()
        position = packer.start(board_of(layout(number)))
        for _ in range(60):
            entries = expand(position, None)
            if not entries:
                break
            code = random.choice(entries) & (1 << CODE_BITS) - 1
            position = packer.enter(position, code, packer.key_after(position, code), 0)
            ways = [(column.cards, ALONE) for column in position.columns]
            ways += [((card,), ALONE) for card in position.loose]
            found = sum(
                ZOBRIST[card][under]
                for cards, alone in ways
                for card, under in zip(cards, (alone, *cards), strict=False)
            )
            found += sum(FIXED[card] for card in position.loose if position.fixed >> card & 1)
            assert position.key == found
            full += position.fixed > 0
        if number >= 12 and full:
            break


# -- the solver's board: the same moves are legal, and have the same effect ------------------------


@pytest.mark.parametrize(("name", "longest_at_least"), [("fixed", 3), ("this run's", 1)])
def test_the_solvers_board_agrees_with_the_rules(name: str, longest_at_least: int) -> None:
    """The games played with the fixed seed are known to have long runs."""
    random = Random(3) if name == "fixed" else chance("referee")
    longest = permitted = 0
    for number in range(1, 9):
        state = numbered(VIERFREI, number).layout()
        for _ in range(120):
            board = board_of(state)
            legal: list[Move] = []
            for _ in range(100):
                source = random.choice([at for at, cards in enumerate(board.piles) if cards])
                count = min(random.choice((1, 1, 2, 3, 5)), len(board.piles[source]))
                card, target = board.piles[source][-count], random.randrange(13)
                player = Player(board)
                onto = PILES[target] if target < 12 else HOME
                resolved = RULES.resolve(state, Move.carry(PILES[source], onto, count))
                try:
                    if target < 12:
                        player.carry(card, count, target)
                    elif not player.sends_home(card):
                        raise CannotPlay
                except CannotPlay:
                    assert isinstance(resolved, Refusal)
                    assert (tuple(map(tuple, player.piles)), tuple(player.heights)) == board
                    continue
                assert not isinstance(resolved, Refusal)
                after = position(RULES, state, player.moves)
                assert after == RULES.expand(state, resolved)[-1].after
                assert (tuple(map(tuple, player.piles)), tuple(player.heights)) == board_of(after)
                legal.append(resolved)
                permitted += 1
                longest = max(longest, count)
            if legal:
                # Long runs come up only if moves of many cards are preferred.
                longer = random.random() < 0.7
                move = max(legal, key=lambda move: move.count or 1) if longer else legal[0]
                state = RULES.expand(state, move)[-1].after
    assert longest >= longest_at_least
    assert permitted > 500


def test_a_line_wins_only_if_all_cards_are_home() -> None:
    board = board_of(numbered(VIERFREI, 1).layout())
    with pytest.raises(CannotPlay):
        clubs, diamonds, hearts, spades = board.heights
        plain_moves(board, [(0, (clubs, diamonds, hearts, spades))])


# -- the shortest line and its bound, compared with a plain count of moves -------------------------


Piles = tuple[tuple[int, ...], ...]
Spot = tuple[Piles, Piles, tuple[int, ...]]
"""The columns and the cells, both sorted, and the number of cards on each foundation."""


def end_position(random: Random) -> Board:
    """Return a random board with few cards left."""
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
    """Return a lower bound on the number of player moves needed to win."""
    return Short(board, lambda: False).least()


def fewest(board: Board, most: int) -> int | None:
    """Return the fewest player moves that win. None if ``most`` positions aren't enough to tell."""
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
    """Search for lines shorter than ``length``. ``positions`` limits the size of the search.

    Return the length of the shortest line, or None. Also return a proven lower bound.
    """
    search, found = Short(board, lambda: search.positions >= positions), None
    for line in search.lines(length):
        played = plain_moves(board, line)
        assert RULES.won(position(RULES, state_of(board), played))
        moves = player_moves(played)
        assert moves == len(line) - 1 < (found or length)
        found = len(line) - 1
    return found, search.least()


def check_end_positions(random: Random, cases: int, most: int) -> int:
    """Compare the search with ``fewest`` in ``cases`` random end positions. Return how many of
    the positions need more than one move."""
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
    columns, cells, heights = spot
    for at, pile in enumerate(columns + cells):
        if pile and heights[pile[-1] % 4] == pile[-1] // 4:
            piles = [*columns, *cells]
            piles[at] = pile[:-1]
            now = list(heights)
            now[pile[-1] % 4] += 1
            yield _sorted(tuple(piles[:8]), tuple(piles[8:]), tuple(now))


def _moves(spot: Spot) -> Iterator[Spot]:
    columns, cells, heights = spot
    free = cells.count(())
    for at, pile in enumerate(columns + cells):
        run = 1
        while at < 8 and run < len(pile) and HOSTS[pile[-run]][pile[-run - 1]]:
            run += 1
        for size in range(1, run + 1) if pile else ():
            for to, onto in enumerate(columns + cells):
                if to == at or (to >= 8 and (onto or size > 1)):
                    continue
                empty = columns.count(()) - (not onto)
                if to < 8 and size > 1 and size > (free + 1) * 2**empty:
                    continue
                if onto and not HOSTS[pile[-size]][onto[-1]]:
                    continue
                piles = [*columns, *cells]
                piles[at], piles[to] = pile[:-size], onto + pile[-size:]
                yield _sorted(tuple(piles[:8]), tuple(piles[8:]), heights)


LENGTHS = {46: 16, 240: 16, 251: 16, 300: 15, 346: 15, 414: 16, 852: 13, 941: 15, 1839: 14}
"""The lengths of published lines in player moves, by deal number."""


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
    """Another program found the same lengths for deals 321 and 217. It uses a different bound."""
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
    """Compare the stored values with freshly computed values. ``test_forms`` tests the compiled
    solver."""
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
