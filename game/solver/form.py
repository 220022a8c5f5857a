"""Which form of the solver runs: its hot modules compiled, or as they are in Python.

Both are one source and find the same; ``packaging/compiling`` has how the first is made.
"""

from __future__ import annotations

from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec


def is_compiled() -> bool:
    """Return whether the searches are compiled; loads none of them."""
    spec = find_spec(".vierfrei_search", __package__)
    return spec is not None and isinstance(spec.loader, ExtensionFileLoader)
