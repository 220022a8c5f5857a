"""What must always hold, after any play, in both games and under every rule set."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from hypothesis import HealthCheck, example, given, seed, settings
from hypothesis import strategies as st

from game.core.cards import PACK
from game.core.moves import Move, Refusal, Step, Verb
from game.core.state import (
    CELLS,
    FOUNDATIONS,
    HOME,
    RESERVE,
    STOCK,
    WASTE,
    State,
    columns,
    differences,
)
from game.rules.canfield import RULE_SETS
from game.rules.notation import board_text, parse_board, parse_deck
from game.rules.registry import KINDS, Deal, numbered
from game.solver.packed import pack, unpack
from game.words.names import refusal_text
from tests.game.decks import deck_of
from tests.game.reading import parse_move
from tests.seed import run_seed

EXAMPLES = settings(
    database=None,
    deadline=None,
    max_examples=30,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)


def examples(test: Callable[..., None]) -> Callable[..., None]:
    """Try 30 cases by the seed of this run; one that fails is to be kept as ``@example``. Tests
    that ask for the same kinds of cases are given the same ones."""
    return EXAMPLES(seed(run_seed())(test))


PILES = (*columns(8), *CELLS, *FOUNDATIONS, RESERVE, STOCK, WASTE)
COUNTS = st.none() | st.integers(-3, 40)
deals = st.builds(
    lambda kind, number: numbered(kind[0], number, kind[1]),
    st.sampled_from([*KINDS]),
    st.integers(0, 999_999),
)
choices = st.lists(st.integers(0, 10**6), max_size=60)


def moves_of(deal: Deal, state: State) -> list[Move]:
    """Every move that is legal now, with every count; stopping is left out."""
    piles = deal.engine.piles
    asked = [Move.carry(source, target) for source in piles for target in (*piles, HOME)]
    asked += [
        Move.carry(source, target, count)
        for source in piles
        for target in columns(4)
        for count in (1, 2, 3)
        if source.role == target.role
    ]
    asked += [Move(verb) for verb in (Verb.DEAL, Verb.TURN, Verb.INSPECT, Verb.PAY)]
    return [move for move in asked if isinstance(deal.engine.resolve(state, move), Move)]


def steps_of(deal: Deal, state: State, move: Move) -> tuple[Step, ...]:
    resolved = deal.engine.resolve(state, move)
    assert isinstance(resolved, Move)
    return deal.engine.expand(state, resolved)


def last_state(deal: Deal, picks: list[int]) -> State:
    """The position at the end of a game played by ``picks``."""
    game = play(deal, picks)
    return game[-1][1].after if game else deal.layout()


def play(deal: Deal, picks: list[int]) -> list[tuple[State, Step]]:
    """A game played by ``picks``: each step with the state before it."""
    return _played(deal, tuple(picks))


@lru_cache(200)
def _played(deal: Deal, picks: tuple[int, ...]) -> list[tuple[State, Step]]:
    state, game = deal.layout(), list[tuple[State, Step]]()
    for pick in picks:
        legal = moves_of(deal, state)
        if not legal:
            break
        for step in steps_of(deal, state, legal[pick % len(legal)]):
            game.append((state, step))
            state = step.after
    return game


@examples
@given(deals, choices)
def test_each_step_replays_from_its_text_to_the_same_state(deal: Deal, picks: list[int]) -> None:
    for before, step in play(deal, picks):
        move = parse_move(step.text, deal.game)
        assert move.text == step.text
        (again,) = steps_of(deal, before, move)
        assert again == step


@examples
@given(deals, choices)
@example(numbered("canfield", 1, "hoyle"), [0, 0])
def test_the_transfers_of_a_step_lead_to_its_state_and_back(deal: Deal, picks: list[int]) -> None:
    for before, step in play(deal, picks):
        stage, turns = step.after.stage, step.after.turns
        assert before.apply(step.transfers, stage=stage, turns=turns) == step.after
        back = [transfer.reversed() for transfer in reversed(step.transfers)]
        again = step.after.apply(back, stage=before.stage, turns=before.turns)
        # A run goes back card by card, so that its order in the pile may be another.
        assert {pile: set(cards) for pile, cards in again.piles.items()} == {
            pile: set(cards) for pile, cards in before.piles.items()
        }
        found = differences(step.after, before)
        assert step.after.apply(found, stage=before.stage, turns=before.turns) == before


@examples
@given(deals, choices)
def test_foundations_are_in_order(deal: Deal, picks: list[int]) -> None:
    state = last_state(deal, picks)
    bases = {state[pile][0].rank for pile in FOUNDATIONS if state[pile]}
    assert len(bases) <= 1
    for pile in FOUNDATIONS:
        for place, card in enumerate(state[pile]):
            assert card.suit == pile.number
            assert (card.rank - 1 - place) % 13 == (min(bases) - 1)


@examples
@given(deals, choices, st.data())
def test_every_move_is_resolved_or_refused_with_a_sentence(
    deal: Deal, picks: list[int], data: st.DataObject
) -> None:
    state = last_state(deal, picks)
    held = [pile for pile in PILES if pile in state or pile.role is not columns(1)[0].role]
    for _ in range(20):
        if data.draw(st.booleans()):
            verb = data.draw(st.sampled_from([verb for verb in Verb if verb is not Verb.RESTART]))
            move = Move(verb) if verb is not Verb.CARRY else Move.carry(held[0], HOME)
        else:
            source = data.draw(st.sampled_from(held))
            target = data.draw(st.sampled_from([*held, HOME]))
            move = Move.carry(source, target, data.draw(COUNTS))
        found = deal.engine.resolve(state, move)
        if isinstance(found, Refusal):
            assert refusal_text(found).endswith(".")
        else:
            assert deal.engine.resolve(state, found) == found
            assert deal.engine.expand(state, found)


@examples
@given(deals, choices)
def test_no_move_takes_a_count_that_a_hand_cannot_take_up(deal: Deal, picks: list[int]) -> None:
    state = last_state(deal, picks)
    for move in moves_of(deal, state):
        if move.verb is Verb.CARRY:
            resolved = deal.engine.resolve(state, move)
            assert isinstance(resolved, Move)
            assert resolved.count in deal.engine.counts(state, move.source)


@examples
@given(deals, choices)
def test_after_each_step_the_same_52_cards_are_there_and_home_moves_are_legal(
    deal: Deal, picks: list[int]
) -> None:
    for _, step in play(deal, picks):
        packed = pack(deal.engine, step.after)
        assert unpack(deal.engine, packed) == step.after.apply((), turns=0)
        cards = [card for pile in step.after.piles.values() for card in pile]
        assert sorted(cards) == sorted(PACK)
        homes = [deal.engine.home_move(step.after, safe=safe) for safe in (True, False)]
        assert all(isinstance(deal.engine.resolve(step.after, one), Move) for one in homes if one)
        if deal.engine.stuck(step.after):
            assert homes == [None, None], "nothing is playable now"


@examples
@given(st.integers(0, 999_999), choices)
def test_a_board_reads_as_it_was_written(number: int, picks: list[int]) -> None:
    for _, step in play(numbered("vierfrei", number), picks):
        text = board_text(step.after)
        assert parse_board(text) == step.after
        assert board_text(parse_board(text)) == text


@examples
@given(st.permutations(PACK), st.sampled_from(list(RULE_SETS)))
def test_a_deck_reads_as_it_was_written(deck: list[object], rules: str) -> None:
    text = " ".join(map(str, deck))
    own = Deal("canfield", rules=rules, deck=parse_deck(text))
    assert " ".join(map(str, deck_of(own.layout()))) == text


@examples
@given(
    st.text("0123456789abcdhrwtipxvCDHSVg- ", max_size=6), st.sampled_from(["vierfrei", "canfield"])
)
def test_any_token_is_a_move_that_reads_back_or_none(text: str, game: str) -> None:
    try:
        move = parse_move(text, game)
    except ValueError:
        return
    assert parse_move(move.text, game) == move
