"""Playing on from an earlier position, and the positions that one action leads to."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from game.core.cards import MAX_DEAL
from game.core.moves import Move, Refusal, Verb
from game.core.state import State
from game.play.history import action_text
from game.play.session import Session
from game.player.settings import Settings
from game.rules.canfield import RULE_SETS
from game.rules.choices import Automatic, laid
from game.rules.registry import Deal, numbered
from game.solver.packed import pack, unpack, worth
from game.store.current import Desk
from game.store.store import PlayerStore
from tests.game.reading import parse_move, reread
from tests.game.trees import shape
from tests.seed import a_few, chance

KINDS = [("vierfrei", None), *(("canfield", rules) for rules in RULE_SETS)]


def every_way(session: Session) -> list[tuple[Move, ...]]:
    """All that a player can do here, found by trying every pile on every other."""
    rules, state = session.rules, session.state
    ways = [(Move(verb),) for verb in (Verb.DEAL, Verb.TURN, Verb.INSPECT, Verb.PAY)]
    for source in rules.piles:
        for target in rules.piles:
            for count in rules.counts(state, source):
                found = laid(rules, state, source, count, target)
                if source != target and not isinstance(found, Refusal):
                    ways.append(found)
    return [way for way in ways if not isinstance(session.outcome(*way), Refusal)]


def any_deal(game: str, rules: str | None, which: int) -> Deal:
    """One of the deals of this run."""
    return numbered(game, chance("a deal", game, rules, which).randrange(MAX_DEAL + 1), rules)


def played(deal: Deal, actions: int) -> Session:
    """A random game with some undoing and beginning again."""
    dice, session = chance("a game", deal, actions), Session(deal)
    for _ in range(20 * actions):
        if len(session.actions) >= actions:
            break
        ways = every_way(session)
        if not ways or dice.random() < 0.03:
            if isinstance(session.restart(), Refusal):
                break
            continue
        session.do(*dice.choice(ways), automatic=dice.choice(list(Automatic)))
        if session.ended:
            break
        if dice.random() < 0.1:
            session.undo_step()
    for _ in range(dice.randint(0, 4)):
        session.undo_action()
    return session


@pytest.mark.parametrize("which", a_few(range(9), 1, "a deal number"))
@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_every_position_can_be_played_on_from(game: str, rules: str | None, which: int) -> None:
    session = played(any_deal(game, rules, which), 30)
    states = {
        id(node): session.state_at(node) for node in session.history.root.below()
    }  # also those of branches
    tree = shape(session)
    for node in a_few(session.history.root.below(), 12, "gone to", game, rules, which):
        done = session.go(node)
        assert session.state == states[id(node)] and shape(session) == tree, "nothing is lost"
        assert not done or done[-1].after == session.state
        again = reread(session)
        assert shape(again) == tree and again.state == session.state
        assert (again.actions, again.undone) == (session.actions, session.undone)
    while session.undo_action():
        pass
    assert session.state == session.layout and not session.actions


def test_moves_are_counted_from_the_beginning_of_the_game() -> None:
    session = Session(numbered("vierfrei", 617))
    for token in ("58", "1a", "2b"):
        session.do(parse_move(token, "vierfrei"))
    session.go(session.history.line()[2])
    assert [action_text(action) for action in session.since_restart] == ["58", "1a"]
    assert [action_text(action) for action in session.undone] == ["2b"], "it leads along what was"
    session.restart()
    assert not session.since_restart


def test_the_desk_saves_it_and_records_nothing_twice(tmp_path: Path) -> None:
    storage = PlayerStore(tmp_path)
    session = Session(numbered("canfield", 42, "casino"))
    desk = Desk(storage, Settings(), session)
    for verb in (Verb.INSPECT, Verb.PAY, Verb.STOP):
        desk.session.do(Move(verb))
    assert len(storage.log.games()) == 1 and session.book.recorded
    desk.session.go(session.history.line()[2])
    assert session.account == -47 and not session.ended
    storage.close()
    storage = PlayerStore(tmp_path)
    found = storage.game("canfield")
    assert found is not None and found.state == session.state
    assert not storage.log.games() and not found.book.recorded, "it was not stopped after all"
    desk = Desk(storage, Settings(), found)
    desk.session.do(Move(Verb.STOP))
    desk.begin(numbered("canfield", 43, "casino"))
    assert len(storage.log.games()) == 1
    storage.close()


# -- the positions ahead ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "rules", "automatic", "which"),
    a_few([(*kind, *how) for kind in KINDS for how in product(Automatic, (0, 1))], 14, "foreseen"),
)
def test_all_that_can_be_done_is_foreseen(
    game: str, rules: str | None, automatic: Automatic, which: int
) -> None:
    session = played(any_deal(game, rules, which), 25)
    rules_ = session.rules
    for _ in range(6):
        ahead = {worth(rules_, pack(rules_, state)) for state in session.ahead(automatic)}
        here = worth(rules_, pack(rules_, session.state))
        for way in every_way(session):
            after = session.outcome(*way, automatic=automatic)
            assert isinstance(after, State)
            assert worth(rules_, pack(rules_, after)) in {*ahead, here}
        if session.actions:
            session.undo_action()


def test_steps_back_within_the_last_action_are_foreseen() -> None:
    session = Session(numbered("vierfrei", 617))
    session.do(parse_move("58", "vierfrei"))
    session.do(parse_move("82", "vierfrei"))
    ahead = list(session.ahead(Automatic.OFF))
    session.undo_step()
    assert session.state in ahead
    session.undo_step()
    assert session.state in ahead


@pytest.mark.parametrize("which", a_few(range(9), 1, "a deal number"))
@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_an_outcome_is_what_doing_leads_to(game: str, rules: str | None, which: int) -> None:
    session = played(any_deal(game, rules, which), 12)
    for way in every_way(session):
        for automatic in Automatic:
            before = session.state
            after = session.outcome(*way, automatic=automatic)
            assert session.state is before, "nothing moves"
            branch = reread(session)
            branch.do(*way, automatic=automatic)
            assert branch.state == after


@pytest.mark.parametrize("which", a_few(range(9), 1, "a deal number"))
@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_positions_worth_the_same_look_alike(game: str, rules: str | None, which: int) -> None:
    session = played(any_deal(game, rules, which), 20)
    engine, dice = session.rules, chance("mixed", game, rules, which)
    packed = pack(engine, session.state)
    alike = worth(engine, packed)
    assert worth(engine, alike) == alike
    piles = dict(session.state.piles)
    for role in {pile.role for pile in piles if pile.role.name in ("CELL", "COLUMN")}:
        names = [pile for pile in piles if pile.role is role]
        held = [piles[pile] for pile in names]
        dice.shuffle(held)
        piles |= zip(names, held, strict=True)
    state = session.state
    mixed = State(piles, stage=state.stage, turns=state.turns, stopped=state.stopped)
    assert worth(engine, pack(engine, mixed)) == alike
    assert sorted(map(sorted, unpack(engine, alike).piles.values())) == sorted(
        map(sorted, state.piles.values())
    )


# -- one action, gone through in its steps ---------------------------------------------------------


def after(line: str) -> Session:
    session = Session(numbered("vierfrei", 617))
    for token in line.split():
        session.do(parse_move(token, "vierfrei"))
    return session


def test_what_was_there_twice_keeps_its_bookmark_and_remark() -> None:
    session = after("58 8a")
    for remark in "", "the run":
        session.undo_action()
        session.do(parse_move("82", "vierfrei"))
        session.history.remark(session.here, remark)
        session.history.mark(session.here, remark or None)
        for _ in range(2):
            session.undo_step()
    (rest,) = session.here.children
    assert action_text(rest.action) == "82 a2" and rest.bookmark == rest.remark == "the run"


def test_a_branch_that_is_gone_through_step_by_step_keeps_its_place() -> None:
    session = after("58 82")
    session.undo_action()
    session.do(parse_move("1a", "vierfrei"))
    session.undo_action()
    session.go(session.here.children[0])
    session.undo_step()
    session.history.mark(session.here, "")
    first, second = session.history.root.children[0].children
    assert (action_text(first.action), action_text(second.action)) == ("8a 82", "1a")
