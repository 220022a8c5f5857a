"""``python -m tests.package dist``: tests the packages in ``dist``.

It plays a game with each package, asks the solver, quits and resumes. It also measures sizes and
start times.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from contextlib import closing
from pathlib import Path

from tests.bench.figures import go_ahead, slowness
from tests.bench.forms import GAME, LIMITS, SIZE
from tests.bench.screen import Screen, start
from tests.package.deb import DEB, missing, try_deb
from tests.package.playing import Packed, hear, play, read_out
from tests.package.wheel import installed, run, try_the_commands, try_the_packed_commands
from tests.window.desktop import Desktop


def weight(path: Path) -> float:
    files = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
    return sum(one.lstat().st_size for one in files) / 1_000_000


def try_packed(desktop: Desktop, what: str, command: list[str]) -> None:
    Packed.command = command
    with tempfile.TemporaryDirectory() as player:
        play(desktop, Path(player), single=what == "single file")
        read_out(desktop, Path(player))
    with tempfile.TemporaryDirectory() as player:
        hear(desktop, Path(player))
    print(f"{what}: played, asked, left, resumed, won, read and heard")


def try_wheel(desktop: Desktop, wheel: Path, form: str) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory() as player,
        installed(wheel, Path(folder)) as scripts,
    ):
        Packed.command = [str(scripts / "vierfeld")]
        play(desktop, Path(player), single=False)
        try_the_commands(scripts, form)
    done = "installed, played, asked, left, resumed, won, solved by two, and uninstalled"
    print(f"wheel, {form} solver: {done}")


def unpacked(kit: Path, folder: Path) -> Path:
    with zipfile.ZipFile(kit) as archive:
        archive.extractall(folder)
        for info in archive.infolist():
            (folder / info.filename).chmod(info.external_attr >> 16 & 0o777)
    return folder / "vierfeld"


def try_kit(desktop: Desktop, kit: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as player:
        place = unpacked(kit, Path(folder))
        python = Path(sys.base_prefix) / "bin"
        env = {"PATH": f"{python}{os.pathsep}/usr/bin:/bin", "PIP_NO_INDEX": "1", "LANGUAGE": "en"}
        Packed.command = [str(place / "vierfeld.sh")]
        # The first start installs the wheels, which takes longer than a test waits for a window.
        own = {"HOME": player, **env}
        version = subprocess.check_output([*Packed.command, "--version"], env=own, timeout=300)
        assert version.decode().split()[:1] == ["Vierfeld"], version
        with Packed(desktop, Path(player), "vierfrei", "--deal", "617", **env) as program:
            assert program.title == "Vierfrei 617 – Vierfeld", program.title
            program.keys(*"58")
            program.await_saved("vierfrei", actions=["58"])
            assert program.terminate() == 0
        moved = place.rename(Path(folder) / "a friend's folder")
        Packed.command = [str(moved / "vierfeld.command")]
        with Packed(desktop, Path(player), "vierfrei", **env) as program:
            assert program.title == "Vierfrei 617 – Vierfeld", program.title
            assert program.terminate() == 0


def main(dist: Path) -> int:
    single = dist / "vierfeld"
    (packed,) = dist.glob("vierfeld-*.tar.xz")
    (pure,) = dist.glob("vierfeld-*-none-any.whl")
    (wheel,) = set(dist.glob("vierfeld-*.whl")) - {pure}
    (kit,) = dist.glob("vierfeld-*-kit.zip")
    (deb,) = dist.glob("vierfeld_*.deb")
    folder = dist / packed.name.removesuffix(".tar.xz")
    limits = {single: 30, packed: 15, folder: 45, deb: 15, wheel: 3, pure: 3}
    for path, megabytes in limits.items():
        print(f"{path.name}: {weight(path):.1f} MB (at most {megabytes})")
        assert weight(path) <= megabytes
    builds = {"single file": [str(single)], "folder, .deb": [str(folder / "vierfeld")]}
    print(f"folder: runs from glibc {DEB['glibc'](folder)} on")
    # The C++ library would need a newer glibc; ``packaging/stand_in`` keeps it out.
    assert not list(folder.rglob("libstdc++*"))
    try_the_packed_commands(folder / "vierfeld-cli")
    with closing(Desktop()) as desktop:
        for what, command in builds.items():
            try_packed(desktop, what, command)
        try_wheel(desktop, wheel, "compiled")
        try_wheel(desktop, pure, "Python")
        for what, command in builds.items():
            assert run(*command, "--version").endswith(", compiled solver\n"), what
        try_kit(desktop, kit)
        print("kit: unpacked, installed, played, moved and resumed")
        if absent := missing():
            print(f".deb: not tried, as {', '.join(absent)} cannot be found here")
        else:
            try_deb(desktop, deb)
            print(".deb: installed, begun from the menu and by a game's file, and removed")
    go_ahead()
    with closing(Screen(SIZE)) as shown:
        for what, most in LIMITS.items():
            taken = start(shown, [*builds[what], *GAME]) / slowness()
            print(f"{what}: {taken:.0f} ms to the complete table (at most {most:.0f})")
    return 0


if __name__ == "__main__":
    os.chdir(Path(__file__).resolve().parents[2])
    sys.exit(main(Path(sys.argv[1]).resolve()))
