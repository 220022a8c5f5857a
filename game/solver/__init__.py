"""Exact solvers, which say whether a position can still be won, and how."""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path


def is_compiled() -> bool:
    """Return whether this package is compiled.

    Python prefers the compiled modules because they are beside the Python modules or earlier on the
    path. The solvers find the same lines whether compiled or not. ``packaging/compiling`` compiles
    them.
    """
    ours = tuple(EXTENSION_SUFFIXES)
    folders = map(Path, __path__)
    return any(path.name.endswith(ours) for folder in folders for path in folder.glob("*"))
