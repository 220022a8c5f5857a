"""Tests of running the program's commands on a cluster."""

from __future__ import annotations

import sys

import pytest

from game.rules.registry import numbered
from tests.game.reading import assert_wins, objects
from tools import cluster

Capsys = pytest.CaptureFixture[str]


def refused(capsys: Capsys, game: str = "vierfrei") -> str:
    """Return the error line of a command that fails before it runs on a cluster."""
    assert cluster.main(["localhost:1", "solve", game, "1"]) == 2
    done = capsys.readouterr()
    (line,) = done.err.splitlines()
    assert done.out == ""
    return line


def test_a_wrong_command_and_a_missing_package_or_cluster_are_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    assert "chess" in refused(capsys, "chess")
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "distributed", None)
        assert refused(capsys) == "a cluster needs the package distributed"
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "_SECONDS", 1)
    assert refused(capsys).startswith("no cluster at 'localhost:1': ")


def test_a_cluster_of_this_machine_solves_and_plays(capsys: Capsys) -> None:
    distributed = pytest.importorskip("distributed")
    # TCP sends everything as if to another machine.
    how = {"processes": False, "protocol": "tcp", "dashboard_address": None}
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, **how) as local:
        address = local.scheduler_address
        assert cluster.main([address, "solve", "vierfrei", "1-20", "--json"]) == 0
        solved = capsys.readouterr()
        assert cluster.main([address, "play", "canfield", "1-3", "--policy", "thumb"]) == 0
        played = capsys.readouterr()
    assert solved.err == played.err == ""
    found = objects(solved.out)
    assert [entry["deal"] for entry in found] == list(range(1, 21))
    for entry in found:
        assert_wins(entry, numbered("vierfrei", entry["deal"]))
    assert played.out.startswith("canfield 1 (Hoyle): ")
