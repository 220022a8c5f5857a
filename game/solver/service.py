"""The service that answers whether positions can be won.

The searches run in another process, so the window never waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

from game.core.state import State
from game.rules.registry import Deal, KindKey
from game.solver.answer import (
    FIRST_LOOK,
    GLANCE,
    LONGER_LOOK,
    SECOND_LOOK,
    Known,
    Margin,
    Verdict,
    search,
    solver_of,
)
from game.solver.margin import Weigher
from game.solver.packed import Key, LatestCache, key_of, known_along, unpack
from game.solver.short_lines import known_line
from game.support.jobs import Found, Job, JobProcess, Jobs

RETRY_FACTOR: Final = 5
"""The time limit is multiplied by this when an undecided position is searched again."""
ONE_OF_MANY_SECONDS: Final = 2.0
"""The time limit for judging one of many positions, in CPU seconds."""
_CACHE_SIZE: Final = 5000  # answers of each kind

_weigher = lru_cache(maxsize=1)(Weigher)
"""Returns the ``Weigher`` of this process."""


# -- the jobs --------------------------------------------------------------------------------------


def _position(kind: KindKey, packed: bytes) -> tuple[Deal, State]:
    """Return deal 1 of ``kind`` and the unpacked position. The number doesn't matter here."""
    game, rules = kind
    deal = Deal(game, 1, rules)
    return deal, unpack(deal.engine, packed)


class Judge(NamedTuple):
    """The job of judging a position; ``seconds`` limits its CPU time."""

    kind: KindKey
    packed: bytes
    seconds: float

    @property
    def key(self) -> Key:
        return self.kind, self.packed

    def run(self, cancelled: Callable[[], bool]) -> Iterator[Mapping[Key, Known]]:
        """Yield the verdict on the position and, if it can be won, on all positions of the winning
        line."""
        deal, state = _position(*self.key)
        found = search(deal, state, self.seconds, cancelled)
        if found is not None:
            places = {self.packed: Known(found.verdict)}
            if found.verdict is Verdict.WINNABLE:
                # A line that doesn't win by the rules, because of a bug, is not shown.
                undecided = {self.packed: Known(Verdict.UNDECIDED)}
                places = known_along(deal.engine, state, found.moves) or undecided
            yield {(self.kind, packed): known for packed, known in places.items()}


class WeighMoves(NamedTuple):
    """The job of judging every move of several positions."""

    kind: KindKey
    positions: tuple[tuple[bytes, Known | None], ...]  # packed, each with what is known about it

    def run(self, cancelled: Callable[[], bool]) -> Iterator[tuple[Key, Margin]]:
        """Yield the margin of each position, until cancelled.

        A position with undecided moves comes again after longer searches.
        """
        left = list(self.positions)
        for seconds in (GLANCE, FIRST_LOOK, SECOND_LOOK, LONGER_LOOK):
            tried, left = left, []
            for packed, known in tried:
                deal, state = _position(self.kind, packed)
                try:
                    margin = _weigher().weigh(
                        deal, state, seconds, known=known, cancelled=cancelled
                    )
                except Exception:
                    # If a bug in a solver raises an error, only this position goes unanswered.
                    continue
                if margin is None:
                    return
                yield (self.kind, packed), margin
                if margin.is_open:
                    left.append((packed, known))


# -- the service -----------------------------------------------------------------------------------


class SolverService:
    """Answers questions about positions; a new question replaces the old one.

    Questions (``Judge`` jobs) take precedence over background work. While a job is running, call
    ``poll`` regularly, from the same thread.
    """

    def __init__(self, jobs: Jobs | None = None) -> None:
        self._jobs = jobs or JobProcess()
        self.job: Job[Any] | None = None  # the running job
        self._number = 0  # of the running job
        self._known = LatestCache[Key, Known](_CACHE_SIZE)
        self._margins = LatestCache[Key, Margin](_CACHE_SIZE)
        self._results = LatestCache[Job[Any], Any](_CACHE_SIZE)
        self._finished = LatestCache[Job[Any], bool](_CACHE_SIZE)
        self._news = False

    # -- questions -----------------------------------------------------------------------------

    def ask(
        self,
        deal: Deal,
        state: State,
        *,
        after: State | None = None,  # an earlier position; if it is lost, so is ``state``
        again: bool = False,  # search an undecided position again, and for longer
        one_of_many: bool = False,  # give up sooner
    ) -> None:
        """Have ``state`` judged if necessary. Anything else that is running is cancelled."""
        # The answer may have arrived in the meantime.
        self._jobs.poll()
        key = key_of(deal, state)
        if isinstance(self.job, Judge) and self.job.key == key:
            return
        before = None if after is None else self._known.get(key_of(deal, after))
        follows = before is not None and before.verdict is Verdict.LOST
        self._learn_shipped_line(deal, state)
        if follows and key not in self._known:
            self._learn(key, Known(Verdict.LOST))
        known = self._known.get(key)
        if known is not None and not (again and known.verdict is Verdict.UNDECIDED):
            self.cancel()
        elif not self.is_available:
            self._learn(key, Known(Verdict.UNDECIDED))
        else:
            most = solver_of(deal.kind).table_seconds * (RETRY_FACTOR if again else 1)
            self._begin(Judge(*key, ONE_OF_MANY_SECONDS if one_of_many else most), self._answer)

    @property
    def is_available(self) -> bool:
        """Whether questions can be answered. False after too many failures."""
        return self._jobs.is_available

    def known(self, deal: Deal, state: State) -> Known | None:
        """Return what is known about ``state``; None until there is a verdict."""
        key = key_of(deal, state)
        if key in self._known:
            self._known.move_to_end(key)
        return self._known.get(key)

    def verdict(self, deal: Deal, state: State) -> Verdict | None:
        """Return the verdict on ``state``; None before there is one."""
        known = self.known(deal, state)
        return known.verdict if known else None

    # -- background work -----------------------------------------------------------------------

    def weigh(self, deal: Deal, states: Iterable[State]) -> None:
        """Start judging all moves in ``states``. Skip positions that need no more judging.

        Replaces other background work. Does nothing while a question is being answered, or if
        ``is_available`` is False.
        """
        if self._is_free:
            states = list(states)
            for state in states:
                self._learn_shipped_line(deal, state)
            found = {}
            for key in [key_of(deal, state) for state in states]:
                margin = self._margins.get(key)
                if margin is None or margin.is_open:
                    found[key[1]] = self._known.get(key)
            if found:
                self._begin(WeighMoves(deal.kind.key, tuple(found.items())), self._weighed)

    def margin(self, deal: Deal, state: State) -> Margin | None:
        """Return the latest margin of ``state``; None while it has none."""
        return self._margins.get(key_of(deal, state))

    def run(self, job: Job[Any]) -> None:
        """Start ``job`` in place of other background work.

        Does nothing if ``job`` is running or done, while a question is being answered, or if
        ``is_available`` is False.
        """
        self._jobs.poll()
        if self._is_free and job != self.job and job not in self._finished:
            self._begin(job, partial(self._store_result, job))

    def result(self, job: Job[Found]) -> Found | None:
        """Return the latest answer of ``job``; None while it has none."""
        found: Found | None = self._results.get(job)
        return found

    @property
    def does_other_work(self) -> bool:
        """Whether background work is being done."""
        return self.job is not None and not self.is_busy()

    # -- the process ---------------------------------------------------------------------------

    def is_busy(self) -> bool:
        """Return whether a question is being answered."""
        return isinstance(self.job, Judge)

    def poll(self) -> bool:
        """Receive new answers; return whether there is any news."""
        # This also starts the process if needed, so that the first frame need not wait for it.
        self._jobs.poll()
        news, self._news = self._news, False
        return news

    def cancel(self) -> None:
        """Cancel the job that is running, if any."""
        self.job = None
        self._jobs.cancel(self._number)

    def take_messages(self) -> list[str]:
        """Return and clear the messages for the player about the other process, untranslated."""
        return self._jobs.take_messages()

    def close(self) -> None:
        """Cancel all work and end the other process; a later job starts it again."""
        self.job = None
        self._jobs.close()

    @property
    def _is_free(self) -> bool:
        return self.is_available and not self.is_busy()

    def _begin(self, job: Job[Found], found: Callable[[Found], None]) -> None:
        """Start ``job`` instead of the running one; ``found`` receives its answers."""
        self.job = job
        self._number = self._jobs.submit(job, found, self._ended)

    def _ended(self, lost: bool) -> None:
        """Handle the end of a job; ``lost`` means its process failed."""
        job, self.job = self.job, None
        if job is not None and not lost:
            self._finished[job] = True
        if isinstance(job, Judge):
            if lost and self.is_available:
                self._begin(job, self._answer)
            else:
                self._learn(job.key, Known(Verdict.UNDECIDED))

    # -- answers -------------------------------------------------------------------------------

    def _learn_shipped_line(self, deal: Deal, state: State) -> None:
        """Learn the shipped solution of ``deal`` if ``state`` is its starting position."""
        shipped = known_line(deal)
        if shipped is None or state != deal.layout() or key_of(deal, state) in self._known:
            return
        for packed, known in known_along(deal.engine, state, shipped.moves).items():
            self._learn((deal.kind.key, packed), known)

    def _answer(self, found: Mapping[Key, Known]) -> None:
        if isinstance(self.job, Judge) and self.job.key in found:
            self.job = None
        for key, known in found.items():
            self._learn(key, known)

    def _weighed(self, found: tuple[Key, Margin]) -> None:
        key, margin = found
        self._margins[key] = margin
        self._news = True
        if margin.verdict is not Verdict.UNDECIDED:
            self._learn(key, Known(margin.verdict, margin.line))

    def _store_result(self, job: Job[Any], found: object) -> None:
        self._results[job] = found
        self._news = True

    def _learn(self, key: Key, known: Known) -> None:
        """Remember ``known`` for the position ``key``, unless a shorter winning line is already
        known."""
        had = self._known.get(key)
        # With the shorter line, a player who follows the lines comes closer to the end with every
        # step.
        if had is None or had.verdict is Verdict.UNDECIDED or had.rest > known.rest:
            self._known[key] = known
            self._news = True
