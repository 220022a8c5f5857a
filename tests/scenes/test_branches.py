"""Branches and bookmarks on the table: what the keys do, say and leave in the file."""

from __future__ import annotations

import pygame

from game.play.session import Session
from tests.game.trees import shape
from tests.scenes.stage import Stage, Start

CTRL = pygame.KMOD_LCTRL


def forked(stage: Start) -> Stage:
    """After the first move three different ones were tried."""
    on = stage()
    on.type("58")
    for move in ("1a", "2a", "8a82"):
        on.type(move)
        on.key("z", CTRL)
        if move == "8a82":
            on.key("z", CTRL)
    return on


def test_one_key_goes_to_the_next_branch_and_one_back(stage: Start) -> None:
    on = forked(stage)
    seen = []
    for key in ("down", "down", "down", "up", "up"):
        on.key(key, CTRL)
        on.check()
        seen.append((on.actions[-1], on.line.partition(":")[0]))
    branches = [("1a", "Branch 1 of 3"), ("2a", "Branch 2 of 3"), ("8a", "Branch 3 of 3")]
    assert seen == [*branches, branches[1], branches[0]]
    on.key("y", CTRL)
    assert on.plings == 1, "nothing was done after it"
    on.keys("F7", "escape")
    on.key("down", CTRL)
    on.key("down", CTRL)
    on.key("y", CTRL)
    assert on.actions == ["58", "8a", "82"], "redo goes on along the branch"


def test_a_branch_comes_back_with_the_game(stage: Start) -> None:
    on = forked(stage)
    saved = Session.from_data(on.saved("vierfrei"))
    assert shape(saved) == shape(on.session) and len(saved.history.root.children[0].children) == 3


def test_where_nothing_else_was_done_there_is_the_pling(on: Stage) -> None:
    on.type("58")
    on.key("down", CTRL)
    assert on.plings == 1 and on.line == "Nothing else has been tried here yet."
    on.key("right", CTRL)
    assert on.plings == 2 and "Ctrl+B" in on.line and on.actions == ["58"]


def test_bookmarks_are_set_found_and_removed(stage: Start) -> None:
    on = forked(stage)
    on.key("b", CTRL)
    assert on.line == "Bookmark added."
    here = on.session.here
    on.key("down", CTRL)
    on.key("b", CTRL)
    there = on.session.here
    on.session.history.mark(there, "a try")
    for key, found in (("right", here), ("right", there), ("left", here), ("left", there)):
        on.key(key, CTRL)
        assert on.session.here is found
        on.check()
    assert on.line.endswith("bookmark “a try”")
    on.key("b", CTRL)
    assert on.line == "Bookmark removed." and there.bookmark is None
    on.storage.flush()
    assert on.saved("vierfrei")["notes"] == [{"at": 1, "bookmark": ""}]
    assert not on.plings


def test_what_is_taken_back_on_the_way_counts_as_one_undo(stage: Start) -> None:
    on = forked(stage)
    undos = on.session.book.undos
    on.key("down", CTRL)
    assert on.session.book.undos == undos, "only something was done again"
    on.key("down", CTRL)
    assert on.session.book.undos == undos + 1
