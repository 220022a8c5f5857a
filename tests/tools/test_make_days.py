"""The table of the deals of the day is made the same again, made further and checked."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from game.record.daily import BEGIN, DIGITS, FILE, table
from tests.game.reading import line as moves_of
from tests.shipped import forget
from tools import make_days
from tools.make_days import first_winnable, holds, kept_rows

_DAY = timedelta(days=1)


@pytest.mark.parametrize("line", ["", "d d", "d w1 d"])
def test_a_deal_without_a_line_that_wins_is_found(
    monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    moves = moves_of(line, "canfield")
    monkeypatch.setattr(make_days, "line_of", lambda *_, **__: moves)
    assert not holds(BEGIN, "hoyle")


SHIPPED = "".join(json.loads(FILE.read_text("utf-8"))["days"]["hoyle"])


def test_it_is_made_the_same_again() -> None:
    for at in range(3):
        assert DIGITS[first_winnable(BEGIN + at * _DAY, "hoyle")] == SHIPPED[at]


def test_the_table_is_made_further_and_checked(
    shipped: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a solver that says at once which deals can be won."""

    class Here:
        def __init__(self, jobs: int) -> None:
            assert jobs == 1

        def __enter__(self) -> Here:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        @staticmethod
        def map(work: object, *each: object, chunksize: int) -> object:
            return map(work, *each)  # type: ignore[call-overload]

    monkeypatch.setattr(make_days, "ProcessPoolExecutor", Here)
    monkeypatch.setattr(make_days, "first_winnable", lambda day, rules: day.day % 36)
    monkeypatch.setattr(make_days, "holds", lambda day, rules: day.day != 24)
    assert make_days.main(["--until", "2026"]) == 0
    forget()
    row = "".join(DIGITS[(BEGIN + n * _DAY).day] for n in range(39))
    assert table() == dict.fromkeys(kept_rows(), row)
    monkeypatch.setattr(make_days, "first_winnable", lambda day, rules: 0)
    assert make_days.main(["--until", "2027"]) == 0
    forget()
    assert table() == dict.fromkeys(kept_rows(), row + "0" * 365), "what there was stays"
    capsys.readouterr()
    assert make_days.main(["--check", "0"]) == 1
    assert "hoyle: 2026-11-24 is not won" in capsys.readouterr().out
