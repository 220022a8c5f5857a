"""The menu at every size: all of it is seen, reached and told."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.player.settings import LOOKS
from game.rules.registry import CANFIELD, KINDS, VIERFREI, kinds_of
from game.support.texts import texts
from game.words.rule_sets import brief_rules
from scenes.pages.start_screen import StartScreen
from scenes.style.theme import NORMAL, SMALL, unit
from scenes.widgets.controls import Control, Shape
from scenes.widgets.items import Words
from tests.scenes.fitting import SIZES, overlapping, seen_whole
from tests.scenes.stage import SHIFT, Stage, Start
from tests.scenes.test_languages import in_language
from tests.seed import a_few


def in_menu(
    stage: Start, size: tuple[int, int], *, played: bool = True
) -> tuple[Stage, StartScreen]:
    on = stage(size=size)
    if played:
        on.type("58")
        on.key("escape")
    else:
        on = stage(game=None, size=size)
    menu = on.menu
    return on, menu


def shows_all(on: Stage, menu: StartScreen, size: tuple[int, int]) -> None:
    """Nothing overlaps, is cut off, or cannot be reached."""
    text, scale = on.kit.text, unit(size, 1.0)
    foot, view = menu._under, menu._view
    tiles = list(menu.tiles.values())
    # What is scrolled may lie under the foot.
    pages = [item for tile in tiles for item in tile.page.items]
    assert not overlapping([control for item in pages for control in item.controls])
    assert menu._bar.most or not overlapping(menu.controls.items)
    assert not tiles[0].rect.colliderect(tiles[1].rect)
    for control in menu.foot.items:
        assert foot.contains(control.rect) and min(control.rect.size) >= 32
        assert seen_whole(control, text, scale), control.label
    for tile in tiles:
        assert view.left <= tile.rect.left and tile.rect.right <= view.right
        assert menu._bar.most or view.contains(tile.rect)
        for item in tile.page.items:
            assert tile.rect.contains(item.rect)
            assert not tile.window.height or tile.window.bottom <= item.rect.top
            for control in item.controls:
                assert tile.rect.contains(control.rect) and min(control.rect.size) >= 32
                assert seen_whole(control, text, scale), control.label
    on.app.paint()


def rule_set_lines(menu: StartScreen) -> int:
    """On how many lines the rule sets stand."""
    items = menu.tiles[CANFIELD].page.items
    controls = (control for item in items for control in item.controls)
    return len({one.rect.top for one in controls if one.shape is Shape.SEGMENT})


@pytest.mark.parametrize("size", a_few([*SIZES, (3840, 2160)], 2, "menu", always=[(480, 300)]))
def test_the_menu_shows_all_of_itself(stage: Start, size: tuple[int, int]) -> None:
    on, menu = in_menu(stage, size)
    shows_all(on, menu, size)
    more = len(kinds_of(CANFIELD)) > 4 or len(menu.tiles) > 2
    assert more or rule_set_lines(menu) == 1, "four fit on one line"
    tiles = menu.tiles.values()
    assert min(size) <= 480 or all(tile.window.height >= 90 for tile in tiles)


@pytest.mark.parametrize("more", [1, 8])
@pytest.mark.parametrize("size", [(480, 300), (640, 480)])
def test_more_rule_sets_take_more_lines(
    size: tuple[int, int], more: int, stage: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The menu has room for what a newcomer adds, and scrolls where it has none."""
    hoyle = KINDS[CANFIELD, "hoyle"]
    assert hoyle.rule_set is not None
    for kind in kinds_of(CANFIELD)[4:]:
        monkeypatch.delitem(KINDS, kind.key)
    for number in range(more):
        data = replace(hoyle.rule_set, key=f"new{number}", name=f"Demon {number}")
        row = replace(hoyle, rules=data.key, rule_set=data, days=None)
        monkeypatch.setitem(KINDS, row.key, row)
    on, menu = in_menu(stage, size)
    shows_all(on, menu, size)
    assert rule_set_lines(menu) > 1
    assert more == 1 or menu._bar.most, "it scrolls"
    for _ in menu.controls.items:
        on.key("tab")
        focus = menu.controls.focus
        assert focus is not None and pygame.Rect((0, 0), size).contains(focus.rect)


@pytest.mark.parametrize("size", SIZES)
def test_tab_reaches_everything_in_the_menu(stage: Start, size: tuple[int, int]) -> None:
    on, menu = in_menu(stage, size)
    met = []
    for _ in menu.controls.items:
        on.key("tab")
        focus = menu.controls.focus
        assert focus is not None
        assert pygame.Rect((0, 0), size).contains(focus.rect), "it is on the screen"
        met.append(focus.spoken)
    assert len(set(met)) == len(menu.controls.items)
    on.key("tab", SHIFT)
    on.app.paint()


@pytest.mark.parametrize("look", a_few(LOOKS, 1, "focus", always=["1993"]))
def test_focus_and_hover_are_seen_in_the_menu(stage: Start, look: str) -> None:
    on, menu = in_menu(stage, (1000, 700))
    on.settings.look = look
    on.kit.settle_look()
    menu.restyle()

    def picture(control: Control) -> bytes:
        on.app.paint()
        return pygame.image.tobytes(on.window.surface.subsurface(control.rect.inflate(4, 4)), "RGB")

    on.move((1, 1))
    for place in range(len(menu.controls.items)):
        control = menu.controls.items[place]
        plain = picture(control)
        on.move(control.rect.center)
        hover = picture(control)
        on.move((1, 1))
        menu.controls.focus = control
        menu.dirty = True
        focus = picture(control)
        menu.controls.drop_focus()
        menu.dirty = True
        assert len({plain, hover, focus}) == 3, control.label


def test_a_click_on_the_picture_goes_on_with_the_game(stage: Start) -> None:
    on, menu = in_menu(stage, (1280, 800))
    on.click(menu.tiles[VIERFREI].window.center)
    assert on.actions == ["58"]
    on.key("escape")
    menu = on.app.director.scene  # type: ignore[assignment]
    on.click(menu.tiles[CANFIELD].window.center)
    assert on.session.deal.game == CANFIELD and not on.actions


def test_enter_goes_on_with_the_game_last_played(stage: Start) -> None:
    on, _ = in_menu(stage, (1280, 800))
    on.key("return")
    assert on.actions == ["58"]


def test_the_rules_are_chosen_in_the_menu(stage: Start) -> None:
    on, _ = in_menu(stage, (1280, 800), played=False)
    on.push("Casino")
    assert on.settings.rules == "casino"
    on.keys("tab")
    on.push("New game")
    assert on.session.deal.game == VIERFREI


def test_the_menu_tells_a_reader_which_rules_were_chosen(stage: Start) -> None:
    on = stage(game=None)
    on.push("XPat2")
    assert on.lines[-1].startswith("XPat2, selected: "), on.lines[-1]


def test_the_foot_has_its_signs_and_keys_back_in_a_wider_window(stage: Start) -> None:
    on, menu = in_menu(stage, (1280, 800))
    before = [(one.icon, one.key, one.rect) for one in menu.foot.items]
    assert all(sign for sign, _, _ in before)
    assert sum(not key for _, key, _ in before) == 1, "only one has none"
    on.resize((480, 300))
    assert not any(one.key for one in menu.foot.items)
    on.resize((1280, 800))
    assert [(one.icon, one.key, one.rect) for one in menu.foot.items] == before


@pytest.mark.parametrize("rules", ["hoyle", "xpat2", "casino", "aisleriot"])
def test_the_menu_keeps_its_headline_whatever_is_in_hand(stage: Start, rules: str) -> None:
    on = stage(game="canfield", deal=824885, rules=rules, size=(800, 600))
    on.key("escape")
    menu = on.menu
    assert menu._head.height
    assert all(tile.window.height for tile in menu.tiles.values())


@pytest.mark.parametrize(("size", "language"), [((1280, 800), "de"), ((600, 860), "")])
def test_the_menus_buttons_keep_the_names_that_fit(
    stage: Start, size: tuple[int, int], language: str
) -> None:
    on = stage(game="canfield", deal=672132, size=size)
    on.key("space")
    on.table.desk.save()
    if language:
        texts.use(language)
    on.key("escape")
    texts.use("en")
    menu = on.menu
    for tile in menu.tiles.values():
        for item in tile.page.items:
            row = [one for one in item.controls if one.shape is Shape.BUTTON]
            bare = [one for one in row if one.icon and not one.named]
            if not bare:
                continue
            bare[0].named = True
            wide = bare[0].width(on.kit.text, round(NORMAL * unit(size, 1.0)), unit(size, 1.0))
            room = tile.window.right - row[-1].rect.right
            assert wide - bare[0].rect.width > room, bare[0].label


def test_the_card_of_vierfrei_has_the_name_by_which_others_know_it(stage: Start) -> None:
    on, menu = in_menu(stage, (800, 600))
    texts_of = {
        game: [item.text for item in tile.page.items if isinstance(item, Words)]
        for game, tile in menu.tiles.items()
    }
    assert "Vierfrei (FreeCell)" in texts_of[VIERFREI]
    on.key("F1")
    on.key("F1", SHIFT)
    assert on.panel is not None and on.panel.title == "Vierfrei (FreeCell)"
    assert on.title.startswith("Vierfrei ") and "FreeCell" not in on.title


@pytest.mark.parametrize("code", ["en", "de", "hi"])
def test_each_rule_set_tells_what_sets_it_apart_before_it_is_chosen(
    stage: Start, code: str
) -> None:
    on, menu = in_menu(stage, (480, 300))
    in_language(on, code)
    rules = [one for one in menu.controls.items if one.shape is Shape.SEGMENT]
    kinds = kinds_of(CANFIELD)
    assert [one.tip for one in rules] == [brief_rules(kind) for kind in kinds]
    assert all(len(one.tip) > len(one.label) + 15 for one in rules)
    size = round(SMALL * unit((480, 300), 1.0))
    for rule in rules:
        on.move(rule.rect.center)
        on.wait(1)
        assert menu._tip.seen and menu._tip.control is rule
        assert on.kit.text.width(rule.tip, size) < 480 - 16
    on.key("F8")
    assert on.panel is not None and on.page.tabs is not None
    on.page.tabs.controls[1].action()
    told = [item.text for item in on.page.items if isinstance(item, Words)]
    assert all(brief_rules(kind) in told for kind in kinds)
