"""A game in hand comes back as it was, whatever was played, and as far as its file is sound."""

from __future__ import annotations

import pytest

from game.play.session import Session
from game.play.sharing import tree_text
from game.store.game_text import finished_text, join_games, read_saved, read_undamaged, saved_text
from tests.game.test_branches import KINDS, any_deal, every_way
from tests.game.trees import grown, whole
from tests.seed import a_few, chance
from tests.store.playing import WON, playing, type_in


def known(session: Session) -> object:
    """All that a file keeps of a game, except the order in which branches were played."""
    books = {id(one.info): one.info.to_data() for one in session.history.root.subtree()}
    standing = session.actions, session.undone, session.seen, session.info.to_data()
    return whole(session), standing, sorted(map(str, books.values())), session.unknown_fields


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_a_random_tree_comes_back(game: str, rules: str | None) -> None:
    session, dice = Session(any_deal(game, rules, 0)), chance("in hand", game, rules)
    session.info.entry, session.info.seconds = "an id", 17.5
    for _ in range(4):
        grown(session, every_way, dice, 25)
        again, sound = read_saved(saved_text(session), game)
        assert sound and not again.unreadable_branches and known(again) == known(session)
        past = join_games([finished_text(session)], game, rules)
        assert past is not None and whole(past) == whole(
            session, session.history.game_without_restarts(session.here)
        )


@pytest.mark.parametrize("left", [False, True], ids=["on it", "on a branch beside it"])
def test_what_is_counted_in_a_game_begun_again_is_kept_as_it_changes(left: bool) -> None:
    session = playing(" ".join(WON))
    session.restart()
    type_in(session, "4h 8h")
    saved_text(session)
    replay = session.info
    if left:
        session.undo_action()
        session.undo_action()
        session.undo_action()
        session.restart()
    replay.seconds, replay.hints = 55.0, 2
    again, _ = read_saved(saved_text(session), "vierfrei")
    assert known(again) == known(session)


def test_it_stands_amid_an_action_again() -> None:
    session = playing("58 82", 617)
    session.undo_step()
    assert session.history.steps_undone == 1
    again, _ = read_saved(saved_text(session), "vierfrei")
    assert again.history.steps_undone == 1 and known(again) == known(session)


def test_what_a_newer_program_has_written_stays() -> None:
    session = playing()
    session.unknown_fields = {"mood": {"x": ["well"]}}
    again, _ = read_saved(saved_text(session), "vierfrei")
    assert again.unknown_fields == session.unknown_fields and saved_text(again) == saved_text(
        session
    )


# -- damage ----------------------------------------------------------------------------------------


def branchy() -> Session:
    """A game with two branches beside its line of four moves, and remarks."""
    session = playing("4h 8h")
    session.undo_action()
    type_in(session, "26")
    session.history.set_remark(session.here, "a remark")
    session.undo_action()
    session.undo_action()
    type_in(session, "1a")
    session.undo_action()
    type_in(session, "4h 8h 26 1a")
    session.info.entry, session.info.hints = "1d", 2
    return session


def ways(session: Session) -> set[tuple[str, ...]]:
    return {
        tuple(step.text for one in list(node.path_to_root())[::-1] for step in one.action)
        for node in session.history.root.subtree()
    }


TEXT = saved_text(branchy())
ODD = ("", "\0", "\n", "x", "(", ")", "{", "}", ";", "9")


@pytest.mark.parametrize("sign", ODD)
def test_of_a_damaged_file_as_much_is_kept_as_can_be(sign: str) -> None:
    sound = branchy()
    lines = TEXT.splitlines(keepends=True)
    deal = len(lines[0]) + len(lines[1])
    for at in range(len(TEXT)):
        if TEXT[at] == sign:
            continue
        damaged = TEXT[:at] + sign + TEXT[at + 1 :]
        if at < deal:
            # Another deal may be named there by now, on which hardly a move is legal.
            continue
        found, _ = read_saved(damaged, "vierfrei")
        # Each line before that with the damage is whole, and so is each branch before it.
        number = TEXT.count("\n", 0, at)
        before, _ = read_saved("".join(lines[:number]), "vierfrei")
        assert ways(before) <= ways(found), (at, damaged)
        assert len(found.actions) <= len(sound.actions) + 1


@pytest.mark.parametrize("at", a_few(range(len(TEXT.splitlines()[0])), 20, "headers", always=[0]))
def test_where_only_the_header_is_damaged_all_moves_are_kept(at: int) -> None:
    found, whole = read_saved(TEXT[:at] + "\0" + TEXT[at + 1 :], "vierfrei")
    assert ways(found) == ways(branchy()) and len(found.actions) == 4
    assert not whole or found.unknown_fields or found.info.entry != "1d"


def test_a_damaged_branch_is_lost_alone_and_a_damaged_line_from_there_on() -> None:
    lines = TEXT.splitlines()
    branches = [n for n, line in enumerate(lines) if line.startswith("(")]
    assert len(branches) == 2
    for number in range(2, len(lines)):
        damaged = [*lines[:number], lines[number][:-1] + "?", *lines[number + 1 :]]
        found, whole = read_saved("\n".join(damaged), "vierfrei")
        if number in branches:
            assert (whole, found.unreadable_branches, len(found.actions)) == (True, 1, 4)
        else:
            assert not whole and len(found.actions) < 4 and not found.unreadable_branches


def test_without_its_deal_there_is_no_game() -> None:
    for text in ("", "{}", "{}\n", "{}\n# Vierfeld 1 vierfrei\n26\n", "{}\n26\n"):
        with pytest.raises(ValueError):
            read_saved(text, "vierfrei")
    with pytest.raises(ValueError):
        read_saved(TEXT, "canfield")


# -- finished games --------------------------------------------------------------------------------


def test_branches_and_remarks_of_several_texts_are_joined() -> None:
    one, other, third = playing(), playing(), playing("4h")
    one.history.set_remark(one.here, "here")
    other.undo_action()
    type_in(other, "26")
    other.undo_action()
    other.redo_action()
    other.history.set_remark(other.history.root.children[0], "there")
    type_in(third, "1a")
    texts = [finished_text(session) for session in (one, other, third)]
    found = join_games(texts, "vierfrei", None)
    assert found is not None and found.actions == one.actions
    assert ways(found) == ways(one) | ways(other) | ways(third)
    remarks = {node.remark for node in found.history.root.subtree()} - {""}
    assert remarks == {"here", "there"}


def test_too_many_branches_are_not_kept_with_a_finished_game() -> None:
    session = playing("")
    for number, moves in enumerate(every_way(session) * 2):
        session.do(*moves)
        if number >= len(every_way(session)):
            session.do(every_way(session)[0][0])
        session.history.set_remark(session.here, f"{number} " + "x" * 300)
        session.go(session.history.root)
    type_in(session, "4h 8h")
    assert len(tree_text(session)) > 8_000
    text = finished_text(session)
    assert 5_000 < len(text) < 6_500
    again, sound = read_undamaged(text, "vierfrei")
    assert sound and not again.unreadable_branches and again.actions == session.actions
    remarks = {node.remark.split()[0] for node in again.history.root.subtree() if node.remark}
    assert 10 < len(remarks) < 30 and not remarks & {"0", "1", "2", "3"}
