"""Branches and bookmarks, on the table and in the review."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.play.game_text import from_text
from game.play.history import action_text
from game.store.log import LOG
from game.store.store import hand_file
from game.teach.standing import Light
from tests.each import while_
from tests.game.trees import shape
from tests.scenes.conftest import Clipboard
from tests.scenes.records import act, finished, past_game
from tests.scenes.reviewing import LOST, WON, matches, weigh
from tests.scenes.stage import CTRL, Point, Stage, Start
from tests.scenes.test_access import press


def test_without_branches_the_keys_are_refused_and_there_is_no_button(on: Stage) -> None:
    on.type("58")
    on.key("down", CTRL)
    assert on.plings == 1 and on.message == "Nothing else has been tried here yet."
    on.key("right", CTRL)
    assert on.plings == 2 and "Ctrl+B" in on.message and on.actions == ["58"]
    on.keys("F7", "ctrl+down")
    assert on.plings == 3 and "Nothing else" in on.review.message.text
    names = [one.label for one in on.review.frame.controls.items]
    assert "Add or remove a bookmark" in names
    assert "Next branch: what you did here instead" not in names


def test_keys_step_through_branches_and_bookmarks(on: Stage) -> None:
    """After the first move, three different branches are played."""
    on.type("58")
    for move in ("1a", "2a", "8a82"):
        on.type(move)
        on.key("z", CTRL)
    on.key("z", CTRL)
    seen = []
    for key in ("down", "down", "down", "up", "up"):
        on.key(key, CTRL)
        on.check()
        seen.append((on.actions[-1], on.message.partition(":")[0]))
    branches = [("1a", "Branch 1 of 3"), ("2a", "Branch 2 of 3"), ("8a", "Branch 3 of 3")]
    assert seen == [*branches, branches[1], branches[0]]
    on.key("y", CTRL)
    assert on.plings == 1, "nothing was done after it"
    on.keys("F7", "escape", "ctrl+down", "ctrl+down", "ctrl+y")
    assert on.actions == ["58", "8a", "82"], "redo goes on along the branch"
    on.key("b", CTRL)
    assert on.message == "Bookmark added."
    here = on.session.here
    on.keys("ctrl+down", "ctrl+b")
    there = on.session.here
    on.session.history.set_bookmark(there, "a try")
    on.keys("ctrl+down", "ctrl+b")
    third = on.session.here
    ways = (("right", here), ("right", there), ("right", third), ("left", there))
    for key, found in ways:
        on.key(key, CTRL)
        assert on.session.here is found
        on.check()
    assert on.message.endswith("bookmark “a try”")
    on.key("b", CTRL)
    assert on.message == "Bookmark removed." and there.bookmark is None and on.plings == 1
    on.storage.flush()
    text = (on.home / hand_file("vierfrei")).read_text("utf-8")
    assert text.count("{!") == 2


SIZES = [(1280, 800), (640, 480), (600, 1000), (480, 900), (480, 300)]


def notes(on: Stage) -> list[str]:
    """Return what the review says about branches, bookmarks and remarks at this position."""
    return [one.words for one in on.review.walk.notes(on.review.at)]


def branched(start: Start, **given: object) -> Stage:
    """Return a stage that reviews Vierfrei 617, with three branches after the first move. The first
    branch is lost by its second move, and the second branch by its first. The third can be won."""
    on = start(**given)
    on.type("1a")
    for moves in ("2b 3c 4d", "1b 2c", "2d 3b"):
        while len(on.actions) > 1:
            on.key("z", CTRL)
        on.type(moves)
    review_judged(on)
    return on


def review_judged(on: Stage) -> None:
    """Open the review, with all positions after ``3c`` or ``1b`` lost and all others winnable."""
    session = on.session
    for node in session.history.root.subtree():
        texts = [action_text(one.action) for one in node.path_to_root() if one.action]
        verdict = LOST if "3c" in texts or "1b" in texts else WON
        on.oracle.tell(session.deal, session.state_at(node), verdict)
    on.key("F7")
    settle(on)


def settle(on: Stage) -> None:
    for _ in while_(lambda: not on.review.game.branches.done):
        on.wait(0.02)


def line(on: Stage) -> list[str]:
    return [action_text(node.action) for node in list(on.review.game.nodes)[1:]]


def story(on: Stage) -> str:
    return " ".join(one.words for one in on.review.frame.story_view.facts)


def test_the_review_says_where_each_branch_leads(stage: Start) -> None:
    on = branched(stage)
    on.wait(1)
    assert "Back from move 2, which lost the game: 4 of spades to cell b." in story(on)
    on.keys("home", "right")
    assert notes(on) == [
        "Also from here: king of spades to cell b – lost after 2 moves",
        "Also from here: 4 of spades to cell b – lost after 1 move",
    ]
    assert [one.light for one in on.review.walk.notes(on.review.at)] == [Light.LOST, Light.LOST]
    assert on.review.walk.marked(0).forks == {1: Light.LOST}
    on.key("right")
    assert notes(on)[0].startswith("Instead: king of spades to cell b")
    assert "branch 3 of 3" in on.review.spoken
    assert on.lines[-1].endswith("lost after 1 move"), "for the ear, too"
    on.keys("home", "right", "ctrl+down")
    assert line(on) == ["1a", "2b", "3c", "4d"] and on.review.at == 2 and matches(on)
    assert None not in on.review.game.review.verdicts, "what is known stays known"
    settle(on)
    assert on.review.walk.lost(2) == 2 and on.review.game.here is None
    on.wait(1)
    assert "Move 3 lost the game (king of clubs to cell c)" in story(on)
    assert "Back from" not in story(on), "the game stands elsewhere"
    assert "still winnable after 2 moves" in " ".join(notes(on))
    on.key("up", CTRL)
    assert line(on) == ["1a", "2d", "3b"] and on.review.game.here == 3 and matches(on)
    for _ in range(3):
        on.key("down", CTRL)
    assert line(on) == ["1a", "2d", "3b"] and not on.plings, "around and around"
    on.keys("home", "ctrl+down")
    assert on.review.at == 2 and line(on)[1] == "2b", "where there is none the next one is meant"


@pytest.mark.parametrize("size", SIZES)
def test_branches_and_buttons_fit_the_review_without_overlap(stage: Start, size: Point) -> None:
    on = branched(stage, size=size)
    on.keys("home", "right")
    on.app.paint()
    frame = on.review.frame
    shown = [one.rect for one in frame.controls.items]
    for number, rect in enumerate(shown):
        assert pygame.Rect(0, 0, *size).contains(rect) and min(rect.size) >= 28
        assert rect.collidelist(shown[number + 1 :]) < 0
    if size[1] >= 420:  # In a lower window, a single row tells the result.
        words = " ".join(frame.words()) + " ".join(row.fact.words for row in frame.story_view.rows)
        assert "lost after 1 move" in words


def test_pressing_a_branch_goes_there(stage: Start) -> None:
    on = branched(stage, size=(1280, 800))
    on.keys("home", "right")
    on.app.paint()
    rows = on.review.frame.story_view.rows
    (row,) = [one for one in rows if "cell b – lost after 2" in one.fact.words]
    on.click(row.rect.center)
    assert line(on) == ["1a", "2b", "3c", "4d"] and on.review.at == 2
    on.push("Next branch: what you did here instead")
    assert line(on) == ["1a", "1b", "2c"]


def test_a_bookmark_can_be_set_named_and_visited_in_the_review(stage: Start) -> None:
    on = branched(stage)
    on.key("home")
    on.push("Add or remove a bookmark")
    assert on.review.walk.marked(0).bookmarks == [0]
    on.keys("right", "ctrl+down", "n")
    for sign in "my try":
        on.key("space" if sign == " " else sign)
    on.key("return")
    assert on.panel is None and on.review.node.bookmark == "my try"
    assert notes(on)[0] == "Bookmark “my try”"
    on.key("right", CTRL)
    assert on.review.at == 0
    (elsewhere,) = on.review.game.branches.marked(0)
    assert elsewhere.words == "Bookmark “my try”, after 2 moves"
    press(on, elsewhere.words)
    assert on.review.node.bookmark == "my try" and line(on)[1] == "2b"
    on.keys("ctrl+right", "ctrl+left")
    assert on.review.node.bookmark == "my try" and line(on)[1] == "2b"
    on.keys("r", "x", "return")
    assert notes(on)[0] == "Bookmark “my try” – x"
    on.storage.flush()
    text = (on.home / hand_file("vierfrei")).read_text("utf-8")
    assert "\n{!}\n" in text and text.count("{!") == 2
    assert "2b {!my try} {x}" in text
    on.key("b", CTRL)
    assert on.review.node.bookmark is None
    on.keys("n", "escape")
    assert on.panel is None and on.review.node.bookmark is None


def test_the_review_copies_the_whole_tree(stage: Start, clipboard: Clipboard) -> None:
    on = branched(stage)
    session = on.review.session
    session.history.set_bookmark(on.review.node, "end")
    on.key("c", CTRL)
    assert "with 2 branches" in on.review.message.text
    read = from_text(clipboard.text, "vierfrei", None)
    assert shape(read) == shape(session)
    on.key("v", CTRL)
    assert shape(on.session) == shape(read) and on.actions == ["1a", "2d", "3b"]
    on.key("c", CTRL)
    assert clipboard.text.splitlines()[1:] == ["1a", "2d", "3b"], "the table copies its line"


def test_branches_shown_at_the_position_are_judged_before_the_rest(on: Stage) -> None:
    solver = on.oracle
    on.type("1a 2b")
    on.key("z", CTRL)
    on.type("2c")
    on.keys("F7", "left")
    for node in on.review.game.nodes:
        solver.tell(on.review.deal, on.review.session.state_at(node), WON)
    for at in (2, 1):
        weigh(on, at, 1)
    for _ in range(12):
        on.wait(0.02)
    assert solver.wished == on.review.game.branches.notes(1)[0].node.action[-1].after
    solver.answer(LOST)
    on.wait(0.1)
    assert notes(on)[0].endswith("lost after 1 move") and 0 not in on.review.game.margins


def test_moves_after_a_restart_form_a_branch(on: Stage) -> None:
    on.type("1a")
    on.key("F3")
    on.type("2b 3c")
    while on.actions != ["1a"]:
        on.key("z", CTRL)
    on.type("2d")
    review_judged(on)
    on.key("left")
    assert notes(on) == ["Also from here: game restarted – lost after 2 moves"]
    press(on, notes(on)[0])
    assert line(on) == ["1a", "restart", "2b", "3c"] and on.review.at == 2 and matches(on)
    assert notes(on)[0].startswith("Instead: king of spades to cell d")
    on.key("return")
    assert on.actions == ["1a", "restart"]
    on.check()


def test_bookmarks_set_in_a_past_game_are_kept(stage: Start, clipboard: Clipboard) -> None:
    on = branched(stage)
    whole = shape(on.review.session)
    on.keys("escape", "F1")
    past_game(on, "Review")
    assert shape(on.review.session) == whole and on.review.table is None
    on.keys("home", "right")
    assert len(notes(on)) == 2, "both other branches are told"
    on.key("b", CTRL)
    assert on.review.message.text == "Bookmark added; N names it."
    on.keys("ctrl+down", "r", "x", "return")
    whole = shape(on.review.session)
    on.key("escape")
    past_game(on, "Review")
    assert shape(on.review.session) == whole, "at once"
    on.key("c", CTRL)
    assert shape(from_text(clipboard.text, "vierfrei", None)) == whole
    on.keys("home", "right", "ctrl+b")
    assert on.review.message.text == "Bookmark removed."
    whole = shape(on.review.session)
    on.storage.flush()
    assert len(on.saved("record")["games"]) == 1
    on = stage()
    past_game(on, "Review")
    assert shape(on.review.session) == whole, "for ever"


@pytest.mark.parametrize(
    ("begun", "old", "new", "words", "at"),
    [
        (branched, "(1b; 2c", "(1h; 2c", "1 branch of this game can't be read.", 3),
        (finished, r"\n2h\n", r"\nzz\n", "Only the first 6 moves of this game can be read.", 9),
    ],
)
def test_a_damaged_past_game_is_reviewed_as_far_as_it_can_be_read(
    stage: Start, begun: Callable[[Start], Stage], old: str, new: str, words: str, at: int
) -> None:
    on = begun(stage)
    on.keys(*["escape", "F1"] * (begun is branched))
    on.storage.flush()
    path = on.storage.folder / LOG
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    before = path.read_bytes()
    on = stage()
    past_game(on)
    assert words in on.panel_text
    act(on, "Review")
    assert on.review.at == at
    on.key("b", CTRL)
    assert on.review.node.bookmark == ""
    assert "Not kept, because part of this game is damaged" in on.review.message.text
    assert "Not kept" in on.lines[-2] and on.lines[-1] == "Bookmark added; N names it."
    on.storage.flush()
    assert path.read_bytes() == before
