"""The order of the rooms, and their picture."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache

import pytest

from tests.each import each
from tests.house import (
    GAME,
    PICTURE,
    SCENES,
    arrows,
    below,
    charter,
    imports,
    picture,
    room,
    sources,
    trees,
)

OUTSIDE = ("main", "game.__main__", "game", "scenes")


def test_each_module_lies_in_a_room() -> None:
    strangers = {room(name) for name in imports()} - {*GAME, *SCENES, *OUTSIDE}
    assert not strangers, "name the room in its place in the order"


@each("name", (*GAME, *SCENES))
def test_a_room_has_a_charter(name: str) -> None:
    assert charter(name).endswith(".")


def forbidden(module: str, other: str) -> bool:
    """Whether ``module`` may not import ``other``."""
    mine, its = room(module), room(other)
    if mine == its or mine in OUTSIDE:
        return False
    if its in OUTSIDE:
        return other not in ("game", "scenes")
    if mine in GAME:
        return its not in GAME[: GAME.index(mine)]
    return its == "game.cli" or its not in (*GAME, *SCENES[: SCENES.index(mine)])


def test_a_room_imports_only_from_those_before_it() -> None:
    broken = [
        f"{module} imports {other}"
        for module, others in imports().items()
        for other in others
        if forbidden(module, other)
    ]
    assert not broken


@pytest.mark.parametrize(
    ("module", "other"),
    [
        ("game.core.cards", "game.rules.canfield"),
        ("game.solver.answer", "game.cli.main"),
        ("game.player.storage", "scenes.kit.services"),
        ("scenes.widgets.panel", "scenes.table.input.keyboard"),
        ("scenes.table.scene", "game.cli.deal"),
        ("scenes.shell.start", "main"),
    ],
)
def test_an_import_upwards_is_noticed(module: str, other: str) -> None:
    assert forbidden(module, other)


def test_no_two_rooms_need_each_other() -> None:
    for name in arrows():
        below(name, arrows())


def test_the_picture_is_of_this_house() -> None:
    drawn = PICTURE.read_text("utf-8")
    assert drawn == picture(), "run python -m tests.house and commit what it has drawn"


def catalogue_uses(module: ast.Module) -> set[str]:
    """What ``module`` imports of the catalogue in use, and ``use`` where it chooses another."""
    found = set[str]()
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.module == "game.support.texts":
            found |= {alias.name for alias in node.names} & {"tr", "trn", "texts"}
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "texts.use":
            found.add("use")
    return found


@cache
def speakers() -> Mapping[str, set[str]]:
    """What each module uses of the catalogue; none does that never names it."""
    named = [name for name, text in sources().items() if "texts" in text]
    return {name: found for name in named if (found := catalogue_uses(trees()[name]))}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def f():\n    from game.support.texts import tr, trn", {"tr", "trn"}),
        ("from game.support.texts import known", set()),
        ("from game.support import texts\nif x:\n    texts.use('de')", {"use"}),
    ],
)
def test_a_use_of_the_catalogue_is_seen(source: str, found: set[str]) -> None:
    assert catalogue_uses(ast.parse(source)) == found


def test_only_what_faces_the_player_speaks() -> None:
    """All else answers with values, whatever the language; their words are in ``game.words``."""
    speaking = speakers().keys()
    quiet = {*GAME} - {"game.words", "game.cli"}
    spoken = {name for name in speaking if room(name) in quiet}
    assert spoken <= {"game.support.texts"}
    assert {"game.words.names", "game.cli.window"} <= speaking


def test_the_language_is_chosen_at_the_edge_alone() -> None:
    choosing = {name for name, used in speakers().items() if "use" in used}
    beginnings = {"scenes.shell.start", "scenes.shell.showing"}
    assert choosing == {"game.support.texts", "scenes.pages.options", *beginnings}


def test_what_the_rules_answer_is_the_same_in_every_language() -> None:
    """The rooms of rules need no words, not even by another room's way."""
    quiet = ("game.core", "game.rules", "game.solver", "game.fair", "game.play")
    for name in (*quiet, "game.record", "game.player"):
        assert "game.words" not in below(name, arrows())
