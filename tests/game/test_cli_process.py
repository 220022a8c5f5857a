"""``python -m game`` as a process of its own: pipes, signals, a full disk, as POSIX has them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def process(*words: str, **more: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "game", *words],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **more,
    )


def test_a_reader_that_has_seen_enough() -> None:
    with process("deal", "vierfrei", "0-99999") as running:
        assert running.stdin and running.stdout and running.stderr
        assert running.stdout.readline() == b": TH 6H TD 9D 7H AD 2S\n"
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 141


def test_each_answer_as_soon_as_it_is_known_and_ctrl_c() -> None:
    with process("check", "--batch", "-") as running:
        assert running.stdin and running.stdout and running.stderr
        for name in (1, 2):
            running.stdin.write(b'{"id":%d,"game":"vierfrei","deal":617}\n' % name)
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["id"] == name
        time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        assert running.stderr.read() == b""
    assert running.returncode == 130


@pytest.mark.parametrize("device", [path for path in ("/dev/full",) if Path(path).exists()])
def test_a_full_disk(device: str) -> None:
    with open(device, "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "game", "deal", "vierfrei", "1"],
            cwd=ROOT, stdout=full, stderr=subprocess.PIPE, timeout=30,
        )  # fmt: skip
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith(b"can't write: ")


def test_standard_input_closed() -> None:
    command = f"{sys.executable} -m game check vierfrei 1 --moves - <&-"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, timeout=30)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"standard input is closed\n"
