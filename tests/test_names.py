"""Tests that classes and modules have unique names, and that few modules name games or rules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from game.rules.registry import KINDS
from tests.house import sources, trees

GAMES = "|".join(sorted({kind.game for kind in KINDS.values()}))
RULES = "|".join(sorted({kind.rules for kind in KINDS.values() if kind.rules}))
NAME = re.compile(rf"{GAMES}|(?<![a-z])({RULES})(?![a-z])|freecell(?!s)", re.IGNORECASE)
"""Matches games' names anywhere, but rule sets' names only as whole words."""
OWN_ROOMS = (
    rf"game\.rules\.({GAMES}|counting)",
    rf"game\.solver\.({GAMES})\w*",
    # The adviser is for hidden cards, which only one game has.
    r"game\.fair\.\w+",
    rf"scenes\.table\.({GAMES})_scene",
    r"scenes\.pages\.help_\w+",
)
ROWS = (
    r"game\.rules\.(registry|notation)",
    r"game\.solver\.(answer|certificate)",
    r"game\.teach\.lessons",
    r"scenes\.board\.layout",
    r"scenes\.pages\.help",
    r"scenes\.app\.director",
)
"""Modules that have a row for each kind of game."""
TEXTS = (r"game\.words\.rule_sets",)
ALLOWED = re.compile("|".join((*OWN_ROOMS, *ROWS, *TEXTS)))
KEPT = {"canfield_light", "canfield_hints"}
"""Names of settings that are stored in players' files."""
SPOKEN = ("tr", "trn", "tr_later")


def shared(names: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return where each name occurs. Names that occur only once are left out."""
    places: dict[str, list[str]] = {}
    for name, place in names:
        places.setdefault(name, []).append(place)
    return {name: found for name, found in places.items() if len(found) > 1}


def test_no_two_classes_and_no_two_modules_share_a_name() -> None:
    found = shared(
        (node.name, module)
        for module, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    )
    assert not found
    # Only modules in rooms count; those that start the program are outside.
    modules = (module for module in sources() if module.count(".") > 1)
    assert not shared((module.rpartition(".")[2], module) for module in modules)


def named(module: ast.Module) -> set[str]:
    """Return names of games in ``module``, except in docstrings and translatable strings."""
    nodes = list(ast.walk(module))
    texts = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for call in nodes:
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in SPOKEN:
            texts |= {id(node) for node in ast.walk(call)}
    for line in nodes:
        # Examples of command lines may name games.
        if isinstance(line, ast.JoinedStr) and "id='PROGRAM'" in ast.dump(line):
            texts |= {id(node) for node in ast.walk(line)}
    found = set[str]()
    for node in nodes:
        if id(node) in texts:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        for field in ("id", "attr", "name", "asname", "module", "arg", "rest"):
            found.add(str(getattr(node, field, None)))
    return {name for name in found if NAME.search(name)}


def test_no_game_is_told_by_its_name_elsewhere() -> None:
    found = {
        module: names
        for module, source in sources().items()
        if NAME.search(source) and not ALLOWED.fullmatch(module)
        if (names := named(trees()[module]) - KEPT)
    }
    assert not found, (
        "ask the row for what differs (game/rules/registry); or a new rule set has a word for its "
        "key that means something else there: give it another"
    )


def test_no_game_is_told_by_having_no_rule_set() -> None:
    asked = re.compile(r"\brules is (not )?None")
    rules = re.compile(r"game\.rules\.\w+")
    found = [m for m, source in sources().items() if asked.search(source) and not rules.match(m)]
    assert not found
