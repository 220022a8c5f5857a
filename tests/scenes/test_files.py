"""What players see when something is unsaved or files cause trouble."""

from __future__ import annotations

import ctypes
import os
import struct
from pathlib import Path

import pygame
import pytest

from game.store.store import PlayerStore
from game.support.texts import texts
from scenes.app.screen_tree import describe
from scenes.app.start import StartOptions, begin
from scenes.widgets.controls import Control
from tests.scenes.records import act
from tests.scenes.reviewing import reviewed
from tests.scenes.stage import Point, Stage, Start, almost_won, staged
from tests.store.playing import disk_full

SAID = "Can't save the game: the disk is full."
REMINDER = "Not everything could be saved: the disk is full. Quit again to leave anyway."


@pytest.mark.parametrize("game", [None, "vierfrei"])
def test_damaged_files_are_reported_in_messages(
    stage: Start, tmp_path: Path, game: str | None
) -> None:
    names = ("settings.json", "vierfrei.game", "games.jsonl")
    for name in names:
        (tmp_path / name).write_text("{\n")
    on = stage(game=game)
    on.wait(0.1)
    reports = [line for line in on.lines if ".broken-1" in line and line.isprintable()]
    assert all(any(f"{name}.broken-1" in line for line in reports) for name in names)
    on.app.paint()
    on.key("F1")
    on.settle()
    on.type("1a")
    assert on.actions == ["1a"] and on.saved("vierfrei")["actions"] == ["1a"]


def test_a_saved_game_file_can_be_opened_again_but_no_pipe(casino: Stage, tmp_path: Path) -> None:
    casino.keys("ctrl+s", "ctrl+s")
    first, second = (tmp_path / f"canfield-casino-42{end}.vierfeld" for end in ("", "-2"))
    assert casino.message == f"Saved to {second}" and casino.plings == 0
    assert first.read_text() == second.read_text() == "# Vierfeld 1 canfield 42 casino\n"
    casino.keys("F1", "F8")
    casino.app.handle(pygame.Event(pygame.DROPFILE, file=str(first)))
    assert casino.panel is None
    assert (casino.session.deal.number, casino.session.deal.rules) == (42, "casino")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "game.txt")
        casino.app.handle(pygame.Event(pygame.DROPFILE, file=str(tmp_path / "game.txt")))
        assert casino.plings == 1 and casino.message == "game.txt: That isn't a file."


def test_everything_works_in_a_folder_whose_name_is_not_utf8(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Messages with the folder's name can be drawn, announced and written."""
    strange = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    try:
        strange.mkdir()
    except (OSError, UnicodeError):
        pytest.skip("no such names here")
    monkeypatch.setenv("VIERFELD_HOME", str(strange))
    with staged(strange) as on:
        on.type("58")
        on.key("F1")
        messages = []
        for key in ("ctrl+s", "ctrl+shift+s"):
            on.keys(key)
            on.app.paint()
            messages.append(on.message)
        on.key("F6")
        for button in ("Export as CSV", "Export as JSON", "Clear…", "Clear it"):
            act(on, button)
            on.app.paint()
        for node in describe(on.app).root.walk():
            assert f"{node.name}{node.text}".encode(), "what a screen reader is told"
        messages += [line for line in on.lines if "caf" in line]
        assert len(messages) >= 6
        assert all(r"caf\xe9" in line and line.isprintable() for line in messages)
        on.saved("vierfrei")
        on.key("F6")
        for name, content, plings, said in (
            (b"\xe9", "nonsense", 1, r"\xe9"),
            (b"\xff", None, 2, r"\xff"),
            (b"\xfc", "617", 2, ""),
        ):
            path = os.fsencode(strange) + b"/" + name
            if content:
                Path(os.fsdecode(path)).write_text(content)
            dropped(path, on.window._window)
            for event in on.window.events():
                on.handle(event)
            on.app.paint()
            assert on.plings == plings and on.message.startswith(said)
        assert on.session.deal.number == 617, "its name may be strange too"
    assert {"csv", "json", "html", "vierfeld"} <= {p.name.split(".")[-1] for p in strange.iterdir()}


def dropped(path: bytes, window: pygame.Window) -> None:
    """Make SDL report a dropped file whose name pygame can't take."""
    library = ctypes.CDLL(pygame.base.__file__)
    library.SDL_malloc.restype = ctypes.c_void_p
    library.SDL_malloc.argtypes = (ctypes.c_size_t,)
    kept = library.SDL_malloc(len(path) + 1)
    ctypes.memmove(kept, path + b"\0", len(path) + 1)
    event = struct.pack("IIQI", pygame.DROPFILE, 0, kept, window.id).ljust(128, b"\0")
    assert library.SDL_PushEvent(event) == 1


@pytest.mark.parametrize("content", ["# Vierfeld 1 vierfrei 617\n58\n", "nonsense\n", None])
def test_opening_a_game_file_from_the_desktop_plays_it_or_reports_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None
) -> None:
    monkeypatch.setenv("VIERFELD_HOME", str(tmp_path / "home"))
    path = tmp_path / "a game.vierfeld"
    if content is not None:
        path.write_text(content)
    texts.use("en")
    lines: list[str] = []
    monkeypatch.setattr("scenes.kit.announce.Announcer.say", lambda _, line: lines.append(line))
    app = begin(StartOptions(opened=str(path)))
    session = app.director.session
    app.close()
    if content and "617" in content:
        assert session is not None and session.deal.number == 617 and session.actions
    else:
        assert session is None and any("a game.vierfeld" in line for line in lines)


def mark(on: Stage) -> Control | None:
    """Return the bar's mark that something is unsaved; None if the mark isn't shown."""
    for _ in range(2):
        # Between the two flushes, the store looks at what another window has left behind.
        on.storage.flush()
        on.wait(0.1)
    on.app.paint()
    items = on.table.bar.controls.items
    return next((one for one in items if one.label == "Not saved"), None)


@pytest.mark.parametrize("size", [(1000, 700), (640, 480), (480, 300), (600, 1000)])
def test_a_mark_shows_while_something_is_unsaved(stage: Start, size: Point) -> None:
    on = stage(size=size)
    bar = on.table.bar
    assert mark(on) is None
    with disk_full():
        on.type("58")
        on.storage.flush()
        on.wait(0.1)
        assert on.message == SAID
        on.type("82")
        assert on.actions == ["58", "8a 82 a2"] and on.lines.count(SAID) == 1, "play goes on"
        found = mark(on)
        assert found.rect.right <= bar._room.left
        assert found.spoken == "Not saved yet: the disk is full. Trying again."
        on.wait(8)
        assert mark(on) and on.message != SAID, "the line has gone, the mark has not"
        on.key("F1")
        found = mark(on)
        others = [one.rect for one in bar.controls.items if one is not found]
        assert found.rect.collidelist(others) < 0
    on.click(mark(on).rect.center)
    assert mark(on) is None and on.lines[-1] == "Everything is saved again."
    after = [one.label for one in bar.controls.items]
    on.table.resize(size)
    assert [one.label for one in bar.controls.items] == after, "all has its room again"


@pytest.mark.parametrize("way", ["F8 F10", "F8 close", "F9 F10"])
def test_leaving_with_unsaved_changes_warns_once_but_a_signal_ends(on: Stage, way: str) -> None:
    shown, leave = way.split()
    with disk_full():
        on.type("58")
        on.key(shown)
        for running in (True, False):
            on.handle(pygame.Event(pygame.QUIT)) if leave == "close" else on.key(leave)
            assert on.app.running is running
            assert on.panel is None and on.message == REMINDER and REMINDER in on.lines
            assert not running or not on.app.resting
        on.app.running = True
        on.lines.clear()
        on.app.end()
        assert not on.app.running and REMINDER not in on.lines


def test_leaving_does_not_warn_if_saving_succeeds_in_time(stage: Start, tmp_path: Path) -> None:
    on = almost_won(stage)
    with disk_full():
        on.type("2h")
        assert mark(on)
    on.key("F10")
    assert not on.app.running and REMINDER not in on.lines
    on.close()
    assert on.saved("settings")["window"][2:] == [1000, 700], "the place of the window"
    storage = PlayerStore(tmp_path)
    assert [entry.won for entry in storage.log.games()] == [True]
    storage.close()


def test_after_a_successful_save_the_next_failure_is_reported_again(on: Stage) -> None:
    for token in ("58", "82"):
        with disk_full():
            on.type(token)
            on.key("F10")
            assert on.app.running and on.message == REMINDER
        on.storage.try_again()
        assert mark(on) is None


def test_a_second_window_shows_that_it_does_not_save(stage: Start, tmp_path: Path) -> None:
    first = PlayerStore(tmp_path)
    on = reviewed(stage)
    on.key("escape")
    assert not (tmp_path / "reviews").exists()
    first.close()
    on.click(mark(on).rect.center)
    assert "another window" in mark(on).spoken and not (tmp_path / "vierfrei.game").exists()
