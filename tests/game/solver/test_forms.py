"""Tests that the compiled solver answers exactly as the Python one does."""

from __future__ import annotations

import ast
import re
import subprocess
import sys

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


def test_a_python_class_overrides_no_cdef_method() -> None:
    """Compiled code would ignore an override in Python."""
    text = "".join(path.read_text("utf-8") for path in (ROOT / "game").rglob("*.pxd"))
    compiled = set(re.findall(r"^cdef class (\w+)", text, re.M))
    hidden = set(re.findall(r"^    cdef (?!public)[\w ]*?(\w+)\(", text, re.M))
    assert {"CanfieldSearch", "Short"} <= compiled and {"_safe", "_first_lost"} <= hidden
    derived, wrong = set[str](), set[str]()
    for path in (*(ROOT / "game").rglob("*.py"), *(ROOT / "tests").rglob("*.py")):
        if path.with_suffix(".pxd").exists():
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                if compiled.isdisjoint(one.id for one in node.bases if isinstance(one, ast.Name)):
                    continue
                derived.add(node.name)
                methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
                wrong |= {f"{node.name}.{method}" for method in methods & hidden}
    assert {"BestResult", "PassingPacks"} <= derived
    assert not wrong
