"""The adviser in the solver's process: what is sent there, what comes back, and what may fail."""

from __future__ import annotations

import pickle

from game.core.state import RESERVE, SeenSoFar
from game.fair.advice import Advice
from game.fair.adviser import STAGES, FairAdvice, advise
from game.fair.knowledge import Knowledge
from game.rules.registry import numbered
from game.solver.service import SolverService
from tests.game.fair.hidden import poisoned, seen
from tests.game.fair.jobs import Broken, Endless
from tests.game.solver.asking import DEAL, answered, process_of, rested, settle, until

DEAL_WITH_STOCK = numbered("canfield", 5)


def test_a_question_sent_to_the_process_holds_nothing_hidden() -> None:
    layout = DEAL_WITH_STOCK.layout()
    kind, looked = DEAL_WITH_STOCK.kind, SeenSoFar(reserve=9)
    known = seen([layout]) | set(layout[RESERVE][8:])
    blind = FairAdvice(Knowledge.of(kind, poisoned(layout, known), looked))
    assert pickle.loads(pickle.dumps(blind)) == FairAdvice(Knowledge.of(kind, layout, looked))


def test_advice_comes_in_several_answers(warm: SolverService) -> None:
    layout = DEAL_WITH_STOCK.layout()
    job = FairAdvice(Knowledge.of(DEAL_WITH_STOCK.kind, layout, SeenSoFar(3, 0)), seed=4)
    assert warm.result(job) is None
    warm.run(job)
    answers: list[Advice] = []

    def all_told() -> bool:
        if warm.poll() and (advice := warm.result(job)) is not None:
            answers.append(advice)
        return not warm.does_other_work

    until(all_told)
    assert answers[0] in (advise(job.knowledge, samples, seed=4) for samples in STAGES[:2])
    assert answers[-1].samples == 2, "two cards can lie in two ways"


def begun(service: SolverService, job: Endless) -> None:
    """Have ``job`` done, and wait for its first answer."""
    service.run(job)
    until(lambda: service.poll() and service.result(job) == 1)


def test_a_job_is_started_anew_only_if_it_was_ended_from_outside(fresh: SolverService) -> None:
    begun(fresh, Endless(1))
    number = fresh._number
    fresh.run(Endless(1))
    assert fresh.does_other_work and fresh._number == number
    fresh.ask(DEAL, DEAL.layout())
    settle(fresh)
    rested(fresh)
    begun(fresh, Endless(1))
    assert fresh._number == number + 1, "after a question"
    begun(fresh, Endless(2))
    fresh.cancel()
    fresh.run(Endless(2))
    assert fresh._number == number + 3, "after a cancel"
    process_of(fresh).kill()
    rested(fresh)
    begun(fresh, Endless(2))
    assert fresh._number == number + 4, "after the end of its process"


def test_a_failing_job_does_not_end_the_service(warm: SolverService) -> None:
    warm.run(Broken())
    rested(warm)
    number = warm._number
    warm.run(Broken())
    assert warm.result(Broken()) == 1 and warm._number == number, "it has come to its end"
    assert warm.is_available and answered(warm, DEAL)
