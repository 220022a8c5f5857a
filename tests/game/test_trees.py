"""Tests of branches, bookmarks, remarks, saved and copied games, and long games."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from game.core.state import Role, State
from game.play import game_text, history
from game.play.game_text import from_text, to_text, tree_text
from game.play.history import Node, action_text
from game.play.saved_games import finished_text, join_games, saved_text
from game.play.session import Session
from game.rules.choices import Automatic
from game.rules.notation import NotationError
from game.rules.registry import KINDS, numbered
from game.rules.replay import JOINT
from game.solver.packed import canonical, pack, unpack
from game.store.store import PlayerStore
from game.support.errors import GivenError
from tests.each import each
from tests.game.reading import parse_move, play, played, reread
from tests.game.table import OPEN_BOARD
from tests.game.trees import (
    any_deal,
    by_chance,
    grown,
    known,
    of_runs,
    shape,
    texts,
    undo,
    undo_steps,
    undone,
    whole,
)
from tests.seed import a_few, chance


def vierfrei(line: str = "58 8a 82") -> Session:
    return played(numbered("vierfrei", 617), line)


def child_texts(node: Node) -> list[str]:
    return [action_text(child.action) for child in node.children]


def go_to_sibling(session: Session, direction: int) -> str:
    """Go to a neighbouring branch; return the text of its first action."""
    sibling = session.history.at.beside(direction)
    session.go(sibling)
    return texts(session)[-1]


# -- branches --------------------------------------------------------------------------------------


def test_another_move_after_an_undo_begins_a_branch_unless_it_corrects_the_last() -> None:
    session = vierfrei("5a")
    session.replace_last(parse_move("58", "vierfrei"))
    play(session, "8a 82")
    assert len(session.history.root.children) == 1
    undo(session, 2)
    play(session, "1a 2b")
    assert texts(session) == ["58", "1a", "2b"] and not session.undone
    undo(session, 2)
    assert undone(session) == ["2b", "1a"], "redo follows the branch that was left last"
    other = session.here.children[0]
    session.go(other)
    assert (texts(session), undone(session)) == (["58", "8a"], ["82"])


def test_from_the_middle_of_an_action_one_can_go_on_or_back() -> None:
    session = vierfrei("58 82 1a")
    tree, end = whole(session), session.here
    for there, steps in ((end, ["82", "a2", "1a"]), (session.history.root, ["8a", "58"])):
        session.undo_action()
        undo_steps(session, 2)
        assert [step.text for step in session.go(there)] == steps
        session.go(end)
    assert whole(session) == tree


def test_a_run_continues_the_branch_of_its_first_card_moved_alone() -> None:
    session = vierfrei("58 8a")
    session.undo_action()
    play(session, "82")
    assert texts(session)[-1] == "8a 82 a2"
    undo_steps(session, 2)
    assert texts(session)[-1] == "8a" and undone(session) == ["82 a2"]
    assert len(shape(session)) == 4, "the deal, 58, 8a, and the rest of the run"
    session.redo_action()
    assert texts(session) == ["58", "8a", "82 a2"]


def test_an_action_with_the_same_move_twice_can_be_split() -> None:
    board = OPEN_BOARD.replace("3S 2C", "3S").replace("AS AC AD AH", "AS AD AH 2C AC")
    session = from_text(board, "vierfrei", None)
    session.do(parse_move("8h", "vierfrei"), parse_move("8h", "vierfrei"))
    session.undo_step()
    play(session, "1a")
    assert texts(session) == ["8h", "1a"]
    assert child_texts(session.history.root.children[0]) == ["8h", "1a"]


def test_bookmarks_and_remarks_are_joined_where_branches_merge() -> None:
    session = vierfrei("58 8a 82")
    session.history.set_bookmark(session.here, "by hand")
    session.history.set_remark(session.here, "two moves")
    for _ in range(2):
        session.go(session.history.line()[1])
        play(session, "82")
        session.undo_step()
        session.history.set_bookmark(session.here, "at once")
        session.history.set_remark(session.here, "one move")
        session.undo_step()
    assert texts(session) == ["58", "8a"] and session.here.main is not None
    assert session.here.main.bookmark == "by hand, at once"
    assert session.here.main.remark == "two moves one move"


def test_the_branches_of_a_fork_are_visited_in_a_ring() -> None:
    session = vierfrei("58")
    for token in ("8a", "1a", "2b"):
        play(session, token)
        session.undo_action()
    session.redo_action()
    assert [go_to_sibling(session, 1) for _ in range(4)] == ["8a", "1a", "2b", "8a"]
    play(session, "82")
    assert go_to_sibling(session, -1) == "2b", "of the nearest fork"
    session.undo_action()
    assert go_to_sibling(session, 1) == "8a", "from the fork the next one"
    assert Session(session.deal).history.at.beside(1) is None


def test_after_a_restart_each_branch_knows_whether_its_game_was_recorded() -> None:
    session = played(numbered("canfield", 42, "casino"), "i p d x")
    session.info.recorded, session.info.entry = True, "then"
    session.restart()
    play(session, "i p")
    assert not session.info.recorded and session.info.replay
    again = session.here
    session.go(session.history.root.children[0])
    assert session.info.recorded and session.info.entry == "then"
    play(session, "p d d")
    for kept in (session, reread(session)):
        (aside,) = [one for one in kept.history.root.subtree() if one.parent and one.begins_game]
        assert aside.info.replay and not aside.info.recorded
    session.go(again)
    assert not session.info.recorded and session.info.replay
    for back in (0, 2, 1):  # at the last move, at the restart, at the end before it
        undo(session, back)
        kept = reread(session)
        assert kept.info == session.info and kept.info.replay == (back != 1)
        infos = [node.info for node in kept.history.line()]
        assert [info.entry for info in infos] == ["then"] * 5 + [""] * 3


def test_jumping_back_counts_as_one_undo(tmp_path: Path) -> None:
    session = vierfrei()
    session.store = storage = PlayerStore(tmp_path)
    end = session.here
    for there in (session.history.root, end):
        session.go(there)
        assert session.info.undos == 1
    storage.close()


def test_old_branches_are_dropped_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(history, "MAX_NODES", 12)
    session = Session(numbered("vierfrei", 617))
    for token in ("1a", "2a", "3a", "4a", "5a", "6a", "7a", "8a"):
        play(session, f"58 {token}")
        if token == "2a":
            session.history.set_bookmark(session.here, "")
        undo(session, 2)
    play(session, "58 1b 2c 3d")
    storage = PlayerStore(tmp_path)
    storage.changed(session)
    branches = ["2a", "5a", "6a", "7a", "8a", "1b"]
    assert child_texts(session.history.root.children[0]) == branches and texts(session)[-1] == "3d"
    (line,) = storage.take_problems()
    assert "the 3 oldest were dropped" in line and not session.history.branches_dropped
    storage.close()


def test_redo_follows_the_newest_branch_once_the_one_visited_last_is_dropped() -> None:
    session = Session(numbered("vierfrei", 617))
    for token in ("1a", "2a", "3a"):
        play(session, f"58 {token}")
        undo(session, 2)
    after = session.history.root.children[0]
    session.go(after.children[0])
    session.go(session.history.root)
    play(session, "1b")
    next(session.history.drop_oldest())
    session.go(after)
    assert undone(session) == ["3a"]


# -- text ------------------------------------------------------------------------------------------

TREE = """# Vierfeld 1 vierfrei 617
{from the start}
58
(1a {!try} {too \\} early}; 2b
  (2c; 3d) ; 3c # as well
)
8a {!}
82
"""


def test_a_text_holds_branches_bookmarks_and_remarks() -> None:
    session = from_text(TREE, "vierfrei", None)
    root = session.history.root
    assert texts(session) == ["58", "8a", "82"] and root.remark == "from the start"
    assert session.history.line()[2].bookmark == ""
    aside = root.children[1]
    assert (aside.bookmark, aside.remark) == ("try", "too } early")
    assert child_texts(aside) == ["2b", "2c"]
    assert [action_text(node.action) for node in aside.continuation()] == ["2b", "3c"]
    assert shape(from_text(tree_text(session), "vierfrei", None)) == shape(session)
    assert to_text(session) == "# Vierfeld 1 vierfrei 617\n58\n8a\n82\n", "the line alone"


def test_joined_moves_are_one_action_on_whichever_line() -> None:
    session = from_text("# Vierfeld 1 vierfrei 617\n58 8a+1b 82 # no\n2c+\t3d\n", "vierfrei", None)
    assert texts(session) == ["58", "8a 1b", "82", "2c 3d"]
    assert to_text(session).splitlines()[1:] == ["58", "8a+1b", "82", "2c+3d"]
    assert whole(from_text(to_text(session), "vierfrei", None)) == whole(session)
    session = play(Session(numbered("vierfrei", 10913)), "1a", Automatic.SAFE)
    assert "+" not in to_text(session), "cards that go home automatically need no sign"


@pytest.mark.parametrize(
    ("moves", "reason", "line", "token"),
    [
        ("58\n(1a", "a branch begins here but never ends", 3, "("),
        ("58\n8a)", "a branch ends here but never began", 3, ")"),
        ("58 ()", "this branch has no moves", 2, ")"),
        ("(58)", "no move comes before this branch", 2, "("),
        ("58 ((1a))", "no move comes before this branch", 2, "("),
        ("58\n\n{no end", "a remark begins here but never ends", 4, "{"),
        ("58 }", "a remark ends here but never began", 2, "}"),
        ("58 {a\nb}\n(zz)", "not a move", 4, "zz"),
        ("58\n(1a; 1h)", "Another card has to go home first.", 3, "1h"),
        ("58\nrestart", "not a move", 3, "restart"),
        ("58\n8a+", "not a move", 3, "+"),
        ("58+\n8a", "not a move", 2, "+"),
        ("58 + {so} 8a", "not a move", 2, "+"),
        ("58; + 8a", "not a move", 2, "+"),
        ("58 ++ 8a", "not a move", 2, "+"),
        ("58 8a+1h", "Another card has to go home first.", 2, "8a"),
    ],
)
def test_an_error_names_its_line_and_token(moves: str, reason: str, line: int, token: str) -> None:
    with pytest.raises(NotationError) as caught:
        from_text(f"# Vierfeld 1 vierfrei 617\n{moves}\n", "vierfrei", None)
    assert (caught.value.reason, caught.value.line, caught.value.token) == (reason, line, token)


# -- random games ----------------------------------------------------------------------------------


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


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_positions_that_differ_by_the_order_of_piles_have_one_canonical_form(
    game: str, rules: str | None
) -> None:
    session = by_chance(any_deal(game, rules), 20)
    engine, state, dice = session.rules, session.state, chance("mixed", game, rules)
    piles = dict(state.piles)
    for role in (Role.CELL, Role.COLUMN):
        names = [pile for pile in piles if pile.role is role]
        held = dice.sample([piles[pile] for pile in names], len(names))
        piles |= zip(names, held, strict=True)
    mixed = State(piles, stage=state.stage, turns=state.turns, stopped=state.stopped)
    alike, other = (canonical(engine, pack(engine, one)) for one in (state, mixed))
    assert alike == other == canonical(engine, alike)
    held, found = (sorted(one.piles.values()) for one in (state, unpack(engine, alike)))
    assert held == found


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
    """Check that a game is read back unchanged. Return whether its text joins moves with ``+``."""
    deal, here = session.deal, session.here
    again = reread(session)
    assert known(again) == known(session) and not again.unreadable_branches
    tree, text = whole(session, session.history.without_restarts()), tree_text(session)
    for as_kept in (False, True):
        read = from_text(text, deal.game, deal.rules, as_saved=as_kept)
        assert whole(read) == tree and tree_text(read) == text
    line = from_text(to_text(session), deal.game, deal.rules)
    assert line.actions == list(session.since_restart)
    past = join_games([finished_text(session)], deal.game, deal.rules)
    game = session.history.game_without_restarts(here)
    assert past is not None and whole(past) == whole(session, game)
    return JOINT in re.sub(r"\{(?:[^\\}]|\\.)*\}", "", text)


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_a_random_tree_comes_back_from_file_and_text(game: str, rules: str | None) -> None:
    session, dice = Session(any_deal(game, rules)), chance("a tree", game, rules)
    session.info.entry, session.info.seconds = "an id", 17.5
    for _ in range(4):
        grown(session, dice, 25)
        comes_back(session)
    branches = sum(len(node.children) > 1 for node in session.history.root.subtree())
    assert branches > 0 or game != "vierfrei"


def test_going_back_and_forth_changes_nothing() -> None:
    dice = chance("back and forth")
    for _ in range(25):
        session = Session(of_runs(dice))
        grown(session, dice, 25)
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
            to_redo = [step for action in history.undone[::-1] for step in action]
            then = [session.layout, *(step.after for step in done + to_redo)]
            assert then[: len(states)] == states and len(done) == at
            # If a step ends on another branch, what was done there can be redone as well.
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
        grown(session, dice, 25)
        for node in list(session.history.root.subtree()):
            length = 600 if dice.random() < 0.1 else 9
            session.history.set_remark(node, "".join(dice.choices(HOSTILE, k=length)))
            if dice.random() < 0.5:
                session.history.set_bookmark(node, "".join(dice.choices(HOSTILE, k=5)))
        joined += comes_back(session)
    assert joined


# -- long games: the work grows no faster than they do ---------------------------------------------

TEXTS: dict[str, Callable[[int], str]] = {
    "nested": lambda n: "1a; ab" + " (ac; ca; ab" * n + ")" * n,
    "nested at once": lambda n: "1a" + " (1b (1a" * n + "))" * n,
    "a line": lambda n: "1a" + " ab ba" * n,
    "lines": lambda n: "1a" + "\nab\nba" * n,
    "remarks": lambda n: "1a" + "\nab {so}\nba {!here}" * n,
    "branches": lambda n: "1a" + "\nab\n(ac)\nba\n(bc)" * n,
    "joined": lambda n: "1a" + " ab+ba" * n,
}


def long_text(kind: str, n: int) -> str:
    return f"# Vierfeld 1 vierfrei 617\n{TEXTS[kind](n)}"


def calls(do: Callable[[], object]) -> int:
    """Return the number of calls and returns in ``do``, which is the same on every machine."""
    seen, before = count(), sys.getprofile()
    sys.setprofile(lambda *event: next(seen))
    try:
        do()
    finally:
        sys.setprofile(before)
    return next(seen)


@pytest.mark.parametrize("kind", TEXTS)
def test_work_grows_no_faster_than_the_text(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MAX_NODES", 30)
    few, many = long_text(kind, 30), long_text(kind, 300)

    def there_and_back(text: str) -> None:
        session = from_text(text, "vierfrei", None)
        tree_text(session)
        reread(session)

    # This runs once first, so that one-time work isn't counted.
    there_and_back(few)
    assert calls(lambda: there_and_back(many)) < 13 * calls(lambda: there_and_back(few))


def test_a_move_costs_the_same_in_a_long_game() -> None:
    def work(n: int) -> int:
        session = from_text(long_text("a line", n), "vierfrei", None)
        assert len(session.since_restart) == 2 * n + 1

        def played() -> None:
            for turn in (session.undo_action, session.redo_action, session.undo_step):
                turn()
                assert len(session.since_restart) == len(session.actions)
            session.do(parse_move("2d", "vierfrei"))
            assert len(session.since_restart) == 2 * n + 1 and session.can_undo

        return calls(played)

    assert work(300) < 1.2 * work(30)


def test_saving_after_a_move_costs_the_same_in_a_large_tree() -> None:
    def work(n: int) -> int:
        session = from_text(long_text("branches", n), "vierfrei", None)
        assert sum(1 for _ in session.history.root.subtree()) == 4 * n + 2
        session.go(session.history.root)
        play(session, "2a")
        saved_text(session)
        play(session, "3b")
        return calls(lambda: saved_text(session))

    assert work(900) < 1.2 * work(30)


def test_only_moves_since_the_restart_count() -> None:
    session = from_text(long_text("a line", 2), "vierfrei", None)
    session.restart()
    counts = []
    for token in ("1a", "ab", "ba"):
        counts.append(len(session.since_restart))
        play(session, token)
    for _ in range(5):
        counts.append(len(session.since_restart))
        session.undo_action()
    assert counts == [0, 1, 2, 3, 2, 1, 0, 5]
    assert len(session.actions) == 4 and to_text(session).count("\n") == 5
    for _ in range(2):
        session.redo_action()
    assert not session.since_restart and len(session.actions) == 6


@each("kind", ["a line", "lines", "nested", "branches"])
def test_a_text_with_too_many_moves_is_refused(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_text, "MAX_MOVES", 40)
    assert from_text(long_text("a line", 19), "vierfrei", None).can_undo
    with pytest.raises(GivenError) as caught:
        from_text(long_text(kind, 20) + " 99", "vierfrei", None)
    sentence = "That game is too long: 40 moves at most."
    assert game_text.why_no_game(caught.value) == sentence
    assert game_text.why_no_game(caught.value, "a.txt") == f"a.txt: {sentence}"
    kept = from_text(long_text("lines", 30), "vierfrei", None, as_saved=True)
    assert len(kept.actions) == 61, "what the program has kept itself is not refused"
