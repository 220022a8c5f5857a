"""Exact solvers, which say whether a position can still be won, and how."""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path


def is_compiled() -> bool:
    """Return whether this package is compiled.

    The compiled modules are beside the Python modules or in an earlier folder on the path, so
    Python prefers them. The solvers find the same lines whether compiled or not.
    ``packaging/compiling`` compiles them.
    """
    ours = tuple(EXTENSION_SUFFIXES)
    folders = map(Path, __path__)
    return any(path.name.endswith(ours) for folder in folders for path in folder.glob("*"))
