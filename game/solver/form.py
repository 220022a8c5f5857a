"""Which form of the solver runs: its hot modules compiled, or as they are in Python.

Both are one source and find the same; ``packaging/compiling`` has how the first is made.
"""

from __future__ import annotations

import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

from game import solver


def is_compiled() -> bool:
    """Return whether compiled modules lie with the others of this package, or before them: Python
    takes those first."""
    ours = tuple(EXTENSION_SUFFIXES)
    folders = map(Path, solver.__path__)
    return any(path.name.endswith(ours) for folder in folders for path in folder.glob("*"))


def take(name: str) -> None:
    """Put the module ``name`` of the library that has all the compiled ones of a wheel in the place
    of the module that asks for it, which is then the one that is imported."""
    (library,) = (
        path
        for suffix in EXTENSION_SUFFIXES
        for path in Path(__file__).parent.glob(f"compiled{suffix}")
    )
    loader = ExtensionFileLoader(name, str(library))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    sys.modules[name] = module = module_from_spec(spec)
    loader.exec_module(module)
