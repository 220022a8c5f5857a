"""Installs a .deb into an empty root directory, and tries it out."""

from __future__ import annotations

import gzip
import os
import runpy
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from xml.etree import ElementTree

from game.support.texts import languages
from tests.house import ROOT
from tests.package.playing import Packed
from tests.package.wheel import run
from tests.window.desktop import Desktop

TOOLS = ("dpkg", "dpkg-deb", "appstreamcli", "desktop-file-validate", "update-mime-database")
TYPE = "application/x-vierfeld"
DEB = runpy.run_path(str(ROOT / "packaging" / "deb.py"))
LICENCES = runpy.run_path(str(ROOT / "packaging" / "licences.py"))


def missing() -> list[str]:
    absent = [tool for tool in TOOLS if shutil.which(tool) is None]
    # ``dpkg`` makes root the owner of the files, even in a root directory of their own.
    return absent + ["the rights of root"] * (os.geteuid() != 0)


def files(root: Path) -> set[str]:
    """Return the relative paths in ``root``, except the package manager's own."""
    books = root / "var/lib/dpkg"
    return {
        str(path.relative_to(root))
        for path in root.rglob("*")
        if books not in path.parents and path.name != "dpkg.log"
    }


@contextmanager
def installed(package: Path) -> Iterator[Path]:
    """Yield a clean root with ``package`` installed; then check that removing it leaves nothing."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        books = root / "var/lib/dpkg"
        for name in ("info", "updates", "triggers"):
            (books / name).mkdir(parents=True)
        (books / "status").touch()
        (books / "available").touch()
        (root / "usr/share").mkdir(parents=True)
        before = files(root)
        # Its dependencies are installed in the system, not in this root. It has no scripts to run.
        dpkg = ("dpkg", f"--root={root}", "--force-depends", "--force-not-root", "--log=/dev/null")
        run(*dpkg, "--install", package)
        assert run("dpkg", f"--root={root}", "--verify", "vierfeld") == ""
        yield root
        run(*dpkg, "--purge", "vierfeld")
        left = files(root) - before
        assert not left, left


def look(root: Path) -> None:
    share = root / "usr/share"
    (metainfo,) = (share / "metainfo").iterdir()
    run("appstreamcli", "validate", "--no-net", metainfo)
    run("desktop-file-validate", share / "applications/vierfeld.desktop")
    for side in (16, 22, 24, 32, 48, 64, 96, 128, 256, 512):
        png = (share / f"icons/hicolor/{side}x{side}/apps/vierfeld.png").read_bytes()
        assert png[1:4] == b"PNG" and png[16:24] == side.to_bytes(4) * 2, side
    ElementTree.parse(share / "icons/hicolor/scalable/apps/vierfeld.svg")
    for place in (share / "man/man6/vierfeld.6.gz", share / "man/de/man6/vierfeld.6.gz"):
        page = gzip.decompress(place.read_bytes()).decode()
        assert all(option in page for option in (r"\-\-deal", r"\-\-announce", r"\-\-language"))
    licences = (share / "doc/vierfeld/copyright").read_text("utf-8")
    assert LICENCES["UNKNOWN"] not in licences
    assert "libSDL2" in licences and "SIL OPEN FONT LICENSE" in licences
    for name in ("Comment", "GenericName"):
        assert {entry(root, f"{name}[{language}]") for language in languages()[1:]}


def entry(root: Path, key: str) -> str:
    text = (root / "usr/share/applications/vierfeld.desktop").read_text("utf-8")
    (value,) = (line.partition("=")[2] for line in text.splitlines() if line.startswith(f"{key}="))
    return value


def opener(root: Path, name: str) -> list[str]:
    """Return the command for a double click on the file ``name``."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "mime"
        shutil.copytree(root / "usr/share/mime", database)
        run("update-mime-database", database)
        lines = (database / "globs2").read_text("utf-8").splitlines()
    globs = [line.split(":") for line in lines if not line.startswith("#")]
    (kind,) = {kind for _, kind, glob, *_ in globs if fnmatch(name, glob)}
    assert kind == TYPE and kind in entry(root, "MimeType").split(";")
    return [word if word != "%f" else name for word in entry(root, "Exec").split()]


def try_deb(desktop: Desktop, package: Path) -> None:
    with installed(package) as root, tempfile.TemporaryDirectory() as player:
        look(root)
        assert run(root / "usr/bin/vierfeld-cli", "--version").startswith("Vierfeld ")
        game = Path(player) / "my game.vierfeld"
        game.write_text("# Vierfeld 1 canfield 42 casino\n", "utf-8")
        program, *given = opener(root, str(game))
        Packed.command = [str(root / "usr/bin" / program)]
        menu = [word for word in given if word != str(game)]
        with Packed(desktop, Path(player), *menu, LANGUAGE="en") as begun:
            assert begun.title == "Vierfeld", begun.title
            assert begun.terminate() == 0
        with Packed(desktop, Path(player), *given, LANGUAGE="en") as begun:
            assert begun.title.startswith("Canfield 42"), begun.title
            assert begun.terminate() == 0
