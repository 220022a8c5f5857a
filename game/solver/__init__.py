"""Exact solvers, which say whether a position can be won, and how."""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path


def is_compiled() -> bool:
    """Return whether this package contains compiled modules (``packaging/compiling``)."""
    ours = tuple(EXTENSION_SUFFIXES)
    folders = map(Path, __path__)
    return any(path.name.endswith(ours) for folder in folders for path in folder.glob("*"))
