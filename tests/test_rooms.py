"""The order of the rooms, and their picture."""

from __future__ import annotations

import pytest

from tests.house import GAME, PICTURE, SCENES, arrows, below, charter, imports, picture, room

FOUND = arrows()
MODULES = imports()
OUTSIDE = ("main", "game.__main__", "game", "scenes")


def test_each_module_lies_in_a_room() -> None:
    strangers = {room(name) for name in MODULES} - {*GAME, *SCENES, *OUTSIDE}
    assert not strangers, "name the room in its place in the order"


@pytest.mark.parametrize("name", (*GAME, *SCENES))
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
        for module, others in MODULES.items()
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
        ("scenes.shell.app", "main"),
    ],
)
def test_an_import_upwards_is_noticed(module: str, other: str) -> None:
    assert forbidden(module, other)


def test_no_two_rooms_need_each_other() -> None:
    for name in FOUND:
        below(name, FOUND)


def test_the_picture_is_of_this_house() -> None:
    drawn = PICTURE.read_text("utf-8")
    assert drawn == picture(), "run python -m tests.house and commit what it has drawn"


@pytest.mark.parametrize("name", ["game.core", "game.rules", "game.solver"])
def test_a_room_of_rules_says_nothing_itself(name: str) -> None:
    """It answers with values; their words are in ``game.words``."""
    spoken = [
        f"{module} imports {other}"
        for module, others in MODULES.items()
        for other in others
        if room(module) == name and (other == "game.support.texts" or room(other) == "game.words")
    ]
    assert not spoken and any(room(module) == name for module in MODULES)
