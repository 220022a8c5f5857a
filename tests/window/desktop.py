"""A desktop for tests, on an X server without a screen."""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

import pytest

from tests.store.playing import saved

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("Xvfb", "openbox", "xdotool", "xprop", "xwininfo", "wmctrl")
SCREEN = (1400, 1000)
PLACE = (60, 70, 1000, 700)
PATIENCE = 30.0
"""The longest time to wait for anything, in seconds, even on a busy machine."""
Rect = tuple[int, int, int, int]
Found = TypeVar("Found")
MANAGER = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
<focus><focusNew>yes</focusNew></focus>
<keyboard/>
<mouse><context name="Close"><mousebind button="Left" action="Click"><action name="Close"/>
</mousebind></context></mouse>
</openbox_config>
"""
"""The window manager's configuration. The manager handles only clicks on the close box. If all
clicks went through it, some fast ones would be lost."""


def need(tools: Sequence[str]) -> None:
    """If any of ``tools`` is missing, skip the test. In continuous integration, fail instead."""
    if absent := [tool for tool in tools if shutil.which(tool) is None]:
        lack(f"this test of the real window needs {', '.join(absent)}")


def lack(words: str) -> None:
    """Skip the test with the reason ``words``. In continuous integration, fail instead."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(words)


def until(holds: Callable[[], Found | None], what: object) -> Found:
    """Wait until ``holds`` returns a true value, and return that value. If that takes too long,
    raise an error that shows ``what``. If ``what`` is a function, the error shows its result."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        if time.monotonic() >= end:
            raise AssertionError("waited in vain", what() if callable(what) else what)
        time.sleep(0.01)
    return found


XVFB = ("Xvfb", "-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24")


class Desktop:
    def __init__(self, server: Sequence[str] = XVFB) -> None:
        reading, writing = os.pipe()
        self._server = subprocess.Popen(
            # Without key repeat, a key that a busy machine releases late can't count twice.
            [*server, "-displayfd", str(writing), "-nolisten", "tcp", "-noreset", "-r"],
            pass_fds=[writing],
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as told:
            ready, _, _ = select.select([told], [], [], PATIENCE)
            number = told.readline().strip() if ready else ""
        if not number:
            self._server.kill()
            self._server.wait()
            raise OSError(f"{server[0]} did not start")
        self.env = {
            key: value for key, value in os.environ.items() if key[:4] not in ("SDL_", "XDG_")
        }
        self.env |= {"DISPLAY": f":{number}", "SDL_AUDIODRIVER": "dummy", "LC_ALL": "C.UTF-8"}
        self.env.pop("WAYLAND_DISPLAY", None)
        self._folder = tempfile.TemporaryDirectory()
        self._config = Path(self._folder.name) / "rc.xml"
        self._config.write_text(MANAGER)
        self._manager: subprocess.Popen[bytes] | None = None
        self.manage()

    def manage(self) -> None:
        if self._manager is not None:
            self._manager.terminate()
            self._manager.wait(10)
        self.ask("xprop", "-root", "-remove", "_NET_DESKTOP_GEOMETRY")
        command = ["openbox", "--sm-disable", "--config-file", str(self._config)]
        self._manager = subprocess.Popen(command, env=self.env, stderr=subprocess.DEVNULL)
        signs = {"_NET_SUPPORTING_WM_CHECK": "window id", "_NET_DESKTOP_GEOMETRY": "="}

        def knows_the_screens() -> bool:
            return all(sign in self.ask("xprop", "-root", name) for name, sign in signs.items())

        until(knows_the_screens, "the window manager")

    def stall(self, seconds: float) -> threading.Timer:
        """Stop the window manager. Return the timer that lets it continue after ``seconds``."""
        assert self._manager is not None
        self._manager.send_signal(signal.SIGSTOP)
        timer = threading.Timer(seconds, self._manager.send_signal, [signal.SIGCONT])
        timer.start()
        return timer

    def ask(self, *command: str) -> str:
        done = subprocess.run(command, env=self.env, capture_output=True, text=True, check=False)
        return done.stdout

    def close(self) -> None:
        for process in (self._manager, self._server):
            if process is not None:
                process.terminate()
                process.wait(10)
        self._folder.cleanup()


class Program:
    """Runs the program in a new process, with ``home`` as the player's folder. At the end of a
    ``with`` block, the process is killed."""

    command: ClassVar = [sys.executable, "main.py"]

    def __init__(self, desktop: Desktop, home: Path, *arguments: str, **env: str) -> None:
        self.desktop = desktop
        self.home = home
        self.lines: list[str] = []
        self._origin: tuple[int, int] | None = None
        started = time.monotonic()
        self.process = subprocess.Popen(
            [*self.command, *arguments, "--announce"],
            cwd=ROOT,
            env=self.environment() | env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        # The first line comes after the window, and looking for a window costs a process.
        until(lambda: self.lines or self.process.poll() is not None, "the first words")
        self.window = until(self.find_window, "the window")
        self.seconds = time.monotonic() - started
        until(lambda: self.desktop.ask("xdotool", "getwindowfocus").strip() == self.window, "focus")

    def environment(self) -> dict[str, str]:
        return self.desktop.env | {"VIERFELD_HOME": str(self.home), "PYTHONFAULTHANDLER": "1"}

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def find_window(self) -> str:
        """Return the window's id; empty while there is none."""
        assert self.process.poll() is None, "\n".join(self.lines)
        words = ("xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid))
        found = self.desktop.ask(*words).split()
        return found[-1] if found else ""

    # -- looking ---------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        answer = self.desktop.ask("xprop", "-id", self.window, "_NET_WM_NAME")
        return answer.partition('"')[2].rpartition('"')[0]

    @property
    def place(self) -> Rect:
        answer = self.desktop.ask("xwininfo", "-id", self.window)
        found = dict(re.findall(r"^ *(\w.*):\s+(-?\d+)$", answer, re.M))
        x, y = (int(found[f"Absolute upper-left {axis}"]) for axis in "XY")
        return x, y, int(found["Width"]), int(found["Height"])

    def await_place(self, place: Rect) -> None:
        until(lambda: self.place == place, lambda: (place, self.place))

    def await_largest(self) -> Rect:
        until(lambda: self.place[0] == 0 and self.place[2] == SCREEN[0], "the largest window")
        return self.place

    def await_line(self, text: str, after: int = 0) -> str:
        """Wait for a line with ``text``, skipping the first ``after`` lines; return it."""
        found = until(
            lambda: [line for line in self.lines[after:] if text in line],
            lambda: (text, self.lines),
        )
        return found[0]

    def saved(self, name: str) -> dict[str, Any]:
        """Return what a player's file contains; empty if it doesn't exist."""
        try:
            return saved(self.home, name)
        except FileNotFoundError:
            return {}

    def await_saved(self, name: str, **values: Any) -> None:
        def seen() -> dict[str, Any]:
            data = self.saved(name)
            return {key: data.get(key) for key in values}

        until(lambda: seen() == values, lambda: (values, seen()))

    # -- a player's hands ------------------------------------------------------------------------

    def do(self, *words: str) -> None:
        done = subprocess.run(
            ["xdotool", *words], env=self.desktop.env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    def keys(self, *names: str, delay: int = 6) -> None:
        """Press keys, ``delay`` milliseconds apart. Below 2 ms, SDL would mistake a second press
        for a key repeat."""
        words = []
        for name in names:
            # Release each key at once: a busy machine may wake late, and a held key repeats.
            words += ["keydown", "--delay", "0", name, "keyup", "--delay", str(delay), name]
        if words:
            self.do(*words)

    def click(self, at: tuple[int, int]) -> None:
        self.do(*self.click_words(at))

    def to(self, at: tuple[int, int]) -> list[str]:
        """Return the arguments for ``do`` that move the pointer to ``at``."""
        # Not relative to the window: xdotool would then warp the pointer, overtaking button events.
        if self._origin is None:
            self._origin = self.place[:2]
        return ["mousemove", str(self._origin[0] + at[0]), str(self._origin[1] + at[1])]

    def click_words(self, at: tuple[int, int]) -> list[str]:
        """Return the arguments that make ``do`` click the mouse. xdotool's own ``click`` would be
        slower."""
        return [*self.to(at), "mousedown", "1", "mouseup", "1"]

    def drag_words(self, start: tuple[int, int], end: tuple[int, int]) -> list[str]:
        middle = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
        way = [*self.to(middle), *self.to(end)]
        return [*self.to(start), "mousedown", "1", *way, "mouseup", "1"]

    # -- the end ---------------------------------------------------------------------------------

    def wait(self) -> int:
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            # This makes the program print where each of its threads hangs.
            self.process.send_signal(signal.SIGABRT)
            self.process.wait(PATIENCE)
            raise AssertionError("\n".join(["it does not end:", *self.lines])) from None
        finally:
            self._reader.join(PATIENCE)

    def leave(self) -> None:
        self.keys("F10")
        assert self.wait() == 0, "\n".join(self.lines)

    def terminate(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def write_settings(home: Path, **values: Any) -> None:
    """Write settings without animation, sound and background searches; ``values`` override them."""
    home.mkdir(parents=True, exist_ok=True)
    data = {"format": 1, "speed": "off", "calm": "still", "sound": False, "light": False}
    data |= {"safe_asked": True, "window": PLACE}
    (home / "settings.json").write_text(json.dumps(data | values))


class SharedRun:
    """A running program shared by several tests. Each test must leave the window at ``PLACE``."""

    def __init__(self, desktop: Desktop, home: Path) -> None:
        self._desktop = desktop
        self._home = home
        self._program: Program | None = None
        write_settings(home)

    def begin(self, deal: int) -> Program:
        if self._program is None or self._program.process.poll() is not None:
            self._program = Program(self._desktop, self._home, "vierfrei", "--deal", str(deal))
        else:
            self._program.keys("F2", *str(deal), "Return")
        self._program.await_saved("vierfrei", deal=deal, actions=[])
        self._program.await_place(PLACE)
        return self._program

    def resume(self) -> Program:
        self.end()
        self._program = Program(self._desktop, self._home, "vierfrei")
        return self._program

    def end(self) -> None:
        if self._program is not None:
            self._program.kill()
