"""``python -m game advise`` and ``play``: what they print, and that neither peeks."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from game.cli.hidden_cards import DealToPlay, play_deal
from game.core.cards import cards_text, deck_order
from game.rules.registry import GameKind, numbered
from tests.game.conftest import Cli
from tests.truth.cases import SOLVED


def told(cli: Cli, *words: str) -> Any:
    done = cli(*words, "--json")
    assert (done.status, done.err) == (0, "")
    return json.loads(done.out)


class TestAdvise:
    @pytest.mark.parametrize("rules", SOLVED)
    def test_what_is_hidden_makes_no_difference(self, cli: Cli, tmp_path: Path, rules: str) -> None:
        """Two decks that look the same once they are dealt, and after the same moves."""
        deck = list(deck_order(7))
        decks = tmp_path / "decks"
        answers = []
        for _ in range(2):
            decks.write_text(cards_text(deck), "utf-8")
            words = ("advise", "canfield", "--deck", str(decks), "--rules", rules)
            answers.append(cli(*words, "--samples", "2", "--json"))
            # The reserve's bottom card, and the stock's last ones.
            deck[0], deck[-1], deck[-2] = deck[-1], deck[-2], deck[0]
        assert answers[0] == answers[1] and answers[0].status == 0

    def test_the_object(self, cli: Cli) -> None:
        answer = told(cli, "advise", "canfield", "5", "--samples", "2", "--seed", "3")
        assert {key: answer[key] for key in ("game", "rules", "deal", "seed", "samples")} == {
            "game": "canfield", "rules": "hoyle", "deal": 5, "seed": 3, "samples": 2,
        }  # fmt: skip
        assert (answer["moves"], answer["why"], answer["exact"]) == (["d"], "free-look", False)
        assert (answer["stopping"], answer["unseen"]) == (-45, 46)
        (candidate,) = answer["candidates"]
        assert candidate["moves"] == ["d"]
        assert {key: candidate[key] for key in answer["expected"]} == answer["expected"]

    def test_after_moves(self, cli: Cli, tmp_path: Path) -> None:
        moves = tmp_path / "moves"
        moves.write_text("d d", "utf-8")
        words = ("advise", "canfield", "5", "--moves", str(moves), "--samples", "2")
        assert told(cli, *words)["unseen"] == 40
        done = cli(*words)
        assert done.status == 0
        assert done.out.startswith("canfield 5 (Hoyle): wins about ")
        assert "  Dealing is free here" in done.out

    def test_to_stop(self, cli: Cli, tmp_path: Path) -> None:
        moves = tmp_path / "moves"
        moves.write_text("x", "utf-8")
        words = ("advise", "canfield", "5", "--rules", "casino", "--moves", str(moves))
        done = cli(*words)
        assert done.out.startswith("canfield 5 (Casino): stop here: balance -$13")

    def test_an_illegal_move(self, cli: Cli, tmp_path: Path) -> None:
        moves = tmp_path / "moves"
        moves.write_text("d t", "utf-8")
        done = cli("advise", "canfield", "5", "--moves", str(moves))
        assert (done.status, done.out) == (1, "")
        assert done.err.startswith("canfield 5 (Hoyle): illegal: move 2 't': ")


class TestPlay:
    @pytest.mark.parametrize("policy", [("--samples", "2"), ("--policy", "thumb")])
    def test_the_line_is_legal_and_ends_as_told(
        self, cli: Cli, tmp_path: Path, policy: tuple[str, str]
    ) -> None:
        answer = told(cli, "play", "canfield", "400002", "--rules", "xpat2", *policy)
        moves = tmp_path / "moves"
        moves.write_text(" ".join(answer["moves"]), "utf-8")
        words = ("check", "canfield", "400002", "--rules", "xpat2", "--moves", str(moves))
        checked = told(cli, *words)
        assert checked["legal"] and checked["account"] == answer["account"]
        assert sum(checked["piles"]["foundations"].values()) == answer["cards"]
        assert answer["won"] == (answer["cards"] == 52)
        assert answer["policy"] == ("thumb" if "thumb" in policy else "fair")

    def test_several_deals_and_their_sum(self, cli: Cli) -> None:
        done = cli("play", "canfield", "1-2", "--policy", "thumb")
        lines = [line for line in done.out.splitlines() if not line.startswith("  ")]
        assert [line.partition(":")[0] for line in lines[:-1]] == [
            "canfield 1 (Hoyle)", "canfield 2 (Hoyle)",
        ]  # fmt: skip
        assert lines[-1] == "0 of 2 won, 8.0 cards home"

    def test_a_game_can_be_played_elsewhere(self) -> None:
        """What is handed to other processes, and what comes back, are plain values."""
        game = DealToPlay(numbered("canfield", 3), 2, 0)
        work, sent = pickle.loads(pickle.dumps((play_deal, game)))
        assert pickle.loads(pickle.dumps(work(sent))) == play_deal(game)


@pytest.mark.parametrize("command", ["advise", "play"])
def test_the_commands_say_so_in_a_line(cli: Cli, unsolved: GameKind, command: str) -> None:
    done = cli(command, "canfield", "7", "--rules", "unsolved")
    assert (done.status, done.out) == (2, "")
    assert done.err.strip().endswith("there is no solver for the Unsolved rules")
    if command == "play":
        words = ("play", "canfield", "7", "--rules", "unsolved", "--policy", "thumb", "--json")
        assert json.loads(cli(*words).out)["moves"]
