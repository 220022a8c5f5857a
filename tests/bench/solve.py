"""The solvers: how fast they decide, how short the lines are, and how soon the table is answered.

Beside each series of Vierfrei stands ``fc-solve``, a program in C, where it is installed. The
halves ``solve_vierfrei`` and ``solve_canfield`` tell more when they are run by themselves. All of
it takes long; ``python -m tests.bench.solve lengths canfield`` runs the parts that it names, and
``python -m tests.compiled tests.bench.solve`` measures the compiled solver.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random

from game.core.moves import Move, Refusal
from game.core.state import CELLS, HOME, State
from game.play.session import Session
from game.rules.canfield import RULE_SETS
from game.rules.choices import Automatic
from game.rules.registry import VIERFREI, numbered
from game.rules.vierfrei import COLUMNS
from game.solver import is_compiled
from game.solver.answer import Verdict
from game.solver.service import SolverService
from tests.bench import solve_canfield
from tests.bench.figures import REFERENCE_MS, Figure, pace, slowness
from tests.bench.solve_vierfrei import (
    LOST,
    beside_fc_solve,
    fc_solve,
    layouts,
    measure,
    published,
    quantile,
    random_position,
)

UNDECIDED_AT_MOST = dict.fromkeys(RULE_SETS, 22.0) | {"aisleriot": 10.0}
"""Per cent of the deals, in one second each."""


def run(
    *,
    deals: int = 1000,
    positions: int = 1000,
    shorter: int = 100,
    proofs: int = 20,
    canfield: int = 200,
    parts: Sequence[str] = (),
) -> list[Figure]:
    """Return all figures, or those of some ``parts``; times are in milliseconds of the reference
    machine.

    The pace of this one is measured again and again in between.
    """
    works: dict[str, Callable[[], Iterator[Figure]]] = {
        "deals": lambda: _deals(deals, positions),
        "service": lambda: (figure for wait in (0.0, 0.5) for figure in _service(100, wait)),
        "lengths": lambda: _lengths(shorter, proofs),
        "canfield": lambda: (one for rules in RULE_SETS for one in _canfield(rules, canfield)),
    }
    figures: list[Figure] = []
    for part in parts or works:
        begun = time.perf_counter()
        figures += works[part]()
        print(f"  {part}: done in {time.perf_counter() - begun:.0f} s", flush=True)
    return figures


def _deals(deals: int, positions: int) -> Iterator[Figure]:
    random = Random(1993)
    middle = [random_position(number, random) for number in range(1, positions + 1)]
    yield from _vierfrei(f"deals 1-{deals}", layouts(range(1, deals + 1)), (2.5, 12, 100))
    if (times := beside_fc_solve(deals)) is not None:
        limit = 2.0 if is_compiled() else None
        yield Figure(f"deals 1-{deals}, times as long as fc-solve", times, "", limit, scales=False)
    yield from _vierfrei("the 8 lost deals", layouts(LOST), (None, None, 600))
    yield from _vierfrei(f"{positions} positions", middle, (None, 16.7, 1000))


def _lengths(deals: int, proofs: int) -> Iterator[Figure]:
    """Yield how short the lines are in some time, and how many are proven to be the shortest."""
    for limit, most, last in (0.5, 26.5, deals), (2.0, 25.9, deals), (60.0, None, proofs):
        states = layouts(range(1, last + 1))
        series = measure(states, time_limit=limit, shortest=True, every=1)
        name = f"deals 1-{last}, {limit:g} s"
        average, share = sum(series.moves) / len(series.moves), 100 * series.proven / last
        yield Figure(f"player moves, {name}", average, "", most, scales=False)
        yield Figure(f"proven shortest, {name}", share, "%", scales=False)
    known = published()
    series = measure(layouts(known), time_limit=2.0, shortest=True, every=1)
    for (number, most), moves in zip(known.items(), series.moves, strict=True):
        name = f"player moves, deal {number}, 2 s; published {most}"
        yield Figure(name, moves, "", most, scales=False)


def _vierfrei(
    name: str, states: Sequence[State], limits: tuple[float | None, float | None, float | None]
) -> list[Figure]:
    series = measure(states)
    other = fc_solve(states)
    print(f"  {name}: {series.text()}", *([other] if other else []), sep="\n", flush=True)
    parts = ("p50", 0.5), ("p95", 0.95), ("max", 1.0)
    figures = [
        Figure(f"{name}, {part}", quantile(series.scaled, share) * 1000, "ms", limit, scales=False)
        for (part, share), limit in zip(parts, limits, strict=True)
    ]
    undecided = series.verdicts.count(Verdict.UNDECIDED)
    return [*figures, Figure(f"{name}, undecided", undecided, "", 0, scales=False)]


def _service(games: int, thinking: float) -> list[Figure]:
    """Return the times from a move to its verdict in played games, with the transport to the other
    process and back.

    Half the moves of these games are the ones hinted at, the others are any that are legal. After
    each answer the player thinks for so many seconds, during which the next positions are judged.
    """
    service = SolverService()
    random = Random(1993)
    waited: list[float] = []
    asked: list[float] = []
    for number in range(1, games + 1):
        scale = REFERENCE_MS / pace(3)
        session = Session(numbered(VIERFREI, number))
        before: State | None = None
        for _ in range(40):
            state = session.state
            begun = time.perf_counter()
            service.ask(session.deal, state, after=before)
            asked.append((time.perf_counter() - begun) * scale * 1000)
            while service.verdict(session.deal, state) is None:
                service.poll()
                time.sleep(0.0002)
            if before is not None:
                waited.append((time.perf_counter() - begun) * scale * 1000)
            _think(service, session, thinking / scale if thinking else 0.0)
            moves = _moves(session)
            if session.won or not moves:
                break
            before = state
            known = service.known(session.deal, state)
            hint = known.moves[:1] if known and random.random() < 0.5 else ()
            session.do(*(hint or [random.choice(moves)]), automatic=Automatic.SAFE)
    service.close()
    name = f"answer after a move, {thinking:g} s of thought"
    return [
        Figure("to ask, p99", quantile(asked, 0.99), "ms", scales=False),
        Figure(f"{name}, p50", quantile(waited, 0.5), "ms", scales=False),
        Figure(f"{name}, p95", quantile(waited, 0.95), "ms", scales=False),
        Figure(f"{name}, p99", quantile(waited, 0.99), "ms", 20 if thinking else None, False),
    ]


def _think(service: SolverService, session: Session, seconds: float) -> None:
    """Wait until the worker has the positions of its line, and then for ``seconds``, or until
    nothing is left to judge."""
    while service.busy():
        service.poll()
        time.sleep(0.001)
    end = time.perf_counter() + seconds
    if seconds and service.verdict(session.deal, session.state) is Verdict.WINNABLE:
        service.look_ahead(session.deal, session.ahead(Automatic.SAFE))
    while service.looking_ahead and time.perf_counter() < end:
        service.poll()
        time.sleep(0.001)


def _moves(session: Session) -> list[Move]:
    """Return all legal moves, with the longest run where there is a choice."""
    piles = (*COLUMNS, *CELLS)
    found = (Move.carry(source, target) for source in piles for target in (*piles, HOME))
    return [move for move in found if not isinstance(session.outcome(move), Refusal)]


def _canfield(rules: str, deals: int) -> list[Figure]:
    counts = solve_canfield.decided(rules, range(1, deals + 1), 1.0)
    print(f"  {rules}: " + ", ".join(f"{n} {verdict.value}" for verdict, n in counts.items()))
    share = 100 * counts[Verdict.UNDECIDED] / deals
    name = f"undecided after 1 s, {rules}, deals 1-{deals}"
    return [Figure(name, share, "%", UNDECIDED_AT_MOST[rules], scales=False)]


if __name__ == "__main__":
    for figure in run(parts=sys.argv[1:]):
        print(f"  {figure.line(slowness())}", flush=True)
