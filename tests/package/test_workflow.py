"""The workflows can be read, test and pack on three systems, and name files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.house import ROOT

FOLDER = ROOT / ".github" / "workflows"
NAMING = (*sorted(FOLDER.iterdir()), ROOT / "docs" / "packaging.md")


def test_three_systems_are_tested_packed_and_published() -> None:
    tested = yaml.safe_load((FOLDER / "systems.yml").read_text("utf-8"))["jobs"]
    systems = {tested["linux"]["runs-on"], *tested["others"]["strategy"]["matrix"]["system"]}
    assert systems == {"ubuntu-latest", "windows-latest", "macos-latest"}
    made = yaml.safe_load((FOLDER / "release.yml").read_text("utf-8"))["jobs"]
    systems = {name.partition("-")[0] for name in made["make"]["strategy"]["matrix"]["system"]}
    assert systems == {"ubuntu", "windows", "macos"}
    assert made["publish"]["needs"] == "make"
    assert made["publish"]["permissions"] == {"contents": "write"}
    for job in (*tested.values(), made["make"]):
        commands = " ".join(step.get("run", "") for step in job["steps"])
        assert ".ci/run" in commands or "packaging/make.py --all" in commands


@pytest.mark.parametrize("file", NAMING, ids=lambda file: file.stem)
def test_the_files_that_workflows_name_exist(file: Path) -> None:
    named = set(re.findall(r"(?:\.ci|\.github|packaging|tests)/[\w./]*\w", file.read_text("utf-8")))
    assert named and not {name for name in named if not (ROOT / name).exists()}
