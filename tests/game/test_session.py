"""One game in play: what an action brings with it, what counts, and its text."""

from __future__ import annotations

from datetime import UTC, datetime

from game.core.cards import PACK
from game.core.moves import Refusal
from game.play.session import Session
from game.play.sharing import from_text, to_text
from game.record.entries import Entry
from game.rules.canfield import RULE_SETS
from game.rules.registry import Deal, numbered
from tests.game.reading import parse_move, play, played


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


def test_a_move_refused_in_the_place_of_the_last_leaves_everything_as_it_was() -> None:
    """Also that the last action is the part of a run of which the rest was taken back."""
    session = played(numbered("vierfrei", 617), "58 82")
    whole = session.actions[-1]
    session.undo_step()
    before = (session.state, list(session.actions), list(session.undone))
    refused = session.replace_last(parse_move("3h", "vierfrei"))
    assert isinstance(refused, Refusal)
    assert (session.state, list(session.actions), list(session.undone)) == before
    session.redo_action()
    assert session.actions[-1] == whole
