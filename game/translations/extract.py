"""Finds every message for players in the source: the literals given to ``tr`` and ``trn``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from game.translations.po import Message

ROOT: Final = Path(__file__).resolve().parents[2]
_SOURCES: Final = ("game", "scenes", "main.py")
_LITERALS: Final = {"tr": 1, "tr_later": 1, "trn": 2}
"""How many texts stand first in a call of each."""


class NoLiteral(ValueError):
    """A text is not written out where it is translated, so no catalogue can hold it."""


def source_files(root: Path = ROOT) -> Iterator[Path]:
    """All files that speak to players, in a fixed order."""
    for name in _SOURCES:
        path = root / name
        yield from [path] if path.is_file() else sorted(path.rglob("*.py"))


def messages(root: Path = ROOT) -> list[Message]:
    """All messages without translations, in the order of the source.

    Raises ``NoLiteral`` for a call without its text, or for two messages that share a singular.
    """
    found: dict[str, Message] = {}
    for path in source_files(root):
        name = path.relative_to(root).as_posix()
        for texts in _texts(ast.parse(path.read_text("utf-8")), name):
            singular, plural = texts[0], texts[1] if len(texts) == 2 else None
            message = found.setdefault(singular, Message(singular, plural))
            if plural is not None and message.plural not in (None, plural):
                raise NoLiteral(f"{name}: {singular!r} has two plurals")
            places = message.places + ((name,) if name not in message.places else ())
            found[singular] = Message(singular, plural or message.plural, places=places)
    return list(found.values())


def _texts(tree: ast.Module, name: str) -> Iterator[list[str]]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        count = _translated(call.func)
        if not count:
            continue
        texts = [
            one.value
            for one in call.args[:count]
            if isinstance(one, ast.Constant) and isinstance(one.value, str)
        ]
        if len(texts) != count:
            raise NoLiteral(f"{name}:{call.lineno}: the text is not written out")
        yield texts


def _translated(function: ast.expr) -> int:
    """How many texts a call of ``function`` translates."""
    if isinstance(function, ast.Name):
        return _LITERALS.get(function.id, 0)
    return 0
