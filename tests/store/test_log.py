"""Tests of the log: merging, repeated games and damaged lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from game.record.entries import Entry
from game.rules.registry import numbered
from game.store.log import LOG, GameLog, as_line, merge, read_line, read_lines, text_of
from tests.seed import run_seed

ENTRY: dict[str, Any] = {
    **{"game": "vierfrei", "rules": None, "deal": 617, "actions": 3, "account": None},
    **{"seconds": 9.5, "ended": "2026-11-22T20:15:00+01:00", "hints": 1, "undos": 0},
}


def line(
    name: str = "a", rev: int = 1, result: str = "lost", time: str = "2026-11-22", **more: Any
) -> bytes:
    return as_line({"id": name, "rev": rev, "time": time, "result": result, **ENTRY, **more})


def logged(lines: Sequence[bytes]) -> GameLog:
    log = GameLog(Path("nowhere"))
    for one in lines:
        log.add(one)
    return log


def made(log: GameLog, name: str, time: str, changes: dict[str, Any]) -> bytes:
    """Append a line for game ``name`` to ``log``, and return the line."""
    log.append(name, time, changes)
    return log.heads(name)[0]


def contents(log: GameLog) -> object:
    """Return everything that ``log`` says about its games."""
    return log.games(), [(log.best(name), log.heads(name)) for name in "abc"]


def examples(test: Callable[..., None]) -> Callable[..., None]:
    """Run ``test`` on 30 random cases. Add any case that fails as an ``@example``."""
    chosen = settings(
        database=None,
        deadline=None,
        max_examples=30,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
    return chosen(seed(run_seed())(test))


LINES = st.builds(
    line,
    name=st.sampled_from("abc"),
    rev=st.integers(1, 3),
    result=st.sampled_from(["won", "lost", "open", "lent"]),
    time=st.sampled_from(["2026-11-22", "2026-11-23"]),
    ended=st.sampled_from(["2026-11-22T20:15:00+01:00", "2026-11-22T19:15:00", "2026-11-21"]),
    text=st.sampled_from(["x\n", "y\n", '{\\"}, "text": "']),
)


@st.composite
def histories(draw: st.DrawFn) -> list[bytes]:
    """Generate one machine's log. Whenever it adds a line, it may know only some earlier lines."""
    lines: list[bytes] = draw(st.lists(LINES, max_size=4))
    for _ in range(draw(st.integers(0, 4))):
        log = logged(draw(st.lists(st.sampled_from(lines), max_size=4)) if lines else [])
        name, result = draw(st.sampled_from("abc")), draw(st.sampled_from(["won", "lost", "open"]))
        lines.append(made(log, name, "2026-11-24", {**ENTRY, "result": result}))
    return lines


@given(histories(), st.randoms(use_true_random=False))
@examples
def test_the_record_depends_neither_on_the_order_of_lines_nor_on_repeats(
    lines: list[bytes], dice: Any
) -> None:
    shuffled = [*lines, *dice.choices(lines, k=3)] if lines else []
    dice.shuffle(shuffled)
    assert contents(logged(shuffled)) == contents(logged(lines))


def merged(folder: Path, *logs: Sequence[bytes]) -> tuple[list[bytes], object]:
    """Merge the logs into one. Return a sorted list of its different lines, and its contents."""
    for number, lines in enumerate(logs):
        (folder / str(number)).mkdir(parents=True, exist_ok=True)
        (folder / str(number) / LOG).write_bytes(b"".join(one + b"\n" for one in lines))
    for number in range(1, len(logs)):
        merge(folder / "0", folder / str(number))
    lines = (folder / "0" / LOG).read_bytes().split(b"\n")[:-1]
    return sorted(set(lines)), contents(logged(lines))


@given(histories(), histories(), histories())
@examples
def test_merged_logs_hold_each_line_of_both_once(
    tmp_path_factory: pytest.TempPathFactory, a: list[bytes], b: list[bytes], c: list[bytes]
) -> None:
    folder = tmp_path_factory.mktemp("merged")
    both = merged(folder, a, b)
    assert both == merged(folder, b, a), "commutative"
    assert merged(folder, both[0], c) == merged(folder, a, merged(folder, b, c)[0]), "associative"
    assert both == merged(folder, both[0], b) == merged(folder, a, b, a), "idempotent"
    assert both[0] == sorted({*a, *b})


# -- which line counts -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "results"),
    [
        ([line()], ["lost"]),
        ([line(), line("b", result="won")], ["lost", "won"]),
        ([line(), line(rev=2, result="open")], []),
        ([line(rev=2), line(rev=1, result="open")], ["lost"]),
        ([line(), line(rev=2, result="open"), line(rev=3, result="won")], ["won"]),
        ([line(result="won"), line(rev=2, result="open")], ["won"]),
        ([line(result="won"), line(rev=9, result="lost")], ["won"]),
        ([line(time="2026-11-23", result="open"), line(time="2026-11-22")], []),
        ([line(result="of a newer program")], ["lost"]),
        ([line(game="chess")], []),
    ],
)
def test_of_each_game_one_line_counts(lines: list[bytes], results: list[str]) -> None:
    games = logged(lines).games()
    assert ["won" if one.won else "lost" for one in games] == results


def test_games_stand_in_the_order_in_which_they_ended_whatever_the_time_zone() -> None:
    ends = {
        "c": "2026-11-22T20:15:00+01:00",
        "b": "2026-11-22T19:16:00+00:00",
        "a": "2026-11-22T20:15:00+01:00",
        "d": "2026-11-22T14:00:00-05:00",
        "e": "2026-11-22T19:15:30",
    }
    log = logged([line(name, ended=end) for name, end in ends.items()])
    assert [one.id for one in log.games()] == ["d", "a", "c", "e", "b"]


@pytest.mark.parametrize(
    ("games", "best"),
    [
        ([line("a", result="won"), line("b")], "a"),
        ([line("a", result="won"), line("b", result="won", replay=True)], "a"),
        ([line("a", replay=True), line("b", deal=618, result="won")], "a"),
        ([line("a"), line("b", ended="2026-11-23")], "b"),
        ([line("a", deal=618)], None),
    ],
)
def test_the_best_game_of_a_deal_is_won_at_the_first_try_and_the_latest(
    games: list[bytes], best: str | None
) -> None:
    found = logged(games).best_of(numbered("vierfrei", 617))
    assert (found and found.id) == best


def test_a_line_made_from_others_takes_their_place() -> None:
    one, other = (made(logged([line(text="a")]), "a", "2026", {"text": text}) for text in "bc")
    both = logged([line(text="a"), one, other])
    assert {*both.heads("a")} == {one, other}
    assert [made(both, "a", "2027", {})] == both.heads("a")


@pytest.mark.parametrize("name", sorted({*Entry._field_defaults} - {"id"}))
def test_a_line_without_a_field_that_has_a_default_is_read(name: str) -> None:
    """Older logs stay readable when ``Entry`` gets a new field."""
    data = {**json.loads(line()), "turns": 2, "par": 20}
    data.pop(name, None)
    assert getattr(read_line(as_line(data)).game, name) == Entry._field_defaults[name]


def test_unknown_fields_stay_in_later_lines(tmp_path: Path) -> None:
    (tmp_path / LOG).write_bytes(line(mood={"text": "well", "x": [1]}, text="a\n") + b"\n")
    log = GameLog(tmp_path)
    log.read(log.data())
    data = json.loads(made(log, "a", "2026-11-25", {"par": 40}))
    assert data["mood"] == {"text": "well", "x": [1]} and data["par"] == 40
    assert (data["rev"], data["text"], [*data][-1]) == (2, "a\n", "text")


# -- damage ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        *({name: None} for name in ("id", "rev", "time", "result", "game", "actions", "seconds")),
        *({name: value} for name in ("hints", "turns", "home") for value in (-1, 1.5, "1", 10**15)),
        *({"seconds": value} for value in (-1, float("nan"), float("inf"), 1e15, True)),
        *({"ended": value} for value in ("", "2026-02-30", "0001-01-01", "9999-12-31", 3)),
        *({"deal": value} for value in (-1, 1.0, 10**9, [1])),
        *({"account": value} for value in (1.5, 10**15)),
        *({"rev": value} for value in (0, 1.0, 10**15)),
        *({"rules": 3}, {"replay": 1}, {"over": {}}, {"id": ""}),
    ],
    ids=repr,
)
def test_a_line_with_a_meaningless_value_is_damaged(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        read_line(json.dumps({**json.loads(line()), **wrong}).encode())


JOINED = line(text="x") + line("b")
ODD = b"", b"{}", b"[]", b"null", JOINED, b"\0" * 30, b"[" * 10**5, b'{"a":' * 10**5, b"9" * 5000


@pytest.mark.parametrize("data", ODD)
def test_anything_but_an_entry_is_damaged(data: bytes) -> None:
    with pytest.raises(ValueError):
        read_line(data)


def test_damage_loses_no_line_beside_it() -> None:
    lines = [line(str(n), deal=n) for n in range(300)]
    for at, odd in enumerate((*ODD[1:], line()[:-1], line(rev=0), line() + b", {}")):
        lines[7 * at] = odd
    found = [*read_lines(b"\n".join([*lines, b""]))]
    assert found == [one for single in lines for one in read_lines(single + b"\n")]
    assert sum(one is not None for _, one in found) == 300 - len(ODD) - 2


@pytest.mark.parametrize(
    ("text", "left"),
    [(b'26\\n5a"}', "26\n5a"), (b"26\\n5", "26\n5"), (b'26\\x"}', "26"), (b'2\xff"}', "2\ufffd")],
)
def test_a_game_counts_though_its_moves_are_damaged(text: bytes, left: str) -> None:
    whole = line(text="@")
    damaged = whole.replace(b'@"}', text)
    assert read_line(damaged).game == read_line(whole).game
    assert text_of(damaged) == left
    assert [*read_lines(damaged)] == ([*read_lines(damaged + b"\n")] if left == "26\n5a" else [])
