"""What the casino's strip weighs, and the game that plays on by itself, fairly."""

from __future__ import annotations

from game.core.moves import Move, Verb
from game.core.state import State
from game.fair.advice import Grounds
from game.rules.registry import KINDS
from tests.scenes.guide.advising import advice, bring, canfield, fair, plan
from tests.scenes.guide.asking import oracle
from tests.scenes.stage import SHIFT, Start

# -- the casino's decisions ------------------------------------------------------------------------


def test_the_strip_weighs_if_the_player_wants_to_be_told(stage: Start) -> None:
    on = fair(stage, "casino")
    assert not on.table.strip.now.weighed
    said = len(on.lines)
    bring(on, advice(plan("i", 0.1, 4, account=99), stopping=-13))
    assert not on.table.strip.now.weighed, "so few samples are not to be relied on"
    bring(on, advice(plan("i", 0.1, 16, account=21), stopping=-13))
    weighed = "Stop now: −$13. Playing on is worth about $20."
    assert on.table.strip.now.weighed == weighed == on.lines[-1] and len(on.lines) == said + 1
    bring(on, advice(plan("i", 0.1, account=21), stopping=-13))
    assert on.table.strip.now.weighed.endswith("about $21.")
    assert len(on.lines) == said + 1, "said once"
    on.type("i")
    on.wait(0.02)
    assert not on.table.strip.now.weighed
    bring(on, advice(plan("p", 0.5, 2, account=21), stopping=-26))
    assert not on.table.strip.now.weighed
    bring(on, advice(plan("p", 0.5, 2, account=22), stopping=-26), last=True)
    assert on.table.strip.now.weighed, "two cards can lie in two ways, and there is no more to know"
    on = canfield(stage, "casino", 43)
    on.key("F4")
    bring(on, advice(plan("i", 0.1, account=21), stopping=-13))
    assert on.table.strip.now.weighed


def test_what_is_paid_for_is_weighed_as_well(stage: Start) -> None:
    on = fair(stage, "casino")
    on.play("i p")
    on.wait(0.02)
    bring(on, advice(plan("d", 0.1, account=21), stopping=-47))
    assert on.table.strip.now.weighed == "Stop now: −$47. Playing on is worth about $21."


# -- playing on by itself --------------------------------------------------------------------------


def test_it_plays_on_fairly_until_somebody_pauses_it(stage: Start) -> None:
    on = canfield(stage)
    on.key("F5", SHIFT)
    assert "won't count as a win" in on.line and on.table.guide.playing
    on.wait(2)
    assert not on.actions, "it waits for the adviser"
    bring(on, advice(plan("d", 0.3, 4)))
    assert not on.actions, "and for enough samples"
    bring(on, advice(plan("d", 0.3, 16)))
    on.wait(0.1)
    assert on.actions == ["d"] and on.session.book.shown == 1
    assert on.line.startswith("Chance of winning: about 30 in 100.")
    on.click((500, 690))
    assert not on.table.guide.playing and not on.line
    on.wait(2)
    assert on.actions == ["d"]
    asked = len(oracle(on).jobs)
    on.key("space")
    on.wait(0.1)
    assert len(oracle(on).jobs) == asked, "nobody wants to know any more"
    on.key("F5", SHIFT)
    assert on.table.guide.playing and "won't count" not in on.line
    on.key("F5", SHIFT)
    assert not on.table.guide.playing, "the same key pauses"


def test_it_plays_on_after_it_has_paid(stage: Start) -> None:
    """No card moves then, but it is another position all the same."""
    on = canfield(stage, "casino")
    on.key("F5", SHIFT)
    for token in ("i", "p", "d"):
        bring(on, advice(plan(token, 0.3)), last=True)
        on.wait(2)
    assert on.actions == ["i", "p", "d"] and on.table.guide.playing


def test_it_ends_where_nothing_leads_any_further(stage: Start) -> None:
    on = canfield(stage)
    on.key("F5", SHIFT)
    bring(on, advice(why=Grounds.NO_PLAN), last=True)
    on.wait(2)
    assert on.line == "No move was found that helps." == on.lines[-1]
    assert not on.table.guide.playing and not on.table.guide.awaits


def test_it_stops_the_casinos_game(stage: Start) -> None:
    on = canfield(stage, "casino")
    on.key("F5", SHIFT)
    bring(on, advice(why=Grounds.STOP, moves=(Move(Verb.STOP),), stopping=-13), last=True)
    on.wait(2)
    assert on.session.ended and not on.table.guide.playing
    assert on.line == "The program played on, so this won't count as a win."


def test_it_does_not_walk_in_a_circle(stage: Start) -> None:
    """The same is advised where the same is known."""
    on = canfield(stage, "aisleriot", 7)
    on.key("F5", SHIFT)
    on.session.book.shown = 1
    cards = []

    def same(state: State) -> None:
        cards.append(tuple(state.piles.items()))

    for _ in range(300):
        if not on.table.guide.playing:
            break
        same(on.state)
        token = "d" if on.cards("s") else "t"
        on.wait(0.02)
        oracle(on).bring(advice(plan(token, 0.3)), last=True)
        on.wait(0.7)
    else:
        raise AssertionError("it never ends")
    assert len(cards) > 20
    assert on.line == "No move was found that helps."


def test_vierfrei_hides_nothing(stage: Start) -> None:
    on = stage()
    on.key("F5", SHIFT)
    assert on.line == "No card is hidden here: the solution is all you need." and on.plings == 1
    assert KINDS["vierfrei", None] is on.table.deal.kind
