"""``python -m tests.bench [NAME …]``: runs benchmarks and prints a line for each figure.

A benchmark is a module of this folder with a function ``run`` that returns its figures; it is
found by its name, nothing else has to know of it.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys

import tests.bench
from tests.bench.figures import REFERENCE_MS, Figure, calibrate, go_ahead, slowness

NO_BENCHMARKS = ("__main__", "figures", "playing")
"""What is in this folder beside them: ``playing`` is the driver of ``same``."""

ONLY_IF_NAMED = (
    *("truth", "pars", "forms", "same", "house"),
    *("kills", "damage", "page_games"),
)
"""What takes an hour or half of one, what .ci/package makes first, and what compares with another
revision or with an aim, is not among all that is run if nothing is named."""


def names() -> list[str]:
    """Return the names of the benchmarks."""
    found = (module.name for module in pkgutil.iter_modules(tests.bench.__path__))
    return sorted(name for name in found if name not in NO_BENCHMARKS)


def main(wanted: list[str]) -> int:
    """Run the benchmarks ``wanted``, or all; 1 if a limit is broken, 2 for an unknown name."""
    unknown = [name for name in wanted if name not in names()]
    if unknown:
        print(f"no such benchmark: {unknown[0]} (there are: {', '.join(names())})", file=sys.stderr)
        return 2
    go_ahead()
    print(f"calibration {calibrate():.1f} ms, reference {REFERENCE_MS:g} ms: x{slowness():.2f}")
    broken = False
    for name in wanted or [name for name in names() if name not in ONLY_IF_NAMED]:
        print(f"{name}:")
        figures: list[Figure] = importlib.import_module(f"tests.bench.{name}").run()
        for figure in figures:
            print("  " + figure.line(slowness()))
            broken = broken or not figure.kept(slowness())
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
