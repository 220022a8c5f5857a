"""Keys, the window and the end of the program, in a real window under a window manager."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.scenes.stage import Stage
from tests.window.desktop import SCREEN, Desktop, Program, running, until, write_settings

PLACE = (60, 70, 1000, 700)


def test_the_keys_do_what_they_should(desktop: Desktop, tmp_path: Path) -> None:
    write_settings(tmp_path)
    with running(desktop, tmp_path, "vierfrei", "--deal", "10913") as program:
        program.keys("Delete")
        program.await_saved("vierfrei", actions=["4h 8h"])
        program.keys("Undo")
        program.await_saved("vierfrei", actions=["4h"], undone=["8h"])
        program.keys("shift+BackSpace")
        program.await_saved("vierfrei", actions=["4h", "8h"])
        program.keys("ctrl+z")
        program.await_saved("vierfrei", actions=["4h"], undone=["8h"])
        program.keys("ctrl+shift+z", "2", "6", "7", "6")
        program.await_saved("vierfrei", actions=["4h", "8h", "26", "7a 76 a6"])
        program.keys("F3")
        program.await_saved("vierfrei", actions=["4h", "8h", "26", "7a 76 a6", "restart"])
        program.keys("BackSpace", "F1")
        until(lambda: program.saved("vierfrei").get("deal") != 10913, "another deal")
        assert program.title == f"Vierfrei {program.saved('vierfrei')['deal']} – Vierfeld"
        program.keys("BackSpace")
        program.await_saved("vierfrei", deal=10913, actions=["4h", "8h", "26", "7a 76 a6"])
        program.await_saved("record", games=[])
        program.keys("F2", "1", "2", "BackSpace", "7", "Escape")
        program.keys("F2", "6", "1", "7", "Return")
        program.await_line("Vierfrei 617")
        program.keys("5", "8", "Right", "Insert")
        program.await_saved("vierfrei", deal=617, actions=["58", "1a"])
        program.keys("F4", "F5", "F7", "ctrl+F1", "alt+F2", "shift+F3")
        program.keys("question")
        program.await_line("Vierfrei", len(program.lines) - 1)
        program.keys("Escape", "F10")
        assert program.wait() == 0
        assert program.saved("vierfrei")["actions"] == ["58", "1a"]


def test_insert_and_the_chord_under_the_pointer(desktop: Desktop, tmp_path: Path) -> None:
    write_settings(tmp_path / "real")
    twin = Stage(tmp_path / "twin", deal=617, size=PLACE[2:])
    try:
        with running(desktop, tmp_path / "real", "vierfrei", "--deal", "617") as program:
            twin.type("58")
            program.keys("5", "8")
            program.do(*program.to(twin.at("8", 2)), "key", "Insert")
            program.await_saved("vierfrei", actions=["58", "8a 8b"])
            words = [*program.to(twin.at("6")), "mousedown", "3", "click", "1", "mouseup", "3"]
            program.do(*words)
            program.await_saved("vierfrei", actions=["58", "8a 8b", "6c"])
            program.do(*program.to(twin.at("1")), "click", "--repeat", "2", "--delay", "30", "1")
            program.await_saved("vierfrei", actions=["58", "8a 8b", "6c", "1d"])
    finally:
        twin.drop()


@pytest.mark.parametrize("end", ["F10", "close box", "SIGTERM", "SIGHUP"])
def test_the_same_position_after_a_restart(desktop: Desktop, tmp_path: Path, end: str) -> None:
    write_settings(tmp_path)
    with running(desktop, tmp_path, "canfield", "--deal", "42") as program:
        program.await_place(PLACE)
        program.keys("d", "d", "d", "w", "3")
        program.await_line("10 of diamonds to column 3")
        if end == "F10":
            program.keys("F10")
        elif end == "close box":
            x, y, width, _ = program.place
            program.do("mousemove", str(x + width - 8), str(y - 10), "click", "1")
        else:
            program.terminate(signal.Signals[end])
        assert program.wait() == 0, "\n".join(program.lines)
    saved = program.saved("canfield")
    assert saved["actions"] == ["d", "d", "d", "w3"]
    with running(desktop, tmp_path) as again:
        again.await_place(PLACE)
        assert again.title == "Vierfeld"
        for _ in range(20):
            before = len(again.lines)
            again.keys("Tab")
            until(lambda before=before: len(again.lines) > before, "the focus")
            if "Resume 42" in again.lines[-1]:
                break
        again.keys("Return")
        until(lambda: again.title == "Canfield 42 (Hoyle) – Vierfeld", "the table")
        again.keys("BackSpace")
        again.await_saved("canfield", actions=["d", "d", "d"], undone=["w3"])
        again.keys("shift+BackSpace", "F10")
        assert again.wait() == 0
        assert again.saved("canfield")["actions"] == saved["actions"]


def shrunk(program: Program) -> None:
    """The window is a small picture of the table."""
    until(lambda: program.place[2] < 200, "a small window")
    width, height = program.place[2:]
    assert 140 <= width <= 180 and 60 <= height <= 160


def test_the_compact_window_and_back(desktop: Desktop, tmp_path: Path) -> None:
    write_settings(tmp_path)
    with running(desktop, tmp_path, "vierfrei", "--deal", "617") as program:
        program.await_place(PLACE)
        program.keys("5", "8")
        for back in ("F9", "Return", "click", "box"):
            if back == "box":
                program.click((PLACE[2] - 12, 14))
            else:
                program.keys("F9")
            program.await_line("rests", 0)
            shrunk(program)
            program.keys("Delete", "2")
            if back in ("click", "box"):
                program.click((80, 50))
            else:
                program.keys(back)
            program.await_place(PLACE)
        program.keys("6", "a")
        program.await_saved("vierfrei", actions=["58", "6a"])


def test_compact_from_full_screen(desktop: Desktop, tmp_path: Path) -> None:
    write_settings(tmp_path)
    with running(desktop, tmp_path, "vierfrei", "--deal", "617") as program:
        program.await_place(PLACE)
        program.keys("F11")
        program.await_place((0, 0, *SCREEN))
        program.keys("F9")
        shrunk(program)
        program.keys("F9")
        program.await_place((0, 0, *SCREEN))
        program.keys("alt+Return")
        program.await_place(PLACE)


def test_compact_from_maximised(desktop: Desktop, tmp_path: Path) -> None:
    write_settings(tmp_path)
    with running(desktop, tmp_path, "vierfrei", "--deal", "617") as program:
        program.await_place(PLACE)
        maximise = ("wmctrl", "-i", "-r", program.window, "-b")
        desktop.ask(*maximise, "add,maximized_vert,maximized_horz")
        largest = program.await_largest()
        program.keys("F9")
        shrunk(program)
        program.keys("F9")
        program.await_place(largest)
        desktop.ask(*maximise, "remove,maximized_vert,maximized_horz")
        program.await_place(PLACE)


def test_a_second_window_says_that_it_does_not_save(desktop: Desktop, tmp_path: Path) -> None:
    write_settings(tmp_path)
    with running(desktop, tmp_path, "vierfrei", "--deal", "617") as first:
        first.keys("5", "8")
        first.await_saved("vierfrei", actions=["58"])
        with running(desktop, tmp_path, "vierfrei") as second:
            second.await_line("this one does not save")
            second.keys("6", "a", "F10")
            assert second.wait() == 0
        assert first.saved("vierfrei")["actions"] == ["58"]
        first.process.kill()
    with running(desktop, tmp_path, "vierfrei") as third:
        third.keys("6", "a")
        third.await_saved("vierfrei", actions=["58", "6a"])


def test_a_maximised_window_is_one_again(desktop: Desktop, tmp_path: Path) -> None:
    write_settings(tmp_path)
    with running(desktop, tmp_path, "vierfrei", "--deal", "617") as program:
        program.await_place(PLACE)
        desktop.ask("wmctrl", "-i", "-r", program.window, "-b", "add,maximized_vert,maximized_horz")
        largest = program.await_largest()
        program.do("windowminimize", "--sync", program.window)
        desktop.ask("wmctrl", "-i", "-a", program.window)
        until(lambda: desktop.ask("xdotool", "getwindowfocus").strip() == program.window, "focus")
        program.keys("F9")
        shrunk(program)
        program.keys("F9")
        program.await_place(largest)
        program.keys("F10")
        assert program.wait() == 0
    assert program.saved("settings")["window"] == list(PLACE)
    with running(desktop, tmp_path) as again:
        again.await_place(largest)
        desktop.ask(
            "wmctrl", "-i", "-r", again.window, "-b", "remove,maximized_vert,maximized_horz"
        )
        again.await_place(PLACE)


@pytest.mark.parametrize("full", [False, True], ids=["from a window", "from full screen"])
def test_from_full_screen_back_to_maximised(desktop: Desktop, tmp_path: Path, full: bool) -> None:
    """Whether the program began in full screen or came there from a maximised window."""
    write_settings(tmp_path, maximised=True, fullscreen=full)
    with running(desktop, tmp_path, "vierfrei", "--deal", "617") as program:
        if not full:
            largest = program.await_largest()
            program.keys("F11")
        program.await_place((0, 0, *SCREEN))
        program.keys("F11")
        until(lambda: program.place[1] > 0, "a window with a frame")
        if full:
            largest = program.await_largest()
        program.await_place(largest)
        program.keys("F11")
        program.await_place((0, 0, *SCREEN))
        program.keys("F10")
        assert program.wait() == 0
    kept = program.saved("settings")
    assert kept["maximised"] and kept["fullscreen"] and kept["window"] == list(PLACE)
    with running(desktop, tmp_path, "--windowed") as again:
        assert again.await_largest()
        desktop.ask(
            "wmctrl", "-i", "-r", again.window, "-b", "remove,maximized_vert,maximized_horz"
        )
        again.await_place(PLACE)


def test_the_window_does_not_wander(desktop: Desktop, tmp_path: Path) -> None:
    write_settings(tmp_path)
    for _ in range(3):
        with running(desktop, tmp_path, "vierfrei") as program:
            program.await_place(PLACE)
            program.keys("F10")
            assert program.wait() == 0
        assert program.saved("settings")["window"] == list(PLACE)


def test_the_title_under_a_plain_locale(desktop: Desktop, tmp_path: Path) -> None:
    write_settings(tmp_path)
    plain = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    with running(desktop, tmp_path, "vierfrei", "--deal", "617", **plain) as program:
        until(lambda: program.title == "Vierfrei 617 – Vierfeld", "the title")
        program.await_line("Vierfrei 617 ? Vierfeld")
