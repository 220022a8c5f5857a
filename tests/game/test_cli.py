"""``python -m game``: what it prints and how it ends, for input that is as it should be."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from game.cli.main import COMMANDS
from game.core.cards import cards_text, deck_order
from game.rules.canfield import RULE_SETS
from game.rules.registry import numbered
from game.support.version import VERSION
from game.teach.difficulty import graded_at_once
from tests.game.conftest import Cli
from tests.game.table import dealt
from tests.house import trees
from tests.plain_rules import plain_rules

ROOT = Path(__file__).resolve().parents[2]
SOLVED: dict[str, dict[str, str]] = json.loads(
    (ROOT / "tests" / "data" / "vierfrei_lines.json").read_text("utf-8")
)
WON = SOLVED["10913"]["every move written"]
PUBLISHED = SOLVED["10913"]["as published, safe moves left out"]

BOARD_617 = """\
: 7D TD TH KD 4C 4S JD
: AD 7S QC 5H QS TS KS
: 5C QD 3H 9S 9C 2H KC
: 3S AC 9D 3C 9H 5D 4H
: 5S 6D 6S 8S 7C JC
: 8C 8H 8D 7H 6H 6C
: 2D AS 3D 4D 2C JH
: AH KH TC JS 2S QH
"""
DECK_42 = cards_text(deck_order(42))


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


class TestDeal:
    def test_vierfrei(self, cli: Cli) -> None:
        assert cli("deal", "vierfrei", "617") == (0, BOARD_617, "")

    def test_several_numbers_and_ranges(self, cli: Cli) -> None:
        done = cli("deal", "vierfrei", "1-3", "617", "5-5")
        boards = done.out.split("\n\n")
        assert [len(board.splitlines()) for board in boards] == [8] * 5
        assert boards[3] == BOARD_617.rstrip()

    def test_the_same_number_as_often_as_asked(self, cli: Cli) -> None:
        done = cli("deal", "vierfrei", "617", "617", "617-617")
        assert done.out == "\n".join([BOARD_617] * 3)

    def test_leading_zeros(self, cli: Cli) -> None:
        assert cli("deal", "vierfrei", "000617").out == BOARD_617

    def test_the_last_number(self, cli: Cli) -> None:
        assert cli("deal", "vierfrei", "999999").status == 0

    def test_canfield_names_each_pile(self, cli: Cli) -> None:
        done = cli("deal", "canfield", "617", "--rules", "xpat2")
        assert done.status == 0
        assert done.out.splitlines()[:-2] == [
            "Reserve: 7D AD 5C 3S 5S 8C 2D AH TD 7S QD AC 6D",
            "Foundation C:",
            "Foundation H: 8H",
            "Foundation S:",
            "Foundation D:",
            "Column 1: AS",
            "Column 2: KH",
            "Column 3: TH",
            "Column 4: QC",
            "Waste: 3H 9D 6S",
        ]
        assert done.out.splitlines()[-2].startswith("Stock (next card last): ")
        assert done.out.endswith(" TC 3D 8D\nBalance: -$47\n")

    def test_deck_order(self, cli: Cli) -> None:
        done = cli("deal", "canfield", "42", "617", "--deck")
        assert done.out == f"{DECK_42}\n{cards_text(deck_order(617))}\n"

    def test_json_vierfrei(self, cli: Cli) -> None:
        (found,) = objects(cli("deal", "vierfrei", "617", "--json").out)
        graded = graded_at_once(numbered("vierfrei", 617))
        assert found == {
            "game": "vierfrei",
            "rules": None,
            "deal": 617,
            "piles": {
                "cells": ["", "", "", ""],
                "foundations": {"C": 0, "D": 0, "H": 0, "S": 0},
                "columns": [line[2:] for line in BOARD_617.splitlines()],
            },
            "account": None,
            "stage": None,
            "won": False,
            "moves": 0,
            "par": graded.par.moves if graded else None,
            "par_proven": graded.par.proven if graded else None,
            "grade": int(graded.grade) if graded else None,
        }

    @pytest.mark.parametrize("rules", RULE_SETS)
    def test_json_canfield(self, cli: Cli, rules: str) -> None:
        (found,) = objects(cli("deal", "canfield", "617", "--rules", rules, "--json").out)
        table = dealt("canfield", 617, rules)
        plain = plain_rules(rules)
        waste = " ".join(["3H", "9D", "6S"][: plain.waste])
        account = plain.account(1, 0, 1 if plain.parts else 3)
        assert found == {
            "game": "canfield",
            "rules": rules,
            "deal": 617,
            "piles": {
                "stock": " ".join(reversed(table.stock.split())),
                "waste": waste,
                "reserve": "7D AD 5C 3S 5S 8C 2D AH TD 7S QD AC 6D",
                "base": "8",
                "foundations": {"C": 0, "D": 0, "H": 1, "S": 0},
                "columns": ["AS", "KH", "TH", "QC"],
            },
            "account": account,
            "stage": 1 if rules == "casino" else None,
            "won": False,
            "moves": 0,
        }

    def test_hoyle_unless_said(self, cli: Cli) -> None:
        plain = cli("deal", "canfield", "42", "--json")
        assert plain == cli("deal", "canfield", "42", "--rules", "hoyle", "--json")

    def test_json_keeps_the_order(self, cli: Cli) -> None:
        found = objects(cli("deal", "vierfrei", "9", "1-3", "2", "--json").out)
        assert [entry["deal"] for entry in found] == [9, 1, 2, 3, 2]


class TestCheck:
    def test_legal_and_won(self, cli: Cli) -> None:
        done = cli("check", "vierfrei", "10913", "--moves", "-", stdin=WON)
        assert done == (0, "vierfrei 10913: legal, 69 moves (85 steps), won\n", "")

    def test_legal(self, cli: Cli) -> None:
        done = cli("check", "vierfrei", "10913", "--moves", "-", stdin="26 76")
        head, *board = done.out.splitlines()
        assert (done.status, head, len(board)) == (0, "vierfrei 10913: legal, 2 moves (4 steps)", 8)

    def test_illegal(self, cli: Cli) -> None:
        done = cli("check", "vierfrei", "617", "--moves", "-", stdin="1a 26 3b")
        head, *board = done.out.splitlines()
        assert done.status == 1
        assert head == 'vierfrei 617: illegal: move 2 "26": Only a red 5 can go on the 6 of clubs.'
        # The position is the one before the refused move.
        assert board[:2] == ["Freecells: JD - - -", ": 7D TD TH KD 4C 4S"]

    @pytest.mark.parametrize(
        ("rules", "account"),
        [
            ("hoyle", "balance -$45"),
            ("xpat2", "balance -$47"),
            ("casino", "balance -$13"),
            ("aisleriot", "1 point"),
        ],
    )
    def test_the_account_in_words(self, cli: Cli, rules: str, account: str) -> None:
        done = cli("check", "canfield", "42", "--rules", rules)
        name = RULE_SETS[rules].name
        head = done.out.splitlines()[0]
        assert head == f"canfield 42 ({name}): legal, 0 moves, {account}"

    def test_json_legal(self, cli: Cli) -> None:
        done = cli("check", "vierfrei", "10913", "--moves", "-", "--json", stdin=WON)
        (found,) = objects(done.out)
        assert done.status == 0
        assert found == {
            "game": "vierfrei",
            "rules": None,
            "deal": 10913,
            "piles": {
                "cells": ["", "", "", ""],
                "foundations": {"C": 13, "D": 13, "H": 13, "S": 13},
                "columns": [""] * 8,
            },
            "account": None,
            "stage": None,
            "won": True,
            "moves": 69,
            "actions": 69,
            "player_moves": 17,
            "steps": 85,
            "legal": True,
        }

    def test_json_illegal(self, cli: Cli) -> None:
        done = cli("check", "canfield", "42", "--moves", "-", "--json", stdin="d d\nt d")
        (found,) = objects(done.out)
        assert done.status == 1
        told = {key: found[key] for key in ("legal", "at", "token", "reason", "message", "moves")}
        assert told == {
            "legal": False,
            "at": 2,
            "token": "t",
            "reason": "stock-left",
            "message": "There are still cards in the stock.",
            "moves": 2,
        }
        assert len(found["piles"]["waste"].split()) == 6

    @pytest.mark.parametrize("moves", ["26", "1a\n26", "1a\n26\n3b"])
    def test_a_copied_game_may_be_illegal(self, cli: Cli, moves: str) -> None:
        text = f"# Vierfeld 1 vierfrei 617\n{moves}"
        done = cli("check", "vierfrei", "617", "--moves", "-", "--json", stdin=text)
        (found,) = objects(done.out)
        before = moves.count("1a")
        assert (done.status, found["at"], found["actions"]) == (1, before, before)

    def test_the_token_is_told_as_it_was_written(self, cli: Cli) -> None:
        done = cli("check", "vierfrei", "617", "--moves", "-", "--json", stdin="1A 2A")
        assert objects(done.out)[0]["token"] == "2A"

    def test_follow_safe(self, cli: Cli) -> None:
        words = ("check", "vierfrei", "10913", "--moves", "-", "--follow-safe", "--json")
        (found,) = objects(cli(*words, stdin=PUBLISHED).out)
        assert (found["won"], found["legal"], found["moves"]) == (True, True, 69)
        (plain,) = objects(cli(*(word for word in words if "safe" not in word), stdin="26").out)
        assert not plain["won"]

    def test_options_before_the_number(self, cli: Cli, tmp_path: Path) -> None:
        file = tmp_path / "moves.txt"
        file.write_text("26", "utf-8")
        after = cli("check", "vierfrei", "617", "--moves", str(file), "--json")
        before = cli("check", "--moves", str(file), "vierfrei", "--json", "617")
        assert after == before
        assert after.status == 1

    def test_moves_with_bom_crlf_and_comments(self, cli: Cli) -> None:
        text = b"\xef\xbb\xbf# Vierfeld 1 vierfrei 617\r\n1a # first\r\n2b\r\n"
        done = cli("check", "vierfrei", "617", "--moves", "-", "--json", stdin=text)
        assert (done.status, objects(done.out)[0]["moves"]) == (0, 2)

    def test_own_boards_have_an_index(self, cli: Cli) -> None:
        text = f"{BOARD_617}\n# the same again\n\n{BOARD_617.lower()}"
        found = objects(cli("check", "vierfrei", "--board", "-", "--json", stdin=text).out)
        assert [(entry["index"], entry["deal"]) for entry in found] == [(1, None), (2, None)]
        assert found[0]["piles"] == found[1]["piles"]

    def test_own_board_with_moves(self, cli: Cli, tmp_path: Path) -> None:
        file = tmp_path / "board.txt"
        file.write_text(BOARD_617, "utf-8")
        done = cli("check", "vierfrei", "--board", str(file), "--moves", "-", stdin="1a")
        assert done.out.startswith("vierfrei board 1: legal, 1 move\nFreecells: JD - - -\n")

    def test_own_decks(self, cli: Cli) -> None:
        text = f"# decks\n{DECK_42}\n\n{DECK_42.lower()} # again\n"
        words = ("check", "canfield", "--rules", "casino", "--deck", "-")
        found = objects(cli(*words, "--json", stdin=text).out)
        assert [(entry["index"], entry["rules"]) for entry in found] == [(1, "casino")] * 1 + [
            (2, "casino")
        ]
        (numbered,) = objects(cli("check", "canfield", "42", "--rules", "casino", "--json").out)
        assert found[0]["piles"] == numbered["piles"]
        heads = [line for line in cli(*words, stdin=text).out.splitlines() if "legal" in line]
        assert heads[1].startswith("canfield deck 2 (Casino): legal, 0 moves")

    def test_what_deal_prints_check_reads(self, cli: Cli) -> None:
        boards = cli("deal", "vierfrei", "1-5").out
        assert (
            len(objects(cli("check", "vierfrei", "--board", "-", "--json", stdin=boards).out)) == 5
        )
        decks = cli("deal", "canfield", "1-5", "--deck").out
        assert len(objects(cli("check", "canfield", "--deck", "-", "--json", stdin=decks).out)) == 5

    def test_one_illegal_of_several(self, cli: Cli, tmp_path: Path) -> None:
        boards = cli("deal", "vierfrei", "617", "1").out
        file = tmp_path / "boards.txt"
        file.write_text(boards, "utf-8")
        done = cli("check", "vierfrei", "--board", str(file), "--moves", "-", "--json", stdin="25")
        assert [entry["legal"] for entry in objects(done.out)].count(False) >= 1
        assert done.status == 1


def record(**keys: object) -> str:
    return json.dumps({"id": "x", "game": "vierfrei", "deal": 617, "moves": []} | keys)


class TestBatch:
    def test_in_the_order_of_the_input_with_the_id(self, cli: Cli) -> None:
        ids: list[object] = ["a", 7, None, [1, {"b": 2}], 1.5, "ä\ud800"]
        batch = "\n".join(record(id=name, deal=place) for place, name in enumerate(ids))
        done = cli("check", "--batch", "-", "--json", stdin=batch)
        found = objects(done.out)
        assert (done.status, done.err) == (0, "")
        assert [entry["id"] for entry in found] == ids
        assert [entry["deal"] for entry in found] == list(range(len(ids)))

    def test_without_an_id(self, cli: Cli) -> None:
        done = cli("check", "--batch", "-", stdin='{"game":"vierfrei","deal":1}')
        assert objects(done.out)[0]["id"] is None

    @pytest.mark.parametrize("moves", [["1a", "2B"], "1a 2B", "1a\n2B # no 3c", ["1A", "2b"]])
    def test_moves_as_list_or_string(self, cli: Cli, moves: object) -> None:
        (found,) = objects(cli("check", "--batch", "-", stdin=record(moves=moves)).out)
        assert (found["legal"], found["moves"]) == (True, 2)
        assert found["piles"]["cells"] == ["JD", "KS", "", ""]

    @pytest.mark.parametrize("board", [BOARD_617, BOARD_617.splitlines()])
    def test_boards(self, cli: Cli, board: object) -> None:
        line = json.dumps({"id": 1, "game": "vierfrei", "board": board, "moves": "1a"})
        (found,) = objects(cli("check", "--batch", "-", stdin=line).out)
        assert (found["deal"], found["legal"]) == (None, True)
        assert found["piles"]["columns"][0] == "7D TD TH KD 4C 4S"

    @pytest.mark.parametrize("deck", [DECK_42, DECK_42.split()])
    def test_decks(self, cli: Cli, deck: object) -> None:
        line = json.dumps({"game": "canfield", "rules": "xpat2", "deck": deck})
        (found,) = objects(cli("check", "--batch", "-", stdin=line).out)
        (numbered,) = objects(cli("deal", "canfield", "42", "--rules", "xpat2", "--json").out)
        assert found["piles"] == numbered["piles"]

    def test_canfield_without_rules_is_hoyle(self, cli: Cli) -> None:
        batch = "\n".join(
            json.dumps({"game": "canfield", "deal": 1} | more) for more in ({}, {"rules": None})
        )
        found = objects(cli("check", "--batch", "-", stdin=batch).out)
        assert [entry["rules"] for entry in found] == ["hoyle", "hoyle"]

    def test_unknown_keys_and_nulls_are_passed_over(self, cli: Cli) -> None:
        line = record(board=None, deck=None, rules=None, expect={"won": 1}, **{"": [None]})
        assert cli("check", "--batch", "-", stdin=line).status == 0

    def test_an_illegal_line_is_status_1(self, cli: Cli) -> None:
        batch = f"{record()}\n{record(moves=['26'])}\n{record()}"
        done = cli("check", "--batch", "-", stdin=batch)
        assert (done.status, done.err) == (1, "")
        assert [entry["legal"] for entry in objects(done.out)] == [True, False, True]

    def test_a_bad_line_is_answered_in_its_place(self, cli: Cli) -> None:
        batch = f"{record(id=1)}\n{record(id=2, moves=['26', 'zz'])}\nnonsense\n{record(id=4)}\n"
        done = cli("check", "--batch", "-", stdin=batch)
        found = objects(done.out)
        assert done.status == 2
        assert found[1] == {"id": 2, "error": "line 2: moves[1]: 'zz': not a move"}
        assert list(found[2]) == ["id", "error"]
        assert found[2]["id"] is None
        assert [found[0]["legal"], found[3]["legal"]] == [True, True]
        told = "standard input: line 2: moves[1]: 'zz': not a move (and 1 more bad line)\n"
        assert done.err == told

    def test_bom_crlf_and_empty_lines(self, cli: Cli) -> None:
        batch = b"\xef\xbb\xbf" + f"{record(id=1)}\r\n\r\n  \r\n{record(id=2)}".encode()
        done = cli("check", "--batch", "-", stdin=batch)
        assert done.status == 0
        assert [entry["id"] for entry in objects(done.out)] == [1, 2]

    def test_an_empty_batch_has_nothing_to_say(self, cli: Cli) -> None:
        assert cli("check", "--batch", "-", stdin="") == (0, "", "")

    def test_from_a_file(self, cli: Cli, tmp_path: Path) -> None:
        file = tmp_path / "batch.jsonl"
        file.write_text(record(), "utf-8")
        assert cli("check", "--batch", str(file)) == cli("check", "--batch", "-", stdin=record())


class TestHelp:
    @pytest.mark.parametrize("words", ["--help", "-h", *(f"{name} --help" for name in COMMANDS)])
    def test_help(self, cli: Cli, words: str) -> None:
        done = cli(*words.split())
        assert (done.status, done.err) == (0, "")
        assert done.out.startswith("usage: python -m game")
        assert all(len(line) <= 100 for line in done.out.splitlines())

    def test_version(self, cli: Cli) -> None:
        done = cli("--version")
        assert (done.status, done.err) == (0, "")
        assert done.out == f"Vierfeld {VERSION}, Python solver\n"
        assert "--version" in cli("--help").out

    def test_the_commands_that_there_are(self, cli: Cli) -> None:
        listed = cli("--help").out.splitlines()
        page = (ROOT / "docs" / "command-line.md").read_text("utf-8")
        for name, command in COMMANDS.items():
            (line,) = [line for line in listed if line.startswith(f"  {name} ")]
            assert line.endswith(f"  {command().summary}")
            assert f"\npython -m game {name} " in page, (
                f"an example of {name} in docs/command-line.md"
            )
        for module, tree in trees().items():
            if module.startswith("game.cli."):
                defined = {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
                made = {name for name in defined if name.endswith("parser")}
                listed_here = {
                    one.__name__ for one in COMMANDS.values() if one.__module__ == module
                }
                assert made == listed_here, f"add what {module} has to COMMANDS of game/cli/main"
