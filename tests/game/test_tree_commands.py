"""Branches and joined moves in what is given to the commands without a screen."""

from __future__ import annotations

import json
from pathlib import Path

from game.play.session import Session
from game.play.sharing import from_text, tree_text
from game.rules.notation import board_text
from game.rules.registry import numbered
from tests.game.conftest import Cli
from tests.game.test_branches import every_way
from tests.game.test_trees import TREE, play
from tests.store.playing import WON


def test_check_looks_at_the_branches_too(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "moves.txt"
    path.write_text(TREE)
    asked = ("check", "vierfrei", "617", "--moves", str(path))
    done = json.loads(cli(*asked, "--json").out)
    assert (done["legal"], done["moves"], done["branches"]) == (True, 3, 2)
    text = cli(*asked, "--text").out
    assert text == tree_text(from_text(TREE, "vierfrei", None))
    path.write_text(text)
    assert cli(*asked, "--text") == (0, text, "")
    path.write_text(TREE.replace("3d", "3h"))
    wrong = cli(*asked, "--json")
    found = json.loads(wrong.out)
    assert (wrong.status, found["legal"], found["branch"]["line"]) == (1, False, 5)
    assert "in the branch on line 5: 3h: " in cli(*asked).out
    path.write_text(TREE.replace("2b\n", "2z\n"))
    bad = cli(*asked)
    assert bad.status == 2 and "line 4: '2z': not a move" in bad.err and not bad.out


def test_review_tells_where_the_branches_lead(cli: Cli, tmp_path: Path) -> None:
    session = Session(numbered("vierfrei", 10913))
    for token in WON[:-3]:
        play(session, token)
    board, moves = tmp_path / "board.txt", tmp_path / "moves.txt"
    board.write_text(board_text(session.state))
    first, *rest = WON[-3:]
    other = next(
        way[0].text for way in every_way(session) if len(way) == 1 and way[0].text != first
    ).removesuffix("v1")
    moves.write_text(f"{first} ({other}); {'; '.join(rest)}")
    asked = ("review", "vierfrei", "--board", str(board), "--moves", str(moves))
    (told,) = json.loads(cli(*asked, "--json").out.splitlines()[-1])["branches"]
    assert (told["at"], told["action"], told["moves"]) == (0, other, 1)
    assert told["leads"] in ("can-win", "lost")
    assert "instead of move 1: " in cli(*asked).out


def test_check_counts_joined_moves_as_one_action(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "moves.txt"
    asked = ("check", "vierfrei", "617", "--moves", str(path))
    for moves, actions in (("58\n8a 1b\n2c", 4), ("58\n8a+1b\n2c", 3), ("58+8a+1b+2c", 1)):
        path.write_text(f"# Vierfeld 1 vierfrei 617\n{moves}\n")
        done = json.loads(cli(*asked, "--json").out)
        assert (done["legal"], done["actions"], done["moves"]) == (True, actions, 4)
        assert cli(*asked, "--text").out.splitlines()[1:][-1] == moves.split("\n")[-1]
    path.write_text("58 8a +")
    assert "line 1: '+': not a move" in cli(*asked).err


def test_a_batch_has_branches_too(cli: Cli, tmp_path: Path) -> None:
    lines = [
        {"id": n, "game": "vierfrei", "deal": 617, "moves": moves}
        for n, moves in enumerate(["58 (1a; 2b) 8a", "58 (1h)", "58 (1a", "58 (zz)", "58 8a"])
    ]
    path = tmp_path / "batch.txt"
    path.write_text("\n".join(map(json.dumps, lines)))
    done = cli("check", "--batch", str(path))
    found = [json.loads(line) for line in done.out.splitlines()]
    assert [one.get("legal") for one in found] == [True, False, None, None, True]
    assert found[0]["branches"] == 1 and found[1]["branch"]["token"] == "1h"
    assert "never ends" in found[2]["error"] and "'zz': not a move" in found[3]["error"]
    assert done.status == 2 and "branches" not in found[4]
