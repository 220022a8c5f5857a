"""What not everybody has installed."""

from __future__ import annotations

from importlib.util import find_spec


def animates() -> bool:
    """Whether what writes animated pictures is there; no packed executable has it inside."""
    try:
        return find_spec("PIL") is not None
    except ValueError:
        return False
