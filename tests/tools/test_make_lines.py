"""Looking for shorter lines goes on where it was, and ships the best of all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.rules.counting import player_moves
from game.rules.registry import numbered
from game.solver.answer import decide
from game.solver.short_lines import known_line, write_line
from game.teach import difficulty
from game.teach.difficulty import Par, graded_at_once
from tests.shipped import forget
from tools import make_lines


@pytest.fixture
def files(shipped: Path) -> Path:
    """No line is shipped, and the table has three deals with a par of 60."""
    at = difficulty.DIGITS[60 - difficulty.LEAST_PAR]
    table = json.dumps({"games": {"vierfrei": [f"{at}1{at}2{at}3"]}})
    (shipped / "grades.json").write_text(table, "utf-8")
    return shipped


def run(files: Path, *arguments: str) -> list[int]:
    """Run the tool; return the deals that its file then has, in the order of its lines."""
    assert make_lines.main([str(files / "found"), *arguments]) == 0
    forget()
    return list(make_lines.read(files / "found"))


def test_what_was_searched_for_as_long_is_left_out(files: Path) -> None:
    assert run(files, "--deals", "2-2", "--seconds", "0.1") == [2]
    assert run(files, "--deals", "1-3", "--seconds", "0.1") == [2, 1, 3]
    found = make_lines.read(files / "found")
    longer = [number for number, one in found.items() if not one.proven]
    assert run(files, "--deals", "1-3", "--seconds", "0.2") == [2, 1, 3]
    again = make_lines.read(files / "found")
    assert [number for number, one in again.items() if one.seconds == 0.2] == longer


def test_the_best_line_of_each_deal_is_shipped_and_its_par_noted(files: Path) -> None:
    deal = numbered("vierfrei", 1)
    quick = decide(deal, deal.layout(), time_limit=9).moves
    text = write_line(deal, quick)
    bad = json.dumps({"deal": 1, "line": "1a", "proven": True, "seconds": 1})
    (files / "found").write_text(bad + "\n", "utf-8")
    with pytest.raises(ValueError, match="deal 1"):
        run(files, "--write")
    good = json.dumps({"deal": 1, "line": text, "proven": False, "seconds": 0.1})
    (files / "found").write_text(good + "\n{broken", "utf-8")
    run(files, "--write")
    shipped = known_line(deal)
    assert shipped is not None and not shipped.proven
    assert write_line(deal, shipped.moves) == text
    graded = graded_at_once(deal)
    assert graded is not None and graded.par == Par(player_moves(quick)) and graded.grade == 1
    run(files, "--deals", "1-1", "--seconds", "1", "--write")
    better = known_line(deal)
    assert better is not None and player_moves(better.moves) < player_moves(quick)
    (files / "found").write_text(good + "\n", "utf-8")
    run(files, "--write")
    assert known_line(deal) == better, "a worse line does not replace a better one"
    assert graded_at_once(numbered("vierfrei", 2)) is not None, "and other deals stay"
