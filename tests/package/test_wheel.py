"""The wheel without building it; ``.ci/package`` builds, installs and plays it."""

from __future__ import annotations

import re
import runpy
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
