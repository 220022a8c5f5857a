"""What tests of the command ``solve`` share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from game.rules.registry import Deal
from game.rules.replay import replay
from tests.game.reading import parse_move

ROOT = Path(__file__).resolve().parents[2]

HARD = {"game": "canfield", "deal": 1}
"""Not to be decided in the time that these tests have."""

ENDLESS = ("canfield", "2032", "2034", "--rules", "xpat2")
"""Two deals that are not decided in a hundred thousand positions."""


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def assert_wins(found: dict[str, Any], deal: Deal, before: str = "") -> None:
    assert found["verdict"] == "winnable"
    tokens = [*before.split(), *found["moves"]]
    played = replay(deal, [parse_move(token, deal.game) for token in tokens])
    assert played.refusal is None
    assert deal.engine.won(played.last)


def record(**keys: object) -> str:
    return json.dumps({"id": "x", "game": "vierfrei", "deal": 617} | keys)
