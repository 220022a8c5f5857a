"""Tests of second chances: the page, the table and the puzzles."""

from __future__ import annotations

import pickle
from datetime import datetime
from functools import partial

import pytest
from pygame import Rect

from game.play.game_text import to_text
from game.play.saved_games import saved_text
from game.play.session import Session
from game.rules.notation import parse_move
from game.rules.registry import VIERFREI, numbered
from game.solver.answer import decide
from game.support.texts import languages, texts
from game.teach.puzzles import FindPuzzles, Puzzle, shipped_puzzles
from game.teach.standing import Light
from scenes.kit.commands import Command
from scenes.pages.second_chances import Boards
from scenes.table.exercise_scenes import PuzzleScene
from scenes.widgets.controls import Control
from tests.scenes.guide.asking import answer
from tests.scenes.reviewing import LOSING, LOST, WON, judged, matches, reviewed, weigh
from tests.scenes.stage import Point, Stage, Start
from tests.seed import a_few


def boards(on: Stage) -> list[tuple[Puzzle, Control]]:
    """Return each puzzle on the page, with its control."""
    items = on.items(Boards)
    puzzles = [puzzle for item in items for puzzle, _ in item.boards]
    return list(zip(puzzles, (one for item in items for one in item.controls), strict=True))


def chosen(on: Stage, number: int = 0) -> PuzzleScene:
    """Open a puzzle on the page, and return its scene."""
    if on.panel is None:
        on.app.director.run(Command.CHANCES)
    boards(on)[number][1].action()
    return shown(on)


def shown(on: Stage) -> PuzzleScene:
    scene = on.app.director.scene
    assert isinstance(scene, PuzzleScene), "no puzzle is shown"
    return scene


def play(on: Stage, tokens: str) -> None:
    for token in tokens.split():
        assert on.table.play(on.parse(token)), token


@pytest.fixture
def on(stage: Start) -> Stage:
    """A stage after one move; its solver answers only when told to."""
    found = stage()
    found.type("58")
    return found


def winning(puzzle: Puzzle) -> str:
    found = decide(puzzle.deal, puzzle.state(), time_limit=5)
    return " ".join(move.text for move in found.moves)


def test_a_puzzle_is_chosen_tried_and_won(stage: Start) -> None:
    on = stage(game=None)
    on.push("Second chances")
    assert len(boards(on)) == 40 == len({puzzle.key for puzzle in shipped_puzzles()})
    puzzle, control = boards(on)[0]
    assert puzzle is shipped_puzzles()[0] and control.label == f"Vierfrei {puzzle.deal.number}"
    assert control.spoken == f"{control.label}, eleven winning moves of twelve, not solved"
    scene = chosen(on)
    assert on.panel is None and on.state == puzzle.state()
    assert scene.short_title == f"Second chance {puzzle.deal.number}"
    assert on.strip.startswith("Your move: it can still be won. 11 of 12 moves win")
    assert on.strip in " ".join(on.lines) and not on.settings.light
    answer(on, WON)
    assert scene.guide.light is Light.CAN_WIN
    on.check()
    play(on, puzzle.lost_by)
    on.keys("ctrl+z", "ctrl+z", "F3")
    assert on.state == puzzle.state() and on.plings == 2, "nothing was before"
    on.lines.clear()
    play(on, puzzle.lost_by)
    answer(on, LOST)
    assert on.strip == "This position is lost. Undo, or try again."
    assert any(on.strip in line for line in on.lines)
    on.key("F4")
    on.wait(0.1)
    (back,) = [one.label for one in on.table.strip.controls.items]
    on.push(back)
    assert back == "Take back 1 move (T)" and on.state == puzzle.state()
    play(on, puzzle.lost_by)
    on.push("Try again (F3)")
    on.wait(0.1)
    assert on.strip.startswith("Your move: it can") and on.state == puzzle.state()
    assert puzzle.key not in on.settings.solved
    play(on, winning(puzzle))
    on.settle()
    assert on.strip == "Solved: the game is won."
    (following,) = [one for one in on.table.strip.controls.items if one.strong]
    assert following.label == "Next (N)"
    on.click(following.rect.center)
    assert shown(on).puzzle == shipped_puzzles()[1]
    on.key("escape")
    assert boards(on)[0][1].spoken.endswith(", solved")
    assert on.saved("settings")["solved"] == [puzzle.key]


@pytest.mark.parametrize("size", [(480, 300), (1280, 800), (600, 1000)])
def test_each_puzzle_is_shown_as_its_board(stage: Start, size: Point) -> None:
    """The page doesn't wait for boards, and draws only those in view."""
    on = stage(game=None, size=size)
    on.app.director.run(Command.CHANCES)
    (page,) = on.items(Boards)
    kept, view = page.pictures, on.panel._view
    on.app.paint()
    assert len(kept) == 1

    def look() -> None:
        for _ in range(200):
            on.app.advance(0.02)
            if on.app.dirty:
                on.app.paint()

    look()
    window = Rect((0, 0), size)
    in_view = [
        puzzle
        for puzzle, control in boards(on)
        if control.rect.colliderect(window) and control.rect.top < view.bottom
    ]
    drawn = [puzzle for puzzle in shipped_puzzles() if puzzle.key in kept]
    assert drawn == in_view and 1 < len(drawn) < 40
    area = boards(on)[0][1].rect.inflate(-8, -8).clip(view)
    seen = {on.window.surface.get_at((x, area.top + 8))[:3] for x in range(area.left, area.right)}
    assert len(seen) > 8, "its cards"
    on.panel.scroll(1000)
    look()
    assert shipped_puzzles()[-1].key in kept


def test_puzzles_are_opened_by_mouse_keyboard_and_one_after_another(on: Stage) -> None:
    first, second, third = shipped_puzzles()[:3]
    on.app.director.run(Command.CHANCES)
    on.app.paint()
    on.click(boards(on)[1][1].rect.center)
    assert shown(on).puzzle == second
    on.keys("escape", "down", "right", "right", "return")
    assert shown(on).puzzle == third
    on.keys("escape", *["tab"] * 12)
    focus = on.page.controls.focus
    assert focus is boards(on)[11][1] and on.panel._view.inflate(8, 0).contains(focus.rect)
    assert on.lines[-1] == focus.spoken
    on.key("escape")
    on.settings.solved = (first.key,)
    on.app.director.run(Command.CHANCES)
    focus = on.page.controls.focus
    assert focus is on.page.controls.items[0] and focus.label == "Play the next one"
    assert focus.strong and focus.rect.height >= 50
    on.key("return")
    assert shown(on).puzzle == second, "the first unsolved one"
    on.key("n")
    assert shown(on).puzzle is third
    on.settings.solved = tuple(one.key for one in shipped_puzzles()[1:])
    on.key("n")
    assert shown(on).puzzle is first, "around to the beginning"
    on.settings.solved += (first.key,)
    on.key("escape")
    on.push("Play the next one")
    assert shown(on).puzzle == first, "all are solved"


def test_a_puzzle_is_solved_once_it_is_still_winnable_after_enough_moves(on: Stage) -> None:
    """Moves back and forth don't count, nor does a lost position."""
    puzzle = shipped_puzzles()[0]._replace(depth=3)
    on.app.director.navigation.chances.begin(puzzle, lambda: None)
    free = next(cell for cell in "abcd" if not on.cards(cell))
    for number in range(8):
        on.oracle.tell(on.table.deal, on.state, WON)
        play(on, f"{free}4" if number % 2 else f"4{free}")
        on.wait(0.1)
    assert on.strip == "It can still be won." and puzzle.key not in on.settings.solved
    on.key("F3")
    moves = 0
    for token in winning(puzzle).split():
        play(on, token)
        moves += token[1] != "h"
        assert puzzle.key not in on.settings.solved
        if moves == 3:
            break
        on.oracle.tell(on.table.deal, on.state, WON)
    answer(on, LOST)
    assert on.strip.startswith("This position is lost") and puzzle.key not in on.settings.solved
    on.oracle.tell(on.table.deal, on.state, WON)
    on.table.restyle()
    on.wait(0.1)
    assert on.strip.startswith("Solved: you've played as many moves")
    assert puzzle.key in on.settings.solved


def test_watching_the_solution_does_not_solve_the_puzzle(on: Stage) -> None:
    puzzle = chosen(on).puzzle
    kind = on.table.deal.kind
    line = [parse_move(token, kind.notation) for token in winning(puzzle).split()]
    on.oracle.tell(on.table.deal, on.state, WON, line)
    on.key("F5")
    on.wait(1)
    on.key("F3")
    play(on, winning(puzzle))
    assert on.strip.startswith("Solved: the game is won"), "of another try it shows nothing"
    on.settings.solved = ()
    on.keys("F3", "F5")
    on.wait(30)
    assert on.session.won and on.strip.startswith("That was the solution.")
    assert puzzle.key not in on.settings.solved and not on.storage.log.games()
    on.push("Try again (F3)")
    play(on, winning(puzzle))
    on.wait(0.1)
    assert puzzle.key in on.settings.solved, "another try, without it"


def test_a_puzzle_leaves_the_game_in_hand_alone_until_the_player_leaves(on: Stage) -> None:
    session, data, before = on.session, saved_text(on.session), on.files()
    options = {**on.settings.to_data(), "solved": ()}
    scene = chosen(on)
    for command in set(Command) - {Command.START, Command.QUIT}:
        plings = on.plings
        on.app.director.run(command)
        refused = command in (Command.NEW, Command.NUMBER, Command.STATISTICS, Command.REVIEW)
        assert not refused or on.plings == plings + 1, command
        if on.compact:
            on.key("F9")
        assert shown(on) is scene, command
        on.app.director.close_panel()
    on.settings.fullscreen = False
    on.key("F3")
    for _ in range(2):
        play(on, winning(scene.puzzle))
        on.key("F3")
    on.push("Leave (Esc)")
    assert on.panel is not None
    on.app.director.close_panel()
    assert on.session is session and saved_text(on.session) == data
    assert on.files() == before and not on.storage.log.games()
    assert {**on.settings.to_data(), "solved": ()} == options
    on.type("26")
    on.check()


SIZES = [(480, 300), (640, 480), (700, 1000), (3840, 2160)]


@pytest.mark.parametrize("size", a_few(SIZES, 1, "chances", always=SIZES[:1]))
def test_the_puzzles_sentence_fits_in_every_language(size: Point, stage: Start) -> None:
    on = stage(game=None, size=size)
    for language in languages():
        texts.use(language)
        strip = chosen(on).strip
        strip.place_at_foot(size, size[1])
        words = strip.decision.words
        assert strip._rows_of(words, strip._unit(size), strip._words_room.width), words
        on.app.paint()
        on.key("escape")


def found(on: Stage, deal: int, kept: int, of: int = 11) -> Puzzle:
    """Let the running job find a puzzle, and return the puzzle.

    ``of`` is its number of moves. ``kept`` is its number of winning moves."""
    puzzle = Puzzle(numbered(VIERFREI, deal), ("1a", "2b"), "3c", kept, of, 30)
    on.oracle.bring((puzzle,), last=True)
    on.wait(0.1)
    return puzzle


def test_puzzles_from_the_players_own_games_come_first(on: Stage) -> None:
    """The puzzles of the newest day come first. No position appears twice. Games that can't be
    checked are skipped."""
    for day, deal in ((2, 21), (2, 22), (2, 24), (3, 21), (4, 23)):
        on.kit.now = partial(datetime, 2026, 3, day, 12)
        on.app.director.play_again(numbered(VIERFREI, deal))
        on.type(LOSING)
        on.app.director.play_again(numbered(VIERFREI, 617))
    on.app.director.run(Command.CHANCES)
    on.wait(0.1)
    assert "From your own games Checking lost games: 1 of 6" in on.spoken
    own = [found(on, deal, kept) for deal, kept in ((23, 9), (21, 5), (24, 3), (22, 2))]
    assert "6 of 6" in on.spoken, "the other game of deal 21 is known"
    on.oracle._done.update(on.oracle.jobs)
    on.wait(0.1)
    assert "Checking" not in on.spoken and len(boards(on)) == 44
    assert [control.spoken for _, control in boards(on)[:4]] == [
        "Vierfrei 23, today, nine winning moves of eleven, not solved",
        "Vierfrei 21, yesterday, five winning moves of eleven, not solved",
        "Vierfrei 22, 2 March, two winning moves of eleven, not solved",
        "Vierfrei 24, 2 March, three winning moves of eleven, not solved",
    ]
    boards(on)[0][1].action()
    for puzzle in (own[0], own[1], own[3], own[2], shipped_puzzles()[0]):
        assert shown(on).puzzle == puzzle
        on.key("n")
    on.key("escape")
    assert len(boards(on)) == 44 and len(on.oracle.jobs) == 5


def test_the_solver_finds_the_moment_when_a_game_was_lost() -> None:
    game = Session(numbered(VIERFREI, 21))
    for token in LOSING.split():
        game.do(parse_move(token, game.deal.kind.notation))
    job = FindPuzzles(VIERFREI, None, to_text(game))
    (answer,) = job.run(lambda: False)
    assert [(one.before, one.lost_by) for one in answer] == [(("1a", "2b"), "3c")]
    assert pickle.loads(pickle.dumps((job, answer))) == (job, answer)
    assert not list(job.run(lambda: True)), "what was called off is not taken for an answer"


def test_a_losing_move_can_be_tried_again_from_the_review(stage: Start) -> None:
    on = reviewed(stage, size=(1280, 800))
    data, before = saved_text(on.review.session), on.files()
    margin = weigh(on, 2, 4, undecided=2)
    on.wait(1)
    assert on.review.at == 4
    on.push("Try again")
    assert f"At least 4 of {len(margin)} moves win." in on.strip
    puzzle = shown(on).puzzle
    assert (puzzle.before, puzzle.lost_by) == (("1a", "2b"), "3c")
    assert (puzzle.kept, puzzle.of, puzzle.depth) == (4, len(margin), 1)
    assert on.state == puzzle.state()
    assert "Next (N)" not in [one.label for one in on.table.strip.controls.items]
    play(on, "3c")
    on.key("n")
    assert on.plings == 1, "there is no next one"
    on.key("escape")
    review = on.review
    assert on.app.director.review is review and review.at == 2 and matches(on)
    assert saved_text(review.session) == data and on.files() == before
    on.app.paint()
    on.key("escape")
    assert on.actions == ["1a", "2b", "3c", "4d"]


def test_try_again_after_a_restart_uses_the_loss_of_the_current_attempt(on: Stage) -> None:
    on.key("F3")
    on.type(LOSING)
    on.key("F7")
    judged(on, "wwwwwll")
    weigh(on, 4, 4)
    on.wait(1)
    on.review.go(4)
    begun: list[Puzzle] = []
    on.review.try_again(begun.append)
    (moment,) = begun
    assert (moment.before, moment.lost_by) == (("1a", "2b"), "3c")
    assert moment.state() == on.review.state
