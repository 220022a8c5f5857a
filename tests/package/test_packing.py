"""Tests of the contents of packages, their licences, and the launch scripts of the kit."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tests.house import ROOT, sources

SPEC = ROOT / "packaging" / "vierfeld.spec"
COMPILED = "game.solver.vierfrei_search"
START = {".png": b"\x89PNG", ".ico": b"\0\0\1\0", ".icns": b"icns"}


class Spec:
    """Runs the specification as PyInstaller does, and records the calls it makes."""

    def __init__(self, folder: Path) -> None:
        self.asked: dict[str, list[dict[str, Any]]] = {}
        self.packed = folder / "packed"
        self.packed.mkdir()
        space: dict[str, Any] = {"SPECPATH": str(SPEC.parent), "workpath": str(folder)}
        for name in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE"):
            space[name] = self._kept(name)
        exec(compile(SPEC.read_text("utf-8"), str(SPEC), "exec"), space)

    def _kept(self, name: str) -> Any:
        def keep(*given: Any, **named: Any) -> SimpleNamespace:
            self.asked.setdefault(name, []).append({"given": given, **named})
            datas = [("base_library.zip", "", ""), ("pygame/freesansbold.ttf", "", "")]
            scripts = [("pyi_rth_inspect", "", ""), ("main", "", "")]
            pure = [("game.solver.answer", "", ""), (COMPILED, "", "")]
            packed = {"datas": datas, "binaries": [], "pure": pure, "name": str(self.packed)}
            return SimpleNamespace(scripts=scripts, **packed)

        return keep


@pytest.fixture(params=["linux", "win32", "darwin"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    name: str = request.param
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "platform", name)
    # Really compiling would take half a minute.
    compiling = SimpleNamespace(is_wanted=lambda: True)
    compiling.build = lambda folder: {COMPILED: folder / "search.so"}
    monkeypatch.setitem(sys.modules, "compiling", compiling)
    if name == "win32":
        # These modules belong to PyInstaller, which isn't installed for the tests.
        for parent in ("PyInstaller", "PyInstaller.utils", "PyInstaller.utils.win32"):
            monkeypatch.setitem(sys.modules, parent, ModuleType(parent))
        names = "StringTable StringStruct VSVersionInfo FixedFileInfo StringFileInfo"
        names += " VarFileInfo VarStruct"
        kinds = dict.fromkeys(names.split(), lambda *given, **named: (given, named))
        utils = sys.modules["PyInstaller.utils.win32"]
        monkeypatch.setattr(utils, "versioninfo", SimpleNamespace(**kinds), raising=False)
    return name


def test_each_system_is_packed_as_specified(system: str, tmp_path: Path) -> None:
    spec = Spec(tmp_path)
    asked = spec.asked
    (analysis,) = asked["Analysis"]
    assert analysis["given"] == ([str(ROOT / "packaging" / "frozen.py")],)
    assert {Path(path).suffix for path, _ in analysis["datas"]} >= {".mo", ".deck", ".ttf", ".json"}
    for path, place in analysis["datas"]:
        assert Path(path).is_file() and ROOT / place == Path(path).parent
    single, opener, *others = asked["EXE"]
    assert [entry[0] for entry in single["given"][3]] == ["base_library.zip"]
    assert [entry[0] for entry in single["given"][1]] == ["main"]
    place = str(Path("game", "solver", "search.so"))
    (archived,) = asked["PYZ"]
    assert [entry[0] for entry in archived["given"][0]] == ["game.solver.answer"]
    assert (place, str(tmp_path / "compiled" / "search.so"), "EXTENSION") in single["given"][2]
    assert opener["exclude_binaries"] and not single["console"]
    assert ("version" in single) == (system == "win32")
    suffix = {"linux": ".png", "win32": ".ico", "darwin": ".icns"}[system]
    (icon,) = tmp_path.glob("vierfeld.*")
    assert icon.suffix == suffix and icon.read_bytes().startswith(START[suffix])
    assert single.get("icon") == (None if system == "linux" else str(icon))
    # A Windows program has a window or a terminal. Elsewhere, one program does either, by name.
    if system == "win32":
        (prompt,) = others
        assert (prompt["name"], prompt["console"]) == ("vierfeld-cli", True)
        assert len(asked["COLLECT"][0]["given"]) == 4
    else:
        assert not others and (spec.packed / "vierfeld-cli").readlink() == Path("vierfeld")
    if system == "darwin":
        (bundle,) = asked["BUNDLE"]
        (kind,) = bundle["info_plist"]["CFBundleDocumentTypes"]
        assert bundle["name"] == "Vierfeld.app" and kind["CFBundleTypeExtensions"] == ["vierfeld"]
    else:
        assert "BUNDLE" not in asked


LICENCES: dict[str, Any] = runpy.run_path(str(ROOT / "packaging" / "licences.py"))


LIBRARIES = {
    "libSDL2-2-50d19f93.0.so.0.3200.10": "Zlib",
    "SDL2_mixer.dll": "Zlib",
    "libmpg123.0.dylib": "LGPL-2.1-only",
    "libpng16-16.dll": "libpng-2.0",
    "libpython3.11.so.1.0": "PSF-2.0",
    "libstdc++.so.6": "GPL-3.0-or-later with the GCC Runtime Library Exception",
    "libnobody.so.3": "not known here",
}


def test_libraries_and_their_stand_in_have_the_licences_of_their_files(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    for file in (*LIBRARIES, "_json.cpython-311-x86_64-linux-gnu.so"):
        (tmp_path / "inside" / file).touch()
    (tmp_path / "libfluidsynth-1.so.3").write_bytes(b"\0vierfeld_stand_in\0")
    found = {name: licence for name, licence, _ in LICENCES["libraries"](tmp_path)}
    assert found == LIBRARIES | {"libfluidsynth-1.so.3": "MIT"}


STAND_IN: dict[str, Any] = runpy.run_path(str(ROOT / "packaging" / "stand_in.py"))


def compiled(folder: Path, name: str, code: str, *more: str) -> Path:
    made = folder / name
    source = folder / "source.c"
    source.write_text(code)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", made, source, *more], check=True)
    return made


@pytest.mark.skipif(
    sys.platform != "linux" or not (shutil.which("cc") and shutil.which("nm")),
    reason="a C compiler of Linux makes the stand-in",
)
def test_the_stand_in_for_the_synthesiser_has_every_symbol_that_is_used(tmp_path: Path) -> None:
    libs = tmp_path / "libs"
    libs.mkdir()
    code = "void *open_it(void) { return (void *)1; }\nvoid *never(void) { return 0; }\n"
    real = compiled(libs, "libfluidsynth-1.so", code, "-Wl,-soname,libfluidsynth-1.so")
    code = "void *open_it(void);\nvoid *(*known)(void) = open_it;\n"
    code += "int silent(void) { return known() == 0; }\n"
    user = compiled(libs, "libSDL2_mixer-2.so", code, str(real))
    listed = [
        (f"libs/{user.name}", str(user), "BINARY"),
        (f"libs/{real.name}", str(real), "BINARY"),
        ("libstdc++.so.6", "/usr/lib/libstdc++.so.6", "BINARY"),
        ("libsndfile-1.so", "libs/libsndfile-1.so", "SYMLINK"),
    ]
    mixer, (place, stand_in, _), *brought = STAND_IN["put_in"](listed, tmp_path / "made")
    assert mixer == listed[0] and place == f"libs/{real.name}" and stand_in != str(real)
    assert [STAND_IN["is_brought"](one) for one in (mixer, *brought)] == [False, True, True]
    # With the stand-in in place of the real library, the mixer has no undefined symbols.
    shutil.copy(stand_in, real)
    code = f"import ctypes; print(ctypes.CDLL({str(user)!r}, ctypes.RTLD_GLOBAL).silent())"
    env = {**os.environ, "LD_LIBRARY_PATH": str(libs), "LD_BIND_NOW": "1"}
    assert subprocess.check_output([sys.executable, "-c", code], env=env) == b"1\n"


def test_licences_are_those_of_the_project_of_libraries_and_of_cython(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Cython may not be installed here, so another package stands in for it.
    known = LICENCES["metadata"]
    found = known.distribution
    instead = {"cython": "pytest"}
    monkeypatch.setattr(known, "distribution", lambda name: found(instead.get(name, name)))
    (tmp_path / "libz.so.1").touch()
    whole = LICENCES["main"](tmp_path).read_text("utf-8")
    for text in (whole, LICENCES["of_compiled"]()):
        assert "\nCython " in text and "Apache License" in text and "END OF TERMS" in text
    holders = "The Vierfeld authors", "SIL OPEN FONT LICENSE", "pygame-ce 2", "PYTHON SOFTWARE"
    assert all(holder in whole for holder in (*holders, "\nlibz.so.1  Zlib, zlib.net\n"))


def test_nothing_is_left_out_that_a_module_imports_when_it_is_loaded(tmp_path: Path) -> None:
    (analysis,) = Spec(tmp_path).asked["Analysis"]
    left_out = set(analysis["excludes"])
    first = re.compile(r"^(?:from|import) ([\w.]+)", re.MULTILINE)
    found = {(name, one) for name, text in sources().items() for one in first.findall(text)}
    assert "pygame.typing" in left_out and ("scenes.app.app", "pygame") in found
    assert not [(name, one) for name, one in found if name[:6] == "scenes" and one in left_out]


# -- the wheel and the kit without building them; ``.ci/package`` builds and plays them ------------


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
"""A fake Python that logs calls of pip. If ``WHOLE`` is empty, the first installation fails."""


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
    # Only the wheel's requirements are fetched, and only if the kit lacks some of them.
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
    # A Python that is too old.
    (tools / "python3").write_text("#!/bin/sh\nexit 1\n")
    (tools / "python3").chmod(0o755)
    before = sorted(tmp_path.iterdir())
    env = {"PATH": str(tools)}
    done = subprocess.run(["/bin/sh", starter], env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "")
    assert [line.count("3.11") for line in done.stdout.splitlines()] == [1, 1, 1]
    assert sorted(tmp_path.iterdir()) == before
