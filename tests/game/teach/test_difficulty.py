"""Tests of par and difficulty, and of the table that ``tools.make_grades`` makes."""

from __future__ import annotations

import json
import pickle
from functools import partial
from itertools import repeat
from pathlib import Path

import pytest

from game.core.moves import Move
from game.core.state import CELLS, PileId, Role
from game.rules.registry import Deal, numbered
from game.solver.answer import least_moves
from game.teach import difficulty
from game.teach.difficulty import Graded, Grading, Par, grade, graded_at_once, par_of
from tests.game.solver.asking import LOST_LATE
from tests.game.solver.test_vierfrei import random_play
from tests.seed import chance
from tests.shipped import forget
from tools import make_grades
from tools.make_grades import entry, measure


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the searches give up soon, so that a deal is measured quickly."""
    monkeypatch.setattr(difficulty, "_LOOKS", (20, 40, 80))
    monkeypatch.setattr(difficulty, "_LOOKS_A_MOVE", 1)


class TestPar:
    def test_a_lost_deal_and_one_with_hidden_cards_have_no_par(self) -> None:
        assert measure(Deal("vierfrei", board=LOST_LATE)) is None
        assert grade(numbered("canfield", 3)) is None, "its cards are hidden"

    @pytest.mark.usefixtures("quickly")
    def test_a_deal_is_measured_the_same_every_time(self) -> None:
        deal = Deal("vierfrei", board=random_play(7, chance("late", 3), 30))
        assert measure(deal) == measure(deal)


def test_par_is_the_fewest_moves_known(shipped: Path) -> None:
    deal = numbered("vierfrei", 1)
    line = [Move.carry(PileId(Role.COLUMN, 0), CELLS[0])] * 30
    assert par_of(deal, ()) is None
    assert par_of(deal, line) == Par(30)
    for shorter in (28, 33):
        code = entry((Par(shorter), 0.0))
        (shipped / "grades.json").write_text(json.dumps({"games": {"vierfrei": [code]}}), "utf-8")
        forget()
        assert par_of(deal, line) == Par(min(30, shorter))
    assert par_of(numbered("canfield", 1), ()) is None


class TestInTheOtherProcess:
    deal = numbered("vierfrei", 3)

    @pytest.mark.usefixtures("quickly")
    def test_a_deal_is_graded(self) -> None:
        job = Grading(self.deal)
        assert pickle.loads(pickle.dumps(job)) == job
        first, *better = job.run(lambda: False)
        measured = measure(self.deal)
        assert first.par == measured[0] and first.grade is difficulty.grade_of(measured[1])
        pars = [found.par.moves for found in (first, *better)]
        assert pars == sorted(set(pars), reverse=True), "each later answer is a better par"

    def test_grading_ends_when_it_is_cancelled(self) -> None:
        for looks in (0, 5, 60):
            job = Grading(self.deal)
            left = repeat(False, looks)
            assert not list(job.run(partial(next, left, True)))


class TestTheTable:
    def test_the_shipped_table_has_equal_shares_of_grades_and_possible_pars(self) -> None:
        """Each grade has about a fifth of the deals. No par is below the proven minimum."""
        (row,) = difficulty.table().values()
        entries = [row[at : at + 2] for at in range(0, len(row), 2)]
        for part, least, most in ((entries[:1000], 0.18, 0.22), (entries, 0.14, 0.26)):
            grades = ["12345abcde".index(one[1]) % 5 + 1 for one in part if one != difficulty.LOST]
            shares = [grades.count(grade) / len(grades) for grade in range(1, 6)]
            assert all(least <= share <= most for share in shares), shares
        assert [at for at, one in enumerate(entries, 1) if one == difficulty.LOST] == [11982]
        assert len(entries) >= 32000
        for number in chance("shipped").sample(range(1, len(entries) + 1), 20):
            deal = numbered("vierfrei", number)
            found = graded_at_once(deal)
            assert found is None or found.par.moves >= least_moves(deal.kind, deal.layout())


# -- the tool that makes the table -----------------------------------------------------------------


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """Return the path of the file for the tool's measurements."""
    return tmp_path / "measured"


def test_the_table_holds_what_was_measured_up_to_the_first_gap(
    shipped: Path, work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    measured = {1: (Par(30), 0.1), 2: (Par(25, proven=True), 9.0), 3: None, 5: (Par(20), 1.0)}
    lines = [make_grades.line_of(number, one) for number, one in measured.items()]
    work.write_text("\n".join([*lines, '{"deal": 4, "pa']), "utf-8")
    assert make_grades.main([str(work), "--write", "--calibrate"]) == 0
    assert capsys.readouterr().out.endswith("3 deals\n")
    assert make_grades.shares([float(n) for n in range(1, 11)]) == [2.0, 4.0, 6.0, 8.0]
    assert [len(entry((Par(moves), 0.0))) for moves in (1, 17, 40, 99)] == [2] * 4
    deals = [numbered("vierfrei", number) for number in range(6)]
    found = [graded_at_once(deal) for deal in deals]
    proven = Graded(Par(25, proven=True), 5)
    assert found == [None, Graded(Par(30), 1), proven, None, None, None]
    assert graded_at_once(numbered("canfield", 1)) is None
    assert grade(deals[3]) is None, "known to the table, and not measured again"


def test_the_table_is_extended_or_made_anew(
    shipped: Path, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shipped / "grades.json").write_text('{"games": {"vierfrei": ["a1", "b2"]}}', "utf-8")
    monkeypatch.setattr(make_grades, "measure", lambda deal: (Par(20), 0.1 * deal.number))
    for more, there, made in ((), [3], "a1b2c2"), (("--anew",), [3, 1, 2], "c1c1c2"):
        forget()
        for _ in range(2):
            make_grades.main([str(work), "--deals", "1-3", "--write", *more])
            assert list(make_grades.read(work)) == there, "nothing is measured again"
            assert len(work.read_text("utf-8").splitlines()) == len(there)
        (row,) = json.loads((shipped / "grades.json").read_text("utf-8"))["games"]["vierfrei"]
        assert row == made
