"""Tests of how the solver's process fails and is replaced."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from game.rules.registry import numbered
from game.solver.answer import Known, Verdict
from game.solver.service import SolverService
from game.support import jobs as jobs_module
from game.support.jobs import CRASHING, NOT_RESPONDING, RESTARTED, Process
from tests.game.solver.asking import (
    DEAL,
    PATIENCE,
    ROOT,
    answered,
    children,
    gone,
    jobs_of,
    long_search,
    pid_of,
    posix,
    process_of,
    until,
)

pytestmark = pytest.mark.usefixtures("no_shipped_lines")


def has_another(service: SolverService, before: Process) -> bool:
    """Return whether ``service`` has received answers or replaced ``before``, its old process."""
    return service.poll() or jobs_of(service)._process not in (None, before)


class TestTheOtherProcess:
    def test_a_search_killed_twice_is_undecided(self, fresh: SolverService) -> None:
        hard = long_search(fresh)
        for _ in range(2):
            before = process_of(fresh)
            before.kill()
            until(partial(has_another, fresh, before))
        assert fresh.known(hard, hard.layout()) == Known(Verdict.UNDECIDED, ())
        assert not fresh.is_busy()
        fresh.ask(DEAL, DEAL.layout())
        assert fresh.known(DEAL, DEAL.layout()) == Known(Verdict.UNDECIDED, ())

    def test_without_a_process_every_position_is_undecided(
        self, fresh: SolverService, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(jobs_module, "Process", None)
        assert answered(fresh, DEAL) == Known(Verdict.UNDECIDED, ())

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="told by Linux' /proc")
    def test_only_one_process_is_started(self, fresh: SolverService) -> None:
        before = children()
        answered(fresh, DEAL)
        assert children() - before == {pid_of(fresh)}

    @posix
    def test_the_process_yields_to_the_game_and_ignores_ctrl_c(self, warm: SolverService) -> None:
        answered(warm, DEAL)
        process, own = process_of(warm), os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, pid_of(warm)) > own or own == 19
        os.kill(pid_of(warm), signal.SIGINT)
        assert answered(warm, numbered("vierfrei", 5)).verdict is Verdict.WINNABLE
        assert process_of(warm) is process

    @posix
    @pytest.mark.timeout(60)
    def test_a_stopped_process_blocks_nobody_and_then_answers_the_newest_question(
        self, fresh: SolverService
    ) -> None:
        answered(fresh, DEAL)
        process, pid = process_of(fresh), pid_of(fresh)
        os.kill(pid, signal.SIGSTOP)
        for number in range(1000, 2500):
            deal = numbered("vierfrei", number)
            fresh.ask(deal, deal.layout())
            fresh.poll()
            if number % 2:
                fresh.cancel()
                fresh.weigh(deal, [deal.layout()])
        fresh.ask(numbered("vierfrei", 7), numbered("vierfrei", 7).layout())
        fresh.poll()
        assert fresh.is_busy()
        os.kill(pid, signal.SIGCONT)
        assert answered(fresh, numbered("vierfrei", 7)).verdict is Verdict.WINNABLE
        assert not fresh.does_other_work and process_of(fresh) is process
        long_search(fresh)
        os.kill(pid, signal.SIGSTOP)
        fresh.close()
        until(lambda: gone(pid))

    def test_a_process_that_keeps_dying_is_given_up(self, fresh: SolverService) -> None:
        for number in range(1, 100):
            deal = numbered("vierfrei", number)
            if answered(fresh, deal).verdict is Verdict.UNDECIDED:
                break
            assert not fresh.take_messages()
            process_of(fresh).kill()
        assert 2 < number <= 8 and not fresh.is_available and jobs_of(fresh)._process is None
        assert fresh.take_messages() == [CRASHING]
        assert answered(fresh, numbered("vierfrei", 200)).verdict is Verdict.UNDECIDED
        assert not fresh.take_messages(), "it is told once"

    def test_a_process_that_stays_stopped_is_replaced_once_and_then_given_up(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(jobs_module, "SILENCE", 0.2)
        service = SolverService()
        deal = numbered("canfield", 18)
        troubles: list[str] = []

        def stopped(process: object) -> bool:
            """Keep ``process`` stopped; return whether it is no longer used."""
            if process_of(service) is process:
                os.kill(pid_of(service), signal.SIGSTOP)
            service.poll()
            troubles.extend(service.take_messages())
            return jobs_of(service)._process is not process

        service.ask(deal, deal.layout())
        service.poll()
        first, pid = process_of(service), pid_of(service)
        until(lambda: stopped(first))
        assert troubles == [RESTARTED] and service.is_busy() and service.is_available
        second = process_of(service)
        until(lambda: stopped(second))
        assert troubles == [RESTARTED, NOT_RESPONDING]
        assert not service.is_busy() and not service.is_available
        assert service.known(deal, deal.layout()) == Known(Verdict.UNDECIDED, ())
        until(lambda: gone(pid))
        service.close()

    @pytest.mark.parametrize("idle", ["weighing", "given up", "asked again and again"])
    def test_a_stopped_process_is_replaced_even_if_nobody_waits(
        self, fresh: SolverService, monkeypatch: pytest.MonkeyPatch, idle: str
    ) -> None:
        answered(fresh, numbered("vierfrei", 1))
        halted, pid = process_of(fresh), pid_of(fresh)
        os.kill(pid, signal.SIGSTOP)
        monkeypatch.setattr(jobs_module, "SILENCE", 0.2)
        deals = (numbered("vierfrei", number) for number in count(617))

        def replaced() -> bool:
            if idle == "asked again and again":
                ask()
            fresh.poll()
            return jobs_of(fresh)._process is not halted

        def ask() -> None:
            deal = next(deals)
            fresh.cancel()
            if idle == "weighing":
                fresh.weigh(deal, [deal.layout()])
            else:
                fresh.ask(deal, deal.layout())

        ask()
        until(halted._outgoing.empty)
        if idle == "given up":
            fresh.cancel()
        until(replaced)
        assert fresh.take_messages() == [RESTARTED]
        until(lambda: gone(pid))

    def test_a_long_search_shows_that_the_process_lives(self, fresh: SolverService) -> None:
        long_search(fresh)
        silence = [0.0]

        def heard() -> bool:
            fresh.poll()
            silence.append(jobs_of(fresh)._silence)
            return silence[-1] < silence[-2] or not fresh.is_busy()

        until(heard)
        assert fresh.is_busy() and not fresh.take_messages()


GAME = """
import sys, time
from game.rules.registry import numbered
from game.solver.service import SolverService

if __name__ == "__main__":
    service = SolverService()
    deal = numbered("canfield", 1) if "hard" in sys.argv else numbered("vierfrei", 617)
    service.ask(deal, deal.layout())
    service.poll()
    if "hard" in sys.argv:
        time.sleep(0.4)
        print(service._jobs._process.pid, flush=True)
        time.sleep(100)
    while service.is_busy():
        service.poll()
        time.sleep(0.01)
    with open(sys.argv[1], "w") as told:
        told.write(service.known(deal, deal.layout()).verdict.value)
"""


@pytest.fixture
def game(tmp_path: Path) -> tuple[str, str, str]:
    script = tmp_path / "somegame.py"
    script.write_text(GAME, "utf-8")
    return sys.executable, str(script), str(tmp_path / "told")


@posix
class TestTheGame:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}

    def test_a_killed_game_leaves_no_process_behind(self, game: tuple[str, ...]) -> None:
        command = [*game, "hard"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=self.environment) as running:
            assert running.stdout is not None
            pid = int(running.stdout.readline())
            assert not gone(pid)
            running.kill()
        until(lambda: gone(pid))

    @pytest.mark.parametrize("streams", ["", "<&- >&- 2>&-"])
    def test_a_game_gets_its_answer_with_or_without_streams_and_prints_nothing(
        self, game: tuple[str, ...], streams: str
    ) -> None:
        command = " ".join([*game, streams])
        done = subprocess.run(
            command, shell=True, env=self.environment, capture_output=True, timeout=PATIENCE
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        assert Path(game[2]).read_text() == "winnable"


def test_the_other_process_does_not_import_pygame() -> None:
    code = (
        "import runpy, sys\n"
        "runpy.run_path('main.py', run_name='__mp_main__')\n"
        "import game.solver.service\n"
        "sys.exit(any(name.partition('.')[0] in ('pygame', 'scenes') for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=PATIENCE)
    assert done.returncode == 0
