"""The starters of the kit for friends with Python; ``.ci/package`` unpacks and starts one."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.house import ROOT

KIT: dict[str, Any] = runpy.run_path(str(ROOT / "packaging" / "kit.py"))
written: Callable[[str, str], bytes] = KIT["written"]


@pytest.mark.parametrize("name", KIT["STARTERS"])
def test_nothing_is_left_open_in_a_starter(name: str) -> None:
    text = written(name, "1.2.3").decode()
    assert "@" not in text.replace("@echo off", "").replace('"$@"', "")
    assert "3, 11" in text or "3.11" in text
    lines = text.split("\r\n" if name.endswith((".bat", ".txt")) else "\n")
    assert len(lines) > 20 and "\r" not in "".join(lines) and "\n" not in "".join(lines)


def test_the_starter_for_windows_goes_where_it_says_in_plain_letters() -> None:
    text = written("vierfeld.bat", "1.2.3").decode("ascii")
    assert set(re.findall(r"\bgoto (\w+)", text)) == set(re.findall(r"(?m)^:(\w+)", text))
    assert text.count("(") == text.count(")")


def test_starters_may_be_run(tmp_path: Path) -> None:
    with zipfile.ZipFile(KIT["pack"]([], "1.2.3", tmp_path)) as kit:
        rights = {info.filename: info.external_attr >> 16 & 0o777 for info in kit.infolist()}
    assert rights["vierfeld/vierfeld.sh"] == rights["vierfeld/vierfeld.command"] == 0o755
    assert rights["vierfeld/vierfeld.bat"] == 0o644


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
    done = subprocess.run(
        ["/bin/sh", starter], env={"PATH": str(tools)}, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert [line.count("3.11") for line in done.stdout.splitlines()] == [1, 1, 1]
    assert sorted(tmp_path.iterdir()) == before
