"""Tests of the layout in hundreds of window sizes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product

import pytest
from pygame import Rect

from game.art.drawings import HEIGHT, INDEX, LARGE_INDEX
from game.core.state import CELLS, FOUNDATIONS, RESERVE, STOCK, WASTE, Role, columns
from game.rules.registry import CANFIELD, VIERFREI, numbered
from scenes.board.layout import DEALT, FAMILIES, LEAST_WIDTH, READABLE
from scenes.style.theme import bar_height, strip_height
from scenes.table.keyboard import Cursor
from tests.scenes.layouts import NAMED, SIZES, Case, every_case, every_game, layouts, united


def test_cards_fill_the_window() -> None:
    across, down = 8 * 1.08 + 0.3, 1.4 * 2.1 + 6 * 0.22
    for size in SIZES:
        width = Case(VIERFREI).steps(size)[0].card[0]
        usual_width = min(size[0] / across, (size[1] - bar_height(size, 1.0)) / down)
        assert width >= 0.85 * usual_width, size
        large = Case(VIERFREI, large=True).steps(size)[0].card[0]
        assert large >= 0.79 * usual_width, "an extra-large index costs next to nothing"
        assert Case(VIERFREI).lay(size).step == 0, "a dealt table has the ordinary cards"
        for strip in (False, True):
            canfield = Case(CANFIELD, strip=strip).steps(size)[0]
            assert canfield.card[0] >= width and canfield.step == 0, size
    for game in FAMILIES:
        wide, tall = Case(game).lay((1280, 800)), Case(game).lay((1080, 2340))
        assert tall.spread / tall.card[1] > wide.spread / wide.card[1]
    assert Case(CANFIELD).lay((1080, 2340)).card[0] > 1.8 * Case(VIERFREI).lay((1080, 2340)).card[0]


@every_case
def test_piles_lie_apart_and_within_the_table(case: Case) -> None:
    for size, layout in layouts(case):
        foot = size[1] - (strip_height(size, 1.0) if case.strip else 0)
        table = Rect(0, bar_height(size, 1.0), size[0], foot - bar_height(size, 1.0))
        regions = [layout.region(pile) for pile in layout.slots]
        assert all(table.contains(region) for region in regions), (size, layout)
        for place, region in enumerate(regions):
            assert region.collidelist(regions[place + 1 :]) < 0, (size, layout)
        area = united(layout)
        left, right = area.left, size[0] - area.right
        assert abs(left - right) <= 1 and left >= 2, (size, layout)
    for size, layout in layouts(case, 16):
        for pile, count in product(layout.slots, (0, 1, 2, 3, 13, 52)):
            covered = layout.covered(pile, count)
            assert layout.region(pile).contains(covered), (size, pile, count)
            for index in range(0, count, 4):
                assert covered.contains(Rect(layout.place(pile, index, count), layout.card))


@every_game
def test_columns_are_evenly_spaced_below_the_upper_row(game: str) -> None:
    for size in SIZES:
        layout = Case(game).steps(size)[0]
        slots, width = layout.slots, layout.card[0]
        left = [slots[pile][0] for pile in columns(8 if game == VIERFREI else 4)]
        (apart,) = {*distances(left)}
        assert (apart - width) % max(1, round(width / 40)) == 0
        homes = sorted(slots[pile][0] for pile in FOUNDATIONS)
        if game != VIERFREI:
            assert homes == left and slots[RESERVE][0] <= left[0]
            assert slots[STOCK][0] <= slots[WASTE][0]
            assert slots[FOUNDATIONS[0]][1] < slots[columns(1)[0]][1]
            continue
        cells = [slots[pile][0] for pile in CELLS]
        assert (cells[0], homes[-1]) == (left[0], left[-1])
        (within,) = {*distances(cells), *distances(homes)}
        between = homes[0] - cells[-1]
        assert width < within and between - width >= 2 * (within - width), "clearly apart"


def distances(places: Sequence[int]) -> list[int]:
    return [after - before for before, after in pairwise(places)]


@every_case
def test_every_rank_of_a_fan_is_visible(case: Case) -> None:
    most = FAMILIES[case.game].longest
    index = LARGE_INDEX if case.large else INDEX
    lowest = (index.top + 1.07 * index.cap) / HEIGHT  # The foot of the Q's tail.
    for size in SIZES[::4]:
        for longest in (*range(2, most + 1), 26, 39, 51):
            layout = case.lay(size, longest)
            gaps = distances(layout.fan(longest))
            smallest = layout.card[0] <= LEAST_WIDTH + 1
            if longest > most or (smallest and longest > layout.capacity):
                # Far too long for the window: check only the last cards.
                gaps = gaps[-min(READABLE - 1, layout.capacity - 1) :]
                assert len(gaps) >= READABLE - 1 or case.large or size[1] < 340
            assert min(gaps) >= lowest * layout.card[1], (size, longest, layout)


@every_case
def test_fans_grow_closer_with_more_cards_and_end_within_the_table(case: Case) -> None:
    for _, layout in layouts(case, 30):
        before: tuple[int, ...] = ()
        for count in range(1, 53):
            fan = layout.fan(count)
            assert len(fan) == count and fan[0] == 0 and fan[-1] <= layout.room
            assert all(gap >= 0 for gap in distances(fan))
            assert len({*distances(fan)}) <= 1 or count > layout.capacity
            assert all(now <= was for now, was in zip(fan, before, strict=False))
            before = fan


@every_case
def test_a_fan_shows_no_slivers_of_pips(case: Case) -> None:
    for size, layout in layouts(case, 2):
        assert all(layout.strip < low <= high for low, high in layout.clear)
        for count in range(2, FAMILIES[case.game].longest + 1):
            for gap in {*distances(layout.fan(count))}:
                clear = any(low <= gap <= high for low, high in layout.clear)
                assert clear or gap <= layout.strip, (size, count)
    if case.game == VIERFREI:
        for size in ((1280, 800), (1024, 768) if case.large else (3840, 2160)):
            layout = case.lay(size)
            assert {*distances(layout.fan(6)), *distances(layout.fan(7))} == {layout.spread}
            assert layout.spread >= layout.clear[0][0], "with pips where there is room"


@every_case
def test_cards_shrink_in_few_steps(case: Case) -> None:
    for size in SIZES:
        ordinary, *smaller = case.steps(size)
        for layout, pile in product(smaller, ordinary.slots):
            far = layout.slot(pile).centerx - ordinary.slot(pile).centerx
            assert abs(far) <= 1, (size, pile)
        widths = [layout.card[0] for layout in (ordinary, *smaller)]
        assert len(widths) <= 5 and widths == sorted(set(widths), reverse=True)
        assert widths[-1] >= min(widths[0], LEAST_WIDTH)


@every_case
def test_cards_do_not_change_size_to_and_fro(case: Case) -> None:
    for size in SIZES[::20]:
        now = case.lay(size)
        steps = [now.step]
        for longest in (*range(DEALT, 52), *range(51, DEALT - 1, -1)):
            then = case.lay(size, longest, now)
            assert then.capacity >= longest or case.lay(size, 99) is then
            # A card that comes and goes repeatedly changes the size at most once.
            gone = case.lay(size, longest - 1, then)
            assert case.lay(size, longest, gone) is gone
            steps.append(then.step)
            now = then
        rise = steps.index(max(steps))
        assert steps[: rise + 1] == sorted(steps[: rise + 1])
        assert steps[rise:] == sorted(steps[rise:], reverse=True)
        assert now is case.lay(size) or case.lay(size).capacity <= DEALT
        other = size[0], size[1] + 1
        assert case.lay(other, 11, case.lay(size, 19)) == case.lay(other, 11), "another window"


@pytest.mark.parametrize("case", [Case(VIERFREI), Case(CANFIELD), Case(CANFIELD, strip=True)])
def test_the_mirrored_layout_only_swaps_left_and_right(case: Case) -> None:
    for size in SIZES[::2]:
        there = case._replace(mirrored=True).steps(size)
        for plain, mirrored in zip(case.steps(size), there, strict=True):
            assert plain.card == mirrored.card
            for pile in plain.slots:
                flipped = plain.region(pile)
                flipped.left = size[0] - flipped.right
                assert mirrored.region(pile) == flipped
                assert mirrored.slots[pile][1] == plain.slots[pile][1]


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_waste_shows_three_indices_and_the_whole_top_card(mirrored: bool) -> None:
    for size in SIZES[::4]:
        layout = Case(CANFIELD, mirrored=mirrored).steps(size)[0]
        for count in (1, 2, 3, 7):
            places = [layout.place(WASTE, index, count) for index in range(count)]
            shown = places[-3:]
            assert places[: max(0, count - 3)] == [shown[0]] * (count - len(shown))
            for (x, y), (above_x, above_y) in pairwise(shown):
                # The card above leaves the left or the upper part visible, where the index is.
                assert above_x - x >= 0.3 * layout.card[0] or above_y - y >= layout.strip
        if mirrored and layout.waste_fan[0]:
            assert layout.place(WASTE, 4, 5) == layout.slots[WASTE]


@every_case
def test_the_arrows_reach_every_pile(case: Case) -> None:
    deal = numbered(case.game, 1)
    state = deal.layout()
    for size in NAMED[::2]:
        layout, cursor = case.lay(size), Cursor(deal.engine)
        cursor.visible = True
        reached, ahead = {cursor.pile}, [cursor.pile]
        while ahead:
            start = ahead.pop()
            for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                cursor.pile = start
                cursor.walk(*way, state, layout, True)
                if cursor.pile not in reached:
                    reached.add(cursor.pile)
                    ahead.append(cursor.pile)
        assert reached == set(layout.slots), size


@every_case
def test_a_click_on_a_card_or_just_beside_a_pile_means_it_and_one_far_away_none(case: Case) -> None:
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
    for size in NAMED:
        layout = case.steps(size)[0]
        area = united(layout)
        for pile in layout.slots:
            rect = layout.slot(pile)
            assert layout.pile_at((rect.left - 1, rect.centery)) == pile, size
        for x in (area.left - layout.reach - 2, -1):
            assert layout.pile_at((x, area.centery)) is None
        for y in (layout.top - 1, layout.foot):
            assert layout.pile_at((area.centerx, y)) is None


def test_the_felt_below_a_column_belongs_to_it() -> None:
    layout, pile = Case(VIERFREI).lay((1280, 800)), columns(8)[3]
    rect, last = layout.slot(pile), layout.covered(pile, 5).bottom
    for y in (layout.floor - 1, layout.foot - 1):
        assert layout.pile_at((rect.centerx, y)) == pile
    # A click just below the last card takes it; one well below takes nothing.
    for y, count in ((last + 3, 1), (last + layout.card[1], 0), (rect.top - 3, 5)):
        assert layout.cards_at(pile, 5, (rect.centerx, y)) == count
    assert layout.cards_at(pile, 0, rect.center) == 0
    layout = Case(CANFIELD).lay((1920, 1080))
    beside = layout.region(WASTE).right - 10, layout.floor - 10
    assert layout.pile_at(beside) is None, "the felt between waste and columns"
