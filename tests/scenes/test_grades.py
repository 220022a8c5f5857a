"""Grade and par of a deal where they are shown: by number, in the menu, in the statistics, in the
review; measured by the solver where the table has none, and nothing where nothing is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.core.state import State
from game.record.entries import Entry
from game.rules.counting import moves_in
from game.rules.registry import KindKey, games, numbered
from game.store.log import as_line, entry_data, read_line
from game.support.jobs import Job
from game.teach import difficulty
from game.teach.difficulty import Grade, Graded, Grading, Par, known_grade, seek_grade
from scenes.widgets.figures import FigureTable
from scenes.widgets.items import Picture, Words
from tests.scenes.oracle import Oracle
from tests.scenes.records import add, told
from tests.scenes.reviewing import judged
from tests.scenes.stage import Stage, Start, almost_won
from tests.scenes.test_options import choose

FOUND = Graded(Par(31), Grade.MEDIUM)
SHORT = "medium, par 31"
FULL = f"{SHORT} (best known)"
PLAIN = numbered("vierfrei", 900_000)


@pytest.fixture(autouse=True)
def rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals 1 to 3: medium with a par of 31, lost, and very easy with one of 8."""
    rows = {"vierfrei": f"{difficulty.DIGITS[31 - difficulty.LEAST_PAR]}3--01"}
    monkeypatch.setattr(difficulty, "table", lambda: rows)


def solved(on: Stage) -> Oracle:
    on.kit.solver = found = Oracle()
    return found


def asked(on: Stage) -> list[State]:
    assert isinstance(on.kit.solver, Oracle)
    return on.kit.solver.asked


def entry(number: int) -> Entry:
    """Return the entry of a game that was given up."""
    return Entry("vierfrei", None, number, False, 9, None, 61.0, "2025-11-22T20:15:00+01:00")


def in_panel(on: Stage) -> str:
    assert on.panel is not None
    return told(on.panel)


def comes(on: Stage, told: Callable[[Stage], str], words: str) -> None:
    """Grade and par, of which nothing is ``told`` yet, come with the solver's answer."""
    on.wait(0.1)
    assert "par" not in told(on)
    bring(on, 31)
    on.wait(0.1)
    assert words in told(on)


def bring(on: Stage, par: int) -> None:
    """The solver has measured the deal that it was asked about."""
    assert isinstance(on.kit.solver, Oracle)
    on.kit.solver.bring(Graded(Par(par), Grade.MEDIUM), last=True)


def picture(on: Stage) -> Picture:
    (found,) = [item for item in on.page.items if isinstance(item, Picture)]
    return found


@pytest.fixture
def nearly(stage: Start) -> Stage:
    """Deal 10913 one move before it is won."""
    on = almost_won(stage)
    solved(on)
    return on


class TestByNumber:
    def test_the_table_answers_while_it_is_typed(self, on: Stage) -> None:
        solver = solved(on)
        on.key("F2")
        empty = picture(on).rect.top
        assert "par" not in in_panel(on)
        on.type("1")
        assert FULL in in_panel(on)
        on.wait(0.1)
        assert on.lines.count(FULL) == 1, "said once"
        assert picture(on).rect.top == empty, "the picture stays where it is"
        on.key("backspace")
        on.type("2")
        on.wait(0.1)
        assert "par" not in in_panel(on), "nothing is told of a deal that is not won"
        assert not solver.jobs

    def test_a_deal_that_is_proven_lost_is_said_to_be_at_once(self, on: Stage) -> None:
        solver = solved(on)
        on.key("F2")
        on.type("11982")
        told = "This deal can't be won. It's one of eight in a million."
        assert told in in_panel(on)
        (words,) = [i for i in on.page.items if isinstance(i, Words) and i.text == told]
        assert not words.faint, "it matters more than a grade"
        on.wait(0.1)
        assert on.lines.count(told) == 1 and not solver.jobs
        on.key("backspace")
        assert "can't be won" not in in_panel(on)

    @pytest.mark.parametrize(
        ("rules", "lost", "won"),
        [("hoyle", 1, 4), ("xpat2", 1, 4), ("casino", 1, 4), ("aisleriot", 3, 1)],
    )
    def test_so_is_one_of_canfield_where_the_table_knows_it(
        self, stage: Start, rules: str, lost: int, won: int
    ) -> None:
        on = stage(game="canfield", deal=42, rules=rules)
        on.key("F2")
        for number, proven in ((lost, True), (won, False), (999_999, False)):
            for _ in range(6):
                on.key("backspace")
            top = picture(on).rect.top
            on.type(str(number))
            assert ("This deal can't be won." in in_panel(on)) == proven
            assert picture(on).rect.top == top, "the picture stays where it is"
            on.wait(0.1)
        assert on.lines.count("This deal can't be won.") == 1

    def test_another_deal_is_measured_meanwhile(self, on: Stage) -> None:
        solver = solved(on)
        on.key("F2")
        on.type("900000")
        comes(on, in_panel, FULL)
        assert solver.jobs[0] == Grading(PLAIN.kind.key, 900_000) and on.lines.count(FULL) == 1
        on.key("backspace")
        assert "par" not in in_panel(on), "it was of another number"

    def test_where_cards_are_hidden_there_is_neither(self, stage: Start) -> None:
        on = stage(game="canfield", deal=1)
        solver = solved(on)
        on.key("F2")
        on.type("1")
        on.wait(0.1)
        assert "par" not in in_panel(on) and not solver.jobs

    def test_a_proven_par_is_told_so(self, stage: Start, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(difficulty, "table", lambda: {"vierfrei": "----0a"})
        on = stage()
        on.key("F2")
        on.type("3")
        assert "very easy, par 8 (proven shortest)" in in_panel(on)

    def test_a_better_par_is_shown_while_the_deal_is_looked_at(self, stage: Start) -> None:
        on = stage()
        solved(on)
        on.key("F2")
        on.type("900000")
        comes(on, in_panel, FULL)
        bring(on, 30)
        on.wait(0.1)
        assert "medium, par 30 (best known)" in in_panel(on)

    def test_the_players_record_is_told(self, stage: Start) -> None:
        on = stage()
        solved(on)
        for moves, words in (
            (33, "Your record: 33 moves."),
            (30, "Your record: 30 moves, one better than the best line known."),
            (29, "Your record: 29 moves, two better than the best line known."),
        ):
            won = entry(1)._replace(won=True, player_moves=moves)
            add(on, *[won, won._replace(player_moves=99), won._replace(deal=5)])
            on.key("F2")
            on.type("1")
            assert f"{FULL} · {words}" in in_panel(on)
            on.key("escape")


def standing(on: Stage, game: str = "vierfrei") -> str:
    menu = on.menu
    words = [item for item in menu.tiles[game].page.items if isinstance(item, Words)]
    return " ".join(item.text for item in words)


class TestInTheMenu:
    def test_the_game_in_hand_has_its_grade(self, stage: Start) -> None:
        on = stage(deal=1)
        solved(on)
        on.key("escape")
        assert SHORT in standing(on) and "par" not in standing(on, "canfield")

    def test_it_comes_once_it_is_measured(self, stage: Start) -> None:
        on = stage(deal=900_000, size=(500 * len(games()), 700))
        solved(on)
        on.key("escape")
        comes(on, standing, SHORT)


@pytest.mark.parametrize("behind", ["menu", "won"])
def test_what_is_typed_comes_first_and_once(
    behind: str, nearly: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = nearly
    if behind == "menu":
        on.key("escape")
    else:
        on.type("2h")
        on.settle()
    solver, begun = on.kit.solver, list[object]()
    assert isinstance(solver, Oracle)
    on.wait(2)
    (own,) = solver.jobs
    run = solver.run

    def noted(job: Job[Any]) -> Job[Any]:
        begun.append(job)
        return job

    monkeypatch.setattr(solver, "run", lambda job: run(noted(job)))
    on.key("F2")
    on.type("900000")
    on.wait(1)
    typed = Grading(PLAIN.kind.key, 900_000)
    assert own not in begun and typed in begun, "neither ends the other"
    solver.bring(FOUND, last=True)
    on.wait(1)
    assert FULL in in_panel(on) and begun[-1] == own, "then its turn comes again"


def test_the_game_on_the_table_has_it_in_the_statistics(stage: Start) -> None:
    on = stage(deal=900_000)
    solved(on)
    on.key("F6")
    comes(on, in_panel, FULL)


def test_the_review_compares_with_what_was_measured(stage: Start) -> None:
    on = stage(deal=900_000)
    solver = solved(on)
    assert seek_grade(solver, PLAIN) is None
    on.key("F7")
    assert on.review.telling._graded() is None
    solver.bring(FOUND)
    assert on.review.telling._graded() == FOUND == known_grade(solver, PLAIN)
    assert difficulty.par_of(PLAIN, (), FOUND) == FOUND.par


def test_what_is_lost_is_not_measured(stage: Start) -> None:
    solver = Oracle()
    assert seek_grade(solver, numbered("vierfrei", 11982)) is None
    assert seek_grade(solver, numbered("vierfrei", 2)) is None and not solver.jobs


@pytest.fixture
def easy(stage: Start) -> Stage:
    """Only very easy games are wanted, and only such as can be won."""
    on = stage()
    solved(on)
    on.settings.grade, on.settings.winnable_only = int(Grade.VERY_EASY), True
    return on


class TestDrawing:
    def test_f1_draws_of_the_grade_without_waiting(self, easy: Stage) -> None:
        easy.key("F1")
        assert easy.session.deal.number == 3 and not easy.line
        assert not asked(easy), "its grade says that it can be won"

    def test_so_does_the_menu(self, easy: Stage) -> None:
        easy.key("escape")
        easy.push("New game")
        assert easy.session.deal.number == 3 and not easy.line

    def test_so_does_the_first_game_of_all(self, stage: Start) -> None:
        on = stage(game=None)
        solved(on)
        on.settings.grade = int(Grade.MEDIUM)
        on.app.director.play_new("vierfrei")
        assert on.session.deal.number == 1

    def test_one_that_was_not_played_comes_first(
        self, easy: Stage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(difficulty, "table", lambda: {"vierfrei": "01--01"})
        add(easy, entry(1))
        for draw in (0, 1, 2):
            monkeypatch.setattr(easy.table.desk, "_draw", lambda n=draw: n)
            assert easy.table.desk.random_deal() == numbered("vierfrei", 3)
        add(easy, entry(3))
        monkeypatch.setattr(easy.table.desk, "_draw", lambda: 0)
        assert easy.table.desk.random_deal() == numbered("vierfrei", 1), "else one again"

    def test_games_without_grades_are_drawn_as_ever(self, canfield: Stage) -> None:
        solver = solved(canfield)
        canfield.settings.grade, canfield.settings.winnable_only = int(Grade.VERY_EASY), True
        canfield.table.desk._draw = lambda: 7
        canfield.key("F1")
        assert solver.wished == numbered("canfield", 7, canfield.session.deal.rules).layout()

    def test_the_option(self, on: Stage) -> None:
        on.key("F8")
        choose(on, "Difficulty of random games", "hard")
        assert on.saved("settings")["grade"] == Grade.HARD


def moves_of(on: Stage) -> int:
    return sum(map(moves_in, on.session.since_restart))


class TestWon:
    def test_the_par_comes_after_the_end(self, nearly: Stage) -> None:
        nearly.type("2h")
        nearly.settle()
        assert nearly.strip == f"Won in {moves_of(nearly)} moves."
        nearly.wait(2)
        played = moves_of(nearly)
        bring(nearly, 10)
        nearly.wait(0.3)
        words = f"Won in {played} moves, {played - 10} over par. A deal of medium difficulty."
        assert nearly.strip == nearly.lines[-1] == words
        entry = nearly.storage.log.games()[-1]
        assert (entry.player_moves, entry.par) == (played, 10)
        (kept,) = nearly.saved("record")["games"]
        assert (kept["player_moves"], kept["par"]) == (played, 10)
        bring(nearly, played)
        nearly.table.prompt.update()
        assert nearly.strip.startswith(f"Won in {played} moves, exactly par. A deal")
        bring(nearly, played + 1)
        nearly.table.prompt.update()
        assert nearly.strip.startswith(
            f"Won in {played} moves: one better than the best line known!"
        )
        assert nearly.storage.log.games()[-1] == entry, "what was recorded stays"

    def test_what_is_known_is_told_at_once(self, nearly: Stage) -> None:
        seek_grade(nearly.kit.solver, nearly.session.deal)
        bring(nearly, 21)
        nearly.type("2h")
        words = f"Won in {moves_of(nearly)} moves: four better than the best line known!"
        assert words in nearly.strip
        nearly.wait(2)
        nearly.app.paint()
        nearly.wait(0.5)
        assert not nearly.app.dirty, "nothing more is looked for"

    def test_a_deal_is_measured_a_moment_after_its_win(self, nearly: Stage) -> None:
        nearly.type("2h")
        nearly.wait(0.5)
        assert not nearly.oracle.jobs, "the player may go on at once"
        nearly.wait(1)
        assert len(nearly.oracle.jobs) == 1

    def test_a_win_that_is_undone_has_no_deal_measured(self, nearly: Stage) -> None:
        nearly.type("2h")
        nearly.key("backspace")
        nearly.wait(2)
        assert not nearly.oracle.jobs

    def test_one_that_was_given_up_or_shown_has_none(self, nearly: Stage) -> None:
        nearly.session.book.shown = 1
        nearly.type("2h")
        nearly.settle()
        nearly.wait(2)
        assert "par" not in nearly.strip and nearly.storage.log.games()[-1].par is None
        assert isinstance(nearly.kit.solver, Oracle) and not nearly.kit.solver.jobs

    def test_another_line_does_not_change_the_record(self, nearly: Stage) -> None:
        nearly.type("2h")
        nearly.settle()
        nearly.key("backspace")
        nearly.storage.rate(nearly.table.session, 20)
        assert nearly.storage.log.games()[-1].par is None


def test_the_review_of_a_won_game_has_its_deal_measured_last(nearly: Stage) -> None:
    nearly.type("2h")
    nearly.settle()
    nearly.key("F7")
    solver = nearly.oracle
    assert not solver.jobs, "the moves are judged first"
    judged(nearly, "")
    nearly.wait(0.1)
    assert solver.weighed and solver.jobs == [Grading(*_key(nearly))]
    bring(nearly, 10)
    nearly.wait(0.6)
    (said,) = [one.text for one in nearly.review.telling.tale(0).told if "10" in one.text]
    assert said == "Par is 10 moves, the shortest solution known."


def _key(on: Stage) -> tuple[KindKey, int]:
    deal = on.review.deal
    assert deal.number is not None
    return deal.kind.key, deal.number


def test_the_statistics_compare_with_par(on: Stage) -> None:
    for played, par, replay in ((30, 31, False), (31, 31, False), (40, 31, False), (9, 31, True)):
        won = entry(7)._replace(won=True, player_moves=played, par=par, replay=replay)
        add(on, won)
    add(on, *[entry(8)._replace(won=True), entry(9)])
    on.key("F6")
    (found,) = [item for item in on.page.items if isinstance(item, FigureTable)]
    assert found.rows[-1] == ("Moves over par", "", "−1", "0")
    said = "2 of 3 won games with a known par took no more than par."
    assert said in in_panel(on)


def test_where_no_par_is_known_none_is_told(on: Stage) -> None:
    add(on, entry(8)._replace(won=True), entry(9))
    on.key("F6")
    assert "a known par" not in in_panel(on)


def test_an_entry_keeps_its_par_and_older_ones_have_none() -> None:
    rated = entry(7)._replace(won=True, player_moves=30, par=31)
    for one in (rated, entry(7)):
        named = {"id": "1", "rev": 1, "time": one.ended}
        line = as_line({**named, **entry_data(one)})
        found = read_line(line).game
        assert found is not None and found.par == one.par
        assert (b'"par"' in line) == (one is rated)
