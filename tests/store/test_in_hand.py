"""A game in hand comes back as it was, whatever was played, and as far as its file is sound."""

from __future__ import annotations

import pytest

from game.play.game_text import tree_text
from game.play.saved_games import finished_text, join_games, read_saved, read_undamaged, saved_text
from game.play.session import Session
from tests.game.reading import play, reread
from tests.game.trees import every_way, known, undo
from tests.seed import a_few
from tests.store.playing import playing, remarks_of, ways, win


@pytest.mark.parametrize("left", [False, True], ids=["on it", "on a branch beside it"])
def test_time_and_hints_of_a_restarted_game_are_saved_as_they_change(left: bool) -> None:
    session = playing("")
    win(session)
    session.restart()
    play(session, "4h 8h")
    saved_text(session)
    replay = session.info
    if left:
        undo(session, 3)
        session.restart()
    replay.seconds, replay.hints = 55.0, 2
    assert known(reread(session)) == known(session)


def test_unknown_fields_of_a_newer_program_are_kept() -> None:
    session = playing()
    session.unknown_fields = {"mood": {"x": ["well"]}}
    again = reread(session)
    assert again.unknown_fields == session.unknown_fields
    assert saved_text(again) == saved_text(session)


# -- damage ----------------------------------------------------------------------------------------


def branchy() -> Session:
    """A game with two branches beside its line of four moves, and remarks."""
    session = playing("4h 8h")
    session.undo_action()
    play(session, "26")
    session.history.set_remark(session.here, "a remark")
    undo(session, 2)
    play(session, "1a")
    session.undo_action()
    play(session, "4h 8h 26 1a")
    session.info.entry, session.info.hints = "1d", 2
    return session


TEXT = saved_text(branchy())


@pytest.mark.parametrize("sign", ("", "\0", "\n", "x", "(", ")", "{", "}", ";", "9"))
def test_a_damaged_file_keeps_all_moves_before_the_damage(sign: str) -> None:
    sound = branchy()
    lines = TEXT.splitlines(keepends=True)
    deal = len(lines[0]) + len(lines[1])
    # Damage before that may name another deal, on which hardly a move is legal.
    for at in range(deal, len(TEXT)):
        if TEXT[at] == sign:
            continue
        damaged = TEXT[:at] + sign + TEXT[at + 1 :]
        found, _ = read_saved(damaged, "vierfrei")
        # Each line before that with the damage is whole, and so is each branch before it.
        number = TEXT.count("\n", 0, at)
        before, _ = read_saved("".join(lines[:number]), "vierfrei")
        assert ways(before) <= ways(found), (at, damaged)
        assert len(found.actions) <= len(sound.actions) + 1


@pytest.mark.parametrize("at", a_few(range(len(TEXT.splitlines()[0])), 20, "headers", always=[0]))
def test_a_damaged_header_costs_no_move(at: int) -> None:
    found, whole = read_saved(TEXT[:at] + "\0" + TEXT[at + 1 :], "vierfrei")
    assert ways(found) == ways(branchy()) and len(found.actions) == 4
    assert not whole or found.unknown_fields or found.info.entry != "1d"


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
    play(other, "26")
    other.undo_action()
    other.redo_action()
    other.history.set_remark(other.history.root.children[0], "there")
    play(third, "1a")
    texts = [finished_text(session) for session in (one, other, third)]
    found = join_games(texts, "vierfrei", None)
    assert found is not None and found.actions == one.actions
    assert ways(found) == ways(one) | ways(other) | ways(third)
    assert remarks_of(found) == {"here", "there"}


def test_of_very_many_branches_a_finished_game_keeps_only_the_newest() -> None:
    session = playing("")
    for number, moves in enumerate(every_way(session) * 2):
        session.do(*moves)
        if number >= len(every_way(session)):
            session.do(every_way(session)[0][0])
        session.history.set_remark(session.here, f"{number} " + "x" * 300)
        session.go(session.history.root)
    play(session, "4h 8h")
    assert len(tree_text(session)) > 8_000
    text = finished_text(session)
    assert 5_000 < len(text) < 6_500
    again, sound = read_undamaged(text, "vierfrei")
    assert sound and not again.unreadable_branches and again.actions == session.actions
    remarks = {remark.split()[0] for remark in remarks_of(again)}
    assert 10 < len(remarks) < 30 and not remarks & {"0", "1", "2", "3"}
