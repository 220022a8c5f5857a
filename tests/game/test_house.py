"""What the folder ``game/`` has promised about itself."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping

import pytest

from game.core.cards import Card, Suit
from game.core.moves import Refusal
from game.words.names import message
from tests import house
from tests.house import ROOT, sources, statements

SOURCES = {name: source for name, source in sources().items() if name.partition(".")[0] == "game"}

WITHOUT_PYGAME = """
import importlib, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("pygame", "scenes"):
            raise ImportError(f"{name} is out of reach")

sys.meta_path.insert(0, Blocked())
for name in sys.argv[1:]:
    importlib.import_module(name)
assert "pygame" not in sys.modules
"""


@pytest.fixture(scope="module")
def trees() -> Mapping[str, ast.Module]:
    """The syntax of each module."""
    return {name: house.trees()[name] for name in SOURCES}


def imported(tree: ast.Module) -> Iterator[str]:
    """The names of all modules that ``tree`` imports, anywhere in it."""
    for node in statements(tree.body):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "only absolute imports"
            yield node.module or ""


def test_no_module_imports_pygame_or_the_scenes(trees: Mapping[str, ast.Module]) -> None:
    assert trees
    for name, tree in trees.items():
        roots = {module.partition(".")[0] for module in imported(tree)}
        assert not roots & {"pygame", "scenes", "main"}, name


def test_everything_loads_where_there_is_no_pygame() -> None:
    names = [module for module in SOURCES if not module.endswith("__main__")]
    command = [sys.executable, "-c", WITHOUT_PYGAME, *names]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_types_are_not_silenced() -> None:
    # Put together, so that a search for it finds no place where it stands.
    assert not [name for name, source in SOURCES.items() if "type: " + "ignore" in source]


def test_a_module_says_what_it_is_for(trees: Mapping[str, ast.Module]) -> None:
    assert not [name for name, tree in trees.items() if not ast.get_docstring(tree)]


FIVE = Card.parse("5H")


def refusal_keys(trees: Mapping[str, ast.Module]) -> set[str]:
    """The keys that the rules refuse with, as they are written in their code."""
    keys = set[str]()
    for tree in (tree for name, tree in trees.items() if "Refusal(" in SOURCES[name]):
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "Refusal"
            ):
                literals = [
                    part.value
                    for part in ast.walk(node.args[0])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                ]
                keys.update(literals)
    return keys


def test_each_reason_has_its_sentence(trees: Mapping[str, ast.Module]) -> None:
    keys = refusal_keys(trees)
    assert len(keys) > 20
    for key in keys:
        values = {"may": 2, "free": 1, "wanted": 3}
        try:
            told = message(Refusal(key, values, FIVE if key == "no-fit" else None))
        except KeyError:
            pytest.fail(f"write a sentence for {key!r} into game/words/refusals")
        assert told[0].isupper()
        assert told.endswith(".")


def test_what_does_not_fit_is_told_what_would() -> None:
    black = Card(4, Suit.CLUBS), Card(4, Suit.SPADES)
    told = [message(Refusal("no-fit", {}, FIVE, fitting)) for fitting in (black, black[:1], ())]
    assert told == [
        "Only a black 4 can go on the 5 of hearts.",
        "Only the 4 of clubs can go on the 5 of hearts.",
        "Nothing can go on the 5 of hearts.",
    ]


def test_one_and_many() -> None:
    told = [message(Refusal("too-many", {"may": may, "wanted": 9})) for may in (1, 2)]
    assert told == ["Only 1 card can move there now.", "Only 2 cards can move there now."]
    told = [message(Refusal("too-few-cells", {"free": free})) for free in (0, 1, 3)]
    assert told == ["There's no free cell.", "Only 1 cell is free.", "Only 3 cells are free."]
