"""Opens files with the desktop's usual programs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

_PATIENCE: Final = 15.0
"""How many seconds to wait for a command to exit.

A command that is still running then is assumed to be showing the file.
"""
_OURS: Final = ("SDL_FRAMEBUFFER_ACCELERATION", "SDL_VIDEO_X11_WMCLASS", "SDL_JOYSTICK_HIDAPI")
"""Environment variables, besides ``XCOMPOSEFILE``, that other programs shouldn't inherit."""
_LIBRARIES: Final = "LD_LIBRARY_PATH"
"""The environment variable that PyInstaller changes. Its old value is kept in ``…_ORIG``."""


def open_file(path: Path, failed: Callable[[], None], *, in_folder: bool = False) -> None:
    """Open a file or show it in the file manager. A failure calls ``failed`` on another thread."""
    path = path.absolute()

    def work() -> None:
        if not any(map(_done, open_commands(path, in_folder=in_folder))):
            failed()

    threading.Thread(target=work, name="opening", daemon=True).start()


def open_commands(path: Path, *, in_folder: bool) -> list[list[str] | str]:
    """Return the commands to try in turn for opening a file."""
    if sys.platform == "win32":
        # A string, because Explorer doesn't understand how Python quotes a list.
        return [f'explorer /select,"{path}"' if in_folder else f'explorer "{path}"']
    if sys.platform == "darwin":
        return [["open", *(["-R"] if in_folder else []), str(path)]]
    found: list[list[str] | str] = []
    if in_folder:
        name = "org.freedesktop.FileManager1"
        asked = ["--session", "--print-reply", f"--dest={name}", f"/{name.replace('.', '/')}"]
        files = [f"array:string:{path.as_uri()}", "string:"]
        found.append(["dbus-send", *asked, f"{name}.ShowItems", *files])
    shown = str(path.parent if in_folder else path)
    return [*found, ["xdg-open", shown], ["gio", "open", shown]]


def _done(command: list[str] | str) -> bool:
    if isinstance(command, list) and shutil.which(command[0]) is None:
        return False
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            start_new_session=True,
        )
    except (OSError, ValueError):
        return False
    try:
        # Explorer's exit status means nothing.
        return process.wait(_PATIENCE) == 0 or sys.platform == "win32"
    except subprocess.TimeoutExpired:
        process.wait()
        return True


def _environment() -> dict[str, str]:
    found = {name: value for name, value in os.environ.items() if name not in _OURS}
    if found.get("XCOMPOSEFILE") == os.devnull:
        del found["XCOMPOSEFILE"]
    if getattr(sys, "frozen", False):
        found.pop(_LIBRARIES, None)
        if before := found.get(f"{_LIBRARIES}_ORIG"):
            found[_LIBRARIES] = before
    return found
