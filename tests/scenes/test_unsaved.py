"""What the player sees while something is not saved: a mark that lasts, and a word on leaving."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.player.storage import Storage
from scenes.widgets.controls import Control
from tests.scenes.stage import WON_10913, Stage, Start, staged
from tests.storage.failing import disk_full

SAID = "Can't save the game: the disk is full."
REMINDER = "Not everything could be saved: the disk is full. Quit again to leave anyway."


def mark(on: Stage) -> Control | None:
    for _ in range(2):
        # What another window has left is looked at in between.
        on.storage.flush()
        on.wait(0.1)
    on.app.paint()
    found = [one for one in on.table.bar.controls.items if one.label == "Not saved"]
    return found[0] if found else None


def close_box(on: Stage) -> None:
    on.app.handle(pygame.Event(pygame.QUIT))


@pytest.mark.parametrize("size", [(1000, 700), (640, 480), (480, 300), (600, 1000)])
def test_a_mark_stands_on_the_table_as_long_as_something_is_unsaved(
    stage: Start, size: tuple[int, int]
) -> None:
    on = stage(size=size)
    assert mark(on) is None
    with disk_full():
        on.type("58")
        found = mark(on)
        assert found is not None and found.rect.right <= on.table.bar._room.left
        assert found.spoken == "Not saved yet: the disk is full. Trying again."
        on.wait(8)
        assert mark(on) and on.line != SAID, "the line has gone, the mark has not"
        on.key("F1")
        assert mark(on)
        others = [one.rect for one in on.table.bar.controls.items if one is not mark(on)]
        assert mark(on).rect.collidelist(others) < 0  # type: ignore[union-attr]
    found = mark(on)
    assert found is not None
    on.click(found.rect.center)
    assert mark(on) is None and on.lines[-1] == "Everything is saved again."
    after = [one.label for one in on.table.bar.controls.items]
    on.table.resize(size)
    assert [one.label for one in on.table.bar.controls.items] == after, "all has its room again"


@pytest.mark.parametrize("leave", [lambda on: on.key("F10"), close_box])
def test_leaving_is_told_once_that_something_is_unsaved(
    on: Stage, leave: Callable[[Stage], None]
) -> None:
    with disk_full():
        on.type("58")
        on.key("F8")
        leave(on)
        assert on.app.running and on.panel is None and on.line == REMINDER == on.lines[-1]
        leave(on)
        assert not on.app.running


def test_the_compact_window_comes_back_to_tell_it(on: Stage) -> None:
    with disk_full():
        on.type("58")
        on.key("F9")
        on.key("F10")
        assert on.app.running and not on.app.resting and on.line == REMINDER
        on.key("F10")
        assert not on.app.running


def test_nobody_is_reminded_where_the_last_attempt_succeeds(stage: Start, tmp_path: Path) -> None:
    on = stage(deal=10913)
    tokens = WON_10913.split()
    on.type(" ".join(tokens[:-1]))
    with disk_full():
        on.type(tokens[-1])
        assert mark(on)
    on.key("F10")
    assert not on.app.running and REMINDER not in on.lines
    on.close()
    storage = Storage(tmp_path)
    assert [entry.won for entry in storage.record().entries] == [True]
    storage.close()


def test_a_signal_ends_it_without_a_word(on: Stage) -> None:
    with disk_full():
        on.type("58")
        on.app.end()
        assert not on.app.running and REMINDER not in on.lines


def test_after_it_was_saved_the_next_trouble_is_told_again(on: Stage) -> None:
    for token in ("58", "82"):
        with disk_full():
            on.type(token)
            on.key("F10")
            assert on.app.running and on.line == REMINDER
        on.storage.try_again()
        assert mark(on) is None


def test_a_second_window_is_marked_and_takes_over(stage: Start, tmp_path: Path) -> None:
    first = Storage(tmp_path)
    on = stage()
    on.type("58")
    found = mark(on)
    assert found is not None and "another window" in found.spoken
    first.close()
    on.click(found.rect.center)
    assert mark(on) is None
    assert on.lines[-1] == "The other window has closed. This one saves from now on."
    assert on.saved("vierfrei")["actions"] == ["58"]


def test_a_second_window_that_is_only_looked_at_shows_the_first_ones_game(
    stage: Start, tmp_path: Path
) -> None:
    with staged(tmp_path) as one:
        one.type("58")
        one.storage.flush()
        on = stage()
        assert on.actions == ["58"]
        one.type("82")
    on.storage.try_again()
    on.storage.flush()
    on.wait(0.1)
    assert on.actions == one.actions and on.storage.saves
