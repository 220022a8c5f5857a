"""Trees of games played by chance come back as they were: from files, texts, and the past games."""

from __future__ import annotations

import re

import pytest

from game.play.saved_game import MOST_ASIDE
from game.play.session import Session
from game.play.sharing import from_text, to_text, tree_text
from game.rules.choices import Automatic
from game.rules.replay import JOINT
from game.store.game_text import finished_text, joined
from tests.game.reading import reread
from tests.game.test_branches import KINDS, any_deal, every_way
from tests.game.trees import grown, of_runs, whole
from tests.seed import chance


def comes_back(session: Session) -> bool:
    """Check that a game comes back as it is from its file, from its texts, and from where finished
    games are kept; return whether its text has joined moves."""
    deal, here = session.deal, session.here
    again = reread(session)
    assert whole(again) == whole(session) and not again.lost
    assert (again.actions, again.undone) == (session.actions, session.undone)
    assert again.looked == session.looked
    tree, text = whole(session, session.history.unrolled()), tree_text(session)
    for as_kept in (False, True):
        read = from_text(text, deal.game, deal.rules, as_kept=as_kept)
        assert whole(read) == tree and tree_text(read) == text
    line = from_text(to_text(session), deal.game, deal.rules)
    assert line.actions == list(session.since_restart)
    if (
        len(text) < MOST_ASIDE // 2
    ):  # beyond that the oldest branches of a past game may be left out
        past = joined([finished_text(session)], deal.game, deal.rules)
        assert past is not None and whole(past) == whole(
            session, session.history.unrolled_game(here)
        )
    return JOINT in re.sub(r"\{(?:[^\\}]|\\.)*\}", "", text)


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_a_random_tree_comes_back_from_its_file_and_from_its_text(
    game: str, rules: str | None
) -> None:
    session, dice = Session(any_deal(game, rules, 0)), chance("a tree", game, rules)
    for _ in range(4):
        grown(session, every_way, dice, 25)
        comes_back(session)
    branches = sum(len(node.children) > 1 for node in session.history.root.below())
    assert branches > 0 or game != "vierfrei"


def test_going_back_and_forth_changes_nothing() -> None:
    """However the steps are counted, all that was done is taken back and done again in order."""
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


def test_random_trees_of_runs_come_back_too() -> None:
    """Where cards move together some actions are done in part, and are written joined."""
    dice, joined = chance("trees of runs"), 0
    for _ in range(25):
        session = Session(of_runs(dice))
        grown(session, every_way, dice, 25)
        joined += comes_back(session)
    assert joined


SIGNS = "{}()[];:!@\\\"'`#+\n\r\t 0123456789\u202e\U0001f0a1\U0001f469\u200d"
HOSTILE = [*SIGNS, "\u05e9\u05dc\u05d5\u05dd", "\u0645\u0631\u062d", "58", "restart"]


def test_whatever_is_remarked_the_text_reads_back_as_it_was_written() -> None:
    dice = chance("hostile remarks")
    for _ in range(25):
        session = Session(of_runs(dice))
        grown(session, every_way, dice, 15)
        for node in list(session.history.root.below()):
            longest = dice.random() < 0.1
            session.history.remark(node, "".join(dice.choices(HOSTILE, k=600 if longest else 9)))
            if dice.random() < 0.5:
                session.history.mark(node, "".join(dice.choices(HOSTILE, k=5)))
        comes_back(session)
