"""Benchmarks of the rules: making moves, reading and writing long games, and replaying batches."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

from game.play.game_text import HEADER, from_text
from game.play.saved_games import saved_text
from game.play.session import Session
from game.rules.registry import KINDS, VIERFREI, Deal, GameKind, numbered
from tests.bench.figures import Figure
from tests.game.reading import parse_move
from tests.house import ROOT
from tests.page.playing import random_game

DIFFERENT = 10
"""How many different lines are used for each kind."""
REPEATED = 20
MOVES = 100
LONG = 3_900
"""The number of moves in a long game, just below the limit for keeping all branches."""
Line = tuple[Deal, list[str]]


def lines(kind: GameKind) -> list[Line]:
    dice, found, number = random.Random(1), list[Line](), 0
    while len(found) < DIFFERENT:
        deal = numbered(kind.game, number, kind.rules)
        line, _ = random_game(deal, MOVES, dice)
        if len(line) == MOVES:
            found.append((deal, line))
        number += 1
    return found


def move_times(deals: list[Line]) -> list[float]:
    """Return how many microseconds it takes to check, make and record each move."""
    taken: list[float] = []
    clock = time.perf_counter
    for deal, line in deals * REPEATED:
        session = Session(deal)
        for move in [parse_move(token, deal.game) for token in line]:
            start = clock()
            session.do(move)
            taken.append((clock() - start) * 1e6)
    return taken


def save_times() -> list[float]:
    """Return several measurements of the milliseconds it takes to write a long game's text."""
    session = from_text(f"{HEADER} vierfrei 617\n1a{' ab ba' * (LONG // 2)}", VIERFREI, None)
    taken: list[float] = []
    for token in ["ab", "ba"] * 50:
        session.do(parse_move(token, VIERFREI))
        start = time.perf_counter()
        saved_text(session)
        taken.append((time.perf_counter() - start) * 1000)
    return taken[1:]


def batch_seconds(deals: list[Line]) -> float:
    given = [
        {"game": deal.game, "rules": deal.rules, "deal": deal.number, "moves": line}
        for deal, line in deals
    ]
    text = "\n".join(map(json.dumps, given)).encode()
    command = [sys.executable, "-m", "game", "check", "--batch", "-", "--json"]
    times: list[float] = []
    for _ in range(3):
        start = time.perf_counter()
        done = subprocess.run(command, input=text, stdout=subprocess.PIPE, cwd=ROOT)
        times.append(time.perf_counter() - start)
        assert (done.returncode, done.stdout.count(b'"legal": true')) == (0, len(deals))
    return min(times)


def run() -> Iterator[Figure]:
    every: list[Line] = []
    for kind in KINDS.values():
        deals = lines(kind)
        every += deals * REPEATED
        median = statistics.median(move_times(deals))
        yield Figure(f"a move, median, {kind.rules or kind.game}", median, "µs", 50)
    median = statistics.median(save_times())
    yield Figure(f"saving a move after {LONG}, median", median, "ms", 1)
    name = f"check --batch, {len(every)} lines of {MOVES} moves"
    yield Figure(name, batch_seconds(every), "s", 5)
