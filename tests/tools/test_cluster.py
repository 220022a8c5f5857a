"""The program's commands on a cluster."""

from __future__ import annotations

import sys

import pytest

from game.rules.registry import numbered
from tests.game.solving import assert_wins, objects
from tools import cluster


def test_without_the_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert cluster.main(["localhost:8786", "solve", "vierfrei", "1"]) == 2
    done = capsys.readouterr()
    assert (done.out, done.err) == ("", "a cluster needs the package distributed\n")


def test_no_cluster_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "_SECONDS", 1)
    assert cluster.main(["localhost:1", "solve", "vierfrei", "1"]) == 2
    done = capsys.readouterr()
    (line,) = done.err.splitlines()
    assert done.out == "" and line.startswith("no cluster at 'localhost:1': ")


def test_what_a_command_cannot_use_is_told_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cluster.main(["localhost:1", "solve", "chess", "1"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "chess" in line


def test_a_cluster_of_this_machine(capsys: pytest.CaptureFixture[str]) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",  # so that all is sent as to another machine
        dashboard_address=None,
    ) as local:
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
