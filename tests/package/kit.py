"""The kit for friends with Python as they use it: unpacked, started, moved and started again."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from tests.package.playing import Packed
from tests.window.desktop import Desktop


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
        # The first start installs it, for which no window has the patience.
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
