"""The service: questions, answers, what is known along a line, and what is judged ahead of them."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random

import pytest

from game.core.moves import Refusal
from game.play.session import Session
from game.rules.choices import Automatic
from game.rules.registry import Deal, numbered
from game.solver import service as service_module
from game.solver.answer import SOLVERS, Known, Verdict
from game.solver.packed import LatestCache, key_of, known_along
from game.solver.service import Judge, SolverService
from tests.each import each, while_
from tests.game.solver.asking import (
    DEAL,
    LOST,
    LOST_LATE,
    answered,
    jobs_of,
    long_search,
    rested,
    settle,
    until,
)
from tests.game.solver.test_vierfrei import random_play
from tests.truth.cases import SOLVED

pytestmark = pytest.mark.usefixtures("no_shipped_lines")


class TestAnswers:
    def test_no_process_is_started_before_the_first_question(self) -> None:
        service = SolverService()
        assert not service.is_busy() and not service.poll()
        assert service.known(DEAL, DEAL.layout()) is None
        service.cancel()
        assert jobs_of(service)._process is None
        service.close()

    def test_news_are_reported_once(self, warm: SolverService) -> None:
        settle(warm)
        deal = numbered("vierfrei", 1)
        warm.ask(deal, deal.layout())
        assert warm.is_busy()
        until(warm.poll)
        settle(warm)
        assert not warm.poll()

    def test_redeals_make_no_difference_but_rule_sets_do(self, warm: SolverService) -> None:
        deal, other = numbered("canfield", 10, "hoyle"), numbered("canfield", 10, "aisleriot")
        answered(warm, deal)
        assert warm.known(deal, deal.layout().apply((), turns=3)) is not None
        assert warm.known(other, other.layout()) is None

    def test_a_lost_position_and_what_follows_it_are_lost(self, warm: SolverService) -> None:
        assert answered(warm, LOST, LOST_LATE) == Known(Verdict.LOST, ())
        after = random_play(11982, Random(5), 16)
        warm.ask(LOST, after, after=LOST_LATE)
        assert not warm.is_busy()
        assert warm.known(LOST, after) == Known(Verdict.LOST, ())
        assert warm.poll()


class TestAlongALine:
    @pytest.mark.parametrize("automatic", [Automatic.OFF, Automatic.SAFE])
    def test_positions_on_a_line_are_known(self, warm: SolverService, automatic: Automatic) -> None:
        deal = numbered("vierfrei", 10913)
        answered(warm, deal)
        session = Session(deal)
        for _ in while_(lambda: not session.won):
            known = warm.known(deal, session.state)
            action = session.do(known.moves[0], automatic=automatic)
            assert not isinstance(action, Refusal)
        last = warm.known(deal, session.state)
        assert (last, last.rest) == (Known(Verdict.WINNABLE, ()), 0)
        assert not warm.is_busy()

    @pytest.mark.parametrize(
        "deal", [DEAL, *(numbered("canfield", 4, rules) for rules in SOLVED)], ids=str
    )
    def test_a_line_wins_from_each_position_even_within_a_move(
        self, warm: SolverService, deal: Deal
    ) -> None:
        session = Session(deal)
        assert not isinstance(session.do(*answered(warm, deal).moves), Refusal)
        for _ in while_(lambda: session.actions):
            found = warm.known(deal, session.state)
            assert found.verdict is Verdict.WINNABLE
            onward = Session(deal)
            for done in session.actions:
                onward.history.do(done)
            if found.moves:
                assert not isinstance(onward.do(*found.moves), Refusal)
            assert onward.won
            session.undo_step()

    def test_the_shortest_known_line_is_kept(self, warm: SolverService) -> None:
        """So whoever follows the hints comes to the end, whichever lines they are from."""
        for number in range(3):
            deal = numbered("vierfrei", 26)
            answered(warm, deal, random_play(26, Random(number), 6))
        session = Session(numbered("vierfrei", 26))
        shortest = answered(warm, session.deal)
        longer = replace(shortest, rest=shortest.rest + 1)
        warm._answer({key_of(session.deal, session.state): longer})
        assert warm.known(session.deal, session.state) is shortest
        lengths = list[int]()
        for _ in while_(lambda: not session.won):
            known = warm.known(session.deal, session.state)
            lengths.append(len(known_along(session.rules, session.state, known.moves)))
            assert not isinstance(session.do(known.moves[0]), Refusal)
        assert lengths == sorted({*lengths}, reverse=True) and lengths[-1] > 0


class TestUnderWay:
    @each("ended_by", ("a new question", "a cancel", "a known position"))
    def test_a_search_is_ended(self, warm: SolverService, ended_by: str) -> None:
        answered(warm, DEAL)
        hard = long_search(warm)
        begun = time.monotonic()
        if ended_by == "a cancel":
            warm.cancel()
        elif ended_by == "a known position":
            warm.ask(DEAL, DEAL.layout())
            assert not warm.is_busy() and warm.known(DEAL, DEAL.layout()) is not None
        new = numbered("vierfrei", 2 + len(ended_by))
        assert answered(warm, new).verdict is Verdict.WINNABLE
        assert time.monotonic() - begun < 5
        assert warm.known(hard, hard.layout()) is None

    def test_an_undecided_position_is_searched_again_only_on_request(
        self, warm: SolverService, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        short = SOLVERS["canfield"]._replace(table_seconds=0.1)
        monkeypatch.setitem(SOLVERS, "canfield", short)
        hard, undecided = numbered("canfield", 1), Known(Verdict.UNDECIDED, ())
        assert answered(warm, hard) == undecided
        warm.ask(hard, hard.layout())
        assert not warm.is_busy()
        warm.ask(hard, hard.layout(), again=True)
        question = warm.job
        warm.ask(hard, hard.layout(), again=True)
        assert warm.job is question and warm.known(hard, hard.layout()) == undecided
        warm.cancel()

    def test_one_position_of_many_is_given_less_time(
        self, warm: SolverService, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service_module, "ONE_OF_MANY_SECONDS", 0.1)
        hard = numbered("canfield", 18)
        warm.ask(hard, hard.layout(), one_of_many=True)
        assert isinstance(warm.job, Judge) and warm.job.seconds == 0.1
        settle(warm)
        assert warm.known(hard, hard.layout()) == Known(Verdict.UNDECIDED, ())

    def test_positions_not_asked_about_are_forgotten_first(self, fresh: SolverService) -> None:
        fresh._known = LatestCache(300)
        for number in (617, 200, 201, 202, 203):
            answered(fresh, numbered("vierfrei", number))
            assert fresh.known(DEAL, DEAL.layout()) is not None
        assert len(fresh._known) == 300
        forgotten = numbered("vierfrei", 200)
        assert fresh.known(forgotten, forgotten.layout()) is None


class TestWeighing:
    def test_a_question_comes_before_weighing(self, warm: SolverService) -> None:
        *states, other, asked, wanted = (numbered("vierfrei", n).layout() for n in range(400, 443))
        warm.weigh(DEAL, states)
        assert warm.does_other_work
        assert answered(warm, DEAL, other).verdict is Verdict.WINNABLE
        assert not warm.does_other_work
        assert any(warm.margin(DEAL, state) is None for state in states)
        warm.ask(DEAL, asked)
        warm.weigh(DEAL, [wanted])
        assert not warm.does_other_work, "not while a question is open"
        settle(warm)
        warm.weigh(DEAL, states)
        warm.cancel()
        rested(warm)
        assert None in [warm.margin(DEAL, state) for state in states]
