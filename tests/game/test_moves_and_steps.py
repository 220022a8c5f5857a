"""One meaning of a move everywhere: what a player does at once; a step is a part of it."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from game.play.history import action_text
from game.play.sharing import from_text, to_text
from game.rules.registry import KINDS, Deal, numbered
from game.solver.answer import Solving, Verdict, work
from game.words.names import moves_text
from tests.game.conftest import Cli
from tests.game.trees import any_deal, by_chance
from tests.seed import a_few, chance


def wrapped(tokens: Sequence[str], seed: int) -> str:
    """``tokens`` in lines of any length."""
    dice, left, lines = chance("lines", seed), list(tokens), list[str]()
    while left:
        count = dice.choice([1, 2, 3, 25, 40])
        lines.append(" ".join(left[:count]))
        del left[:count]
    return "\n".join(lines)


def words_of(deal: Deal) -> tuple[str, ...]:
    """The deal as commands have it."""
    return (deal.game, str(deal.number), *(("--rules", deal.rules) if deal.rules else ()))


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_a_copied_game_has_as_many_moves_when_pasted(
    cli: Cli, game: str, rules: str | None
) -> None:
    deal = any_deal(game, rules, 1)
    session = by_chance(deal, 40)
    text = to_text(session)
    pasted = from_text(text, game, rules)
    assert [*map(action_text, pasted.actions)] == [*map(action_text, session.since_restart)]
    words = ("check", *words_of(deal), "--moves", "-")
    head = cli(*words, stdin=text).out.splitlines()[0]
    assert f": legal, {moves_text(len(pasted.actions), pasted.steps_done)}" in head
    found = json.loads(cli(*words, "--json", stdin=text).out)
    assert (found["actions"], found["steps"]) == (len(pasted.actions), pasted.steps_done)
    tokens = text.split("\n", 1)[1].replace("+", " ").split()
    assert found["moves"] == len(tokens), "as ever"


SOLVED = [
    ("vierfrei", None, 617),
    ("vierfrei", None, 10913),
    ("canfield", "hoyle", 4),
    ("canfield", "aisleriot", 6),
    ("canfield", "casino", 4),
]


@pytest.mark.parametrize(("game", "rules", "deal"), a_few(SOLVED, 3, "counted"))
def test_solve_check_and_table_count_alike(
    cli: Cli, game: str, rules: str | None, deal: int
) -> None:
    solved = work(Solving(numbered(game, deal, rules), (), 20.0))
    words = words_of(numbered(game, deal, rules))
    # The best account is not what this is about.
    soon = ("--time-limit", "0.5") if rules == "casino" else ()
    head = cli("solve", *words, *soon).out.splitlines()[0]
    assert f"winnable in {len(solved.moves)} moves ({solved.player_moves} not counting " in head
    tokens = [move.text for move in solved.moves]
    lines = " ".join(tokens)
    checked = cli("check", *words, "--moves", "-", stdin=lines).out
    assert f"legal, {moves_text(len(solved.moves), solved.steps)}, won" in checked
    if solved.steps != len(solved.moves):
        assert f", {solved.steps} steps)" in head
    found = json.loads(cli("check", *words, "--moves", "-", "--json", stdin=lines).out)
    assert found["moves"] == found["actions"] == len(solved.moves)
    assert (found["player_moves"], found["steps"]) == (solved.player_moves, solved.steps)
    found = json.loads(cli("solve", *words, *soon, "--json").out)
    assert (len(found["moves"]), found["steps"]) == (len(solved.moves), solved.steps)
    head = f"# Vierfeld 1 {game} {deal}" + (f" {rules}" if rules else "")
    for seed in range(3):
        session = from_text(f"{head}\n{wrapped(tokens, seed)}", game, rules)
        assert session.won and session.steps_done == solved.steps
        # Some short lines are what a player may do at once.
        assert len(solved.moves) * 0.6 < len(session.actions) <= len(solved.moves)
    session = from_text(f"{head}\n{lines}", game, rules)
    assert len(session.actions) == len(solved.moves), "one line of all is no action"


@pytest.mark.parametrize(
    ("rules", "balance"),
    [("hoyle", "-$45"), ("xpat2", "-$47"), ("casino", "-$13"), ("aisleriot", "1 point")],
)
def test_account_and_stage_are_printed(cli: Cli, rules: str, balance: str) -> None:
    stage = ["Stage: 1 of 3"] if rules == "casino" else []
    words = ("canfield", "42", "--rules", rules)
    laid_out = cli("deal", *words).out.splitlines()
    assert laid_out[-1 - len(stage) :] == [f"Balance: {balance}", *stage]
    checked = cli("check", *words).out.splitlines()
    assert checked[0].endswith(balance) and checked[1:] == [*laid_out[: -1 - len(stage)], *stage]
    refused = cli("check", *words, "--moves", "-", stdin="t")
    assert refused.out.splitlines()[1:] == laid_out, "the position before what is illegal"


def test_the_best_account_is_printed_for_one_deal_and_for_several_only_on_request(cli: Cli) -> None:
    for rules in a_few(("xpat2", "casino"), 1, "best balance"):
        words = ("solve", "canfield", "4", "--rules", rules, "--time-limit", "0.5")
        head, found = cli(*words).out.splitlines()[0], json.loads(cli(*words, "--json").out)
        best = found["best_account"]
        assert f", balance ${found['account']}, " in head
        assert found["account"] <= best["amount"] <= 208
        assert f"${best['amount']} at best" in head or not best["exact"]
    words = ("solve", "canfield", "3", "5", "--rules", "xpat2", "--json")
    assert "best_account" not in cli(*words).out
    for line in cli(*words, "--account").out.splitlines():
        best = json.loads(line)["best_account"]
        assert best["exact"] and best["amount"] in (-47, -42)


@pytest.mark.parametrize(("rules", "account"), [("hoyle", 450), ("aisleriot", 52)])
def test_the_best_account_is_not_looked_for_where_redeals_are_free(
    rules: str, account: int
) -> None:
    found = work(Solving(numbered("canfield", 4, rules), (), 20.0, want_account=True))
    assert (found.verdict, found.account, found.best_account) == (Verdict.WINNABLE, account, None)
