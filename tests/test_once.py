"""Tests that versions and requirements are written only once."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from game.support.version import VERSION
from tests.house import ROOT

FILES = [
    ROOT / "requirements.txt",
    *sorted((ROOT / "packaging" / "extras").glob("*.txt")),
    ROOT / "packaging" / "requirements.txt",
    ROOT / "tests" / "requirements.txt",
    ROOT / "tools" / "requirements.txt",
]


def requirements(path: Path) -> list[str]:
    lines = (line.partition("#")[0].strip() for line in path.read_text("utf-8").splitlines())
    return [line for line in lines if line]


def sources() -> list[Path]:
    """Return the files that could repeat a version or a requirement."""
    found = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "main.py", "pyproject.toml")]
    found += (ROOT / "docs").glob("*.md")
    found += [path for path in (ROOT / ".ci").iterdir() if path.is_file()]
    for folder in ("game", "scenes", "packaging", "tools"):
        found += [p for p in (ROOT / folder).rglob("*") if p.suffix in (".py", ".spec", ".txt")]
    return found


def test_the_version_stands_in_one_file() -> None:
    quoted = re.compile(rf"(?<![\d.]){re.escape(VERSION)}(?![\d.]*\d)")
    named = [path for path in sources() if quoted.search(path.read_text("utf-8"))]
    assert named == [ROOT / "game" / "support" / "version.py"]


def test_each_requirement_stands_in_one_file() -> None:
    names = [
        re.split(r"[<>=~!\[ ]", line)[0].lower()
        for path in FILES
        for line in requirements(path)
        if not line.startswith("-r")
    ]
    assert names and len(names) == len(set(names))
    pin = re.compile(rf"\b(?:{'|'.join(names)}) ?[<>=~]=")
    pins = [
        path.relative_to(ROOT)
        for path in sources()
        if path not in FILES and pin.search(path.read_text("utf-8"))
    ]
    assert not pins


def test_pyproject_reads_version_and_requirements_from_those_files() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert {"version", "dependencies"} <= set(told["project"]["dynamic"])
    dynamic = told["tool"]["setuptools"]["dynamic"]
    assert dynamic["version"] == {"attr": "game.support.version.VERSION"}
    extras = dynamic["optional-dependencies"].values()
    named = [dynamic["dependencies"]["file"], *(extra["file"] for extra in extras)]
    assert all(ROOT / name in FILES for names in named for name in names)
