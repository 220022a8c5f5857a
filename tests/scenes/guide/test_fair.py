"""Tests of the fair light, fair hints and automatic play."""

from __future__ import annotations

import pickle

import pytest

from game.core.moves import Move, Verb
from game.fair.advice import Advice, Grounds
from game.fair.adviser import FairAdvice
from game.fair.knowledge import Knowledge
from game.player.settings import HiddenLight
from game.rules.canfield import RULE_SETS
from game.teach.standing import Light
from tests.each import while_
from tests.game.fair.hidden import poisoned, seen
from tests.scenes.guide.asking import advice, asked, bring, canfield, fair, plan
from tests.scenes.stage import SHIFT, Point, Stage, Start
from tests.scenes.test_languages import Sheet

DEAL, STOP = Move(Verb.DEAL), Move(Verb.STOP)
STOPPING = advice(plan("i", 0.0, account=-40.2), why=Grounds.STOP, moves=(STOP,), stopping=-13)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_fair_hints_never_read_a_hidden_card(stage: Start, rules: str) -> None:
    """Each unseen card is replaced by one that fails when read."""
    on = canfield(stage, rules)
    on.type("d" if rules != "casino" else "i")
    session, rest = on.session, on.session.layout
    session.undo_action()
    states = [rest, *(step.after for action in session.undone for step in action)]
    known = seen(states)
    knowledge = Knowledge.of(on.table.deal.kind, session.state, session.seen)
    session.layout = on.table.state = poisoned(rest, known)
    assert session.state is session.layout
    on.settings.hidden_light = HiddenLight.FAIR
    guide = on.table.guide
    guide.position_changed()
    guide.hint()
    guide.tick(0.02)
    assert asked(on) == knowledge
    assert pickle.loads(pickle.dumps(on.oracle.jobs[-1])) == FairAdvice(knowledge)
    move = "d" if rules != "casino" else "i"
    on.oracle.bring(advice(plan(move, 0.3), plan(move, 0.25)))
    guide.tick(0.02)
    assert guide.light is Light.CHANCE and guide.light_texts[0]
    assert on.message.startswith(("From the cards you've seen", "Deal"))


def test_the_light_gets_better_with_more_samples_and_is_never_certain(stage: Start) -> None:
    on = fair(stage)
    assert on.table.guide.light is Light.THINKING and on.table.guide.is_waiting
    for chance, samples, words in (
        (0.0, 4, ("less than 5 in 100", "< 5%")),
        (1.0, 16, ("more than 95 in 100", "> 95%")),
        (0.313, 17, ("about 30 in 100", "30%")),
        (0.0, 64, ("less than 1 in 100", "< 1%")),
        (0.313, 65, ("about 31 in 100", "31%")),
    ):
        bring(on, advice(plan("d", chance, samples)), last=samples == 65)
        texts = on.table.bar_texts
        assert (texts.icon, texts.known) == ("chance", words)
    assert not on.table.guide.is_waiting and len(on.oracle.jobs) == 1


@pytest.mark.parametrize(
    ("rules", "chance", "light"),
    [("hoyle", 1.0, Light.CAN_WIN), ("hoyle", 0.0, Light.LOST), ("xpat2", 0.0, Light.CHANCE)],
)
def test_without_hidden_cards_the_light_shows_what_is_proven(
    stage: Start, rules: str, chance: float, light: Light
) -> None:
    """If redeals cost money, an exact answer proves the best balance, not that the game is lost."""
    on = fair(stage, rules)
    bring(on, advice(plan("d", chance, 1, account=12), why=Grounds.KNOWN, exact=True))
    assert on.table.guide.light is light
    if light is Light.CHANCE:
        assert on.table.bar_texts.known[0] == "at most $12"


def test_the_expected_points_are_shown_if_they_count(stage: Start) -> None:
    on = fair(stage, "aisleriot")
    bring(on, advice(plan("d", 0.31, account=12.2)))
    assert on.table.bar_texts.known[0] == "about 31 in 100, 12 points expected"


@pytest.mark.parametrize(("size", "words"), [((1920, 1080), 0), ((800, 600), 1), ((480, 300), 2)])
def test_the_light_says_as_much_as_there_is_room_for(stage: Start, size: Point, words: int) -> None:
    on = fair(stage, "casino")
    on.resize(size)
    bring(on, advice(plan("i", 0.31, account=19), stopping=-13))
    with Sheet(size, on.kit.text) as sheet:
        on.table.bar.paint(on.window.surface, on.kit.theme)
    wordings = ["about 31 in 100, $19 expected", "31%, $19", "31%"]
    assert on.table.guide.light_texts == tuple(wordings)
    assert sheet.written[-1] == wordings[words]


def test_each_setting_of_the_light_asks_its_own_question(stage: Start) -> None:
    on = canfield(stage)
    assert on.table.guide.light is None
    assert not on.oracle.jobs and not on.oracle.asked
    on.settings.hidden_light = HiddenLight.ALL
    on.table.restyle()
    on.wait(0.02)
    assert on.oracle.asked and not on.oracle.jobs and on.table.guide.light is Light.THINKING
    on = fair(stage)
    bring(on, advice(plan("d", 0.3, 4)))
    assert on.table.guide.is_waiting and not on.oracle.asked
    on.key("space")
    on.wait(0.02)
    assert len(on.oracle.jobs) == 2 and on.table.guide.light is Light.THINKING
    on.settings.hidden_light = HiddenLight.OFF
    on.table.restyle()
    assert on.table.guide.light is None and not on.table.guide.is_waiting


def test_following_a_plan_keeps_its_chance(stage: Start) -> None:
    """The chance shown stays the same until the next hidden card is turned up."""
    on = fair(stage, "xpat2", 2)
    bring(on, advice(plan("23 34 d", 0.5), plan("d", 0.4)), last=True)
    on.play("23")
    on.wait(0.02)
    found = on.table.guide.advice
    assert found is not None and found.chance == 0.5
    assert [move.text for move in found.moves] == ["34", "d"]
    assert found.stopping == on.session.account
    bring(on, advice(plan("d", 0.1, 4)))
    assert on.table.guide.advice is found, "few samples say less than many"
    bring(on, advice(plan("d", 0.1)))
    assert on.table.guide.advice is found, "and as many say nothing new"
    on.play("34")
    on.wait(0.02)
    assert on.table.guide.advice is not None
    on.key("space")
    on.wait(0.02)
    assert on.table.guide.advice is None


def legal_tokens(on: Stage, count: int) -> list[str]:
    tokens = ["d", *(a + b for a in "wr1234" for b in "h1234" if a != b)]
    return [t for t in tokens if isinstance(on.session.rules.resolve(on.state, on.parse(t)), Move)][
        :count
    ]


@pytest.mark.parametrize(
    ("behind", "why", "then", "next_best"),
    [
        (0.07, Grounds.BEST, "Then", "Next best"),
        (0.01, Grounds.EQUAL, "About as good", "About as good"),
    ],
)
def test_a_fair_hint_names_the_best_move_then_the_next_ones(
    stage: Start, behind: float, why: Grounds, then: str, next_best: str
) -> None:
    on = canfield(stage, "aisleriot", 7)
    one, two = legal_tokens(on, 2)
    best = on.session.rules.resolve(on.state, on.parse(two))
    on.key("F4")
    assert on.message == "Thinking …"
    bring(on, advice(plan(two, 0.31), plan(one, 0.24, behind=behind, error=0.01), why=why))
    assert on.message.startswith("From the cards you've seen: ") and "31%" in on.message
    assert on.message.endswith(f"{then}: deal from the stock, 24%.")
    assert on.table.guide.hints.shown == best and on.session.info.hints == 1
    on.key("F4")
    assert on.message == f"{next_best}: deal from the stock, 24% chance of winning." == on.lines[-1]
    assert on.table.guide.hints.shown == DEAL
    on.key("F4")
    assert on.message.endswith("? F4 or Enter plays it.") and on.table.guide.hints.shown == best
    assert on.session.info.hints == 1 and not on.actions
    on.key("F4")
    assert on.actions[-1] == two and on.session.info.hints == 1


def test_stopping_is_advised_but_never_played_by_a_key(stage: Start) -> None:
    on = canfield(stage, "casino")
    on.key("F4")
    bring(on, STOPPING, last=True)
    hint = on.message
    on.key("F4")
    assert on.message == "Best way to go on: pay to move cards, −$40 expected."
    on.keys("F4", "return", "return", "return", "return")
    assert on.message == hint and not on.session.ended


def test_a_shown_hint_gets_better_with_more_samples(stage: Start) -> None:
    """The hint is announced again only if its move has changed."""
    on = canfield(stage, "aisleriot", 7)
    one, two, *_ = legal_tokens(on, 2)
    on.key("F4")
    bring(on, advice(plan(one, 0.3, 4)))
    first, said = on.message, len(on.lines)
    bring(on, advice(plan(one, 0.36, 16)))
    assert on.message != first and "35%" in on.message and len(on.lines) == said
    bring(on, advice(plan(two, 0.4), plan(one, 0.36)))
    assert "40%" in on.message and len(on.lines) == said + 1
    on.key("left")
    bring(on, advice(plan(two, 0.41), plan(one, 0.36)), last=True)
    assert "41%" not in on.message and on.session.info.hints == 1


@pytest.mark.parametrize("there", [False, True])
def test_without_an_answer_the_rule_of_thumb_gives_the_hint(stage: Start, there: bool) -> None:
    on = canfield(stage)
    on.oracle.there = there
    on.key("F4")
    if there:
        on.wait(0.02)
        on.oracle._done.add(on.oracle.jobs[-1])
        on.wait(0.1)
    assert on.message.startswith("Rule of thumb: ") and not on.table.guide.is_waiting


@pytest.mark.parametrize(
    ("rules", "found", "words"),
    [
        (
            "xpat2",
            advice(plan("d", 0.05, account=12.4), why=Grounds.ONLY),
            "From the cards you've seen: deal from the stock, $12 expected. No other move was "
            "found that helps.",
        ),
        (
            "casino",
            advice(plan("i", 0.2, account=21.4), why=Grounds.ONLY, stopping=-13),
            "From the cards you've seen: pay to move cards. Stop now: −$13. Playing on is "
            "worth about $21.",
        ),
        (
            "casino",
            STOPPING,
            "From the cards you've seen: stop here. Stop now: −$13. Playing on is worth about "
            "−$40.",
        ),
        (
            "xpat2",
            advice(plan("d", 0.0, account=-40.2), why=Grounds.STOP, moves=(), stopping=-12),
            "Playing on would probably cost more than it brings in. Stop now: −$12. Playing on is "
            "worth about −$40. Best way to go on: deal from the stock, −$40 expected.",
        ),
        (
            "hoyle",
            advice(plan("d", 0.3, 4), why=Grounds.FREE_LOOK),
            "Deal from the stock first: it's free, shows you more cards and rules out no other "
            "move; 30% chance of winning.",
        ),
        ("hoyle", advice(why=Grounds.NO_PLAN), "No move was found that helps."),
    ],
)
def test_a_fair_hint_gives_its_reason(stage: Start, rules: str, found: Advice, words: str) -> None:
    on = canfield(stage, rules)
    on.key("F4")
    bring(on, found, last=True)
    assert on.message == words and on.session.info.hints == (found.grounds is not Grounds.NO_PLAN)
    if found.grounds is Grounds.FREE_LOOK:
        on.key("F4")
        assert on.message == "Deal from the stock? F4 or Enter plays it."
        on.keys("left", "F4")
        assert on.message == words and not on.actions


def test_a_second_fair_hint_tells_the_rest_of_the_plan(stage: Start) -> None:
    on = canfield(stage, "xpat2", 2)
    on.key("F4")
    bring(on, advice(plan("23 34 d", 0.5, account=9), why=Grounds.ONLY))
    on.key("F4")
    assert on.message.startswith("Then ")
    assert on.message.endswith("on the jack of clubs; deal from the stock.")


def test_the_prompt_compares_stopping_with_playing_on(stage: Start) -> None:
    on = fair(stage, "casino")
    assert not on.table.strip.decision.weighed
    said = len(on.lines)
    bring(on, advice(plan("i", 0.1, 4, account=99), stopping=-13))
    assert not on.table.strip.decision.weighed, "so few samples are not to be relied on"
    bring(on, advice(plan("i", 0.1, 16, account=21), stopping=-13))
    weighed = "Stop now: −$13. Playing on is worth about $20."
    assert on.table.strip.decision.weighed == weighed == on.lines[-1] and len(on.lines) == said + 1
    bring(on, advice(plan("i", 0.1, account=21), stopping=-13))
    assert on.table.strip.decision.weighed.endswith("about $21.")
    assert len(on.lines) == said + 1, "said once"
    on.type("i")
    on.wait(0.02)
    assert not on.table.strip.decision.weighed
    bring(on, advice(plan("p", 0.5, 2, account=21), stopping=-26))
    assert not on.table.strip.decision.weighed
    bring(on, advice(plan("p", 0.5, 2, account=22), stopping=-26), last=True)
    assert on.table.strip.decision.weighed, "there is no more to know of two cards"
    on.type("p")
    on.wait(0.02)
    bring(on, advice(plan("d", 0.1, account=21), stopping=-47))
    assert on.table.strip.decision.weighed == "Stop now: −$47. Playing on is worth about $21."
    on = canfield(stage, "casino", 43)
    on.key("F4")
    bring(on, advice(plan("i", 0.1, account=21), stopping=-13))
    assert on.table.strip.decision.weighed


def test_shift_f5_plays_on_fairly_until_it_is_paused(stage: Start) -> None:
    on = canfield(stage)
    on.key("F5", SHIFT)
    assert "won't count as a win" in on.message and on.table.guide.playing
    on.wait(2)
    assert not on.actions, "it waits for the adviser"
    bring(on, advice(plan("d", 0.3, 4)))
    assert not on.actions, "and for enough samples"
    bring(on, advice(plan("d", 0.3, 16)))
    on.wait(0.1)
    assert on.actions == ["d"] and on.session.info.shown == 1
    assert on.message.startswith("Chance of winning: about 30 in 100.")
    on.click((500, 690))
    assert not on.table.guide.playing and not on.message
    on.wait(2)
    assert on.actions == ["d"]
    asked = len(on.oracle.jobs)
    on.key("space")
    on.wait(0.1)
    assert len(on.oracle.jobs) == asked, "nobody wants to know any more"
    on.key("F5", SHIFT)
    assert on.table.guide.playing and "won't count" not in on.message
    on.key("F5", SHIFT)
    assert not on.table.guide.playing, "the same key pauses"


@pytest.mark.parametrize(
    ("rules", "found", "words"),
    [
        ("hoyle", advice(why=Grounds.NO_PLAN), "No move was found that helps."),
        ("casino", STOPPING, ""),
    ],
)
def test_fair_play_ends_without_a_plan_or_by_stopping(
    stage: Start, rules: str, found: Advice, words: str
) -> None:
    on = canfield(stage, rules)
    on.key("F5", SHIFT)
    before = ["i", "p", "d"] if rules == "casino" else ["d"]
    for token in before:
        bring(on, advice(plan(token, 0.3)), last=True)
        on.wait(2)
    assert on.actions == before and on.table.guide.playing
    bring(on, found, last=True)
    on.wait(2)
    assert on.message == words and (words in on.lines or "Stopped." in on.strip)
    assert on.session.ended is (found is STOPPING)
    assert not on.table.guide.playing and not on.table.guide.is_waiting


def test_fair_play_does_not_go_in_circles_and_is_refused_in_vierfrei(stage: Start) -> None:
    """The same knowledge always leads to the same advice, so play could go in circles for ever."""
    on = canfield(stage, "aisleriot", 7)
    on.key("F5", SHIFT)
    on.session.info.shown = 1
    turns = 0
    for _ in while_(lambda: on.table.guide.playing):
        turns += 1
        on.wait(0.02)
        on.oracle.bring(advice(plan("d" if on.cards("s") else "t", 0.3)), last=True)
        on.wait(0.7)
    assert turns > 20 and on.message == "No move was found that helps."
    on = stage()
    on.key("F5", SHIFT)
    assert on.message == "No card is hidden here: the solution is all you need." and on.plings == 1
