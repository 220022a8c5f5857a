"""``python -m tests.compiled MODULE …``: runs a module, or pytest, with the compiled solver.

The solver must have been compiled by ``python packaging/compiling.py``, which needs a C compiler
and takes a minute. Everything else stays in Python, so ``python -m tests.compiled pytest -n 0
tests/game/solver`` runs the solver's usual tests on its compiled form.
"""

from __future__ import annotations

import runpy
import sys
from functools import cache
from pathlib import Path
from typing import Any

from tests.house import ROOT


@cache
def _compiling() -> dict[str, Any]:
    sys.path.insert(0, str(ROOT / "packaging"))
    found = runpy.run_path(str(ROOT / "packaging" / "compiling.py"))
    del sys.path[0]
    return found


def absent() -> str | None:
    """Return an error message if the current solver has not been compiled; otherwise None."""
    known = _compiling()
    file: Path = known["FOLDER"] / known["KEY"]
    if file.exists() and file.read_text("utf-8") == known["key"]():
        return None
    return "the solver is not compiled: python packaging/compiling.py does it"


def use() -> None:
    """Make imports find the compiled modules; call this before importing any of the solver."""
    import game.solver

    game.solver.__path__.insert(0, str(_compiling()["FOLDER"] / "game" / "solver"))


if __name__ == "__main__":
    if why := absent():
        sys.exit(why)
    use()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
