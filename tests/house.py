"""The rooms of the program and the imports between them, read from the source.

``python -m tests.house`` draws them as ``docs/architecture.svg``, and lists the modules in
``docs/modules.md``. A room is a package below ``game/`` or ``scenes/``; its charter is the first
line of its ``__init__``.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PICTURE: Final = ROOT / "docs" / "architecture.svg"
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
"""The orders of the rooms: a room imports only from rooms listed before it. Rooms of ``scenes``
also import from all rooms of ``game`` except ``game.cli``."""

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
    """Return the syntax tree of each module of the program; all tests of a run share them."""
    return {name: ast.parse(text) for name, text in sources().items()}


def _dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def room(module: str) -> str:
    """Return the name of the room of ``module``: ``game.rules`` for ``game.rules.canfield``.
    ``main`` is a room of its own."""
    return ".".join(module.split(".")[:2])


def statements(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Yield all statements in ``body``, including nested ones.

    Expressions are not searched: they contain no imports, and searching them takes several times as
    long.
    """
    for node in body:
        yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from statements(getattr(node, part, ()))


def imported(body: Sequence[ast.AST], modules: Mapping[str, str]) -> Iterator[str]:
    """Yield the ``modules`` that are imported anywhere in a module's ``body``, including those
    imported only for types."""
    for node in statements(body):
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
    """Return the modules that each module imports."""
    modules = sources()
    return {name: frozenset(imported(tree.body, modules)) for name, tree in trees().items()}


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
    """Return all rooms that ``name`` imports from, directly or indirectly; raise ``ValueError`` for
    a cycle."""
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
    """Return the arrows without those implied by others."""
    needs = {name: below(name, found) for name in found}
    return {
        name: frozenset(b for b in others if not any(b in needs[c] for c in others))
        for name, others in found.items()
    }


def floors(found: Arrows) -> dict[str, int]:
    """Return the floor of each room: 0 if it needs no other room, else one above the highest that
    it needs."""
    known: dict[str, int] = {}
    for name in sorted(found, key=lambda one: len(below(one, found))):
        known[name] = 1 + max((known[other] for other in found[name]), default=-1)
    return known


# -- the picture -----------------------------------------------------------------------------------

WIDTH, HEIGHT, GAP, RISE = 330, 96, 22, 44
INK, PALE, LINE = "#22303a", "#5c6b76", "#8a99a4"
FILLS: Final = {"game": "#e6f0e8", "scenes": "#e8ecf6", "main": "#f6efe0"}


def charter(name: str) -> str:
    """Return the first line of a room's docstring, which says what the room is for."""
    docstring = ast.get_docstring(trees()[name]) or ""
    return docstring.splitlines()[0] if docstring else ""


def contents(name: str) -> str:
    """Return the names of a room's modules, and of its smaller rooms with a slash."""
    inside = {
        module.split(".")[2] + ("/" if module.count(".") > 2 else "")
        for module in sources()
        if module.startswith(f"{name}.")
    }
    rooms = {one[:-1] for one in inside if one.endswith("/")}
    return ", ".join(sorted(one for one in inside if one not in rooms))


def places(found: Arrows) -> dict[str, tuple[int, int]]:
    """Return the upper left corner of each room in the picture: game on the left, scenes on the
    right, low floors at the bottom."""
    floor = floors(found)
    top = max(floor.values())
    rows: dict[tuple[int, str], list[str]] = {}
    for name in sorted(found):
        rows.setdefault((floor[name], name.partition(".")[0]), []).append(name)
    wing = 2 * (WIDTH + GAP)
    placed: dict[str, tuple[int, int]] = {}
    for (level, side), names in rows.items():
        left = GAP + {"game": 0, "scenes": wing, "main": wing}[side]
        if len(names) == 1:
            left += (WIDTH + GAP) // 2
        for number, name in enumerate(names):
            y = GAP + (top - level) * (HEIGHT + RISE)
            placed[name] = (left + number * (WIDTH + GAP), y)
    return placed


def _box(name: str, x: int, y: int) -> list[str]:
    fill = FILLS[name.partition(".")[0]]
    lines = [
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{fill}"'
        f' stroke="{LINE}"/>',
        f'<text x="{x + 12}" y="{y + 20}" font-weight="700" font-size="14" fill="{INK}">'
        f"{name.replace('.', '/')}</text>",
    ]
    told = [(INK, line) for line in textwrap.wrap(charter(name), 52)[:2]]
    told += [(PALE, line) for line in textwrap.wrap(contents(name), 54, max_lines=3)]
    for number, (colour, text) in enumerate(told):
        lines.append(
            f'<text x="{x + 12}" y="{y + 36 + 14 * number}" font-size="11" fill="{colour}">'
            f"{escape(text)}</text>"
        )
    return lines


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    """Return the SVG of an arrow from the bottom of a room to a room below.

    An arrow that would cross other floors leaves the room at its side.
    """
    to_x, to_y = end[0] + WIDTH // 2, end[1]
    x, y = start[0] + WIDTH // 2, start[1] + HEIGHT
    aside = 0
    if to_x != x and to_y - y > HEIGHT:
        aside = 1 if to_x > x else -1
        x, y = x + aside * WIDTH // 2, y - HEIGHT // 2
    drop = RISE if to_y - y <= RISE else (to_y - y) // 2
    first = f"{x + aside * RISE} {y}" if aside else f"{x} {y + drop}"
    return (
        f'<path d="M{x} {y} C{first} {to_x} {to_y - drop} {to_x} {to_y - 3}" fill="none"'
        f' stroke="{LINE}" stroke-width="1.5" marker-end="url(#head)"/>'
    )


def picture() -> str:
    """Return the rooms and the arrows between them as SVG, without arrows implied by others."""
    end = {"game.__main__"}
    found = {name: others - end for name, others in arrows().items() if name not in end}
    placed = places(found)
    width = max(x for x, _ in placed.values()) + WIDTH + GAP
    height = max(y for _, y in placed.values()) + HEIGHT + GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        ' font-family="Noto Sans, Segoe UI, Helvetica, Arial, sans-serif">',
        f'<defs><marker id="head" markerWidth="8" markerHeight="8" refX="6" refY="4" orient="auto">'
        f'<path d="M0 0 L8 4 L0 8 Z" fill="{LINE}"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for name, others in sorted(plain(found).items()):
        lines += [_arrow(placed[name], placed[other]) for other in sorted(others)]
    for name, (x, y) in sorted(placed.items()):
        lines += _box(name, x, y)
    return "\n".join([*lines, "</svg>", ""])


def listed() -> str:
    """Return a page in Markdown that lists all modules, room by room, each with the first sentence
    of its docstring."""
    lines = [
        "# All modules",
        "",
        "Each with the first sentence of its docstring; `python -m tests.house` writes this page.",
    ]
    for name in GAME + SCENES:
        lines += ["", f"## {name}", "", charter(name), ""]
        for module in sorted(sources()):
            if module.startswith(f"{name}."):
                about = (ast.get_docstring(trees()[module]) or "").split("\n\n")[0]
                first = " ".join(about.replace("``", "`").split()).split(". ")[0].removesuffix(".")
                lines.append(f"- **{module.removeprefix(f'{name}.')}** – {first}.")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(picture(), "utf-8")
    LIST.write_text(listed(), "utf-8")
