"""Keys, the window, the clipboard and quitting, in a real window."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

from tests.scenes.stage import staged
from tests.window.desktop import (
    PLACE,
    SCREEN,
    Desktop,
    Program,
    Rect,
    SharedRun,
    need,
    until,
    write_settings,
)

MAXIMISED = "maximized_vert,maximized_horz"


def maximise(program: Program, how: str) -> None:
    program.desktop.ask("wmctrl", "-i", "-r", program.window, "-b", f"{how},{MAXIMISED}")


def test_insert_and_right_clicks_act_at_the_pointer(shared: SharedRun, tmp_path: Path) -> None:
    with staged(tmp_path, size=PLACE[2:]) as twin:
        program = shared.begin(617)
        twin.type("58")
        program.keys("5", "8")
        program.do(*program.to(twin.at("8", 2)), "key", "Insert")
        program.await_saved("vierfrei", actions=["58", "8a 8b"])
        words = [*program.to(twin.at("6")), "mousedown", "3", "click", "1", "mouseup", "3"]
        program.do(*words)
        program.await_saved("vierfrei", actions=["58", "8a 8b", "6c"])
        program.do(*program.to(twin.at("1")), "click", "--repeat", "2", "--delay", "30", "1")
        program.await_saved("vierfrei", actions=["58", "8a 8b", "6c", "1d"])


def shrunk(program: Program) -> None:
    until(lambda: program.place[2] < 200, "a small window")
    width, height = program.place[2:]
    assert 140 <= width <= 180 and 60 <= height <= 160


def test_the_compact_window_leads_back_to_the_full_one_and_to_full_screen(
    shared: SharedRun,
) -> None:
    program = shared.begin(617)
    program.keys("5", "8")
    box, picture = (PLACE[2] - 12, 14), (80, 50)
    for small, back in (("F9", "F9"), ("F9", "Return"), ("F9", picture), (box, picture)):
        before = len(program.lines)
        program.keys(small) if isinstance(small, str) else program.click(small)
        program.await_line("paused", before)
        shrunk(program)
        program.keys("Delete", "2")
        program.keys(back) if isinstance(back, str) else program.click(back)
        program.await_place(PLACE)
    program.keys("6", "a")
    program.await_saved("vierfrei", actions=["58", "6a"])
    _to_full_screen(program)
    there_and_back(program, (0, 0, *SCREEN))
    program.keys("alt+Return")
    program.await_place(PLACE)


def there_and_back(program: Program, place: Rect) -> None:
    program.keys("F9")
    shrunk(program)
    program.keys("F9")
    program.await_place(place)


def test_a_window_too_small_for_the_table_still_works(desktop: Desktop, tmp_path: Path) -> None:
    write_settings(tmp_path)
    with Program(desktop, tmp_path, "vierfrei", "--deal", "617") as program:
        desktop.ask("xprop", "-id", program.window, "-remove", "WM_NORMAL_HINTS")
        program.keys("5", "8")
        for number, size in enumerate(((60, 60), (120, 90), (20, 600), (1, 1)), 1):
            program.do("windowsize", program.window, *map(str, size))
            until(lambda: program.place[2:] == size, "a small window")  # noqa: B023 (called at once)
            before = len(program.lines)
            program.keys("F7")
            program.await_line("Review", before)
            program.keys("Escape", "question", "Escape", "F8", "Escape", "6", "abcd"[number % 4])
            program.keys("BackSpace")
            program.await_saved("vierfrei", actions=["58"])
        program.leave()
    assert program.saved("settings")["window"] == list(PLACE)


def test_a_second_window_says_that_it_does_not_save(shared: SharedRun, desktop: Desktop) -> None:
    first = shared.begin(617)
    first.keys("5", "8")
    first.await_saved("vierfrei", actions=["58"])
    plain = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    with Program(desktop, first.home, "vierfrei", **plain) as second:
        second.await_line("This one doesn't save")
        second.await_line("Vierfrei 617 ? Vierfeld")
        assert second.title == first.title == "Vierfrei 617 – Vierfeld"
        second.keys("6", "a", "F10")
        assert second.wait() == 0
    assert first.saved("vierfrei")["actions"] == ["58"]
    first.process.kill()
    third = shared.resume()
    third.keys("6", "a")
    third.await_saved("vierfrei", actions=["58", "6a"])


def test_keys_undo_redo_restart_and_start_games(shared: SharedRun) -> None:
    program = shared.begin(10913)
    games = program.saved("record").get("games", [])
    for keys, actions in (
        (["Delete"], ["4h 8h"]),
        (["Undo"], ["4h"]),
        (["shift+BackSpace"], ["4h 8h"]),
        (["ctrl+z"], []),
        (["ctrl+shift+z", "2", "6", "7", "6"], ["4h 8h", "26", "7a 76 a6"]),
        (["F3"], ["4h 8h", "26", "7a 76 a6", "restart"]),
    ):
        program.keys(*keys)
        program.await_saved("vierfrei", actions=actions)
    program.keys("BackSpace", "F1")
    until(lambda: program.saved("vierfrei").get("deal") != 10913, "another deal")
    assert program.title == f"Vierfrei {program.saved('vierfrei')['deal']} – Vierfeld"
    until(lambda: len(program.saved("record").get("games", [])) > len(games), "a game lost")
    program.keys("BackSpace")
    program.await_saved("vierfrei", deal=10913, actions=["4h 8h", "26", "7a 76 a6"])
    program.await_saved("record", games=games)
    program.keys("F2", "1", "2", "BackSpace", "7", "Escape")
    program.keys("F2", "6", "1", "7", "Return")
    program.await_line("Vierfrei 617")
    program.keys("5", "8", "Right", "Insert")
    program.await_saved("vierfrei", deal=617, actions=["58", "1a"])
    program.keys("F4", "F5", "F7", "ctrl+F1", "alt+F2", "shift+F3")
    before = len(program.lines)
    program.keys("question")
    program.await_line("Vierfrei", before)
    program.keys("Escape", "Escape", "6", "b")
    program.await_saved("vierfrei", actions=["58", "1a", "6b"])


def test_each_way_to_end_keeps_the_game_and_the_place_of_the_window(
    desktop: Desktop, tmp_path: Path
) -> None:
    write_settings(tmp_path)
    played = ["d", "d", "d", "w3"]
    with Program(desktop, tmp_path, "canfield", "--deal", "42") as program:
        program.await_place(PLACE)
        program.keys("d", "d", "d", "w", "3")
        program.await_line("10 of diamonds to column 3")
        program.keys("F10")
        _has_ended(program, played)
    with Program(desktop, tmp_path) as program:
        program.await_place(PLACE)
        assert program.title == "Vierfeld"
        for _ in range(20):
            before = len(program.lines)
            program.keys("Tab")
            program.await_line("", before)
            if "Canfield: Resume" in program.lines[-1]:
                break
        program.keys("Return")
        until(lambda: program.title == "Canfield 42 (Hoyle) – Vierfeld", "the table")
        program.keys("BackSpace")
        program.await_saved("canfield", actions=["d", "d", "d"], undone=["w3"])
        program.keys("shift+BackSpace")
        x, y, width, _ = program.place
        program.do("mousemove", str(x + width - 8), str(y - 10), "click", "1")
        _has_ended(program, played)
    for name in ("SIGTERM", "SIGHUP"):
        with Program(desktop, tmp_path, "canfield") as program:
            program.await_place(PLACE)
            before = len(program.lines)
            program.keys("d")
            until(lambda: len(program.lines) > before, "the cards")  # noqa: B023 (called at once)
            played.append("d")
            program.terminate(signal.Signals[name])
            _has_ended(program, played)


def _has_ended(program: Program, played: list[str]) -> None:
    assert program.wait() == 0, "\n".join(program.lines)
    assert program.saved("canfield")["actions"] == played
    assert program.saved("settings")["window"] == list(PLACE)


def test_a_window_opens_maximised_or_full_screen_as_the_last_one_closed(
    desktop: Desktop, tmp_path: Path
) -> None:
    write_settings(tmp_path)
    with Program(desktop, tmp_path, "vierfrei", "--deal", "617") as program:
        program.await_place(PLACE)
        maximise(program, "add")
        largest = program.await_largest()
        program.do("windowminimize", "--sync", program.window)
        desktop.ask("wmctrl", "-i", "-a", program.window)
        until(lambda: desktop.ask("xdotool", "getwindowfocus").strip() == program.window, "focus")
        there_and_back(program, largest)
        program.leave()
    _kept(program, maximised=True, fullscreen=False)
    for is_full, given in ((False, ()), (True, ("vierfrei", "--deal", "617"))):
        with Program(desktop, tmp_path, *given) as program:
            program.await_place((0, 0, *SCREEN) if is_full else largest)
            if not is_full:
                _to_full_screen(program)
            _from_full_screen(program, largest)
            _to_full_screen(program)
            program.leave()
        _kept(program, maximised=True, fullscreen=True)
    with Program(desktop, tmp_path, "--windowed") as program:
        program.await_place(largest)
        maximise(program, "remove")
        program.await_place(PLACE)


def _to_full_screen(program: Program) -> None:
    program.keys("F11")
    program.await_place((0, 0, *SCREEN))


def _from_full_screen(program: Program, largest: Rect) -> None:
    program.keys("F11")
    until(lambda: program.place[1] > 0, "a window with a frame")
    program.await_place(largest)


def test_a_window_leaves_full_screen_for_its_place_on_a_slow_desktop(
    desktop: Desktop, tmp_path: Path
) -> None:
    for is_maximised in (False, True):
        write_settings(tmp_path, fullscreen=True, maximised=is_maximised)
        with Program(desktop, tmp_path) as program:
            program.await_place((0, 0, *SCREEN))
            stalled = desktop.stall(0.5)
            program.keys("F11")
            stalled.join()  # otherwise the next window could meet a stopped window manager
            program.await_largest() if is_maximised else program.await_place(PLACE)


def _kept(program: Program, **values: bool) -> None:
    kept = program.saved("settings")
    assert kept["window"] == list(PLACE)
    assert {key: kept[key] for key in values} == values


def copied(desktop: Desktop, text: bytes) -> None:
    need(["xsel"])
    subprocess.run(["xsel", "-b", "-i"], input=text, env=desktop.env, check=True)


def pasted(program: Program, words: str) -> None:
    """Press Ctrl+V until the program says ``words``. The clipboard may need a moment."""

    def says() -> bool:
        before = len(program.lines)
        program.keys("ctrl+v")
        until(lambda: len(program.lines) > before, "what comes of it")
        return any(words in line for line in program.lines[before:])

    until(says, words)


def test_a_pasted_text_may_be_no_utf8(shared: SharedRun, desktop: Desktop) -> None:
    program = shared.begin(617)
    copied(desktop, b"# Vierfeld 1 vierfrei 10913\n26 # Gl\xfcck")
    pasted(program, "Vierfrei 10913")
    program.await_saved("vierfrei", deal=10913, actions=["26"])
    copied(desktop, b"\xff\xfe6")
    pasted(program, "can't be read")
    program.keys("F2")
    pasted(program, "can't be read")
    program.keys("Escape")
