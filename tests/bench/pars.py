"""Measures the lengths of the shipped lines, and of lines that the solver finds in a given time.

``published_lengths.json`` has the lengths of lines that other people found, for deals 1 to 2000.
"""

from __future__ import annotations

import json
import re
import time
import zipfile
from typing import Final

from game.rules.counting import player_moves
from game.rules.registry import VIERFREI, Deal, numbered
from game.solver import is_compiled
from game.solver.answer import least_moves
from game.solver.short_lines import FILE, PROVEN
from game.solver.vierfrei_solver import solve
from game.teach.difficulty import LOST, Par, graded_at_once, table
from tests.bench.figures import Figure, fixed, slowness
from tests.house import ROOT
from tests.plain_rules import plain_deck
from tests.truth.vierfrei import HOSTS

_PUBLISHED: Final = ROOT / "tests" / "data" / "published_lengths.json"
_SECONDS: Final = (0.5, 2.0, 10.0)
_GOALS: Final = {False: (25.65, 25.42, 25.32), True: (25.5, 25.34, 25.28)}
"""Goals for the average length, one for each time in ``_SECONDS``. Keyed by ``is_compiled()``."""


def run() -> list[Figure]:
    """Check that each shipped line wins, and that its length equals par. Return the figures."""
    return [*_shipped(), *_searched()]


class Freecell:
    def __init__(self, number: int) -> None:
        deck = plain_deck(number)
        self.piles = {letter: deck[at::8] for at, letter in enumerate("12345678")}
        self.piles |= {letter: [] for letter in "abcd"}
        self.home: list[list[int]] = [[], [], [], []]

    def do(self, token: str) -> bool:
        source, target, written = token[0], token[1], token[3:]
        cards, onto = self.piles[source], self.piles.get(target, [])
        if not cards:
            return False
        if target == "h":
            if cards[-1] // 4 == len(home := self.home[cards[-1] % 4]):
                home.append(cards.pop())
                return True
            return False
        longest = 1
        while longest < len(cards) and HOSTS[cards[-longest]][cards[-longest - 1]]:
            longest += 1
        columns = [self.piles[letter] for letter in "12345678"]
        empty = sum(not column for column in columns) - (target.isdigit() and not onto)
        room = (sum(not self.piles[letter] for letter in "abcd") + 1) << empty
        if target.isalpha() or source.isalpha():
            room = longest = 1
        counts = range(min(longest, room), 0, -1) if not written else [int(written, 16)]
        fitting = [
            n for n in counts if not onto or (target.isdigit() and HOSTS[cards[-n]][onto[-1]])
        ]
        if not fitting or not fitting[0] <= min(longest, room):
            return False
        onto += cards[-fitting[0] :]
        del cards[-fitting[0] :]
        return True


def played(number: int, text: str) -> int:
    board, moves = Freecell(number), 0

    def all_home() -> None:
        while any(board.do(f"{letter}h") for letter in board.piles):
            pass

    if not text.startswith("-"):
        all_home()
    for token, held in re.findall(r"([1-8a-d].(?:v.)?)(-?)", text):
        assert board.do(token), token
        if token[1] != "h":
            moves += 1
            if not held:
                all_home()
    assert all(len(home) == 13 for home in board.home)
    return moves


def _shipped() -> list[Figure]:
    lengths, proven = dict[int, int](), set[int]()
    row = table()[VIERFREI]
    with zipfile.ZipFile(FILE) as file:
        names = [f"{VIERFREI}/{thousand}" for thousand in range(len(row) // 2000)]
        lines = "\n".join(file.read(name).decode("ascii") for name in names).split("\n")
    for number, line in enumerate(lines, 1):
        if row[2 * number - 2 : 2 * number] == LOST:
            assert not line, f"deal {number} has a line, and no par"
            continue
        deal, text = numbered(VIERFREI, number), line.lstrip(PROVEN)
        lengths[number] = played(number, text)
        if text != line:
            proven.add(number)
        graded = graded_at_once(deal)
        assert graded is not None, f"deal {number} has no par"
        assert graded.par == Par(lengths[number], number in proven), f"deal {number}: another par"
        assert lengths[number] >= least_moves(deal.kind, deal.layout()), f"deal {number}: too short"
    first = [lengths[number] for number in range(1, 1001)]
    # One length for each deal, in order; 0 if no line has been published.
    published = json.loads(_PUBLISHED.read_text("utf-8"))["lengths"]
    theirs = {number: moves for number, moves in enumerate(published, 1) if moves}
    over = [lengths[number] - moves for number, moves in theirs.items()]
    early = over[:1000]
    wrong = [n for n, moves in theirs.items() if lengths[n] > moves and n in proven]
    assert not wrong, f"deal {wrong[0]}: proven shortest, and a shorter line was published"

    def share(name: str, count: int, of: int, limit: float) -> Figure:
        return fixed(name, 100 * count / of, "%", limit)

    return [
        fixed("deals with a line", len(lengths)),
        fixed("mean of deals 1-1000", sum(first) / 1000, "", 25.32),
        fixed("mean of all", sum(lengths.values()) / len(lengths), "", 25.44),
        share("of 1-1000 longer than published", sum(o > 0 for o in early), len(early), 2),
        share("of 1-2000 longer than published", sum(o > 0 for o in over), len(over), 5),
        share("longer by two moves and more", sum(o > 1 for o in over), len(over), 0.5),
        share("not proven shortest", len(lengths) - len(proven), len(lengths), 55),
    ]


def _searched() -> list[Figure]:
    found = list[Figure]()
    for seconds, goal in zip(_SECONDS, _GOALS[is_compiled()], strict=True):
        deals = [numbered("vierfrei", number) for number in range(10, 1001, 10)]
        answers = [_answer(deal, seconds * slowness()) for deal in deals]
        mean = sum(moves for moves, _ in answers) / len(answers)
        open_ones = 100 * sum(not proven for _, proven in answers) / len(answers)
        found.append(fixed(f"1-1000 by tens, {seconds:g} s", mean, "", goal))
        limit = 40.0 if is_compiled() and seconds == _SECONDS[-1] else None
        found.append(fixed("    not proven shortest", open_ones, "%", limit))
    return found


def _answer(deal: Deal, seconds: float) -> tuple[int, bool]:
    answer = solve(deal.layout(), time_limit=seconds, shortest=True, clock=time.process_time)
    moves = player_moves(answer.moves)
    return moves, moves == answer.least_moves
