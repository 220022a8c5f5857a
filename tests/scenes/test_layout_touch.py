"""What a click and an arrow mean on a layout, and how a table follows its columns."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pygame
import pytest

from game.games import CANFIELD, VIERFREI, Deal, numbered
from game.notation import parse_board
from game.piles import WASTE, Role, columns
from game.settings import Speed
from scenes.walk import Cursor
from tests.scenes.layouts import CASES, NAMED, SIZES, Case, every_case, united
from tests.scenes.stage import Stage

# -- arrows ------------------------------------------------------------------------------------


def test_rows_for_the_keyboard_follow_the_picture() -> None:
    for case in CASES:
        for size in NAMED:
            layout = case.steps(size)[0]
            rows = layout.rows
            assert sorted(pile for row in rows for pile in row) == sorted(layout.slots)
            tops = [layout.slots[row[0]][1] for row in rows]
            assert tops == sorted(set(tops))
            for row in rows:
                lefts = [layout.slots[pile][0] for pile in row]
                assert lefts == sorted(lefts)


@every_case
def test_arrows_lead_to_every_pile(case: Case) -> None:
    deal = numbered(case.game, 1)
    state, rules = deal.layout(), deal.engine
    for size in NAMED[::2]:
        layout = case.lay(size)
        cursor = Cursor(case.game, rules)
        cursor.visible = True
        reached, ahead = {cursor.pile}, [cursor.pile]
        while ahead:
            start = ahead.pop()
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                cursor.pile = start
                cursor.walk(dx, dy, state, layout, True)
                if cursor.pile not in reached:
                    reached.add(cursor.pile)
                    ahead.append(cursor.pile)
        assert reached == set(layout.slots), size


# -- clicks ------------------------------------------------------------------------------------


@every_case
def test_what_is_seen_of_a_card_is_a_place_to_click_it(case: Case) -> None:
    for size in SIZES[::44]:
        for longest in (1, 15):
            layout = case.lay(size, longest)
            if longest > layout.capacity:
                continue
            for pile in layout.slots:
                first = 0 if pile.role is Role.COLUMN else longest - 1
                for index in range(first, longest):
                    x, y = layout.place(pile, index, longest)
                    point = x + layout.card[0] // 2, y + layout.strip // 2
                    assert layout.pile_at(point) == pile
                    meant = layout.cards_at(pile, longest, point)
                    assert meant == (longest - index if pile.role is Role.COLUMN else 1)


@every_case
def test_the_gap_between_columns_is_split_in_the_middle(case: Case) -> None:
    for size in SIZES[::44]:
        for layout in case.steps(size):
            for row in layout.rows:
                for one, other in pairwise([layout.slot(p) for p in row if p.role is Role.COLUMN]):
                    y = one.top + layout.card[1] // 2
                    middle = (one.right + other.left) // 2
                    piles = [layout.pile_at((x, y)) for x in (one.centerx, other.centerx)]
                    assert layout.pile_at((middle - 1, y)) == piles[0]
                    assert layout.pile_at((middle + 1, y)) == piles[1]


def test_below_a_column_the_table_is_the_columns() -> None:
    layout = Case(VIERFREI).lay((1280, 800))
    pile = columns(8)[3]
    rect = layout.slot(pile)
    for y in (layout.floor - 1, layout.foot - 1):
        assert layout.pile_at((rect.centerx, y)) == pile
    # A click well below the last card takes none, one just below it does.
    last = layout.covered(pile, 5).bottom
    assert layout.cards_at(pile, 5, (rect.centerx, last + 3)) == 1
    assert layout.cards_at(pile, 5, (rect.centerx, last + layout.card[1])) == 0
    assert layout.cards_at(pile, 5, (rect.centerx, rect.top - 3)) == 5
    assert layout.cards_at(pile, 0, rect.center) == 0


@every_case
def test_slightly_beside_is_near_and_far_is_none(case: Case) -> None:
    for size in NAMED:
        layout = case.steps(size)[0]
        area = united(layout)
        for pile in layout.slots:
            rect = layout.slot(pile)
            beside = rect.left - 1, rect.centery
            found = layout.pile_at(beside)
            assert found == pile, (size, pile, found)
        assert layout.pile_at((area.left - layout.reach - 2, area.centery)) is None
        assert layout.pile_at((area.centerx, layout.top - 1)) is None
        assert layout.pile_at((area.centerx, layout.foot)) is None
        assert layout.pile_at((-1, area.centery)) is None


def test_the_felt_between_waste_and_columns_belongs_to_none() -> None:
    layout = Case(CANFIELD).lay((1920, 1080))
    waste = layout.region(WASTE)
    assert layout.pile_at((waste.right - 10, layout.floor - 10)) is None


# -- on the table ------------------------------------------------------------------------------

BOARD = """
: 4C 7D 2S 7C 6D KS QH JS TH
: 2C AS 3H 9S
: KH QC JD TC 9H 8C 7H 6C 5D 8H
: KD 4S 3C 3S 2H 7S
: QS JH TS 9D 8S 6H
: QD JC TD 9C 8D 5H 5S
: KC 6S 4H
: AH AC AD 2D 3D 4D 5C
"""
"""The first column can grow from 9 cards to 15, one at a time."""


@pytest.fixture
def growing(stage: Callable[..., Stage]) -> Stage:
    begun = stage(size=(1200, 800))
    begun.table.begin(Deal(VIERFREI, board=parse_board(BOARD)))
    begun.settle()
    return begun


def test_the_table_shrinks_for_a_long_column_and_grows_back(growing: Stage) -> None:
    table, ordinary = growing.table, growing.table.layout
    seen = []
    for token in ("21", "31", "41", "51", "61", "71"):
        growing.play(token)
        growing.wait(0.1)
        seen.append(table.layout.step)
        assert len(growing.state[growing.pile("1")]) <= table.layout.capacity
        assert table.groups.layout is table.layout is table.painter.layout
        growing.check()
    assert len(growing.state[growing.pile("1")]) == 15
    assert ordinary.step == seen[0] == 0 and seen == sorted(seen) and seen[-1] > 0
    for _ in range(6):
        growing.key("Undo")
    growing.wait(0.1)
    assert table.layout is ordinary
    growing.check()


def test_a_table_that_is_found_with_a_long_column_is_laid_out_for_it(growing: Stage) -> None:
    growing.play("21 31 41 51 61 71")
    growing.wait(0.1)
    small = growing.table.layout
    growing.table.new_session(deal_out=False)
    assert growing.table.layout == small


def test_the_table_keeps_its_size_while_something_is_held(growing: Stage) -> None:
    table = growing.table
    growing.play("21 31 41 51")
    before = table.layout
    assert len(growing.state[growing.pile("1")]) > before.capacity
    growing.press(growing.at("6"))
    growing.wait(0.1)
    assert table.layout is before
    growing.move((640, 700))
    growing.wait(0.2)
    assert table.hand.held and table.layout is before
    growing.key("escape")
    growing.release()
    growing.wait(0.2)
    assert table.hand.held is None and table.layout.step > before.step


@pytest.mark.parametrize("speed", [Speed.NORMAL, Speed.OFF])
def test_another_size_comes_softly_unless_nothing_is_to_move(growing: Stage, speed: Speed) -> None:
    growing.settings.speed = speed
    table, seen = growing.table, set[bytes]()
    before = table.layout
    for token in ("21", "31", "41", "51"):
        table.show(table.desk.do(growing.parse(token)))
        growing.settle()
    for _ in range(20):
        growing.wait(0.02)
        growing.app.paint()
        seen.add(pygame.image.tobytes(growing.window.surface, "RGB"))
        if table.painter.fading:
            assert table.patience == 0, "the next picture is wanted"
    assert table.layout.card < before.card and table.painter.fading is None
    assert (len(seen) > 5) is (speed is Speed.NORMAL)
    # Nothing of the former picture is left.
    growing.app.director.whole = True
    growing.app.paint()
    assert pygame.image.tobytes(growing.window.surface, "RGB") in seen


def test_an_input_ends_it(growing: Stage) -> None:
    growing.settings.speed = Speed.NORMAL
    table = growing.table
    for token in ("21", "31", "41", "51"):
        table.show(table.desk.do(growing.parse(token)))
        growing.settle()
    growing.wait(0.06)
    assert table.painter.fading
    growing.press(growing.at("6"))
    assert table.painter.fading is None
