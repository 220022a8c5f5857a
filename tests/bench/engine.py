"""How fast the rules are.

Measures single moves with their legality, their steps and their place in the history; the writing
of a long game's file; and a batch of 1,000 lines of 100 moves on the command line.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time

from game.play.game_text import saved_text
from game.play.session import Session
from game.play.sharing import HEADER, from_text
from game.rules.canfield import RULE_SETS
from game.rules.registry import VIERFREI, Deal, numbered
from tests.bench.figures import Figure
from tests.game.reading import parse_move
from tests.house import ROOT
from tests.page.playing import random_game

LINES = 1000
DIFFERENT = 50
"""The number of different lines. Playing more lines at random would take longer than the
measurement."""
MOVES = 100
LONG = 3_900
"""The number of moves in a long game, close to the most that are kept with all branches."""
KINDS: list[tuple[str, str | None]] = [
    ("vierfrei", None),
    *(("canfield", rules) for rules in RULE_SETS),
]


def lines() -> list[tuple[Deal, list[str]]]:
    """Return the lines of the benchmark, the same every time."""
    dice = random.Random(1)
    found: list[tuple[Deal, list[str]]] = []
    number = 0
    while len(found) < DIFFERENT:
        game, rules = KINDS[number % len(KINDS)]
        deal = numbered(game, number, rules)
        line, _ = random_game(deal, MOVES, dice)
        if len(line) == MOVES:
            found.append((deal, line))
        number += 1
    return found * (LINES // DIFFERENT)


def move_times(deals: list[tuple[Deal, list[str]]]) -> list[float]:
    """Return the time in microseconds of each move in a session, in which it is judged, expanded
    and added to the history."""
    taken: list[float] = []
    clock = time.perf_counter
    for deal, line in deals:
        session = Session(deal)
        for move in [parse_move(token, deal.game) for token in line]:
            start = clock()
            session.do(move)
            taken.append((clock() - start) * 1e6)
        assert len(session.actions) == MOVES
    return taken


def save_times() -> list[float]:
    """Return the milliseconds it takes to write the text of a long game after each of some further
    moves."""
    session = from_text(f"{HEADER} vierfrei 617\n1a{' ab ba' * (LONG // 2)}", VIERFREI, None)
    taken: list[float] = []
    for token in ["ab", "ba"] * 50:
        session.do(parse_move(token, VIERFREI))
        start = time.perf_counter()
        saved_text(session)
        taken.append((time.perf_counter() - start) * 1000)
    return taken[1:]


def batch_seconds(deals: list[tuple[Deal, list[str]]]) -> float:
    """Return the seconds that ``check --batch`` takes for all lines, including the start of its
    process."""
    text = "".join(
        json.dumps({"game": deal.game, "rules": deal.rules, "deal": deal.number, "moves": line})
        + "\n"
        for deal, line in deals
    )
    command = [sys.executable, "-m", "game", "check", "--batch", "-", "--json"]
    fastest = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        done = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, cwd=ROOT)
        fastest = min(fastest, time.perf_counter() - start)
        assert (done.returncode, done.stdout.count(b'"legal": true')) == (0, len(deals))
    return fastest


def run() -> list[Figure]:
    deals = lines()
    figures = []
    for game, rules in KINDS:
        taken = move_times([entry for entry in deals if entry[0].rules == rules])
        name = f"a move, median, {rules or game}"
        figures.append(Figure(name, statistics.median(taken), "µs", 50))
    figures.append(
        Figure(f"saving a move after {LONG}, median", statistics.median(save_times()), "ms", 1)
    )
    figures.append(
        Figure(f"check --batch, {LINES} lines of {MOVES} moves", batch_seconds(deals), "s", 5)
    )
    return figures
