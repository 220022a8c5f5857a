"""The workflows can be read, and name files that exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.house import ROOT

FOLDER = ROOT / ".github" / "workflows"
FILES = sorted(FOLDER.iterdir())


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FOLDER / name).read_text("utf-8"))
    return found


def commands(job: dict[str, Any]) -> str:
    return "\n".join(step.get("run", "") for step in job["steps"])


def test_three_systems_are_tested_and_packed() -> None:
    jobs = read("systems.yml")["jobs"]
    systems = {jobs["linux"]["runs-on"], *jobs["others"]["strategy"]["matrix"]["system"]}
    assert systems == {"ubuntu-latest", "windows-latest", "macos-latest"}
    for job in jobs.values():
        steps = commands(job)
        assert ".ci/run" in steps or ("pytest" in steps and "packaging/make.py --all" in steps)


def test_a_tag_publishes_the_files_of_three_systems_with_checksums() -> None:
    release = read("release.yml")
    # YAML takes the word "on" for a yes.
    triggers: dict[Any, Any] = release
    assert triggers[True] == {"push": {"tags": ["v*"]}}
    make, publish = release["jobs"]["make"], release["jobs"]["publish"]
    systems = [name.partition("-")[0] for name in make["strategy"]["matrix"]["system"]]
    assert systems == ["ubuntu", "windows", "macos"]
    assert make["env"]["VIERFELD_COMPILED"] == "1" and "make.py --all" in commands(make)
    assert publish["needs"] == "make" and publish["permissions"] == {"contents": "write"}
    steps = commands(publish)
    assert steps.index("sha256sum * >SHA256SUMS") < steps.index("gh release create")


@pytest.mark.parametrize(
    "file", [*FILES, ROOT / "docs" / "packaging.md"], ids=lambda file: file.stem
)
def test_the_files_that_workflows_name_exist(file: Path) -> None:
    named = set(re.findall(r"(?:\.ci|\.github|packaging|tests)/[\w./]*\w", file.read_text("utf-8")))
    assert named and not {name for name in named if not (ROOT / name).exists()}
