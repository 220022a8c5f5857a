"""Serves in a process of its own; imports nothing, so that it starts soon."""

from __future__ import annotations

from typing import Any


def answer(pipe: Any) -> None:
    """Tell by which way this process was started, and wait for the end."""
    # In the other process only.
    import multiprocessing

    pipe.send("spawned" if multiprocessing.parent_process() else "started")
    pipe.recv()
