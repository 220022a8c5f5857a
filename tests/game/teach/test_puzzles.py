"""Puzzles: positions from games that were lost, and those that come with the program."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from game.core.state import CELLS
from game.play.sharing import to_text
from game.rules.registry import numbered
from game.store.log import LOG
from game.store.store import PlayerStore
from game.teach.puzzles import Puzzle, best_first, lost_moments, shipped_puzzles
from tests.game.conftest import Cli
from tests.game.decks import LOSING
from tests.game.decks import LOST_DEAL as DEAL
from tests.game.reading import play, played
from tests.seed import chance
from tools.make_puzzles import COUNT, LEVELS, proven, row_of


@pytest.fixture(scope="module")
def lost() -> Puzzle:
    (found,) = lost_moments(DEAL, played(DEAL, LOSING).actions)
    return found


class TestLostMoments:
    def test_a_puzzle_is_the_position_before_the_losing_move(self, lost: Puzzle) -> None:
        assert (lost.before, lost.lost_by) == (("1a", "2b"), "3c")
        assert (lost.kept, lost.of) == (10, 11) and lost.depth > 20
        assert lost.state() == played(DEAL, "1a 2b").state
        assert proven(lost)
        for wrong in ({"kept": 9}, {"lost_by": "4c"}):
            assert not proven(replace(lost, **wrong))

    def test_each_restart_may_have_a_puzzle_of_its_own(self) -> None:
        game = played(DEAL, LOSING)
        for again in ("4a 5b", LOSING):
            game.restart()
            play(game, again)
        found = list(lost_moments(DEAL, game.actions))
        assert [puzzle.before for puzzle in found] == [("1a", "2b")] * 2
        assert len(best_first(found)) == 1, "the same position once"

    def test_there_is_no_puzzle_where_nothing_was_lost_or_cards_are_hidden(self) -> None:
        assert not list(lost_moments(DEAL, played(DEAL, "1a 2b").actions))
        hidden = numbered("canfield", 3)
        assert not list(lost_moments(hidden, played(hidden, "d").actions))

    def test_puzzles_with_few_winning_moves_come_first(self, lost: Puzzle) -> None:
        narrow = Puzzle(DEAL, ("1a",), "2b", 1, 10, 30)
        assert best_first([lost, narrow]) == [narrow, lost]
        assert narrow.difficulty > lost.difficulty and narrow.level == 5


class TestTheFirstSet:
    def test_it_has_as_many_puzzles_of_each_level(self) -> None:
        found = shipped_puzzles()
        assert len(found) == COUNT == len({puzzle.deal.number for puzzle in found})
        levels = [puzzle.level for puzzle in found]
        assert levels == sorted(levels)
        assert all(levels.count(level) == COUNT // LEVELS for level in range(1, LEVELS + 1))

    def test_its_puzzles_can_be_proven(self) -> None:
        puzzle = chance("first set").choice(shipped_puzzles())
        assert proven(puzzle), puzzle.deal

    def test_a_puzzle_is_read_as_it_was_written(self, lost: Puzzle, shipped: Path) -> None:
        (shipped / "puzzles.json").write_text(json.dumps({"puzzles": [row_of(lost)]}), "utf-8")
        assert shipped_puzzles() == (lost,)


class TestCommand:
    def test_it_finds_the_puzzles_of_kept_and_copied_games_and_lists_the_first_set(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("VIERFELD_HOME", str(tmp_path))
        assert cli("puzzles", "--json") == (1, "", "")
        game = played(DEAL, LOSING)
        (tmp_path / LOG).write_text("broken\n", "utf-8")
        store = PlayerStore(tmp_path)
        store.ended(game)
        store.close()
        done = cli("puzzles", "--json")
        (found,) = map(json.loads, done.out.splitlines())
        assert done.status == 0 and found["before"] == ["1a", "2b"] and found["lost_by"] == "3c"
        assert (found["deal"], found["kept"], found["of"]) == (21, 10, 11)
        cells = [str(game.state[cell][0]) for cell in CELLS[:2]]
        assert found["piles"]["cells"][:2] == cells
        done = cli("puzzles", "-", stdin=to_text(game))
        assert done.out.startswith("1. vierfrei 21, after 2 moves: 10 of 11 moves win, ")
        assert len(cli("puzzles", "--first", "--json").out.splitlines()) == COUNT
