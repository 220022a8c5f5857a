"""Tests of cards going home, and of undoing that."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from game.core.cards import PACK
from game.core.moves import Move, Refusal, Verb
from game.core.state import FOUNDATIONS, HOME, RESERVE, WASTE
from game.play.game_text import from_text, to_text
from game.play.history import action_text
from game.play.session import Session
from game.record.entries import Entry
from game.rules.canfield import RULE_SETS, Canfield
from game.rules.choices import Automatic
from game.rules.notation import board_text, parse_board, parse_deck
from game.rules.registry import CANFIELD, VIERFREI, Deal, numbered
from game.rules.replay import finishing_moves, replay
from tests.each import while_
from tests.game.reading import parse_move, play, played, reread
from tests.game.table import canfield, easy_deck, vierfrei
from tests.game.trees import texts
from tests.plain_rules import plain_rules
from tests.seed import chance

RUN = """\
: AS 7D 6C
: 8S
: AH
: AD 9H
: KC QC JC TC 9C 8C 7C 5C 4C 3C 2C AC KD
: QD JD TD 9D 8D 6D 5D 4D 3D 2D KH QH JH
: TH 8H 7H 6H 5H 4H 3H 2H KS QS JS
: TS 9S 7S 6S 5S 4S 3S 2S
"""
"""A board where one ace is free, and moving the run in column 1 frees another."""


def play_one(session: Session, token: str, automatic: Automatic) -> str:
    """Make a move; return its action, with automatic moves, as text."""
    return action_text(play(session, token, automatic).actions[-1])


@pytest.mark.parametrize("later", Automatic)
@pytest.mark.parametrize("resumed", [False, True])
def test_undoing_a_step_takes_back_the_cards_that_went_home_after_it(
    later: Automatic, resumed: bool
) -> None:
    session = from_text(RUN, "vierfrei", None)
    assert play_one(session, "12", Automatic.SAFE) == "1a 12 a2 1h 3h 8h"
    if resumed:
        session = reread(session)
    after = session.state
    assert len(session.undo_step(later)) == 4
    assert texts(session) == ["1a 12"] and session.state.cards_home == 0
    assert len(session.undo_step(later)) == 1 and texts(session) == ["1a"]
    assert len(session.redo_step(later)) == 1 and len(session.redo_step(later)) == 4
    assert session.state == after and texts(session) == ["1a 12 a2 1h 3h 8h"]
    for _ in range(3):
        session.undo_step(later)
    assert not session.can_undo
    session.redo_step(later)
    assert session.state.cards_home == 0
    session.redo_action()
    assert session.state == after


@pytest.mark.parametrize("resumed", [False, True])
def test_undoing_a_move_home_takes_back_the_cards_that_followed_it(resumed: bool) -> None:
    session = from_text(RUN, "vierfrei", None)
    assert play_one(session, "3h", Automatic.SAFE) == "3h"
    play_one(session, "4a", Automatic.OFF)
    assert play_one(session, "4h", Automatic.SAFE) == "4h"
    session = from_text(RUN.replace("AD 9H", "9H AD"), "vierfrei", None)
    assert play_one(session, "3h", Automatic.SAFE) == "3h 4h"
    if resumed:
        session = reread(session)
    assert len(session.undo_step(Automatic.SAFE)) == 2 and not session.can_undo
    assert len(session.redo_step(Automatic.SAFE)) == 2 and texts(session) == ["3h 4h"]
    session.undo_action()
    session.send_safe_home()
    assert texts(session) == ["3h 4h"]
    assert len(session.undo_step()) == 1 and texts(session) == ["3h"], "sent home by Delete"
    assert len(session.redo_step()) == 1 and texts(session) == ["3h 4h"]


def test_an_undone_card_goes_home_only_after_another_move() -> None:
    session = from_text(RUN, "vierfrei", None)
    play_one(session, "4a", Automatic.SAFE)
    assert texts(session) == ["4a 3h 4h"]
    session.undo_step(Automatic.SAFE)
    again = reread(session)
    for one in (session, again):
        assert play_one(one, "12", Automatic.SAFE) == "1a 12 a2 1h 8h", "the ace of hearts stays"
        assert play_one(one, "6b", Automatic.SAFE) == "6b 3h"
    session.undo_action()
    session.undo_action()
    assert play_one(session, "4b", Automatic.ALL) == "4b 4h", "of what was undone last"


@pytest.mark.parametrize("automatic", [Automatic.SAFE, Automatic.ALL])
def test_a_card_taken_from_a_foundation_stays_on_the_table(automatic: Automatic) -> None:
    found = 0
    for number in range(200):
        session = Session(numbered("canfield", number, "aisleriot"))
        for _ in range(12):
            home = session.rules.home_move(session.state)
            session.do(home or parse_move("d", "canfield"), automatic=automatic)
        for back in (suit + column for suit in "CDHS" for column in "1234"):
            before = session.state.cards_home
            done = session.do(parse_move(back, "canfield"), automatic=automatic)
            if isinstance(done, Refusal):
                continue
            assert (session.state.cards_home, len(done)) == (before - 1, 1)
            card = done[0].transfers[0].card
            session = reread(session)
            on = session.do(parse_move("d", "canfield"), automatic=automatic)
            if not isinstance(on, Refusal):
                found += 1
                assert card not in session.state[FOUNDATIONS[card.suit]]
                session.undo_action()
            session.undo_action()
    assert found >= 5


@pytest.mark.parametrize("rules", ["hoyle", "xpat2", "casino"])
def test_where_redeals_cost_only_safe_cards_go_home_by_themselves(rules: str) -> None:
    session = from_text(easy_deck(waste=0 if rules == "hoyle" else 3), "canfield", rules)
    play_one(session, {"hoyle": "d", "xpat2": "1h", "casino": "i"}[rules], Automatic.OFF)
    before = session.state[WASTE]
    assert before and len(session.rules.counts(session.state, WASTE)) == 1
    done = play_one(session, "2h", Automatic.ALL)
    assert ("wh" in done) is (session.state[WASTE] != before) is (rules == "hoyle")


# -- what counts, and what stays unchanged ---------------------------------------------------------


def test_an_entry_counts_the_moves_since_the_game_last_began() -> None:
    session = played(numbered("vierfrei", 617), "58 8a 82")
    session.restart()
    play(session, "58")
    assert Entry.of(session, datetime(2026, 11, 22, tzinfo=UTC)).actions == 1


def test_the_text_of_an_own_deck_keeps_its_rule_set() -> None:
    for rules in RULE_SETS:
        session = Session(Deal("canfield", rules=rules, deck=tuple(reversed(PACK))))
        for asked in RULE_SETS:
            read = from_text(to_text(session), "canfield", asked)
            assert (read.deal, read.deal.rules) == (session.deal, rules)


def test_a_refused_replacement_of_the_last_move_changes_nothing() -> None:
    session = played(numbered("vierfrei", 617), "58 82")
    whole = session.actions[-1]
    session.undo_step()
    before = (session.state, list(session.actions), list(session.undone))
    refused = session.replace_last(parse_move("3h", "vierfrei"))
    assert isinstance(refused, Refusal)
    assert (session.state, list(session.actions), list(session.undone)) == before
    session.redo_action()
    assert session.actions[-1] == whole


# -- wrong rules about moves home don't make the program hang --------------------------------------

NEVER = Move.carry(RESERVE, HOME)
"""A move that is illegal in ``DEAL``."""
DEAL = numbered(CANFIELD, 1, "hoyle")


@pytest.mark.timeout(20)
def test_a_wrong_automatic_move_is_not_repeated_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Canfield, "home_move", lambda *_, **__: NEVER)
    for automatic in (Automatic.SAFE, Automatic.ALL):
        assert len(Session(DEAL).do(Move(Verb.DEAL), automatic=automatic)) == 1
    replay(DEAL, (), follow_safe=True)
    monkeypatch.setattr(Canfield, "finish_move", lambda *_: NEVER)
    monkeypatch.setattr(Canfield, "resolve", lambda *_: NEVER)
    monkeypatch.setattr(Canfield, "expand", lambda _, state, move: (SimpleNamespace(after=state),))
    assert finishing_moves(DEAL.engine, DEAL.layout()) == ()


# -- sending all remaining cards home --------------------------------------------------------------

COLUMNS_DOWN = (
    "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC | KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD | "
    "KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH | KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS"
)
DESCENDING = board_text(vierfrei(f"Columns: {COLUMNS_DOWN}").state)
"""A board on which all cards can go home."""


def game_of(board: str = DESCENDING) -> Session:
    return Session(Deal(VIERFREI, board=parse_board(board)))


def finish(
    rules: str, clubs: int, diamonds: int, piles: str, turns: int = 1, stage: int = 3
) -> str:
    """Return the moves that send the remaining clubs and diamonds home. They lie in ``piles``."""
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
        # The next card never comes up, or only after a redeal, which may cost money.
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
