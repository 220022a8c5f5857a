"""``python -m tests.compiled MODULE …``: run a module, or pytest, with the compiled solver.

``python packaging/compiling.py`` makes it first, which takes a C compiler and a minute. The tests
and all else are as they always are, so ``python -m tests.compiled pytest -n 0 tests/game/solver``
tries the compiled solver by the tests of the other.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any, Final

from tests.house import ROOT

_BUILD: Final[dict[str, Any]] = {}


def _compiling() -> dict[str, Any]:
    if not _BUILD:
        packaging = str(ROOT / "packaging")
        sys.path.insert(0, packaging)
        _BUILD.update(runpy.run_path(str(ROOT / "packaging" / "compiling.py")))
        sys.path.remove(packaging)
    return _BUILD


def absent() -> str | None:
    """Return why there is no compiled form of the solver as it stands; None if there is one."""
    known = _compiling()
    file: Path = known["FOLDER"] / known["KEY"]
    if file.exists() and file.read_text("utf-8") == known["key"]():
        return None
    return "the solver is not compiled: python packaging/compiling.py does it"


def use() -> None:
    """Have the compiled modules imported in the place of those in Python, of which none may be
    imported yet."""
    import game.solver

    game.solver.__path__.insert(0, str(_compiling()["FOLDER"] / "game" / "solver"))


if __name__ == "__main__":
    if why := absent():
        sys.exit(why)
    use()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
