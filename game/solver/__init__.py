"""Exact solvers, which say whether a position can still be won, and how."""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path


def is_compiled() -> bool:
    """Return whether this package is compiled.

    The compiled modules are beside the others or in a folder before them on the path, and Python
    prefers them. Both forms find the same lines; ``packaging/compiling`` makes the compiled one.
    """
    ours = tuple(EXTENSION_SUFFIXES)
    folders = map(Path, __path__)
    return any(path.name.endswith(ours) for folder in folders for path in folder.glob("*"))
