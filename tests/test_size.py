"""Tests of the length of modules, the complexity of functions, and the reasons for exceptions."""

from __future__ import annotations

import re
import tomllib
from functools import cache

from tests.house import ROOT

LONGEST = 700
"""The maximum number of lines in a module."""
INNER_LOOPS = {
    "game/solver/canfield_bound.py",
    "game/solver/vierfrei_bound.py",
    "game/solver/vierfrei_pack.py",
    "game/solver/vierfrei_short.py",
}
"""Modules exempt from the complexity limit, because shorter functions would slow the search."""


@cache
def sources(*folders: str) -> dict[str, str]:
    """Return the text of ``main.py`` and each module in ``folders``, by path."""
    paths = [ROOT / "main.py"]
    for folder in folders:
        paths += sorted((ROOT / folder).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}


UNREASONED = re.compile(r"# no" r"qa(?!: [A-Z]+\d+ \(\w)|# type: ig" r"nore(?!\[[a-z])")
"""Matches ``noqa`` if it lacks a rule or a reason, and ``type: ignore`` if it lacks a code."""


def test_an_exception_gives_its_rule_and_reason() -> None:
    known = sources("game", "scenes", "tests", "packaging", "tools")
    found = {
        f"{name}:{number}"
        for name, source in known.items()
        if UNREASONED.search(source)
        for number, line in enumerate(source.splitlines(), 1)
        if UNREASONED.search(line)
    }
    assert not found


def test_no_module_is_too_long() -> None:
    long = {
        n for n, s in sources("game", "scenes", "tests", "tools").items() if s.count("\n") > LONGEST
    }
    assert not long, "split these by subject"


def test_functions_are_simple_outside_the_solvers_inner_loops() -> None:
    ruff = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["ruff"]["lint"]
    assert "C90" in ruff["select"] and "C901" not in ruff["ignore"]
    assert ruff.get("mccabe", {}).get("max-complexity", 10) <= 12
    assert not ruff.get("per-file-ignores")
    excepted = {
        name
        for name, source in sources("game", "scenes", "tests", "tools").items()
        if re.search(r"# no" r"qa: C90", source)
    }
    assert excepted == INNER_LOOPS
