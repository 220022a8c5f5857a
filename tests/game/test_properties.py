"""Properties of all games, some checked against facts in ``tests/data``."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from game.core.cards import PACK, Card, cards_text, deck_order
from game.core.moves import Move, Refusal, Step, Verb
from game.core.state import (
    CELLS,
    FOUNDATIONS,
    HOME,
    RESERVE,
    STOCK,
    WASTE,
    State,
    columns,
    differences,
)
from game.play.game_text import from_text, to_text
from game.play.history import action_text
from game.play.session import Session
from game.rules.canfield import RULE_SETS
from game.rules.notation import board_text, parse_board
from game.rules.registry import KINDS, VIERFREI, Deal, numbered
from game.rules.replay import replay
from game.solver.answer import Solving, Verdict, work
from game.solver.packed import pack, unpack
from game.words.names import moves_text, refusal_text
from tests.each import each
from tests.game.conftest import Cli
from tests.game.reading import line as moves_of
from tests.game.reading import parse_move
from tests.game.table import dealt
from tests.game.trees import any_deal, by_chance
from tests.house import ROOT
from tests.plain_rules import plain_rules
from tests.seed import a_few, chance

PILES = (*columns(8), *CELLS, *FOUNDATIONS, RESERVE, STOCK, WASTE)
each_kind = pytest.mark.parametrize(("game", "rules"), KINDS)


def games_of(game: str, rules: str | None) -> Iterator[Session]:
    """Yield random games of one kind."""
    for which in range(4):
        yield by_chance(any_deal(game, rules, which), 40)


@each_kind
def test_each_step_can_be_replayed_taken_back_and_stored_and_home_moves_are_legal(
    game: str, rules: str | None
) -> None:
    for session in games_of(game, rules):
        for node in session.history.root.subtree():
            before = session.state_at(node.parent or node)
            for step in node.action:
                if step.move.verb is not Verb.RESTART:
                    check_step(session, before, step)
                before = step.after


def check_step(session: Session, before: State, step: Step) -> None:
    engine, after = session.rules, step.after
    move = engine.resolve(before, parse_move(step.text, session.deal.game))
    assert isinstance(move, Move) and engine.expand(before, move) == (step,)
    assert before.apply(step.transfers, stage=after.stage, turns=after.turns) == after
    back = [transfer.reversed() for transfer in reversed(step.transfers)]
    again = after.apply(back, stage=before.stage, turns=before.turns)
    # A run is taken back card by card, so its cards may end up in another order.
    assert {pile: set(cards) for pile, cards in again.piles.items()} == {
        pile: set(cards) for pile, cards in before.piles.items()
    }
    found = differences(after, before)
    assert not differences(after, after)
    assert after.apply(found, stage=before.stage, turns=before.turns) == before
    assert sorted(card for pile in after.piles.values() for card in pile) == sorted(PACK)
    assert unpack(engine, pack(engine, after)) == after.apply((), turns=0)
    if session.deal.game == VIERFREI:
        assert parse_board(board_text(after)) == after
    homes = [engine.home_move(after, safe=safe) for safe in (True, False)]
    assert all(isinstance(engine.resolve(after, one), Move) for one in homes if one)
    if engine.stuck(after):
        assert homes == [None, None], "nothing is playable now"


@each_kind
def test_every_move_is_resolved_or_refused_with_a_sentence(game: str, rules: str | None) -> None:
    dice = chance("any move", game, rules)
    verbs = [verb for verb in Verb if verb not in (Verb.RESTART, Verb.CARRY)]
    for session in games_of(game, rules):
        engine, state = session.rules, session.state
        held = [pile for pile in PILES if pile in state or pile not in columns(8)]
        for _ in range(200):
            source, target = dice.choice(held), dice.choice([*held, HOME])
            move = Move.carry(source, target, dice.choice([None, None, *range(-3, 41)]))
            if dice.random() < 0.1:
                move = Move(dice.choice(verbs))
            found = engine.resolve(state, move)
            if isinstance(found, Refusal):
                assert refusal_text(found).endswith(".")
            else:
                assert engine.resolve(state, found) == found and engine.expand(state, found)
                if found.verb is Verb.CARRY:
                    counts = engine.counts(state, found.source)
                    assert found.count in counts, "a hand cannot take up so many"


# -- the counting of moves and steps ---------------------------------------------------------------


def wrapped(tokens: Sequence[str], seed: int) -> str:
    """Return ``tokens`` in lines of random length."""
    dice, left, lines = chance("lines", seed), list(tokens), list[str]()
    while left:
        count = dice.choice([1, 2, 3, 25, 40])
        lines.append(" ".join(left[:count]))
        del left[:count]
    return "\n".join(lines)


def words_of(deal: Deal) -> tuple[str, ...]:
    """Return the command-line arguments for ``deal``."""
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
    # The search for the best account takes long and is not tested here.
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
        # All moves on a short line of text may count as one action.
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


def test_the_best_account_is_not_looked_for_where_redeals_are_free() -> None:
    for rules, account in (("hoyle", 450), ("aisleriot", 52)):
        found = work(Solving(numbered("canfield", 4, rules), (), 20.0, want_account=True))
        assert (found.verdict, found.account, found.best_account) == (
            Verdict.WINNABLE,
            account,
            None,
        )


# -- the facts in tests/data -----------------------------------------------------------------------


DATA = ROOT / "tests" / "data"
DEALS: dict[str, Any] = json.loads((DATA / "deals.json").read_text("utf-8"))
LINES: list[dict[str, Any]] = [
    json.loads(line) for line in (DATA / "lines.jsonl").read_text("utf-8").splitlines()
]
PUBLISHED: dict[str, dict[str, str]] = json.loads((DATA / "vierfrei_lines.json").read_text("utf-8"))


def test_decks_are_dealt_in_the_known_order() -> None:
    for number, order in DEALS["deck_order"].items():
        assert cards_text(deck_order(int(number))) == order


def test_vierfrei_deals_the_known_columns() -> None:
    for number, piles in DEALS["vierfrei_columns"].items():
        table = dealt("vierfrei", int(number))
        assert [table.column(place) for place in range(1, 9)] == piles


def test_the_32000_classic_deals_are_dealt_as_elsewhere() -> None:
    digest = hashlib.sha256()
    names = {card: str(card) for card in deck_order(1)}
    for number in range(1, 32001):
        deck = [names[card] for card in deck_order(number)]
        digest.update("".join(" ".join(deck[start::8]) + "\n" for start in range(8)).encode())
    assert digest.hexdigest() == DEALS["sha256_of_layouts_1_to_32000"]["value"]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_canfield_deals_the_known_piles(rules: str) -> None:
    for number, layout in DEALS["canfield_common"].items():
        table = dealt("canfield", int(number), rules)
        assert table.reserve == layout["reserve (last is the top)"]
        base = Card.parse(layout["base"])
        assert table.home == {"C": 0, "D": 0, "H": 0, "S": 0} | {base.suit.letter: 1}
        assert [table.column(place) for place in range(1, 5)] == layout["columns"]
        waste = plain_rules(rules).waste
        initial = layout["initial waste under xpat2 and casino (last is the top)"].split()
        assert table.waste.split()[: len(initial)] == initial[:waste]
        if not waste:
            upcoming = layout["next cards of the stock under hoyle and aisleriot"]
            assert table.stock.startswith(upcoming)


def test_the_batch_plays_the_known_lines() -> None:
    text = (DATA / "lines.jsonl").read_bytes()
    command = [sys.executable, "-m", "game", "check", "--batch", "-", "--json"]
    done = subprocess.run(command, input=text, capture_output=True, cwd=ROOT, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(answer) for answer in done.stdout.splitlines()]
    assert len(answers) == len(LINES)
    for line, answer in zip(LINES, answers, strict=True):
        actions, players, steps = (answer.pop(key) for key in ("actions", "player_moves", "steps"))
        assert max(actions, players) <= len(line["moves"]) <= steps
        expect = {"stage": None} | line["expect"]
        asked = {key: line[key] for key in ("id", "game", "rules", "deal")}
        assert answer == expect | asked | {"moves": len(line["moves"]), "legal": True}


def may_follow(deal: Deal, state: State, token: str) -> bool:
    """Return whether ``token`` is a legal move in ``state``."""
    try:
        move = parse_move(token, deal.game)
    except ValueError:
        return False
    return not isinstance(deal.engine.resolve(state, move), Refusal)


@each("line", LINES)
def test_the_known_next_moves_are_legal_and_the_others_not(line: dict[str, Any]) -> None:
    deal = numbered(line["game"], line["deal"], line["rules"])
    last = replay(deal, moves_of(" ".join(line["moves"]), line["game"])).last
    assert {token: may_follow(deal, last, token) for token in line["next"]} == line["next"]


@pytest.mark.parametrize("number", PUBLISHED)
def test_a_published_solution_wins_with_and_without_its_safe_moves(number: str) -> None:
    forms = PUBLISHED[number]
    deal = numbered("vierfrei", int(number))
    short = moves_of(forms["as published, safe moves left out"], "vierfrei")
    full = moves_of(forms["every move written"], "vierfrei")
    assert deal.engine.won(replay(deal, full).last)
    followed = replay(deal, short, follow_safe=True)
    assert deal.engine.won(followed.last)
    assert len(followed.actions) == len(full)
    assert replay(deal, short).refusal is not None
