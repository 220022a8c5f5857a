"""The wheel and the kit without building them; ``.ci/package`` builds, installs and plays them."""

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

from tests.house import ROOT, sources

PROGRAM: dict[str, Any] = runpy.run_path(str(ROOT / "packaging" / "program.py"))
below: Callable[[bytes], bytes] = PROGRAM["below"]
assets: Callable[[Path], list[Path]] = PROGRAM["assets"]


def test_imports_are_written_as_from_below_the_package() -> None:
    source = (
        '"""See ``game.rules``: from game to scenes."""\n'
        "import ast\n"
        "from game.core import (\n    cards,\n    state,\n)\n"
        "def f():\n    from  scenes import shell; from main import main\n"
        "from gamete import x; x = '♠'; from game import y\nfrom . import game\n"
    )
    assert below(source.encode()).decode() == (
        '"""See ``game.rules``: from game to scenes."""\n'
        "import ast\n"
        "from vierfeld.game.core import (\n    cards,\n    state,\n)\n"
        "def f():\n    from  vierfeld.scenes import shell; from vierfeld.main import main\n"
        "from gamete import x; x = '♠'; from vierfeld.game import y\nfrom . import game\n"
    )


UNKNOWN = "import game.core", "import os, scenes", "x = 'game.solver.service'"


@pytest.mark.parametrize("line", [*UNKNOWN, "code = 'import sys\\nfrom game.support import jobs'"])
def test_an_import_that_cannot_be_rewritten_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        below(line.encode())


def test_all_assets_but_their_sources_are_packed() -> None:
    files = {path for path in (ROOT / "assets").rglob("*") if path.is_file()}
    sources = {path for path in files if path.suffix in (".po", ".pot", ".md", ".png")}
    assert set(assets(ROOT)) == files - sources


def test_every_import_of_the_program_can_be_rewritten() -> None:
    plain = re.compile(r"^\s*import (?:[^#\n]*\W)?(?:game|scenes|main)\b", re.MULTILINE)
    quoted = re.compile(r"""["'](?:game|scenes)(?:\.\w+)+["']""")
    found = [name for name, text in sources().items() if plain.search(text) or quoted.search(text)]
    assert not found


def test_the_solver_is_compiled_if_that_is_asked_for_and_can_be_done(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(ROOT / "packaging")
    compiling = runpy.run_path(str(ROOT / "packaging" / "compiling.py"))
    monkeypatch.delenv("VIERFELD_COMPILED", raising=False)
    assert not compiling["is_wanted"]()
    for said, wanted in (("", False), ("0", False), ("1", True)):
        monkeypatch.setenv("VIERFELD_COMPILED", said)
        assert compiling["is_wanted"]() is wanted

    def fails(*given: Any) -> None:
        raise OSError("there is no cc")

    build = compiling["build"]
    monkeypatch.setitem(build.__globals__, "_compiled", fails)
    with pytest.raises(SystemExit, match="cannot be compiled: there is no cc"):
        build(tmp_path, tmp_path, "vierfeld")


def test_a_package_is_dated_by_its_commit_and_the_same_each_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    commit_time = PROGRAM["commit_time"]
    monkeypatch.syspath_prepend(ROOT / "packaging")
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    # Where there is no commit, as in an archive of the source.
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert commit_time(tmp_path) == 315532800
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1234567890")
    assert commit_time(ROOT) == 1234567890
    make, packed = runpy.run_path(str(ROOT / "packaging" / "make.py")), set[bytes]()
    for name, mode in (("one", 0o644), ("two", 0o600)):
        file = tmp_path / name / "vierfeld" / "file"
        file.parent.mkdir(parents=True)
        file.write_text("the same")
        file.chmod(mode)
        make["archive"](file.parent, tmp_path / f"{name}.tar.xz")
        packed.add((tmp_path / f"{name}.tar.xz").read_bytes())
    assert len(packed) == 1


# -- the starters of the kit for friends with Python -----------------------------------------------


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
