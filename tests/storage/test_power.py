"""Nothing that was saved is lost, and nothing counts twice, when the power fails at any moment.

The real writer works on a model of a disk (``tests.storage.power``); each state in which the disk
may be found afterwards is opened, and so is each in which that may leave it when the power fails
again.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from game.player.storage import Storage

from tests.storage.crash import SCENARIOS, Player, Trial, seen_by, snapshot
from tests.storage.power import Disk, Forgets, RecordingSystem, lay, states

pytestmark = pytest.mark.skipif(os.name == "nt", reason="folders cannot be flushed there")


class PowerCuts:
    """A scenario that is played once, on a disk that forgets to make some of its flushes."""

    def __init__(self, folder: Path, name: str, forgets: Forgets = lambda name: False) -> None:
        self._folder = folder
        scenario = SCENARIOS[name]
        self._wanted = Trial(folder, scenario).states
        root = folder / "root"
        shutil.copytree(folder / "base", root / "home")
        player = scenario.prepared(root / "home")
        player.storage.flush()
        self._system = RecordingSystem(root, forgets)
        self._saved: list[int] = []
        """How much the disk was told to do when each of the actions was saved."""
        with seen_by(self._system):
            for do in scenario.doings:
                do(player)
                player.storage.flush()
                self._saved.append(len(self._system.done))
        player.close()
        self.unfinished: set[Disk] = set()
        """The states in which something is left to be finished by whoever opens the files."""
        self.done: list[Disk] = []
        """The states that hold all that was done."""

    def check(self) -> int:
        """Open the files in every state; return how many states there are.

        Raises ``AssertionError`` if anything that was saved is lost, or counted twice.
        """
        least: dict[Disk, int] = {}
        for count, disk in states(self._system):
            saved = sum(count >= one for one in self._saved)
            least[disk] = max(saved, least.get(disk, 0))
        for disk, saved in least.items():
            self._check_one(disk, saved)
        return len(least)

    def check_second_cut(self) -> int:
        """Cut the power again while somebody opens the files in each of the states."""
        left = sorted(self.unfinished, key=sorted)
        for disk in left:
            root = self._folder / "again"
            lay(disk, root)
            system = RecordingSystem(root)
            with seen_by(system):
                Storage(root / "home").close()
            shutil.rmtree(root)
            for later in {later for _, later in states(system)}:
                self._check_one(later, 0)
        return len(left)

    def _check_one(self, disk: Disk, saved: int) -> None:
        root = self._folder / "cut"
        lay(disk, root)
        try:
            found = snapshot(root / "home")
        finally:
            shutil.rmtree(root)
        assert found in self._wanted, found
        assert found in self._wanted[saved:], f"what was saved is lost: {saved}"
        if any(name.endswith("journal.json") for name, _ in disk):
            self.unfinished.add(disk)
        if found == self._wanted[-1]:
            self.done.append(disk)


@pytest.mark.parametrize("name", SCENARIOS)
def test_power_cut_at_any_moment(tmp_path: Path, name: str) -> None:
    cuts = PowerCuts(tmp_path, name)
    assert cuts.check() > 4


def test_power_cut_again_while_what_was_begun_is_finished(tmp_path: Path) -> None:
    cuts = PowerCuts(tmp_path, "a new deal over a game begun")
    cuts.check()
    assert cuts.check_second_cut() > 4


def test_power_cut_leaves_copies_of_a_record_that_was_cleared(tmp_path: Path) -> None:
    before = (tmp_path / "base" / "record.json", tmp_path / "base" / "played.jsonl")
    cuts = PowerCuts(tmp_path, "the record cleared")
    kept = {(f"home/{path.name}.kept-1", path.read_bytes()) for path in before}
    assert cuts.check() > 4 and len(cuts.done) > 2
    assert all(kept <= disk for disk in cuts.done)


# Each of these flushes is needed: a disk that forgets it is found out.
@pytest.mark.parametrize(
    ("name", "forgotten"),
    [
        ("a move", ""),
        ("a move", "home/vierfrei.json.new"),
        ("the winning move", "home/journal.json.new"),
        ("the winning move", "home/vierfrei.json.new"),
        ("the winning move", "home/record.json"),
        ("the winning move", "home/played.jsonl"),
    ],
)
def test_flush_that_is_forgotten_is_found_out(tmp_path: Path, name: str, forgotten: str) -> None:
    cuts = PowerCuts(tmp_path, name, lambda flushed: flushed == forgotten)
    with pytest.raises(AssertionError):
        cuts.check()


def test_power_cut_after_the_first_start(tmp_path: Path) -> None:
    root, cut = tmp_path / "root", tmp_path / "cut"
    root.mkdir()
    system = RecordingSystem(root)
    with seen_by(system):
        player = Player(root / "data" / "home")
        player.type("4h")
        player.storage.flush()
    saved = len(system.done)
    player.close()
    later = [disk for count, disk in states(system) if count >= saved]
    assert later
    for disk in later:
        lay(disk, cut)
        found = Player(cut / "data" / "home")
        assert len(found.desk.session.actions) == 1
        found.close()
        shutil.rmtree(cut)


def test_power_cut_while_a_damaged_file_gives_way_to_a_new_one(tmp_path: Path) -> None:
    home, damaged = tmp_path / "home", b"no game"
    home.mkdir()
    (home / "vierfrei.json").write_bytes(damaged)
    system = RecordingSystem(tmp_path)
    with seen_by(system):
        Player(home).close()
    found = [disk for _, disk in states(system)]
    assert all(damaged in {data for _, data in disk} for disk in found) and len(found) > 4
