"""The review's cards are as large as the position that is looked at allows."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from game.core.state import columns
from game.player.settings import Speed
from game.rules.notation import parse_board
from game.rules.registry import VIERFREI, Deal
from scenes.review.walks import PATIENCE, Rooms, room_needed
from tests.each import each
from tests.scenes.reviewing import matches
from tests.scenes.stage import Stage
from tests.scenes.test_cards_fit import BOARD

FIRST = columns(8)[0]
GROWING = "21 31 41 51 61 71"
"""The first column of the board grows from 9 cards to 15."""


@pytest.fixture
def reviewing(stage: Callable[..., Stage]) -> Stage:
    """The review of a game whose last positions need small cards, at its last position."""
    on = stage(size=(1200, 800))
    on.table.new_deal(Deal(VIERFREI, board=parse_board(BOARD)))
    on.settle()
    on.play(GROWING)
    on.key("F7")
    on.wait(0.1)
    return on


def test_only_a_position_with_a_long_column_has_small_cards(reviewing: Stage) -> None:
    review, steps = reviewing.review, []
    for at in [*range(7), *reversed(range(7))]:
        review.go(at)
        reviewing.wait(0.1)
        assert len(review.state[FIRST]) <= review.layout.capacity
        assert review.layout is review.groups.layout is review.painter.layout
        assert review.layout.size == review.host.size and matches(reviewing)
        steps.append(review.layout.step)
    assert steps[0] == steps[-1] == 0 < steps[6], "the start needs no small cards"
    assert steps[:7] == steps[:6:-1] == sorted(steps[:7]), "whichever way one came"


def test_a_column_that_is_long_to_and_fro_does_not_change_the_size_each_time() -> None:
    to_and_fro = [7, 7, 14, 13, 12, 13, 14, 12, 14]
    assert room_needed(to_and_fro) == [7, 7] + 7 * [14]
    assert room_needed([*to_and_fro, 9, 8]) == [7, 7] + 7 * [14] + [9, 8]
    apart = [14, *[9] * PATIENCE, 14]
    assert room_needed(apart) == apart, "so long a part has larger cards of its own"
    assert room_needed([14, *[9] * (PATIENCE - 1), 14]) == [14] * (PATIENCE + 1)
    assert room_needed([5]) == [5]


def test_stepping_across_a_boundary_changes_the_size_once(reviewing: Stage) -> None:
    review = reviewing.review
    reviewing.settings.speed = Speed.OFF
    review.go(0)
    reviewing.wait(0.1)
    large, sizes = review.layout, []
    for name in [*["right"] * 6, *["left", "right"] * 4, *["left"] * 6]:
        reviewing.key(name)
        reviewing.wait(0.1)
        sizes.append(review.layout.card)
        assert len(review.state[FIRST]) <= review.layout.capacity
    assert sizes == sorted(sizes, reverse=True) and sizes[-1] < large.card, "it only shrinks"
    assert review.at == 0
    reviewing.keys("end", "home")
    reviewing.wait(0.1)
    assert review.layout == large, "a jump has the cards as large as the position allows"


def test_steps_keep_the_size_until_no_longer_column_is_near() -> None:
    rooms = Rooms([14, *[9] * 3 * PATIENCE, 14])
    room, seen = rooms.jump(0), []
    for at in range(1, 3 * PATIENCE + 2):
        room = rooms.step(at, room)
        seen.append(room)
    assert seen == [*[14] * PATIENCE, *[9] * 2 * PATIENCE, 14]
    for at in (3 * PATIENCE, 3 * PATIENCE + 1, 3 * PATIENCE):
        room = rooms.step(at, room)
        assert room == 14


@each("seed", range(20))
def test_there_is_never_too_little_room_and_no_more_than_is_needed_near_by(seed: int) -> None:
    draw = random.Random(seed)
    longest = [draw.randint(5, 15) for _ in range(draw.randint(1, 60))]
    needed = room_needed(longest)
    for at, room in enumerate(needed):
        near = longest[max(0, at - PATIENCE) : at + PATIENCE]
        assert longest[at] <= room <= max(near)


def test_the_same_size_is_not_laid_anew(reviewing: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    review, laid = reviewing.review, []
    review.go(0)
    reviewing.wait(0.1)
    monkeypatch.setattr(review, "lie", laid.append)
    for at in (1, 0):
        review.go(at)
        reviewing.wait(0.1)
    assert not laid


def test_a_change_of_size_leaves_no_card_behind(reviewing: Stage) -> None:
    review = reviewing.review
    review.go(0)
    reviewing.wait(0.1)
    wide = review.layout.card[0]
    reviewing.settings.speed = Speed.NORMAL
    for at, way in ((6, -1), (0, 1)):
        review.go(at)
        widths = [review.painter.layout.card[0]]
        for _ in range(100):
            reviewing.app.advance(0.02)
            reviewing.app.paint()
            assert matches(reviewing)
            assert review.layout is review.painter.layout is review.groups.layout
            widths.append(review.layout.card[0])
        assert widths == sorted(widths)[::way] and len(set(widths)) == 2
        assert not review.moving
    assert review.layout.card[0] == wide
