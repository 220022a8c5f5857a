"""``python packaging/deb.py dist/vierfeld-VERSION dist``: makes a .deb of the program's folder.

Making it needs ``dpkg-deb``. ``$DEBFULLNAME`` and ``$DEBEMAIL`` name the packager.
``$VIERFELD_URL`` is the project's web address.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent
sys.path[:0] = [str(ROOT), str(HERE)]

import licences  # noqa: E402 (found by the path)
from changelog import as_metainfo  # noqa: E402 (found by the path)
from icon import write_icon  # noqa: E402 (found by the path)
from man import WORDS, page  # noqa: E402 (found by the path)
from program import commit_time  # noqa: E402 (found by the path)

from game.support.version import VERSION  # noqa: E402 (found by the path)

NAME: Final = "vierfeld"
APPLICATION: Final = "org.vierfeld.vierfeld"
SIDES: Final = (16, 22, 24, 32, 48, 64, 96, 128, 256, 512)
RECOMMENDED: Final = """
libxcursor1, libxfixes3, libxi6, libxrandr2, libxss1, libxkbcommon0,
libwayland-client0, libwayland-cursor0, libwayland-egl1, libdecor-0-0, libpulse0 | libasound2,
shared-mime-info, desktop-file-utils, hicolor-icon-theme"""
"""Optional packages: libraries that SDL can use, and helpers for the desktop's menu."""
CONTROL: Final = """\
Package: {name}
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {kilobytes}
Depends: libc6 (>= {glibc}), libx11-6, libxext6
Recommends: {recommended}
Section: games
Priority: optional
Homepage: {url}
Description: two classic solitaire games: Vierfrei (FreeCell) and Canfield
 Vierfrei is the game the world knows as FreeCell. Canfield, the casino game,
 comes with four sets of rules. A tick or a cross tells you whether a game of
 Vierfrei can still be won, hints tell you why, and games can be reviewed.
 .
 In English, German and Hindi.
"""


def fill(root: Path, folder: Path) -> None:
    """Copy the program's ``folder`` to ``root``; add desktop files, manual pages and licences."""
    library, share = root / "usr/lib" / NAME, root / "usr/share"
    beside = {"LICENSE", "read-me.txt", licences.NAME, f"{NAME}.desktop", f"{NAME}.png"}
    shutil.copytree(
        folder, library, symlinks=True, ignore=lambda at, _: beside if Path(at) == folder else ()
    )
    (root / "usr/bin").mkdir()
    for command in (NAME, f"{NAME}-cli"):
        (root / "usr/bin" / command).symlink_to(f"../lib/{NAME}/{command}")
    _lay(HERE / "desktop" / f"{NAME}.desktop", share / "applications" / f"{NAME}.desktop")
    _lay(HERE / "desktop" / "mime.xml", share / "mime/packages" / f"{NAME}.xml")
    metainfo = f"{APPLICATION}.metainfo.xml"
    _lay(HERE / "desktop" / metainfo, share / "metainfo" / metainfo)
    for side in SIDES:
        write_icon(share / f"icons/hicolor/{side}x{side}/apps/{NAME}.png", side)
    write_icon(share / f"icons/hicolor/scalable/apps/{NAME}.svg")
    for language in WORDS:
        manual = share / "man" / ("" if language == "en" else language) / f"man6/{NAME}.6.gz"
        manual.parent.mkdir(parents=True)
        manual.write_bytes(gzip.compress(page(language).encode(), mtime=0))
    papers = share / "doc" / NAME
    papers.mkdir(parents=True)
    (papers / "copyright").write_text(licences.licences(folder), "utf-8")


def _lay(source: Path, place: Path) -> None:
    """Copy a text file, filling in its placeholders."""
    place.parent.mkdir(parents=True)
    text = source.read_text("utf-8").replace("@VERSION@", VERSION).replace("@URL@", url())
    place.write_text(text.replace("@RELEASE@", as_metainfo()), "utf-8")


def glibc(root: Path) -> str:
    """Return the newest C library version needed by files in ``root``."""
    asked = re.compile(rb"GLIBC_(2\.\d+)")
    files = [path for path in root.rglob("*") if path.is_file() and not path.is_symlink()]
    found = {one.decode() for path in files for one in asked.findall(path.read_bytes())}
    return max(found, key=lambda version: int(version.partition(".")[2]))


def control(root: Path) -> str:
    """Return the package's ``control`` file for the tree ``root``."""
    files = [path for path in root.rglob("*") if path.is_file() and not path.is_symlink()]
    return CONTROL.format(
        name=NAME,
        version=VERSION,
        architecture=_asked("dpkg", "--print-architecture"),
        maintainer=maintainer(),
        kilobytes=sum(-(-path.stat().st_size // 1024) for path in files),
        glibc=glibc(root),
        recommended=" ".join(RECOMMENDED.split()),
        url=url(),
    )


def maintainer() -> str:
    """Return the packager's name and address, from Debian's usual variables."""
    name = os.environ.get("DEBFULLNAME", "The Vierfeld authors")
    return f"{name} <{os.environ.get('DEBEMAIL', 'vierfeld@vierfeld.invalid')}>"


def url() -> str:
    """Return the project's web address. The default leads nowhere."""
    return os.environ.get("VIERFELD_URL", "https://vierfeld.invalid")


def _asked(*command: str) -> str:
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def sums(root: Path) -> str:
    """Return the checksums of all files in the form that ``dpkg --verify`` reads."""
    lines = [
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n"
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink()
    ]
    return "".join(lines)


def tidy(root: Path, when: int) -> None:
    """Give every file the time ``when`` and fixed permissions."""
    for path in [root, *root.rglob("*")]:
        os.utime(path, (when, when), follow_symlinks=False)
        if not path.is_symlink():
            begins = path == root / "usr/lib" / NAME / NAME
            path.chmod(0o755 if path.is_dir() or begins else 0o644)


def main(folder: Path, target: Path) -> Path:
    """Write a .deb of ``folder`` into ``target``; return its path."""
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary) / NAME
        fill(root, folder)
        told, summed = control(root), sums(root)
        (root / "DEBIAN").mkdir()
        (root / "DEBIAN" / "control").write_text(told, "utf-8")
        (root / "DEBIAN" / "md5sums").write_text(summed, "utf-8")
        when = commit_time(ROOT)
        tidy(root, when)
        os.environ["SOURCE_DATE_EPOCH"] = str(when)
        _asked("dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", str(root), str(target))
    (made,) = target.glob(f"{NAME}_{VERSION}_*.deb")
    return made


if __name__ == "__main__":
    os.umask(0o022)
    print(main(Path(sys.argv[1]), Path(sys.argv[2])))
