"""Tests that a new row in the registry adds a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from unittest.mock import Mock

import pytest

from game.cli.inputs import Question
from game.cli.report import grade_object
from game.cli.solve import text
from game.core.state import Role
from game.play.game_text import from_text, to_text
from game.play.session import Session
from game.rules.registry import CANFIELD, KINDS, VIERFREI, Deal, GameKind, numbered
from game.rules.vierfrei import Vierfrei
from game.solver.answer import SOLVERS, Answer, Solver, Solving, Verdict, decide, work
from game.solver.packed import pack
from game.solver.service import Judge, SolverService
from game.support.jobs import Found, Job
from game.teach.difficulty import entry_of, grade
from game.teach.puzzles import lost_moments
from scenes.pages.help_games import HELP, GameHelp
from tests.game.reading import parse_move, reread
from tests.rows import missing
from tests.scenes.stage import Start

LOST = Solver(
    lambda deal, state, **_: Answer(Verdict.LOST, (), 1, 0.0), table_seconds=1.0, batch_seconds=1.0
)


@pytest.fixture
def third(monkeypatch: pytest.MonkeyPatch) -> GameKind:
    """A game with the rules of Vierfrei, whose solver calls every position lost."""
    row = replace(
        KINDS[VIERFREI, None],
        game="third",
        title="Third",
        sentence="The third game.",
        engine=Vierfrei(),
        solver="third",
        help="third",
        lost=frozenset(),
    )
    monkeypatch.setitem(KINDS, row.key, row)
    monkeypatch.setitem(SOLVERS, "third", LOST)
    monkeypatch.setitem(HELP, "third", lambda kit, kind: GameHelp([], [], []))
    return row


@pytest.fixture
def change(third: GameKind, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that replaces fields of the third game."""
    return lambda **fields: monkeypatch.setitem(KINDS, third.key, replace(third, **fields))


def service() -> SolverService:
    """Return a service that does each job as soon as it is submitted, without a process."""

    def submit(
        job: Job[Found], found: Callable[[Found], None], ended: Callable[[bool], None]
    ) -> int:
        for answer in job.run(lambda: False):
            found(answer)
        ended(False)
        return 1

    return SolverService(Mock(is_available=True, submit=submit, take_messages=list))


def test_the_service_does_not_mix_up_two_games_with_the_same_cards(third: GameKind) -> None:
    deals = numbered("third", 1), numbered(VIERFREI, 1)
    layout, both = deals[1].layout(), service()
    both.ask(numbered("third", 1), layout)
    assert [both.verdict(deal, layout) for deal in deals] == [Verdict.LOST, None]
    both.weigh(deals[1], [layout])
    assert [both.verdict(deal, layout) for deal in deals] == [Verdict.LOST, Verdict.WINNABLE]
    assert not both.is_busy() and not both.does_other_work


def test_a_solution_that_cannot_be_replayed_is_not_believed(
    third: GameKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules must be able to replay a solution's tokens."""
    found = decide(numbered(VIERFREI, 1), numbered(VIERFREI, 1).layout(), time_limit=30)
    # A cell holds only one card, so a move of two can't be replayed.
    into_a_cell = next(i for i, move in enumerate(found.moves) if move.target.role is Role.CELL)
    unread = list(found.moves)
    unread[into_a_cell] = replace(unread[into_a_cell], count=2)
    for moves, verdict in ((found.moves, Verdict.WINNABLE), (unread, Verdict.UNDECIDED)):
        answer = found._replace(moves=tuple(moves))
        monkeypatch.setitem(SOLVERS, "third", LOST._replace(solve=lambda *_, a=answer, **__: a))
        assert work(Solving(numbered("third", 1), (), 1.0)).verdict is verdict


def test_a_board_of_ones_own_stays_with_its_game(third: GameKind) -> None:
    board = numbered("third", 617).layout()
    for game in ("third", VIERFREI):
        session = Session(Deal(game, board=board))
        session.do(parse_move("1a", game))
        copied = from_text(to_text(session), CANFIELD, None)
        assert (copied.deal, copied.state) == (session.deal, session.state)
        assert reread(session).deal == session.deal


def test_what_a_row_lacks_is_reported_with_its_file(change: Callable[..., None]) -> None:
    assert not list(missing())
    change(table="a", solver="b", help="c", lesson="d")
    files = [line.partition(":")[0] for line in missing()]
    assert files == [
        *("scenes/board/layout.py", "scenes/pages/help_games.py"),
        *("game/solver/answer.py", "game/teach/lessons.py"),
    ]


def test_a_game_needs_only_its_rules_and_a_few_sentences(
    change: Callable[..., None], stage: Start
) -> None:
    help_words = ("Third rules.", "Third tips.")
    change(solver=None, help=help_words, lesson=None, graded=False, puzzles=False)
    deal = numbered("third", 617)
    assert grade(deal) is None and entry_of(deal) is None and grade_object(deal, None) == {}
    assert not list(lost_moments(deal, ()))
    job = Judge(deal.kind.key, pack(deal.engine, deal.layout()), 30.0)
    assert next(iter(job.run(lambda: False)))[job.key].verdict is Verdict.UNDECIDED
    solved = work(Solving(deal, (), 1.0))
    assert (solved.verdict, solved.rules_known) == (Verdict.UNDECIDED, False)
    assert "undecided: there is no solver for these rules" in text(Question(deal), solved)
    on = stage(game=None)
    assert "third" in on.menu.tiles
    on.keys("F8", "escape")
    (new,) = (c for c in on.menu.controls.items if c.tip == "Third: New game")
    on.click(new.rect.center)
    on.app.director.play_again(deal)
    on.kit.solver = service()
    on.type("1a")
    for key in ("F4", "F5", "T"):
        on.key(key)
        on.wait(0.1)
        assert on.message == "There is no solver for these rules."
    on.keys("F7", "F4")
    on.wait(0.1)
    assert on.review.message.text == "There is no solver for these rules."
    on.key("escape")
    on.check()
    for key in ("F6", "F8", "?"):
        on.key(key)
    lines = on.panel_text.splitlines()
    assert lines[:2] == [*help_words] and "There is no solver for these rules." in lines
    assert any(line.startswith("You can type every move") for line in lines)
