"""Answers for the table: whether its position can be won, and how.

The searches run in a single other process, so the table never waits or stutters; this module sends
questions, receives answers and caches what is known. Nothing here ever raises: if the other process
cannot be started, positions stay undecided.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeVar

from game.core.state import State
from game.rules.registry import Deal, KindKey
from game.solver.answer import Margin, Verdict
from game.solver.decide import solver_of
from game.solver.known import Kept, Known, Line
from game.solver.memory import Memory
from game.solver.packed import Along
from game.solver.worker import (
    Ahead,
    Answer,
    Brought,
    Errand,
    Foreseen,
    Job,
    Passed,
    Question,
    Request,
    Weigh,
    Weighed,
    serve,
)
from game.support.helper import Deaths, Helper

Found = TypeVar("Found")

AGAIN: Final = 5
"""How many times as long the search for a repeated question may take."""

ONE_OF_MANY: Final = 2.0
"""Seconds of CPU time for a position that another could replace."""

AHEAD: Final = 1.0
"""Seconds of CPU time for a position that may be asked about next."""

SILENCE: Final = 20.0
"""Seconds without any sign of life, while it has something to do, after which the other process is
replaced."""

_WHILE_IDLE: Final = (Ahead, Weigh, Errand)
"""What is done only while nothing is asked."""

_ON_THE_WAY: Final = 64
"""The most unanswered requests: further ones would only be given up one after the other."""


class SolverService:
    """Answers questions about positions, one at a time: the newest.

    To be used from one thread. Call ``poll`` now and then while ``busy``.
    """

    def __init__(self) -> None:
        """Start nothing yet: the other process starts when the first question is polled for."""
        self._memory = Memory()
        self._ahead = 0
        """The number of what is looked ahead or weighed, or of the job being done; 0 if nothing."""
        self._job: tuple[int, Job[Any]] | None = None
        """The job last asked for with its number, 0 once it is done; None: it was called off."""
        self._helper: Helper[Question | None, Answer] | None = None
        self._number = 0
        self._wish: Request | None = None
        self._sent = False
        """Whether the question has been sent."""
        self._unanswered = 0
        self._unpassed = 0
        self._kind: KindKey | None = None
        """The kind of the line that was last returned."""
        self.deaths = Deaths()
        """How often the other process has ended, in all and since its last answer."""

    # -- for the table -------------------------------------------------------------------------

    def ask(
        self,
        deal: Deal,
        state: State,
        *,
        after: State | None = None,
        again: bool = False,
        one_of_many: bool = False,
    ) -> None:
        """Ask about ``state``, a position of ``deal``, in place of any earlier question.

        ``after`` is a position from which ``state`` was reached by moves, if there is one: what
        follows a lost position is lost. An undecided position is searched once more only with
        ``again``, and then for longer; ``one_of_many`` gives up sooner.
        """
        self._receive()
        key = self._memory.key(deal, state)
        if self._wish is not None and key == (self._wish.kind, self._wish.packed):
            return
        before = None if after is None else self._memory.key(deal, after)
        kept = self._memory.look_up(key, after=before)
        if kept is not None and not (again and kept.verdict is Verdict.UNDECIDED):
            self.cancel()
            return
        if not self.works:
            self._memory.keep(key, Kept(Verdict.UNDECIDED))
            return
        self._number += 1
        limit = (
            ONE_OF_MANY if one_of_many else solver_of(deal.kind).at_table * (AGAIN if again else 1)
        )
        self._wish = Request(self._number, *key, limit)
        self._sent, self._job = False, None
        if self._helper is not None:
            self._send_wish()

    @property
    def works(self) -> bool:
        """Whether there can be answers; False if no other process can be started."""
        return not self.deaths.too_many

    def known(self, deal: Deal, state: State) -> Known | None:
        """Return what is known of ``state``, with a line; None as long as nothing is."""
        key = self._memory.key(deal, state)
        kept = self._memory.kept.get(key)
        if kept is None:
            return None
        self._memory.kept.move_to_end(key)
        return kept.told()

    def verdict(self, deal: Deal, state: State) -> Verdict | None:
        """Return the verdict on ``state``, even if no line is known yet; None as long as there is
        none."""
        return self._memory.verdict(self._memory.key(deal, state))

    def look_ahead(self, deal: Deal, states: Iterable[State]) -> None:
        """Have positions judged that may be asked about next, in their order, while nothing else is
        asked; ``verdict`` then knows them at once. Replaces the positions of an earlier call."""
        if self._wish is not None or self._helper is None:
            return
        found = dict.fromkeys(
            self._memory.worth(self._memory.key(deal, state))[1]
            for state in states
            if self.verdict(deal, state) is None
        )
        if found:
            self._number += 1
            self._ahead = self._number
            self._send(Ahead(self._number, deal.kind.key, tuple(found), AHEAD))

    def weigh(self, deal: Deal, states: Iterable[State]) -> None:
        """Have every move of these positions judged, in their order, while nothing else is asked;
        ``margin`` then knows them. Replaces the positions of an earlier call, and those looked
        ahead; ``poll`` tells of each that is new, the first after a few hundredths of a second.

        Starts the other process if none is running.
        """
        if self._wish is not None or not self.works:
            return
        keys = dict.fromkeys(self._memory.key(deal, state) for state in states)
        found = [
            (key[1], " ".join([move.text for move in kept.told().moves]) if kept else "")
            for key in keys
            for kept in [self._memory.kept.get(key)]
            if (had := self._memory.margin(key)) is None or had.open
        ]
        if found:
            self._number += 1
            self._ahead = self._number
            self._send(Weigh(self._number, deal.kind.key, tuple(found)))

    def margin(self, deal: Deal, state: State) -> Margin | None:
        """Return what is known of the moves of ``state``; None as long as nothing is."""
        return self._memory.margin(self._memory.key(deal, state))

    def run(self, job: Job[Any]) -> None:
        """Have ``job`` done while nothing else is asked, unless it is under way or was the last to
        come to its end; ``result`` then has its latest answer, and ``poll`` tells of each.

        Replaces what is looked at ahead. A job ended by a question, or by ``cancel``, begins anew
        with the next call. Starts the other process if none is running.
        """
        self._receive()
        if self._wish is not None or not self.works or self._job == (self._ahead, job):
            return
        self._number += 1
        self._ahead = self._number
        self._job = self._number, job
        self._send(Errand(self._number, job))

    def result(self, job: Job[Found]) -> Found | None:
        """Return the latest answer of ``job``; None as long as there is none."""
        return self._memory.found(job)

    @property
    def looking_ahead(self) -> bool:
        """Whether positions are being judged that may be asked about next, moves weighed, or a job
        is done."""
        return self._ahead > 0

    def busy(self) -> bool:
        """Return whether a search is running or an answer is on its way."""
        return self._wish is not None or self._unanswered > 0

    def poll(self) -> bool:
        """Receive what has arrived; return True if something new is known. Never waits.

        Also starts the other process if there is something to ask and none is running: this way the
        first picture need not wait for it.
        """
        self._receive()
        if self._owes and self._helper is not None and self._helper.silence() > SILENCE:
            self._lost(silent=True)
        if self._helper is None and self._wish is not None:
            self._send_wish()
        news, self._memory.news = self._memory.news, False
        return news

    def cancel(self) -> None:
        """Withdraw the question; the search for it ends."""
        wished, self._wish = self._wish is not None and self._sent, None
        self._job = None
        if wished or self._ahead:
            self._send(None)

    def close(self) -> None:
        """End the other process. A later question starts it again."""
        self._wish = None
        self._end()

    # -- answers -------------------------------------------------------------------------------

    def _take(self, message: Answer) -> None:
        if isinstance(message, Along):
            self._unanswered -= 1
            assert self._kind is not None, "an Along follows the Reply of its line"
            self._memory.keep_line(message, self._kind)
            return
        if isinstance(message, Passed):
            self._unpassed -= 1
            self._ahead = 0 if message.number == self._ahead else self._ahead
            if self._job is not None and self._job[0] == message.number and not self._ahead:
                self._job = 0, self._job[1]
            return
        if isinstance(message, Foreseen):
            self._take_foreseen(message)
            return
        if isinstance(message, Weighed):
            self.deaths.answered()
            self._memory.keep_margin((message.kind, message.packed), message.margin)
            return
        if isinstance(message, Brought):
            self.deaths.answered()
            self._memory.keep_found(message.job, message.found)
            return
        if self._wish is not None and message.number == self._wish.number:
            self._wish = None
        self.deaths.answered()
        winnable = message.verdict == Verdict.WINNABLE.value
        self._unanswered -= not winnable
        if message.verdict is None:
            return
        kept = Kept(Verdict(message.verdict))
        if winnable:
            self._kind = message.kind
            kept.line = Line(message.line, message.kind)
        self._memory.keep((message.kind, message.packed), kept)

    def _take_foreseen(self, message: Foreseen) -> None:
        position = message.kind, message.packed
        self._memory.foresee(position, Verdict(message.verdict))
        wish = self._wish
        if wish is not None and position == self._memory.worth((wish.kind, wish.packed)):
            self._memory.news = True

    # -- the other process ---------------------------------------------------------------------

    def _receive(self) -> None:
        if not (self._unanswered or self._unpassed) or self._helper is None:
            return
        try:
            for message in self._helper.receive():
                self._take(message)
        except Exception:
            self._lost()
        if self._wish is not None and not self._sent:
            self._send_wish()

    @property
    def _owes(self) -> bool:
        """Whether the other process has something to do."""
        return self._unanswered > 0 or self._unpassed > 0

    def _send_wish(self) -> None:
        if self._unanswered < _ON_THE_WAY and self._wish is not None:
            self._sent = True
            self._send(self._wish)

    def _send(self, message: Question | None) -> None:
        try:
            if self._helper is None:
                self._helper = Helper(serve)
        except Exception:
            self._lost()
            return
        if not self._owes:
            self._helper.listen()
        unsent = self._helper.send(message)
        self._unanswered += isinstance(message, Request) - isinstance(unsent, Request)
        self._unpassed += isinstance(message, _WHILE_IDLE) - isinstance(unsent, _WHILE_IDLE)
        if isinstance(unsent, _WHILE_IDLE) and unsent.number == self._ahead:
            self._ahead = 0

    def _lost(self, *, silent: bool = False) -> None:
        """Replace the other process, which has ended or is ``silent``, unless that has happened
        too often."""
        self._end()
        self.deaths.died(silent=silent)
        if self._wish is None:
            return
        if not self.works:
            self._memory.keep((self._wish.kind, self._wish.packed), Kept(Verdict.UNDECIDED))
            self._wish = None
        else:
            self._sent = False
            self._send_wish()

    def _end(self) -> None:
        helper, self._helper = self._helper, None
        self._unanswered = self._unpassed = self._ahead = 0
        self._sent = False
        if helper is not None:
            helper.end()
