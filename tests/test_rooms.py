"""Tests of the order of the rooms, and of the page that lists them."""

from __future__ import annotations

import re

from tests.each import each
from tests.house import (
    GAME,
    LIST,
    ROOT,
    SCENES,
    arrows,
    below,
    charter,
    imports,
    listed,
    room,
    sources,
)

OUTSIDE = ("main", "game.__main__", "game", "scenes")


def test_each_module_lies_in_a_room() -> None:
    strangers = {room(name) for name in imports()} - {*GAME, *SCENES, *OUTSIDE}
    assert not strangers, "name the room in its place in the order"


@each("name", (*GAME, *SCENES))
def test_a_room_has_a_charter(name: str) -> None:
    assert charter(name).endswith(".")


def forbidden(module: str, other: str) -> bool:
    """Return whether ``module`` must not import ``other``."""
    mine, its = room(module), room(other)
    if mine == its or mine in OUTSIDE:
        return False
    if its in OUTSIDE:
        return other not in ("game", "scenes")
    if mine in GAME:
        return its not in GAME[: GAME.index(mine)]
    return its == "game.cli" or its not in (*GAME, *SCENES[: SCENES.index(mine)])


def test_a_room_imports_only_from_those_before_it_and_no_two_need_each_other() -> None:
    broken = [
        f"{module} imports {other}"
        for module, others in imports().items()
        for other in others
        if forbidden(module, other)
    ]
    assert not broken
    for name in arrows():
        below(name, arrows())


@each(
    ("module", "other"),
    [
        ("game.core.cards", "game.rules.canfield"),
        ("game.store.store", "scenes.kit.services"),
        ("scenes.widgets.panel", "scenes.table.keyboard"),
        ("scenes.table.table_scene", "game.cli.positions"),
        ("scenes.app.start", "main"),
    ],
)
def test_an_import_upwards_is_noticed(module: str, other: str) -> None:
    assert forbidden(module, other)


def test_the_program_needs_no_tools_and_the_tools_no_window() -> None:
    tool, window = (
        re.compile(rf"^\s*(from|import) ({names})\b", re.MULTILINE)
        for names in ("tools", "scenes|main|tests")
    )
    assert not [name for name, text in sources().items() if tool.search(text)]
    paths = sorted((ROOT / "tools").rglob("*.py"))
    assert paths and not [path for path in paths if window.search(path.read_text("utf-8"))]


def test_the_program_never_touches_the_network() -> None:
    network = re.compile(r"(import|from) (urllib|http\.client|requests|ftplib|smtplib)")
    assert not [name for name, text in sources().items() if network.search(text)]


def test_the_picture_and_the_list_of_modules_are_up_to_date() -> None:
    assert LIST.read_text("utf-8") == listed(), (
        "run python -m tests.house and commit docs/modules.md"
    )


def test_the_language_is_chosen_at_the_edge_alone() -> None:
    edges = {"scenes.app.start", "scenes.app.exporting", "scenes.pages.options"}
    edges |= {"game.support.texts", "game.web.front", "game.web.building"}
    assert {name for name, text in sources().items() if "texts.use" in text} == edges


@each("name", ("game.core", "game.solver", "game.fair"))
def test_what_is_searched_knows_no_language(name: str) -> None:
    """Rules, solver and adviser don't import any messages for players."""
    mine = {one for one in imports() if room(one) == name}
    mine |= {"game.rules.vierfrei", "game.rules.canfield"}
    speaking = {one for one in mine if "game.support.texts" in imports()[one]}
    assert not speaking and "game.words" not in below(name, arrows())
