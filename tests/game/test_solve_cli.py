"""``python -m game solve``: answers, their order, processes, and how it ends."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

import pytest

from game.cli import pool
from game.cli.report import grade_object
from game.core.cards import cards_text, deck_order
from game.core.moves import Move
from game.core.state import CELLS, State
from game.rules.notation import board_text, parse_board, parse_deck
from game.rules.registry import Deal, numbered
from game.rules.replay import replay
from game.rules.vierfrei import COLUMNS
from game.solver import answer
from game.solver.answer import Answer, Verdict
from tests.each import each
from tests.game.conftest import Cli
from tests.game.reading import parse_move
from tests.game.solving import assert_wins, objects, record
from tests.seed import a_few
from tests.truth.cases import SOLVED

DECK_4 = cards_text(deck_order(4))

BOARD_617 = board_text(numbered("vierfrei", 617).layout())


class TestAnswers:
    def test_json(self, cli: Cli) -> None:
        done = cli("solve", "vierfrei", "617", "--json")
        (found,) = objects(done.out)
        assert (done.status, done.err) == (0, "")
        assert list(found) == [
            "game", "rules", "deal", "verdict", "moves", "player_moves", "steps",
            "positions", "seconds", "par", "par_proven", "grade",
        ]  # fmt: skip
        assert found["par"] <= found["player_moves"]
        assert (found["game"], found["rules"], found["deal"]) == ("vierfrei", None, 617)
        assert_wins(found, numbered("vierfrei", 617))
        home = sum(token[1] == "h" for token in found["moves"])
        assert found["player_moves"] == len(found["moves"]) - home
        assert home == 52
        assert found["positions"] > 0
        assert found["seconds"] > 0

    def test_words(self, cli: Cli) -> None:
        done = cli("solve", "vierfrei", "617")
        head, *moves = done.out.splitlines()
        assert head.startswith("vierfrei 617: winnable in ")
        played = replay(
            numbered("vierfrei", 617),
            [parse_move(token, "vierfrei") for line in moves for token in line.split()],
        )
        assert played.last.cards_home == 52
        assert max(map(len, moves)) < 80

    @pytest.mark.parametrize("rules", a_few(SOLVED, 1, "solved", always=["casino"]))
    def test_canfield(self, cli: Cli, rules: str) -> None:
        done = cli("solve", "canfield", "4", "--rules", rules, "--json", "--time-limit", "0.5")
        (found,) = objects(done.out)
        assert done.status == 0
        assert found["rules"] == rules
        assert_wins(found, numbered("canfield", 4, rules))
        assert (found["moves"][:2] == ["i", "p"]) == (rules == "casino")
        quiet = sum(token in ("i", "p") or token[1:] == "h" for token in found["moves"])
        assert found["player_moves"] == len(found["moves"]) - quiet
        assert "best" not in found

    def test_undecided(self, cli: Cli) -> None:
        done = cli("solve", "canfield", "1", "--time-limit", "0.02", "--json")
        (found,) = objects(done.out)
        assert done.status == 3
        assert (found["verdict"], found["moves"], found["player_moves"]) == ("undecided", [], 0)
        assert found["best"]["exact"] is False
        assert 1 <= found["best"]["cards"] < 52
        words = cli("solve", "canfield", "1", "--time-limit", "0.02").out
        assert words.startswith("canfield 1 (Hoyle): undecided, at least ")

    def test_several_of_which_one_is_undecided(self, cli: Cli) -> None:
        done = cli("solve", "canfield", "4", "1", "--time-limit", "0.02", "--json")
        assert done.status == 3
        assert len(objects(done.out)) == 2

    def test_in_order_and_as_often_as_asked(self, cli: Cli) -> None:
        done = cli("solve", "vierfrei", "9", "1-3", "2", "--json")
        assert [found["deal"] for found in objects(done.out)] == [9, 1, 2, 3, 2]
        assert done.status == 0

    def test_boards(self, cli: Cli) -> None:
        boards = cli("deal", "vierfrei", "1-3").out
        found = objects(cli("solve", "vierfrei", "--board", "-", "--json", stdin=boards).out)
        assert [(entry["index"], entry["deal"]) for entry in found] == [
            (1, None), (2, None), (3, None),
        ]  # fmt: skip
        for number, entry in enumerate(found, 1):
            assert_wins(entry, numbered("vierfrei", number))

    def test_decks(self, cli: Cli, tmp_path: Path) -> None:
        file = tmp_path / "decks.txt"
        file.write_text(f"# two\n{DECK_4}\n{DECK_4}\n", "utf-8")
        done = cli("solve", "canfield", "--deck", str(file), "--rules", "xpat2", "--json")
        first, second = objects(done.out)
        assert (first["index"], second["index"], first["deal"]) == (1, 2, None)
        assert_wins(first, Deal("canfield", rules="xpat2", deck=parse_deck(DECK_4)))

    def test_shorter(self, cli: Cli) -> None:
        plain, shorter = (
            objects(cli("solve", "vierfrei", "1", "--json", "--time-limit", "1", *more).out)[0]
            for more in ([], ["--shorter"])
        )
        assert shorter["player_moves"] < plain["player_moves"]
        assert_wins(shorter, numbered("vierfrei", 1))

    def test_a_line_that_does_not_win_is_not_told(
        self, cli: Cli, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def wrong(deal: Deal, state: State, **_: object) -> Answer:
            return Answer(Verdict.WINNABLE, (Move.carry(COLUMNS[0], CELLS[0]),), 1, 0.0)

        monkeypatch.setattr(answer, "decide", wrong)
        (found,) = objects(cli("solve", "vierfrei", "1", "--json").out)
        assert (found["verdict"], found["moves"]) == ("undecided", [])


class TestLost:
    """A deal of which the first process need not be long about the proof."""

    @pytest.fixture(autouse=True)
    def lost_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def decide(deal: Deal, state: State, **_: object) -> Answer:
            if deal.number == 11982:
                return Answer(Verdict.LOST, (), 7, 0.5)
            return Answer(Verdict.UNDECIDED, (), 7, 0.5)

        monkeypatch.setattr(answer, "decide", decide)

    def test_one(self, cli: Cli) -> None:
        done = cli("solve", "vierfrei", "11982", "--json")
        assert done.status == 1
        assert objects(done.out)[0] | {"seconds": 0} == {
            "game": "vierfrei",
            "rules": None,
            "deal": 11982,
            "verdict": "lost",
            "moves": [],
            "player_moves": 0,
            "steps": 0,
            "positions": 7,
            "seconds": 0,
            "par": None,
            "par_proven": False,
            "grade": None,
        }

    def test_in_words(self, cli: Cli) -> None:
        done = cli("solve", "vierfrei", "11982")
        assert done.out == "vierfrei 11982: lost (7 positions, 0.50 s)\n"

    def test_several(self, cli: Cli) -> None:
        assert cli("solve", "vierfrei", "11982", "11982").status == 0
        assert cli("solve", "vierfrei", "11982", "11983").status == 3


class TestBatch:
    @pytest.mark.parametrize("more", [[], ["--jobs", "2"]])
    def test_in_order_with_bad_lines_in_their_place(self, cli: Cli, more: list[str]) -> None:
        batch = [
            record(id=1, unknown=[]),
            "nonsense",
            "",
            record(id=[2], game="canfield", deal=4, rules="casino"),
            record(id=3, deal=None, board=BOARD_617),
            record(id=4, moves="1a 26"),
        ]
        done = cli("solve", "--batch", "-", *more, stdin="\n".join(batch))
        found = objects(done.out)
        assert done.status == 2
        assert [entry["id"] for entry in found] == [1, None, [2], 3, 4]
        assert_wins(found[0], numbered("vierfrei", 617))
        assert_wins(found[2], numbered("canfield", 4, "casino"))
        assert_wins(found[3], Deal("vierfrei", board=parse_board(BOARD_617)))
        assert found[1]["error"].startswith("line 2: not valid JSON")
        told = "line 6: moves[1]: '26': Only a red 5 can go on the 6 of clubs."
        assert found[4] == {"id": 4, "error": told}
        assert len(done.err.splitlines()) == 1
        assert done.err.endswith("(and 1 more bad line)\n")

    def test_from_where_the_moves_lead(self, cli: Cli) -> None:
        (found,) = objects(cli("solve", "--batch", "-", stdin=record(moves=["1a", "2b"])).out)
        assert_wins(found, numbered("vierfrei", 617), "1a 2b")

    def test_an_empty_one(self, cli: Cli) -> None:
        assert cli("solve", "--batch", "-") == (0, "", "")


@pytest.mark.parametrize("command", ["solve", "review"])
def test_help(cli: Cli, command: str) -> None:
    done = cli(command, "--help")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"usage: python -m game {command}")
    assert all(len(line) <= 100 for line in done.out.splitlines())


BAD: list[tuple[tuple[str, ...], str]] = [
    (("solve",), "name a game"),
    (("solve", "vierfrei"), "give a deal number"),
    (("solve", "vierfrei", "x"), "not 'x'"),
    (("solve", "vierfrei", "5-1"), "runs backwards"),
    (("solve", "vierfrei", "1", "--rules", "hoyle"), "canfield only"),
    (("solve", "canfield", "1", "--rules", "x"), "unknown rule set"),
    (("solve", "vierfrei", "1", "--board", "-"), "only one of them"),
    (("solve", "vierfrei", "--deck", "-"), "canfield takes a deck"),
    (("solve", "vierfrei", "--board", "no/such"), "no/such: no such file"),
    (("solve", "vierfrei", "--board", "-"), "it contains no board"),
    (("solve", "--batch", "-", "vierfrei", "1"), "--batch takes"),
    (("solve", "--batch", "no/such"), "no/such: no such file"),
    (("solve", "--batch", "no/such", "--jobs", "2"), "no/such: no such file"),
    (("solve", "vierfrei", "1", "--moves", "-"), "unknown option: '--moves'"),
    *(
        (("solve", "vierfrei", "1", "--time-limit", word), "seconds above 0")
        for word in ("0", "-1", "nan", "inf", "x", "")
    ),
    *(
        (("solve", "vierfrei", "1", "--jobs", word), "a number from 1 to 1024")
        for word in ("0", "-1", "1.5", "x", "", "1025", "9" * 99, "²")
    ),
    (("solve", "vierfrei", "1", "--jobs", "2", "--jobs", "3"), "given twice"),
]


@each(("words", "told"), BAD)
def test_bad_input(cli: Cli, words: tuple[str, ...], told: str) -> None:
    done = cli(*words)
    assert (done.status, done.out) == (2, "")
    assert told in done.err
    assert len(done.err.splitlines()) == 1


class TestInOrder:
    """The results come in the order of the tasks, each as soon as that allows."""

    def test_order(self) -> None:
        told: list[tuple[str, int]] = []
        order = pool.InOrder[str, int](lambda item, result: told.append((item, result)))
        futures: list[Future[int]] = [Future() for _ in range(3)]
        for name, future in zip("abc", futures, strict=True):
            order.add(name, future)
        futures[1].set_result(1)
        assert told == []
        futures[0].set_result(0)
        assert told == [("a", 0), ("b", 1)]
        futures[2].set_result(2)
        order.finish()
        assert told[2:] == [("c", 2)]

    def test_work_that_fails(self) -> None:
        order = pool.InOrder[str, int](lambda item, result: None)
        future: Future[int] = Future()
        order.add("a", future)
        future.set_exception(RuntimeError("no more\nmemory"))
        with pytest.raises(pool.WorkFailed, match=r"no more$"):
            order.finish()

    def test_output_that_fails(self) -> None:
        def emit(item: str, result: int) -> None:
            raise BrokenPipeError

        order = pool.InOrder[str, int](emit)
        future: Future[int] = Future()
        future.set_result(1)
        order.add("a", future)
        with pytest.raises(BrokenPipeError):
            order.add("b", future)

    def test_closed(self) -> None:
        told: list[int] = []
        order = pool.InOrder[str, int](lambda item, result: told.append(result))
        future: Future[int] = Future()
        order.add("a", future)
        order.close()
        future.set_result(1)
        assert told == []


@pytest.mark.parametrize(("least", "proven"), [(40, False), (41, True)])
def test_a_par_is_proven_by_a_search_for_the_shortest_line(least: int, proven: bool) -> None:
    told = grade_object(numbered("vierfrei", 617), None, 41, least)
    assert (told["par"], told["par_proven"]) == (41, proven)
