"""``python packaging/licences.py dist/vierfeld-VERSION``: writes ``licences.txt`` into that folder.

The file contains the licences of everything that PyInstaller put into the folder. For libraries
inside wheels, it gives the name of the licence and the address of the sources.
"""

from __future__ import annotations

import re
import sys
import sysconfig
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "packaging"))

from stand_in import MARK  # noqa: E402 (found by the path)

NAME: Final = "licences.txt"
UNKNOWN: Final = "not known here"
_INSIDE: Final = ("pygame-ce", "platformdirs", "accesskit", "pyinstaller", "cython")
"""The Python packages whose code PyInstaller puts into the program's folder."""
_TEXT: Final = re.compile(r"(LICEN[CS]E|COPYING|NOTICE)[^/]*\Z")
_BSD: Final = "BSD-3-Clause"
_GCC: Final = "GPL-3.0-or-later with the GCC Runtime Library Exception", "gcc.gnu.org"
_XIPH: Final = _BSD, "xiph.org"
_LIBRARIES: Final = {
    "brotlicommon": ("MIT", "github.com/google/brotli"),
    "brotlidec": ("MIT", "github.com/google/brotli"),
    "ffi": ("MIT", "sourceware.org/libffi"),
    "flac": _XIPH,
    "fluidsynth": ("LGPL-2.1-or-later", "www.fluidsynth.org"),
    "freetype": ("FTL", "freetype.org"),
    "gcc_s": _GCC,
    "harfbuzz": ("MIT (the old one)", "harfbuzz.github.io"),
    "jpeg": (f"IJG, {_BSD} and Zlib", "libjpeg-turbo.org"),
    "mpg123": ("LGPL-2.1-only", "mpg123.de"),
    "ogg": _XIPH,
    "opus": (_BSD, "opus-codec.org"),
    "opusfile": (_BSD, "opus-codec.org"),
    "png16": ("libpng-2.0", "libpng.org"),
    "python": ("PSF-2.0", "python.org"),
    "sdl2": ("Zlib", "libsdl.org"),
    "sdl2_image": ("Zlib", "github.com/libsdl-org/SDL_image"),
    "sdl2_mixer": ("Zlib", "github.com/libsdl-org/SDL_mixer"),
    "sdl2_ttf": ("Zlib", "github.com/libsdl-org/SDL_ttf"),
    "sharpyuv": (_BSD, "chromium.googlesource.com/webm/libwebp"),
    "sndfile": ("LGPL-2.1-or-later", "libsndfile.github.io/libsndfile"),
    "stdc++": _GCC,
    "tiff": ("libtiff", "libtiff.gitlab.io/libtiff"),
    "vorbis": _XIPH,
    "vorbisenc": _XIPH,
    "vorbisfile": _XIPH,
    "wavpack": (_BSD, "wavpack.com"),
    "webp": (_BSD, "chromium.googlesource.com/webm/libwebp"),
    "webpdemux": (_BSD, "chromium.googlesource.com/webm/libwebp"),
    "xmp": ("MIT", "xmp.sourceforge.net"),
    "z": ("Zlib", "zlib.net"),
}
"""The licence and home page of each library, keyed by its name without ``lib`` and version."""
_COMMON: Final = Path("/usr/share/common-licenses")
_LONG: Final = ("LGPL-2.1", "GPL-3")
"""The names of long licences in ``_COMMON`` that several libraries share."""
_WITHOUT: Final = "The machine that packed this had no text of this licence."
_OPENING: Final = """\
The software in this packed Vierfeld, and its licences. Vierfeld itself is under the MIT licence;
its fonts are under the SIL Open Font License.

Portions of this software are copyright The FreeType Project (www.freetype.org). This software is
based in part on the work of the Independent JPEG Group.

pygame-ce and the libraries under the LGPL are separate files in the folder (the single file holds
the same ones), so that you can replace them. Their sources are at the addresses below; that of
pygame-ce is at github.com/pygame-community/pygame-ce.

"""
_COMPILED: Final = """\
Cython (cython.org) made the compiled modules here from modules of Vierfeld, which is under the MIT
licence. They include parts of Cython itself, which are under this one:
"""


def libraries(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the file name, licence and home page of each library."""
    found = folder.rglob("*")
    there = {path.name: path for path in found if re.search(r"\.(so|dylib|dll)\b", path.name)}
    for name in sorted(there, key=str.casefold):
        # Extension modules are covered by the licences of Python and its packages, given in full.
        if ".cpython-" in name or ".abi3." in name:
            continue
        if MARK.encode() in there[name].read_bytes():
            yield name, "MIT", "Vierfeld's own, in the place of the real one"
            continue
        yield name, *_LIBRARIES.get(_short(name), (UNKNOWN, ""))


def _short(name: str) -> str:
    """Return a library's short name, such as ``png16``."""
    stem = re.split(r"\.(?:so|dylib|dll)\b", name)[0].removeprefix("lib").casefold()
    stem = re.sub(r"-[0-9a-f]{8}\b.*", "", stem)
    return re.sub(r"([-.]\d[\d.]*|(?<=python)[\d.]+)\Z", "", stem)


def _texts() -> Iterator[tuple[str, str]]:
    """Yield the title and text of each licence quoted in full."""
    yield "Vierfeld", (ROOT / "LICENSE").read_text("utf-8")
    yield "The fonts", (ROOT / "assets/fonts/OFL.txt").read_text("utf-8")
    for name in _INSIDE:
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        if name == "cython":
            yield _cython()
            continue
        told = found.metadata.get("License-Expression") or found.metadata.get("License") or ""
        # Some packages put the complete licence into that field.
        title = f"{name} {found.version} {told if len(told) < 80 else ''}".strip()
        files = [path for path in found.files or () if _TEXT.search(path.name)]
        texts = {path.read_text("utf-8").strip() for path in files}
        yield title, "\n\n".join(sorted(texts))
    licence = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    yield f"Python {sys.version.split()[0]}", licence.read_text("utf-8") if licence.exists() else ""
    for name in _LONG:
        text = _COMMON / name
        yield name, text.read_text("utf-8") if text.exists() else ""


def _cython() -> tuple[str, str]:
    """Return a title and the licence text for Cython."""
    version = metadata.version("cython")
    text = ROOT / "packaging" / "apache-2.0.txt"
    return f"Cython {version} Apache-2.0", text.read_text("utf-8")


def of_compiled() -> str:
    """Return the licence text for a wheel with compiled modules."""
    title, text = _cython()
    return f"{_COMPILED}\n{title}\n\n{text}"


def licences(folder: Path) -> str:
    """Return the text of ``licences.txt`` for a ``folder`` made by PyInstaller."""
    found = list(libraries(folder))
    wide = max((len(name) for name, _, _ in found), default=0)
    rows = [f"{name:{wide}}  {licence}, {home}".rstrip(", ") for name, licence, home in found]
    parts = [_OPENING, "\n".join(rows), "\n"]
    for title, text in _texts():
        parts.append(f"\n\n{'=' * 80}\n{title}\n{'=' * 80}\n\n{text.strip() or _WITHOUT}\n")
    return "".join(parts)


def main(folder: Path) -> Path:
    """Write ``licences.txt`` into ``folder``; return the path of that file."""
    path = folder / NAME
    path.write_text(licences(folder), "utf-8")
    return path


if __name__ == "__main__":
    print(main(Path(sys.argv[1])))
