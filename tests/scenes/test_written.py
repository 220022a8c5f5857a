"""After an export: a line that lasts, with buttons to open the file and to show its folder."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.support import opening
from scenes.access.tree import Kind, describe
from scenes.kit.services import NEWS
from scenes.widgets.items import Words
from tests.scenes.records import act, finished, items, opened, press_row
from tests.scenes.stage import ALT, CTRL, SHIFT, Stage, Start

Asked = list[tuple[str, bool]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What the system was asked to open, and whether in its folder; nothing can be opened."""
    found: Asked = []

    def none(path: Path, *, in_folder: bool) -> list[list[str] | str]:
        found.append((path.name, in_folder))
        return [["no-such-program", str(path)]]

    monkeypatch.setattr(opening, "ways", none)
    return found


def settle(on: Stage) -> None:
    """Wait for the other threads, and take in what they tell."""
    for thread in threading.enumerate():
        if thread.name in ("opening", "animation"):
            thread.join()
    for event in pygame.event.get(NEWS):
        on.app.handle(event)


def labels(on: Stage) -> list[str]:
    return [one.label for one in on.app.director.scene.line.controls.items]


WAYS = ["Open", "Show in folder", "Close"]


@pytest.mark.parametrize(
    ("modifiers", "name"),
    [(CTRL, "vierfrei-617.vierfeld"), (CTRL | SHIFT, "vierfrei-617.html")],
)
@pytest.mark.parametrize("inside", [False, True])
def test_an_export_can_be_opened_by_mouse(
    on: Stage, tmp_path: Path, asked: Asked, modifiers: int, name: str, inside: bool
) -> None:
    on.type("1a")
    if inside:
        on.key("F7")
    on.key("s", modifiers)
    on.app.paint()
    on.wait(30)
    line = on.app.director.scene.line
    assert line.text == f"Saved to {tmp_path / name}" and labels(on) == WAYS, "it lasts"
    assert f"Saved to {tmp_path / name}" in on.lines
    assert on.lines[on.lines.index(line.text) + 1] == "Tab: Open, Show in folder"
    first, *_ = [one.rect for one in line.controls.items]
    on.click(first.center)
    assert line.text == f"Saved to {tmp_path / name}", "nothing waits for it"
    settle(on)
    assert line.text == f"No program can open {tmp_path / name}."
    assert labels(on) == WAYS[1:], "its folder may still be shown"
    on.app.paint()
    on.click(line.controls.items[0].rect.center)
    settle(on)
    assert asked == [(name, False), (name, True)]
    assert line.text == f"No program can show {tmp_path / name}'s folder." and not labels(on)


@pytest.mark.parametrize("inside", [False, True])
def test_tab_leads_there_and_escape_has_it_go(on: Stage, asked: Asked, inside: bool) -> None:
    on.type("1a")
    if inside:
        on.key("F7")
    on.key("s", CTRL)
    on.app.paint()
    on.key("tab")
    assert on.lines[-1] == "Open"
    on.key("return")
    on.key("tab")
    assert on.lines[-1] == "Show in folder"
    on.key("escape")
    on.app.paint()
    assert labels(on) == WAYS, "at first only the focus goes"
    on.key("escape")
    on.app.paint()
    assert not labels(on) and not on.app.director.scene.line.text
    assert (on.app.director.review is not None) is inside
    settle(on)
    assert asked == [("vierfrei-617.vierfeld", False)]


def test_it_stays_while_the_game_goes_on_and_goes_by_its_button(on: Stage) -> None:
    on.key("s", CTRL)
    on.type("1a")
    on.app.paint()
    assert labels(on) == WAYS and on.actions == ["1a"]
    on.push("Close")
    assert not labels(on) and not on.line
    on.app.paint()
    on.key("s", CTRL)
    on.type("1h")
    assert not labels(on), "what is refused is told in its place"


def test_a_finger_on_it_touches_no_card(stage: Start, asked: Asked) -> None:
    on = stage(size=(480, 300))
    on.key("s", CTRL)
    on.app.paint()
    line = on.table.line
    assert line.rect.height > 60, "the buttons have a row of their own"
    assert all(one.rect.height >= 32 and one.rect.width >= 32 for one in line.controls.items)
    assert all(line.rect.contains(one.rect) for one in line.controls.items)
    on.click(line.controls.items[0].rect.center, touch=True)
    settle(on)
    assert asked == [("vierfrei-617.vierfeld", False)] and not on.table.hand.held


def test_screen_readers_have_its_buttons(on: Stage) -> None:
    for key in ("", "F7"):
        if key:
            on.key(key)
        on.key("s", CTRL)
        on.app.paint()
        on.key("tab")
        tree = describe(on.app.director)
        buttons = {node.name: node.key for node in tree.root.walk() if node.kind is Kind.BUTTON}
        assert {*WAYS} <= {*buttons} and tree.focus == buttons["Open"]


@pytest.mark.parametrize("menu", [False, True])
def test_an_animation_can_be_opened_wherever_the_player_is_by_then(
    stage: Start, asked: Asked, menu: bool
) -> None:
    pytest.importorskip("PIL", reason="Pillow is not installed here")
    on = stage()
    on.key("s", CTRL | ALT)
    if menu:
        on.app.director.show_start()
    settle(on)
    on.app.paint()
    assert labels(on) == WAYS and (on.app.director.table is None) is menu
    on.push("Open")
    settle(on)
    assert asked == [("vierfrei-617.gif", False)]


def test_what_statistics_write_can_be_opened_there(stage: Start, asked: Asked) -> None:
    on = finished(stage)
    panel = opened(on)
    act(on, "Export as CSV")
    act(on, "Show in folder")
    settle(on)
    assert asked == [("vierfeld.csv", True)]
    press_row(on)
    act(on, "As a page")
    told = [item.text for item in items(panel, Words)]
    assert any(text.endswith("vierfrei-10913.html") for text in told)
    rows = [one.label for one in panel.page.controls.items]
    assert rows.index("Open") < rows.index("Export as CSV"), "beside the game that it is of"
    act(on, "Open")
    settle(on)
    assert asked[-1] == ("vierfrei-10913.html", False)


def test_a_file_that_is_gone_is_told(on: Stage, tmp_path: Path, asked: Asked) -> None:
    on.key("s", CTRL)
    on.app.paint()
    path = tmp_path / "vierfrei-617.vierfeld"
    path.unlink()
    on.push("Open")
    assert on.line == f"{path} is no longer there." and not asked


@pytest.mark.skipif(os.name != "posix", reason="children as POSIX has them")
def test_nothing_is_waited_for_and_no_child_is_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code = "import os, sys; open(sys.argv[1], 'w').write(repr(dict(os.environ)))"
    there = tmp_path / "environment"
    command = [sys.executable, "-c", f"import time; time.sleep(.2); {code}", str(there)]
    begun: list[subprocess.Popen[bytes]] = []

    class Begun(subprocess.Popen[bytes]):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            begun.append(self)

    monkeypatch.setattr(opening, "ways", lambda path, *, in_folder: [command])
    monkeypatch.setattr(subprocess, "Popen", Begun)
    monkeypatch.setattr(opening, "_PATIENCE", 0.05)
    monkeypatch.setenv("XCOMPOSEFILE", os.devnull)
    monkeypatch.setenv("SDL_VIDEO_X11_WMCLASS", "vierfeld")
    failed: list[bool] = []
    opening.open_file(tmp_path, lambda: failed.append(True))
    assert not there.exists(), "it is not waited for"
    for thread in threading.enumerate():
        if thread.name == "opening":
            thread.join()
    assert not failed and begun[0].returncode == 0, "it was waited for at last"
    assert "XCOMPOSEFILE" not in there.read_text() and "WMCLASS" not in there.read_text()


def test_the_next_way_is_tried_where_one_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done, failed = tmp_path / "done", list[bool]()
    work = [sys.executable, "-c", f"open({str(done)!r}, 'w')"]
    fails = [sys.executable, "-c", "raise SystemExit(3)"]
    for ways, well in (([["no-such"], fails, work], True), ([["no-such"], fails], False)):
        monkeypatch.setattr(opening, "ways", lambda path, *, in_folder, ways=ways: ways)
        opening.open_file(tmp_path, lambda: failed.append(True))
        for thread in threading.enumerate():
            if thread.name == "opening":
                thread.join()
        assert done.exists() and failed == ([] if well else [True])


@pytest.mark.parametrize(
    ("platform", "in_folder", "told"),
    [
        ("linux", False, [["xdg-open", "/a b/x,1.html"], ["gio", "open", "/a b/x,1.html"]]),
        ("darwin", False, [["open", "/a b/x,1.html"]]),
        ("darwin", True, [["open", "-R", "/a b/x,1.html"]]),
        ("win32", True, ['explorer /select,"/a b/x,1.html"']),
    ],
)
def test_each_system_has_its_own_way(
    monkeypatch: pytest.MonkeyPatch, platform: str, in_folder: bool, told: list[object]
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert opening.ways(Path("/a b/x,1.html"), in_folder=in_folder) == told


def test_a_file_manager_is_asked_for_the_file_and_else_for_its_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    first, *others = opening.ways(Path("/a b/x,1.html"), in_folder=True)
    assert first[0] == "dbus-send" and "array:string:file:///a%20b/x%2C1.html" in first
    assert others == [["xdg-open", "/a b"], ["gio", "open", "/a b"]]
