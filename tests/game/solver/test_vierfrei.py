"""The Vierfrei solver: verdicts, solutions, limits and its board."""

from __future__ import annotations

import threading
from itertools import count
from random import Random

import pytest

from game.core.moves import Move, Refusal
from game.core.state import CELLS, HOME, State
from game.rules.counting import player_moves
from game.rules.notation import board_text
from game.rules.registry import VIERFREI, numbered
from game.rules.vierfrei import COLUMNS, Vierfrei
from game.solver.answer import Answer, Verdict
from game.solver.vierfrei_board import (
    ALONE,
    CODE_BITS,
    FIXED,
    FROM_LOOSE,
    LOOSE,
    PILES,
    ZOBRIST,
    board_of,
)
from game.solver.vierfrei_line import CannotPlay, Player, plain_moves
from game.solver.vierfrei_pack import Packer, expand
from game.solver.vierfrei_solver import solve
from tests.each import each
from tests.game.reading import position
from tests.game.table import vierfrei
from tests.seed import chance

RULES = Vierfrei()


def layout(number: int) -> State:
    return numbered(VIERFREI, number).layout()


def assert_wins(state: State, answer: Answer) -> None:
    assert answer.verdict is Verdict.WINNABLE, board_text(state)
    assert RULES.won(position(RULES, state, answer.moves)), board_text(state)


def random_play(number: int, random: Random, moves: int) -> State:
    """Deal ``number`` after some random legal moves, the safe ones home among them."""
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
    """The queen of clubs fits on the king of diamonds, but he stays in his cell for good."""
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
    """Each position refers to the one before; freed recursively, they would overflow the stack."""
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


# -- its own board: the same moves are legal, and do the same --------------------------------------


@pytest.mark.parametrize(("name", "longest_at_least"), [("fixed", 3), ("this run's", 1)])
def test_the_solvers_board_agrees_with_the_rules(name: str, longest_at_least: int) -> None:
    """The fixed games are known to have long runs."""
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
                # Long runs come up only if they are sought.
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
