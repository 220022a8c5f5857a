"""Tests of the solver's help, and of a table without a solver."""

from __future__ import annotations

import pytest

from game.core.moves import Move, Verb
from game.core.state import SeenSoFar
from game.fair.advice import Advice, Grounds
from game.fair.adviser import advice_so_far, advise, free_look, play_on
from game.fair.knowledge import Knowledge
from game.fair.skill import WeighedMove
from game.player.settings import Speed
from game.rules.canfield import RULE_SETS
from game.rules.registry import GameKind, numbered
from game.solver.answer import Verdict, decide
from game.solver.service import SolverService
from game.store import current
from game.support import jobs
from game.teach.standing import Light
from tests.each import while_
from tests.game.reading import parse_move
from tests.scenes import reviewing
from tests.scenes.guide.asking import LINE, LOST, OPEN, WON, answer, bring, fair, lit
from tests.scenes.stage import CTRL, SHIFT, WON_10913, Stage, Start


@pytest.mark.parametrize("speed", [Speed.OFF, Speed.FAST])
def test_the_whole_solution_is_shown_and_not_counted_as_a_win(stage: Start, speed: Speed) -> None:
    on = lit(stage, speed=speed)
    on.settle()
    on.key("F5")
    answer(on, WON, LINE)
    assert on.table.guide.playing
    for _ in while_(lambda: not on.session.ended):
        on.wait(0.2)
    for _ in range(10):
        assert not on.table.animator.celebrates, "the player has not won"
        on.wait(0.1)
    on.settle()
    assert on.session.won and len(on.actions) == len(LINE)
    assert not on.message, "nothing covers what the strip says"
    (entry,) = on.saved("record")["games"]
    assert (entry["won"], entry["shown"]) == (False, len(LINE)), "nobody has played it"
    words = "Solved in 17 moves. Not counted as a win: the program showed the way."
    assert on.strip.startswith(words) and words in on.lines
    for _ in range(len(LINE)):
        on.key("z", CTRL)
    assert on.state == on.session.layout


@pytest.mark.parametrize("way", ["F5", "left", "click", "backspace", "F8"])
def test_any_input_stops_the_solution(on: Stage, way: str) -> None:
    answer(on, WON, LINE)
    on.key("F5")
    on.wait(2.8)
    assert 2 < len(on.actions) < 20
    on.do(way)
    shown = len(on.actions)
    assert not on.message.startswith("Showing the solution")
    on.wait(5)
    assert len(on.actions) == shown and not on.table.guide.playing


def test_what_a_solution_costs_is_said_before_its_first_move(on: Stage) -> None:
    rule = "won't count as a win."
    on.key("F5")
    assert (
        on.message.startswith("Thinking …") and on.message.endswith(rule) and rule in on.lines[-1]
    )
    answer(on, WON, LINE)
    assert "this game won't count as a win" in on.message and "stops it" in on.lines[-1]
    on.wait(1.2)
    assert not on.actions, "who has pressed it by mistake can still stop it"
    on.key("F5")
    on.wait(3)
    assert not on.actions and not on.session.info.shown
    on.key("F5")
    on.wait(2.5)
    shown = len(on.actions)
    assert shown and on.session.info.shown == shown
    on.keys("escape", "F5")
    answer(on, WON, LINE[shown:])
    on.wait(0.1)
    assert len(on.actions) > shown, "it was said, and is so already"
    on.key("escape")
    for _ in range(shown + 9):
        on.key("z", CTRL)
    on.play(WON_10913)
    assert on.session.won and on.strip.startswith("Solved in 17 moves. Not counted as a win:")
    (entry,) = on.saved("record")["games"]
    assert not entry["won"] and entry["shown"] > shown


def test_every_hint_that_says_something_is_counted_once(on: Stage) -> None:
    on.key("F4")
    answer(on, OPEN)
    assert not on.session.info.hints
    on.key("F4")
    answer(on, WON, LINE)
    on.key("F4")
    assert on.session.info.hints == 1, "asked further it is the same hint"
    on.keys("backspace", "F4")
    assert on.saved("vierfrei")["hints"] == on.session.info.hints == 2


def test_a_solution_with_an_illegal_move_stops_there(on: Stage) -> None:
    answer(on, WON, [LINE[0], parse_move("12", "vierfrei"), *LINE[1:]])
    on.key("F5")
    on.wait(3)
    assert len(on.actions) == 1 and on.plings == 1 and not on.table.guide.playing


@pytest.mark.parametrize(
    ("verdict", "light", "words"),
    [
        (WON, Light.CAN_WIN, "can be won"),
        (LOST, Light.LOST, "can't be won"),
        (OPEN, Light.NOT_KNOWN, "unknown"),
        (None, Light.NOT_KNOWN, "unknown"),
    ],
)
def test_the_light_shows_thinking_then_the_verdict_unless_it_is_off(
    on: Stage, verdict: Verdict | None, light: Light, words: str
) -> None:
    assert on.table.guide.light is Light.THINKING
    assert on.table.bar_texts.known[0] == "thinking …"
    assert on.oracle.wished == on.state
    if verdict is None:
        on.oracle.cancel()
    else:
        answer(on, verdict, LINE)
    assert on.table.guide.light is light
    texts = on.table.bar_texts
    assert (texts.known[0], texts.icon) == (words, light.name.lower())
    on.settings.light = False
    on.type("1a")
    assert on.table.guide.light is None and len(on.oracle.asked) == 1
    assert on.table.bar_texts.known == ()


def test_an_ended_game_has_no_light_and_no_hints(on: Stage) -> None:
    on.play(WON_10913)
    asked = len(on.oracle.asked)
    assert on.session.ended and on.table.guide.light is None
    on.key("F4")
    assert on.message == "The game is over." and on.plings == 1
    on.key("F5")
    assert on.plings == 2 and len(on.oracle.asked) == asked


@pytest.fixture
def drawing(on: Stage, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """Return a stage whose random deals are 1, 2, 3 and so on."""
    on.settings.winnable_only = True
    numbers = iter(range(1, 100))
    monkeypatch.setattr(current, "draw_number", lambda: next(numbers))
    on.type("1a")
    return on


@pytest.mark.parametrize("way", ["F1", "F1 in the menu", "New game"])
def test_deals_are_drawn_until_one_is_winnable(drawing: Stage, way: str) -> None:
    if way != "F1":
        drawing.key("escape")
    if way == "New game":
        drawing.push(way)
    else:
        drawing.key("F1")
    assert drawing.message == "Looking for a winnable deal: 1 …"
    assert drawing.session.deal.number == 10913 and drawing.actions == ["1a"]
    answer(drawing, LOST)
    assert drawing.message == "Looking for a winnable deal: 2 …"
    answer(drawing, OPEN)
    assert drawing.oracle.wished == numbered("vierfrei", 3).layout()
    answer(drawing, WON, LINE)
    assert drawing.oracle.of_many[-3:] == [True] * 3
    assert drawing.title == "Vierfrei 3 – Vierfeld" and not drawing.actions
    drawing.key("backspace")
    assert drawing.session.deal.number == 10913 and drawing.actions == ["1a"]


def test_without_a_solver_the_first_deal_drawn_is_played(drawing: Stage) -> None:
    drawing.oracle.there = False
    drawing.key("F1")
    answer(drawing, OPEN)
    assert drawing.session.deal.number == 1
    assert drawing.message == "It's unknown whether this can be won."


def test_a_solver_that_keeps_crashing_is_reported_once(
    on: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    on.kit.solver = SolverService()
    monkeypatch.setattr(jobs, "Process", None)
    on.type("1a")
    on.wait(0.1)
    error = "The solver keeps crashing. Restart Vierfeld to get solutions again."
    assert on.message == error and on.lines.count(error) == 1
    on.key("F4")
    assert on.message == "No more answers: the solver has failed." and on.plings == 1
    on.wait(1)
    assert on.lines.count(error) == 1


@pytest.mark.parametrize("way", ["escape", "left", "click", "F8"])
def test_the_search_for_a_winnable_deal_can_be_cancelled(drawing: Stage, way: str) -> None:
    drawing.key("F1")
    answer(drawing, LOST)
    drawing.do(way)
    assert "Looking" not in drawing.message and drawing.oracle.wished is drawing.state
    drawing.wait(1)
    assert drawing.session.deal.number == 10913 and drawing.actions == ["1a"]
    assert not (drawing.home / "games.jsonl").exists()


def test_deals_with_a_known_verdict_are_not_judged_again(drawing: Stage) -> None:
    for number, verdict in ((1, LOST), (2, WON)):
        deal = numbered("vierfrei", number)
        drawing.oracle.tell(deal, deal.layout(), verdict, LINE)
    drawing.key("F1")
    drawing.wait(0.1)
    assert drawing.session.deal.number == 2


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("first", [False, True])
def test_canfield_draws_winnable_deals_too(stage: Start, rules: str, first: bool) -> None:
    if first:
        on = stage(game=None, rules=rules)
        on.settings.winnable_only = True
        on.app.director.play_new("canfield")
        if rules == "casino":
            assert not on.oracle.asked, "what is seen is paid for"
            return
    else:
        on = lit(stage, 42, game="canfield", rules=rules)
        on.settings.winnable_only = True
        on.key("F1")
    answer(on, LOST)
    wished = on.oracle.wished
    answer(on, WON)
    assert on.state == wished and on.session.deal.rules == rules
    assert len(on.storage.log.games()) == (rules == "casino"), "a charge was paid there alone"


# -- a rule set without a solver: it is played like any other, and no claims are made about it -----


UNKNOWN = Advice((), Grounds.UNKNOWN, -45, 0)


def test_without_a_solver_the_adviser_knows_nothing(unsolved: GameKind) -> None:
    deal = numbered(*unsolved.key[:1], 7, unsolved.rules)
    state = deal.layout()
    for seen in (SeenSoFar(), SeenSoFar(stock=0), SeenSoFar(reserve=0, stock=0)):
        known = Knowledge.of(unsolved, state, seen)
        assert free_look(known) == () and list(advice_so_far(known)) == [UNKNOWN]
        assert advise(known, 4) == UNKNOWN == advise(known, 4, played=(Move(Verb.DEAL),))
    assert known.is_complete and UNKNOWN.is_to_stop and not UNKNOWN.rules_known
    (decision,) = play_on(unsolved, state, SeenSoFar(), samples=4)
    assert decision.advice == UNKNOWN and not decision.moves
    assert not decide(deal, state, time_limit=5).rules_known


def test_without_a_solver_there_is_a_rule_of_thumb_and_no_play(
    stage: Start, unsolved: GameKind
) -> None:
    on = fair(stage, "unsolved")
    bring(on, UNKNOWN, last=True)
    assert on.table.guide.light is Light.NOT_KNOWN
    assert on.table.guide.light_texts == ("unknown",)
    on.key("F4")
    on.wait(0.02)
    assert on.message.startswith("Rule of thumb: ") and on.session.info.hints == 1
    on.key("F5", SHIFT)
    bring(on, UNKNOWN, last=True)
    on.wait(2)
    assert on.message == "There is no solver for these rules." and not on.actions
    assert not on.table.guide.playing


def test_without_a_solver_a_review_has_no_chance_curve(stage: Start, unsolved: GameKind) -> None:
    on = stage(game="canfield", rules="unsolved", deal=42, size=(1280, 800))
    solver = on.oracle
    on.keys("space", "space", "F7")
    reviewing.judged(on, "www")
    for _ in range(3):
        on.wait(0.1)
        solver.bring(WeighedMove(UNKNOWN), last=True)
    on.wait(0.1)
    luck = on.review.game.luck
    assert luck.done and luck.weighed and not luck.chances and not luck.legend


def test_the_search_for_a_winnable_deal_ends_after_undecided_deals_in_a_row(
    stage: Start, unsolved: GameKind
) -> None:
    on = fair(stage, "unsolved")
    on.settings.winnable_only = True
    for _ in range(2):
        on.key("F1")
        for verdict in [OPEN] * 19 + [LOST] + [OPEN] * 19:
            answer(on, verdict)
        assert on.message == "Looking for a winnable deal: 40 …"
        on.key("escape")
    on.key("F1")
    for number in range(20):
        assert on.message == f"Looking for a winnable deal: {number + 1} …"
        answer(on, OPEN)
    assert on.message == "It's unknown whether this can be won."
    assert on.session.deal.number != 42 and on.session.deal.rules == "unsolved"
