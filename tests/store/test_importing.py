"""Tests of importing files from older versions."""

from __future__ import annotations

import json
import shutil
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from game.core.moves import Verb
from game.record.entries import OF_RECORD, Entry
from game.store.importing import RECORD
from game.store.log import LOG, merge
from game.store.store import IMPORTED, PlayerStore, hand_file
from tests.game.reading import imported, older, play
from tests.game.trees import undo
from tests.seed import a_few
from tests.store.playing import (
    DEAL,
    at_once,
    finished,
    hand_of,
    only_problem,
    playing,
    record,
    remarks_of,
    seen_by,
    win,
)
from tests.store.power import RecordingSystem, lay, states

OLD = Path(__file__).parents[1] / "data" / "old_files"
ENTRIES = json.loads((OLD / RECORD).read_text("utf-8"))["games"]
DAMAGED = "record.json is damaged: 1 game can't be read."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(OLD, tmp_path / "home"))


def standing(folder: Path) -> tuple[list[object], Sequence[Entry]]:
    """Return the games in hand and the record; check that reading them causes no problems."""
    store = PlayerStore(folder)
    games = [store.game_in_hand(game) for game in ("vierfrei", "canfield")]
    assert store.take_problems() == []
    hands: list[object] = [(one.deal, one.actions, one.info.to_data()) for one in games if one]
    found = hands, store.log.games()
    store.close()
    return found


def old_files(folder: Path) -> Mapping[str, bytes]:
    return {path.name: (folder / path.name).read_bytes() for path in OLD.iterdir()}


def test_the_record_holds_the_same_games_with_moves_and_branches(folder: Path) -> None:
    before = old_files(folder)
    store = PlayerStore(folder)
    found = {one.ended + str(one.deal) + str(one.actions): one for one in store.log.games()}
    assert len(found) == len(ENTRIES) == 7
    names = {*Entry._fields} - {*OF_RECORD}
    for data in ENTRIES:
        one = found[data["ended"] + str(data["deal"]) + str(data["actions"])]
        data = Entry._field_defaults | data
        assert all(getattr(one, name) == data.get(name) for name in names)
        assert one.home is not None and one.stage is not None
    assert store.settings().look == "wine" and store.take_problems() == []
    texts = set[tuple[str | None, str]]()
    for game in store.log.games():
        past = finished(store, game.id)
        assert not past.unreadable_branches and past.deal.number == game.deal
        assert len(past.actions) == game.actions and past.info.seconds == game.seconds
        assert past.won == game.won
        assert past.state.cards_home == game.home and past.state.stage == game.stage
        texts |= {(node.bookmark, node.remark) for node in past.history.root.subtree()}
    assert texts == {(None, ""), ("fork", ""), (None, "nearly {there}")}
    assert len(list(finished(store, store.log.games()[0].id).history.root.subtree())) == 5
    store.close()
    assert old_files(folder) == before
    assert (folder / LOG).read_bytes().count(b"\n") == 7


def test_a_damaged_branch_alone_is_lost() -> None:
    branches = [{"at": 1, "moves": "zz"}, {"at": 1, "moves": "3c"}, {"at": "1", "moves": "4d"}, 7]
    notes = [{"at": 0, "bookmark": "here"}, {"at": 0}]
    found = imported({**older(playing("1a 2b")), "branches": branches, "notes": notes})
    (first,) = found.history.root.children
    assert [one.action[0].text for one in first.children] == ["2b", "3c"]
    assert found.history.root.bookmark == "here"


def test_games_in_hand_go_on_and_count_once(folder: Path) -> None:
    store = PlayerStore(folder)
    session, casino = hand_of(store), hand_of(store, "canfield")
    assert (session.deal.number, session.info.seconds, session.info.replay) == (DEAL, 33.0, True)
    assert [len(session.actions), len(casino.actions)] == [73, 6]
    ids = {node.info.entry for node in session.history.root.subtree()}
    assert len(ids) == 2 and len(ids & {one.id for one in store.log.games()}) == 1
    before = len(record(store))
    undo(casino, 3)
    assert casino.actions[-1][0].move.verb is not Verb.STOP and casino.info.recorded
    store.resumed(casino)
    store.changed(casino)
    store.flush()
    assert len(record(store)) == before - 1 and not casino.info.recorded, "the stop was undone"
    session.undo_action()
    win(session, 2)
    store.ended(session)
    assert len(record(store)) == before
    store.close()


def test_old_files_are_read_once_and_the_same_everywhere(folder: Path) -> None:
    found = standing(folder)
    log = (folder / LOG).read_bytes()
    assert standing(folder) == found and (folder / LOG).read_bytes() == log
    other = Path(shutil.copytree(OLD, folder.with_name("other")))
    assert standing(other) == found, "two machines with the same files have the same games"
    assert merge(folder, other) == 0 and standing(folder) == found
    for name in (IMPORTED, hand_file("vierfrei"), hand_file("canfield"), LOG):
        (folder / name).unlink()
    assert standing(folder) == found, "and the same every time"
    store = PlayerStore(folder)
    store.load()
    store.clear()
    store.close()
    hands, games = standing(folder)
    assert hands and not games, "a record that was cleared does not come back"


def test_games_in_what_was_set_aside_of_a_record_are_read_too(folder: Path) -> None:
    _, games = standing(folder)
    lost = {**ENTRIES[0], "deal": 7}
    aside = {"format": 1, "games": [ENTRIES[0], lost, {**lost, "won": 7}]}
    for number, text in enumerate([json.dumps(aside), "no record", json.dumps(aside)], 1):
        (folder / f"{RECORD}.broken-{number}").write_text(text)
    _, found = standing(folder)
    assert {one.id for one in games} < {one.id for one in found}
    assert [one.deal for one in found if one not in games] == [7]


def more(folder: Path, *lines: str) -> None:
    """Act like an older version: add ``lines`` to the record, and a par to its first game."""
    data = json.loads((folder / RECORD).read_text("utf-8"))
    data["games"][0] |= {"par": 30, "player_moves": 40}
    data["games"] += map(json.loads, lines)
    (folder / RECORD).write_text(json.dumps(data), "utf-8")


NEW = json.dumps({**ENTRIES[0], "deal": 77, "ended": "2026-11-21T20:15:00+01:00"})


def test_games_that_an_older_program_has_recorded_since_are_added(folder: Path) -> None:
    standing(folder)
    store = PlayerStore(folder)
    store.ended(playing("1a", 3))
    store.close()
    more(folder, json.dumps({**json.loads(NEW), "mood": {"well": 1}}))
    hands, games = standing(folder)
    assert len(games) == 9 and {3, 77} <= {one.deal for one in games}
    assert len(hands) == 2
    lines = [json.loads(line) for line in (folder / LOG).read_text("utf-8").splitlines()]
    assert [line["mood"] for line in lines if line["deal"] == 77] == [{"well": 1}], "though unknown"


@pytest.mark.parametrize("deal", [DEAL, 12])
def test_a_game_in_hand_that_an_older_program_has_written_replaces_the_one_there(
    folder: Path, deal: int
) -> None:
    store = PlayerStore(folder)
    session = play(hand_of(store), "2b")
    session.history.set_remark(session.here, "mine")
    store.changed(session)
    before = len(record(store))
    store.close()
    theirs = json.dumps(older(playing("1a", deal)))
    (folder / "vierfrei.json").write_text(theirs, "utf-8")
    store = PlayerStore(folder)
    found = hand_of(store)
    assert found.deal.number == deal and len(found.actions) == 1
    if deal == DEAL:
        assert len(record(store)) == before and found.info.entry == session.info.entry
        assert "mine" in remarks_of(found)
    else:
        assert len(record(store)) == before + 1, "it is given up"
    store.close()
    standing(folder)


def test_changes_that_an_older_program_has_begun_to_write_are_finished(folder: Path) -> None:
    whole = standing(Path(shutil.copytree(folder, folder.with_name("whole"))))
    data = (folder / "canfield.json").read_bytes()
    played = (folder / "played.jsonl").read_text("utf-8")
    at = played.rstrip("\n").rfind("\n") + 1
    changes = [
        {"file": "canfield.json", "text": data.decode()},
        {"file": "played.jsonl", "at": at, "before": "", "text": played[at:]},
    ]
    (folder / "canfield.json").write_text("{}")
    (folder / "played.jsonl").write_text(played[: at + 9], "utf-8")
    check = zlib.crc32(json.dumps(changes).encode())
    journal = {"format": 1, "check": check, "changes": changes}
    (folder / "journal.json").write_text(json.dumps(journal))
    assert standing(folder) == whole


def test_a_kill_or_a_power_cut_while_old_files_are_read_loses_nothing(tmp_path: Path) -> None:
    whole = standing(Path(shutil.copytree(OLD, tmp_path / "whole")))
    shutil.copytree(OLD, tmp_path / "root" / "home")
    system = RecordingSystem(tmp_path / "root")
    with at_once(), seen_by(system):
        standing(tmp_path / "root" / "home")
    found = {disk for _, disk in states(system)}
    assert len(found) > 11
    for disk in found:
        lay(disk, tmp_path / "laid")
        assert standing(tmp_path / "laid" / "home") == whole
        shutil.rmtree(tmp_path / "laid")


@pytest.mark.parametrize("wrong", [{"seconds": -5}, {"actions": -1}, {"home": "x"}, {"over": 3}])
def test_an_entry_that_no_log_can_hold_is_reported(folder: Path, wrong: dict[str, object]) -> None:
    more(folder, json.dumps({**json.loads(NEW), **wrong}))
    store = PlayerStore(folder)
    store.load()
    counted = 77 in {one.deal for one in store.log.games()}
    assert counted or only_problem(store) == DAMAGED
    assert len(store.log.games()) == 7 + counted
    store.close()


# -- damage ----------------------------------------------------------------------------------------


def test_a_damaged_entry_alone_is_lost_and_reported(folder: Path) -> None:
    text = (folder / RECORD).read_text("utf-8").replace('"deal": 617', '"deal": ?')
    (folder / RECORD).write_text(text, "utf-8")
    store = PlayerStore(folder)
    deals = [str(one.deal) for one in store.log.games()]
    assert sorted(deals) == sorted(str(one["deal"]) for one in ENTRIES[1:])
    assert only_problem(store) == DAMAGED
    store.close()
    assert (folder / RECORD).read_text("utf-8") == text
    standing(folder)


@pytest.mark.parametrize("at", a_few(range(3, 72), 5, "old moves"))
def test_a_damaged_game_in_hand_is_kept_up_to_the_damage(folder: Path, at: int) -> None:
    path = folder / "vierfrei.json"
    lines = path.read_text("utf-8").splitlines()
    first = lines.index(' "actions": [') + 1
    lines[first + at] = lines[first + at][:3] + "\0"
    path.write_text("\n".join(lines), "utf-8")
    store = PlayerStore(folder)
    assert len(hand_of(store).actions) == at and len(record(store)) == 7
    store.close()
