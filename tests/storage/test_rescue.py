"""What comes back of damaged files, what is told of it, and that no game counts twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from game.player.salvage import rescued
from game.player.storage import Storage

from game.core.state import Looked
from game.play.history import BOOK_NAMES, Book, action_text
from game.play.saved_game import others_of
from game.play.session import Session
from game.player.settings import Settings
from game.record.entries import Entry
from game.record.statistics import Tally
from game.rules.registry import Start, numbered, own_deal
from tests.game.decks import OPEN_BOARD
from tests.storage.crash import WON_10913, Player
from tests.storage.desks import played, told_once
from tests.storage.test_damage import ENTRY


def as_file(session: Session) -> bytes:
    return json.dumps(session.to_data(), ensure_ascii=False, indent=1).encode()


def texts(session: Session) -> list[str]:
    return [action_text(action) for action in session.actions]


def test_a_file_that_breaks_off_keeps_each_move_before_that(tmp_path: Path) -> None:
    player = Player(tmp_path)
    player.type(" ".join(WON_10913[:12]))
    player.desk.session.undo_action()
    player.close()
    session = player.desk.session
    whole, data = texts(session), as_file(session)
    begin = data.index(b'"actions"')
    ends = [data.index(b"]", begin)]
    for action in reversed(whole):
        ends.insert(0, data.rindex(f'"{action}"'.encode(), begin, ends[0]) + len(action) + 2)
    for at in range(begin, len(data)):
        there = sum(at >= end for end in ends[:-1])
        for rest in (b"", b"\0" * 40, b"\xff" + data[at + 1 :]):
            found = rescued(data[:at] + rest)
            assert texts(found)[:there] == whole[:there] and len(found.actions) <= len(whole)
            assert texts(found) == whole[: len(found.actions)]


def test_what_was_undone_is_kept_as_far_as_it_can_be_redone() -> None:
    session = played("58 82")
    session.undo_action()
    session.undo_action()
    data = as_file(session).replace(b'"8a 82', b'"8a zz')
    assert [action_text(action) for action in rescued(data).undone] == ["58"]


@pytest.mark.parametrize(
    ("name", "value"), [("seconds", "x"), ("hints", -1), ("entry", 3), ("replay", "yes")]
)
def test_a_damaged_value_beside_the_moves_is_lost_alone(name: str, value: Any) -> None:
    session = played()
    session.book.shown, session.book.seconds = 3, 12.5
    found = rescued(json.dumps({**session.to_data(), name: value}).encode())
    assert texts(found) == texts(session) and found.book.shown == 3
    assert found.book.seconds == (0 if name == "seconds" else 12.5)


@pytest.mark.parametrize("damage", [False, True])
def test_what_a_newer_program_has_written_into_a_game_is_kept(tmp_path: Path, damage: bool) -> None:
    player = Player(tmp_path, "canfield", "casino")
    player.type("i p d x")
    player.desk.session.restart()
    player.close()
    path = tmp_path / "canfield.json"
    data = json.loads(path.read_text())
    data = {"turns": 2, **data, "weather": {"rain": [1, "ü"]}}
    data["books"]["0"]["mood"] = "calm"
    text = json.dumps(data, ensure_ascii=False).encode()
    path.write_bytes(text.replace(b'"undone"', b'"und\xffone"') if damage else text)
    player = Player(tmp_path, "canfield", "casino")
    player.type("i p d")
    player.close()
    left = json.loads(path.read_text())
    assert (left["turns"], left["actions"][-1]) == (2, "d")
    assert damage or left["weather"] == {"rain": [1, "ü"]}
    assert left["books"]["0"]["mood"] == "calm"
    while player.desk.session.undo_action():
        pass
    assert player.desk.session.book.others == {"mood": "calm"}


def test_nothing_of_this_program_is_taken_for_what_a_newer_one_has_written() -> None:
    everything = Book(1.5, True, "2026-11-22T20:15", 1, 2, 3, 4, True)
    board = own_deal("vierfrei", None, Start.BOARD, OPEN_BOARD)
    for session in (played("i p d x", "canfield", "casino"), Session(board)):
        session.restart()
        session.book = everything
        assert others_of(session.to_data()) == {}
    assert set(everything.to_data()) == BOOK_NAMES


@pytest.mark.parametrize("looked", [[3, 4], [3, "x"], None])
def test_how_far_a_player_has_looked_outlives_damage(looked: object) -> None:
    session = played("d d d", "canfield", "hoyle")
    data = {**session.to_data(), "looked": looked, "actions": ["d", "zz"]}
    found = rescued(json.dumps(data).encode())
    assert texts(found) == ["d"]
    assert (found.looked == Looked(3, 4)) is (looked == [3, 4])


def test_an_own_board_comes_back_too() -> None:
    deal = own_deal("vierfrei", None, Start.BOARD, OPEN_BOARD)
    data = as_file(Session(deal))
    assert rescued(data[: data.index(b'"undone"')]).deal == deal


def _stopped_and_begun_again(folder: Path) -> bytes:
    """Let a game be recorded and begun again; return its file."""
    player = Player(folder, "canfield", "casino")
    player.type("i p d x")
    player.desk.session.restart()
    player.type("i p d d")
    player.close()
    assert len(player.record.entries) == 1
    return (folder / "canfield.json").read_bytes()


def test_a_game_cut_before_it_was_begun_again_does_not_count_twice(tmp_path: Path) -> None:
    data = _stopped_and_begun_again(tmp_path)
    (tmp_path / "canfield.json").write_bytes(data.replace(b'"p"', b'"?"', 1))
    player = Player(tmp_path, "canfield", "casino")
    assert texts(player.desk.session) == ["i"] and player.desk.session.book.recorded
    told_once(player.storage)
    player.type("p x")
    assert len(player.record.entries) == 1, "it has ended anew, in the place of what was lost"
    player.close()


def test_a_game_whose_books_are_damaged_does_not_count_twice(tmp_path: Path) -> None:
    data = _stopped_and_begun_again(tmp_path)
    (tmp_path / "canfield.json").write_bytes(data.replace(b'"books": {', b'"books": 3, "b": {'))
    player = Player(tmp_path, "canfield", "casino")
    assert texts(player.desk.session) == ["i", "p", "d", "d"]
    told_once(player.storage)
    while player.desk.session.undo_action():
        assert len(player.record.entries) == 1
    player.close()


def test_a_game_that_has_ended_counts_once_though_nothing_says_that_it_is_recorded(
    tmp_path: Path,
) -> None:
    player = Player(tmp_path)
    player.type(" ".join(WON_10913))
    player.close()
    path = tmp_path / "vierfrei.json"
    path.write_bytes(path.read_bytes().replace(b'"recorded": true', b'"recorded": tr\0e'))
    again = Player(tmp_path)
    told_once(again.storage)
    assert again.desk.session.won and again.desk.session.book.recorded
    again.desk.session.undo_action()
    again.type(WON_10913[-1])
    assert len(again.record.entries) == 1
    again.close()


# -- finished games --------------------------------------------------------------------------------


def _given_up(folder: Path) -> Player:
    player = Player(folder)
    player.type(" ".join(WON_10913[:6]))
    player.desk.begin(numbered("vierfrei", 1))
    player.storage.flush()
    return player


@pytest.mark.parametrize(
    ("cut", "kept"),
    [
        (lambda line: line.replace("7a 76 a6", "zz"), 3),
        (lambda line: line.partition("6 a6")[0], 3),
        (lambda line: line.replace("76 a6", "7\0\0a6"), 3),
        (lambda line: line.replace("\\n7a 76", '"7a 76'), 2),
        (lambda line: line.replace("10913", "zz"), None),
    ],
)
def test_a_finished_game_is_reviewed_up_to_its_first_damaged_move(
    tmp_path: Path, cut: Callable[[str], str], kept: int | None
) -> None:
    _given_up(tmp_path).close()
    path = tmp_path / "played.jsonl"
    path.write_text(cut(path.read_text("utf-8").rstrip("\n")) + "\n", "utf-8")
    player = Player(tmp_path)
    found = Tally(player.record, player.storage.played).session(player.record.entries[0])
    assert (found and texts(found)) == (None if kept is None else WON_10913[:kept])
    player.close()


def test_a_damaged_line_of_what_was_played_goes_with_its_game(tmp_path: Path) -> None:
    player = _given_up(tmp_path)
    path = tmp_path / "played.jsonl"
    path.write_text(path.read_text("utf-8").replace('"}', ""), "utf-8")
    assert player.desk.bring_back()
    player.close()
    assert path.read_text("utf-8") == "" and not player.record.entries


def test_two_entries_that_run_into_each_other_are_set_aside(
    tmp_path: Path, storage: Storage
) -> None:
    one = json.dumps(ENTRY)
    torn = one[:-1] + ', "u' + one[3:]
    text = f'{{"format": 1, "games": [\n{one},\n{torn},\n{one}\n]}}\n'
    (tmp_path / "record.json").write_text(text)
    assert storage.record().entries == [Entry.from_data(ENTRY)] * 2
    told_once(storage)
    storage.flush()
    assert torn in (tmp_path / "record.json.broken-1").read_text()


def test_of_many_lost_options_only_the_number_is_told(tmp_path: Path, storage: Storage) -> None:
    (tmp_path / "settings.json").write_text('{"format": 1, "look": "wine", "volume"')
    assert storage.settings().look == "wine"
    lost = len(Settings().to_data()) - 2
    assert f": {lost} options were reset." in told_once(storage)


def test_damage_in_played_games_is_told_at_the_first_start_only(tmp_path: Path) -> None:
    path, aside = tmp_path / "played.jsonl", tmp_path / "played.jsonl.broken-1"
    lost = b'{"home": \xff}\n'
    path.write_bytes(lost)

    def start() -> Storage:
        storage = Storage(tmp_path)
        storage.played()
        storage.close()
        return storage

    told_once(start())
    assert path.read_bytes() == aside.read_bytes() == lost
    assert start().take_problems() == []
    path.write_bytes(lost + b"more\n")
    assert "the moves of 1 game " in told_once(start()), "what is new is told"
