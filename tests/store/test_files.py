"""Game files: reading them back, and recovering what isn't damaged."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.play.game_text import tree_text
from game.play.saved_games import finished_text, join_games, read_saved, read_undamaged, saved_text
from game.play.session import Session
from game.store.log import LOG
from game.store.store import SETTINGS, PlayerStore, hand_file
from tests.bench.damage import fill, run
from tests.game.reading import play, reread
from tests.game.trees import every_way, known, undo
from tests.seed import a_few
from tests.store.playing import DEAL, only_problem, playing, record, remarks_of, ways, win

HAND = hand_file("vierfrei")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound") / "home"
    fill(folder, lost=2)
    return folder


class Home:
    """A copy of a folder, whose files a test may damage."""

    def __init__(self, sound: Path, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(sound, folder)

    def damage(self, name: str, change: Callable[[bytes], bytes]) -> bytes:
        """Change the data of a file, and return the new data."""
        data = change((self.folder / name).read_bytes())
        (self.folder / name).write_bytes(data)
        return data

    @contextmanager
    def opened(self) -> Iterator[PlayerStore]:
        """Open the store; after closing it, check that no file is damaged any more."""
        store = PlayerStore(self.folder)
        yield store
        store.close()
        store = PlayerStore(self.folder)
        store.settings()
        store.load()
        assert store.take_problems() == []
        store.close()

    def copies(self, name: str) -> list[bytes]:
        """Return the data of each kept copy of a damaged file."""
        return [path.read_bytes() for path in sorted(self.folder.glob(f"{name}.broken-*"))]


@pytest.fixture
def home(sound: Path, tmp_path: Path) -> Home:
    return Home(sound, tmp_path / "home")


def test_of_a_damaged_file_only_what_was_hit_is_lost() -> None:
    """Try 150 cases of ``tests.bench.damage``, which differ from commit to commit."""
    assert sum(figure.value for figure in run(150)) == 150


@pytest.mark.parametrize(("cut", "whole"), [(1, 3), (2, 2), (30, 2), (200, 2)])
def test_a_last_line_that_was_cut_off_is_taken_out(home: Home, cut: int, whole: int) -> None:
    home.damage(LOG, lambda data: data[:-cut])
    with home.opened() as store:
        assert len(record(store)) == whole and store.take_problems() == []
        store.ended(playing("1a", 9))
    lines = (home.folder / LOG).read_bytes().splitlines(keepends=True)
    assert len([json.loads(line) for line in lines]) == whole + 1 and lines[-1].endswith(b"\n")
    assert not home.copies(LOG)


def test_a_damaged_line_is_kept_and_taken_out(home: Home) -> None:
    home.damage(LOG, lambda data: b"nonsense\n" + data.replace(b'"deal": 2', b'"deal": x'))
    with home.opened() as store:
        assert {deal for deal, _ in record(store)} == {1, DEAL}
        assert "2 games can't be read" in only_problem(store)
    (kept,) = home.copies(LOG)
    assert kept.startswith(b"nonsense\n{") and kept.count(b"\n") == 2
    assert (home.folder / LOG).read_bytes().count(b"\n") == 2


def test_a_second_window_changes_nothing_in_a_damaged_log(home: Home) -> None:
    data = home.damage(LOG, lambda data: data + b"nonsense\n")
    first, second = PlayerStore(home.folder), PlayerStore(home.folder)
    assert len(record(second)) == 3
    assert [line for line in second.take_problems() if "is damaged: 1 game can't be read" in line]
    assert (home.folder / LOG).read_bytes() == data and not home.copies(LOG)
    second.close()
    first.close()


def test_a_damaged_option_alone_is_reset(home: Home) -> None:
    text = (home.folder / SETTINGS).read_text("utf-8")
    assert len(text.splitlines()) == len(json.loads(text)) + 2, "one a line, as always"
    broken = home.damage(SETTINGS, lambda data: data.replace(b'"wine"', b'"pink"'))
    with home.opened() as store:
        assert (store.settings().look, store.settings().volume) == ("green", 33)
        assert "some options were reset: look" in store.take_problems()[0]
        store.save_settings(store.settings())
    assert home.copies(SETTINGS) == [broken]


@pytest.mark.parametrize(
    ("old", "new", "actions", "problem"),
    [
        (b"\n3b", b"\n3?", 1, "only 1 move of the game can be read"),
        (b"(2b)", b"(2b", 2, "1 branch of the game can't be read to the end"),
        *((b"", data, None, "set aside") for data in (b"", b"{}", b"\0" * 50, b"\xff\n\xff")),
        (b"", b"nonsense\n" * 9, None, "set aside"),
        (b"", b"nonsense\n", None, "(line 1: no game)"),
    ],
)
def test_a_damaged_game_in_hand_loses_only_what_cannot_be_read(
    home: Home, old: bytes, new: bytes, actions: int | None, problem: str
) -> None:
    broken = home.damage(HAND, lambda data: data.replace(old, new) if old else new)
    with home.opened() as store:
        found = store.game_in_hand("vierfrei")
        assert (found and len(found.actions)) == actions and problem in only_problem(store)
        assert len(record(store)) == 3
    assert home.copies(HAND) == [broken]


# -- a game in hand --------------------------------------------------------------------------------


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


# -- damaged games in hand -------------------------------------------------------------------------


def branchy() -> Session:
    """Return a game with two branches and a remark."""
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
    # Damage before this point might change the deal, which makes most moves illegal.
    for at in range(deal, len(TEXT)):
        if TEXT[at] == sign:
            continue
        damaged = TEXT[:at] + sign + TEXT[at + 1 :]
        found, _ = read_saved(damaged, "vierfrei")
        # All lines before the damaged one are intact, and so are the branches in them.
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
