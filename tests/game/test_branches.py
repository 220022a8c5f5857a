"""Playing on from an earlier position, the positions that one action leads to, and trees of games
played by chance, which come back as they were: from files, texts, and the past games."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from game.core.cards import MAX_DEAL
from game.core.moves import Move, Refusal, Verb
from game.core.state import State
from game.play.history import action_text
from game.play.saved_game import MAX_BRANCH_CHARACTERS
from game.play.session import Session
from game.play.sharing import from_text, to_text, tree_text
from game.player.settings import Settings
from game.rules.choices import Automatic, moves_onto
from game.rules.registry import KINDS, Deal, numbered
from game.rules.replay import JOINT
from game.solver.packed import canonical, pack, unpack
from game.store.current import Desk
from game.store.game_text import finished_text, join_games
from game.store.store import PlayerStore
from tests.game.reading import play, played, reread
from tests.game.trees import grown, known, of_runs, shape, undo, undo_steps, whole
from tests.seed import a_few, chance


def every_way(session: Session) -> list[tuple[Move, ...]]:
    """All that a player can do here, found by trying every pile on every other."""
    rules, state = session.rules, session.state
    ways: list[tuple[Move, ...]] = [
        (Move(verb),) for verb in (Verb.DEAL, Verb.TURN, Verb.INSPECT, Verb.PAY)
    ]
    for source in rules.piles:
        for target in rules.piles:
            for count in rules.counts(state, source):
                found = moves_onto(rules, state, source, count, target)
                if source != target and not isinstance(found, Refusal):
                    ways.append(found)
    return [way for way in ways if not isinstance(session.outcome(*way), Refusal)]


def any_deal(game: str, rules: str | None, which: int = 0) -> Deal:
    """One of the deals of this run."""
    return numbered(game, chance("a deal", game, rules, which).randrange(MAX_DEAL + 1), rules)


def by_chance(deal: Deal, actions: int) -> Session:
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
    undo(session, dice.randint(0, 4))
    return session


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_every_position_can_be_played_on_from(game: str, rules: str | None) -> None:
    session = by_chance(any_deal(game, rules), 30)
    nodes = list(session.history.root.subtree())
    states = {id(node): session.state_at(node) for node in nodes}
    tree = shape(session)
    for node in a_few(nodes, 12, "gone to", game, rules):
        done = session.go(node)
        assert session.state == states[id(node)] and shape(session) == tree, "nothing is lost"
        assert not done or done[-1].after == session.state
    while session.undo_action():
        pass
    assert session.state == session.layout and not session.actions


def test_going_back_before_the_end_takes_the_game_off_the_record(tmp_path: Path) -> None:
    storage = PlayerStore(tmp_path)
    session = Session(numbered("canfield", 42, "casino"))
    desk = Desk(storage, Settings(), session)
    for verb in (Verb.INSPECT, Verb.PAY, Verb.STOP):
        desk.session.do(Move(verb))
    assert len(storage.log.games()) == 1 and session.info.recorded
    desk.session.go(session.history.line()[2])
    assert session.account == -47 and not session.ended
    storage.close()
    storage = PlayerStore(tmp_path)
    found = storage.game_in_hand("canfield")
    assert found is not None and found.state == session.state
    assert not storage.log.games() and not found.info.recorded, "it was not stopped after all"
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
def test_positions_ahead_hold_all_that_a_player_can_do(
    game: str, rules: str | None, automatic: Automatic, which: int
) -> None:
    session = by_chance(any_deal(game, rules, which), 25)

    def alike(state: State) -> object:
        return canonical(session.rules, pack(session.rules, state))

    for _ in range(6):
        found = {alike(session.state), *map(alike, session.positions_ahead(automatic))}
        for way in every_way(session):
            after = session.outcome(*way, automatic=automatic)
            assert isinstance(after, State) and alike(after) in found
        if session.actions:
            session.undo_action()


def test_positions_ahead_hold_the_steps_back_within_the_last_action() -> None:
    session = played(numbered("vierfrei", 617), "58 82")
    ahead = list(session.positions_ahead(Automatic.OFF))
    for _ in range(2):
        session.undo_step()
        assert session.state in ahead


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_an_outcome_is_the_position_that_the_move_leads_to(game: str, rules: str | None) -> None:
    session = by_chance(any_deal(game, rules), 12)
    for way in every_way(session):
        for automatic in Automatic:
            before = session.state
            after = session.outcome(*way, automatic=automatic)
            assert session.state is before, "nothing moves"
            branch = reread(session)
            branch.do(*way, automatic=automatic)
            assert branch.state == after


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_positions_that_differ_by_the_order_of_piles_have_one_canonical_form(
    game: str, rules: str | None
) -> None:
    session = by_chance(any_deal(game, rules), 20)
    engine, dice = session.rules, chance("mixed", game, rules)
    packed = pack(engine, session.state)
    alike = canonical(engine, packed)
    assert canonical(engine, alike) == alike
    piles = dict(session.state.piles)
    for role in {pile.role for pile in piles if pile.role.name in ("CELL", "COLUMN")}:
        names = [pile for pile in piles if pile.role is role]
        held = [piles[pile] for pile in names]
        dice.shuffle(held)
        piles |= zip(names, held, strict=True)
    state = session.state
    mixed = State(piles, stage=state.stage, turns=state.turns, stopped=state.stopped)
    assert canonical(engine, pack(engine, mixed)) == alike
    assert sorted(map(sorted, unpack(engine, alike).piles.values())) == sorted(
        map(sorted, state.piles.values())
    )


# -- one action, gone through in its steps ---------------------------------------------------------


def test_bookmark_and_remark_survive_where_the_same_run_is_played_twice() -> None:
    session = played(numbered("vierfrei", 617), "58 8a")
    for remark in "", "the run":
        session.undo_action()
        play(session, "82")
        session.history.set_remark(session.here, remark)
        session.history.set_bookmark(session.here, remark or None)
        undo_steps(session, 2)
    (rest,) = session.here.children
    assert action_text(rest.action) == "82 a2" and rest.bookmark == rest.remark == "the run"


def test_a_branch_keeps_its_place_while_its_steps_are_undone() -> None:
    session = played(numbered("vierfrei", 617), "58 82")
    session.undo_action()
    play(session, "1a")
    session.undo_action()
    session.go(session.here.children[0])
    session.undo_step()
    session.history.set_bookmark(session.here, "")
    first, second = session.history.root.children[0].children
    assert (action_text(first.action), action_text(second.action)) == ("8a 82", "1a")


# -- trees come back as they were ------------------------------------------------------------------


def comes_back(session: Session) -> bool:
    """Check that a game comes back as it is from its file, from its texts, and from where finished
    games are kept; return whether its text has joined moves."""
    deal, here = session.deal, session.here
    again = reread(session)
    assert known(again) == known(session) and not again.unreadable_branches
    tree, text = whole(session, session.history.without_restarts()), tree_text(session)
    for as_kept in (False, True):
        read = from_text(text, deal.game, deal.rules, as_saved=as_kept)
        assert whole(read) == tree and tree_text(read) == text
    line = from_text(to_text(session), deal.game, deal.rules)
    assert line.actions == list(session.since_restart)
    # Beyond that the oldest branches of a past game may be left out.
    if len(text) < MAX_BRANCH_CHARACTERS // 2:
        past = join_games([finished_text(session)], deal.game, deal.rules)
        assert past is not None and whole(past) == whole(
            session, session.history.game_without_restarts(here)
        )
    return JOINT in re.sub(r"\{(?:[^\\}]|\\.)*\}", "", text)


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_a_random_tree_comes_back_from_its_file_and_from_its_text(
    game: str, rules: str | None
) -> None:
    session, dice = Session(any_deal(game, rules)), chance("a tree", game, rules)
    session.info.entry, session.info.seconds = "an id", 17.5
    for _ in range(4):
        grown(session, every_way, dice, 25)
        comes_back(session)
    branches = sum(len(node.children) > 1 for node in session.history.root.subtree())
    assert branches > 0 or game != "vierfrei"


def test_going_back_and_forth_changes_nothing() -> None:
    dice = chance("back and forth")
    for _ in range(25):
        session = Session(of_runs(dice))
        grown(session, every_way, dice, 25)
        history, states = session.history, [session.layout]
        for node in history.line()[1:]:
            states += [step.after for step in node.action]
        nodes = len(whole(session))
        at = sum(map(len, history.actions))
        for _ in range(40):
            how = dice.choice([*Automatic, None])
            if dice.random() < 0.6:
                at -= len(session.undo_step(how) if how else session.undo_action())
            else:
                at += len(session.redo_step(how) if how else session.redo_action())
            done = [step for action in history.actions for step in action]
            left = [step for action in history.undone[::-1] for step in action]
            then = [session.layout, *(step.after for step in done + left)]
            assert then[: len(states)] == states and len(done) == at
            # Where a step ends on another branch, what was done there can be redone as well.
            states = then
            assert session.state == states[at]
            assert (session.can_undo, session.can_redo) == (at > 0, at < len(states) - 1)
        assert len(whole(session)) <= nodes, "no action has fallen in two"


SIGNS = "{}()[];:!@\\\"'`#+\n\r\t 0123456789\u202e\U0001f0a1\U0001f469\u200d"
HOSTILE = [*SIGNS, "\u05e9\u05dc\u05d5\u05dd", "\u0645\u0631\u062d", "58", "restart"]


def test_trees_with_runs_and_hostile_remarks_come_back_too() -> None:
    dice, joined = chance("hostile remarks"), 0
    for _ in range(30):
        session = Session(of_runs(dice))
        grown(session, every_way, dice, 25)
        for node in list(session.history.root.subtree()):
            length = 600 if dice.random() < 0.1 else 9
            session.history.set_remark(node, "".join(dice.choices(HOSTILE, k=length)))
            if dice.random() < 0.5:
                session.history.set_bookmark(node, "".join(dice.choices(HOSTILE, k=5)))
        joined += comes_back(session)
    assert joined
