"""What every package of the program has inside, and how it lies in a wheel.

In the source the folders ``game`` and ``scenes`` and the module ``main`` lie at the top. Nobody's
environment should have packages of such names, so a wheel has all of it below ``vierfeld``, with
the imports written accordingly. They are written anew, rather than the folder put on the path when
the program starts, because then a module has one name wherever it is imported: what is sent to a
process of ``--jobs`` names it, and is read there by nothing but an installed Vierfeld, whether that
process was forked or spawned; and no other ``game`` that somebody has installed is ever found in
its place. Lines keep their numbers.

What is written for who reads the source stays there, as in the executables: without docstrings and
comments a wheel is a seventh smaller.
"""

from __future__ import annotations

import ast
import io
import os
import re
import shutil
import subprocess
import tokenize
from pathlib import Path
from typing import Final

TOP: Final = "vierfeld"
"""The package of a wheel."""
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
"""Of the assets what the program reads."""
_OURS: Final = "|".join(FOLDERS + MODULES)
_FROM: Final = re.compile(rf"from\s+(?=(?:{_OURS})\b)".encode())
_NAMING: Final = re.compile(
    rf"(?:^|;)\s*(?:from|import)\s+(?:{_OURS})\b|\A(?:{_OURS})(?:\.\w+)+\Z", re.MULTILINE
)
"""Code within a text, or a module's whole name."""


def assets(root: Path) -> list[Path]:
    """Return the assets that the program reads, in the source at ``root``."""
    return [path for pattern in ASSETS for path in sorted((root / "assets").glob(pattern))]


def commit_time(root: Path) -> int:
    """Return the time that all of a package's files bear, in seconds: ``$SOURCE_DATE_EPOCH``, else
    that of the commit at ``root``, else, without git, the first that a zip can hold."""
    if told := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(told)
    command = ("git", "-C", str(root), "log", "-1", "--format=%ct")
    try:
        return int(subprocess.check_output(command, stderr=subprocess.DEVNULL))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return 315532800


def below(source: bytes) -> bytes:
    """Return a module's ``source`` with each import of the program's own from below ``vierfeld``.

    Raises ``ValueError`` for a way to name a module that would still mean the old place.
    """
    nodes = list(ast.walk(ast.parse(source)))
    told = {node.value for node in nodes if isinstance(node, ast.Expr)}
    lines = source.splitlines(keepends=True)
    texts: list[ast.Constant] = []
    # From the end, so that what is put in moves nothing that is still to be looked at.
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


def bare(source: bytes) -> bytes:
    """Return a module's ``source`` without docstrings and comments, its code in the same lines."""
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        told = [one for one in body if _tells(one)] if isinstance(body, list) else []
        for one in told:
            # A body of nothing else still has to be one.
            left = b"..." if len(told) == len(body) and one is told[0] else b""
            _cut(lines, one, left)
    whole = b"".join(lines)
    lines = whole.splitlines(keepends=True)
    for token in tokenize.tokenize(io.BytesIO(whole).readline):
        if token.type == tokenize.COMMENT:
            row = token.start[0] - 1
            kept = lines[row].decode()[: token.start[1]].rstrip()
            lines[row] = f"{kept}\n".encode()
    found = b"".join(lines)
    compile(found, "without what is told", "exec")
    return found


def _tells(node: ast.AST) -> bool:
    """Whether a statement is a text and nothing else."""
    alone = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return alone and isinstance(node.value.value, str)


def _cut(lines: list[bytes], node: ast.stmt, left: bytes) -> None:
    """Put what is ``left`` in the place of a statement."""
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    before = lines[first][: node.col_offset]
    for row in range(first + 1, last + 1):
        lines[row] = b"\n"
    lines[first] = before.rstrip() + b"\n" if not left else before + left + b"\n"


def _written(node: ast.AST) -> tuple[int, ...]:
    """Return the line and column of a node; nothing for those that have none."""
    row = getattr(node, "lineno", None)
    return () if row is None else (row, getattr(node, "col_offset", 0))


def lay(root: Path, folder: Path) -> None:
    """Lay the program of the source at ``root`` below ``folder``, that of the package
    ``vierfeld``, and nothing else: what lay there from another build is removed."""
    shutil.rmtree(folder, ignore_errors=True)
    sources = [root / f"{name}.py" for name in MODULES]
    sources += [path for name in FOLDERS for path in sorted((root / name).rglob("*.py"))]
    laid = {path: folder / path.relative_to(root) for path in sources}
    beginnings = root / "packaging" / TOP
    laid |= {path: folder / path.name for path in sorted(beginnings.glob("*.py"))}
    for path, place in laid.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            place.write_bytes(bare(below(path.read_bytes())))
        except ValueError as error:
            raise ValueError(f"{path}, {error}") from None
    for path in assets(root):
        place = folder / path.relative_to(root)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
