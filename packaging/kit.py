"""``python packaging/kit.py WHEEL FOLDER``: packs a kit for any computer with Python.

The kit is a zip file of wheels, with a launch script for each system. ``--for windows macos linux``
adds the wheels that these systems need, about fifty megabytes each. On other systems, pip downloads
what is missing at the first start.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
PLATFORMS: Final = {
    "windows": ("win_amd64",),
    "macos": ("macosx_11_0_arm64", "macosx_10_15_universal2"),
    "linux": ("manylinux2014_x86_64",),
}
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
STARTERS: Final = {
    "vierfeld.sh": "vierfeld.sh",
    # On a Mac, a double click runs this one.
    "vierfeld.command": "vierfeld.sh",
    "vierfeld.bat": "vierfeld.bat",
    "read-me.txt": "read-me.txt",
}
RUNS: Final = 0o100755 << 16
READS: Final = 0o100644 << 16
NEEDED: Final = HERE.parent / "requirements.txt"
"""The file that lists the packages to download on systems that the kit has no wheels for."""


def written(name: str, version: str) -> bytes:
    """Return the launch script or text file ``name`` of a kit, with ``version`` filled in."""
    told = tomllib.loads((HERE.parent / "pyproject.toml").read_text("utf-8"))
    least = re.fullmatch(r">=([\d.]+)", told["project"]["requires-python"])
    assert least, "one least version"
    text = (HERE / "kit" / STARTERS[name]).read_text("utf-8")
    text = text.replace("@VERSION@", version).replace("@DOTTED@", least[1])
    text = text.replace("@PYTHON@", least[1].replace(".", ", "))
    # Windows editors and the Windows command interpreter need Windows line endings.
    ends = "\n" if name.startswith("vierfeld.") and not name.endswith(".bat") else "\r\n"
    return text.replace("\n", ends).encode()


def gather(wheel: Path, folder: Path, systems: list[str]) -> list[Path]:
    """Download a kit's wheels, for this system and for ``systems``. Return their paths."""
    pip = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check"]
    pip += ["--only-binary", ":all:", "-d", str(folder), str(wheel)]
    subprocess.run(pip, check=True)
    for system in systems:
        asked = [word for name in PLATFORMS[system] for word in ("--platform", name)]
        for python in PYTHONS:
            subprocess.run([*pip, *asked, "--python-version", python], check=True)
    return sorted(folder.glob("*.whl"))


def pack(wheels: list[Path], version: str, target: Path) -> Path:
    """Write a kit into the folder ``target``; return its path."""
    made = target / f"vierfeld-{version}-kit.zip"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as kit:
        for name in STARTERS:
            entry = _entry(name, zipfile.ZIP_DEFLATED)
            entry.external_attr = RUNS if name.endswith((".sh", ".command")) else READS
            kit.writestr(entry, written(name, version))
        for path in (NEEDED, *wheels):
            # Wheels are compressed already.
            kit.writestr(_entry(f"wheels/{path.name}", zipfile.ZIP_STORED), path.read_bytes())
    return made


def _entry(name: str, how: int) -> zipfile.ZipInfo:
    """Return the zip entry of a file, with a fixed time so that every run makes the same bytes."""
    entry = zipfile.ZipInfo(f"vierfeld/{name}", (1980, 1, 1, 0, 0, 0))
    entry.compress_type = how
    entry.create_system = 3  # Unix, so that the attributes are read as permissions
    entry.external_attr = READS
    return entry


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("wheel", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--for", dest="systems", nargs="+", choices=PLATFORMS, default=[])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wheels = gather(given.wheel, Path(folder), given.systems)
        print(pack(wheels, given.wheel.name.split("-")[1], given.folder))


if __name__ == "__main__":
    main()
