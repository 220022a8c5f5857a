"""The commands ``deal`` and ``check``, branches, and the help."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.cli.main import COMMANDS
from game.core.cards import cards_text, deck_order
from game.play.game_text import from_text, tree_text
from game.play.session import Session
from game.rules.canfield import RULE_SETS
from game.rules.notation import board_text
from game.rules.registry import numbered
from game.store.store import PlayerStore
from game.support.version import VERSION
from game.teach.difficulty import graded_at_once
from tests.game.conftest import Cli
from tests.game.reading import ROOT, objects, played, record
from tests.game.table import dealt
from tests.game.test_trees import TREE
from tests.game.trees import every_way
from tests.plain_rules import plain_rules

LINES = json.loads((ROOT / "tests" / "data" / "vierfrei_lines.json").read_text("utf-8"))["10913"]
WON: str = LINES["every move written"]
PUBLISHED: str = LINES["as published, safe moves left out"]
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
CHECK = ("check", "vierfrei", "617", "--moves", "-")
DECK_42 = cards_text(deck_order(42))
RESERVE_617 = "7D AD 5C 3S 5S 8C 2D AH TD 7S QD AC 6D"


def shown(game: str, rules: str | None, deal: int, **more: Any) -> dict[str, Any]:
    """Return the expected JSON of a new game, updated by ``more``."""
    start = {"account": None, "stage": None, "won": False, "moves": 0}
    return {"game": game, "rules": rules, "deal": deal, **start, **more}


class TestDeal:
    def test_deals_are_printed_in_the_order_asked(self, cli: Cli) -> None:
        assert cli("deal", "vierfrei", "617") == (0, BOARD_617, "")
        done = cli("deal", "vierfrei", "617", "000617", "617-617")
        assert done.out == "\n".join([BOARD_617] * 3)
        found = objects(cli("deal", "vierfrei", "999999", "1-3", "2", "--json").out)
        assert [entry["deal"] for entry in found] == [999999, 1, 2, 3, 2]

    def test_canfield_is_printed_by_piles_or_as_a_deck(self, cli: Cli) -> None:
        done = cli("deal", "canfield", "617", "--rules", "xpat2")
        *piles, stock, _ = done.out.splitlines()
        foundations = ("Foundation C:", "Foundation H: 8H", "Foundation S:", "Foundation D:")
        columns = ("Column 1: AS", "Column 2: KH", "Column 3: TH", "Column 4: QC")
        assert piles == [f"Reserve: {RESERVE_617}", *foundations, *columns, "Waste: 3H 9D 6S"]
        assert stock.startswith("Stock (next card last): ")
        assert done.out.endswith(" TC 3D 8D\nBalance: -$47\n")
        done = cli("deal", "canfield", "42", "617", "--deck")
        assert done.out == f"{DECK_42}\n{cards_text(deck_order(617))}\n"

    def test_vierfrei_is_printed_in_json(self, cli: Cli) -> None:
        (found,) = objects(cli("deal", "vierfrei", "617", "--json").out)
        graded = graded_at_once(numbered("vierfrei", 617))
        assert graded is not None
        columns = [line[2:] for line in BOARD_617.splitlines()]
        assert found == shown(
            *("vierfrei", None, 617),
            piles={"cells": [""] * 4, "foundations": dict.fromkeys("CDHS", 0), "columns": columns},
            par=graded.par.moves,
            par_proven=graded.par.proven,
            grade=int(graded.grade),
        )

    @pytest.mark.parametrize("rules", RULE_SETS)
    def test_canfield_is_printed_in_json(self, cli: Cli, rules: str) -> None:
        (found,) = objects(cli("deal", "canfield", "617", "--rules", rules, "--json").out)
        plain, stock = plain_rules(rules), dealt("canfield", 617, rules).stock
        assert found == shown(
            *("canfield", rules, 617),
            piles={
                "stock": " ".join(reversed(stock.split())),
                "waste": " ".join(["3H", "9D", "6S"][: plain.waste]),
                "reserve": RESERVE_617,
                "base": "8",
                "foundations": {"C": 0, "D": 0, "H": 1, "S": 0},
                "columns": ["AS", "KH", "TH", "QC"],
            },
            account=plain.account(1, 0, 1 if plain.parts else 3),
            stage=1 if rules == "casino" else None,
        )
        if rules == "hoyle":
            assert objects(cli("deal", "canfield", "617", "--json").out) == [found], "by default"


class TestCheck:
    def test_a_game_is_reported_in_words(self, cli: Cli) -> None:
        words = ("check", "vierfrei", "10913", "--moves", "-")
        won = "vierfrei 10913: legal, {} moves (85 steps), won\n"
        assert cli(*words, stdin=WON) == (0, won.format(69), "")
        # Safe moves may be left out.
        assert cli(*words, "--follow-safe", stdin=PUBLISHED) == (0, won.format(19), "")
        noted = cli(*words, "--follow-safe", "--text", stdin=f"{PUBLISHED} {{won}}").out
        assert cli(*words, stdin=noted).out == won.format(69)
        done = cli(*words, stdin="26 76")
        head, *board = done.out.splitlines()
        assert (done.status, head, len(board)) == (0, "vierfrei 10913: legal, 2 moves (4 steps)", 8)
        done = cli(*CHECK, stdin="1a 26 3b")
        head, *board = done.out.splitlines()
        assert done.status == 1
        assert head == 'vierfrei 617: illegal: move 2 "26": Only a red 5 can go on the 6 of clubs.'
        # The board shown is the position before the refused move.
        assert board[:2] == ["Freecells: JD - - -", ": 7D TD TH KD 4C 4S"]

    def test_an_illegal_game_is_reported_in_json(self, cli: Cli) -> None:
        done = cli("check", "canfield", "42", "--moves", "-", "--json", stdin="d d\nt d")
        (found,) = objects(done.out)
        expected = {"legal": False, "at": 2, "token": "t", "reason": "stock-left", "moves": 2}
        expected["message"] = "There are still cards in the stock."
        assert (done.status, {key: found[key] for key in expected}) == (1, expected)
        assert len(found["piles"]["waste"].split()) == 6
        assert objects(cli(*CHECK, "--json", stdin="1A 2A").out)[0]["token"] == "2A", "as written"
        for moves, before in (("26", 0), ("1a\n26\n3b", 1)):
            done = cli(*CHECK, "--json", stdin=f"# Vierfeld 1 vierfrei 617\n{moves}")
            (found,) = objects(done.out)
            assert (done.status, found["at"], found["actions"]) == (1, before, before)

    def test_options_may_come_first_and_moves_have_a_bom_crlf_and_comments(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        file = tmp_path / "moves.txt"
        file.write_bytes(b"\xef\xbb\xbf# Vierfeld 1 vierfrei 617\r\n1a # first\r\n2b\r\n")
        after = cli("check", "vierfrei", "617", "--moves", str(file), "--json")
        assert after == cli("check", "--moves", str(file), "vierfrei", "--json", "617")
        assert (after.status, objects(after.out)[0]["moves"]) == (0, 2)

    def test_own_boards_are_checked(self, cli: Cli, tmp_path: Path) -> None:
        text = f"{BOARD_617}\n# the same again\n\n{BOARD_617.lower()}"
        found = objects(cli("check", "vierfrei", "--board", "-", "--json", stdin=text).out)
        assert [(entry["index"], entry["deal"]) for entry in found] == [(1, None), (2, None)]
        assert found[0]["piles"] == found[1]["piles"]
        file = tmp_path / "boards.txt"
        file.write_text(cli("deal", "vierfrei", "617", "1-5").out, "utf-8")
        words = ("check", "vierfrei", "--board", str(file), "--moves", "-")
        done = cli(*words, stdin="1a")
        assert done.out.startswith("vierfrei board 1: legal, 1 move\nFreecells: JD - - -\n")
        done = cli(*words, "--json", stdin="25")
        legal = [entry["legal"] for entry in objects(done.out)]
        assert done.status == 1 and len(legal) == 6 and not all(legal)


class TestBatch:
    def test_answers_have_the_order_and_ids_of_the_input(self, cli: Cli, tmp_path: Path) -> None:
        ids: list[object] = ["a", 7, None, [1, {"b": 2}], 1.5, "ä\ud800"]
        batch = "\n".join(record(id=name, deal=place) for place, name in enumerate(ids))
        done = cli("check", "--batch", "-", "--json", stdin=batch)
        found = objects(done.out)
        assert (done.status, done.err) == (0, "")
        assert [(entry["id"], entry["deal"]) for entry in found] == [
            (name, place) for place, name in enumerate(ids)
        ]
        file = tmp_path / "batch.jsonl"
        file.write_text('{"game": "canfield", "deal": 1}', "utf-8")
        (found,) = objects(cli("check", "--batch", str(file)).out)
        assert (found["id"], found["rules"]) == (None, "hoyle")

    def test_boards_decks_and_moves_are_lists_or_strings(self, cli: Cli) -> None:
        for board, deck, moves in (
            (BOARD_617, DECK_42, "1a\n2B # no 3c"),
            (BOARD_617.splitlines(), DECK_42.split(), ["1A", "2b"]),
        ):
            lines = [
                {"id": 1, "game": "vierfrei", "board": board, "moves": moves},
                {"game": "canfield", "rules": "xpat2", "deck": deck},
            ]
            batch = "\n".join(map(json.dumps, lines))
            first, second = objects(cli("check", "--batch", "-", stdin=batch).out)
            assert (first["deal"], first["legal"], first["moves"]) == (None, True, 2)
            assert first["piles"]["cells"] == ["JD", "KS", "", ""]
            (deal,) = objects(cli("deal", "canfield", "42", "--rules", "xpat2", "--json").out)
            assert second["piles"] == deal["piles"]

    def test_unknown_keys_nulls_a_bom_crlf_and_empty_lines_are_ignored(self, cli: Cli) -> None:
        line = record(board=None, deck=None, rules=None, expect={"won": 1}, **{"": [None]})
        assert cli("check", "--batch", "-", stdin=line).status == 0
        batch = b"\xef\xbb\xbf" + f"{record(id=1)}\r\n\r\n  \r\n{record(id=2)}".encode()
        done = cli("check", "--batch", "-", stdin=batch)
        assert (done.status, [entry["id"] for entry in objects(done.out)]) == (0, [1, 2])
        assert cli("check", "--batch", "-", stdin="") == (0, "", "")

    def test_an_illegal_line_is_status_1_and_an_unreadable_one_2(self, cli: Cli) -> None:
        moves = ["58 (1h)", "26", "58 (1a; 2b) 8a"]
        for more, status in ([], 1), (["58 (1a", "58 (zz)"], 2):
            batch = "\n".join(record(moves=one) for one in moves + more)
            done = cli("check", "--batch", "-", stdin=batch)
            first, second, third, *bad = objects(done.out)
            assert not first["legal"] and first["branch"]["token"] == "1h"
            assert not second["legal"] and "branches" not in second
            assert done.status == status and third["legal"] and third["branches"] == 1
        assert "never ends" in bad[0]["error"] and "'zz': not a move" in bad[1]["error"]


class TestHelp:
    @pytest.mark.parametrize("words", ["", "-h", *COMMANDS])
    def test_each_command_has_its_help(self, cli: Cli, words: str) -> None:
        done = cli(words) if words == "-h" else cli(*words.split(), "--help")
        assert (done.status, done.err) == (0, "")
        command = f" {words}" if words in COMMANDS else ""
        assert done.out.startswith(f"usage: python -m game{command}")
        assert all(len(line) <= 100 for line in done.out.splitlines())

    def test_the_version_is_printed_and_every_command_listed_and_documented(self, cli: Cli) -> None:
        assert cli("--version") == (0, f"Vierfeld {VERSION}, Python solver\n", "")
        listed = cli("--help").out.splitlines()
        assert any("--version" in line for line in listed)
        page = (ROOT / "docs" / "command-line.md").read_text("utf-8")
        for name, command in COMMANDS.items():
            (line,) = [line for line in listed if line.startswith(f"  {name} ")]
            assert line.endswith(f"  {command().summary}")
            assert f"\npython -m game {name} " in page, "an example in docs/command-line.md"


# -- branches and joined moves ---------------------------------------------------------------------


def test_check_looks_at_the_branches_too(cli: Cli) -> None:
    done = json.loads(cli(*CHECK, "--json", stdin=TREE).out)
    assert (done["legal"], done["moves"], done["branches"]) == (True, 3, 2)
    text = tree_text(from_text(TREE, "vierfrei", None))
    assert cli(*CHECK, "--text", stdin=TREE) == (0, text, "")
    illegal = TREE.replace("3d", "3h")
    branch = cli("advise", "canfield", "42", "--moves", "-", stdin="d (1h)")
    assert branch.status == 2 and "in the branch on line 1: 1h: " in branch.err
    wrong = cli(*CHECK, "--json", stdin=illegal)
    found = json.loads(wrong.out)
    assert (wrong.status, found["legal"], found["branch"]["line"]) == (1, False, 5)
    assert "in the branch on line 5: 3h: " in cli(*CHECK, stdin=illegal).out
    bad = cli(*CHECK, stdin=TREE.replace("2b\n", "2z\n"))
    assert bad.status == 2 and "line 4: '2z': not a move" in bad.err and not bad.out


def test_review_tells_where_the_branches_lead(cli: Cli, tmp_path: Path) -> None:
    *before, first, second, third = WON.split()
    session = played(numbered("vierfrei", 10913), " ".join(before))
    (tmp_path / "board").write_text(board_text(session.state))
    singles = (way[0].text for way in every_way(session) if len(way) == 1)
    other = next(text for text in singles if text != first).removesuffix("v1")
    text = f"{first} ({other}); {second}; {third}"
    words = ("review", "vierfrei", "--board", str(tmp_path / "board"), "--moves", "-")
    (told,) = json.loads(cli(*words, "--json", stdin=text).out.splitlines()[-1])["branches"]
    assert (told["at"], told["action"], told["moves"]) == (0, other, 1)
    assert told["leads"] in ("can-win", "lost")
    assert "instead of move 1: " in cli(*words, stdin=text).out


def test_check_counts_joined_moves_as_one_action(cli: Cli) -> None:
    for moves, actions in (("58\n8a 1b\n2c", 4), ("58\n8a+1b\n2c", 3), ("58+8a+1b+2c", 1)):
        text = f"# Vierfeld 1 vierfrei 617\n{moves}\n"
        done = json.loads(cli(*CHECK, "--json", stdin=text).out)
        assert (done["legal"], done["actions"], done["moves"]) == (True, actions, 4)
        assert cli(*CHECK, "--text", stdin=text).out.splitlines()[-1] == moves.split("\n")[-1]
    assert "line 1: '+': not a move" in cli(*CHECK, stdin="58 8a +").err


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder, set as the player's folder."""
    monkeypatch.setenv("VIERFELD_HOME", str(tmp_path / "mine"))
    return tmp_path / "mine"


class TestRecord:
    def test_games_of_another_folder_are_added_once(
        self, cli: Cli, tmp_path: Path, mine: Path
    ) -> None:
        other = tmp_path / "other"
        store = PlayerStore(other)
        store.ended(Session(numbered("vierfrei", 617)))
        store.close()
        assert cli("record", "merge", str(other)) == (0, "Added 1 entry.\n", "")
        assert cli("record", "merge", str(other)) == (0, "Added 0 entries.\n", "")
        store = PlayerStore(mine)
        assert [one.deal for one in store.log.games()] == [617]
        done = cli("record", "merge", str(other))
        assert (done.status, done.err) == (2, "Vierfeld is open. Close it first.\n")
        store.close()

    @pytest.mark.usefixtures("mine")
    @pytest.mark.parametrize("words", ["merge", "merge a b", "clear a", "merge nowhere"])
    def test_what_cannot_be_merged_is_refused_in_a_line(self, cli: Cli, words: str) -> None:
        done = cli("record", *words.split())
        assert done.status == 2 and done.err.count("\n") == 1
