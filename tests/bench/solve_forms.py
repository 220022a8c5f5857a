"""The solver's two forms beside each other, and ``fc-solve``, a program in C, beside them.

``python -m tests.bench.solve_forms`` prints it. All is measured in one run, in turns, in working
time of processes, so that what else runs on the machine hardly counts. The compiled form is there
after ``python packaging/compiling.py``.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from typing import Final

from game.rules.notation import board_text
from game.rules.registry import KINDS, VIERFREI, numbered
from game.solver.answer import Verdict, decide
from game.solver.vierfrei_solver import solve
from tests import compiled
from tests.bench.solve_vierfrei import layouts, player_moves
from tests.house import ROOT

TURNS: Final = 3
QUICK: Final = 300
"""Deals of Vierfrei from 1 on, solved by any line."""
HIDDEN: Final = 40
"""Deals under each rule set of Canfield: ten take the compiled form a tenth of a second, too short
to tell the forms' ratio from what else runs on the machine."""
_LOOKS: Final = 200
_DEEP: Final = 11982
"""A deal that is lost, for the rate amid a long search."""
_STATES: Final = "100000"
"""How many states ``fc-solve`` may check of a deal."""
LENGTHS: Final = 30
"""Deals from 1 on whose lines are compared."""
PRESETS: Final = [
    "abra-kadabra",
    "amateur-star",
    "blue-yonder",
    "children-playing-ball",
    "conspiracy-theory",
    "cookie-monster",
    "cool-jives",
    "crooked-nose",
    "enlightened-ostrich",
    "fools-gold",
    "foss-nessy",
    "good-intentions",
    "gooey-unknown-thing",
    "hello-world",
    "john-galt-line",
    "looking-glass",
    "maliciously-obscure",
    "micro-finance",
    "micro-finance-improved",
    "one-big-family",
    "qualified-seed",
    "qualified-seed-improved",
    "rin-tin-tin",
    "sentient-pearls",
    "sand-stone",
    "slick-rock",
    "tea-for-two",
    "the-last-mohican",
    "three-eighty",
    "toons-for-twenty-somethings",
    "the-iglu-cabal",
    "video-editing",
    "yellow-brick-road",
]


def rates() -> dict[str, tuple[int, float]]:
    """Return how many positions each game and rule set expands, and in how many seconds."""
    found = {"vierfrei, quick": _rate(range(1, QUICK + 1), VIERFREI, None)}
    found["vierfrei, deep"] = _rate([_DEEP] * 3, VIERFREI, None)
    found["vierfrei, shortest"] = _rate(range(1, 5), VIERFREI, None, shortest=True)
    for game, rules in KINDS:
        if rules is not None:
            found[f"{game}, {rules}"] = _rate(range(1, HIDDEN + 1), game, rules)
    return found


def _rate(
    numbers: range | list[int],
    game: str,
    rules: str | None,
    *,
    shortest: bool = False,
) -> tuple[int, float]:
    deals = [numbered(game, number, rules) for number in numbers]
    states = [deal.layout() for deal in deals]
    begun, positions = time.process_time(), 0
    for deal, state in zip(deals, states, strict=True):
        # Looks at a clock that counts them: both forms do the same work.
        clock = map(float, count()).__next__
        answer = decide(deal, state, time_limit=_LOOKS, shortest=shortest, clock=clock)
        positions += answer.positions
    return positions, time.process_time() - begun


def lines(limits: dict[str, list[float]]) -> dict[str, list[int]]:
    """Return for each preset the player moves of our lines of the first deals, found in these
    seconds each; 0 where there is none by then."""
    states = layouts(range(1, LENGTHS + 1))
    solve(states[0], time_limit=0.05, shortest=True)
    found = {}
    for name, seconds in limits.items():
        answers = [
            solve(state, time_limit=limit, shortest=True, clock=time.process_time)
            for state, limit in zip(states, seconds, strict=True)
        ]
        won = [one.verdict is Verdict.WINNABLE for one in answers]
        found[name] = [
            player_moves(answer.moves) if good else 0
            for answer, good in zip(answers, won, strict=True)
        ]
    return found


def _asked(form: str, question: str) -> dict[str, list[float]]:
    """Have a process answer with the solver in that ``form``."""
    words = ["-m", "tests.compiled"] if form == "compiled" else ["-m"]
    command = [sys.executable, *words, "tests.bench.solve_forms", "--answer"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, input=question, check=True
    )
    found: dict[str, list[float]] = json.loads(done.stdout)
    return found


def _in_turns(forms: list[str]) -> Iterator[str]:
    """Yield a line for each kind of search: positions a second of each form, at its best turn."""
    best: dict[str, dict[str, tuple[float, float]]] = {}
    for _ in range(TURNS):
        for form in forms:
            for name, (positions, seconds) in _asked(form, "").items():
                had = best.setdefault(name, {}).get(form, (0, 1e9))
                best[name][form] = min(had, (positions, seconds), key=lambda one: one[1])
    for name, of in best.items():
        told = [f"{form} {of[form][0] / of[form][1]:8,.0f}" for form in forms]
        ratio = of[forms[0]][1] / of[forms[-1]][1]
        yield f"{name:<20} positions a second: " + "   ".join(told) + f"   x {ratio:.2f}"
        if name == "vierfrei, quick":
            times = [f"{form} {of[form][1] / QUICK * 1000:.2f}" for form in forms]
            yield f"{'':<20} ms a deal, 1-{QUICK}: " + "   ".join(times)


def working_time(command: list[str], given: str = "") -> tuple[float, str]:
    """Run ``command``; return the seconds that its process has worked, and what it prints."""
    with tempfile.TemporaryFile("w+") as told, tempfile.TemporaryFile("w+") as typed:
        typed.write(given)
        typed.seek(0)
        process = subprocess.Popen(command, stdin=typed, stdout=told, stderr=subprocess.DEVNULL)
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
        told.seek(0)
        return used.ru_utime + used.ru_stime, told.read()


def _range(preset: list[str]) -> str:
    command = ["freecell-solver-range-parallel-solve", "1", str(QUICK), str(QUICK)]
    command += ["--total-iterations-limit", _STATES, *preset]
    runs = [working_time(command) for _ in range(TURNS)]
    given_up = len(re.findall("Intractable", runs[0][1]))
    seconds = min(seconds for seconds, _ in runs)
    name = " ".join(preset) or "default"
    return f"fc-solve {name}: {seconds / QUICK * 1000:.2f} ms a deal, {given_up} given up"


def _lengths(forms: list[str]) -> Iterator[str]:
    """Yield for each preset its lines' player moves, and ours in the same time."""
    boards = [board_text(state) for state in layouts(range(1, LENGTHS + 1))]
    start = min(working_time(["fc-solve", "--version"])[0] for _ in range(9))
    theirs: dict[str, list[int]] = {}
    limits: dict[str, list[float]] = {}
    for preset in PRESETS:
        command = ["fc-solve", "-l", preset, "-m", "-sn", "--max-iters", _STATES]
        for board in boards:
            seconds, told = working_time(command, board)
            moves = re.findall(r"(?m)^(?:[1-8a-d][1-8a-dh](?:v\w+)?\s*)+$", told)
            played = [move for line in moves for move in line.split()]
            theirs.setdefault(preset, []).append(sum(move[1] != "h" for move in played))
            limits.setdefault(preset, []).append(max(seconds - start, 0.0))
    ours = {form: _asked(form, json.dumps(limits)) for form in forms}
    for preset in PRESETS:
        rows = []
        for form in forms:
            both = [
                (a, b) for a, b in zip(theirs[preset], ours[form][preset], strict=True) if a and b
            ]
            late = sum(a and not b for a, b in zip(theirs[preset], ours[form][preset], strict=True))
            first = sum(a for a, _ in both) / max(len(both), 1)
            second = sum(b for _, b in both) / max(len(both), 1)
            rows.append(f"{form} {second:.1f} to its {first:.1f} ({late} not by then)")
        mean = sum(limits[preset]) / LENGTHS * 1000
        given_up = sum(not one for one in theirs[preset])
        yield f"{preset} in {mean:.1f} ms, {given_up} given up: player moves " + ", ".join(rows)


def run() -> None:
    """Print all of it that can be measured here."""
    forms = ["in Python"]
    if why := compiled.absent():
        print(f"  {why}")
    else:
        forms.append("compiled")
    for line in _in_turns(forms):
        print(f"  {line}", flush=True)
    if shutil.which("fc-solve") and shutil.which("freecell-solver-range-parallel-solve"):
        for preset in ([], ["-l", "cookie-monster"], ["-l", "one-big-family"]):
            print(f"  {_range(preset)}", flush=True)
        for line in _lengths(forms):
            print(f"  {line}", flush=True)


if __name__ == "__main__":
    if "--answer" in sys.argv:
        asked = sys.stdin.read()
        print(json.dumps(lines(json.loads(asked)) if asked else rates()))
    else:
        run()
