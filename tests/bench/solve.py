"""How fast the solvers decide, and how long the table waits for an answer.

``python -m tests.bench.solve deals canfield`` runs only the parts ``deals`` and ``canfield``. Times
are scaled to match a reference machine (see ``REFERENCE_MS``).
"""

from __future__ import annotations

import math
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Final

from game.core.moves import Move
from game.core.state import State
from game.play.session import Session
from game.rules.canfield import RULE_SETS
from game.rules.choices import Automatic, choices
from game.rules.notation import board_text
from game.rules.registry import CANFIELD, KINDS, VIERFREI, Deal, numbered
from game.rules.replay import replay
from game.rules.vierfrei import Vierfrei
from game.solver import canfield_solver, is_compiled
from game.solver.answer import Verdict
from game.solver.service import SolverService
from game.solver.vierfrei_solver import solve
from tests.bench.figures import REFERENCE_MS, Figure, fixed, pace, slowness
from tests.truth.check import tokens

LOST: Final = tuple(sorted(KINDS[VIERFREI, None].lost))
UNDECIDED_AT_MOST: Final = dict.fromkeys(RULE_SETS, 22.0) | {"aisleriot": 10.0}
"""The percentage of deals that may be undecided after one second."""
_RULES: Final = Vierfrei()
_FC_SOLVE_STATES: Final = 200_000
"""The number of states after which ``fc-solve`` gives up."""


def run(parts: Sequence[str] = ()) -> list[Figure]:
    works: dict[str, Callable[[], Iterator[Figure]]] = {
        "deals": _deals,
        "service": _service,
        "canfield": lambda: (one for rules in RULE_SETS for one in _canfield(rules)),
    }
    return [figure for part in parts or works for figure in works[part]()]


def _deals() -> Iterator[Figure]:
    random = Random(1993)
    middle = [random_position(number, random) for number in range(1, 1001)]
    yield from _vierfrei("deals 1-1000", layouts(range(1, 1001)), (2.5, 12, 100))
    if (times := beside_fc_solve(1000)) is not None:
        limit = 2.0 if is_compiled() else None
        yield fixed("deals 1-1000, times as long as fc-solve", times, "", limit)
    yield from _vierfrei("the 8 lost deals", layouts(LOST), (None, None, 600))
    yield from _vierfrei("1000 positions", middle, (None, 16.7, 1000))


def _vierfrei(
    name: str, states: Sequence[State], limits: tuple[float | None, float | None, float | None]
) -> Iterator[Figure]:
    seconds, verdicts = measure(states)
    counts = {verdict.value: verdicts.count(verdict) for verdict in Verdict}
    print(f"  {name}: {counts}", *fc_solve(states), sep="\n", flush=True)
    for part, share, limit in zip(("p50", "p95", "max"), (0.5, 0.95, 1), limits, strict=True):
        yield fixed(f"{name}, {part}", quantile(seconds, share) * 1000, "ms", limit)
    yield fixed(f"{name}, undecided", counts[Verdict.UNDECIDED.value], "", 0)


def _service() -> Iterator[Figure]:
    """Yield the time between a move and the solver's verdict. Half of the moves are random."""
    service = SolverService()
    random = Random(1993)
    waited = list[float]()
    for number in range(1, 101):
        scale = REFERENCE_MS / pace(3)
        session = Session(numbered(VIERFREI, number))
        before: State | None = None
        for _ in range(40):
            state = session.state
            begun = time.perf_counter()
            service.ask(session.deal, state, after=before)
            while service.verdict(session.deal, state) is None:
                service.poll()
                time.sleep(0.0002)
            if before is not None:
                waited.append((time.perf_counter() - begun) * scale * 1000)
            moves = list(choices(session.rules, state))
            if session.won or not moves:
                break
            before = state
            known = service.known(session.deal, state)
            hint = known.moves[:1] if known and random.random() < 0.5 else ()
            session.do(*(hint or [random.choice(moves)]), automatic=Automatic.SAFE)
    service.close()
    yield fixed("answer after a move, p99", quantile(waited, 0.99), "ms", 20)


def _canfield(rules: str, deals: int = 200) -> Iterator[Figure]:
    """Yield the percentage of deals that are still undecided after one second."""
    # Other programs hardly affect processor time.
    rule_set, counts = RULE_SETS[rules], dict.fromkeys(Verdict, 0)
    for number in range(1, deals + 1):
        if number % 20 == 1:
            limit = pace(timer=time.process_time) / REFERENCE_MS
        answer = canfield_solver.solve(
            numbered(CANFIELD, number, rules).layout(),
            rule_set,
            time_limit=limit,
            clock=time.process_time,
            want_best=False,
        )
        counts[answer.verdict] += 1
    print(f"  {rules}: " + ", ".join(f"{n} {verdict.value}" for verdict, n in counts.items()))
    share = 100 * counts[Verdict.UNDECIDED] / deals
    name = f"undecided after 1 s, {rules}, deals 1-{deals}"
    yield fixed(name, share, "%", UNDECIDED_AT_MOST[rules])


# -- series of positions ---------------------------------------------------------------------------


def quantile(values: Iterable[float], part: float) -> float:
    """Return a quantile of ``values``. If ``part`` is 0.5, it is the median."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def random_position(number: int, random: Random) -> State:
    """Return a position of deal ``number`` after some random moves."""
    session = Session(numbered(VIERFREI, number))
    for _ in range(random.randint(1, 30)):
        resolved = (_RULES.resolve(session.state, move) for move in tokens(_RULES, session.state))
        legal = [move for move in resolved if isinstance(move, Move)]
        if not legal:
            break
        session.do(random.choice(legal), automatic=Automatic.SAFE)
    return session.state


def measure(states: Iterable[State]) -> tuple[list[float], list[Verdict]]:
    """Solve ``states``; return the times, in seconds on the reference machine, and the verdicts."""
    seconds, verdicts = list[float](), list[Verdict]()
    for index, state in enumerate(states):
        if index % 10 == 0:
            scale = REFERENCE_MS / pace(3)
        answer = solve(state, time_limit=60)
        line = replay(Deal(VIERFREI, board=state), answer.moves)
        won = line.refusal is None and _RULES.won(line.last)
        assert won == (answer.verdict is Verdict.WINNABLE), board_text(state)
        seconds.append(answer.seconds * scale)
        verdicts.append(answer.verdict)
    return seconds, verdicts


def fc_solve(states: Iterable[State]) -> Iterator[str]:
    """Yield a line of text with the times of ``fc-solve``, if it is installed."""
    program = shutil.which("fc-solve")
    if program is None:
        return
    times, solved = list[float](), 0
    command = [program, "--max-iters", str(_FC_SOLVE_STATES)]
    for state in states:
        begun = time.perf_counter()
        done = subprocess.run(command, input=board_text(state), text=True, capture_output=True)
        times.append((time.perf_counter() - begun) * 1000)
        solved += "This game is solveable" in done.stdout
    p50, p95, most = (quantile(times, part) for part in (0.5, 0.95, 1))
    yield (
        f"    fc-solve, default preset, at most {_FC_SOLVE_STATES} states: {solved} solved, "
        f"measured ms: p50 {p50:.2f}  p95 {p95:.2f}  max {most:.1f}"
    )


def beside_fc_solve(deals: int) -> float | None:
    """Return our time for deals 1 to ``deals``, as a multiple of the time of ``fc-solve``.

    Returns None if ``fc-solve`` isn't installed. Both solve the deals several times; the shortest
    processor times count.
    """
    program = shutil.which("freecell-solver-range-parallel-solve")
    if program is None:
        print("  not measured: fc-solve is not installed")
        return None
    states = layouts(range(1, deals + 1))
    ours, theirs = [math.inf] * deals, math.inf
    command = [program, "1", str(deals), str(deals), "-l", "looking-glass"]
    for _ in range(5):
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
    return [numbered(VIERFREI, number).layout() for number in numbers]


if __name__ == "__main__":
    for figure in run(sys.argv[1:]):
        print(f"  {figure.line(slowness())}", flush=True)
