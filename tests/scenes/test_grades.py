"""Tests of grade and par, wherever they are shown."""

from __future__ import annotations

from functools import partial
from itertools import count

import pytest

from game.rules.registry import games, numbered
from game.store import current
from game.teach import difficulty
from game.teach.difficulty import Graded, Grading, Par
from scenes.widgets.figures import FigureTable
from scenes.widgets.items import Paragraph, Picture
from tests.each import each
from tests.scenes.records import TODAY, add, entry
from tests.scenes.reviewing import judged
from tests.scenes.stage import Stage, Start, almost_won

SHORT = "medium, par 31"
FULL = f"{SHORT} (best known)"
PLAIN = numbered("vierfrei", 900_000)


@pytest.fixture(autouse=True)
def rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the table of grades with three deals: medium (par 31), lost, very easy (par 8)."""
    rows = {"vierfrei": f"{difficulty.DIGITS[31 - difficulty.LEAST_PAR]}3--01"}
    monkeypatch.setattr(difficulty, "table", lambda: rows)


given_up = partial(entry, TODAY, won=False)


def bring(on: Stage, par: int) -> None:
    """Have the solver's stand-in report a medium grade and ``par``."""
    on.oracle.bring(Graded(Par(par), 3), last=True)
    on.wait(0.1)


def top(on: Stage) -> int:
    """Return the y coordinate of the deal's picture."""
    (found,) = on.items(Picture)
    return found.rect.top


def test_grade_and_par_appear_while_a_number_is_typed(
    on: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    on.key("F2")
    empty = top(on)
    assert "par" not in on.panel_text
    on.type("1")
    assert FULL in on.panel_text
    on.wait(0.1)
    assert on.lines.count(FULL) == 1, "said once"
    assert top(on) == empty, "the picture stays where it is"
    on.keys("backspace", "2")
    on.wait(0.1)
    assert "par" not in on.panel_text, "nothing is told of a deal that is not won"
    on.keys("backspace", "3")
    assert "very easy, par 8 (best known)" in on.panel_text and not on.oracle.jobs
    monkeypatch.setattr(difficulty, "table", lambda: {"vierfrei": "----0a"})
    on.keys("backspace", "3")
    assert "very easy, par 8 (proven shortest)" in on.panel_text


@each(
    ("rules", "lost", "won", "rest"),
    [
        (None, 11982, 1198, " It's one of eight in a million."),
        ("hoyle", 1, 4, ""),
        ("aisleriot", 3, 1, ""),
    ],
)
def test_a_deal_proven_lost_is_announced_at_once(
    stage: Start, rules: str | None, lost: int, won: int, rest: str
) -> None:
    on = stage(game="canfield" if rules else "vierfrei", deal=42, rules=rules)
    on.key("F2")
    warning = f"This deal can't be won.{rest}"
    for number in (lost, won):
        on.keys(*["backspace"] * 6)
        before = top(on)
        on.type(str(number))
        words = [item for item in on.items(Paragraph) if item.text == warning]
        assert bool(words) is (number == lost)
        assert not any(item.faint for item in words), "it matters more than a grade"
        assert top(on) == before, "the picture stays where it is"
        on.wait(0.1)
    assert on.lines.count(warning) == 1
    assert "par" not in on.panel_text and bool(on.oracle.jobs) is (rules is None)


@pytest.mark.parametrize("shown", ["number", "statistics", "menu"])
def test_a_deal_not_in_the_table_is_measured_and_its_par_improves(stage: Start, shown: str) -> None:
    on = stage(deal=900_000, size=(500 * len(games()), 700))
    on.keys(*{"number": ("F2", *"900000"), "statistics": ("F6",), "menu": ("escape",)}[shown])

    def told() -> str:
        page = on.menu.tiles["vierfrei"].page if shown == "menu" else on.page
        return " ".join(item.text for item in page.items if isinstance(item, Paragraph))

    on.wait(0.1)
    assert "par" not in told() and on.oracle.jobs[0] == Grading(numbered(PLAIN.game, 900_000))
    bring(on, 31)
    assert SHORT in told()
    if shown == "number":
        assert on.lines.count(FULL) == 1
        bring(on, 30)
        assert "medium, par 30 (best known)" in on.panel_text
        on.key("backspace")
        assert "par" not in on.panel_text, "it was of another number"


def test_the_players_own_record_is_shown(stage: Start) -> None:
    on = stage()
    for moves, words in (
        (33, "Your record: 33 moves."),
        (30, "Your record: 30 moves, one better than the best line known."),
        (29, "Your record: 29 moves, two better than the best line known."),
    ):
        won = entry(TODAY, won=True, deal=1)._replace(player_moves=moves)
        add(on, *[won, won._replace(player_moves=99), won._replace(deal=5)])
        on.key("F2")
        on.type("1")
        assert f"{FULL} · {words}" in on.panel_text
        on.key("escape")


@pytest.mark.parametrize("behind", ["menu", "won"])
def test_the_typed_deal_is_measured_first_and_only_once(
    behind: str, stage: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = almost_won(stage)
    if behind == "menu":
        on.key("escape")
    else:
        on.type("2h")
        on.settle()
    solver, begun = on.oracle, list[object]()
    on.wait(2)
    (own,) = solver.jobs
    run = solver.run
    monkeypatch.setattr(solver, "run", lambda job: (begun.append(job), run(job)))
    on.key("F2")
    on.type("900000")
    on.wait(1)
    typed = Grading(numbered(PLAIN.game, 900_000))
    assert own not in begun and typed in begun, "neither ends the other"
    bring(on, 31)
    on.wait(1)
    assert FULL in on.panel_text and begun[-1] == own, "then its turn comes again"


def test_a_new_game_of_the_wanted_grade_is_dealt_without_waiting(
    stage: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = stage(game=None)
    on.settings.grade = 3
    on.app.director.play_new("vierfrei")
    assert on.session.deal.number == 1, "even the very first one"
    on.settings.grade, on.settings.winnable_only = 1, True
    on.key("F1")
    assert on.session.deal.number == 3 and not on.message
    assert not on.oracle.asked, "its grade says that it can be won"
    monkeypatch.setattr(difficulty, "table", lambda: {"vierfrei": "01--01"})
    add(on, given_up(deal=1), given_up(deal=2))
    monkeypatch.setattr(current, "draw_number", partial(next, count()))
    on.storage.flush()
    assert on.table.desk.random_deal() == numbered("vierfrei", 3), "one not played yet"
    monkeypatch.setattr(current, "draw_number", lambda: 7)
    on.app.director.play_new("canfield")
    wished = numbered("canfield", 7, on.settings.rules)
    assert on.oracle.wished == wished.layout(), "without grades, any deal"


def test_the_par_is_added_after_the_win(won: Stage) -> None:
    on = won
    assert on.strip == "Won in 17 moves."
    on.wait(2)
    bring(on, 10)
    words = "Won in 17 moves, 7 over par. A deal of medium difficulty."
    assert on.strip == on.lines[-1] == words
    (kept,) = on.saved("record")["games"]
    assert (kept["player_moves"], kept["par"]) == (17, 10)
    for par, words in (
        (17, "Won in 17 moves, exactly par. A deal"),
        (18, "Won in 17 moves: one better than the best line known!"),
    ):
        bring(on, par)
        on.table.prompt.update()
        assert on.strip.startswith(words)
    assert on.storage.log.games()[-1].par == 10, "what was recorded stays"
    on.wait(0.5)
    on.app.paint()
    on.wait(0.5)
    assert not on.app.dirty, "nothing more is looked for"


@pytest.mark.parametrize("by", ["the solution", "the player, who undoes it"])
def test_only_a_win_that_counts_gets_a_par(stage: Start, by: str) -> None:
    on = almost_won(stage)
    on.session.info.shown = int(by == "the solution")
    on.type("2h")
    on.settle()
    if by != "the solution":
        on.key("backspace")
    on.wait(2)
    assert "par" not in on.strip and not on.oracle.jobs
    on.storage.record_par(on.session, 20)
    assert on.storage.log.games()[-1].par is None


def test_the_review_measures_the_deal_after_judging_the_moves(won: Stage) -> None:
    on = won
    on.key("F7")
    solver = on.oracle
    assert not solver.jobs, "the moves are judged first"
    judged(on, "")
    on.wait(0.1)
    assert solver.weighed and solver.jobs == [Grading(numbered("vierfrei", 10913))]
    bring(on, 10)
    on.wait(0.5)
    (said,) = [one.words for one in on.review.game.story(0).facts if "10" in one.words]
    assert said == "Par is 10 moves, the shortest solution known."


def test_the_statistics_compare_won_games_with_par(on: Stage) -> None:
    add(on, entry(TODAY, won=True, deal=8), given_up(deal=9))
    on.key("F6")
    assert "a known par" not in on.panel_text
    on.key("F6")
    for played, par, replay in ((30, 31, False), (31, 31, False), (40, 31, False), (9, 31, True)):
        won = entry(TODAY, won=True, deal=7)
        add(on, won._replace(player_moves=played, par=par, replay=replay))
    on.key("F6")
    (found,) = on.items(FigureTable)
    assert found.rows[-1] == ("Moves over par", "", "−1", "0")
    assert "Won at par or better: 2 of 3 games with a known par." in on.panel_text
