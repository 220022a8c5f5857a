"""The workflow for all systems: it can be read, names what is there, and says that it was not
tried."""

from __future__ import annotations

import re
from typing import Any

import yaml

from tests.house import ROOT

(FILE,) = (ROOT / ".github" / "workflows").iterdir()
TEXT = FILE.read_text("utf-8")
JOBS: dict[str, Any] = yaml.safe_load(TEXT)["jobs"]


def test_it_says_that_it_cannot_run_here() -> None:
    assert "IT CANNOT RUN HERE" in TEXT.partition("\nname:")[0]


def test_it_knows_three_systems_and_packs_on_each() -> None:
    systems = {JOBS["linux"]["runs-on"], *JOBS["others"]["strategy"]["matrix"]["system"]}
    assert systems == {"ubuntu-latest", "windows-latest", "macos-latest"}
    for job in JOBS.values():
        commands = "\n".join(step.get("run", "") for step in job["steps"])
        assert ".ci/run" in commands or ("pytest" in commands and "PyInstaller" in commands)


def test_the_files_that_it_names_are_there() -> None:
    named = set(re.findall(r"(?:\.ci|packaging|tests)/[\w./]+", TEXT))
    assert len(named) > 4
    assert not {name for name in named if not (ROOT / name).exists()}
