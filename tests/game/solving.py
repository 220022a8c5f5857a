"""What tests of the command line share: its answers as objects, and a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from game.rules.registry import Deal
from game.rules.replay import replay
from tests.game.reading import parse_move

ROOT = Path(__file__).resolve().parents[2]


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def record(**keys: object) -> str:
    """A line of a batch: Vierfrei 617, with ``keys`` besides or instead."""
    return json.dumps({"id": "x", "game": "vierfrei", "deal": 617} | keys)


def assert_wins(found: dict[str, Any], deal: Deal, before: str = "") -> None:
    assert found["verdict"] == "winnable"
    tokens = [*before.split(), *found["moves"]]
    played = replay(deal, [parse_move(token, deal.game) for token in tokens])
    assert played.refusal is None
    assert deal.engine.won(played.last)


def process(*words: str, **more: Any) -> subprocess.Popen[bytes]:
    """Return ``python -m game`` as it runs, with pipes to it."""
    return subprocess.Popen(
        [sys.executable, "-m", "game", *words],
        **{"cwd": ROOT, **dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE), **more},
    )
