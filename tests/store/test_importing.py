"""The files of older programs: read once, again when one of them has written, and left alone."""

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
from game.store.log_file import LOG, merge
from game.store.store import IMPORTED, PlayerStore, hand_file
from tests.game.reading import older
from tests.seed import a_few
from tests.store.playing import (
    DEAL,
    WON,
    DyingSystem,
    Killed,
    at_once,
    playing,
    record,
    seen_by,
    told_once,
    type_in,
)

OLD = Path(__file__).parents[1] / "data" / "old_files"
NAMES = [name for name in Entry._fields if name not in OF_RECORD]
ENTRIES = json.loads((OLD / RECORD).read_text("utf-8"))["games"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(OLD, tmp_path / "home"))


def standing(folder: Path) -> tuple[list[object], Sequence[Entry]]:
    """The record and the games in hand, in a folder that is read without complaint."""
    store = PlayerStore(folder)
    games = [store.game_in_hand(game) for game in ("vierfrei", "canfield")]
    assert store.take_problems() == []
    hands: list[object] = [(one.deal, one.actions, one.info.to_data()) for one in games if one]
    found = hands, store.log.games()
    store.close()
    return found


def old_files(folder: Path) -> Mapping[str, bytes]:
    return {path.name: (folder / path.name).read_bytes() for path in OLD.iterdir()}


def test_the_record_is_the_same(folder: Path) -> None:
    before = old_files(folder)
    store = PlayerStore(folder)
    found = {one.ended + str(one.deal) + str(one.actions): one for one in store.log.games()}
    assert len(found) == len(ENTRIES) == 7
    for data in ENTRIES:
        one = found[data["ended"] + str(data["deal"]) + str(data["actions"])]
        usual = Entry._field_defaults
        assert all(getattr(one, name) == data.get(name, usual.get(name)) for name in NAMES)
        assert one.home is not None and one.stage is not None
    assert store.settings().look == "wine" and store.take_problems() == []
    store.close()
    assert old_files(folder) == before
    assert (folder / LOG).read_bytes().count(b"\n") == 7


def test_what_was_played_comes_along_with_its_branches(folder: Path) -> None:
    store = PlayerStore(folder)
    games = store.log.games()
    for game in games:
        past = store.finished_game(game.id)
        assert past is not None and not past.unreadable_branches and past.deal.number == game.deal
        assert len(past.actions) == game.actions and past.info.seconds == game.seconds
        assert past.won == game.won
        assert past.state.cards_home == game.home and past.state.stage == game.stage
    texts = [
        (node.bookmark, node.remark)
        for game in games
        for node in (store.finished_game(game.id) or playing()).history.root.subtree()
    ]
    assert {text for text in texts if text != (None, "")} == {
        ("fork", ""),
        (None, "nearly {there}"),
    }
    first = store.finished_game(games[0].id)
    assert first is not None and len(list(first.history.root.subtree())) == 5
    store.close()


def test_the_games_in_hand_go_on_and_count_once(folder: Path) -> None:
    store = PlayerStore(folder)
    session, casino = store.game_in_hand("vierfrei"), store.game_in_hand("canfield")
    assert session is not None and casino is not None
    assert (session.deal.number, session.info.seconds, session.info.replay) == (DEAL, 33.0, True)
    assert [len(session.actions), len(casino.actions)] == [73, 6]
    ids = {node.info.entry for node in session.history.root.subtree()}
    assert len(ids) == 2 and len(ids & {one.id for one in store.log.games()}) == 1
    before = len(record(store))
    casino.undo_action()
    casino.undo_action()
    casino.undo_action()
    assert casino.actions[-1][0].move.verb is not Verb.STOP and casino.info.recorded
    store.resumed(casino)
    store.changed(casino)
    store.flush()
    assert len(record(store)) == before - 1 and not casino.info.recorded, "the stop was undone"
    session.undo_action()
    type_in(session, " ".join(WON[2:]))
    store.ended(session)
    assert len(record(store)) == before
    store.close()


def test_they_are_read_once(folder: Path) -> None:
    found = standing(folder)
    log = (folder / LOG).read_bytes()
    assert standing(folder) == found and (folder / LOG).read_bytes() == log
    for name in (IMPORTED, hand_file("vierfrei"), hand_file("canfield"), LOG):
        (folder / name).unlink()
    assert standing(folder) == found, "and the same every time"


def test_a_record_that_was_cleared_does_not_come_back(folder: Path) -> None:
    store = PlayerStore(folder)
    store.load()
    store.clear()
    store.close()
    hands, games = standing(folder)
    assert hands and not games


def test_two_machines_with_the_same_old_files_have_the_same_games(
    folder: Path, tmp_path: Path
) -> None:
    other = Path(shutil.copytree(OLD, tmp_path / "other"))
    found = standing(folder)
    standing(other)
    assert merge(folder, other) == 0 and standing(folder) == found


def more(folder: Path, *lines: str) -> None:
    """Add lines to the record, as an older program does."""
    data = json.loads((folder / RECORD).read_text("utf-8"))
    data["games"] += map(json.loads, lines)
    (folder / RECORD).write_text(json.dumps(data), "utf-8")


NEW = json.dumps({**ENTRIES[0], "deal": 77, "ended": "2026-11-21T20:15:00+01:00"})


def test_what_an_older_program_has_recorded_since_is_added(folder: Path) -> None:
    standing(folder)
    store = PlayerStore(folder)
    store.ended(playing("1a", 3))
    store.close()
    more(folder, NEW)
    hands, games = standing(folder)
    assert len(games) == 9 and {3, 77} <= {one.deal for one in games}
    assert len(hands) == 2


@pytest.mark.parametrize("deal", [DEAL, 12])
def test_what_an_older_program_has_left_in_hand_takes_the_place_of_what_is_there(
    folder: Path, deal: int
) -> None:
    store = PlayerStore(folder)
    session = store.game_in_hand("vierfrei")
    assert session is not None
    type_in(session, "2b")
    session.history.set_remark(session.here, "mine")
    store.changed(session)
    before = len(record(store))
    store.close()
    theirs = playing("1a", deal)
    (folder / "vierfrei.json").write_text(json.dumps(older(theirs)), "utf-8")
    store = PlayerStore(folder)
    found = store.game_in_hand("vierfrei")
    assert found is not None and found.deal.number == deal and len(found.actions) == 1
    if deal == DEAL:
        assert len(record(store)) == before and found.info.entry == session.info.entry
        assert "mine" in {node.remark for node in found.history.root.subtree()}
    else:
        assert len(record(store)) == before + 1, "it is given up"
    store.close()
    standing(folder)


def test_changes_that_an_older_program_has_begun_are_made(folder: Path) -> None:
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


def test_killed_while_they_are_read(folder: Path) -> None:
    whole = standing(Path(shutil.copytree(folder, folder.with_name("whole"))))
    deadly, dead = 0, True
    while dead:
        copy = Path(shutil.copytree(folder, folder.with_name("copy")))
        dead = False
        with at_once(), seen_by(DyingSystem(deadly)):
            store = PlayerStore(copy)
            try:
                store.load()
            except Killed:
                dead = True
            store._lock.release()
        assert standing(copy) == whole, deadly
        shutil.rmtree(copy)
        deadly += 1
    assert deadly > 12


def test_what_a_newer_program_had_written_into_an_entry_stays(folder: Path) -> None:
    more(folder, json.dumps({**json.loads(NEW), "mood": {"well": 1}}))
    standing(folder)
    lines = [json.loads(line) for line in (folder / LOG).read_text("utf-8").splitlines()]
    assert [line["mood"] for line in lines if line["deal"] == 77] == [{"well": 1}]


@pytest.mark.parametrize("wrong", [{"seconds": -5}, {"actions": -1}, {"home": "x"}, {"over": 3}])
def test_an_entry_that_no_log_can_hold_is_told(folder: Path, wrong: dict[str, object]) -> None:
    more(folder, json.dumps({**json.loads(NEW), **wrong}))
    store = PlayerStore(folder)
    store.load()
    counted = 77 in {one.deal for one in store.log.games()}
    assert counted or told_once(store) == "record.json is damaged: 1 game can't be read."
    assert len(store.log.games()) == 7 + counted
    store.close()


# -- damage ----------------------------------------------------------------------------------------


def test_a_damaged_entry_is_lost_alone_and_told(folder: Path) -> None:
    text = (folder / RECORD).read_text("utf-8").replace('"deal": 617', '"deal": ?')
    (folder / RECORD).write_text(text, "utf-8")
    store = PlayerStore(folder)
    assert sorted(str(one.deal) for one in store.log.games()) == sorted(
        str(one["deal"]) for one in ENTRIES[1:]
    )
    assert told_once(store) == "record.json is damaged: 1 game can't be read."
    store.close()
    assert (folder / RECORD).read_text("utf-8") == text
    standing(folder)


@pytest.mark.parametrize("at", a_few(range(3, 72), 5, "old moves"))
def test_a_damaged_game_in_hand_is_kept_up_to_there(folder: Path, at: int) -> None:
    path = folder / "vierfrei.json"
    lines = path.read_text("utf-8").splitlines()
    first = lines.index(' "actions": [') + 1
    lines[first + at] = lines[first + at][:3] + "\0"
    path.write_text("\n".join(lines), "utf-8")
    store = PlayerStore(folder)
    found = store.game_in_hand("vierfrei")
    assert found is not None and len(found.actions) == at
    assert len(record(store)) == 7
    store.close()
