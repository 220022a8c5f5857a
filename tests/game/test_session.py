"""One game in play: what an action brings with it, what counts, and its text."""

from __future__ import annotations

from datetime import UTC, datetime

from game.core.cards import PACK
from game.core.moves import Refusal
from game.play.session import Session
from game.play.sharing import from_text, to_text
from game.record.entries import Entry
from game.rules.canfield import RULE_SETS
from game.rules.choices import Automatic
from game.rules.registry import Deal, numbered
from tests.game.reading import parse_move


def play(session: Session, line: str, automatic: Automatic = Automatic.OFF) -> None:
    for token in line.split():
        done = session.do(parse_move(token, session.deal.game), automatic=automatic)
        assert not isinstance(done, Refusal), f"{token}: {done}"


def test_a_card_taken_back_from_a_foundation_stays_where_it_was_laid() -> None:
    """Under AisleRiot's rules; automatic moves would send it home again at once."""
    found = 0
    for number in range(60):
        session = Session(numbered("canfield", number, "aisleriot"))
        for _ in range(12):
            home = session.rules.home_move(session.state)
            move = parse_move("d", "canfield") if home is None else home
            session.do(move, automatic=Automatic.ALL)
        for suit in "CDHS":
            for column in "1234":
                before = session.state.cards_home
                move = parse_move(suit + column, "canfield")
                done = session.do(move, automatic=Automatic.ALL)
                if not isinstance(done, Refusal):
                    found += 1
                    assert (session.state.cards_home, len(done)) == (before - 1, 1)
                    session.undo_action()
    assert found >= 5


def test_an_entry_counts_the_moves_since_the_game_last_began() -> None:
    session = Session(numbered("vierfrei", 617))
    play(session, "58 8a 82")
    session.restart()
    play(session, "58")
    assert Entry.of(session, datetime(2026, 11, 22, tzinfo=UTC)).actions == 1


def test_the_text_of_an_own_deck_keeps_its_rule_set() -> None:
    for rules in RULE_SETS:
        session = Session(Deal("canfield", rules=rules, deck=tuple(reversed(PACK))))
        for asked in RULE_SETS:
            read = from_text(to_text(session), "canfield", asked)
            assert (read.deal, read.deal.rules) == (session.deal, rules)


def test_a_move_refused_in_the_place_of_the_last_leaves_everything_as_it_was() -> None:
    """Also that the last action is the part of a run of which the rest was taken back."""
    session = Session(numbered("vierfrei", 617))
    play(session, "58 82")
    whole = session.actions[-1]
    session.undo_step()
    before = (session.state, list(session.actions), list(session.undone))
    refused = session.replace_last(parse_move("3h", "vierfrei"))
    assert isinstance(refused, Refusal)
    assert (session.state, list(session.actions), list(session.undone)) == before
    session.redo_action()
    assert session.actions[-1] == whole
