"""The rooms of the program, and the imports between them.

``python -m tests.house`` writes them to ``docs/modules.md``. A room is a package below ``game/`` or
``scenes/``. Its charter is the first line of its docstring.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
LIST: Final = ROOT / "docs" / "modules.md"

GAME: Final = (
    "game.support",
    "game.core",
    "game.rules",
    "game.solver",
    "game.fair",
    "game.words",
    "game.play",
    "game.teach",
    "game.record",
    "game.player",
    "game.store",
    "game.art",
    "game.export",
    "game.web",
    "game.cli",
)
SCENES: Final = (
    "scenes.style",
    "scenes.board",
    "scenes.kit",
    "scenes.widgets",
    "scenes.table",
    "scenes.review",
    "scenes.pages",
    "scenes.app",
)
"""The rooms in order. Each imports only from rooms before it. Rooms of ``scenes`` may also import
from ``game``, except from ``game.cli``."""

Arrows = Mapping[str, frozenset[str]]


@cache
def sources() -> Mapping[str, str]:
    """Return the source text of each module of the program, keyed by dotted name."""
    paths = [ROOT / "main.py"]
    for folder in ("game", "scenes"):
        paths += sorted((ROOT / folder).rglob("*.py"))
    return {_dotted(path): path.read_text("utf-8") for path in paths}


@cache
def trees() -> Mapping[str, ast.Module]:
    """Return the modules' syntax trees, keyed by dotted name."""
    return {name: ast.parse(text) for name, text in sources().items()}


def _dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def room(module: str) -> str:
    """Return the room of ``module``, such as ``game.rules`` for ``game.rules.canfield``."""
    return ".".join(module.split(".")[:2])


def imported(tree: ast.Module, modules: Mapping[str, str]) -> Iterator[str]:
    """Yield the names in ``modules`` that ``tree`` imports. Imports for type checking count too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                found = name if name in modules else node.module
                if found in modules:
                    yield found


@cache
def imports() -> Arrows:
    modules = sources()
    return {name: frozenset(imported(tree, modules)) for name, tree in trees().items()}


@cache
def arrows() -> Arrows:
    """Return the rooms that each room imports from."""
    found: dict[str, set[str]] = {}
    for module, others in imports().items():
        if module in ("game", "scenes"):
            continue
        mine = found.setdefault(room(module), set())
        mine.update(room(other) for other in others)
    return {name: frozenset(others - {name}) for name, others in found.items()}


def below(name: str, found: Arrows) -> frozenset[str]:
    """Return all rooms that ``name`` needs, even indirectly. Raises ``ValueError`` for a cycle."""
    seen: set[str] = set()
    waiting = list(found[name])
    while waiting:
        other = waiting.pop()
        if other == name:
            raise ValueError(f"{name} needs itself")
        if other not in seen:
            seen.add(other)
            waiting += found[other]
    return frozenset(seen)


def plain(found: Arrows) -> dict[str, frozenset[str]]:
    """Drop each arrow whose two rooms are also joined by a longer path. Return the rest."""
    needs = {name: below(name, found) for name in found}
    return {
        name: frozenset(b for b in others if not any(b in needs[c] for c in others))
        for name, others in found.items()
    }


def charter(name: str) -> str:
    """Return the first line of a room's docstring."""
    docstring = ast.get_docstring(trees()[name]) or ""
    return docstring.splitlines()[0] if docstring else ""


def drawn() -> list[str]:
    """Return a Mermaid diagram with the rooms and the arrows that ``plain`` keeps."""
    end = {"game.__main__"}
    found = {name: others - end for name, others in arrows().items() if name not in end}
    keys = {name: name.replace(".", "_") for name in sorted(found)}
    return [
        "flowchart TD",
        *(f'    {key}["{name.replace(".", "/")}"]' for name, key in keys.items()),
        *(f"    {keys[one]} --> {keys[two]}" for one in keys for two in sorted(plain(found)[one])),
    ]


def listed() -> str:
    """Return the text of ``docs/modules.md``."""
    lines = ["# All modules", "", "Written by `python -m tests.house`.", ""]
    lines += ["```mermaid", *drawn(), "```", ""]
    lines += ["Each module with the first sentence of its docstring:"]
    for name in GAME + SCENES:
        lines += ["", f"## {name}", "", charter(name), ""]
        for module in sorted(sources()):
            if module.startswith(f"{name}."):
                about = (ast.get_docstring(trees()[module]) or "").split("\n\n")[0]
                first = " ".join(about.replace("``", "`").split()).split(". ")[0].removesuffix(".")
                lines.append(f"- **{module.removeprefix(f'{name}.')}** – {first}.")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    LIST.write_text(listed(), "utf-8")
