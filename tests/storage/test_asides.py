"""What was tried and written beside the moves of a finished game is kept with them."""

from __future__ import annotations

import json
from copy import copy
from datetime import UTC, datetime
from pathlib import Path

import pytest
from game.player.current import Desk
from game.player.lines import PlayedFile
from game.player.storage import Storage
from game.record.transcripts import Played

from game.play import saved_game
from game.play.history import action_text
from game.play.session import Session
from game.play.sharing import tree_text
from game.player import lines
from game.player.settings import Settings
from game.record.entries import Entry, Record
from game.record.statistics import Tally
from game.rules.registry import numbered
from tests.game.reading import parse_move
from tests.game.test_branches import KINDS, any_deal, every_way
from tests.game.trees import grown, shape
from tests.seed import chance

THEN = datetime(2026, 11, 22, 20, 15, tzinfo=UTC)
OLD = (
    '{"game": "vierfrei", "rules": null, "ended": "%s", "home": 0, "stage": 3, '
    '"moves": "# Vierfeld 1 vierfrei 617\\n58\\n8a\\n82\\n"}'
)
"""A line as it was written before there were branches."""


def played(line: str = "58 8a 82") -> Session:
    session = Session(numbered("vierfrei", 617))
    for token in line.split():
        session.do(parse_move(token, "vierfrei"))
    return session


def branched() -> Session:
    """58 8a 82, with 1a (and 2b after it) and 2b instead of 8a, and 3c taken back at the end."""
    session = played()
    session.history.mark(session.here, "a “name”")
    end = session.here
    for line in ("1a 2b", "2b"):
        session.go(session.history.line()[1])
        for token in line.split():
            session.do(parse_move(token, "vierfrei"))
        session.history.remark(session.here, f"after {line} {{}} \\")
    session.go(end)
    session.do(parse_move("3c", "vierfrei"))
    session.undo_action()
    return session


def entry_of(session: Session) -> Entry:
    return Entry.of(session, THEN)


def texts(session: Session) -> list[str]:
    return [action_text(action) for action in session.since_restart]


def test_a_line_without_branches_is_written_and_read_as_ever() -> None:
    session = played()
    entry = entry_of(session)
    line = OLD % entry.ended
    assert Played.of(session, entry).text == line
    found = Played.from_text(line)
    assert found is not None and not found.aside and texts(found.readable()) == texts(session)


def test_the_branches_and_notes_stay_with_a_finished_game() -> None:
    session = branched()
    one = Played.of(session, entry_of(session))
    again = Played.from_text(one.text)
    assert again == one
    found = one.readable()
    assert shape(found) == shape(session) and not found.lost
    assert [action_text(action) for action in found.undone] == ["3c"]
    assert texts(one.session()) == ["58", "8a", "82"] and not one.session().undone, "the line alone"
    old = json.loads(one.text)
    assert old["moves"] == one.moves, "where an older program looks for them"
    spread = json.dumps({"more": 1, **old}, indent=None, separators=(",", ":"))
    other = Played.from_text(spread)
    assert other is not None and shape(other.readable()) == shape(session), "in any form"


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_a_random_tree_stays_with_its_game(game: str, rules: str | None) -> None:
    session, dice = Session(any_deal(game, rules, 0)), chance("a past tree", game, rules)
    for _ in range(3):
        grown(session, every_way, dice, 20)
        one = Played.of(session, entry_of(session))
        assert Played.from_text(one.text) == one
        tree = session.history.unrolled_game(session.here)
        assert tree is not None
        own = copy(session)
        own.history = tree
        found = one.readable()
        assert not found.lost and shape(found) == shape(own)
        assert texts(found) == texts(session)


def test_each_note_stays_at_its_position_and_what_was_left_last_is_redone() -> None:
    session = Session(numbered("vierfrei", 617))
    session.do(parse_move("1a", "vierfrei"), parse_move("2b", "vierfrei"))
    session.history.mark(session.here, "after two steps")
    for token in ("58", "8c"):
        session.do(parse_move(token, "vierfrei"))
        session.undo_action()
    found = Played.of(session, entry_of(session)).readable()
    assert not found.lost and found.here.bookmark == "after two steps"
    assert [action_text(action) for action in found.undone] == ["8c"]
    assert shape(found) == shape(session)


def test_a_game_begun_after_the_end_of_another_has_its_own_branches() -> None:
    session = Session(numbered("canfield", 42, "casino"))
    for token in ("i", "p", "x"):
        session.do(parse_move(token, "canfield"))
    first = session.here
    session.restart()
    for token in ("i", "p", "d"):
        session.do(parse_move(token, "canfield"))
    session.undo_action()
    session.undo_action()
    second = Played.of(session, entry_of(session)).readable()
    assert {one[0] for one in shape(second)} == {"", "i", "i/p", "i/p/d"}  # type: ignore[index]
    assert not Played.of(session, entry_of(session), first).aside, "nor has the first one these"


def test_what_was_tried_before_a_restart_is_a_branch() -> None:
    session = played("58 8a")
    session.restart()
    session.do(parse_move("58", "vierfrei"))
    found = Played.of(session, entry_of(session)).readable()
    assert tree_text(found).splitlines()[1:] == ["58", "8a"] and texts(found) == ["58"]
    session.do(parse_move("1a", "vierfrei"))
    found = Played.of(session, entry_of(session)).readable()
    assert tree_text(found).splitlines()[1:] == ["58", "1a", "(8a)"]


def test_too_many_branches_lose_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_game, "MOST_ASIDE", 42)
    session = played("58 8a")
    end = session.here
    for token in ("7a", "1a", "2a", "3a", "4a", "5a", "6a"):
        session.go(session.history.line()[1])
        session.do(parse_move(token, "vierfrei"))
        if token == "2a":
            session.history.mark(session.here, "")
    # The first one is the newest, since it was gone on with at last.
    session.go(end.parent.children[1] if end.parent else end)
    session.do(parse_move("8b", "vierfrei"))
    session.go(end)
    whole = shape(session)
    one = Played.of(session, entry_of(session))
    found = one.readable()
    left = [action_text(node.action) for node in found.history.line()[1].children]
    assert left == ["8a", "7a", "2a", "4a", "5a", "6a"]
    assert sum(len(text["moves"]) for text in json.loads(one.text)["branches"]) <= 42
    assert shape(session) == whole, "the game in hand keeps all of them"


@pytest.mark.parametrize("rest", ["", "\ufffd", "}", '"'])
def test_wherever_the_branches_are_damaged_the_moves_are_whole(rest: str) -> None:
    session = branched()
    one, whole = Played.of(session, entry_of(session)), shape(session)
    for at in range(one.text.index('"branches"') + 12, len(one.text) - 1, 7):
        line = one.text[:at] + rest + (one.text[at + 1 :] if rest else "")
        damaged = Played.from_text(line)
        assert damaged is not None and damaged.line == one.line, "no move is lost"
        found = damaged.readable()
        assert texts(found) == ["58", "8a", "82"]
        lost = whole - shape(found)
        assert len(lost) <= (4 if rest else 5), (line, lost)
        assert found.lost or len(lost) <= 1, "a sign of a remark may be another one"


def test_damage_in_a_branch_is_never_written_over(tmp_path: Path) -> None:
    session = branched()
    entry = entry_of(session)
    line = Played.of(session, entry).text.replace('"1a; 2b', '"1z; 2b')
    (tmp_path / "played.jsonl").write_text(line + "\n")
    storage = Storage(tmp_path)
    tally = Tally(Record([entry]), storage.played)
    found = tally.session(entry)
    assert found is not None and found.lost == 1 and not storage.take_problems()
    left = {"58/8a/82/3c", "58/2b", "58/8a/82", "58/8a", "58", ""}
    assert {one[0] for one in shape(found)} == left, "that branch alone"  # type: ignore[index]
    assert tally.kept_by(entry, found) is None
    storage.close()


# -- written later ---------------------------------------------------------------------------------


def noted(one: Played, name: str) -> Played:
    session = one.readable()
    session.history.mark(session.history.root, name)
    return one.with_aside(session)


def test_a_note_on_a_past_game_is_kept_in_its_line_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "_LOOK", 64)
    storage, path = Storage(tmp_path), tmp_path / "played.jsonl"
    games = []
    for number in range(4):
        session = branched() if number == 1 else played("58 8a 82"[: 2 + 3 * (number % 2)])
        games.append(Played.of(session, entry_of(session)))
        storage.keep_played(games[-1])
    storage.flush()
    assert storage.played() == tuple(games)
    before = path.read_text("utf-8").splitlines()
    for name in ("once", "twice"):
        changed = noted(games[1], name)
        storage.keep_aside(changed)
        assert storage.played() == (games[0], changed, *games[2:]), "at once"
        storage.flush()
        assert storage.played() == (games[0], changed, *games[2:])
        assert path.read_text("utf-8").splitlines() == [before[0], changed.text, *before[2:]]
    storage.keep_aside(games[1])
    storage.flush()
    assert path.read_text("utf-8").splitlines() == before, "and can be taken back"
    stamp = path.stat().st_mtime_ns
    storage.keep_aside(games[1])
    storage.flush()
    assert path.stat().st_mtime_ns == stamp, "nothing is written where nothing has changed"
    storage.close()


def test_a_line_keeps_what_a_newer_program_has_written(tmp_path: Path) -> None:
    one = Played.of(played(), entry_of(played()))
    path = tmp_path / "played.jsonl"
    broken = b'{"game": "vierfrei", "ended": "' + one.ended.encode() + b'", "\xff\n'
    path.write_bytes(broken + one.text[:-1].encode() + b', "mood": "good"}\n')
    file = PlayedFile(path)
    change = file.change([noted(one, "x")])
    assert change is not None
    path.write_bytes(change.on(path.read_bytes()))
    *first, last = path.read_bytes().splitlines(keepends=True)
    data = json.loads(last)
    assert first == [broken] and data["mood"] == "good" and data["notes"][0]["bookmark"] == "x"
    found, _ = file.read()
    assert found[-1].readable().history.root.bookmark == "x"


def test_a_line_nested_beyond_reading_is_left_as_it_is(tmp_path: Path) -> None:
    one = Played.of(played(), entry_of(played()))
    path = tmp_path / "played.jsonl"
    path.write_text(f'{one.text[:-1]}, "branches": {"[" * 100_000}}}\n')
    assert PlayedFile(path).change([noted(one, "x")]) is None


def test_what_was_tried_after_the_win_stays_with_the_game(tmp_path: Path) -> None:
    storage, record = Storage(tmp_path), Record()
    session = Session(numbered("canfield", 42, "casino"))
    desk = Desk(storage, Settings(), record, session, now=lambda: THEN)
    for token in ("i", "p", "d", "x"):
        desk.session.do(parse_move(token, "canfield"))
    assert session.book.recorded and len(record.entries) == 1
    desk.session.history.mark(session.here, "the end")
    desk.begin(numbered("canfield", 43, "casino"))
    storage.flush()
    (one,) = storage.played()
    assert one.readable().here.bookmark == "the end"
    assert storage.game("canfield") is not None
    storage.close()
    again = Storage(tmp_path)
    assert again.played() == (one,)
    again.close()


def stopped(storage: Storage, record: Record) -> Desk:
    """A desk with a game of the casino that was stopped."""
    desk = Desk(
        storage,
        Settings(),
        record,
        Session(numbered("canfield", 42, "casino")),
        now=lambda: THEN,
    )
    for token in ("i", "p", "d", "x"):
        desk.session.do(parse_move(token, "canfield"))
    return desk


def test_what_was_written_after_the_end_stays_though_it_is_begun_again(tmp_path: Path) -> None:
    storage, record = Storage(tmp_path), Record()
    desk = stopped(storage, record)
    desk.session.history.remark(desk.session.here, "too early")
    desk.session.restart()
    desk.session.do(parse_move("i", "canfield"))
    desk.begin(numbered("canfield", 43, "casino"))
    first, second = storage.played()
    assert first.readable().here.remark == "too early" and not second.aside
    storage.close()


@pytest.mark.parametrize("later", [False, True])
def test_what_was_written_in_the_past_game_stays_too(tmp_path: Path, later: bool) -> None:
    """The game in hand is one of the past games as well, in the same run or a later one."""
    storage, record = Storage(tmp_path), Record()
    desk = stopped(storage, record)
    if later:
        desk.session.history.remark(desk.session.here, "in hand")
        desk.session.save()
        storage.close()
        storage = Storage(tmp_path)
        record, in_hand = storage.record(), storage.game("canfield")
        assert in_hand is not None
        desk = Desk(storage, Settings(), record, in_hand, now=lambda: THEN)
    tally = Tally(record, storage.played)
    past = tally.session(record.entries[0])
    assert past is not None
    where = tally.kept_by(record.entries[0], past)
    assert where is not None
    past.history.remark(past.here, "in the past")
    storage.keep_aside(where.with_aside(past))
    desk.session.history.mark(desk.session.history.root, "the start")
    desk.begin(numbered("canfield", 43, "casino"))
    found = storage.played()[0].readable()
    assert found.history.root.bookmark == "the start"
    assert found.here.remark == ("in the past in hand" if later else "in the past")
    storage.close()


def test_what_is_damaged_in_the_line_is_joined_with_nothing() -> None:
    session = branched()
    one = Played.of(session, entry_of(session))
    damaged = Played.from_text(one.text.replace('"1a; 2b', '"1z; 2b'))
    assert damaged is not None and damaged.joined(one) is damaged
    assert shape(one.joined(one).readable()) == shape(one.readable())


def test_a_game_that_has_forgotten_its_end_erases_nothing(tmp_path: Path) -> None:
    storage, session = Storage(tmp_path), played()
    session.history.remark(session.history.root, "a start")
    desk, end = Desk(storage, Settings(), Record(), session, now=lambda: THEN), session.here
    desk._write_down()
    (before,) = storage.played()
    session.history.back(1)
    session.history.remove(end)
    desk._keep_aside()
    assert storage.played() == (before,) and before.aside
    storage.close()
