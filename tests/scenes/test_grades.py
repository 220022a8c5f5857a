"""Grade and par wherever they are shown: when choosing a deal by number, in the menu, in the
statistics and in the review."""

from __future__ import annotations

from functools import partial
from itertools import count

import pytest

from game.record.entries import Entry
from game.rules.registry import games, numbered
from game.store import current
from game.teach import difficulty
from game.teach.difficulty import Graded, Grading, Par, request_grade
from scenes.widgets.figures import FigureTable
from scenes.widgets.items import Paragraph, Picture
from tests.scenes.records import add
from tests.scenes.reviewing import judged
from tests.scenes.stage import Stage, Start, almost_won

SHORT = "medium, par 31"
FULL = f"{SHORT} (best known)"
PLAIN = numbered("vierfrei", 900_000)


@pytest.fixture(autouse=True)
def rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the table by three deals: medium with a par of 31, lost, and very easy with a par of
    8."""
    rows = {"vierfrei": f"{difficulty.DIGITS[31 - difficulty.LEAST_PAR]}3--01"}
    monkeypatch.setattr(difficulty, "table", lambda: rows)


def entry(number: int) -> Entry:
    """Return an entry for a game of deal ``number`` that was given up."""
    return Entry("vierfrei", None, number, False, 9, None, 61.0, "2025-11-22T20:15:00+01:00")


def bring(on: Stage, par: int) -> None:
    """Answer for the solver with a medium grade and this ``par``."""
    on.oracle.bring(Graded(Par(par), 3), last=True)
    on.wait(0.1)


def top(on: Stage) -> int:
    """Return the top of the deal's picture, which is below the texts about the deal."""
    (found,) = on.items(Picture)
    return found.rect.top


@pytest.fixture
def nearly_won(stage: Start) -> Stage:
    """Vierfrei 10913 one move before it is won."""
    return almost_won(stage)


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


def test_a_deal_proven_lost_is_announced_at_once(on: Stage) -> None:
    on.key("F2")
    on.type("11982")
    warning = "This deal can't be won. It's one of eight in a million."
    (words,) = [item for item in on.items(Paragraph) if item.text == warning]
    assert not words.faint, "it matters more than a grade"
    on.wait(0.1)
    assert on.lines.count(warning) == 1 and not on.oracle.jobs
    on.key("backspace")
    assert "can't be won" not in on.panel_text


@pytest.mark.parametrize(("rules", "lost", "won"), [("hoyle", 1, 4), ("aisleriot", 3, 1)])
def test_canfield_deals_proven_lost_are_announced_too(
    stage: Start, rules: str, lost: int, won: int
) -> None:
    on = stage(game="canfield", deal=42, rules=rules)
    on.key("F2")
    for number, proven in ((lost, True), (won, False), (999_999, False)):
        on.keys(*["backspace"] * 6)
        before = top(on)
        on.type(str(number))
        assert ("This deal can't be won." in on.panel_text) == proven
        assert top(on) == before, "the picture stays where it is"
        on.wait(0.1)
    assert on.lines.count("This deal can't be won.") == 1
    assert "par" not in on.panel_text and not on.oracle.jobs, "with hidden cards there is none"


@pytest.mark.parametrize("shown", ["number", "statistics", "menu"])
def test_a_deal_not_in_the_table_is_measured_and_its_par_improves(stage: Start, shown: str) -> None:
    on = stage(deal=900_000, size=(500 * len(games()), 700))
    on.keys(*{"number": ("F2", *"900000"), "statistics": ("F6",), "menu": ("escape",)}[shown])

    def told() -> str:
        return standing(on) if shown == "menu" else on.panel_text

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
        won = entry(1)._replace(won=True, player_moves=moves)
        add(on, *[won, won._replace(player_moves=99), won._replace(deal=5)])
        on.key("F2")
        on.type("1")
        assert f"{FULL} · {words}" in on.panel_text
        on.key("escape")


def standing(on: Stage, game: str = "vierfrei") -> str:
    words = [item for item in on.menu.tiles[game].page.items if isinstance(item, Paragraph)]
    return " ".join(item.text for item in words)


def test_the_menu_shows_the_grade_of_the_game_in_hand(stage: Start) -> None:
    on = stage(deal=1)
    on.key("escape")
    assert SHORT in standing(on) and "par" not in standing(on, "canfield")


@pytest.mark.parametrize("behind", ["menu", "won"])
def test_the_typed_deal_is_measured_first_and_only_once(
    behind: str, nearly_won: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = nearly_won
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


@pytest.fixture
def easy(stage: Start) -> Stage:
    """A table with options that ask for very easy, winnable deals only."""
    on = stage()
    on.settings.grade, on.settings.winnable_only = 1, True
    return on


def test_a_new_game_of_the_wanted_grade_is_dealt_without_waiting(easy: Stage) -> None:
    easy.key("F1")
    assert easy.session.deal.number == 3 and not easy.message
    assert not easy.oracle.asked, "its grade says that it can be won"
    easy.settings.grade = 3
    easy.key("escape")
    easy.push("New game")
    assert easy.session.deal.number == 1


def test_the_very_first_game_has_the_wanted_grade(stage: Start) -> None:
    on = stage(game=None)
    on.settings.grade = 3
    on.app.director.play_new("vierfrei")
    assert on.session.deal.number == 1


def test_new_games_prefer_deals_not_played_yet(
    easy: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(difficulty, "table", lambda: {"vierfrei": "01--01"})
    add(easy, entry(1))
    for draw in (0, 1, 2):
        monkeypatch.setattr(current, "draw_number", partial(next, count(draw)))
        assert easy.table.desk.random_deal() == numbered("vierfrei", 3)
    add(easy, entry(3))
    monkeypatch.setattr(current, "draw_number", lambda: 0)
    assert easy.table.desk.random_deal() == numbered("vierfrei", 1), "else one again"


def test_games_without_grades_are_dealt_at_random(
    canfield: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    canfield.settings.grade, canfield.settings.winnable_only = 1, True
    monkeypatch.setattr(current, "draw_number", lambda: 7)
    canfield.key("F1")
    assert canfield.oracle.wished == numbered("canfield", 7, canfield.session.deal.rules).layout()


def test_the_par_is_added_after_the_win(nearly_won: Stage) -> None:
    nearly_won.type("2h")
    nearly_won.settle()
    assert nearly_won.strip == "Won in 17 moves."
    nearly_won.wait(2)
    bring(nearly_won, 10)
    words = "Won in 17 moves, 7 over par. A deal of medium difficulty."
    assert nearly_won.strip == nearly_won.lines[-1] == words
    (kept,) = nearly_won.saved("record")["games"]
    assert (kept["player_moves"], kept["par"]) == (17, 10)
    for par, words in (
        (17, "Won in 17 moves, exactly par. A deal"),
        (18, "Won in 17 moves: one better than the best line known!"),
    ):
        bring(nearly_won, par)
        nearly_won.table.prompt.update()
        assert nearly_won.strip.startswith(words)
    assert nearly_won.storage.log.games()[-1].par == 10, "what was recorded stays"


def test_a_known_par_is_shown_at_once(nearly_won: Stage) -> None:
    request_grade(nearly_won.kit.solver, nearly_won.session.deal)
    bring(nearly_won, 21)
    nearly_won.type("2h")
    assert "Won in 17 moves: four better than the best line known!" in nearly_won.strip
    nearly_won.wait(2)
    nearly_won.app.paint()
    nearly_won.wait(0.5)
    assert not nearly_won.app.dirty, "nothing more is looked for"


@pytest.mark.parametrize("by", ["the solution", "the player, who undoes it"])
def test_only_a_win_that_counts_gets_a_par(nearly_won: Stage, by: str) -> None:
    on = nearly_won
    on.session.info.shown = int(by == "the solution")
    on.type("2h")
    on.settle()
    if by != "the solution":
        on.key("backspace")
    on.wait(2)
    assert "par" not in on.strip and not on.oracle.jobs
    on.storage.record_par(on.session, 20)
    assert on.storage.log.games()[-1].par is None


def test_the_review_measures_the_deal_after_judging_the_moves(nearly_won: Stage) -> None:
    nearly_won.type("2h")
    nearly_won.settle()
    nearly_won.key("F7")
    solver = nearly_won.oracle
    assert not solver.jobs, "the moves are judged first"
    judged(nearly_won, "")
    nearly_won.wait(0.1)
    assert solver.weighed and solver.jobs == [Grading(numbered("vierfrei", 10913))]
    bring(nearly_won, 10)
    nearly_won.wait(0.5)
    (said,) = [one.words for one in nearly_won.review.game.story(0).facts if "10" in one.words]
    assert said == "Par is 10 moves, the shortest solution known."


def test_the_statistics_compare_won_games_with_par(on: Stage) -> None:
    add(on, entry(8)._replace(won=True), entry(9))
    on.key("F6")
    assert "a known par" not in on.panel_text
    on.key("F6")
    for played, par, replay in ((30, 31, False), (31, 31, False), (40, 31, False), (9, 31, True)):
        add(on, entry(7)._replace(won=True, player_moves=played, par=par, replay=replay))
    on.key("F6")
    (found,) = on.items(FigureTable)
    assert found.rows[-1] == ("Moves over par", "", "−1", "0")
    assert "2 of 3 won games with a known par took no more than par." in on.panel_text
