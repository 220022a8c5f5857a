"""Damaged files: only what was hit is lost, a copy of it is kept, and the next start is clean."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.store.log import LOG
from game.store.store import SETTINGS, PlayerStore, hand_file
from tests.bench.damage import fill, run
from tests.store.playing import DEAL, only_problem, playing, record

HAND = hand_file("vierfrei")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound") / "home"
    fill(folder, lost=2)
    return folder


class Home:
    """A copy of that folder."""

    def __init__(self, sound: Path, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(sound, folder)

    def damage(self, name: str, change: Callable[[bytes], bytes]) -> bytes:
        """Change the data of a file; return what it holds then."""
        data = change((self.folder / name).read_bytes())
        (self.folder / name).write_bytes(data)
        return data

    @contextmanager
    def opened(self) -> Iterator[PlayerStore]:
        """Open the store, and check that nothing is damaged once it was closed."""
        store = PlayerStore(self.folder)
        yield store
        store.close()
        store = PlayerStore(self.folder)
        store.settings()
        store.load()
        assert store.take_problems() == []
        store.close()

    def copies(self, name: str) -> list[bytes]:
        """Return the copies that were kept of a damaged file."""
        return [path.read_bytes() for path in sorted(self.folder.glob(f"{name}.broken-*"))]


@pytest.fixture
def home(sound: Path, tmp_path: Path) -> Home:
    return Home(sound, tmp_path / "home")


def test_of_a_damaged_file_only_what_was_hit_is_lost() -> None:
    """A few cases of ``tests.bench.damage``, others for each commit."""
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
