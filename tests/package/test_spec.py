"""What the specification would pack on each system, read with that system's name."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tests.house import ROOT

SPEC = ROOT / "packaging" / "vierfeld.spec"
COMPILED = "game.solver.vierfrei_search"
START = {".png": b"\x89PNG", ".ico": b"\0\0\1\0", ".icns": b"icns"}


class Spec:
    """Reads the specification as PyInstaller does, and keeps what it asks for."""

    def __init__(self, folder: Path) -> None:
        self.asked: dict[str, list[dict[str, Any]]] = {}
        space: dict[str, Any] = {"SPECPATH": str(SPEC.parent), "workpath": str(folder)}
        for name in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE"):
            space[name] = self._kept(name)
        exec(compile(SPEC.read_text("utf-8"), str(SPEC), "exec"), space)

    def _kept(self, name: str) -> Any:
        def keep(*given: Any, **named: Any) -> SimpleNamespace:
            self.asked.setdefault(name, []).append({"given": given, **named})
            datas = [("base_library.zip", "", ""), ("pygame/freesansbold.ttf", "", "")]
            scripts = [("pyi_rth_inspect", "", ""), ("main", "", "")]
            pure = [("game.solver.decide", "", ""), (COMPILED, "", "")]
            return SimpleNamespace(scripts=scripts, datas=datas, binaries=[], pure=pure)

        return keep


@pytest.fixture(params=["linux", "win32", "darwin"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    name: str = request.param
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "platform", name)
    # Compiling takes half a minute.
    compiling = SimpleNamespace(build=lambda folder: {COMPILED: folder / "search.so"})
    monkeypatch.setitem(sys.modules, "compiling", compiling)
    if name == "win32":
        # The packer's own, which the tests do not have.
        for parent in ("PyInstaller", "PyInstaller.utils", "PyInstaller.utils.win32"):
            monkeypatch.setitem(sys.modules, parent, ModuleType(parent))
        info = SimpleNamespace(
            **{
                kind: lambda *given, **named: (given, named)
                for kind in (
                    "StringTable",
                    "StringStruct",
                    "VSVersionInfo",
                    "FixedFileInfo",
                    "StringFileInfo",
                    "VarFileInfo",
                    "VarStruct",
                )
            }
        )
        monkeypatch.setattr(
            sys.modules["PyInstaller.utils.win32"], "versioninfo", info, raising=False
        )
    return name


def test_what_is_packed(system: str, tmp_path: Path) -> None:
    asked = Spec(tmp_path).asked
    (analysis,) = asked["Analysis"]
    assert analysis["given"] == ([str(ROOT / "main.py")],)
    assert {Path(path).suffix for path, _ in analysis["datas"]} >= {".mo", ".deck", ".ttf", ".json"}
    for path, place in analysis["datas"]:
        assert Path(path).is_file() and ROOT / place == Path(path).parent
    single, opener = asked["EXE"]
    assert [entry[0] for entry in single["given"][3]] == ["base_library.zip"]
    assert [entry[0] for entry in single["given"][1]] == ["main"]
    place = str(Path("game", "solver", "search.so"))
    (archived,) = asked["PYZ"]
    assert [entry[0] for entry in archived["given"][0]] == ["game.solver.decide"]
    assert (place, str(tmp_path / "compiled" / "search.so"), "EXTENSION") in single["given"][2]
    assert opener["exclude_binaries"] and not single["console"]
    assert ("version" in single) == (system == "win32")
    suffix = {"linux": ".png", "win32": ".ico", "darwin": ".icns"}[system]
    (icon,) = tmp_path.iterdir()
    assert icon.suffix == suffix and icon.read_bytes().startswith(START[suffix])
    assert single.get("icon") == (None if system == "linux" else str(icon))
    if system == "darwin":
        (bundle,) = asked["BUNDLE"]
        (kind,) = bundle["info_plist"]["CFBundleDocumentTypes"]
        assert bundle["name"] == "Vierfeld.app" and kind["CFBundleTypeExtensions"] == ["vierfeld"]
    else:
        assert "BUNDLE" not in asked
