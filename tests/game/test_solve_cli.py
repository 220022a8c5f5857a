"""Tests of the commands ``solve``, ``advise`` and ``play``."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.cli import pool
from game.cli.hidden_cards import play_deal
from game.cli.report import grade_object
from game.core.cards import cards_text, deck_order
from game.core.moves import Move
from game.core.state import CELLS, State
from game.rules.notation import board_text, parse_board, parse_deck
from game.rules.registry import Deal, GameKind, numbered
from game.rules.vierfrei import COLUMNS
from game.solver import answer
from game.solver.answer import Answer, Verdict
from tests.game.conftest import Cli
from tests.game.reading import assert_wins, objects, process, record
from tests.game.solver.asking import children, gone, until
from tests.seed import a_few
from tests.truth.check import SOLVED

DECK_4 = cards_text(deck_order(4))
BOARD_617 = board_text(numbered("vierfrei", 617).layout())


class TestAnswers:
    def test_a_winnable_deal_is_printed_in_json_or_in_words(self, cli: Cli) -> None:
        done = cli("solve", "vierfrei", "617", "--json")
        (found,) = objects(done.out)
        assert (done.status, done.err) == (0, "")
        assert found["par"] <= found["player_moves"]
        assert (found["game"], found["rules"], found["deal"]) == ("vierfrei", None, 617)
        assert_wins(found, numbered("vierfrei", 617))
        assert sum(token[1] == "h" for token in found["moves"]) == 52
        assert found["player_moves"] == len(found["moves"]) - 52
        head, *moves = cli("solve", "vierfrei", "617").out.splitlines()
        assert head.startswith(f"vierfrei 617: winnable in {len(found['moves'])} moves ")
        assert " ".join(moves).split() == found["moves"] and max(map(len, moves)) < 80

    @pytest.mark.parametrize("rules", a_few(SOLVED, 1, "solved", always=["casino"]))
    def test_a_winnable_deal_of_canfield_is_printed_in_json(self, cli: Cli, rules: str) -> None:
        done = cli("solve", "canfield", "4", "--rules", rules, "--json", "--time-limit", "20")
        (found,) = objects(done.out)
        assert (done.status, found["rules"]) == (0, rules)
        assert_wins(found, numbered("canfield", 4, rules))
        assert (found["moves"][:2] == ["i", "p"]) == (rules == "casino")
        quiet = sum(token in ("i", "p") or token[1:] == "h" for token in found["moves"])
        assert found["player_moves"] == len(found["moves"]) - quiet
        assert "best" not in found

    def test_an_undecided_deal_is_status_3(self, cli: Cli) -> None:
        done = cli("solve", "canfield", "1", "--time-limit", "0.02", "--json")
        (found,) = objects(done.out)
        assert done.status == 3
        assert (found["verdict"], found["moves"], found["player_moves"]) == ("undecided", [], 0)
        assert found["best"]["exact"] is False and 1 <= found["best"]["cards"] < 52
        words = cli("solve", "canfield", "1", "--time-limit", "0.02").out
        assert words.startswith("canfield 1 (Hoyle): undecided, at least ")

    def test_own_boards_and_decks_are_solved(self, cli: Cli, tmp_path: Path) -> None:
        boards = cli("deal", "vierfrei", "1-3").out
        found = objects(cli("solve", "vierfrei", "--board", "-", "--json", stdin=boards).out)
        assert [(one["index"], one["deal"]) for one in found] == [(n, None) for n in (1, 2, 3)]
        for number, entry in enumerate(found, 1):
            assert_wins(entry, numbered("vierfrei", number))
        file = tmp_path / "decks.txt"
        file.write_text(f"# two\n{DECK_4}\n{DECK_4}\n", "utf-8")
        done = cli("solve", "canfield", "--deck", str(file), "--rules", "xpat2", "--json")
        first, second = objects(done.out)
        assert (first["index"], second["index"], first["deal"]) == (1, 2, None)
        assert_wins(first, Deal("canfield", rules="xpat2", deck=parse_deck(DECK_4)))

    def test_shorter_finds_a_line_with_fewer_moves(self, cli: Cli) -> None:
        plain, shorter = (
            objects(cli("solve", "vierfrei", "1", "--json", "--time-limit", "1", *more).out)[0]
            for more in ([], ["--shorter"])
        )
        assert shorter["player_moves"] < plain["player_moves"]
        assert_wins(shorter, numbered("vierfrei", 1))


def test_a_lost_deal_alone_is_status_1_and_a_losing_line_is_not_printed(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decide(deal: Deal, state: State, **_: object) -> Answer:
        if deal.number == 1:
            return Answer(Verdict.WINNABLE, (Move.carry(COLUMNS[0], CELLS[0]),), 1, 0.0)
        verdict = Verdict.LOST if deal.number == 11982 else Verdict.UNDECIDED
        return Answer(verdict, (), 7, 0.5)

    monkeypatch.setattr(answer, "decide", decide)
    done = cli("solve", "vierfrei", "11982", "--json")
    expected: dict[str, object] = {"game": "vierfrei", "rules": None, "deal": 11982}
    expected |= {"verdict": "lost", "moves": [], "player_moves": 0, "steps": 0, "positions": 7}
    expected |= {"seconds": 0, "par": None, "par_proven": False, "grade": None}
    assert (done.status, objects(done.out)[0] | {"seconds": 0}) == (1, expected)
    words = cli("solve", "vierfrei", "11982").out
    assert words == "vierfrei 11982: lost (7 positions, 0.50 s)\n"
    assert cli("solve", "vierfrei", "11982", "11982").status == 0
    assert cli("solve", "vierfrei", "11982", "11983").status == 3
    (found,) = objects(cli("solve", "vierfrei", "1", "--json").out)
    assert (found["verdict"], found["moves"]) == ("undecided", [])


class TestBatch:
    @pytest.mark.parametrize("more", [[], ["--jobs", "2"]])
    def test_answers_come_in_order_bad_lines_included(self, cli: Cli, more: list[str]) -> None:
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
        message = "line 6: moves[1]: '26': Only a red 5 can go on the 6 of clubs."
        assert found[4] == {"id": 4, "error": message}
        assert len(done.err.splitlines()) == 1
        assert done.err.endswith("(and 1 more bad line)\n")

    def test_it_solves_from_where_the_moves_lead(self, cli: Cli) -> None:
        (found,) = objects(cli("solve", "--batch", "-", stdin=record(moves=["1a", "2b"])).out)
        assert_wins(found, numbered("vierfrei", 617), "1a 2b")
        assert cli("solve", "--batch", "-") == (0, "", "")


@pytest.mark.parametrize(("least", "proven"), [(40, False), (41, True)])
def test_par_is_proven_once_no_shorter_line_can_exist(least: int, proven: bool) -> None:
    row = grade_object(numbered("vierfrei", 617), None, 41, least)
    assert (row["par"], row["par_proven"]) == (41, proven)


# -- several processes -----------------------------------------------------------------------------

HARD = {"game": "canfield", "deal": 1}
ENDLESS = ("canfield", "2032", "2034", "--rules", "xpat2", "--jobs", "2")
"""The arguments for two deals that are undecided even after 100,000 positions."""


def test_a_worker_that_dies_between_two_tasks_is_reported_in_one_line(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(ProcessPoolExecutor):
        def submit(self, *_: Any, **__: Any) -> Any:
            raise BrokenProcessPool("a process has died\nfor no reason")

    monkeypatch.setattr(pool, "ProcessPoolExecutor", Broken)
    done = cli("solve", "vierfrei", "1-2", "--jobs", "2")
    assert done == (2, "", "the work failed: a process has died\n")


def start(*words: str) -> subprocess.Popen[bytes]:
    return process("solve", *words, start_new_session=True)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
class TestItsOwnProcess:
    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_ctrl_c_keeps_what_was_decided_and_leaves_no_process(self, jobs: str) -> None:
        with start("--batch", "-", "--jobs", jobs) as running:
            assert running.stdin and running.stdout and running.stderr
            # After the answers to the easy deals, everything has been loaded.
            easy = {"id": 1, "game": "canfield", "deal": 4}
            for entry in (easy, easy, HARD, HARD):
                running.stdin.write(json.dumps(entry).encode() + b"\n")
            running.stdin.flush()
            for _ in range(2):
                assert json.loads(running.stdout.readline())["id"] == 1
            workers = children(running.pid)
            assert len(workers) == (0 if jobs == "1" else 2)
            time.sleep(0.1)
            # A terminal sends the signal to all processes of the group.
            os.killpg(running.pid, signal.SIGINT)
            assert (running.stdout.read(), running.stderr.read()) == (b"", b"")
        assert running.returncode == 130 and all(map(gone, workers))

    @pytest.mark.parametrize("killed", ["the command", "a worker"])
    def test_a_death_leaves_no_worker_behind_and_is_reported_in_one_line(self, killed: str) -> None:
        with start(*ENDLESS) as running:
            assert running.stdout and running.stderr
            until(lambda: len(children(running.pid)) == 2)
            workers = children(running.pid)
            os.kill(running.pid if killed == "the command" else min(workers), signal.SIGKILL)
            errors = running.stderr.read()
            assert running.stdout.read() == b""
        until(lambda: all(map(gone, workers)))
        if killed == "a worker":
            assert running.returncode == 2
            assert errors.startswith(b"the work failed: ") and len(errors.splitlines()) == 1

    def test_a_closed_output_ends_the_workers(self) -> None:
        with start("vierfrei", "1-1000", "--jobs", "2") as running:
            assert running.stdout and running.stderr
            running.stdout.readline()
            running.stdout.close()
            assert running.stderr.read() == b""
        assert running.returncode == 141


# -- advise and play, which must not peek ----------------------------------------------------------


def told(cli: Cli, *words: str, stdin: str = "") -> Any:
    done = cli(*words, "--json", stdin=stdin)
    assert (done.status, done.err) == (0, "")
    return json.loads(done.out)


class TestAdvise:
    @pytest.mark.parametrize("rules", SOLVED)
    def test_it_depends_on_nothing_hidden(self, cli: Cli, rules: str) -> None:
        deck = list(deck_order(7))
        words = ("advise", "canfield", "--deck", "-", "--rules", rules, "--samples", "2")
        first = told(cli, *words, stdin=cards_text(deck))
        # Exchange the reserve's bottom card and the stock's last two, which are all hidden.
        deck[0], deck[-1], deck[-2] = deck[-1], deck[-2], deck[0]
        assert told(cli, *words, stdin=cards_text(deck)) == first

    def test_it_prints_an_object(self, cli: Cli) -> None:
        found = told(cli, "advise", "canfield", "5", "--samples", "2", "--seed", "3")
        known = {"game": "canfield", "rules": "hoyle", "deal": 5, "seed": 3, "samples": 2}
        known |= {"moves": ["d"], "why": "free-look", "exact": False}
        known |= {"stopping": -45, "unseen": 46}
        assert {key: found[key] for key in known} == known
        (candidate,) = found["candidates"]
        assert candidate["moves"] == ["d"]
        assert {key: candidate[key] for key in found["expected"]} == found["expected"]

    def test_it_prints_words_after_moves_unless_one_is_illegal(self, cli: Cli) -> None:
        words = ("advise", "canfield", "5", "--moves", "-", "--samples", "2")
        assert told(cli, *words, stdin="d d")["unseen"] == 40
        done = cli(*words, stdin="d d")
        assert done.status == 0
        assert done.out.startswith("canfield 5 (Hoyle): wins about ")
        assert "  Dealing is free here" in done.out
        stopped = cli(*words, "--rules", "casino", stdin="x").out
        assert stopped.startswith("canfield 5 (Casino): stop here: balance -$13")
        done = cli(*words, stdin="d t")
        assert (done.status, done.out) == (1, "")
        assert done.err.startswith("canfield 5 (Hoyle): illegal: move 2 't': ")


class TestPlay:
    @pytest.mark.parametrize("policy", [("--samples", "2"), ("--policy", "thumb")])
    def test_the_line_is_legal_and_ends_as_told(self, cli: Cli, policy: tuple[str, str]) -> None:
        deal = ("canfield", "400002", "--rules", "xpat2")
        found = told(cli, "play", *deal, *policy)
        checked = told(cli, "check", *deal, "--moves", "-", stdin=" ".join(found["moves"]))
        assert checked["legal"] and checked["account"] == found["account"]
        assert sum(checked["piles"]["foundations"].values()) == found["cards"]
        assert found["won"] == (found["cards"] == 52)
        assert found["policy"] == ("thumb" if "thumb" in policy else "fair")

    def test_several_deals_end_with_their_sum(self, cli: Cli) -> None:
        done = cli("play", "canfield", "1-2", "--policy", "thumb")
        lines = [line for line in done.out.splitlines() if not line.startswith("  ")]
        heads = [line.partition(":")[0] for line in lines]
        assert heads == [f"canfield {n} (Hoyle)" for n in (1, 2)] + ["0 of 2 won, 8.0 cards home"]

    def test_a_game_can_be_played_in_another_process(self) -> None:
        deal = numbered("canfield", 3)
        work, sent = pickle.loads(pickle.dumps((partial(play_deal, samples=2, seed=0), deal)))
        assert pickle.loads(pickle.dumps(work(sent))) == play_deal(deal, 2, 0)


@pytest.mark.parametrize("command", ["advise", "play"])
def test_rules_without_a_solver_are_refused(cli: Cli, unsolved: GameKind, command: str) -> None:
    done = cli(command, "canfield", "7", "--rules", "unsolved")
    assert (done.status, done.out) == (2, "")
    assert done.err.strip().endswith("there is no solver for the Unsolved rules")
    if command == "play":
        words = ("play", "canfield", "7", "--rules", "unsolved", "--policy", "thumb", "--json")
        assert json.loads(cli(*words).out)["moves"]
