"""Keys in the menu and while the window is compact."""

from __future__ import annotations

import pygame
import pytest

from tests.scenes.places import placed
from tests.scenes.stage import ALT, CTRL, SHIFT, Start

# -- the menu --------------------------------------------------------------------------------------


def test_f1_and_f2_in_the_menu_mean_the_game_last_played(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="xpat2")
    on.key("escape")
    on.key("F2")
    on.type("7")
    on.key("return")
    assert on.title == "Canfield 7 (XPat2) – Vierfeld"
    on.key("escape")
    on.key("F1")
    assert on.session.deal.game == "canfield"


@pytest.mark.parametrize(
    ("name", "mod"),
    [("F3", 0), ("delete", 0), ("backspace", 0), ("insert", 0), ("1", 0), ("z", CTRL), ("c", CTRL)],
)
def test_keys_of_the_table_mean_nothing_in_the_menu(stage: Start, name: str, mod: int) -> None:
    on = placed(stage, "menu")
    on.key(name, mod)
    assert on.app.director.table is None and on.panel is None
    on.push("Resume 617")
    assert on.actions == ["58"]


def test_what_only_a_table_can_tell_is_refused_in_the_menu(stage: Start) -> None:
    on = stage(game=None)
    for number, (name, mod) in enumerate([("F4", 0), ("F5", 0), ("i", CTRL)], 1):
        on.key(name, mod)
        assert on.plings == number and on.panel is None


def test_the_menu_by_keyboard(stage: Start) -> None:
    on = stage(game=None)
    on.key("tab")
    on.key("return")
    assert on.session.deal.game == "vierfrei"
    on.key("escape")
    on.keys("tab", "tab", "tab", "tab", "tab")
    on.key("tab", SHIFT)
    assert "By number" in on.lines[-1]


# -- compact ---------------------------------------------------------------------------------------

_KNOWN = [("F1", 0), ("F2", 0), ("F3", 0), ("F6", 0), ("F8", 0), ("F1", SHIFT), ("?", 0)]


_KNOWN += [
    ("F7", 0),
    ("F11", 0),
    ("return", ALT),
    ("delete", 0),
    ("backspace", 0),
    ("undo", 0),
    ("space", 0),
]


_KNOWN += [("backspace", SHIFT), ("z", CTRL), ("y", CTRL), ("c", CTRL), ("v", CTRL), ("escape", 0)]


_KNOWN += [("insert", 0), ("1", 0), ("a", 0), ("h", 0), ("D", 0), ("left", 0), ("tab", 0)]


def test_known_keys_pling_while_compact(stage: Start) -> None:
    on = placed(stage, "compact")
    for count, (name, mod) in enumerate(_KNOWN, 1):
        on.key(name, mod)
        assert on.plings == count, name
        assert on.compact and on.actions == ["58"] and not on.full, name
    on.key("F9")
    assert on.actions == ["58"] and on.panel is None


@pytest.mark.parametrize("back", ["F9", "return", "kp_enter", "click"])
def test_what_brings_the_window_back(stage: Start, back: str) -> None:
    on = placed(stage, "compact")
    if back == "click":
        on.click((80, 50))
    else:
        on.key(back)
    assert not on.compact and not on.plings
    assert on.app.size == (1000, 700) and on.table.layout.size == (1000, 700)
    on.check()
    assert on.actions == ["58"]


def test_compact_quits(stage: Start) -> None:
    on = placed(stage, "compact")
    on.key("F10")
    assert not on.app.running
    on = placed(stage, "compact")
    on.tell(pygame.WINDOWCLOSE)
    assert not on.app.running


def test_other_buttons_do_not_restore(stage: Start) -> None:
    on = placed(stage, "compact")
    on.click((80, 50), 3)
    on.click((80, 50), 2)
    on.wheel(1)
    assert on.compact and not on.plings
