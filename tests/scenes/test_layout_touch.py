"""What a click and an arrow mean on a layout."""

from __future__ import annotations

from itertools import pairwise

from game.core.state import WASTE, Role, columns
from game.rules.registry import CANFIELD, VIERFREI, numbered
from scenes.table.keyboard import Cursor
from tests.scenes.layouts import CASES, NAMED, SIZES, Case, every_case, united

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
        cursor = Cursor(rules)
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
