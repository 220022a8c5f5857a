"""The service's other process: judges one position after the other.

It reads requests from a pipe until that is closed, which also happens when the game dies. A new
message ends the search in progress, so the newest request never waits.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from game.core.moves import Move
from game.rules.notation import parse_move
from game.rules.registry import KINDS, Deal, GameKind, KindKey
from game.solver.answer import FIRST_LOOK, GLANCE, LONGER_LOOK, SECOND_LOOK, Margin, Verdict
from game.solver.decide import SOLVERS, decide
from game.solver.packed import Along, along, unpack, worth
from game.support.processes import leave_ctrl_c_to_the_parent

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from game.solver.margin import Weigher

    Pipe = Connection["Answer | None", "Question | None"]

Found_co = TypeVar("Found_co", covariant=True)

PULSE: Final = 1.0
"""Seconds after which a search shows by sending None that it goes on."""
_NICE: Final = 5
"""The niceness that lets the table go first."""


class Request(NamedTuple):
    """A position to judge: ``packed``, of the kind with that key.

    At most ``seconds`` of CPU time may be spent on it.
    """

    number: int
    kind: KindKey
    packed: bytes
    seconds: float


class Ahead(NamedTuple):
    """Positions, each reduced by ``worth``, that may be asked about next, to be judged while
    nothing else is asked; at most ``seconds`` of CPU time may be spent on each.

    A ``Foreseen`` is sent for each that is decided, and a ``Passed`` at the end, also if a newer
    request ends it.
    """

    number: int
    kind: KindKey
    positions: tuple[bytes, ...]
    seconds: float


class Weigh(NamedTuple):
    """Positions whose every move is to be judged, the one looked at first, each with the tokens of
    a line that wins from it, if one is known.

    A ``Weighed`` is sent for each, and once more after each longer look at what was left open; at
    the end, also if a newer request ends it, a ``Passed``.
    """

    number: int
    kind: KindKey
    positions: tuple[tuple[bytes, str], ...]


class Weighed(NamedTuple):
    """The moves of a position, judged."""

    kind: KindKey
    packed: bytes
    margin: Margin


class Job(Protocol[Found_co]):
    """Work of any other room for this process: a value that can be pickled and compared."""

    def __hash__(self) -> int: ...

    def run(self, cancelled: Callable[[], bool]) -> Iterator[Found_co]:
        """Give one answer after the other, each better than those before, until ``cancelled``
        returns True."""


class Errand(NamedTuple):
    """A job to be done while nothing else is asked.

    A ``Brought`` is sent for each of its answers, and a ``Passed`` at the end, also if a newer
    request ends it.
    """

    number: int
    job: Job[Any]


class Brought(NamedTuple):
    """An answer of a job."""

    job: Job[Any]
    found: object


class Foreseen(NamedTuple):
    """The verdict on a position that may be asked about next."""

    kind: KindKey
    packed: bytes
    verdict: str


class Passed(NamedTuple):
    """No more results of the ``Ahead``, ``Weigh`` or ``Errand`` of that number will come."""

    number: int


class Reply(NamedTuple):
    """The answer to the request of that number; ``verdict`` is None if it was given up.

    ``line`` holds the tokens of a winning line. If the position can be won, an ``Along`` follows,
    without any place if there was no time.
    """

    number: int
    kind: KindKey
    packed: bytes
    verdict: str | None = None
    line: str = ""


Question = Request | Ahead | Weigh | Errand
Answer = Reply | Along | Foreseen | Weighed | Brought | Passed


def any_deal(kind: GameKind) -> Deal:
    """Return some deal of ``kind``, for callers who need the game and not the cards."""
    return Deal(kind.game, 1, kind.rules)


def serve(pipe: Pipe) -> None:
    """Answer requests until the pipe is closed; a request that is None only stops the current
    search."""
    _step_back()
    # Import the solvers before the first request rather than with it.
    for solver in SOLVERS.values():
        solver.load()
    waiting: deque[Question | None] = deque()
    # Only the process that searches needs it.
    from game.solver.margin import Weigher

    weigher = Weigher()

    live = _Pulse(pipe)

    def newer() -> bool:
        live()
        return bool(waiting) or pipe.poll()

    with contextlib.suppress(EOFError, OSError):
        while True:
            question = waiting.popleft() if waiting else pipe.recv()
            if isinstance(question, Ahead):
                waiting.extend(_look_ahead(pipe, question, live, bool(waiting)))
            elif isinstance(question, Weigh):
                weigh_all(pipe, question, weigher, newer)
            elif isinstance(question, Errand):
                _run(pipe, question, newer)
            elif question is not None:
                reply = _answer(question, newer)
                pipe.send(reply)
                if reply.verdict == Verdict.WINNABLE.value:
                    pipe.send(_along(pipe, reply))


class _Pulse:
    """Shows now and then, while it is called, that this process is neither stopped nor hangs."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._shown = time.monotonic()

    def __call__(self) -> None:
        now = time.monotonic()
        if now - self._shown >= PULSE:
            self._shown = now
            self._pipe.send(None)


def _step_back() -> None:
    """Ignore Ctrl+C, which is for the game, and lower the priority."""
    leave_ctrl_c_to_the_parent()
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(_NICE)


def _answer(request: Request, newer: Callable[[], bool]) -> Reply:
    """Return the reply to ``request``, given up once there is something ``newer``."""
    number, kind, packed, seconds = request
    given_up = Reply(number, kind, packed)
    superseded = newer()
    if superseded:
        return given_up

    def cancelled() -> bool:
        nonlocal superseded
        superseded = superseded or newer()
        return superseded

    deal = any_deal(KINDS[kind])
    state = unpack(deal.engine, packed)
    try:
        # CPU time: on a busy machine a search takes longer, but is no worse.
        found = decide(
            deal, state, time_limit=seconds, cancelled=cancelled, clock=time.process_time
        )
    except (EOFError, OSError):
        raise
    except Exception:
        # A fault in a solver costs a verdict, not the game.
        return given_up._replace(verdict=Verdict.UNDECIDED.value)
    if found.verdict is Verdict.UNDECIDED and superseded:
        return given_up
    if found.verdict is not Verdict.WINNABLE:
        return given_up._replace(verdict=found.verdict.value)
    line = " ".join([move.text for move in found.moves])
    return given_up._replace(verdict=found.verdict.value, line=line)


def _look_ahead(pipe: Pipe, ahead: Ahead, live: _Pulse, superseded: bool) -> list[Question | None]:
    """Judge one position after the other until something newer is asked, and return that.

    The search continues if the new question is about the very same position.
    """
    number, kind, positions, seconds = ahead
    engine = KINDS[kind].engine
    newer: list[Question | None] = []

    def other(packed: bytes) -> bool:
        """Return whether something is asked about another position."""
        live()
        while pipe.poll():
            newer.append(pipe.recv())
        last = newer[-1] if newer else None
        if isinstance(last, Request) and last.kind == kind:
            return worth(engine, last.packed) != packed
        return bool(newer)

    for packed in () if superseded else positions:
        request = Request(number, kind, packed, seconds)
        verdict = _answer(request, partial(other, packed)).verdict
        if verdict is not None and verdict != Verdict.UNDECIDED.value:
            pipe.send(Foreseen(kind, packed, verdict))
        if newer:
            break
    pipe.send(Passed(number))
    return newer


def weigh_all(pipe: Pipe, weigh: Weigh, weigher: Weigher, newer: Callable[[], bool]) -> None:
    """Judge the moves of one position after the other until something newer is asked: first of all
    positions what a glance finds, then longer and longer what that has left open."""
    deal = any_deal(KINDS[weigh.kind])
    open_positions = weigh.positions
    for seconds in (GLANCE, FIRST_LOOK, SECOND_LOOK, LONGER_LOOK):
        still_open = []
        for packed, line in open_positions:
            try:
                margin = weigher.weigh(
                    deal,
                    unpack(deal.engine, packed),
                    seconds,
                    line=_moves_of(line, deal.kind),
                    cancelled=newer,
                )
            except (EOFError, OSError):
                raise
            except Exception:
                # A fault in a solver costs what it would have told, not the game.
                continue
            if margin is None:
                pipe.send(Passed(weigh.number))
                return
            pipe.send(Weighed(weigh.kind, packed, margin))
            if margin.open:
                still_open.append((packed, line))
        open_positions = tuple(still_open)
    pipe.send(Passed(weigh.number))


def _run(pipe: Pipe, errand: Errand, newer: Callable[[], bool]) -> None:
    """Send the answers of a job until something newer is asked."""
    try:
        for found in errand.job.run(newer):
            pipe.send(Brought(errand.job, found))
    except (EOFError, OSError):
        raise
    except Exception:
        # A fault in a job costs its answers, not the game.
        pass
    pipe.send(Passed(errand.number))


def _moves_of(tokens: str, kind: GameKind) -> list[Move]:
    return [parse_move(token, kind.notation) for token in tokens.split()]


def _along(pipe: Pipe, reply: Reply) -> Along:
    """Return the positions along the line of ``reply``, unless something newer is already asked."""
    nothing = Along(reply.line, ())
    if pipe.poll():
        return nothing
    kind = KINDS[reply.kind]
    moves = _moves_of(reply.line, kind)
    return along(kind.engine, unpack(kind.engine, reply.packed), moves) or nothing
