"""Tests of folders, locks and the second process on simulated operating systems."""

from __future__ import annotations

import errno
import importlib.util
import multiprocessing
import os
import sys
from pathlib import Path
from types import ModuleType

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from game.record.export import export_folder
from game.store.folder import data_folder
from game.support import jobs, lock
from tests.game.fair.jobs import Broken

fcntl = pytest.importorskip("fcntl", reason="this system plays no other")
Patch = pytest.MonkeyPatch


def as_on(module: ModuleType, platform: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return ``module`` as it would be loaded on another system."""
    assert module.__file__
    # It keeps its name, by which another process finds it.
    spec = importlib.util.spec_from_file_location(module.__name__, module.__file__)
    assert spec and spec.loader
    loaded = importlib.util.module_from_spec(spec)
    with monkeypatch.context() as there:
        there.setattr(sys, "platform", platform)
        spec.loader.exec_module(loaded)
    return loaded


@pytest.mark.parametrize(
    ("platform", "system", "data", "documents"),
    [
        ("linux", Unix, ".local/share/vierfeld", "Documents"),
        ("freebsd14", Unix, ".local/share/vierfeld", "Documents"),
        ("darwin", MacOS, "Library/Application Support/vierfeld", "Documents"),
        ("win32", Windows, "AppData/Local/vierfeld", "My Documents"),
    ],
)
def test_each_system_has_its_folder_for_the_files(
    platform: str, system: type, data: str, documents: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    for name in ("VIERFELD_HOME", "XDG_DATA_HOME", "XDG_DOCUMENTS_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    folders = {"CSIDL_LOCAL_APPDATA": "AppData/Local", "CSIDL_PERSONAL": "My Documents"}
    found = {name: str(tmp_path / folder) for name, folder in folders.items()}
    monkeypatch.setattr("platformdirs.windows.get_win_folder", found.__getitem__)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(platformdirs, "PlatformDirs", system)
    assert data_folder() == tmp_path / data
    assert export_folder(data_folder()) == tmp_path / data, "there are no documents"
    (tmp_path / documents).mkdir()
    assert export_folder(data_folder()) == tmp_path / documents


@pytest.mark.parametrize("wanted", ["", "/srv/kept", "kept", "~/kept", " "])
@pytest.mark.parametrize("home", ["/home/somebody", "/home/somebody/", ""])
def test_on_linux_the_folder_is_the_usual_one(wanted: str, home: str, monkeypatch: Patch) -> None:
    # The program works it out itself there, as it starts faster without platformdirs.
    monkeypatch.delenv("VIERFELD_HOME", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", wanted)
    monkeypatch.setenv("HOME", home)
    assert data_folder() == Path(Unix("vierfeld", False).user_data_dir)


class Locks:
    """Stands in for ``msvcrt`` on Windows. It doesn't raise the same errors as ``fcntl``."""

    LK_NBLCK = 2

    @staticmethod
    def locking(descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (Locks.LK_NBLCK, 1)
        assert os.lseek(descriptor, 0, os.SEEK_CUR) == 0, "the same byte for everybody"
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OSError(errno.EACCES, os.strerror(errno.EACCES)) from None


def test_on_windows_two_windows_lock_the_folder_too(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setitem(sys.modules, "msvcrt", Locks)
    on_windows = as_on(lock, "win32", monkeypatch)
    assert not hasattr(on_windows, "fcntl")
    first, second = on_windows.FolderLock(tmp_path), on_windows.FolderLock(tmp_path)
    assert first.acquire() and first.held
    assert not second.acquire() and not second.held
    first.release()
    assert second.acquire() and not second.lost()
    second.release()


def test_on_windows_the_solver_has_a_process_too(monkeypatch: pytest.MonkeyPatch) -> None:
    on_windows = as_on(jobs, "win32", monkeypatch)
    # The other process finds the function by its name.
    monkeypatch.setattr(on_windows, "serve", jobs.serve)
    process = on_windows.Process()
    try:
        assert process.pid in [one.pid for one in multiprocessing.active_children()]
        process.send((1, Broken()))
        answers: list[object] = []
        while len(answers) < 2:
            answers += filter(None, process.receive())
        assert answers == [(1, 1), (1, None)]
    finally:
        process.kill()
