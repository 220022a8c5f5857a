"""The solver compiled finds what it finds in Python, to the move; ``.ci/run`` compiles it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import compiled
from tests.game.solver.forms import found
from tests.house import ROOT
from tests.seed import run_seed


def test_both_forms_find_the_same() -> None:
    if why := compiled.absent():
        pytest.skip(why)
    command = [sys.executable, "-m", "tests.compiled", "tests.game.solver.forms", run_seed()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    form, *lines = done.stdout.splitlines()
    assert form == "compiled", done.stderr
    assert lines == list(found(run_seed()))
