"""The seed of the truth tests: each commit has its own, which can be used again."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path


@cache
def commit() -> str:
    """The first 12 digits of the commit's hash, or ``no-commit`` where there is none."""
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
