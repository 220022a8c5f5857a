"""That Vierfrei's search leaves nothing out: every position that the rules allow is near to one it
has met (see ``tests.truth.near``)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game.core.state import State
from game.rules.registry import VIERFREI
from game.solver import vierfrei_search
from game.solver.vierfrei_board import LOOSE, PLACES, board_of, home_of
from game.solver.vierfrei_pack import Entry, expand
from tests.game.solver.test_prunings import named
from tests.seed import chance
from tests.truth import check, near, vierfrei
from tests.truth.check import Count
from tests.truth.tight import tight

ORDERS = 6
"""So many orders in which to search, besides the usual one."""

FEW = 40
"""Positions that can be reached, of which the plain twin meets many more."""


@pytest.mark.parametrize(("kind", "state", "truth"), named(check.NEAR))
def test_a_cut_goes_no_further(kind: str, state: State, truth: str) -> None:
    """Each position is one where a single condition of ``expand``, named above it in the file,
    keeps a cut from going too far: without it the rules allow a position that nothing leads to,
    neither the search nor loosening. That there is none proves the induction in
    ``vierfrei_pack`` for all that can be reached from here, whatever the verdict."""
    assert (kind, truth) == (VIERFREI, "near")
    found = near.gap(state, check.NEAR_AT_MOST, (None, *map(Random, range(ORDERS))))
    assert isinstance(found, int), found
    assert found


@pytest.mark.parametrize(("number", "places"), [(0, 2), (3, 1)])
def test_a_gap_is_told_and_kept(number: int, places: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no card were ever loosened with so many places free."""

    def lazy(*given: Any) -> list[Entry]:
        columns, loose = given[1].columns, given[1].loose
        found = expand(*given)
        if PLACES - len(columns) - len(loose) != places:
            return found
        return [entry for entry in found if entry[3] >> 6 & 63 != LOOSE]

    _, state, _ = check.kept(check.NEAR)[number]
    found = Count()
    check.check_near(state, found)
    assert (found.wrong, found.near) == ([], 1)
    monkeypatch.setattr(vierfrei_search, "expand", lazy)
    check.check_near(state, found)
    assert found.wrong == [check.case(VIERFREI, "near", state)]


def test_the_walk_reaches_what_the_twin_does() -> None:
    """The twin tells apart what lies in a cell and what alone in a column, the walk does so only
    with no place free."""
    rng, reached, full = chance("near and twin"), 0, 0
    while reached < 5 * FEW or full < FEW:
        state = tight(rng)
        every = near.reached(near.start_of(board_of(state)), FEW)
        if every is not None:
            assert by_the_twin(vierfrei.Twin(state)) == every.keys()
            reached += len(every)
            full += sum(place.alone is not None for place in every)


def by_the_twin(twin: vierfrei.Twin) -> set[near.Place]:
    start = settled(twin, twin.start)
    found, stack = {start}, [start]
    while stack:
        for then in twin.after(stack.pop()):
            place = settled(twin, then)
            if place not in found:
                found.add(place)
                stack.append(place)
    return {seen_from_afar(place) for place in found}


def settled(twin: vierfrei.Twin, place: vierfrei.Place) -> vierfrei.Place:
    """``place`` after all safe moves home."""
    while True:
        clubs, diamonds, hearts, spades = place[2]
        safe = home_of((clubs, diamonds, hearts, spades))[2]
        for after in twin.after(place):
            if any(
                up > height and safe >> height * 4 + suit & 1
                for suit, (height, up) in enumerate(zip(place[2], after[2], strict=True))
            ):
                place = after
                break
        else:
            return place


def seen_from_afar(place: vierfrei.Place) -> near.Place:
    columns, cells, (clubs, diamonds, hearts, spades) = place
    alone = frozenset(column[0] for column in columns if len(column) == 1)
    full = all((*columns, *cells))
    return near.Place(
        frozenset(column for column in columns if len(column) > 1),
        alone.union(*cells),
        alone if full else None,
        (clubs, diamonds, hearts, spades),
    )
