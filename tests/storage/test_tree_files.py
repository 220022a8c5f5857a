"""Games with branches in their files: old forms, damage, and what is told of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest
from game.player.salvage import rescued
from game.player.storage import Storage

from game.play.history import action_text
from game.play.session import Session
from tests.game.trees import shape
from tests.storage.desks import played, told_once
from tests.storage.test_rescue import as_file

WITHOUT_BRANCHES: Final = {
    "vierfrei": """{"format": 1, "game": "vierfrei", "deal": 617, "rules": null,
        "actions": ["58", "8a 82"], "undone": ["6c", "a2"], "seconds": 12.3, "recorded": false,
        "hints": 2}""",
    "canfield": """{"format": 1, "game": "canfield", "deal": 617, "rules": "casino",
        "actions": ["i", "p", "d", "x", "restart", "i", "p", "d"], "undone": ["d"],
        "seconds": 0.0, "recorded": false, "replay": true, "looked": [13, 25],
        "books": {"0": {"seconds": 0.0, "recorded": true, "entry": "2026-11-22T20:15:00+01:00"}}}
        """,
    "own": """{"format": 1, "game": "vierfrei", "deal": null, "rules": null, "board":
        ["Freecells: - - 6C -", ": 7D TD TH KD 4C 4S JD", ": AD 7S QC 5H QS TS KS QH JC",
        ": 5C QD 3H 9S 9C 2H KC", ": 3S AC 9D 3C 9H 5D 4H", ": 5S 6D 6S 8S 7C", ": 8C 8H 8D 7H 6H",
        ": 2D AS 3D 4D 2C JH", ": AH KH TC JS 2S"], "actions": ["5d"], "undone": [],
        "seconds": 0.0, "recorded": false}""",
}
"""Files as they were written before there were branches."""


def branched() -> Session:
    session = played("58 8a 82")
    session.history.mark(session.here, "a “name”")
    session.undo_action()
    session.undo_action()
    for other in ("1a", "2b"):
        found = session.do(*(move for step in played(other).actions[0] for move in (step.move,)))
        session.history.remark(session.here, f"remark {other} {{}} \\")
        assert isinstance(found, tuple)
        session.undo_action()
    session.go(session.here.children[0].children[0])
    return session


@pytest.mark.parametrize("name", WITHOUT_BRANCHES)
def test_an_old_file_stands_as_it_did(name: str, tmp_path: Path) -> None:
    data = json.loads(WITHOUT_BRANCHES[name])
    (tmp_path / f"{data['game']}.json").write_text(WITHOUT_BRANCHES[name])
    storage = Storage(tmp_path)
    found = storage.game(data["game"])
    assert found is not None and not storage.take_problems()
    assert [action_text(action) for action in found.actions] == data["actions"]
    assert [action_text(action) for action in found.undone] == data["undone"]
    assert found.to_data() == data, "without branches it is written as before"
    if name == "canfield":
        while found.undo_action():
            pass
        assert found.book.recorded and found.book.entry.startswith("2026-11-22")
    storage.close()


def test_a_branch_damaged_in_its_text_is_lost_alone_and_told(tmp_path: Path) -> None:
    storage, session = Storage(tmp_path), branched()
    storage.save_game(session)
    storage.flush()
    path = tmp_path / "vierfrei.json"
    path.write_text(path.read_text().replace('"moves": "1a', '"moves": "1z'))
    again = storage.game("vierfrei")
    assert again is not None and again.lost == 1
    assert "1 branch of the game can't be read" in told_once(storage)
    assert shape(again) == {one for one in shape(session) if not str(one[0]).endswith("1a")}
    storage.flush()
    once_more = storage.game("vierfrei")
    assert once_more is not None and not once_more.lost, "the file was written anew"
    assert "1z" in (tmp_path / "vierfrei.json.broken-1").read_text()
    storage.close()


def test_wherever_the_branches_break_off_the_line_is_whole(tmp_path: Path) -> None:
    session = branched()
    data, whole = as_file(session), shape(session)
    for at in range(data.index(b'"branches"') + 12, len(data) - 3, 5):
        for rest in (b"", b"\xff" + data[at + 1 :]):
            found = rescued(data[:at] + rest)
            assert (found.actions, found.undone) == (session.actions, session.undone)
            assert found.lost and len(shape(found) - whole) <= 1
    path = tmp_path / "vierfrei.json"
    path.write_bytes(data[:-20])
    storage = Storage(tmp_path)
    assert storage.game("vierfrei") is not None and "branch" in told_once(storage)
    storage.close()


def test_damage_of_the_line_keeps_the_branches_before_it() -> None:
    session = branched()
    data = as_file(session).replace(b'"82"', b'"8z"').replace(b'"8a"', b'"8z"')
    found = rescued(data)
    assert [action_text(action) for action in found.actions] == ["58"]
    assert [action_text(node.action) for node in found.here.children] == ["1a", "2b"]
