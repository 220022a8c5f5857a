"""``python -m tests.compiled MODULE …``: runs a module with the compiled solver.

Compile it first with ``python packaging/compiling.py``, which takes a minute. MODULE can be
``pytest`` with its arguments.
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
    """Return an error message if the solver isn't compiled, else None."""
    known = _compiling()
    file: Path = known["FOLDER"] / known["KEY"]
    if file.exists() and file.read_text("utf-8") == known["key"]():
        return None
    return "the solver is not compiled: python packaging/compiling.py does it"


def use() -> None:
    """Make imports find compiled modules. Call this before importing any solver."""
    import game.solver

    game.solver.__path__.insert(0, str(_compiling()["FOLDER"] / "game" / "solver"))


if __name__ == "__main__":
    if why := absent():
        sys.exit(why)
    use()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
