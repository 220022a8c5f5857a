"""What the service has judged before it is asked about, and what interrupts that."""

from __future__ import annotations

import os
import signal
from random import Random

import pytest

from game.play.session import Automatic, Session
from game.rules.registry import numbered
from game.solver.answer import Known, Verdict
from game.solver.packed import pack, worth
from game.solver.service import LookAhead, SolverService
from game.solver.vierfrei_solver import solve
from tests.game.reading import parse_move
from tests.game.solver.asking import DEAL, LOST, LOST_LATE, answered, pid_of, posix, settle, until
from tests.game.solver.test_vierfrei import random_play
from tests.seed import a_few

pytestmark = pytest.mark.usefixtures("no_shipped_lines")


class TestAhead:
    def looked(self, service: SolverService) -> None:
        def passed() -> bool:
            service.poll()
            return not service.looking_ahead

        until(passed)

    def test_what_may_come_next_is_known_at_once(self, warm: SolverService) -> None:
        deal = numbered("vierfrei", 31)
        session = Session(deal)
        answered(warm, deal)
        ahead = list(session.ahead(Automatic.SAFE))
        warm.poll()
        warm.look_ahead(deal, ahead)
        assert warm.looking_ahead and not warm.busy()
        self.looked(warm)
        assert not warm.poll(), "nobody has asked yet"
        tried = a_few(range(len(ahead)), 8, "ahead")
        for number, state in enumerate(ahead):
            verdict = warm.verdict(deal, state)
            assert verdict in (Verdict.WINNABLE, Verdict.LOST)
            assert number not in tried or verdict is solve(state, time_limit=30).verdict
            known = warm.known(deal, state)
            assert known is None or known.verdict is verdict

    def test_a_line_is_still_asked_for(self, warm: SolverService) -> None:
        deal = numbered("vierfrei", 32)
        answered(warm, deal)
        state = next(
            state for state in Session(deal).ahead(Automatic.OFF) if warm.known(deal, state) is None
        )
        warm.look_ahead(deal, [state])
        self.looked(warm)
        assert warm.verdict(deal, state) is Verdict.WINNABLE and warm.known(deal, state) is None
        assert answered(warm, deal, state).moves

    def test_what_is_lost_is_not_searched_again(self, warm: SolverService) -> None:
        answered(warm, DEAL)
        after = random_play(11982, Random(6), 14)
        warm.look_ahead(LOST, [after])
        self.looked(warm)
        assert warm.verdict(LOST, after) is Verdict.LOST
        warm.ask(LOST, after)
        assert not warm.busy() and warm.known(LOST, after) == Known(Verdict.LOST, ())

    def test_which_cell_or_column_makes_no_difference(self, warm: SolverService) -> None:
        deal = numbered("vierfrei", 33)
        answered(warm, deal)
        states = []
        for token in ("1a", "1d"):
            session = Session(deal)
            session.do(parse_move(token, "vierfrei"))
            states.append(session.state)
        warm.look_ahead(deal, states[:1])
        self.looked(warm)
        assert warm.verdict(deal, states[1]) is warm.verdict(deal, states[0]) is not None

    def test_a_question_ends_it(self, warm: SolverService) -> None:
        hard = numbered("canfield", 1)
        answered(warm, DEAL)
        warm.look_ahead(hard, [numbered("canfield", n).layout() for n in (1, 6, 8, 9, 15)])
        deal = numbered("vierfrei", 34)
        assert answered(warm, deal).verdict is Verdict.WINNABLE
        assert not warm.looking_ahead

    def test_a_cancel_ends_it(self, warm: SolverService) -> None:
        answered(warm, DEAL)
        warm.look_ahead(DEAL, [numbered("vierfrei", n).layout() for n in range(100, 140)])
        warm.cancel()
        self.looked(warm)
        found = [warm.verdict(DEAL, numbered("vierfrei", n).layout()) for n in range(100, 140)]
        assert None in found

    def test_not_while_a_question_is_open(self, warm: SolverService) -> None:
        state = numbered("vierfrei", 300).layout()
        warm.ask(DEAL, numbered("vierfrei", 301).layout())
        warm.look_ahead(DEAL, [state])
        assert not warm.looking_ahead
        settle(warm)

    def test_what_is_known_is_not_looked_at(self, warm: SolverService) -> None:
        answered(warm, DEAL)
        warm.look_ahead(DEAL, [DEAL.layout()])
        assert not warm.looking_ahead

    @posix
    def test_the_end_of_the_process_ends_it(self, fresh: SolverService) -> None:
        answered(fresh, DEAL)
        fresh.look_ahead(DEAL, [numbered("vierfrei", n).layout() for n in range(200, 260)])
        os.kill(pid_of(fresh), signal.SIGKILL)
        self.looked(fresh)
        assert answered(fresh, numbered("vierfrei", 5)).verdict is Verdict.WINNABLE


class TestTheJob:
    rules, kind = DEAL.engine, DEAL.kind.key
    here = worth(rules, pack(rules, LOST_LATE))
    there = worth(rules, pack(rules, DEAL.layout()))
    ahead = LookAhead(kind, (here, there))

    def test_gives_each_verdict(self) -> None:
        lost, won = self.ahead.run(lambda: False)
        assert lost == {(self.kind, self.here): Verdict.LOST}
        assert won == {(self.kind, self.there): Verdict.WINNABLE}

    def test_ends_once_cancelled(self) -> None:
        assert not list(self.ahead.run(lambda: True))
