"""Says which files belong to the program, and lays them out as the package ``vierfeld``.

Names like ``game`` don't belong at the top of an environment, so imports are rewritten to import
from ``vierfeld``. Line numbers stay the same.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

TOP: Final = "vierfeld"
"""In a wheel, the program is inside a Python package with this name."""
FOLDERS: Final = ("game", "scenes")
MODULES: Final = ("main",)
ASSETS: Final = (
    "*.json",
    "*.zip",
    "decks/*.deck",
    "icon.svg",
    "page/*",
    "play/*",
    "fonts/*.ttf",
    "fonts/OFL.txt",
    "translations/*/LC_MESSAGES/*.mo",
)
"""Glob patterns of the assets that the program reads."""
_OURS: Final = "|".join(FOLDERS + MODULES)
_FROM: Final = re.compile(rf"from\s+(?=(?:{_OURS})\b)".encode())
_NAMING: Final = re.compile(
    rf"(?:^|;)\s*(?:from|import)\s+(?:{_OURS})\b|\A(?:{_OURS})(?:\.\w+)+\Z", re.MULTILINE
)
"""Matches strings that name or import a module of the program."""


def assets(root: Path) -> list[Path]:
    """Return the paths of the assets that the program reads."""
    return [path for pattern in ASSETS for path in sorted((root / "assets").glob(pattern))]


def commit_time(root: Path) -> int:
    """Return the modification time for all packaged files, in seconds since 1970.

    This is ``$SOURCE_DATE_EPOCH`` if it is set, and otherwise the time of the commit. Without git,
    it is the earliest time that a zip can store.
    """
    if told := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(told)
    command = ("git", "-C", str(root), "log", "-1", "--format=%ct")
    try:
        return int(subprocess.check_output(command, stderr=subprocess.DEVNULL))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return 315532800


def below(source: bytes) -> bytes:
    """Rewrite the imports of the program's modules in ``source`` to import from ``vierfeld``.

    Raises ``ValueError`` if the source names a module in a way that can't be rewritten.
    """
    nodes = list(ast.walk(ast.parse(source)))
    told = {node.value for node in nodes if isinstance(node, ast.Expr)}
    lines = source.splitlines(keepends=True)
    texts: list[ast.Constant] = []
    # Work backwards, so that insertions don't move what is still to be changed.
    for node in sorted(filter(_written, nodes), key=_written, reverse=True):
        if isinstance(node, ast.ImportFrom):
            line = lines[node.lineno - 1]
            if found := _FROM.match(line, node.col_offset):
                put_in = TOP.encode() + b"."
                lines[node.lineno - 1] = line[: found.end()] + put_in + line[found.end() :]
        elif isinstance(node, ast.Import):
            if any(alias.name.partition(".")[0] in FOLDERS + MODULES for alias in node.names):
                raise ValueError(f"line {node.lineno}: write it as: from … import …")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            texts.append(node)
    named = [node for node in texts if node not in told and _NAMING.search(str(node.value))]
    if named:
        raise ValueError(f"line {named[0].lineno}: a text names a module: {named[0].value!r}")
    return b"".join(lines)


def _written(node: ast.AST) -> tuple[int, ...]:
    """Return the line and column of a node; empty if it has none."""
    row = getattr(node, "lineno", None)
    return () if row is None else (row, getattr(node, "col_offset", 0))


def lay(root: Path, folder: Path) -> None:
    """Replace ``folder`` with a copy of the program at ``root``, as the package ``vierfeld``."""
    shutil.rmtree(folder, ignore_errors=True)
    sources = [root / f"{name}.py" for name in MODULES]
    sources += [path for name in FOLDERS for path in sorted((root / name).rglob("*.py"))]
    laid = {path: folder / path.relative_to(root) for path in sources}
    beginnings = root / "packaging" / TOP
    laid |= {path: folder / path.name for path in sorted(beginnings.glob("*.py"))}
    for path, place in laid.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            place.write_bytes(below(path.read_bytes()))
        except ValueError as error:
            raise ValueError(f"{path}, {error}") from None
    for path in assets(root):
        place = folder / path.relative_to(root)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
