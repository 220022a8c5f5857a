"""``python3 packaging/make.py``: makes the whole program as a single file, ``dist/vierfeld``.

On Windows the file is ``dist/vierfeld.exe``; on macOS it is ``dist/Vierfeld.app``. Making it needs
a C compiler and a few minutes; the first time, it also needs a network connection. With
``VIERFELD_COMPILED=0`` no compiler is needed, but the solver is three to five times as slow.
``--all`` also makes every other package that this system can make, such as a .deb and wheels.
``docs/packaging.md`` says what each package is for.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from typing import Final

from program import commit_time

ROOT: Final = Path(__file__).resolve().parent.parent
BUILD: Final = ROOT / "build"
DIST: Final = ROOT / "dist"
ENVIRONMENT: Final = BUILD / "venv"
WINDOWS: Final = sys.platform == "win32"
PYTHON: Final = ENVIRONMENT / ("Scripts/python.exe" if WINDOWS else "bin/python")


def run(*command: str | Path, **env: str) -> None:
    """Run a command with the build environment's Python.

    ``env`` sets more variables. The time and the hash seed are fixed, for reproducible output.
    """
    same = {"SOURCE_DATE_EPOCH": str(commit_time(ROOT)), "PYTHONHASHSEED": "0"}
    compiled = {"VIERFELD_COMPILED": os.environ.get("VIERFELD_COMPILED", "1")}
    told = {**os.environ, **same, **compiled, **env}
    subprocess.run([PYTHON, *command], cwd=ROOT, env=told, check=True)


def say(text: str) -> None:
    """Print ``text`` at once, since the next step may take a while."""
    print(text, flush=True)


def executables() -> Path:
    """Make the program in two forms, a single file and a folder; return the path of the folder."""
    say("Packing the program …")
    packer = ("-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN")
    places = ("--distpath", DIST, "--workpath", BUILD)
    run(*packer, *places, ROOT / "packaging" / "vierfeld.spec")
    (folder,) = (path for path in DIST.glob("vierfeld-*") if path.is_dir())
    return folder


def archive(folder: Path, target: Path) -> None:
    """Pack ``folder`` as a reproducible .tar.xz."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = when, 0, 0, "", ""
        entry.mode = 0o755 if entry.mode & 0o100 else 0o644
        return entry

    when = commit_time(ROOT)
    # The archive is a tenth larger than at the default preset, but takes a quarter of the time; the
    # same goes for the .deb.
    with tarfile.open(target, "w:xz", preset=1) as packed:
        packed.add(folder, folder.name, filter=plain)


def everything_else(folder: Path) -> None:
    """Make all other packages, except those for which this system has no tools."""
    say("Packing all else …")
    if sys.platform == "linux":
        licensed(folder)
        archive(folder, folder.with_name(f"{folder.name}.tar.xz"))
        if shutil.which("dpkg-deb"):
            run(ROOT / "packaging" / "deb.py", folder, DIST)
    elif sys.platform == "darwin":
        # Python's zip would lose the symbolic links.
        zipped = DIST / "Vierfeld.app.zip"
        ditto = ("ditto", "-c", "-k", "--keepParent", DIST / "Vierfeld.app", zipped)
        subprocess.run(ditto, check=True)
    wheel = ("-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", DIST, ROOT)
    run(*wheel)
    run(*wheel, VIERFELD_COMPILED="0")
    (pure,) = DIST.glob("vierfeld-*-none-any.whl")
    run(ROOT / "packaging" / "kit.py", pure, DIST)


def licensed(folder: Path) -> None:
    """Add licences, read-me, icon and desktop entry to ``folder``, which contains the program. Also
    copy the read-me and ``licences.txt`` to ``DIST``."""
    packaging = ROOT / "packaging"
    icon, entry = BUILD / "vierfeld" / "vierfeld.png", packaging / "desktop" / "vierfeld.desktop"
    for path in (ROOT / "LICENSE", packaging / "read-me.txt", entry, icon):
        shutil.copy(path, folder)
    run(packaging / "licences.py", folder)
    for name in ("read-me.txt", "licences.txt"):
        shutil.copy(folder / name, DIST)


def main(words: list[str]) -> None:
    """Make the single file; with ``--all``, everything."""
    if words not in ([], ["--all"]):
        raise SystemExit((__doc__ or "").strip())
    shutil.rmtree(DIST, ignore_errors=True)
    if not PYTHON.exists():
        say("Fetching what packs it …")
        venv.create(ENVIRONMENT, with_pip=True)
        run("-m", "pip", "install", "-q", "-r", ROOT / "packaging" / "requirements.txt")
    folder = executables()
    if words:
        everything_else(folder)
    for path in sorted(DIST.iterdir()):
        say(f"dist/{path.name}")


if __name__ == "__main__":
    os.umask(0o022)
    main(sys.argv[1:])
