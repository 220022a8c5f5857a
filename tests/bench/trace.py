"""How far something goes through the project: its files, its calls and their depth."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tuple(f"{ROOT / layer}/" for layer in ("game", "scenes"))
TICK = 1 / 120


@dataclass(slots=True)
class Trace:
    """What was passed. ``depth`` counts only the project's own functions among those that are
    called one within the other."""

    files: set[str] = field(default_factory=set)
    calls: int = 0
    depth: int = 0


def traced(work: Callable[[], object]) -> Trace:
    """Return the trace of ``work`` through the project's files."""
    found, now = Trace(), 0

    def watch(frame: FrameType, event: str, _: object) -> None:
        nonlocal now
        if not frame.f_code.co_filename.startswith(PROJECT):
            return
        if event == "call":
            now += 1
            found.calls += 1
            found.depth = max(found.depth, now)
            found.files.add(frame.f_code.co_filename)
        elif event == "return":
            now -= 1

    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found
