"""What the specification packs on each system, and the licences of libraries."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tests.house import ROOT, sources

SPEC = ROOT / "packaging" / "vierfeld.spec"
COMPILED = "game.solver.vierfrei_search"
START = {".png": b"\x89PNG", ".ico": b"\0\0\1\0", ".icns": b"icns"}


class Spec:
    """Reads the specification like PyInstaller, and keeps what it asks for."""

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
    # Compiling takes half a minute.
    compiling = SimpleNamespace(is_wanted=lambda: True)
    compiling.build = lambda folder: {COMPILED: folder / "search.so"}
    monkeypatch.setitem(sys.modules, "compiling", compiling)
    if name == "win32":
        # The packer's own, which the tests do not have.
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
    # On Windows a program has a window or a terminal; elsewhere one is both, by its name.
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
    # Loaded with the stand-in in its place, the mixer has nothing that is left open.
    shutil.copy(stand_in, real)
    code = f"import ctypes; print(ctypes.CDLL({str(user)!r}, ctypes.RTLD_GLOBAL).silent())"
    env = {**os.environ, "LD_LIBRARY_PATH": str(libs), "LD_BIND_NOW": "1"}
    assert subprocess.check_output([sys.executable, "-c", code], env=env) == b"1\n"


def test_licences_are_those_of_the_project_of_libraries_and_of_cython(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The tests do without Cython, and ask another package for its version.
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
