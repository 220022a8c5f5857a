"""The rest goes home by itself: when that is offered, and what it does."""

from __future__ import annotations

import pytest

from game.core.moves import Refusal, Verb
from game.play.session import Session
from game.rules.canfield import RULE_SETS
from game.rules.notation import board_text, parse_board, parse_deck
from game.rules.registry import CANFIELD, VIERFREI, Deal, numbered
from game.rules.replay import finishing_moves
from tests.game.decks import easy_deck
from tests.game.reading import parse_move, play, played, reread
from tests.game.table import canfield, vierfrei
from tests.loops import while_
from tests.plain_rules import plain_rules
from tests.seed import chance

COLUMNS_DOWN = (
    "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC | KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD | "
    "KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH | KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS"
)
DESCENDING = board_text(vierfrei(f"Columns: {COLUMNS_DOWN}").state)
"""A board in which each column can go home card by card."""


def game_of(board: str = DESCENDING) -> Session:
    return Session(Deal(VIERFREI, board=parse_board(board)))


def finish(
    rules: str, clubs: int, diamonds: int, piles: str, turns: int = 1, stage: int = 3
) -> str:
    """The moves that finish a game in which only the cards of these ``piles`` are not home."""
    home = f"Base: A; Foundations: C-{clubs} D-{diamonds} H-13 S-13; "
    table = canfield(rules, home + piles, turns=turns, stage=stage)
    return " ".join(move.text for move in finishing_moves(table.rules, table.state))


def test_vierfrei_finishes_when_all_cards_can_go_home() -> None:
    session = game_of()
    assert not isinstance(session.finish(), Refusal)
    assert session.won and reread(session).won, "the tokens replay by the ordinary rules"
    session.undo_action()
    assert session.state == session.layout, "it was one action"
    session = game_of(DESCENDING.replace("3C 2C AC", "3C AC 2C"))
    assert isinstance(session.finish(), Refusal) and not session.actions, "it needs another move"
    assert not isinstance(play(session, "1a").finish(), Refusal)


def test_any_order_of_moves_home_leads_to_the_same_end() -> None:
    dice = chance("orders of moves home")
    decided = {True: 0, False: 0}
    for number in range(60):
        session = Session(numbered(VIERFREI, number))
        for _ in range(dice.randint(0, 90)):
            session.do(parse_move(dice.choice("12345678abcd") + dice.choice("12345678h"), VIERFREI))
        if number % 2:
            session = game_of()
            for _ in range(dice.randint(0, 8)):
                session.do(parse_move(dice.choice("1234") + dice.choice("5678abcdh"), VIERFREI))
        expected = bool(finishing_moves(session.rules, session.state))
        other = reread(session)
        moves, moved = [parse_move(f"{one}h", VIERFREI) for one in "12345678abcd"], True
        while moved:
            dice.shuffle(moves)
            moved = any(not isinstance(other.do(move), Refusal) for move in moves)
        assert other.won == expected
        decided[expected] += 1
    assert min(decided.values()) > 5


@pytest.mark.parametrize("rules", RULE_SETS)
def test_canfield_finishes_only_where_all_cards_are_known_and_come_up(rules: str) -> None:
    free = "" if plain_rules(rules).turn else "t d wh wh wh d wh"
    for clubs, diamonds, piles, moves in (
        (10, 13, "Stock: KC QC JC", "d wh wh wh"),
        (10, 13, "Waste: KC QC JC", "wh wh wh"),
        (11, 13, "Waste: QC; Reserve: KC", "wh rh"),
        (11, 13, "Reserve: KC QC", ""),
        # The pack does not bring it, or only for money.
        (11, 13, "Waste: QC KC", ""),
        (11, 11, "Waste: KD QD QC KC", free),
    ):
        assert finish(rules, clubs, diamonds, piles) == moves, piles
    assert not finish(rules, 10, 13, "Stock: KC QC JC", turns=0), "a stock never seen is hidden"
    if rules == "casino":
        assert not finish(rules, 12, 13, "Waste: KC", stage=1), "nothing is paid for"
        assert not finish(rules, 10, 13, "Stock: KC QC JC", stage=2)
        assert finish(rules, 12, 13, "Waste: KC", stage=2) == "wh"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_an_offered_finish_wins_and_costs_nothing(rules: str) -> None:
    plain = plain_rules(rules)
    deck = parse_deck(easy_deck(waste=plain.waste))
    session = played(Deal(CANFIELD, rules=rules, deck=deck), "i p" if plain.parts else "")
    for _ in while_(lambda: isinstance(session.finish(), Refusal)):
        home = session.rules.home_move(session.state)
        done = session.do(home or parse_move("d", CANFIELD))
        assert not isinstance(done, Refusal) and not session.won
    assert session.won
    turned = any(step.move.verb is Verb.TURN for step in session.actions[-1])
    assert not (turned and plain.turn)
