"""``python -m tests.bench [NAME …]``: runs benchmarks and prints their figures.

A benchmark is a module in this folder whose ``run`` returns the figures.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys

import tests.bench
from tests.bench.figures import REFERENCE_MS, Figure, go_ahead, slowness

NO_BENCHMARKS = ("__main__", "figures", "screen")
"""The modules in this folder that are not benchmarks."""

ONLY_IF_NAMED = ("truth", "pars", "forms", "house", "kills", "damage", "page_games")
"""Slow or unusual benchmarks, which run only if they are named."""


def names() -> list[str]:
    found = (module.name for module in pkgutil.iter_modules(tests.bench.__path__))
    return sorted(name for name in found if name not in NO_BENCHMARKS)


def main(wanted: list[str]) -> int:
    """Run the named benchmarks, or all usual ones if none are named. Return the exit status."""
    unknown = [name for name in wanted if name not in names()]
    if unknown:
        print(f"no such benchmark: {unknown[0]} (there are: {', '.join(names())})", file=sys.stderr)
        return 2
    go_ahead()
    print(f"x{slowness():.2f} the time of a machine whose pace is {REFERENCE_MS:g} ms")
    broken = False
    for name in wanted or [name for name in names() if name not in ONLY_IF_NAMED]:
        print(f"{name}:")
        figures: list[Figure] = []
        try:
            figures += importlib.import_module(f"tests.bench.{name}").run()
        except FileNotFoundError as error:  # a tool that is not installed
            print(f"  not measured: {error}")
        for figure in figures:
            print("  " + figure.line(slowness()))
            broken = broken or not figure.kept(slowness())
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
