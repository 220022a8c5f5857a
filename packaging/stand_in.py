"""Makes a library that does nothing, to replace one that is required but never used.

SDL's mixer can't be loaded without a MIDI synthesiser, though this program plays no MIDI. With the
real synthesiser, the packaged program would run only on recent systems.
"""

from __future__ import annotations

import os
import re
import subprocess
from functools import partial
from pathlib import Path
from typing import Final

_NAMED: Final = "fluidsynth"
MARK: Final = "vierfeld_stand_in"
"""The name of a symbol by which a stand-in can be recognised."""
_BY: Final = "SDL2_mixer"
_BROUGHT: Final = ("sndfile", "stdc++", "vorbisenc")
"""The packaged libraries that only the synthesiser needs."""
Entry = tuple[str, str, str]
"""A file in PyInstaller's list, with its path in the package, its source path and its kind."""


def is_brought(entry: Entry) -> bool:
    """Return whether ``entry`` is a library that only the synthesiser needs."""
    return any(_is_called(name, entry) for name in _BROUGHT)


def put_in(binaries: list[Entry], folder: Path) -> list[Entry]:
    """Return ``binaries``, with a stand-in instead of the MIDI synthesiser."""
    users = [Path(source) for _, source, _ in filter(partial(_is_called, _BY), binaries)]
    found = []
    for place, source, kind in binaries:
        if users and _is_called(_NAMED, (place, source, kind)):
            source = str(make(Path(source), users[0], folder))
        found.append((place, source, kind))
    return found


def _is_called(name: str, entry: Entry) -> bool:
    return re.match(rf"lib{re.escape(name)}[-.]", Path(entry[0]).name) is not None


def make(library: Path, user: Path, folder: Path) -> Path:
    """Compile a stand-in for ``library`` in ``folder``; return its path.

    It contains the functions that the library ``user`` calls; each returns 0.
    """
    wanted = _symbols(user, "--undefined-only") & _symbols(library, "--defined-only")
    folder.mkdir(parents=True, exist_ok=True)
    code, made = folder / f"{_NAMED}.c", folder / library.name
    lines = [
        f"int {MARK};\n",
        *(f"void *{name}(void) {{ return 0; }}\n" for name in sorted(wanted)),
    ]
    code.write_text("".join(lines), "utf-8")
    options = ("-shared", "-fPIC", "-O1", "-nostdlib", f"-Wl,-soname,{library.name}", "-Wl,-s")
    subprocess.run([os.environ.get("CC", "cc"), *options, "-o", made, code], check=True)
    return made


def _symbols(library: Path, which: str) -> set[str]:
    told = subprocess.check_output(["nm", "-D", "-j", which, library], text=True)
    return {line.partition("@")[0] for line in told.splitlines()}
