"""The program's size, imports and running costs, in one table.

Sizes and imports come from the source. The cost of an input is how many source files it runs.
"""

from __future__ import annotations

import ast
import io
import sys
import tempfile
import time
import tokenize
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from types import FrameType
from typing import Final

import pygame

from tests.bench import frames, table
from tests.bench.figures import Figure, fixed
from tests.each import while_
from tests.house import ROOT, imported, sources, trees
from tests.scenes.stage import Stage, staged

PROGRAM: Final = tuple(f"{ROOT / layer}/" for layer in ("game", "scenes"))
TICK: Final = 1 / 120
_NO_CODE: Final = (
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
)


def run() -> list[Figure]:
    return [*_source(), *_passed(), *table.run(), *frames.run()]


# -- the source ------------------------------------------------------------------------------------


def _source() -> Iterator[Figure]:
    program = [ROOT / "main.py"]
    for folder in ("game", "scenes"):
        program += (ROOT / folder).rglob("*.py")
    tests = list((ROOT / "tests").rglob("*.py"))
    modules = sum(path.name != "__init__.py" for path in program)
    deferred = sum(_in_functions(tree) for tree in trees().values())
    yield fixed("lines of code", sum(map(code_lines, sources().values())), "", 25_000)
    yield fixed("lines in all", _lines(program), "", 40_000)
    yield fixed("modules", modules, "", 170)
    yield fixed("lines of tests", _lines(tests), "", 32_000)
    yield fixed("longest chain of imports", len(longest_chain(graph())), "", 18)
    yield fixed("imports inside functions", deferred, "", 40)


def _lines(paths: Sequence[Path]) -> int:
    return sum(len(path.read_text("utf-8").splitlines()) for path in paths)


def code_lines(source: str) -> int:
    """Count the lines of code in ``source``, except imports."""
    other: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant(value=str())):
                other.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - other)


def _in_functions(tree: ast.Module) -> int:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    outer = [node for node in ast.walk(tree) if isinstance(node, functions)]
    inside = {node for function in outer for node in ast.walk(function)}
    return sum(isinstance(node, ast.Import | ast.ImportFrom) for node in inside)


def graph() -> Mapping[str, frozenset[str]]:
    """Return, for each module, the modules that it imports when loaded."""
    return {
        name: frozenset(imported(ast.Module(list(_at_once(tree)), []), sources())) - {name}
        for name, tree in trees().items()
    }


def _at_once(node: ast.AST) -> Iterator[ast.stmt]:
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.Import | ast.ImportFrom):
            yield part
        elif not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) and not _for_types(part):
            yield from _at_once(part)


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def longest_chain(arrows: Mapping[str, frozenset[str]]) -> list[str]:
    """Return the longest chain of imports. Raises ``ValueError`` if there is a cycle."""
    open_ones: list[str] = []

    @cache
    def from_there(name: str) -> tuple[str, ...]:
        if name in open_ones:
            raise ValueError(f"a circle: {' '.join([*open_ones, name])}")
        open_ones.append(name)
        longest: tuple[str, ...] = ()
        for other in sorted(arrows[name]):
            longest = max(longest, from_there(other), key=len)
        open_ones.pop()
        return name, *longest

    chain: tuple[str, ...] = max(map(from_there, sorted(arrows)), key=len)
    return list(chain)


# -- the files that an input passes through --------------------------------------------------------


def _passed() -> Iterator[Figure]:
    found: list[int] = []
    # Whatever is built on first use exists by the second round.
    for _ in range(2):
        with (
            tempfile.TemporaryDirectory() as folder,
            staged(Path(folder), real_solver=True) as stage,
        ):
            found = [_files(ready(stage), stage) for _, _, ready in INPUTS]
            stage.kit.solver.close()
    for (name, most, _), files in zip(INPUTS, found, strict=True):
        yield fixed(f"files passed: {name}", files, "", most)


def _click(stage: Stage, at: tuple[int, int]) -> None:
    stage.mouse = at  # the pointer is there already
    stage.press()
    stage.release()


INPUTS: Final[tuple[tuple[str, int, Callable[[Stage], Callable[[], None]]], ...]] = (
    ("a card is taken", 8, lambda stage: partial(_click, stage, stage.at("5"))),
    ("it is laid down and lands", 30, lambda stage: partial(_click, stage, stage.at("8"))),
    ("an undo, until it has landed", 30, lambda stage: partial(stage.down, "z", pygame.KMOD_LCTRL)),
    ("a hint, until it is shown", 40, lambda stage: partial(stage.down, "F4")),
)
"""Each input has a name, a maximum number of files to run, and a function that prepares it."""


def _files(do: Callable[[], None], stage: Stage) -> int:
    """Call ``do``. Return how many source files of the program were executed."""
    stage.wait(1.0)
    stage.app.paint()
    passed: set[str] = set()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PROGRAM):
            passed.add(frame.f_code.co_filename)

    sys.setprofile(watch)
    try:
        do()
        stage.app.advance(TICK)
        for _ in while_(lambda: stage.kit.solver.job or stage.app.director.scene.moving):
            stage.app.advance(TICK)
            time.sleep(TICK if stage.kit.solver.job else 0)
    finally:
        sys.setprofile(None)
    return len(passed)
