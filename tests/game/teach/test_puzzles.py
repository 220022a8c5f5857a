"""Puzzles: positions from games that were lost, and those that come with the program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.play.session import Session
from game.play.sharing import to_text
from game.rules.registry import Deal, numbered
from game.support.json_values import DataError
from game.teach.puzzles import Puzzle, best_first, lost_moments, proven, shipped_puzzles
from tests.game.conftest import Cli
from tests.game.decks import LOSING
from tests.game.decks import LOST_DEAL as DEAL
from tests.game.reading import play, played
from tests.seed import chance
from tools.make_puzzles import COUNT, LEVELS


@pytest.fixture(scope="module")
def lost() -> Puzzle:
    (found,) = lost_moments(DEAL, played(DEAL, LOSING).actions)
    return found


class TestLostMoments:
    def test_the_position_before_the_losing_move(self, lost: Puzzle) -> None:
        assert (lost.before, lost.lost_by) == (("1a", "2b"), "3c")
        assert (lost.kept, lost.of) == (10, 11) and lost.depth > 20
        assert lost.state() == played(DEAL, "1a 2b").state == lost.session().state
        assert proven(lost)

    def test_each_game_begun_again_has_its_own(self) -> None:
        game = played(DEAL, LOSING)
        for again in ("4a 5b", LOSING):
            game.restart()
            play(game, again)
        found = list(lost_moments(DEAL, game.actions))
        assert [puzzle.before for puzzle in found] == [("1a", "2b")] * 2
        assert len(best_first(found)) == 1, "the same position once"

    def test_none_where_nothing_was_lost_or_cards_are_hidden(self) -> None:
        assert not list(lost_moments(DEAL, played(DEAL, "1a 2b").actions))
        assert not list(
            lost_moments(numbered("canfield", 3), played(numbered("canfield", 3), "d").actions)
        )

    def test_narrow_ones_first(self, lost: Puzzle) -> None:
        narrow = Puzzle(DEAL, ("1a",), "2b", 1, 10, 30)
        assert best_first([lost, narrow]) == [narrow, lost]
        assert narrow.difficulty > lost.difficulty and narrow.level == 5

    def test_a_wrong_number_is_not_proven(self, lost: Puzzle) -> None:
        assert not proven(Puzzle(DEAL, lost.before, lost.lost_by, 9, 11, lost.depth))
        assert not proven(Puzzle(DEAL, lost.before, "4c", lost.kept, lost.of, lost.depth))


class TestFiles:
    def test_written_and_read(self, lost: Puzzle) -> None:
        board = Puzzle(Deal("vierfrei", board=lost.state()), (), "3c", 10, 11, 30)
        for puzzle in (lost, board):
            again = Puzzle.from_data(json.loads(json.dumps(puzzle.to_data())))
            assert again.to_data() == puzzle.to_data() and again.state() == lost.state()

    @pytest.mark.parametrize(
        "change", [{"kept": 0}, {"kept": 11}, {"depth": 0}, {"lost_by": 3}, {"before": "1a"}]
    )
    def test_what_is_none_is_refused(self, lost: Puzzle, change: dict[str, object]) -> None:
        with pytest.raises(DataError):
            Puzzle.from_data(lost.to_data() | change)

    def test_illegal_moves_are_refused(self, lost: Puzzle) -> None:
        with pytest.raises(DataError):
            Puzzle.from_data(lost.to_data() | {"before": ["11"]}).state()


class TestTheFirstSet:
    def test_there_are_forty_equally_many_of_each_level(self) -> None:
        found = shipped_puzzles()
        assert len(found) == COUNT == len({puzzle.deal.number for puzzle in found})
        levels = [puzzle.level for puzzle in found]
        assert levels == sorted(levels)
        assert all(levels.count(level) == COUNT // LEVELS for level in range(1, LEVELS + 1))

    def test_each_is_true(self) -> None:
        """One a run, proven anew: the one is the same for each commit."""
        (puzzle,) = chance("first set").sample(shipped_puzzles(), 1)
        assert proven(puzzle), puzzle.deal

    @pytest.mark.usefixtures("shipped")
    def test_none_without_the_file(self) -> None:
        assert shipped_puzzles() == ()


class TestCommand:
    def test_of_the_games_that_are_kept(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("VIERFELD_HOME", str(tmp_path))
        assert cli("puzzles", "--json") == (1, "", "")
        game = played(DEAL, LOSING)
        line = json.dumps({"game": "vierfrei", "rules": None, "moves": to_text(game)})
        (tmp_path / "played.jsonl").write_text(f"broken\n{line}\n{line}\n", "utf-8")
        done = cli("puzzles", "--json")
        (found,) = map(json.loads, done.out.splitlines())
        assert done.status == 0 and found["before"] == ["1a", "2b"] and found["lost_by"] == "3c"
        assert (found["deal"], found["kept"], found["of"]) == (21, 10, 11)
        assert found["piles"]["cells"][:2] == [str(cell[0]) for cell in _cells(game)]
        assert cli("puzzles", str(tmp_path / "played.jsonl"), "--json").out == done.out

    def test_of_a_copied_game(self, cli: Cli) -> None:
        done = cli("puzzles", "-", stdin=to_text(played(DEAL, LOSING)))
        assert done.out.startswith("1. vierfrei 21, after 2 moves: 10 of 11 moves win, ")

    def test_those_that_come_with_the_program(self, cli: Cli) -> None:
        assert len(cli("puzzles", "--first", "--json").out.splitlines()) == COUNT


def _cells(game: Session) -> list[tuple[object, ...]]:
    return [cards for pile, cards in game.state.piles.items() if pile.letter in ("a", "b")]
