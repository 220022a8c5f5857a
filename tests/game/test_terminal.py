"""What a command does at a terminal: closed and full outputs, endless inputs, Ctrl+C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import pytest

from game.support.terminal import fill_standard_streams, one_line
from tests.game.conftest import Cli
from tests.game.solving import ROOT, process
from tests.seed import a_few

GAME = f"{sys.executable} -m game"
MAIN = f"{sys.executable} main.py"
SEEN_ENOUGH = "| (exec <&-; sleep 0.3)"


def shell(command: str) -> tuple[int, str, str]:
    """How the first part of a pipe has ended, and what was printed."""
    done = subprocess.run(
        ["bash", "-c", f"{command}; exit ${{PIPESTATUS[0]}}"],
        cwd=ROOT, capture_output=True, text=True, timeout=60,
        env=os.environ | {"LANGUAGE": "en"},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


CLOSED = [
    (f"{GAME} deal vierfrei 617 >&-", 2, "standard output is closed\n"),
    (f"{GAME} deal vierfrei 617 >&- 2>&-", 2, ""),
    (f"{GAME} deal vierfrei x 2>&-", 2, ""),
    (f"{GAME} deal vierfrei 617 >/dev/full 2>/dev/full", 2, ""),
    (f"{GAME} --help >/dev/full", 2, "can't write: the disk is full\n"),
    (f"{GAME} deal vierfrei 1 >/dev/full", 2, "can't write: the disk is full\n"),
    (f"{GAME} check vierfrei 1 --moves - <&-", 2, "standard input is closed\n"),
    (f"{GAME} solve --help {SEEN_ENOUGH}", 141, ""),
    (f"{GAME} deal vierfrei x 2>&1 >/dev/null {SEEN_ENOUGH}", 2, ""),
    (f"{MAIN} --help {SEEN_ENOUGH}", 141, ""),
    (f"{MAIN} --version >/dev/full", 2, "can't write: the disk is full\n"),
    (f"{MAIN} --nonsense 2>&-", 2, ""),
]


ALWAYS = [CLOSED[at] for at in (0, 5, 6, 7, 10)]
"""One of each way to end."""


@pytest.mark.parametrize(("command", "status", "errors"), a_few(CLOSED, 1, "closed", always=ALWAYS))
def test_a_closed_stream_ends_a_command_quietly(command: str, status: int, errors: str) -> None:
    assert shell(command) == (status, "", errors)


FILES = [
    ("check", "vierfrei", "--board"),
    ("check", "vierfrei", "617", "--moves"),
    ("check", "canfield", "--deck"),
    ("solve", "--batch"),
]


@pytest.mark.parametrize(
    ("words", "device"), a_few(product(FILES, ("/dev/zero", "/dev/urandom")), 4, "endless")
)
def test_an_endless_file_is_given_up(cli: Cli, words: tuple[str, ...], device: str) -> None:
    if not Path(device).exists():
        pytest.skip("no such device here")
    done = cli(*words, device)
    assert done.status == 2 and done.err.count("\n") == 1 and device in done.err
    assert not done.out or all("error" in json.loads(line) for line in done.out.splitlines())


def test_long_lines_are_answered_and_too_many_bad_lines_given_up(cli: Cli) -> None:
    good = b'{"game":"vierfrei","deal":617}\n'
    lines = good + b"x" * (3 << 20) + b"\n" + good + b"\n" * 50_000
    done = cli("check", "--batch", "-", stdin=lines)
    first, bad, last = map(json.loads, done.out.splitlines())
    assert first == last and bad["error"] == "line 2: this line is too long"
    assert (done.status, done.err) == (2, "standard input: 10000 invalid lines in a row\n")


@pytest.mark.parametrize(
    ("jobs", "unbuffered"), a_few(product([(), ("--jobs", "2")], ["", "1"]), 2, "ctrl+c")
)
def test_ctrl_c_does_not_cut_a_line(jobs: tuple[str, ...], unbuffered: str, tmp_path: Path) -> None:
    # The pipe is full when the key is pressed, in the middle of a line far longer than it holds.
    batch = tmp_path / "batch"
    name = "x" * 150_000
    lines = [json.dumps({"id": name, "game": "vierfrei", "deal": 617, "moves": "x"})] * 30
    batch.write_text("\n".join(lines))
    env = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    with process("solve", "--batch", str(batch), *jobs, env=env) as running:
        assert running.stdout and running.stderr
        running.stdout.read(1)
        time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        time.sleep(0.1)
        out, err = running.stdout.read(), running.stderr.read()
    assert running.returncode == 130 and not err
    assert out.endswith(b"\n")
    for line in (b"{" + out).splitlines():
        assert json.loads(line)["id"] == name


def test_a_printed_line_holds_no_control_characters() -> None:
    assert one_line("a\nb\x1b[31m\u202e\udcff \t·") == r"a\nb\x1b[31m\u202e\xff \t·"


def test_a_file_opened_later_does_not_replace_a_closed_standard_stream() -> None:
    code = (
        "import os, sys; from game.support.terminal import fill_standard_streams as fill; "
        "assert sys.stdin is None and sys.stderr is None; fill(); "
        "print(os.open(os.devnull, os.O_RDONLY) > 2)"
    )
    assert shell(f"{sys.executable} -c '{code}' <&- 2>&-") == (0, "True\n", "")
    before = os.open(os.devnull, os.O_RDONLY)
    os.close(before)
    fill_standard_streams()
    after = os.open(os.devnull, os.O_RDONLY)
    os.close(after)
    assert before == after, "nothing stays open that is not needed"
