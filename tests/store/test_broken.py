"""Damaged files: only what was hit is lost, a copy of it is kept, and the next start is clean."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from game.player.settings import Settings
from game.store.log_file import LOG
from game.store.store import SETTINGS, PlayerStore, hand_file
from tests.bench.damage import run
from tests.store.playing import DEAL, playing, record, told_once, type_in, winning

ENTRIES = [(1, False), (2, False), (DEAL, True)]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files of each kind."""
    folder = tmp_path_factory.mktemp("sound") / "home"
    store = PlayerStore(folder)
    store.save_settings(Settings(look="wine", volume=33, window=(1, 2, 900, 700), deck="emblem"))
    for number in (1, 2):
        store.ended(playing("1a", number))
    store.ended(winning(left=0))
    session = playing("1a 2b", 4)
    session.undo_action()
    store.changed(type_in(session, "3b"))
    store.close()
    return folder


def damage(sound: Path, folder: Path, name: str, change: Callable[[bytes], bytes]) -> bytes:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(sound, folder)
    data = change((folder / name).read_bytes())
    (folder / name).write_bytes(data)
    return data


def clean(folder: Path) -> None:
    store = PlayerStore(folder)
    store.settings()
    store.load()
    assert store.take_problems() == []
    store.close()


def asides(folder: Path, name: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.glob(f"{name}.broken-*"))]


def test_of_a_damaged_file_only_what_was_hit_is_lost() -> None:
    """A few cases of ``tests.bench.damage``, others for each commit."""
    assert sum(figure.value for figure in run(150)) == 150


@pytest.mark.parametrize("cut", [1, 2, 30, 200])
def test_a_torn_last_line_is_cut_off_by_the_next(sound: Path, tmp_path: Path, cut: int) -> None:
    folder = tmp_path / "home"
    damage(sound, folder, LOG, lambda data: data[:-cut])
    store = PlayerStore(folder)
    assert len(record(store)) == (3 if cut == 1 else 2) and store.take_problems() == []
    store.ended(playing("1a", 9))
    store.close()
    lines = (folder / LOG).read_bytes().split(b"\n")
    assert [bool(line) for line in lines] == [True] * (4 if cut == 1 else 3) + [False]
    assert len([json.loads(line) for line in lines[:-1]]) == (4 if cut == 1 else 3)
    assert not asides(folder, LOG)
    clean(folder)


def test_zeros_that_a_power_cut_has_left_are_cut_off(sound: Path, tmp_path: Path) -> None:
    folder = tmp_path / "home"
    damage(sound, folder, LOG, lambda data: data + bytes(300))
    store = PlayerStore(folder)
    store.ended(playing("1a", 9))
    assert len(record(store)) == 4
    store.close()
    assert b"\0" not in (folder / LOG).read_bytes()
    clean(folder)


def test_a_damaged_line_is_kept_and_taken_out(sound: Path, tmp_path: Path) -> None:
    folder = tmp_path / "home"
    damage(
        sound, folder, LOG, lambda data: b"nonsense\n" + data.replace(b'"deal": 2', b'"deal": x')
    )
    store = PlayerStore(folder)
    assert {deal for deal, _ in record(store)} == {1, DEAL}
    assert "2 games can't be read" in told_once(store)
    store.close()
    (kept,) = asides(folder, LOG)
    assert kept.startswith(b"nonsense\n{") and kept.count(b"\n") == 2
    assert len((folder / LOG).read_bytes().splitlines()) == 2
    clean(folder)


def test_a_second_window_changes_nothing_in_a_damaged_log(sound: Path, tmp_path: Path) -> None:
    folder = tmp_path / "home"
    data = damage(sound, folder, LOG, lambda data: data + b"nonsense\n")
    first = PlayerStore(folder)
    second = PlayerStore(folder)
    assert len(record(second)) == 3
    assert [line for line in second.take_problems() if "is damaged: 1 game can't be read" in line]
    assert (folder / LOG).read_bytes() == data and not asides(folder, LOG)
    second.close()
    first.close()


# -- settings --------------------------------------------------------------------------------------


def test_settings_stand_one_a_line_as_older_programs_read_them(sound: Path) -> None:
    text = (sound / SETTINGS).read_text("utf-8")
    assert len(text.splitlines()) == len(json.loads(text)) + 2
    assert Settings.from_data(json.loads(text)).window == (1, 2, 900, 700)


def test_a_damaged_number_of_the_format_costs_no_option(sound: Path, tmp_path: Path) -> None:
    folder = tmp_path / "home"
    damage(sound, folder, SETTINGS, lambda data: data.replace(b": 1,", b": 19", 1))
    store = PlayerStore(folder)
    assert store.settings().look == "wine" and store.take_problems() == []
    store.close()


def test_an_option_that_means_nothing_is_lost_alone(sound: Path, tmp_path: Path) -> None:
    folder = tmp_path / "home"
    broken = damage(sound, folder, SETTINGS, lambda data: data.replace(b'"wine"', b'"pink"'))
    store = PlayerStore(folder)
    assert (store.settings().look, store.settings().volume) == ("green", 33)
    lines = store.take_problems()
    assert lines and "some options were reset: look" in lines[0]
    store.close()
    assert asides(folder, SETTINGS) == [broken]


# -- the game in hand ------------------------------------------------------------------------------


def test_a_damaged_game_in_hand_is_kept_up_to_there(sound: Path, tmp_path: Path) -> None:
    folder, name = tmp_path / "home", hand_file("vierfrei")
    broken = damage(sound, folder, name, lambda data: data.replace(b"\n3b", b"\n3?"))
    store = PlayerStore(folder)
    found = store.game_in_hand("vierfrei")
    assert found is not None and len(found.actions) == 1
    assert "only 1 move of the game can be read" in told_once(store)
    store.close()
    assert asides(folder, name) == [broken]
    clean(folder)


def test_a_damaged_branch_is_lost_alone(sound: Path, tmp_path: Path) -> None:
    folder, name = tmp_path / "home", hand_file("vierfrei")
    broken = damage(sound, folder, name, lambda data: data.replace(b"(2b)", b"(2b"))
    store = PlayerStore(folder)
    found = store.game_in_hand("vierfrei")
    assert found is not None and len(found.actions) == 2
    assert "1 branch of the game can't be read to the end" in told_once(store)
    store.close()
    assert asides(folder, name) == [broken]
    clean(folder)


@pytest.mark.parametrize("data", [b"", b"{}", b"\0" * 50, b"nonsense\n" * 9, b"\xff\n\xff"])
def test_a_game_of_which_nothing_can_be_read_is_set_aside(
    sound: Path, tmp_path: Path, data: bytes
) -> None:
    folder, name = tmp_path / "home", hand_file("vierfrei")
    damage(sound, folder, name, lambda _: data)
    store = PlayerStore(folder)
    assert store.game_in_hand("vierfrei") is None and "set aside" in told_once(store)
    assert len(record(store)) == 3
    store.close()
    assert asides(folder, name) == [data]
