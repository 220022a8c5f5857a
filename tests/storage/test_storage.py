"""The files of the player: whole, in order, and one window's alone."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import threading
from datetime import datetime
from pathlib import Path

import pytest
from game.player.home import data_folder
from game.player.storage import Storage
from game.player.writer import Batch, Writer
from game.record.transcripts import Played

import game.support.lock
from game.core.cards import deck_order
from game.core.moves import Refusal
from game.play.session import Session
from game.player.settings import Settings, Speed
from game.record.entries import Entry, Record, record_text
from game.rules.choices import Automatic
from game.rules.registry import Deal, numbered
from game.support.disk import write_whole
from tests.game.reading import parse_move
from tests.house import ROOT
from tests.storage.desks import desk_of, played, told_once

# -- what is written -------------------------------------------------------------------------------


def test_the_file_of_a_game(tmp_path: Path, storage: Storage) -> None:
    session = played("58 82")
    session.undo_step()
    session.book.seconds = 123.44
    storage.save_game(session)
    storage.flush()
    text = (tmp_path / "vierfrei.json").read_text("utf-8")
    assert json.loads(text) == {
        "format": 1,
        "game": "vierfrei",
        "deal": 617,
        "rules": None,
        "actions": ["58", "8a 82"],
        "undone": ["a2"],
        "seconds": 123.4,
        "recorded": False,
    }
    assert text.endswith("}\n") and "\r" not in text


def test_undone_is_a_stack_whose_last_is_redone_first(tmp_path: Path, storage: Storage) -> None:
    session = played("58 82 6c")
    for _ in range(3):
        session.undo_action()
    storage.save_game(session)
    storage.flush()
    data = json.loads((tmp_path / "vierfrei.json").read_text("utf-8"))
    assert data["undone"] == ["6c", "8a 82 a2", "58"]
    again = storage.game("vierfrei")
    assert again is not None
    again.redo_action()
    assert [[step.text for step in action] for action in again.actions] == [["58"]]


@pytest.mark.parametrize("rules", ["hoyle", "xpat2", "casino", "aisleriot"])
def test_every_rule_set_comes_back(storage: Storage, rules: str) -> None:
    session = Session(numbered("canfield", 42, rules))
    tokens = {"xpat2": "d d w3", "casino": "i p d d w3"}.get(rules, "d d d w3")
    for token in tokens.split():
        assert not isinstance(session.do(parse_move(token, "canfield")), Refusal)
    session.restart()
    session.undo_action()
    storage.save_game(session)
    storage.flush()
    again = storage.game("canfield")
    assert again is not None
    assert (again.deal, again.state) == (session.deal, session.state)
    assert again.actions == session.actions and again.undone == session.undone


def test_an_own_board_and_an_own_deck_come_back(tmp_path: Path, storage: Storage) -> None:
    board = played("58 82 6c").state
    own = Session(Deal("vierfrei", board=board))
    own.do(parse_move("5d", "vierfrei"))
    storage.save_game(own)
    storage.flush()
    data = json.loads((tmp_path / "vierfrei.json").read_text("utf-8"))
    assert data["deal"] is None and len(data["board"]) >= 8
    again = storage.game("vierfrei")
    assert again is not None and again.state == own.state and again.layout == board
    deck = Session(Deal("canfield", rules="xpat2", deck=deck_order(5)))
    storage.save_game(deck)
    storage.flush()
    found = storage.game("canfield")
    assert found is not None and found.state == deck.state and found.deal == deck.deal


def test_settings_and_record_come_back(storage: Storage) -> None:
    settings = Settings(rules="casino", automatic=Automatic.ALL, speed=Speed.SLOW, outline=True)
    settings.window = (10, -20, 900, 700)
    settings.rules_this_run = "hoyle"
    storage.save_settings(settings)
    record = Record([Entry.of(played(), datetime(2026, 11, 22, 20, 15))])
    storage.save_record(record)
    storage.flush()
    assert storage.settings() == settings and storage.settings().rules_this_run is None
    assert storage.record().entries == record.entries
    assert "T20:15:00" in record.entries[0].ended and record.entries[0].ended[-6] in "+-"


def test_what_is_done_after_saving_is_not_in_the_file(storage: Storage) -> None:
    session = played("58")
    storage.save_game(session)
    session.do(parse_move("6c", "vierfrei"))
    storage.flush()
    again = storage.game("vierfrei")
    assert again is not None and len(again.actions) == 1


def test_a_game_is_recorded_once(storage: Storage) -> None:
    desk = desk_of(storage)
    desk.begin(numbered("vierfrei", 1))
    desk.bring_back()
    storage.flush()
    assert storage.record().entries == []
    desk.begin(numbered("vierfrei", 1))
    desk.session.do(parse_move("1a", "vierfrei"))
    desk.begin(numbered("vierfrei", 2))
    storage.flush()
    assert [entry.deal for entry in storage.record().entries] == [617, 1]


# -- the writer ------------------------------------------------------------------------------------


class SlowHome:
    """Takes what is written, once it may."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.written: list[Batch] = []

    def write(self, batch: Batch) -> None:
        self.go.wait(5)
        self.written.append(batch)


def test_of_a_file_that_was_put_often_only_the_latest_is_written() -> None:
    home = SlowHome()
    writer = Writer(home.write, lambda error: None)
    writer.put(Batch({"first": "0"}))
    while writer._pending:
        threading.Event().wait(0.001)
    for name, number in (("a", 1), ("b", 2), ("a", 3), ("c", 4), ("b", 5)):
        writer.put(Batch({name: str(number)}, played=(name,)))
    home.go.set()
    writer.close()
    first, rest = home.written
    assert first.whole == {"first": "0"} and rest.whole == {"a": "3", "b": "5", "c": "4"}
    assert rest.played == ("a", "b", "a", "c", "b"), "but every line"


def test_what_belongs_together_is_written_at_once() -> None:
    home = SlowHome()
    home.go.set()
    writer = Writer(home.write, lambda error: None)
    with writer.together():
        for name in "abc":
            writer.put(Batch({name: "1"}))
            threading.Event().wait(0.005)
        assert not home.written
    writer.close()
    assert [sorted(batch.whole) for batch in home.written] == [["a", "b", "c"]]


def test_a_line_is_added_behind_one_that_a_kill_has_torn(tmp_path: Path, storage: Storage) -> None:
    path = tmp_path / "played.jsonl"
    path.write_text("torn by a ki")
    desk_of(storage).begin(numbered("vierfrei", 1))
    storage.flush()
    torn, line, end = path.read_text().split("\n")
    assert torn == "torn by a ki" and Played.from_text(line) and not end


def test_what_was_played_is_known_before_it_is_written(storage: Storage) -> None:
    with storage.together():
        desk_of(storage).begin(numbered("vierfrei", 1))
        (unwritten,) = storage.played()
        assert not (storage.folder / "played.jsonl").exists()
    storage.flush()
    assert list(storage.played()) == [unwritten] == list(Storage(storage.folder).played())


def test_what_was_played_is_kept_and_can_be_had_again(tmp_path: Path, storage: Storage) -> None:
    desk = desk_of(storage)
    moves = [[step.text for step in action] for action in desk.session.actions]
    desk.begin(numbered("vierfrei", 1))
    storage.flush()
    with (tmp_path / "played.jsonl").open("a") as file:
        file.write('{"game": "vierfrei", "rules": 3}\nno JSON\n[]\n')
    (played_then,) = storage.played()
    (entry,) = storage.record().entries
    assert played_then.ended == entry.ended
    again = played_then.session()
    assert again.deal == numbered("vierfrei", 617) and again.book.recorded
    assert [[step.text for step in action] for action in again.actions] == moves


def test_a_game_brought_back_leaves_nothing_of_what_was_played(storage: Storage) -> None:
    desk = desk_of(storage)
    desk.begin(numbered("vierfrei", 1))
    desk.session.do(parse_move("1a", "vierfrei"))
    storage.flush()
    assert len(storage.played()) == 1
    desk.begin(numbered("vierfrei", 2))
    storage.flush()
    assert len(storage.played()) == 2
    desk.bring_back()
    storage.flush()
    (left,) = storage.played()
    assert left.moves.startswith("# Vierfeld 1 vierfrei 617\n58")
    assert len(list(Storage(storage.folder).played())) == 1


def test_a_finished_game_is_added_to_the_end_of_the_record(storage: Storage) -> None:
    path = storage.folder / "record.json"
    entries = [Entry.of(played(), datetime(2026, 11, day, 20, 15)) for day in range(1, 21)]
    storage.save_record(Record(entries[:18]))
    storage.flush()
    inode = path.stat().st_ino
    for count in (19, 20, 19, 18, 20):
        storage.save_record(Record(entries[:count]))
        storage.flush()
        assert path.stat().st_ino == inode, "it was written anew"
        assert path.read_text("utf-8") == record_text(entries[:count])
    storage.save_record(Record(entries[:5]))
    storage.flush()
    assert path.read_text("utf-8") == record_text(entries[:5])


def test_a_record_that_somebody_has_changed_is_written_anew(storage: Storage) -> None:
    path = storage.folder / "record.json"
    entries = [Entry.of(played(), datetime(2026, 11, day, 20, 15)) for day in range(1, 4)]
    storage.save_record(Record(entries[:2]))
    storage.flush()
    for other in (b"", b"x" * len(record_text(entries[:2])), record_text([]).encode()):
        path.write_bytes(other)
        storage.save_record(Record(entries))
        storage.flush()
        assert path.read_text("utf-8") == record_text(entries)
        storage.save_record(Record(entries[:2]))
        storage.flush()


def test_putting_never_waits() -> None:
    home = SlowHome()
    writer = Writer(home.write, lambda error: None)
    for _ in range(1000):
        writer.put(Batch({"x": ""}))
    assert not home.written
    home.go.set()
    writer.close()


def test_a_file_is_either_as_it_was_or_as_it_shall_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.json"
    write_whole(path, b"old")

    def fail(_: int) -> None:
        raise OSError(errno.EIO, "broken disk")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError):
        write_whole(path, b"new" * 1000)
    assert path.read_text() == "old"
    monkeypatch.undo()
    write_whole(path, b"new")
    assert path.read_text() == "new" and [file.name for file in tmp_path.iterdir()] == ["x.json"]


def test_closing_waits_for_all_that_was_saved(tmp_path: Path) -> None:
    first = Storage(tmp_path)
    first.save_game(played())
    first.save_settings(Settings(outline=True))
    first.close()
    second = Storage(tmp_path)
    found = second.game("vierfrei")
    assert found is not None and found.state == played().state and second.settings().outline
    second.close()


# -- the lock --------------------------------------------------------------------------------------


def test_a_second_window_does_not_save_and_says_so(tmp_path: Path, storage: Storage) -> None:
    desk_of(storage).session.do(parse_move("6c", "vierfrei"))
    storage.flush()
    second = Storage(tmp_path)
    assert not second.saves
    assert told_once(second) == "Vierfeld is open in another window. This one doesn't save."
    desk = desk_of(second, second.game("vierfrei"))
    desk.session.do(parse_move("7d", "vierfrei"))
    desk.begin(numbered("vierfrei", 1))
    second.save_settings(Settings(outline=True))
    second.close()
    found = storage.game("vierfrei")
    assert found is not None and len(found.actions) == 3
    assert not (tmp_path / "record.json").exists() and not (tmp_path / "settings.json").exists()


def test_a_second_window_sets_nothing_aside(tmp_path: Path, storage: Storage) -> None:
    (tmp_path / "vierfrei.json").write_text("broken")
    second = Storage(tmp_path)
    second.take_problems()
    assert second.game("vierfrei") is None
    told_once(second)
    assert (tmp_path / "vierfrei.json").read_text() == "broken"
    second.close()


def test_the_lock_is_free_after_its_holder_has_closed_or_died(tmp_path: Path) -> None:
    first = Storage(tmp_path)
    first.close()
    second = Storage(tmp_path)
    assert second.saves
    second.close()
    code = "import sys; from pathlib import Path; from game.player.storage import Storage\n"
    code += "s = Storage(Path(sys.argv[1])); print(s.saves, flush=True); input()"
    holder = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert holder.stdout is not None and holder.stdout.readline() == "True\n"
    third = Storage(tmp_path)
    assert not third.saves
    third.close()
    holder.kill()
    holder.communicate()
    fourth = Storage(tmp_path)
    assert fourth.saves and fourth.take_problems() == []
    fourth.close()


def test_a_disk_without_locks_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(game.support.lock, "_try_lock", fail)
    storage = Storage(tmp_path)
    assert storage.saves and storage.take_problems() == []
    storage.save_game(played())
    storage.close()
    assert (tmp_path / "vierfrei.json").exists()


def test_where_the_files_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIERFELD_HOME", str(tmp_path / "mine"))
    assert data_folder() == tmp_path / "mine"
    storage = Storage(data_folder())
    assert storage.saves and (tmp_path / "mine").is_dir(), "it is made where it is not there"
    storage.close()
    monkeypatch.delenv("VIERFELD_HOME")
    assert data_folder().name == "vierfeld"


def test_the_file_of_an_older_vierfeld_is_left_alone_and_not_told(tmp_path: Path) -> None:
    (tmp_path / "pars.json").write_text('{"format": 1, "casino": {"3": 108}}')
    storage = Storage(tmp_path)
    storage.settings(), storage.record(), storage.game("canfield")
    storage.save_settings(Settings())
    storage.close()
    assert not storage.take_problems()
    assert (tmp_path / "pars.json").read_text() == '{"format": 1, "casino": {"3": 108}}'
