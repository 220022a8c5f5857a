"""Runs the commands that ask the desktop for its settings."""

from __future__ import annotations


def answer_of(*command: str) -> str:
    """Return what ``command`` prints; empty if it can't run or takes over three seconds."""
    import subprocess  # not needed for the first frame

    try:
        done = subprocess.run(command, capture_output=True, errors="replace", timeout=3)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
