"""Second chances: the page, a puzzle on the table, what solves it, and what it leaves alone."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from datetime import datetime
from functools import partial

import pytest
from pygame import Rect

from game.play.session import Session
from game.play.sharing import to_text
from game.player.chances import is_solved
from game.rules.notation import parse_move
from game.rules.registry import VIERFREI, numbered
from game.solver.answer import Verdict
from game.solver.decide import decide
from game.support.records import replace
from game.support.texts import languages, texts
from game.teach.looking import Looking
from game.teach.puzzles import Puzzle, first_set
from scenes.kit.commands import Command
from scenes.menu.scene import MenuScene
from scenes.pages.past import PastRow
from scenes.style.theme import unit
from scenes.table.intents import Play
from scenes.table.light import Light
from scenes.table.puzzle import PuzzleScene
from tests.scenes.fitting import SIZES, overlapping, seen_whole
from tests.scenes.oracle import Oracle
from tests.scenes.reviewing import judged, matches, reviewed, weigh
from tests.scenes.stage import CTRL, Stage, Start

WON, LOST = Verdict.WINNABLE, Verdict.LOST


@pytest.fixture
def on(stage: Start) -> Iterator[Stage]:
    """A game in hand after one move, and a solver that answers by request."""
    found = stage()
    found.type("58")
    found.kit.solver = Oracle()
    yield found


def kept(on: Stage) -> dict[str, bytes]:
    """Return what all files but the options hold."""
    on.storage.flush()
    files = [path for path in on.home.rglob("*") if path.is_file()]
    return {path.name: path.read_bytes() for path in files if path.name != "settings.json"}


def rows(on: Stage) -> list[PastRow]:
    assert on.panel is not None
    return [item for item in on.panel.page.items if isinstance(item, PastRow)]


def chosen(on: Stage, number: int = 0) -> PuzzleScene:
    """Choose a puzzle of the page."""
    if on.panel is None:
        on.app.director.run(Command.CHANCES)
    rows(on)[number].press()
    return shown(on)


def shown(on: Stage) -> PuzzleScene:
    scene = on.app.director.scene
    assert isinstance(scene, PuzzleScene), "no puzzle is shown"
    return scene


def oracle(on: Stage) -> Oracle:
    assert isinstance(on.kit.solver, Oracle)
    return on.kit.solver


def play(on: Stage, tokens: str) -> None:
    for token in tokens.split():
        assert on.table.do(Play(parse_move(token, on.table.deal.kind.notation))), token
        on.follow()


def answer(on: Stage, verdict: Verdict) -> None:
    """Have the solver judge the position on the table."""
    oracle(on).answer(verdict)
    on.wait(0.1)


def winning(puzzle: Puzzle) -> str:
    """Return a line that wins from the puzzle."""
    found = decide(puzzle.deal, puzzle.state(), time_limit=5)
    return " ".join(move.text for move in found.moves)


def test_the_page_is_never_empty(stage: Start) -> None:
    on = stage(game=None)
    menu = on.app.director.scene
    assert isinstance(menu, MenuScene)
    on.push("Second chances")
    assert len(rows(on)) == 40
    head = rows(on)[0].game
    first = first_set()[0]
    assert head.cells[0] == "1 of 5" and head.cells[1] == str(first.deal.number)
    assert head.cells[2] == f"{first.kept} of {first.of}" and head.cells[3] == str(first.depth)
    assert head.spoken.endswith("not solved") and not head.won


def test_the_position_lies_on_the_table(on: Stage) -> None:
    scene = chosen(on)
    puzzle = first_set()[0]
    assert on.panel is None and on.state == puzzle.state()
    assert scene.short_title == f"Second chance {puzzle.deal.number}"
    assert on.strip.startswith("You to play: it can still be won here. 11 of 12 moves keep the win")
    assert on.strip in " ".join(on.lines) and not on.settings.light
    assert scene.guide.light is Light.NOT_KNOWN or oracle(on).wished == on.state
    answer(on, WON)
    assert scene.guide.light is Light.CAN_WIN
    on.check()


def test_undo_and_restart_go_to_its_start_and_not_before(on: Stage) -> None:
    puzzle = chosen(on).puzzle
    play(on, puzzle.lost_by)
    on.key("z", CTRL)
    assert on.state == puzzle.state()
    plings = on.plings
    on.key("z", CTRL)
    on.key("F3")
    assert on.state == puzzle.state() and on.plings == plings + 2
    play(on, puzzle.lost_by)
    on.key("F3")
    assert on.state == puzzle.state()


def test_the_light_answers_each_try(on: Stage) -> None:
    puzzle = chosen(on).puzzle
    answer(on, WON)
    on.lines.clear()
    play(on, puzzle.lost_by)
    answer(on, LOST)
    assert on.strip == "This cannot be won any more: undo, or try again."
    assert any(on.strip in line for line in on.lines)
    on.push("Try again (F3)")
    on.wait(0.1)
    assert on.strip.startswith("You to play: it can") and on.state == puzzle.state()
    assert not is_solved(on.settings, puzzle)


def test_it_is_solved_once_it_is_won(on: Stage) -> None:
    puzzle = chosen(on).puzzle
    play(on, winning(puzzle))
    on.settle()
    assert on.strip == "Solved: the game is won."
    on.key("escape")
    assert is_solved(on.settings, puzzle)
    assert rows(on)[0].game.won and rows(on)[0].game.spoken.endswith(", solved")
    assert on.saved("settings")["solved"] == [puzzle.key]


def test_or_once_it_can_be_won_after_as_many_moves(on: Stage) -> None:
    """One move fewer, or a position that is lost, is not enough."""
    puzzle = replace(first_set()[0], depth=3)
    on.app.director.panels.chances.begin(puzzle, lambda: None)
    moves = 0
    for token in winning(puzzle).split():
        play(on, token)
        moves += token[1] != "h"
        assert not is_solved(on.settings, puzzle)
        answer(on, LOST if moves == 3 else WON)
        if moves == 3:
            break
    assert on.strip.startswith("This cannot be won") and not is_solved(on.settings, puzzle)
    oracle(on).tell(on.table.deal, on.state, WON)
    on.table.restyle()
    on.wait(0.1)
    assert on.strip.startswith("Solved: after as many moves")
    assert is_solved(on.settings, puzzle)


def test_a_card_to_and_fro_gets_nowhere(on: Stage) -> None:
    puzzle = replace(first_set()[0], depth=3)
    on.app.director.panels.chances.begin(puzzle, lambda: None)
    free = next(cell for cell in "abcd" if not on.cards(cell))
    for number in range(8):
        oracle(on).tell(on.table.deal, on.state, WON)
        play(on, f"{free}4" if number % 2 else f"4{free}")
        on.wait(0.1)
    assert on.strip == "It can still be won." and not is_solved(on.settings, puzzle)


def test_the_solution_is_shown_on_asking_and_solves_nothing(on: Stage) -> None:
    puzzle = chosen(on).puzzle
    kind = on.table.deal.kind
    line = [parse_move(token, kind.notation) for token in winning(puzzle).split()]
    oracle(on).tell(on.table.deal, on.state, WON, line)
    on.key("F5")
    on.wait(30)
    assert on.session.won and on.strip.startswith("This was the solution.")
    assert not is_solved(on.settings, puzzle) and not on.kit.record.entries
    on.push("Try again (F3)")
    play(on, winning(puzzle))
    on.wait(0.1)
    assert is_solved(on.settings, puzzle), "another try, without it"


def test_nothing_of_it_is_kept(on: Stage) -> None:
    session, data, before = on.session, on.session.to_data(), kept(on)
    options = {**on.settings.to_data(), "solved": ()}
    puzzle = chosen(on).puzzle
    play(on, winning(puzzle))
    on.key("F3")
    play(on, winning(puzzle))
    on.key("escape")
    on.app.director.close_panel()
    assert on.session is session and on.session.to_data() == data
    assert kept(on) == before and not on.kit.record.entries
    assert {**on.settings.to_data(), "solved": ()} == options
    on.type("26")
    on.check()


def test_nothing_but_leaving_leads_out(on: Stage) -> None:
    scene = chosen(on)
    for key in ("F1", "F2", "F6", "F7"):
        on.key(key)
        assert shown(on) is scene and on.panel is None, key
    assert on.plings == 4
    on.push("Leave (Esc)")
    assert on.panel is not None and on.session.deal.number == 617


def test_the_next_one_is_one_that_is_not_solved(on: Stage) -> None:
    first, second, third = first_set()[:3]
    on.settings.solved = (second.key,)
    chosen(on)
    on.key("n")
    assert shown(on).puzzle is third
    on.settings.solved = tuple(one.key for one in first_set()[1:])
    on.key("n")
    assert shown(on).puzzle is first, "around to the beginning"


def test_a_hint_leads_back_but_not_to_the_review(on: Stage) -> None:
    puzzle = chosen(on).puzzle
    deal = on.table.deal
    oracle(on).tell(deal, on.state, WON)
    play(on, puzzle.lost_by)
    oracle(on).tell(deal, on.state, LOST)
    on.key("F4")
    on.wait(0.1)
    assert [one.label for one in on.table.strip.controls.items] == ["Back by 1 move"]
    on.push("Back by 1 move")
    assert on.state == puzzle.state()


def test_ticks_survive_what_is_damaged(on: Stage) -> None:
    """A damaged list of ticks is lost alone."""
    on.settings.solved = ("0ef8aa04aa16",)
    assert type(on.settings).from_data(on.settings.to_data() | {"solved": ["a"]}).solved == ("a",)
    found = type(on.settings).from_data(on.settings.to_data() | {"solved": "x", "volume": 5})
    assert found.solved == () and found.unread == ("solved",) and found.volume == 5


@pytest.mark.parametrize("size", [(480, 300), (640, 480), (700, 1000), (3840, 2160)])
def test_every_sentence_is_seen_whole(size: tuple[int, int], stage: Start) -> None:
    on = stage(game=None, size=size)
    on.kit.solver = Oracle()
    for language in languages():
        texts.use(language)
        scene = chosen(on)
        strip = scene.strip
        strip.lie_at_foot(size)
        assert strip._rows_of(strip.words, strip._unit(size), strip._words_room.width), strip.words
        on.app.paint()
        on.key("escape")


def test_each_puzzle_has_a_name_of_its_own() -> None:
    keys = [puzzle.key for puzzle in first_set()]
    assert len(set(keys)) == 40 and keys[0] == first_set()[0].key
    assert all(puzzle.deal.game == VIERFREI for puzzle in first_set())


# -- the player's own games ------------------------------------------------------------------------


LOSING = "1a 2b 3c 4d"
"""Deal 21 until all cells are full; the third move loses it."""


def lost_games(on: Stage, *deals: int) -> None:
    """Play these deals a little, and give each up."""
    for deal in deals:
        on.app.director.play_again(numbered(VIERFREI, deal))
        on.type(LOSING)
    on.app.director.play_again(numbered(VIERFREI, 617))


def found(on: Stage, deal: int, kept: int, of: int = 11) -> Puzzle:
    """Answer the job under way with a puzzle."""
    puzzle = Puzzle(numbered(VIERFREI, deal), ("1a", "2b"), "3c", kept, of, 30)
    oracle(on).bring((puzzle,), last=True)
    on.wait(0.1)
    return puzzle


def words(on: Stage) -> str:
    assert on.panel is not None
    return " ".join(line for item in on.panel.page.items for line in item.spoken)


def test_lost_moments_of_own_games_come_first(on: Stage) -> None:
    """The newest day first, of a day the narrowest, each position once; games are looked through
    latest first, and each but once."""
    for day, deal in enumerate((21, 22, 21, 23), 1):
        on.kit.now = partial(datetime, 2026, 3, max(2, day), 12)
        on.app.director.desks.of(VIERFREI)._now = on.kit.now
        lost_games(on, deal)
    on.app.director.run(Command.CHANCES)
    on.wait(0.1)
    assert "From your own games Looking through lost games: 1 of 5" in words(on)
    today, middle, narrow = found(on, 23, 9), found(on, 21, 5), found(on, 22, 3)
    assert "5 of 5" in words(on), "the other game of deal 21 is known"
    oracle(on).bring((), last=True)
    on.wait(0.1)
    assert "Looking" not in words(on) and len(rows(on)) == 43
    assert [row.game.cells[:3] for row in rows(on)[:3]] == [
        ("today", "23", "9 of 11"),
        ("yesterday", "21", "5 of 11"),
        ("2 March", "22", "3 of 11"),
    ]
    rows(on)[0].press()
    for puzzle in (today, middle, narrow, first_set()[0]):
        assert shown(on).puzzle == puzzle
        on.key("n")
    on.key("escape")
    assert len(rows(on)) == 43 and len(oracle(on).jobs) == 4


def test_of_one_day_the_narrowest_comes_first(on: Stage) -> None:
    lost_games(on, 21, 22, 23)
    on.app.director.run(Command.CHANCES)
    on.wait(0.1)
    for deal, kept in ((23, 5), (22, 9), (21, 2)):
        found(on, deal, kept)
    assert [row.game.cells[1] for row in rows(on)[:3]] == ["21", "23", "22"]


def test_a_game_that_cannot_be_looked_through_is_passed_over(on: Stage) -> None:
    lost_games(on, 21)
    solver = oracle(on)
    on.app.director.run(Command.CHANCES)
    for _ in range(2):
        on.wait(0.1)
        solver._done.update(solver.jobs)
    on.wait(0.1)
    assert "Looking" not in words(on) and len(rows(on)) == 40


def test_the_solver_finds_a_lost_moment() -> None:
    game = Session(numbered(VIERFREI, 21))
    for token in LOSING.split():
        game.do(parse_move(token, game.deal.kind.notation))
    job = Looking(VIERFREI, None, to_text(game))
    (answer,) = job.run(lambda: False)
    assert [(one.before, one.lost_by) for one in answer] == [(("1a", "2b"), "3c")]
    assert pickle.loads(pickle.dumps((job, answer))) == (job, answer)
    assert not list(job.run(lambda: True)), "what was called off is not taken for an answer"


# -- from the review -------------------------------------------------------------------------------


AGAIN = "Try again from here"


def test_a_losing_move_can_be_tried_again_from_the_review(stage: Start) -> None:
    on = reviewed(stage, size=(1280, 800))
    data, before = on.review.session.to_data(), kept(on)
    margin = weigh(on, 2, 4)
    on.wait(1)
    labels = [one.label for one in on.review.frame.controls.items]
    assert AGAIN not in labels, "not at the end of the game"
    on.review.to_the_loss()
    on.push(AGAIN)
    puzzle = shown(on).puzzle
    assert (puzzle.before, puzzle.lost_by) == (("1a", "2b"), "3c")
    assert (puzzle.kept, puzzle.of, puzzle.depth) == (4, len(margin), 1)
    assert on.state == puzzle.state() and "Next (N)" not in [
        one.label for one in on.table.strip.controls.items
    ]
    play(on, "3c")
    on.key("n")
    assert on.plings == 1, "there is no next one"
    on.key("escape")
    review = on.review
    assert on.app.director.review is review and review.at == 2 and matches(on)
    assert review.session.to_data() == data and kept(on) == before
    on.app.paint()
    on.key("escape")
    assert on.actions == ["1a", "2b", "3c", "4d"]


def test_the_key_does_the_same_and_only_there(stage: Start) -> None:
    on = reviewed(stage)
    on.key("t")
    assert on.plings == 1 and on.review
    weigh(on, 2, 4)
    on.wait(1)
    on.review.go(3)
    on.key("t")
    assert shown(on).puzzle.lost_by == "3c"


def test_a_game_begun_again_is_tried_from_its_own_loss(stage: Start) -> None:
    on = stage()
    on.kit.solver = Oracle()
    on.type("58")
    on.key("F3")
    on.type("1a 2b 3c 4d")
    on.key("F7")
    judged(on, "wwwwwll")
    weigh(on, 4, 4)
    on.wait(1)
    on.review.go(4)
    moment = on.review.lost_moment
    assert moment is not None and (moment.before, moment.lost_by) == (("1a", "2b"), "3c")
    assert moment.state() == on.review.state


@pytest.mark.parametrize("size", SIZES)
def test_the_button_has_room(size: tuple[int, int], stage: Start) -> None:
    on = reviewed(stage, size=size)
    weigh(on, 2, 4)
    on.wait(1)
    on.review.to_the_loss()
    frame, scale = on.review.frame, unit(size, 1.0)
    assert not overlapping(frame.controls.items)
    for control in frame.controls.items:
        assert Rect((0, 0), size).contains(control.rect)
    (again,) = (one for one in frame.controls.items if one.label == AGAIN)
    assert seen_whole(again, on.kit.text, scale)
    on.app.paint()
