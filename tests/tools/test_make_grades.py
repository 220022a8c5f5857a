"""Measuring how hard deals are goes on where it was, and makes the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.rules.registry import numbered
from game.teach.difficulty import Grade, grade, graded_at_once
from game.teach.story import Par
from tests.shipped import forget
from tools import make_grades


def test_is_made_of_what_was_measured_without_a_gap(
    shipped: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work = tmp_path / "measured"
    measured = {1: (Par(30), 0.1), 2: (Par(25), 9.0), 3: None, 5: (Par(20), 1.0)}
    lines = [make_grades.line_of(number, one) for number, one in measured.items()]
    work.write_text("\n".join([*lines, '{"deal": 4, "pa']), "utf-8")
    assert make_grades.main([str(work), "--write", "--calibrate"]) == 0
    assert capsys.readouterr().out.endswith("3 deals\n")
    deals = [numbered("vierfrei", number) for number in range(6)]
    found = [graded_at_once(deal) for deal in deals]
    assert found[0] is found[3] is found[4] is None and found[1] and found[2]
    assert (found[1].par.moves, found[1].grade) == (30, Grade.VERY_EASY)
    assert (found[2].par.moves, found[2].grade) == (25, Grade.VERY_HARD)
    assert graded_at_once(numbered("canfield", 1)) is None
    assert grade(deals[3]) is None, "known to the table, and not measured again"


def test_measuring_goes_on_where_it_was(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path / "measured"
    begun = '{"deal": 3, "pa'
    there = [make_grades.line_of(2, (Par(22), 0.4)), make_grades.line_of(4, None)]
    work.write_text("\n".join([*there, begun]), "utf-8")
    assert list(make_grades.read(work)) == [2, 4]
    monkeypatch.setattr(make_grades, "measure", lambda deal: (Par(deal.number + 20), 0.5))
    make_grades.main([str(work), "--deals", "1-4"])
    lines = work.read_text("utf-8").splitlines()
    assert lines.pop(2) == begun and list(make_grades.read(work)) == [2, 4, 1, 3]
    assert json.loads(lines[3]) == {
        "deal": 3, "par": 23, "proven": False, "risk": 0.5,
    }  # fmt: skip
    assert len(lines) == 4


def test_the_table_is_gone_on_with(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shipped / "grades.json").write_text('{"games": {"vierfrei": ["a1", "b2"]}}', "utf-8")
    work = tmp_path / "measured"
    monkeypatch.setattr(make_grades, "measure", lambda deal: (Par(20), 0.1 * deal.number))
    for more, there, made in ((), [3], "a1b2c2"), (("--anew",), [3, 1, 2], "c1c1c2"):
        forget()
        make_grades.main([str(work), "--deals", "1-3", "--write", *more])
        assert list(make_grades.read(work)) == there
        (row,) = json.loads((shipped / "grades.json").read_text("utf-8"))["games"]["vierfrei"]
        assert row == made


def test_equal_shares() -> None:
    assert make_grades.shares([float(n) for n in range(1, 11)]) == [2.0, 4.0, 6.0, 8.0]
