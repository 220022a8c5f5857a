"""Tests that messages and decisions cover no card."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from pygame import Rect

from game.art.drawings import index_side
from game.core.state import RESERVE, STOCK, Transfer, columns
from game.play.game_text import from_text
from game.rules.registry import VIERFREI
from scenes.style.theme import line_height
from tests.scenes.fitting import overlapping
from tests.scenes.layouts import SIZES, Case, Size, every_case
from tests.scenes.stage import WON_10913, Stage, staged
from tests.seed import a_few

WINDOWS: list[Size] = [(480, 300), (800, 600), (600, 900), (1280, 800)]
every_window = pytest.mark.parametrize(
    "size", a_few(WINDOWS, 2, "foot", always=WINDOWS[:1]), ids=lambda size: "x".join(map(str, size))
)
REFUSED = "Only 2 cards can move there now."
LONG = "The former game counts as given up; one undo brings it back, and all that was played in it."


def with_19(at: int) -> str:
    """Return a board with 19 cards, the maximum, in the column at index ``at``."""
    run = ["KS", "QH", "JS", "TH", "9S", "8H", "7S", "6H", "5S", "4H", "3S", "2H", "AS"]
    rest = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK" if rank + suit not in run]
    board = [rest[6 + number :: 7] for number in range(7)]
    board.insert(at, rest[:6] + run)
    return "\n".join(": " + " ".join(column) for column in board)


def lay_out(stage: Stage, lengths: tuple[int, ...]) -> None:
    """Lengthen Canfield's columns to these ``lengths`` with cards from the stock."""
    stock = list(stage.state[STOCK])
    moved = [
        Transfer(stock.pop(), STOCK, column)
        for column, length in zip(columns(4), lengths, strict=True)
        for _ in range(length - 1)
    ]
    stage.session.layout = stage.state.apply(moved)
    stage.session.actions.clear()
    stage.table.animator.settle(stage.state)
    stage.table.position_changed()
    stage.wait(0.5)


@pytest.fixture(params=[(None, 3), (None, 7), ("hoyle", 0), ("casino", 2)])
def long_column(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stage]:
    """A stage with one very long column."""
    rules, at = request.param
    with staged(tmp_path, game="canfield" if rules else VIERFREI, deal=42, rules=rules) as stage:
        if rules:
            stage.type("ip" if rules == "casino" else "")
            lay_out(stage, tuple(15 if place == at else 5 for place in range(4)))
        else:
            stage.table.desk.begin(from_text(with_19(at), VIERFREI, None).deal)
            stage.table.new_session(stage.table.desk.session, deal_out=False)
            stage.wait(0.5)
        yield stage


def cards(stage: Stage) -> list[Rect]:
    layout, state = stage.table.layout, stage.state
    return [layout.covered(p, len(state[p])) for p in stage.table.rules.piles if state[p]]


def painted(stage: Stage) -> list[Rect]:
    """Paint the scene; return the areas that the strip and the message cover."""
    stage.app.director.invalidate()
    stage.app.paint()
    strip, message = stage.table.strip, stage.table.message
    shown = (strip, strip.is_visible), (message, message.text)
    return [one.rect for one, is_shown in shown if is_shown]


def assert_clear(stage: Stage) -> None:
    covered = painted(stage)
    assert covered
    for rect in covered:
        assert Rect((0, 0), stage.window.size).contains(rect)
        assert rect.collidelist(cards(stage)) < 0, (stage.window.size, rect)


@every_window
def test_messages_and_decisions_cover_no_card(long_column: Stage, size: Size) -> None:
    on, table = long_column, long_column.table
    on.resize(size)
    on.wait(0.5)
    before = table.layout.slots
    for words in (REFUSED, LONG):
        table.message.show(words)
        assert_clear(on)
    if size == (480, 300) and len(on.state[columns(4)[3]]) == 19:
        line = table.message.rect
        assert line.height > line_height(size, 1.0) and line.centerx != 240, "beside the column"
    table.message.clear()
    table.guide.actions_to_undo = 12
    table.prompt.update()
    on.wait(0.5)
    assert table.strip.at_foot
    assert_clear(on)
    if table.layout.step == 0:
        assert table.layout.slots == before, "only the columns make room"
    table.message.show(REFUSED)
    assert_clear(on)


@every_window
@pytest.mark.parametrize("kind", ["stopped", "won", "question"])
def test_a_decision_has_room_in_every_window(tmp_path: Path, kind: str, size: Size) -> None:
    stopped = kind == "stopped"
    given = {"game": "canfield", "deal": 42, "rules": "casino"} if stopped else {"deal": 10913}
    with staged(tmp_path, size=size, **given) as stage:
        if stopped:
            stage.type("ip")
            lay_out(stage, (15, 5, 7, 2))
            stage.type("x")
        else:
            stage.play(WON_10913) if kind == "won" else stage.type("4h 8h 26 76 72 7h")
        stage.wait(2)
        if kind != "won":
            assert_clear(stage)
        strip = stage.table.strip
        controls = strip.controls.items
        labels = [control.label for control in controls]
        assert ("Review (F7)" in labels) is (kind != "question")
        assert Rect((0, 0), size).contains(strip.rect) and not overlapping(controls)
        for control in controls:
            assert strip.rect.contains(control.rect) and min(control.rect.size) >= 32
        # Columns to one side, as in Canfield, don't push it against the side of the window.
        third = size[0] // 3
        for left in (0, 2 * third):
            strip.place_in(Rect(left, size[1] // 3, third, size[1] // 3), size)
            assert min(strip.rect.left, size[0] - strip.rect.right) >= 4


@pytest.mark.parametrize("size", [(480, 300), (600, 1400), (1280, 800)])
@pytest.mark.parametrize("look", ["green", "1993"])
def test_a_refusal_is_shown_beside_the_pile(tmp_path: Path, size: Size, look: str) -> None:
    """The message covers none of the pile's cards, and disappears by itself."""
    with staged(tmp_path, size=size) as stage:
        stage.choose_look(look)
        stage.type("3a")
        for source, target in (("4", "6"), ("5", "a"), ("4", "h:C"), ("4", "typed 6")):
            if target.startswith("typed"):
                target = target[-1]
                stage.type(source + target)
            else:
                stage.carry(source, target)
            assert stage.message and stage.lines[-1] == stage.message
            rect, table, pile = painted(stage)[-1], stage.table, stage.pile(target)
            held = table.layout.covered(pile, len(stage.state[pile]))
            assert Rect(0, table.layout.top, size[0], size[1]).contains(rect)
            assert not rect.colliderect(held)
            spot = table.anchor(pile).at
            far = rect.inflate(2 * table.layout.card[0], 2 * table.layout.card[1])
            assert far.colliderect(spot), (rect, spot)
            stage.wait(5)
            assert not stage.message


def test_messages_and_decisions_are_near_the_cards_in_a_tall_window(tmp_path: Path) -> None:
    with staged(tmp_path, game="canfield", deal=42, rules="casino", size=(600, 1400)) as stage:
        stage.type("ip")
        stage.wait(0.5)
        strip, high = stage.table.strip, stage.table.layout.card[1]
        lowest = max(rect.bottom for rect in cards(stage))
        assert lowest < strip.rect.top < strip.rect.bottom < lowest + 2 * high
        lay_out(stage, (9, 7, 6, 3))
        lowest = max(rect.bottom for rect in cards(stage))
        assert lowest < strip.rect.top < lowest + 3 * high
        before = strip.rect.copy()
        lay_out(stage, (10, 7, 6, 3))
        assert strip.rect == before, "it does not follow each card"
    with staged(tmp_path, size=(600, 1400)) as stage:
        stage.table.message.show("Saved.")
        (rect,) = painted(stage)
        lowest = max(one.bottom for one in cards(stage))
        assert lowest < rect.top and rect.bottom < lowest + 120


@every_case
def test_there_is_room_for_a_message_below_all_cards(case: Case) -> None:
    for size in SIZES:
        if case.strip:
            continue
        for layout in case.steps(size):
            # The dealt cards alone fill a low window, as do cards of the smallest size.
            needed = case.game == VIERFREI and not layout.step and layout.capacity < 10
            if not needed and layout.card[0] > 31:
                assert layout.floor <= size[1] - line_height(size, 1.0), (size, layout)
        if size[0] < 1.65 * size[1] and size[1] >= 480:
            assert case.steps(size)[0].floor <= size[1] - line_height(size, 1.0), size


@pytest.mark.parametrize("size", [(480, 300), (640, 480), (1280, 800)])
def test_the_count_on_a_pile_leaves_the_lower_index_visible(tmp_path: Path, size: Size) -> None:
    with staged(tmp_path, game="canfield", deal=42, size=size) as stage:
        stage.app.paint()
        face = stage.table.painter.faces.face(stage.state[RESERVE][-1])
        rect = stage.table.layout.slot(RESERVE)
        corner = Rect(0, 0, int(rect.width * index_side()) - 3, int(rect.height * 0.14))
        corner.bottomright = rect.width - 2, rect.height - 2
        for x, y in product(range(corner.left + 1, corner.right), range(corner.top, corner.bottom)):
            seen = stage.window.surface.get_at((rect.left + x, rect.top + y))
            assert seen[:3] == face.get_at((x, y))[:3] or face.get_at((x, y))[3] < 255, (x, y)
