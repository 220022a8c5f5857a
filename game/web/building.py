"""Makes the page for playing the game: one HTML file, or a folder for a web server.

It contains the game and Python (Pyodide from npm, pinned in ``packaging/pyodide.json``).
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sysconfig
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from game.art.decks import DeckStyle
from game.art.drawings import HEIGHT, WIDTH
from game.core.cards import PACK, cards_text
from game.core.state import SHOWN_WASTE
from game.export.html import CODES, boards_data, data_script, document, piles_data
from game.export.svg_faces import drawn
from game.rules.registry import KINDS, GameKind
from game.support.assets import asset_text, assets_folder
from game.support.errors import GivenError
from game.support.texts import languages, own_name, texts, tr_later
from game.support.version import VERSION
from game.web.front import LONGEST
from game.words.names import full_title, kind_name

ROOT: Final = Path(__file__).resolve().parents[2]
_PIN: Final = ROOT / "packaging" / "pyodide.json"
_SCRIPTS: Final = (
    *("page/board.js", "play/table.js", "play/deal.js", "play/hand.js"),
    *("play/engine.js", "play/unpack.js", "play/app.js"),
)
_LEFT_OUT: Final = ("cli",)
_ASSETS: Final = ("fonts/OFL.txt", "grades.json", "days.json", "odds.json", "calibration.json")
_DAY: Final = (1980, 1, 1, 0, 0, 0)
"""The date given to every file in an archive, so that builds are reproducible."""
_POLICY: Final = (
    "default-src 'none'; img-src data: blob:; font-src data:; style-src 'unsafe-inline';"
    " script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; frame-src blob:"
)


# -- Python, from npm ------------------------------------------------------------------------------


def pin() -> dict[str, Any]:
    """Return the data in ``packaging/pyodide.json``.

    Raises ``GivenError`` if the program isn't run from its source.
    """
    if not _PIN.exists():
        raise GivenError(tr_later("the page is made from the source, and this is installed"))
    found: dict[str, Any] = json.loads(_PIN.read_text("utf-8"))
    return found


def kept_package(pin: Mapping[str, Any]) -> Path:
    """Return the path at which Pyodide's package is kept."""
    return ROOT / "build" / f"{pin['package']}-{pin['version']}.tgz"


def fetched() -> bytes:
    """Return Pyodide's package. If it isn't in the folder ``build`` yet, fetch it from npm.

    Raises ``GivenError`` if it can't be fetched or its hash is wrong.
    """
    wanted = pin()
    kept = kept_package(wanted)
    if not kept.exists():
        npm = shutil.which("npm")
        if npm is None:
            raise GivenError(tr_later("npm is not installed, which fetches Pyodide"))
        kept.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            command = [npm, "pack", "--silent", f"{wanted['package']}@{wanted['version']}"]
            done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
            made = Path(folder) / kept.name
            if done.returncode or not made.exists():
                raise GivenError(tr_later("npm could not fetch Pyodide"))
            shutil.copy(made, kept)
    data = kept.read_bytes()
    if hashlib.sha256(data).hexdigest() != wanted["sha256"]:
        kept.unlink()
        raise GivenError(
            tr_later("Pyodide from npm is not the one that is meant (its hash differs)")
        )
    return data


def core() -> dict[str, bytes]:
    """Return the parts of Pyodide that the page needs, by name.

    Raises ``GivenError`` if Pyodide can't be fetched or its hash is wrong.
    """
    with tarfile.open(fileobj=io.BytesIO(fetched())) as archive:

        def part(name: str) -> bytes:
            file = archive.extractfile(f"package/{name}")
            assert file is not None
            return file.read()

        return {
            "loader": part("pyodide.mjs"),
            "module": part("pyodide.asm.mjs"),
            "wasm": part("pyodide.asm.wasm"),
            "library": _trimmed(part("python_stdlib.zip")),
            "lock": json.dumps(
                {"info": json.loads(part("pyodide-lock.json"))["info"], "packages": {}}
            ).encode(),
        }


def _trimmed(library: bytes) -> bytes:
    """Return the standard library without unused parts, as an uncompressed archive."""
    wanted = pin()
    without = tuple(f"{name}{end}" for name in wanted["without"] for end in ("/", ".py"))
    encodings = {f"encodings/{name}.py" for name in wanted["encodings"]}
    with zipfile.ZipFile(io.BytesIO(library)) as archive:
        kept = {
            name: archive.read(name)
            for name in sorted(archive.namelist())
            if not name.startswith(without)
            and (not name.startswith("encodings/") or name in encodings)
        }
    return _archive(kept)


def _archive(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, _DAY), data)
    return made.getvalue()


def _files() -> Iterator[tuple[str, bytes]]:
    """Yield the name and contents of each Python module and each data file in the page."""
    source = Path(__file__).resolve().parents[1]
    for path in source.rglob("*.py"):
        parts = path.relative_to(source.parent).parts
        if parts[1] not in _LEFT_OUT:
            yield "/".join(parts), path.read_bytes()
    assets = assets_folder()
    for name in _ASSETS:
        yield f"assets/{name}", (assets / name).read_bytes()
    for path in [*assets.glob("decks/*"), *assets.glob("page/*"), *assets.rglob("*.mo")]:
        yield f"assets/{path.relative_to(assets).as_posix()}", path.read_bytes()


# -- the page --------------------------------------------------------------------------------------


def play_page(parts: Mapping[str, bytes]) -> str:
    """Return the page as one HTML file that contains the game and the ``parts`` of Python."""
    packed = [
        f'<script type="text/plain" id="part-{name}">{base64.b64encode(data).decode()}</script>'
        for name, data in _packed(parts).items()
    ]
    return _page(packed, f"{_POLICY}; worker-src blob:")


def write_site(parts: Mapping[str, bytes], folder: Path) -> None:
    """Write the page and its files into ``folder``, for a web server. Players can install the page
    and use it offline."""
    folder.mkdir(parents=True, exist_ok=True)
    packed = _packed(parts)
    names = {
        name: f"{name}-{hashlib.sha256(data).hexdigest()[:12]}.gz" for name, data in packed.items()
    }
    links = [
        f'<script type="text/plain" id="part-{name}" data-file="{file}"></script>'
        for name, file in names.items()
    ]
    head = (
        '<link rel="manifest" href="manifest.webmanifest"/>\n'
        '<link rel="icon" href="icon.svg" type="image/svg+xml"/>'
    )
    page = _page(links, f"{_POLICY.replace('img-src', _OWN_IMAGES)}; {_OWN}", head)
    kept = ["./", "manifest.webmanifest", "icon.svg", *names.values()]
    version = hashlib.sha256(page.encode()).hexdigest()[:12]
    worker = (
        asset_text("play/service.js").replace("VERSION", version).replace("FILES", " ".join(kept))
    )
    files = {names[name]: data for name, data in packed.items()} | {
        "index.html": page.encode(),
        "service.js": worker.encode(),
        "licences.txt": f"{licences()}\n".encode(),
        "icon.svg": asset_text("icon.svg").encode(),
        "manifest.webmanifest": asset_text("play/manifest.webmanifest").encode(),
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)


def _page(parts: Sequence[str], policy: str, head: str = "") -> str:
    scripts = "\n".join(asset_text(name).replace('"use strict";\n', "") for name in _SCRIPTS)
    body = [
        f'<svg class="store" aria-hidden="true"><defs>{_HEAD}</defs>',
        f'<defs id="faces">{drawn(DeckStyle(), back=True)}</defs></svg>',
        asset_text("play/page.html"),
        data_script("made", _made()),
        f'<script type="text/plain" id="worker">{asset_text("play/worker.js")}</script>',
        # The script that draws the first board comes first, so that it runs before the browser has
        # read the rest.
        f'<script>"use strict";\n{scripts}</script>',
        *parts,
    ]
    return document(
        "Vierfeld",
        body,
        policy=policy,
        style=asset_text("play/play.css"),
        view="viewport-fit=cover",
        scheme="dark",
        head=head,
    )


def _packed(parts: Mapping[str, bytes]) -> dict[str, bytes]:
    named = dict(parts) | {"game": _archive(dict(sorted(_files())))}
    return {name: gzip.compress(data, 9, mtime=0) for name, data in named.items()}


_OWN_IMAGES: Final = "img-src 'self'"
_OWN: Final = "worker-src 'self' blob:; connect-src 'self'; manifest-src 'self'"
"""The part of the content security policy that lets the page load its own files."""
_HEAD: Final = (
    '<marker id="head" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4.4" markerHeight="4.4"'
    ' orient="auto"><path d="M1 1L9 5L1 9z" fill="#f0c456" stroke="#1d1d1b"/></marker>'
)
MESSAGE: Final = re.compile(r"""\b(?:tr|later)\("([^"]+)"\)""")
"""Matches a call in the page's scripts that marks a message for translation."""


def _made() -> dict[str, Any]:
    return {
        "pack": {
            "codes": CODES,
            "faces": cards_text(PACK).split(),
            "card": [WIDTH, HEIGHT],
            "waste": SHOWN_WASTE,
        },
        "kinds": {_name(kind): _kind(kind) for kind in KINDS.values()},
        "words": {language: _words(language) for language in languages()},
        "languages": {language: own_name(language) for language in languages()},
        "licences": licences(),
        "version": VERSION,
    }


def _name(kind: GameKind) -> str:
    return "/".join(filter(None, kind.key))


def _kind(kind: GameKind) -> dict[str, Any]:
    layout = kind.engine.deal(PACK)
    return {
        "title": full_title(kind),
        **piles_data(kind.engine),
        "pattern": [[PACK.index(card) for card in cards] for cards in layout.piles.values()],
        "boards": boards_data(kind.engine, LONGEST),
    }


def _words(language: str) -> dict[str, str]:
    """Return the messages of ``app.js`` and the games' names, in ``language``."""
    before = texts.language
    texts.use(language)
    try:
        found = {word: texts.one(word) for word in MESSAGE.findall(asset_text("play/app.js"))}
        return found | {f"kind {_name(kind)}": kind_name(kind) for kind in KINDS.values()}
    finally:
        texts.use(before)


def licences() -> str:
    """Return the licences of everything in the page, as one string."""
    pyodide = f"Pyodide {pin()['version']}, MPL-2.0; its source: github.com/pyodide/pyodide"
    files = {
        "Vierfeld, MIT": ROOT / "LICENSE",
        "Noto Sans Devanagari, OFL-1.1": assets_folder() / "fonts" / "OFL.txt",
        pyodide: ROOT / "packaging" / "mpl-2.0.txt",
    }
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    if python.exists():
        files["Python, PSF-2.0; its source: python.org"] = python
    told = (f"{title}\n\n{path.read_text('utf-8').strip()}" for title, path in files.items())
    return "\n\n\n".join(told)
