"""Which form of the solver runs: its hot modules compiled, or as they are in Python.

Both are one source and find the same; ``packaging/compiling`` has how the first is made.
"""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from game import solver


def is_compiled() -> bool:
    """Return whether compiled modules lie with the others of this package, or before them: Python
    takes those first."""
    ours = tuple(EXTENSION_SUFFIXES)
    folders = map(Path, solver.__path__)
    return any(path.name.endswith(ours) for folder in folders for path in folder.glob("*"))
