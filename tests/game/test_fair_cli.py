"""``python -m game advise`` and ``play``: what they print, and that neither peeks."""

from __future__ import annotations

import json
import pickle
from functools import partial
from typing import Any

import pytest

from game.cli.hidden_cards import play_deal
from game.core.cards import cards_text, deck_order
from game.rules.registry import GameKind, numbered
from tests.game.conftest import Cli
from tests.truth.cases import SOLVED


def answer(cli: Cli, *words: str, stdin: str = "") -> Any:
    done = cli(*words, "--json", stdin=stdin)
    assert (done.status, done.err) == (0, "")
    return json.loads(done.out)


class TestAdvise:
    @pytest.mark.parametrize("rules", SOLVED)
    def test_it_depends_on_nothing_hidden(self, cli: Cli, rules: str) -> None:
        deck = list(deck_order(7))
        words = ("advise", "canfield", "--deck", "-", "--rules", rules, "--samples", "2")
        first = answer(cli, *words, stdin=cards_text(deck))
        # The reserve's bottom card, and the stock's last ones.
        deck[0], deck[-1], deck[-2] = deck[-1], deck[-2], deck[0]
        assert answer(cli, *words, stdin=cards_text(deck)) == first

    def test_it_prints_an_object(self, cli: Cli) -> None:
        found = answer(cli, "advise", "canfield", "5", "--samples", "2", "--seed", "3")
        known = {"game": "canfield", "rules": "hoyle", "deal": 5, "seed": 3, "samples": 2}
        known |= {"moves": ["d"], "why": "free-look", "exact": False}
        known |= {"stopping": -45, "unseen": 46}
        assert {key: found[key] for key in known} == known
        (candidate,) = found["candidates"]
        assert candidate["moves"] == ["d"]
        assert {key: candidate[key] for key in found["expected"]} == found["expected"]

    def test_it_prints_words_after_moves_unless_one_is_illegal(self, cli: Cli) -> None:
        words = ("advise", "canfield", "5", "--moves", "-", "--samples", "2")
        assert answer(cli, *words, stdin="d d")["unseen"] == 40
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
        found = answer(cli, "play", *deal, *policy)
        checked = answer(cli, "check", *deal, "--moves", "-", stdin=" ".join(found["moves"]))
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
