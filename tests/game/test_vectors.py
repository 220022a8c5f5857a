"""The facts in tests/data against the engine and against ``check --batch``."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from typing import Any

import pytest

from game.core.cards import Card, cards_text, deck_order
from game.core.moves import Refusal
from game.core.state import State
from game.rules.canfield import RULE_SETS
from game.rules.registry import Deal, numbered
from game.rules.replay import replay
from tests.each import each
from tests.game.reading import line as moves_of
from tests.game.reading import parse_move
from tests.game.table import dealt
from tests.house import ROOT
from tests.plain_rules import plain_rules

DATA = ROOT / "tests" / "data"
DEALS: dict[str, Any] = json.loads((DATA / "deals.json").read_text("utf-8"))
LINES: list[dict[str, Any]] = [
    json.loads(line) for line in (DATA / "lines.jsonl").read_text("utf-8").splitlines()
]
PUBLISHED: dict[str, dict[str, str]] = json.loads((DATA / "vierfrei_lines.json").read_text("utf-8"))


def test_decks_are_dealt_in_the_known_order() -> None:
    for number, order in DEALS["deck_order"].items():
        assert cards_text(deck_order(int(number))) == order


def test_vierfrei_deals_the_known_columns() -> None:
    for number, columns in DEALS["vierfrei_columns"].items():
        table = dealt("vierfrei", int(number))
        assert [table.column(place) for place in range(1, 9)] == columns


def test_the_32000_classic_deals_are_dealt_as_elsewhere() -> None:
    digest = hashlib.sha256()
    names = {card: str(card) for card in deck_order(1)}
    for number in range(1, 32001):
        deck = [names[card] for card in deck_order(number)]
        digest.update("".join(" ".join(deck[start::8]) + "\n" for start in range(8)).encode())
    assert digest.hexdigest() == DEALS["sha256_of_layouts_1_to_32000"]["value"]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_canfield_deals_the_known_piles(rules: str) -> None:
    for number, layout in DEALS["canfield_common"].items():
        table = dealt("canfield", int(number), rules)
        assert table.reserve == layout["reserve (last is the top)"]
        base = Card.parse(layout["base"])
        assert table.home == {"C": 0, "D": 0, "H": 0, "S": 0} | {base.suit.letter: 1}
        assert [table.column(place) for place in range(1, 5)] == layout["columns"]
        waste = plain_rules(rules).waste
        initial = layout["initial waste under xpat2 and casino (last is the top)"].split()
        assert table.waste.split()[: len(initial)] == initial[:waste]
        if not waste:
            upcoming = layout["next cards of the stock under hoyle and aisleriot"]
            assert table.stock.startswith(upcoming)


def test_the_batch_plays_the_known_lines() -> None:
    text = (DATA / "lines.jsonl").read_bytes()
    command = [sys.executable, "-m", "game", "check", "--batch", "-", "--json"]
    done = subprocess.run(command, input=text, capture_output=True, cwd=ROOT, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(answer) for answer in done.stdout.splitlines()]
    assert len(answers) == len(LINES)
    for line, answer in zip(LINES, answers, strict=True):
        actions, players, steps = (answer.pop(key) for key in ("actions", "player_moves", "steps"))
        assert max(actions, players) <= len(line["moves"]) <= steps
        expect = {"stage": None} | line["expect"]
        asked = {key: line[key] for key in ("id", "game", "rules", "deal")}
        assert answer == expect | asked | {"moves": len(line["moves"]), "legal": True}


def may_follow(deal: Deal, state: State, token: str) -> bool:
    """Whether ``token`` is a legal move after a line."""
    try:
        move = parse_move(token, deal.game)
    except ValueError:
        return False
    return not isinstance(deal.engine.resolve(state, move), Refusal)


@each("line", LINES)
def test_the_known_next_moves_are_legal_and_the_others_not(line: dict[str, Any]) -> None:
    deal = numbered(line["game"], line["deal"], line["rules"])
    last = replay(deal, moves_of(" ".join(line["moves"]), line["game"])).last
    assert {token: may_follow(deal, last, token) for token in line["next"]} == line["next"]


@pytest.mark.parametrize("number", PUBLISHED)
def test_a_published_solution_wins_with_and_without_its_safe_moves(number: str) -> None:
    forms = PUBLISHED[number]
    deal = numbered("vierfrei", int(number))
    short = moves_of(forms["as published, safe moves left out"], "vierfrei")
    full = moves_of(forms["every move written"], "vierfrei")
    assert deal.engine.won(replay(deal, full).last)
    followed = replay(deal, short, follow_safe=True)
    assert deal.engine.won(followed.last)
    assert len(followed.actions) == len(full)
    assert replay(deal, short).refusal is not None
