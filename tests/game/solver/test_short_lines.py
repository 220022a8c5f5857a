"""Tests of short solutions and of the tool that finds them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from game.core.moves import Move
from game.rules.counting import player_moves
from game.rules.registry import Deal, numbered
from game.rules.replay import replay
from game.solver.answer import Verdict, decide, least_moves
from game.solver.short_lines import FILE, PROVEN, known_line, member_name, read_line
from game.teach import difficulty
from game.teach.difficulty import LOST, Par, graded_at_once, table
from tests.game.solver.test_vierfrei import random_play
from tests.seed import chance
from tests.shipped import forget
from tools import make_lines
from tools.make_lines import write_line

DEAL = numbered("vierfrei", 1)


def write(shipped: Path, *lines: str) -> None:
    with zipfile.ZipFile(shipped / FILE.name, "w") as file:
        file.writestr(member_name("vierfrei", 1)[0], "\n".join(lines))
    forget()


def lazily(deal: Deal, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Make some cards in a winning line go home later. Return the new line, which also wins."""
    random = chance(f"lazily {deal.number}")
    for _ in range(30):
        at, to = sorted(random.sample(range(len(moves)), 2))
        late = (*moves[:at], *moves[at + 1 : to + 1], moves[at], *moves[to + 1 :])
        if moves[at].goes_home and deal.engine.won(replay(deal, late).last):
            moves = late
    return moves


def test_a_line_reads_as_it_was_written() -> None:
    random, held = chance("written lines"), 0
    for _ in range(8):
        deal = numbered("vierfrei", random.randrange(1, 1_000_000))
        line = decide(deal, deal.layout(), time_limit=5).moves
        for moves in filter(None, (line, lazily(deal, line))):
            text = write_line(deal, moves)
            again = read_line(deal, text)
            assert again is not None and write_line(deal, again) == text
            one, other = ([m for m in each if not m.goes_home] for each in (moves, again))
            assert one == other
            held += "-" in text
    assert held, "some cards were held back"


def test_what_does_not_win_is_neither_read_nor_written_as_a_line() -> None:
    moves = decide(DEAL, DEAL.layout(), time_limit=5).moves
    line = write_line(DEAL, moves)
    assert read_line(DEAL, line) is not None
    for text in ("", "1", "zz", "1a1a1a1a1a", line[:-2], line[2:], "-" + line[:2], "1av", "ü"):
        assert read_line(DEAL, text) is None, text
    with pytest.raises(ValueError, match="illegal"):
        write_line(DEAL, moves[5:])


def test_a_damaged_file_has_no_lines(shipped: Path) -> None:
    assert known_line(DEAL) is None, "none is there"
    whole = FILE.read_bytes()
    for data in (b"PK\x03\x04 and then nothing", whole[: len(whole) // 2]):
        (shipped / FILE.name).write_bytes(data)
        forget()
        assert known_line(DEAL) is None
    for text in ("", "=", "1a", "=no"):
        write(shipped, text)
        assert known_line(DEAL) is None
        assert decide(DEAL, DEAL.layout(), time_limit=0.5, shortest=True).moves


def test_a_search_for_a_shorter_line_begins_with_the_shipped_one(shipped: Path) -> None:
    line = decide(DEAL, DEAL.layout(), time_limit=5).moves
    length = player_moves(line)
    write(shipped, write_line(DEAL, line))
    none = decide(DEAL, DEAL.layout(), time_limit=0, shortest=True)
    assert none.verdict is Verdict.WINNABLE and player_moves(none.moves) == length
    better = decide(DEAL, DEAL.layout(), time_limit=1, shortest=True)
    assert player_moves(better.moves) < length
    write(shipped, PROVEN + write_line(DEAL, line))
    proven = decide(DEAL, DEAL.layout(), time_limit=9, shortest=True)
    assert proven.positions == 0 and proven.least_moves == length


def test_every_graded_deal_and_no_other_has_a_line_as_long_as_its_par() -> None:
    state = random_play(7, chance("no number"), 3)
    others = [numbered("vierfrei", number) for number in (0, 11982, 999_999)]
    for deal in (Deal("vierfrei", board=state), numbered("canfield", 1), *others):
        assert known_line(deal) is None
    row = table()["vierfrei"]
    for number in chance("shipped lines").sample(range(1, len(row) // 2 + 1), 25):
        deal = numbered("vierfrei", number)
        if row[2 * number - 2 : 2 * number] == LOST:
            continue
        line, graded = known_line(deal), graded_at_once(deal)
        played = replay(deal, line.moves)
        assert played.refusal is None and deal.engine.won(played.last), number
        assert Par(player_moves(line.moves), line.proven) == graded.par, number
        assert player_moves(line.moves) >= least_moves(deal.kind, deal.layout())


# -- the tool that finds them ----------------------------------------------------------------------


@pytest.fixture
def files(shipped: Path) -> Path:
    """Ship the grades of three deals that have a par of 60 but no line. Return the folder."""
    at = difficulty.DIGITS[60 - difficulty.LEAST_PAR]
    table = json.dumps({"games": {"vierfrei": [f"{at}1{at}2{at}3"]}})
    (shipped / "grades.json").write_text(table, "utf-8")
    return shipped


def run(files: Path, *arguments: str) -> list[int]:
    """Run the tool. Return the deals that are in its file afterwards."""
    assert make_lines.main([str(files / "found"), *arguments]) == 0
    forget()
    return list(make_lines.read(files / "found"))


def test_deals_searched_for_as_long_before_are_skipped(files: Path) -> None:
    assert run(files, "--deals", "2-2", "--seconds", "0.1") == [2]
    assert run(files, "--deals", "1-3", "--seconds", "0.1") == [2, 1, 3]
    found = make_lines.read(files / "found")
    longer = [number for number, one in found.items() if not one.proven]
    assert run(files, "--deals", "1-3", "--seconds", "0.2") == [2, 1, 3]
    again = make_lines.read(files / "found")
    assert [number for number, one in again.items() if one.seconds == 0.2] == longer


def test_the_best_line_of_each_deal_is_shipped_and_its_par_noted(files: Path) -> None:
    quick = decide(DEAL, DEAL.layout(), time_limit=9).moves
    text = write_line(DEAL, quick)
    bad = json.dumps({"deal": 1, "line": "1a", "proven": True, "seconds": 1})
    (files / "found").write_text(bad + "\n", "utf-8")
    with pytest.raises(ValueError, match="deal 1"):
        run(files, "--write")
    good = json.dumps({"deal": 1, "line": text, "proven": False, "seconds": 0.1})
    (files / "found").write_text(good + "\n{broken", "utf-8")
    run(files, "--write")
    shipped, graded = known_line(DEAL), graded_at_once(DEAL)
    assert shipped is not None and not shipped.proven
    assert write_line(DEAL, shipped.moves) == text
    assert graded is not None and graded.par == Par(player_moves(quick)) and graded.grade == 1
    run(files, "--deals", "1-1", "--seconds", "1", "--write")
    better = known_line(DEAL)
    assert better is not None and player_moves(better.moves) < player_moves(quick)
    (files / "found").write_text(good + "\n", "utf-8")
    run(files, "--write")
    assert known_line(DEAL) == better, "a worse line does not replace a better one"
    assert graded_at_once(numbered("vierfrei", 2)) is not None, "and other deals stay"
