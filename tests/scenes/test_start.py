"""Tests of how the program starts: the command line, announcements, and system differences."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest

from game.rules.registry import games, numbered
from game.support.terminal import INTERRUPTED
from game.support.texts import texts
from main import main
from scenes.app import start
from scenes.app.start import StartOptions, begin
from scenes.kit.announce import Announcer, LinePrinter, print_line
from scenes.kit.services import _desktop_is_still
from scenes.kit.window import desktop_density
from tests.each import each
from tests.scenes.stage import CTRL, META, key_event

Ask = Callable[[str], StartOptions]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ask:
    """Return a function that parses a command line in ``tmp_path``."""
    run = Mock(return_value=0)

    def asked(words: str) -> StartOptions:
        assert main(words.split()) == 0
        return cast(StartOptions, run.call_args.args[0])

    monkeypatch.setattr(start, "run", run)
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.chdir(tmp_path)
    return asked


def test_the_command_line_sets_game_deal_rules_and_window(ask: Ask, tmp_path: Path) -> None:
    deal = numbered("canfield", 42, "casino")
    for words, wanted in {
        "": StartOptions(),
        "canfield": StartOptions("canfield"),
        "canfield --deal 42 --rules casino": StartOptions("canfield", deal, "casino"),
        "vierfrei --deal 000617": StartOptions("vierfrei", numbered("vierfrei", 617)),
        "--fullscreen": StartOptions(fullscreen=True),
        "--windowed": StartOptions(fullscreen=False),
        "--size 480x300": StartOptions(size=(480, 300)),
        "--language de --announce": StartOptions(language="de", announce=True),
    }.items():
        assert ask(words) == wanted
    (tmp_path / "game.txt").write_text("# Vierfeld 1 vierfrei 617\n58\n")
    start = ask("game.txt")
    assert start.game is None and start.copied is not None
    assert start.copied.deal.number == 617 and len(start.copied.actions) == 1


@pytest.mark.skipif(os.name != "posix", reason="written past the stream on POSIX only")
def test_a_slow_reader_does_not_block_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "w", encoding="utf-8") as stream, os.fdopen(reading, "rb") as reader:
        monkeypatch.setattr(sys, "stdout", stream)
        announcer = Announcer(LinePrinter())
        begun = time.monotonic()
        for number in range(5000):
            announcer.say(f"{number} {'x' * 100}")
        announcer.say("the end")
        announcer.close()
        assert time.monotonic() - begun < 5
        assert any(reader.readline() == b"the end\n" for _ in range(5001))
        announcer.close()


@pytest.mark.parametrize("output", ["none", "a closed pipe"])
def test_announcing_stops_when_nobody_reads(output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a program without a console, ``sys.stdout`` is None."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", None if output == "none" else stream)
        announcer = Announcer(print_line if output == "none" else LinePrinter())
        announcer.say("one")
        announcer.close()
        announcer.say("two")
        assert not announcer.heard


GAMES = ", ".join(games())
REFUSED = [
    *[("poker", GAMES), ("--deal 617", GAMES)],
    *[("vierfrei --deal 1000000", "0 to 999999"), ("vierfrei --deal -1", "--deal")],
    *[("vierfrei --deal 6x", "0 to 999999"), ("vierfrei --rules hoyle", "canfield only")],
    *[("canfield --rules klondike", "aisleriot"), ("--size 479x300", "480x300")],
    *[("--size 100000x300", "480x300"), ("--fullscreen --windowed", "--fullscreen")],
    *[("--language xx", "'de'"), ("--ful", "--ful"), ("x" * 300, "nor a file")],
    *[(f"--{o}=--", f"can't be a value for '--{o}'") for o in ("deal", "language", "size")],
    *[("--x=\x1b[31m", r"--x=\x1b[31m"), ("--x\x07", r"--x\x07")],
    *[("game.txt", "game.txt contains no game"), ("wrong.txt", "wrong.txt isn't a game: move 1")],
]


@each(("words", "reason"), REFUSED)
def test_wrong_words_are_refused_in_one_line(
    words: str, reason: str, ask: Ask, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "game.txt").write_text("nonsense\n")
    (tmp_path / "wrong.txt").write_text("# Vierfeld 1 vierfrei 617\nab\n")
    with pytest.raises(SystemExit) as ended:
        ask(words)
    said = capsys.readouterr()
    assert ended.value.code == 2 and not said.out and said.err.count("\n") == 1
    assert reason in said.err


WITHOUT_PYGAME = "import sys; sys.modules['pygame'] = None; sys.argv[1:] = []; import main"


@pytest.mark.parametrize(
    ("given", "driver", "code", "said"),
    [
        (("main.py",), None, 1, "vierfeld: No screen available: "),
        (("main.py",), "nonsense", 1, "vierfeld: No screen available: "),
        (("-c", f"{WITHOUT_PYGAME}; main.run_and_exit()"), None, 2, "pygame-ce is missing."),
    ],
    ids=["no desktop", "an unknown driver", "no pygame"],
)
def test_without_a_screen_or_pygame_the_program_says_so_and_ends(
    tmp_path: Path, given: Sequence[str], driver: str | None, code: int, said: str
) -> None:
    env = {key: value for key, value in os.environ.items() if key[:4] != "SDL_"}
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        env.pop(name, None)
    env |= {"VIERFELD_HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path), "LANGUAGE": "en"}
    done = python(*given, env=env | ({"SDL_VIDEODRIVER": driver} if driver else {}))
    assert done.returncode == code and not done.stdout
    assert done.stderr.startswith(said) and done.stderr.count("\n") == 1


def python(*given: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python in the project's folder; return its status and output."""
    return subprocess.run(
        [sys.executable, *given], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60
    )


CTRL_C_AT = """
import os, runpy, signal, sys

when = sys.argv.pop()

class CtrlC:
    def find_spec(self, name, path=None, target=None):
        if name == when:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, CtrlC())
runpy.run_path("main.py", run_name="__main__")
"""


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("when", ["pygame", "scenes.app.app", "scenes.app.director"])
def test_ctrl_c_during_the_start_shows_no_traceback(when: str) -> None:
    done = python("-c", CTRL_C_AT, when)
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", "")


WITHOUT_OPTIONAL_PACKAGES = """
import importlib, pkgutil, sys
import game, scenes

sys.modules.update(dict.fromkeys(("accesskit", "PIL", "tqdm")))
for room in (game, scenes):
    for found in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
        if found.name not in ("scenes.app.access", "scenes.app.screen_tree"):
            importlib.import_module(found.name)
"""


def test_the_program_runs_without_optional_packages() -> None:
    """The two modules that need accesskit are imported only where it is installed."""
    done = python("-c", WITHOUT_OPTIONAL_PACKAGES)
    assert done.returncode == 0, done.stderr


def calm_on_windows(what: int, _: int, answer: Any, __: int) -> int:
    """Answer as ``SystemParametersInfoW`` does while animations are off."""
    assert what == 0x1042
    answer._obj.value = 0
    return 1


WINDOWS = SimpleNamespace(
    user32=SimpleNamespace(GetDpiForSystem=lambda: 144, SystemParametersInfoW=calm_on_windows),
    kernel32=SimpleNamespace(GetUserDefaultUILanguage=lambda: 0x0407),
)
"""A simulated German Windows that scales to 150% and has animations turned off."""

MAC = {
    ("defaults", "read", "-g", "AppleLocale"): "de_DE\n",
    ("defaults", "read", "com.apple.universalaccess", "reduceMotion"): "1\n",
}
"""Commands on a German macOS with reduced motion, and their output."""


@pytest.mark.parametrize(("name", "density", "held"), [("win32", 1.5, CTRL), ("darwin", 1.0, META)])
def test_the_program_starts_in_german_on_windows_and_macos(
    name: str, density: float, held: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(sys, "platform", name)
    monkeypatch.setenv("VIERFELD_HOME", str(tmp_path))
    if name == "win32":
        monkeypatch.setattr(ctypes, "windll", WINDOWS, raising=False)
    else:
        answers = Mock(side_effect=lambda asked, **_: Mock(stdout=MAC[tuple(asked)]))
        monkeypatch.setattr(subprocess, "run", answers)
    desktop_density.cache_clear()
    assert _desktop_is_still()
    app = begin(StartOptions("vierfrei", numbered("vierfrei", 617)))
    try:
        assert texts.language == "de" and desktop_density() == density
        session = app.director.session
        app.handle(key_event("5"))
        app.handle(key_event("8"))
        assert len(session.actions) == 1
        app.handle(key_event("z", held))
        assert not session.actions
    finally:
        app.close()
        desktop_density.cache_clear()
