"""Nothing saved is lost when the power fails or the process is killed, and nothing counts twice.

The files are written to the model of a disk in ``tests.store.power``; each state in which the disk
may be left is opened.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.store.playing import DEAL, at_once, seen_by
from tests.store.power import Forgets, RecordingSystem, lay, states
from tests.store.test_states import DOINGS, Standing, opened, standing

pytestmark = pytest.mark.skipif(os.name == "nt", reason="folders cannot be flushed there")


def cut(folder: Path, name: str, forgets: Forgets = lambda name: False) -> int:
    """Cut the power at any moment of what is done, and check what is found; return in how many
    states the disk may be. A flush that is forgotten is not made."""
    doing = DOINGS[name]
    deal = 100 if doing.found[0][0][0] == 100 else DEAL
    root, laid = folder / "root", folder / "laid"
    root.mkdir()
    with at_once():
        store = opened(root / "home")
        session = doing.prepared(store)
        system = RecordingSystem(root, forgets)
        with seen_by(system):
            doing.done(store, session)
        store.close()
        done = len(system.done)
        least: dict[object, int] = {}
        met = list[Standing]()
        for count, disk in states(system):
            least[disk] = max(count, least.get(disk, 0))
            lay(disk, laid)
            found = standing(laid / "home", deal)
            assert not list(laid.rglob("*.broken-*"))
            met.append(found)
            shutil.rmtree(laid)
            assert found in doing.found, found
            assert count < done or found == doing.found[-1], "what was saved is lost"
        assert all(one in met for one in doing.found), "each of these states was met"
    return len(least)


@pytest.mark.parametrize("name", DOINGS)
def test_a_power_cut_at_any_moment_loses_nothing_saved(tmp_path: Path, name: str) -> None:
    assert cut(tmp_path, name) > 1


# Each of these flushes is needed: a disk that forgets it is found out.
@pytest.mark.parametrize(
    ("name", "forgotten"),
    [
        ("a move", ""),
        ("a move", "home/vierfrei.game.new"),
        ("the winning move", "home/games.jsonl"),
        ("giving up", "home/games.jsonl"),
        ("giving up", "home/vierfrei.game.new"),
        ("the log cleared", ""),
    ],
)
def test_a_forgotten_flush_is_noticed(tmp_path: Path, name: str, forgotten: str) -> None:
    with pytest.raises(AssertionError):
        cut(tmp_path, name, lambda flushed: flushed == forgotten)
