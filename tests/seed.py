"""The seed of all random tests, which differs for each commit.

To repeat a run, pass the seed printed at its end: ``VIERFELD_SEED=... pytest``.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, TypeVar

Case = TypeVar("Case")

VARIABLE: Final = "VIERFELD_SEED"
"""The environment variable that overrides the commit's hash."""


@cache
def run_seed() -> str:
    """Return ``VIERFELD_SEED`` or, by default, part of the commit's hash."""
    if named := os.environ.get(VARIABLE):
        return named
    try:
        asked = subprocess.run(
            ["git", "rev-parse", "--short=12", "HEAD"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
            timeout=10,
        )
    except (OSError, subprocess.SubprocessError):
        return "no-commit"
    return asked.stdout.strip()


def chance(*purpose: object) -> Random:
    """Return a random generator, seeded with ``purpose`` and the seed of this test run."""
    return Random(" ".join(map(str, (run_seed(), *purpose))))


def a_few(
    cases: Iterable[Case], count: int, *purpose: object, always: Collection[Case] = ()
) -> list[Case]:
    """Return the cases in ``always``, and ``count`` other cases chosen at random.

    Raises ``ValueError`` if a case in ``always`` is not in ``cases``.
    """
    known = list(cases)
    if strange := [case for case in always if case not in known]:
        raise ValueError(f"no such cases: {strange}")
    others = [case for case in known if case not in always]
    drawn = [*always, *chance("a few", *purpose).sample(others, min(count, len(others)))]
    return [case for case in known if case in drawn]
