"""The starters of the kit for friends with Python; ``.ci/package`` unpacks and starts one."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.house import ROOT

KIT: dict[str, Any] = runpy.run_path(str(ROOT / "packaging" / "kit.py"))
written: Callable[[str, str], bytes] = KIT["written"]


@pytest.mark.parametrize("name", KIT["STARTERS"])
def test_no_placeholder_is_left_in_a_starter(name: str) -> None:
    text = written(name, "1.2.3").decode()
    assert "@" not in text.replace("@echo off", "").replace('"$@"', "")
    assert "3, 11" in text or "3.11" in text
    lines = text.split("\r\n" if name.endswith((".bat", ".txt")) else "\n")
    assert len(lines) > 20 and "\r" not in "".join(lines) and "\n" not in "".join(lines)


def test_each_goto_of_the_windows_starter_has_its_label() -> None:
    text = written("vierfeld.bat", "1.2.3").decode("ascii")
    assert set(re.findall(r"\bgoto (\w+)", text)) == set(re.findall(r"(?m)^:(\w+)", text))
    assert text.count("(") == text.count(")")


PIP = """\
#!/bin/sh
[ "$2" = venv ] && mkdir -p "$4/bin" && cp "$0" "$4/bin/python" && exit
case "$*" in
*"-m pip"*) echo "$*" >>"$LOG" ;;
esac
case "$*" in
*--no-index*) [ -n "$WHOLE" ] || [ "$(grep -c . "$LOG")" = 3 ] ;;
esac
"""
"""A Python that notes what pip is asked for; unless the kit is whole, the first try fails."""


@pytest.mark.skipif(os.name != "posix", reason="a starter for a shell")
@pytest.mark.parametrize("whole", ["yes", ""])
def test_a_starter_never_fetches_vierfeld_from_a_network(tmp_path: Path, whole: str) -> None:
    starter, log = tmp_path / "vierfeld.sh", tmp_path / "log"
    starter.write_bytes(written("vierfeld.sh", "1.2.3"))
    (tmp_path / "python3").write_text(PIP)
    (tmp_path / "python3").chmod(0o755)
    env = {"PATH": f"{tmp_path}:/usr/bin:/bin", "LOG": str(log), "WHOLE": whole}
    subprocess.run(["/bin/sh", starter], env=env, check=True)
    asked = log.read_text().splitlines()
    own = [line for line in asked if "vierfeld==1.2.3" in line]
    rest = [line for line in asked if line not in own]
    assert len(own) == (1 if whole else 2) and all("--no-index" in line for line in own)
    # What is fetched is what the wheel needs, and nothing where all of it lies there.
    assert len(rest) == (0 if whole else 1)
    assert all(f"-r {tmp_path}/wheels/requirements.txt" in line for line in rest)
    assert (tmp_path / "installed-1.2.3" / "ready").exists()


@pytest.mark.skipif(os.name != "posix", reason="a starter for a shell")
def test_without_python_a_starter_says_what_is_missing_and_leaves_nothing(tmp_path: Path) -> None:
    starter = tmp_path / "vierfeld.sh"
    starter.write_bytes(written("vierfeld.sh", "1.2.3"))
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "dirname").symlink_to(shutil.which("dirname") or "")
    # One that is too old.
    (tools / "python3").write_text("#!/bin/sh\nexit 1\n")
    (tools / "python3").chmod(0o755)
    before = sorted(tmp_path.iterdir())
    env = {"PATH": str(tools)}
    done = subprocess.run(["/bin/sh", starter], env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "")
    assert [line.count("3.11") for line in done.stdout.splitlines()] == [1, 1, 1]
    assert sorted(tmp_path.iterdir()) == before
