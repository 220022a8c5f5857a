"""The solver compiled finds what it finds in Python, to the move; ``.ci/run`` compiles it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import compiled
from tests.game.solver.forms import found
from tests.house import ROOT
from tests.seed import run_seed


def test_the_compiled_solver_finds_what_the_python_one_finds() -> None:
    if why := compiled.absent():
        pytest.skip(why)
    command = [sys.executable, "-m", "tests.compiled", "tests.game.solver.forms", run_seed()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    form, *lines = done.stdout.splitlines()
    assert form == "compiled", done.stderr
    assert lines == list(found(run_seed()))


def _only_in_c() -> dict[str, set[str]]:
    """Return of each compiled class, by module and name, the methods that Python cannot see."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "game").rglob("*.pxd"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for name, body in re.findall(
            r"^cdef class (\w+).*:\n((?:(?: .*)?\n)*)", path.read_text("utf-8"), re.M
        ):
            methods = re.findall(r"^    cdef (?!public)[\w ]*?(\w+)\(", body, re.M)
            found[f"{module}.{name}"] = set(methods)
    return found


def _with_classes_on(names: set[str]) -> set[Path]:
    """Return the files with classes on those of these names, or on one such in turn."""
    heads = [
        (path, own, base)
        for room in ("game", "tests")
        for path in (ROOT / room).rglob("*.py")
        for own, base in re.findall(r"^class (\w+)\((\w+)", path.read_text("utf-8"), re.M)
    ]
    size = 0
    while size < len(names):
        size = len(names)
        names = names | {own for _, own, base in heads if base in names}
    return {path for path, _, base in heads if base in names}


def test_a_python_class_overrides_no_cdef_method() -> None:
    """Compiled code calls a ``cdef`` method directly, whatever a Python class overrides."""
    hidden = _only_in_c()
    assert "_safe" in hidden["game.solver.canfield_moves.Moves"]
    assert "_first_lost" in hidden["game.solver.canfield_search.Seeker"]
    bases: dict[str, list[str]] = {}
    defined: dict[str, set[str]] = {}
    for path in _with_classes_on({name.rpartition(".")[2] for name in hidden}):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        names: dict[str, str] = {}
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                for one in node.names:
                    names[one.asname or one.name] = f"{node.module}.{one.name}"
            elif isinstance(node, ast.ClassDef):
                name = names[node.name] = f"{module}.{node.name}"
                of = [names.get(base.id, "") for base in node.bases if isinstance(base, ast.Name)]
                bases[name] = of
                defined[name] = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
    assert bases["game.solver.canfield_search.Useful"] == [
        "game.solver.canfield_search.CanfieldSearch"
    ]

    def unheard(name: str) -> set[str]:
        above = bases.get(name, [])
        return hidden.get(name, set()).union(*map(unheard, above))

    wrong = {
        f"{name}.{method}"
        for name, above in bases.items()
        if name not in hidden
        for method in defined[name].intersection(*[set().union(*map(unheard, above))])
    }
    assert not wrong
