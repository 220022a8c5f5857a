"""The review of a lost game opens at the move that lost it, and T tries again from anywhere."""

from __future__ import annotations

import pytest

from tests.scenes.oracle import Oracle
from tests.scenes.reviewing import LOSING, WON, judged, matches, oracle, weigh
from tests.scenes.stage import SHIFT, Stage, Start
from tests.scenes.trying import shown


def opened(start: Start, *, moves: str = LOSING, **given: object) -> Stage:
    """A review just opened, by a solver that knows nothing yet."""
    on = start(**given)
    oracle(on)
    on.type(moves)
    on.key("F7")
    return on


def oracle_of(on: Stage) -> Oracle:
    return on.oracle


GAMES = pytest.mark.parametrize(
    "given",
    [
        {},
        *(
            {"moves": "dddd" if rules != "casino" else "ipdd", "game": "canfield", "deal": 42}
            | {"rules": rules}
            for rules in ("hoyle", "xpat2", "casino", "aisleriot")
        ),
    ],
    ids=["vierfrei", "hoyle", "xpat2", "casino", "aisleriot"],
)


@GAMES
def test_it_opens_at_the_move_that_lost_it(stage: Start, given: dict[str, object]) -> None:
    on = opened(stage, **given)
    assert on.review.at == 4
    judged(on, "wwwll")
    on.wait(0.1)
    assert on.review.at == 2 and matches(on)
    on.key("end")
    on.wait(1)
    assert on.review.at == 4, "only once"


@pytest.mark.parametrize("act", ["key", "button", "wheel", "click"])
def test_whoever_has_moved_is_left_alone(stage: Start, act: str) -> None:
    on = opened(stage)
    on.wait(0.1)
    if act == "key":
        on.keys("left", "right")
    elif act == "button":
        on.click(on.review.frame._back.rect.center)
    elif act == "wheel":
        on.wheel(1)
    else:
        on.click((500, 640))
    at = on.review.at
    judged(on, "wwwll")
    on.wait(1)
    assert on.review.at == at


@pytest.mark.parametrize(
    ("verdicts", "moves"),
    [("wwwww", LOSING), ("lllll", LOSING), ("w???l", LOSING)],
    ids=["not lost", "never won", "unknown"],
)
def test_any_other_game_opens_at_its_end(stage: Start, verdicts: str, moves: str) -> None:
    on = opened(stage, moves=moves)
    judged(on, verdicts)
    on.wait(0.5)
    assert on.review.at == 4
    on.key("t")
    on.wait(0.5)
    assert on.review.at == 4 and on.plings == 1
    words = {
        "wwwww": "This game was not lost.",
        "lllll": "This deal can't be won.",
        "w???l": "It's unknown which move lost this game.",
    }
    assert on.review.line.text == words[verdicts]


def test_where_the_loss_was_taken_back_it_stays(on: Stage) -> None:
    oracle(on)
    on.type(LOSING)
    for _ in range(3):
        on.key("z", 64)
    on.key("F7")
    judged(on, "wwwll")
    on.wait(0.5)
    assert on.review.at == 1


@pytest.mark.parametrize("at", range(5))
def test_t_looks_for_it_and_goes(stage: Start, at: int) -> None:
    on = opened(stage)
    on.review.go(at)
    on.key("t")
    assert on.review.line.text == "Lost. Looking for the last winnable position …"
    judged(on, "wwwll")
    oracle_of(on).weighing = True
    on.wait(0.1)
    assert on.review.at == 2
    weigh(on, 2, 4)
    on.wait(0.2)
    assert shown(on).puzzle.lost_by == "3c"
    on.key("escape")
    on.wait(0.5)
    assert on.review.at == 2 and matches(on)


def test_another_input_calls_it_off(stage: Start) -> None:
    on = opened(stage)
    on.key("t")
    on.key("home")
    assert not on.review.line.text
    judged(on, "wwwll")
    weigh(on, 2, 4)
    on.wait(0.5)
    assert on.review.at == 0


@pytest.mark.parametrize("mod", [0, SHIFT])
def test_where_cards_are_hidden_t_shows_it(stage: Start, mod: int) -> None:
    on = reviewed_canfield(stage)
    assert on.review.at == 4
    on.key("t", mod)
    assert on.review.at == 2 and matches(on)
    assert on.review.line.text.startswith("Enter plays on from here")
    on.key("return")
    assert on.actions == ["d", "d"]


def reviewed_canfield(start: Start) -> Stage:
    on = opened(start, moves="dddd", game="canfield", deal=42, rules="hoyle")
    judged(on, "wwwll")
    on.key("end")
    return on


def test_t_leaves_the_best_line_first(lost: Stage) -> None:
    margin = weigh(lost, 2, 4)
    lost.review.go(1)
    oracle_of(lost).tell(lost.review.deal, lost.review.state, WON, margin.line)
    lost.key("F5")
    lost.wait(0.1)
    lost.key("t")
    lost.wait(0.2)
    assert shown(lost).puzzle.lost_by == "3c"
