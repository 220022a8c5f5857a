"""What must always hold, after any play, in both games and under every rule set."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

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
from game.play.session import Session
from game.rules.notation import board_text, parse_board
from game.rules.registry import KINDS, VIERFREI
from game.solver.packed import pack, unpack
from game.words.names import refusal_text
from tests.game.reading import parse_move
from tests.game.trees import any_deal, by_chance
from tests.seed import chance

PILES = (*columns(8), *CELLS, *FOUNDATIONS, RESERVE, STOCK, WASTE)
each_kind = pytest.mark.parametrize(("game", "rules"), KINDS)


def games_of(game: str, rules: str | None) -> Iterator[Session]:
    """Some random games of a kind."""
    for which in range(4):
        yield by_chance(any_deal(game, rules, which), 40)


@each_kind
def test_each_step_can_be_replayed_taken_back_and_stored_and_home_moves_are_legal(
    game: str, rules: str | None
) -> None:
    for session in games_of(game, rules):
        for node in session.history.root.subtree():
            before = session.state_at(node.parent or node)
            for step in node.action:
                if step.move.verb is not Verb.RESTART:
                    check_step(session, before, step)
                before = step.after


def check_step(session: Session, before: State, step: Step) -> None:
    engine, after = session.rules, step.after
    move = engine.resolve(before, parse_move(step.text, session.deal.game))
    assert isinstance(move, Move) and engine.expand(before, move) == (step,)
    assert before.apply(step.transfers, stage=after.stage, turns=after.turns) == after
    back = [transfer.reversed() for transfer in reversed(step.transfers)]
    again = after.apply(back, stage=before.stage, turns=before.turns)
    # A run goes back card by card, so that its order in the pile may be another.
    assert {pile: set(cards) for pile, cards in again.piles.items()} == {
        pile: set(cards) for pile, cards in before.piles.items()
    }
    found = differences(after, before)
    assert not differences(after, after)
    assert after.apply(found, stage=before.stage, turns=before.turns) == before
    assert sorted(card for pile in after.piles.values() for card in pile) == sorted(PACK)
    assert unpack(engine, pack(engine, after)) == after.apply((), turns=0)
    if session.deal.game == VIERFREI:
        assert parse_board(board_text(after)) == after
    homes = [engine.home_move(after, safe=safe) for safe in (True, False)]
    assert all(isinstance(engine.resolve(after, one), Move) for one in homes if one)
    if engine.stuck(after):
        assert homes == [None, None], "nothing is playable now"


@each_kind
def test_every_move_is_resolved_or_refused_with_a_sentence(game: str, rules: str | None) -> None:
    dice = chance("any move", game, rules)
    verbs = [verb for verb in Verb if verb not in (Verb.RESTART, Verb.CARRY)]
    for session in games_of(game, rules):
        engine, state = session.rules, session.state
        held = [pile for pile in PILES if pile in state or pile not in columns(8)]
        for _ in range(200):
            source, target = dice.choice(held), dice.choice([*held, HOME])
            move = Move.carry(source, target, dice.choice([None, None, *range(-3, 41)]))
            if dice.random() < 0.1:
                move = Move(dice.choice(verbs))
            found = engine.resolve(state, move)
            if isinstance(found, Refusal):
                assert refusal_text(found).endswith(".")
            else:
                assert engine.resolve(state, found) == found and engine.expand(state, found)
                if found.verb is Verb.CARRY:
                    counts = engine.counts(state, found.source)
                    assert found.count in counts, "a hand cannot take up so many"
