"""The number of moves: one, wherever it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.play.session import Automatic, Session
from game.rules.counting import moves_shown
from game.rules.registry import CANFIELD, VIERFREI, numbered
from game.teach.difficulty import Grade, Par, deal_sentence, won_sentence
from game.words.names import move_text
from scenes.pages.statistics_panel import PastRow
from scenes.widgets.figures import Figures
from tests.game.reading import parse_move
from tests.scenes.conftest import Clipboard
from tests.scenes.reviewing import judged, oracle
from tests.scenes.stage import CTRL, SHIFT, WON_10913, Stage, Start


def played(line: str, automatic: Automatic = Automatic.OFF, number: int = 10913) -> Session:
    """A game of these moves, as far as they are still legal."""
    session = Session(numbered(VIERFREI, number))
    for token in line.split():
        session.do(parse_move(token, VIERFREI), automatic=automatic)
    return session


@pytest.mark.parametrize("automatic", Automatic)
def test_a_card_sent_home_is_no_move_however_it_goes(automatic: Automatic) -> None:
    session = played(WON_10913, automatic)
    own = [action for action in session.actions if not action[0].text.endswith("h")]
    assert session.moves == len(own) > 9
    steps = [step for action in session.actions for step in action]
    assert sum(step.text.endswith("h") for step in steps) == session.state.cards_home > 9
    if automatic is Automatic.OFF:
        assert session.moves == 17 and len(session.actions) == 69


def test_a_run_is_one_and_cards_into_cells_are_one_each() -> None:
    session = Session(numbered(VIERFREI, 617))
    session.do(parse_move("1a", VIERFREI), parse_move("2b", VIERFREI))
    assert (session.moves, len(session.actions), session.steps_done) == (2, 1, 2)
    session.undo_action()
    assert session.moves == 0
    session.redo_action()
    assert session.moves == 2
    session.undo_step()
    assert session.moves == 1, "one of the two was taken back"
    session.redo_step()
    assert session.moves == 2
    session.restart()
    assert session.moves == 0
    session.undo_action()
    assert session.moves == 2


def test_the_safe_cards_are_none() -> None:
    session = played(WON_10913[: -3 * 12])
    before, home = session.moves, session.state.cards_home
    session.safe_cards()
    assert session.state.cards_home > home and session.moves == before


def test_in_canfield_each_action_is_one() -> None:
    session = Session(numbered(CANFIELD, 42, "hoyle"))
    while session.state.cards_home < 3:
        session.do(session.rules.home_move(session.state) or parse_move("d", CANFIELD))
    assert session.moves == len(session.actions) > 3


def test_a_won_game_has_the_same_number_everywhere(
    won: Stage, clipboard: Clipboard, tmp_path: Path
) -> None:
    assert won.strip == "Won in 17 moves, 2 over par. A very easy deal."
    assert won.standing.startswith("17 moves ")
    won.push("Copy the result")
    assert " · 17 moves · " in clipboard.text
    (kept,) = won.saved("record")["games"]
    assert (kept["actions"], kept["player_moves"], kept["par"]) == (69, 17, 15)
    won.key("F6")
    items = won.page.items
    figures = next(item for item in items if isinstance(item, Figures))
    assert ("17", "moves") in figures.cells and ("85", "steps") in figures.cells
    assert any(isinstance(one, PastRow) and "17" in one.cells for one in items)
    won.key("F6")
    won.key("s", CTRL | SHIFT)
    (page,) = tmp_path.glob("*.html")
    assert "Won in 17 moves." in page.read_text("utf-8")
    won.key("F7")
    review = won.review
    outcome = review.telling.tale(0).told[0].text
    assert outcome == "Won in 17 moves."
    texts = [review.game.position(at) for at in range(review.length + 1)]
    assert texts[1] == "Before the first move: ace of clubs to the clubs foundation"
    assert texts[-1].startswith("After move 17 of 17: ")
    assert sum(text.startswith("Move ") for text in texts) == 17
    assert [review.game.number(at) for at in (0, 1)] == [0, 1]


def test_cards_sent_home_lie_between_the_moves() -> None:
    assert move_text(0, 0, 9, "x") == "Before the first move: x"
    assert move_text(0, 1, 9, "x") == "Move 1 of 9: x"
    assert move_text(1, 1, 9, "x") == "After move 1 of 9: x"
    assert move_text(1, 4, 9, "x") == "Moves 2–4 of 9: x"


def test_a_move_that_lost_has_the_number_of_its_move(stage: Start) -> None:
    on = stage(deal=10913)
    before = WON_10913.split()[:12]
    on.play(" ".join(before))
    moves = on.session.moves
    assert 0 < moves < 12, "some went home"
    oracle(on)
    for column in range(1, 9):
        if len(on.actions) == 12:
            on.type(f"{column}d")
    assert len(on.actions) == 13
    on.key("F7")
    judged(on, "w" * 13 + "l")
    on.wait(1)
    walk = on.review.game
    assert walk.brief_result(13) == f"Lost at move {moves + 1}"
    assert walk.result(13).startswith(f"Move {moves + 1} lost the game (")
    told = [one.text for one in on.review.telling.tale(0).told]
    assert any(one.startswith(f"Move {moves + 1} lost the game (") for one in told), told
    assert f"After {moves + 1} moves, " in told[0]


def test_the_way_back_is_counted_in_moves(stage: Start) -> None:
    on = stage(deal=10913)
    on.play(" ".join(WON_10913.split()[:12]))
    done = on.session.since_restart
    on.table.guide.way_back = 9
    on.table.prompt.update()
    n = moves_shown(on.session.rules, done[-9:])
    assert 1 < n < 9
    assert on.table.strip.controls.items[-1].label == f"Take back {n} moves (T)"


def test_the_sentence_of_a_won_game() -> None:
    told = [won_sentence(45, par) for par in (None, Par(35), Par(45), Par(47))]
    assert told == [
        "Won in 45 moves.",
        "Won in 45 moves, 10 over par.",
        "Won in 45 moves, exactly par.",
        "Won in 45 moves, 2 under par.",
    ]
    assert deal_sentence(Grade.VERY_HARD) == "A very hard deal."
    assert len({deal_sentence(grade) for grade in Grade}) == len(Grade)


def test_it_has_room_in_every_window(won: Stage) -> None:
    for size in ((480, 300), (800, 600), (1920, 1080)):
        won.resize(size)
        won.app.paint()
        strip, text = won.table.strip, won.kit.text
        assert strip.rect.left >= 0 and strip.rect.right <= size[0]
        wide = text.width(strip.headline, round(15 * strip._unit(size)), True)
        assert wide <= strip.rect.width
