"""How fast the Vierfrei solver decides, and how short its lines are.

Times are also told scaled to a machine that takes 71 ms for ``sum(i*i for i in range(10**6))``;
that is measured again and again in between, since a busy machine changes its pace.
"""

from __future__ import annotations

import math
import resource
import shutil
import subprocess
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from game.core.moves import Move, Refusal
from game.core.state import CELLS, HOME, Role, State
from game.rules.notation import IN_FREECELL, board_text, parse_moves, split_tokens
from game.rules.registry import KINDS, VIERFREI, Deal, numbered
from game.rules.replay import replay
from game.rules.vierfrei import COLUMNS, Vierfrei
from game.solver.answer import Answer, Verdict
from game.solver.vierfrei_solver import solve
from tests.bench.figures import REFERENCE_MS, pace
from tests.house import ROOT

LOST: Final = tuple(sorted(KINDS[VIERFREI, None].lost))
_RULES: Final = Vierfrei()
_PUBLISHED: Final = ROOT / "tests" / "data" / "published.txt"
_FC_SOLVE_STATES: Final = 200_000
"""How many states ``fc-solve`` may check of a position: without a limit it may take minutes."""

_TURNS: Final = 5


@dataclass(slots=True)
class Figures:
    """What a series of positions took, in seconds; ``scaled`` to the machine of reference."""

    seconds: list[float] = field(default_factory=list)
    scaled: list[float] = field(default_factory=list)
    paces: list[float] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    proven: int = 0
    """How many lines are proven to be the shortest."""

    def add(self, answer: Answer, now: float) -> None:
        self.seconds.append(answer.seconds)
        self.scaled.append(answer.seconds * REFERENCE_MS / now)
        self.paces.append(now)
        self.verdicts.append(answer.verdict)
        self.positions.append(answer.positions)
        if answer.verdict is Verdict.WINNABLE:
            self.moves.append(player_moves(answer.moves))
            self.proven += self.moves[-1] == answer.least_moves

    def text(self) -> str:
        parts = []
        for name, times in (("measured", self.seconds), ("scaled", self.scaled)):
            p50, p95, most = (quantile(times, part) * 1000 for part in (0.5, 0.95, 1))
            parts.append(f"{name} ms: p50 {p50:.2f}  p95 {p95:.2f}  max {most:.1f}")
        counts = ", ".join(
            f"{self.verdicts.count(verdict)} {verdict.value}"
            for verdict in Verdict
            if verdict in self.verdicts
        )
        moves = f"; player moves {sum(self.moves) / len(self.moves):.2f}" if self.moves else ""
        typical = quantile(self.paces, 0.5)
        return f"{counts}{moves}\n    " + "\n    ".join(parts) + f"   (pace {typical:.0f} ms)"


def published() -> dict[int, int]:
    """Return how many player moves published solutions have, by deal; each is played first."""
    found = {}
    for line in _PUBLISHED.read_text("utf-8").splitlines():
        number, _, tokens = line.partition(":")
        if number.isdecimal():
            moves = parse_moves(split_tokens(tokens), IN_FREECELL)
            played = replay(numbered(VIERFREI, int(number)), moves, follow_safe=True)
            assert played.refusal is None and _RULES.won(played.last), line
            found[int(number)] = player_moves(moves)
    return found


def quantile(values: Iterable[float], part: float) -> float:
    """Return the value that ``part`` of ``values`` do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def player_moves(moves: Sequence[Move]) -> int:
    """Return how many of ``moves`` are not moves home."""
    return sum(move.target.role is not Role.FOUNDATION for move in moves)


def random_position(number: int, random: Random) -> State:
    """Return deal ``number`` after 1 to 30 random legal moves, with the safe cards sent home."""
    state = numbered(VIERFREI, number).layout()
    piles = (*COLUMNS, *CELLS)
    for _ in range(random.randint(1, 30)):
        legal = []
        for source in piles:
            for target in (*piles, HOME):
                move = _RULES.resolve(state, Move.carry(source, target))
                if isinstance(move, Move):
                    legal.append(move)
        if not legal:
            break
        state = _RULES.expand(state, random.choice(legal))[-1].after
        while (safe := _RULES.home_move(state, safe=True)) is not None:
            resolved = _RULES.resolve(state, safe)
            assert not isinstance(resolved, Refusal)
            state = _RULES.expand(state, resolved)[-1].after
    return state


def measure(
    states: Iterable[State], *, time_limit: float = 60, shortest: bool = False, every: int = 10
) -> Figures:
    """Solve ``states``, replaying every line, and measure the machine's pace in between.

    With ``shortest`` the time limit is scaled to the machine as well.
    """
    figures = Figures()
    now = pace(5)
    for index, state in enumerate(states):
        if index % every == 0:
            now = pace(3)
        limit = time_limit * now / REFERENCE_MS if shortest else time_limit
        answer = solve(state, time_limit=limit, shortest=shortest)
        line = replay(Deal(VIERFREI, board=state), answer.moves)
        won = line.refusal is None and _RULES.won(line.last)
        assert won == (answer.verdict is Verdict.WINNABLE), board_text(state)
        figures.add(answer, now)
    return figures


def fc_solve(states: Iterable[State]) -> str | None:
    """Return the same from ``fc-solve``, a program in C, if it is installed; the start of its
    process included."""
    program = shutil.which("fc-solve")
    if program is None:
        return None
    times, solved, given_up = [], 0, 0
    command = [program, "--max-iters", str(_FC_SOLVE_STATES)]
    for state in states:
        begun = time.perf_counter()
        done = subprocess.run(command, input=board_text(state), text=True, capture_output=True)
        times.append((time.perf_counter() - begun) * 1000)
        if "This game is solveable" in done.stdout:
            solved += 1
        else:
            given_up += f"states checked is {_FC_SOLVE_STATES}." in done.stdout
    p50, p95, most = (quantile(times, part) for part in (0.5, 0.95, 1))
    return (
        f"    fc-solve, default preset, with the start of its process: {solved} solved, "
        f"{given_up} given up after {_FC_SOLVE_STATES} states, "
        f"measured ms: p50 {p50:.2f}  p95 {p95:.2f}  max {most:.1f}"
    )


def beside_fc_solve(deals: int) -> float | None:
    """Return how many times as long any line takes for deals 1 to ``deals`` as ``fc-solve`` takes
    by its quickest preset; None where that is not installed. Both work in turns, and the quickest
    of these counts, in time of the processor."""
    program = shutil.which("freecell-solver-range-parallel-solve")
    if program is None:
        print("  not measured: fc-solve is not installed")
        return None
    states = layouts(range(1, deals + 1))
    ours, theirs = [math.inf] * deals, math.inf
    command = [program, "1", str(deals), str(deals), "-l", "looking-glass"]
    for _ in range(_TURNS):
        for at, state in enumerate(states):
            begun = time.process_time()
            solve(state, time_limit=60)
            ours[at] = min(ours[at], time.process_time() - begun)
        theirs = min(theirs, _processor_time(command))
    return sum(ours) / theirs


def _processor_time(command: Sequence[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def layouts(numbers: Iterable[int]) -> list[State]:
    """Return the layouts of numbered deals."""
    return [numbered(VIERFREI, number).layout() for number in numbers]


def run(*, deals: int = 1000, positions: int = 1000, shorter: int = 100) -> None:
    """Print the figures: so many deals and mid-game positions; lines of so many deals shortened."""
    random = Random(1993)
    series = {
        f"deals 1-{deals}": layouts(range(1, deals + 1)),
        "the 8 lost deals below a million": layouts(LOST),
        f"{positions} positions of random play": [
            random_position(number, random) for number in range(1, positions + 1)
        ],
    }
    for name, states in series.items():
        figures = measure(states)
        print(f"{name}: {figures.text()}")
        frame = sum(seconds <= 1 / 60 for seconds in figures.scaled) / len(states)
        print(f"    within a frame of 16.7 ms (scaled): {frame:.1%}", flush=True)
        if (other := fc_solve(states)) is not None:
            print(other, flush=True)
    for limit in (0.5, 2.0) if shorter else ():
        figures = measure(layouts(range(1, shorter + 1)), time_limit=limit, shortest=True, every=1)
        average = sum(figures.moves) / len(figures.moves)
        print(
            f"deals 1-{shorter}, shorter, {limit} s: {average:.2f} player moves, "
            f"{figures.proven} proven shortest",
            flush=True,
        )


if __name__ == "__main__":
    run()
