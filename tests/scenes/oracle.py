"""A fake solver that needs no process. The test decides what the solver answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from game.core.moves import Move
from game.core.state import State
from game.rules.registry import Deal
from game.solver.answer import Known, Margin, Verdict
from game.solver.packed import pack
from game.solver.service import SolverService, WeighMoves
from game.support.jobs import Found, Job

WORK: Final = WeighMoves(("", None), ())
"""A job that stands for any work of the fake solver."""


class Oracle(SolverService):
    """Records questions in ``asked`` instead of searching. The test supplies the answers."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[State] = []
        self.again: list[bool] = []
        self.of_many: list[bool] = []
        self.there = True
        self.weighed: list[State] = []
        self.weighing = False
        """Whether moves are still being judged."""
        self.margins: dict[tuple[str | None, bytes], Margin] = {}
        self.cancelled = 0
        self.jobs: list[Job[Any]] = []
        self._brought: dict[Job[Any], Any] = {}
        self._done: set[Job[Any]] = set()
        self._answers: dict[tuple[str | None, bytes], Known] = {}
        self._open: tuple[Deal, State] | None = None
        self._arrived = False

    def answer(self, verdict: Verdict, moves: Iterable[Move] = ()) -> None:
        """Answer the question that is waiting for an answer."""
        assert self._open is not None, "nothing is asked"
        self.tell(*self._open, verdict, moves)
        self._open, self._arrived, self.job = None, True, WORK

    def tell(self, deal: Deal, state: State, verdict: Verdict, moves: Iterable[Move] = ()) -> None:
        """Set the answer to all questions about ``state``."""
        self._answers[deal.rules, pack(deal.engine, state)] = Known(verdict, tuple(moves))

    @property
    def wished(self) -> State | None:
        """The position that the unanswered question is about; None if no question is waiting."""
        return self._open[1] if self._open else None

    @property
    def is_available(self) -> bool:
        return self.there

    def ask(
        self,
        deal: Deal,
        state: State,
        *,
        after: State | None = None,
        again: bool = False,
        one_of_many: bool = False,
    ) -> None:
        if self._open == (deal, state) and not again:
            return
        known = self.known(deal, state)
        if known is not None and not (again and known.verdict is Verdict.UNDECIDED):
            self._open = None
            return
        self.asked.append(state)
        self.again.append(again)
        self.of_many.append(one_of_many)
        self._open, self.job = (deal, state), WORK

    def known(self, deal: Deal, state: State) -> Known | None:
        return self._answers.get((deal.rules, pack(deal.engine, state)))

    def verdict(self, deal: Deal, state: State) -> Verdict | None:
        known = self.known(deal, state)
        return known.verdict if known else None

    def is_busy(self) -> bool:
        return self._open is not None

    def poll(self) -> bool:
        arrived, self._arrived = self._arrived, False
        self.job = WORK if self._open or self.does_other_work else None
        return arrived

    def cancel(self) -> None:
        self.cancelled += self._open is not None
        self._open = self.job = None
        self._done.update(self.jobs)

    def close(self) -> None:
        """Do nothing: there is no process."""

    def weigh(self, deal: Deal, states: Iterable[State]) -> None:
        if self._open is None:
            self.weighed = list(states)

    def margin(self, deal: Deal, state: State) -> Margin | None:
        return self.margins.get((deal.rules, pack(deal.engine, state)))

    def run(self, job: Job[Any]) -> None:
        if job not in self.jobs:
            self.jobs.append(job)
            self.job = WORK

    @property
    def does_other_work(self) -> bool:
        return self.weighing or (bool(self.jobs) and self.jobs[-1] not in self._done)

    def result(self, job: Job[Found]) -> Found | None:
        found: Found | None = self._brought.get(job)
        return found

    def bring(self, found: object, *, last: bool = False) -> None:
        """Give ``found`` as a result of the newest job. If ``last`` is set, this ends the job."""
        job = self.jobs[-1]
        self._brought[job] = found
        if last:
            self._done.add(job)
        self._arrived, self.job = True, WORK

    def tell_margin(self, deal: Deal, state: State, margin: Margin) -> None:
        """Set the margin of ``state``, as if its moves had just been judged."""
        self.margins[deal.rules, pack(deal.engine, state)] = margin
        self._arrived, self.job = True, WORK
