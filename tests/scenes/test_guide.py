"""What the game knows, on the table: the light, hints, solutions, deals that can be won."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pygame
import pytest
from pygame import Rect

from game.core.moves import Move, Refusal, Verb
from game.core.piles import STOCK
from game.player.settings import LOOKS, Speed
from game.rules.canfield import RULE_SETS
from game.rules.registry import numbered
from game.solver import service
from game.solver.answer import Verdict
from game.solver.service import SolverService
from game.words.hints import Fact
from scenes.table.adviser import Light
from tests.game.decks import easy_deck
from tests.game.reading import parse_move
from tests.loops import while_
from tests.scenes.conftest import Clipboard
from tests.scenes.oracle import Oracle
from tests.scenes.stage import CTRL, SHIFT, WON_10913, Stage, almost_won

Start = Callable[..., Stage]
WON, LOST, OPEN = Verdict.WINNABLE, Verdict.LOST, Verdict.UNDECIDED
LINE = [parse_move(token, "vierfrei") for token in WON_10913.split()]


@pytest.fixture
def on(stage: Start) -> Stage:
    """Vierfrei 10913 with the light on, and a solver that a test answers for."""
    return lit(stage)


def lit(start: Start, deal: int = 10913, **given: object) -> Stage:
    on = start(deal=deal, **given)
    on.kit.solver = Oracle()
    on.settings.light = True
    on.table.guide.position_changed()
    return on


def oracle(on: Stage) -> Oracle:
    assert isinstance(on.kit.solver, Oracle)
    return on.kit.solver


def answer(on: Stage, verdict: Verdict, moves: Iterable[Move] = ()) -> None:
    """The solver answers, and the table takes it in."""
    oracle(on).answer(verdict, moves)
    on.wait(0.04)


# -- the light -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verdict", "light", "words"),
    [
        (WON, Light.CAN_WIN, "can be won"),
        (LOST, Light.LOST, "cannot be won"),
        (OPEN, Light.NOT_KNOWN, "not known"),
    ],
)
def test_the_light_thinks_and_then_tells(
    on: Stage, verdict: Verdict, light: Light, words: str
) -> None:
    assert on.table.guide.light is Light.THINKING
    assert on.table._bar_texts().known == "thinking …"
    assert oracle(on).wished == on.state
    answer(on, verdict, LINE)
    assert on.table.guide.light is light
    told = on.table._bar_texts()
    assert (told.known, told.icon) == (words, light.name.lower())


def test_it_says_not_known_where_nobody_searches(on: Stage) -> None:
    oracle(on).cancel()
    on.table.guide._stale = True
    assert on.table.guide.light is Light.NOT_KNOWN


def test_every_move_is_asked_about_with_the_position_before(on: Stage) -> None:
    start = on.state
    on.type("1a")
    one = on.state
    on.type("2b")
    assert oracle(on).asked == [start, one, on.state]
    assert oracle(on).afters == [None, start, one]
    on.key("backspace")
    assert oracle(on).afters[-1] is start, "it was reached from there all the same"
    on.key("F3")
    assert oracle(on).afters[-1] is None, "a game begun again tells nothing of what was before"


def test_it_can_be_turned_off(on: Stage) -> None:
    on.settings.light = False
    on.type("1a")
    assert on.table.guide.light is None and len(oracle(on).asked) == 1
    assert on.table._bar_texts().known == ""


def test_canfields_light_is_off_unless_it_is_chosen(stage: Start) -> None:
    on = lit(stage, 42, game="canfield", rules="hoyle")
    assert on.table.guide.light is None and not oracle(on).asked
    on.settings.canfield_light = True
    on.table.restyle()
    assert on.table.guide.light is Light.THINKING


def test_an_ended_game_has_none(on: Stage) -> None:
    on.play(WON_10913)
    asked = len(oracle(on).asked)
    assert on.session.ended and on.table.guide.light is None
    on.key("F4")
    assert on.line == "The game has ended." and on.plings == 1
    on.key("F5")
    assert on.plings == 2 and len(oracle(on).asked) == asked


# -- what may come next ----------------------------------------------------------------------------


def test_what_may_come_next_is_judged_while_the_player_thinks(on: Stage) -> None:
    solver = oracle(on)
    on.wait(0.1)
    assert not solver.foreseen, "the real question comes first"
    answer(on, WON, LINE)
    foreseen = solver.foreseen
    assert foreseen
    solver.foreseen = []
    on.wait(1)
    assert not solver.foreseen, "once for a position"
    on.type("1a")
    assert on.state in foreseen and solver.wished == on.state


@pytest.mark.parametrize("verdict", [LOST, OPEN])
def test_there_is_nothing_to_foresee(on: Stage, verdict: Verdict) -> None:
    answer(on, verdict)
    on.wait(0.1)
    assert not oracle(on).foreseen


def test_cards_that_fly_are_not_held_up_by_it(stage: Start) -> None:
    on = lit(stage, speed=Speed.SLOW)
    solver = oracle(on)
    answer(on, WON, LINE)
    on.settle()
    solver.foreseen = []
    on.type("1a")
    solver.answer(WON, LINE)
    on.wait(0.06)
    assert on.table.animator.busy and not solver.foreseen
    on.settle()
    on.wait(0.04)
    assert solver.foreseen


# -- hints -----------------------------------------------------------------------------------------


def test_a_hint_waits_for_the_answer_and_moves_nothing(on: Stage) -> None:
    on.key("F4")
    assert on.line == "Thinking …" and oracle(on).again[-1]
    on.wait(10)
    assert on.line == "Thinking …"
    answer(on, WON, LINE)
    assert on.table.guide.hinted is not None and on.table.guide.hinted.text.startswith("4h")
    assert on.line == "Hint: ace of clubs to clubs foundation" == on.lines[-1]
    assert not on.actions
    on.check()


def test_a_hint_that_is_known_comes_at_once(on: Stage) -> None:
    answer(on, WON, LINE)
    on.key("F4")
    assert on.table.guide.hinted and len(oracle(on).asked) == 1
    on.type("4h")
    assert on.table.guide.hinted is None and not on.line


@pytest.mark.parametrize("way", ["left", "escape", "click", "F8", "z"])
def test_any_input_ends_the_waiting(on: Stage, way: str) -> None:
    on.settings.light = False
    on.key("F4")
    assert oracle(on).wished
    if way == "click":
        on.click(on.at("1"))
    else:
        on.key(way)
    assert on.line != "Thinking …" and oracle(on).wished is None and oracle(on).cancelled == 1
    on.wait(0.1)
    assert on.table.guide.hinted is None


@pytest.mark.parametrize("name", ["F4", "F5", "F1"])
def test_the_light_goes_on_thinking_when_the_player_waits_no_more(on: Stage, name: str) -> None:
    on.settings.winnable_only = True
    on.key(name)
    on.key("left")
    assert oracle(on).wished is on.state and on.table.guide.light is Light.THINKING
    answer(on, WON, LINE)
    assert on.table.guide.light is Light.CAN_WIN and on.table.guide.hinted is None


def test_nobody_knows(on: Stage) -> None:
    answer(on, OPEN)
    on.key("F4")
    assert on.line == "Thinking …" and oracle(on).again[-1], "it is searched once more"
    oracle(on)._arrived = True
    on.wait(0.04)
    assert on.line == "Thinking …", "other news is no answer"
    answer(on, OPEN)
    assert on.line == "It is not known whether this can be won." and on.plings == 1
    assert on.table.guide.hinted is None


def test_a_second_hint_tells_the_next_best_fact_and_not_the_same_again(on: Stage) -> None:
    answer(on, WON, LINE)
    after = on.session.outcome(parse_move("1a", "vierfrei"))
    assert not isinstance(after, Refusal)
    oracle(on).tell(on.table.deal, after, WON, LINE)
    told = []
    for _ in range(4):
        on.key("F4")
        told.append(on.line)
        assert on.lines[-1] == on.line
    assert told == [
        "Hint: ace of clubs to clubs foundation",
        "Then ace of spades to spades foundation; 5 of diamonds to column 6. 69 moves to the win.",
        "This wins as well: 6 of diamonds to cell a",
        "Hint: ace of clubs to clubs foundation",
    ], told
    on.key("F4")
    on.type("1a")
    on.key("z", CTRL)
    on.settle()
    on.key("F4")
    assert on.line == told[0], "a move begins anew"
    assert not on.actions


def test_only_what_is_proven_is_said_to_win(on: Stage) -> None:
    answer(on, WON, LINE)
    for token, verdict in (("1a", LOST), ("2a", OPEN)):
        after = on.session.outcome(parse_move(token, "vierfrei"))
        assert not isinstance(after, Refusal)
        oracle(on).tell(on.table.deal, after, verdict)
    told = []
    for _ in range(4):
        on.key("F4")
        told.append(on.line)
    assert told[:2] == told[2:] and len(set(told)) == 2


def test_the_arrow_goes_with_the_fact(on: Stage) -> None:
    answer(on, WON, LINE)
    after = on.session.outcome(parse_move("1a", "vierfrei"))
    assert not isinstance(after, Refusal)
    oracle(on).tell(on.table.deal, after, WON, LINE)
    shown = []
    for _ in range(3):
        on.key("F4")
        assert on.table.guide.hinted is not None
        shown.append(on.table.guide.hinted.text)
    assert shown[0] == shown[1] != shown[2]


def test_a_move_that_wins_at_once_says_so(stage: Start) -> None:
    on = almost_won(stage)
    on.kit.solver = Oracle()
    on.settings.light = True
    on.table.guide.position_changed()
    answer(on, WON, LINE[-1:])
    on.keys("F4", "F4")
    assert on.line == "This move wins the game."


def test_the_rule_of_thumb_has_a_next_best(stage: Start) -> None:
    on = lit(stage, 42, game="canfield", rules="aisleriot")
    on.keys("F4", "F4")
    assert on.line == "The rule of thumb knows nothing else here."
    on.keys("space", "space", "space")
    told: list[str] = []
    for _ in while_(lambda: len(told) < 12):
        on.key("F4")
        told.append(on.line)
        if on.line == told[0] and len(told) > 1:
            break
    assert told[0].startswith("By rule of thumb: ") and told[-1] == told[0]
    assert len(set(told)) == len(told) - 1 >= 2
    assert all(line.startswith("Next best by rule of thumb: ") for line in told[1:-1])


def test_a_second_hint_in_a_lost_game_tells_which_move_lost_it(on: Stage) -> None:
    lose(on, "1a 2b 3c 5d", 3)
    on.key("F4")
    assert on.table.guide.way_back == 2 and not on.line
    on.key("F4")
    assert on.line.startswith("Lost by this move: ") and "cell c" in on.line
    assert on.table.guide.way_back == 2, "the way back is still offered"
    on.key("F4")
    assert not on.line.startswith("Lost by") and on.table.guide.way_back == 2


def test_canfield_hints_by_rule_of_thumb(stage: Start) -> None:
    on = lit(stage, 42, game="canfield", rules="hoyle")
    on.key("F4")
    assert on.line.startswith("By rule of thumb: ") and not oracle(on).asked
    on.settings.canfield_hints = True
    on.key("F4")
    assert on.line == "Thinking …"
    answer(on, WON, [Move(Verb.DEAL)])
    assert on.line == "Hint: deal from the stock", "and not which cards lie there"


def test_escape_only_puts_away_what_is_shown(on: Stage) -> None:
    answer(on, WON, LINE)
    on.key("F4")
    on.key("escape")
    assert on.table.guide.hinted is None
    on.key("escape")
    assert on.app.director.table is None, "the next one leads to the menu"


# -- lost ------------------------------------------------------------------------------------------


def lose(on: Stage, moves: str, lost_at: int) -> None:
    """Play ``moves``; from position ``lost_at`` on the game is lost."""
    on.type(moves)
    states = [on.session.layout, *(action[-1].after for action in on.session.actions)]
    for at, state in enumerate(states):
        oracle(on).tell(on.table.deal, state, LOST if at >= lost_at else WON, LINE)


@pytest.mark.parametrize("lost_at", [1, 2, 3, 4])
def test_a_lost_game_offers_the_way_back(on: Stage, lost_at: int) -> None:
    lose(on, "1a 2b 3c 5d", lost_at)
    on.key("F4")
    count = 5 - lost_at
    label = f"Back by {count} move{'s' if count > 1 else ''}"
    assert on.strip == "This cannot be won any more." and on.table.guide.way_back == count
    assert on.lines[-1] == f"This cannot be won any more. {label}"
    on.push(label)
    assert len(on.actions) == lost_at - 1 and on.strip == ""
    assert len(on.session.undone) == count
    on.check()


def test_the_way_back_is_searched_by_halves(on: Stage) -> None:
    on.settings.light = False
    on.type("1a 2b 3c 5d")
    solver = oracle(on)
    solver.asked.clear()
    on.key("F5")
    answer(on, LOST)
    assert on.line == "Lost. Looking for the last position that could be won …"
    states = [on.session.layout, *(action[-1].after for action in on.session.actions)]
    for _ in range(9):
        if solver.wished is None:
            break
        answer(on, WON if states.index(solver.wished) <= 1 else LOST)
    assert on.table.guide.way_back == 3 and len(solver.asked) <= 4


def test_nothing_before_could_be_won_either(on: Stage) -> None:
    lose(on, "1a 2b", 0)
    on.key("F4")
    assert on.line == "This deal cannot be won."
    assert on.plings == 1 and on.strip == ""


@pytest.mark.parametrize("name", ["F8", "left", "1"])
def test_the_offer_goes_with_the_next_input(on: Stage, name: str) -> None:
    lose(on, "1a 2b", 1)
    on.key("F4")
    assert on.strip
    on.key(name)
    assert on.strip == "" and on.table.guide.way_back == 0


# -- solutions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", [Speed.OFF, Speed.FAST])
def test_the_whole_solution_is_shown(stage: Start, speed: Speed) -> None:
    on = lit(stage, speed=speed)
    on.settle()
    on.key("F5")
    answer(on, WON, LINE)
    assert on.table.guide.playing
    for _ in range(400):
        on.wait(0.2)
        if on.session.ended:
            break
    on.settle()
    assert on.session.won and len(on.actions) == len(LINE)
    assert on.line == "The solution was shown; the game does not count as won by you."
    (entry,) = on.saved("record")["games"]
    assert (entry["won"], entry["shown"]) == (False, len(LINE)), "nobody has played it"
    assert on.strip.startswith("Solved. Not counted as won: the solution was shown.")
    assert not on.table.celebration
    for _ in range(len(LINE)):
        on.key("z", CTRL)
    assert on.state == on.session.layout


@pytest.mark.parametrize("way", ["F5", "left", "click", "backspace", "F8"])
def test_any_input_takes_over(on: Stage, way: str) -> None:
    answer(on, WON, LINE)
    on.key("F5")
    on.wait(2.8)
    shown = len(on.actions)
    assert 2 < shown < 20
    if way == "click":
        on.click((500, 690))
    else:
        on.key(way)
    shown = len(on.actions)
    on.wait(5)
    assert len(on.actions) == shown and not on.table.guide.playing
    on.app.director.close_panel()
    on.check()


def test_the_line_about_the_solution_goes_when_it_is_stopped(on: Stage) -> None:
    answer(on, WON, LINE)
    on.key("F5")
    on.wait(0.2)
    assert on.table.line.text.startswith("The solution is being shown")
    on.key("F5")
    assert not on.table.line.text and not on.table.guide.playing


def test_what_a_solution_costs_is_said_before_the_first_move(on: Stage) -> None:
    rule = "does not count as won by you."
    on.key("F5")
    assert on.line.startswith("Thinking …") and on.line.endswith(rule) and rule in on.lines[-1]
    answer(on, WON, LINE)
    assert "this game will not count as won by you" in on.line and "stops it" in on.lines[-1]
    on.wait(1.2)
    assert not on.actions, "who has pressed it by mistake can still stop it"
    on.key("F5")
    on.wait(3)
    assert not on.actions and not on.session.book.shown
    on.key("F5")
    on.wait(2.5)
    shown = len(on.actions)
    assert shown and on.session.book.shown == shown
    on.key("escape")
    on.key("F5")
    answer(on, WON, LINE[shown:])
    on.wait(0.1)
    assert len(on.actions) > shown, "it was said, and is so already"
    on.key("escape")
    for _ in range(shown + 9):
        on.key("z", CTRL)
    on.play(WON_10913)
    assert on.session.won and on.strip.startswith("Solved. Not counted as won:")
    (entry,) = on.saved("record")["games"]
    assert not entry["won"] and entry["shown"] > shown


def test_every_hint_is_counted(on: Stage) -> None:
    on.key("F4")
    answer(on, WON, LINE)
    on.key("F4")
    on.key("backspace")
    on.key("F4")
    assert on.saved("vierfrei")["hints"] == on.session.book.hints == 3


def test_a_hint_by_rule_of_thumb_is_counted(stage: Start) -> None:
    on = stage(game="canfield", deal=1)
    on.key("F4")
    assert on.line.startswith("By rule of thumb") and on.session.book.hints == 1


def test_a_hint_that_nobody_could_give_is_not_counted(on: Stage) -> None:
    on.key("F4")
    answer(on, OPEN)
    assert not on.session.book.hints


def test_a_solution_that_turns_out_to_be_none_stops(on: Stage) -> None:
    answer(on, WON, [LINE[0], parse_move("12", "vierfrei"), *LINE[1:]])
    on.key("F5")
    on.wait(3)
    assert len(on.actions) == 1 and on.plings == 1 and not on.table.guide.playing


# -- deals that can be won -------------------------------------------------------------------------


@pytest.fixture
def drawing(on: Stage) -> Stage:
    """F1 draws the deals 1, 2, 3 … until one can be won."""
    on.settings.winnable_only = True
    numbers = iter(range(1, 100))
    on.table.desk._draw = lambda: next(numbers)
    on.type("1a")
    return on


def test_f1_draws_until_one_can_be_won(drawing: Stage) -> None:
    drawing.key("F1")
    assert drawing.line == "Looking for a deal that can be won: 1 …"
    assert drawing.session.deal.number == 10913
    answer(drawing, LOST)
    assert drawing.line == "Looking for a deal that can be won: 2 …"
    answer(drawing, OPEN)
    assert oracle(drawing).wished == numbered("vierfrei", 3).layout()
    answer(drawing, WON, LINE)
    assert oracle(drawing).of_many[-3:] == [True] * 3
    assert drawing.session.deal.number == 3 and not drawing.actions
    assert drawing.title == "Vierfrei 3 – Vierfeld"
    drawing.key("backspace")
    assert drawing.session.deal.number == 10913 and drawing.actions == ["1a"]


def test_without_a_solver_the_first_deal_drawn_is_played(drawing: Stage) -> None:
    oracle(drawing).there = False
    drawing.key("F1")
    answer(drawing, OPEN)
    assert drawing.session.deal.number == 1
    assert drawing.line == "It is not known whether this can be won."


def test_a_solver_that_keeps_dying_is_told_in_one_line(
    stage: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise OSError("no more processes")

    on = lit(stage, 10913)
    on.kit.solver = SolverService()
    monkeypatch.setattr(service, "Helper", refuse)
    on.type("1a")
    on.wait(0.1)
    told = "The solver keeps ending: until the next start it finds no solutions."
    assert on.line == told and on.lines.count(told) == 1
    on.key("F4")
    assert on.line == "There are no answers: the solver keeps ending." and on.plings == 1
    on.wait(1)
    assert on.lines.count(told) == 1


@pytest.mark.parametrize("way", ["escape", "left", "click", "F8"])
def test_the_drawing_can_be_cancelled(drawing: Stage, way: str) -> None:
    drawing.key("F1")
    answer(drawing, LOST)
    if way == "click":
        drawing.click((500, 690))
    else:
        drawing.key(way)
    assert "Looking" not in drawing.line and oracle(drawing).wished is drawing.state
    drawing.wait(1)
    assert drawing.session.deal.number == 10913 and drawing.actions == ["1a"]
    assert not (drawing.home / "record.json").exists()


def test_a_deal_that_is_known_already_comes_soon(drawing: Stage) -> None:
    """What the service knows it does not search again; the drawing goes on all the same."""
    solver = oracle(drawing)
    for number in (1, 2):
        deal = numbered("vierfrei", number)
        solver.tell(deal, deal.layout(), LOST if number == 1 else WON, LINE)
    drawing.key("F1")
    drawing.wait(0.1)
    assert drawing.session.deal.number == 2


@pytest.mark.parametrize("rules", RULE_SETS)
def test_canfield_draws_too(stage: Start, rules: str) -> None:
    on = lit(stage, 42, game="canfield", rules=rules)
    on.settings.winnable_only = True
    on.key("F1")
    answer(on, LOST)
    wished = oracle(on).wished
    answer(on, WON)
    assert on.state == wished and on.session.deal.rules == rules


@pytest.mark.parametrize("way", ["F1", "button"])
def test_the_menu_draws_too(drawing: Stage, way: str) -> None:
    drawing.key("escape")
    if way == "F1":
        drawing.key("F1")
    else:
        drawing.push("New game")
    assert drawing.line == "Looking for a deal that can be won: 1 …"
    assert drawing.session.deal.number == 10913 and drawing.actions == ["1a"]
    answer(drawing, LOST)
    answer(drawing, WON, LINE)
    assert drawing.session.deal.number == 2 and not drawing.actions
    drawing.key("backspace")
    assert drawing.session.deal.number == 10913 and drawing.actions == ["1a"]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_menu_draws_for_the_first_game_without_a_charge(stage: Start, rules: str) -> None:
    on = stage(game=None, rules=rules)
    on.kit.solver = Oracle()
    on.settings.winnable_only = True
    on.app.director.play_new("canfield")
    if rules == "casino":
        assert not oracle(on).asked, "what is seen is paid for"
        return
    answer(on, LOST)
    wished = oracle(on).wished
    answer(on, WON)
    assert on.state == wished and not on.kit.record.entries


def test_without_the_option_any_deal_will_do(on: Stage) -> None:
    on.key("F1")
    assert on.session.deal.number != 10913 and not on.line


# -- what lies over the cards ----------------------------------------------------------------------


def pixels(on: Stage) -> bytes:
    on.app.paint()
    return pygame.image.tobytes(on.window.surface, "RGB")


def anew(on: Stage) -> bytes:
    on.app.director.whole = True
    return pixels(on)


@pytest.mark.parametrize("look", LOOKS)
def test_what_was_marked_leaves_no_trace(stage: Start, look: str) -> None:
    on = lit(stage)
    on.settings.look = look
    on.kit.settle_look()
    on.table.restyle()
    answer(on, WON, LINE)
    on.wait(2)
    before = anew(on)
    on.key("F4")
    hinted = pixels(on)
    assert hinted != before and hinted == anew(on)
    on.key("escape")
    assert pixels(on) == before == anew(on)
    on.key("right")
    walked = pixels(on)
    assert walked != before and walked == anew(on)
    on.click((3, 690))
    on.move((-1, -1))
    assert pixels(on) == anew(on) == before


def test_a_hint_marks_the_card_and_its_goal(on: Stage) -> None:
    answer(on, WON, LINE)
    on.app.paint()
    bare = on.window.surface.copy()
    on.key("F4")
    on.app.paint()
    layout = on.table.layout
    column, home = on.pile("4"), on.pile("h:C")
    count = len(on.state[column])
    last = pygame.Rect(layout.place(column, count - 1, count), layout.card)
    for rect in (last, layout.slot(home)):
        edge = rect.right - 1, rect.centery
        assert on.window.surface.get_at(edge) != bare.get_at(edge)
    elsewhere = layout.slot(on.pile("a")).center
    assert on.window.surface.get_at(elsewhere) == bare.get_at(elsewhere)


def test_a_hint_to_deal_marks_the_stock(stage: Start, clipboard: Clipboard) -> None:
    on = lit(stage, 42, game="canfield", rules="hoyle")
    clipboard.text = easy_deck()
    on.key("v", CTRL)
    on.settings.canfield_hints = True
    on.app.paint()
    before = on.window.surface.copy()
    on.key("F4")
    answer(on, WON, [Move(Verb.DEAL)])
    on.app.paint()
    slot = on.table.layout.slot(on.pile("s"))
    edge = slot.left, slot.centery
    assert on.window.surface.get_at(edge) != before.get_at(edge)


def test_what_is_under_the_cursor_is_told_unless_something_else_is(on: Stage) -> None:
    answer(on, WON, LINE)
    on.key("right")
    above = on.table.above
    assert above._cursor_line().text == on.table.keys.spoken() != ""
    on.key("F4")
    assert above._cursor_line().text == ""
    on.key("backspace", SHIFT)
    on.click((500, 690))
    assert above._cursor_line().text == ""


def test_a_hint_names_the_whole_run(stage: Start) -> None:
    on = lit(stage, 617)
    on.type("58")
    answer(on, WON, [parse_move("82v2", "vierfrei")])
    on.key("F4")
    assert on.line == "Hint: queen of hearts and 1 more card to column 2"


def test_canfield_hints_never_tell_what_fills_a_gap(stage: Start) -> None:
    on = lit(stage, 42, game="canfield", rules="hoyle")
    hidden = {str(card) for card in on.state[on.pile("r")][:-1]}
    on.key("F4")
    assert "reserve" not in on.line and len(on.line.split(" of ")) <= 2 and hidden


def test_the_number_of_cards_stands_above_the_frame_of_a_hint(stage: Start) -> None:
    on = stage(game="canfield", deal=42)
    on.app.paint()
    place = on.table.layout.slot(STOCK)
    low = Rect(place.left, place.bottom - 4, place.width, 4)
    before = on.window.surface.subsurface(low).copy()
    on.table.guide._tell([Fact("deal", Move(Verb.DEAL))])
    on.app.paint()
    after = on.window.surface.subsurface(low)
    row = low.height - 1
    same = [before.get_at((x, row)) == after.get_at((x, row)) for x in range(low.width)]
    assert not all(same), "there is a frame"
    assert same[low.width // 2], "but the count stands above it"


# -- another game amid all this --------------------------------------------------------------------


@pytest.mark.parametrize("shown", ["a solution", "a search for a deal"])
def test_a_game_that_comes_in_ends_what_is_shown(on: Stage, tmp_path: Path, shown: str) -> None:
    path = tmp_path / "game.txt"
    path.write_text("# Vierfeld 1 vierfrei 617\n58\n")
    if shown == "a solution":
        on.key("F5")
        answer(on, WON, LINE)
        assert on.table.guide.playing
    else:
        on.settings.winnable_only = True
        on.key("F1")
    on.app.handle(pygame.Event(pygame.DROPFILE, file=str(path)))
    assert not on.table.guide.playing and oracle(on).wished == on.state
    answer(on, WON, LINE)
    on.wait(3)
    assert on.session.deal.number == 617 and on.actions == ["58"] and not on.plings
