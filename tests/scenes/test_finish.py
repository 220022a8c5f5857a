"""When the rest goes up by itself the table offers to finish: by key, by click, in one action."""

from __future__ import annotations

import pytest

from game.play.session import Session
from game.player.settings import Speed
from tests.game.decks import easy_deck
from tests.game.test_finish import DESCENDING
from tests.loops import while_
from tests.scenes.conftest import Clipboard
from tests.scenes.stage import CTRL, Stage, Start

LABEL = "Finish (Delete)"
WORDS = "The rest goes home on its own."


def labels(on: Stage) -> list[str]:
    return [control.label for control in on.table.strip.controls.items]


@pytest.fixture
def ending(stage: Start, clipboard: Clipboard) -> Stage:
    """Vierfrei with one move to be made before all columns go up."""
    on = stage()
    clipboard.text = DESCENDING.replace("3C 2C AC", "3C AC 2C")
    on.key("v", CTRL)
    on.settle()
    return on


@pytest.mark.parametrize("way", ["delete", "click", "house", "tab"])
def test_it_is_offered_and_done_at_once(ending: Stage, way: str) -> None:
    assert not ending.strip
    ending.type("1a")
    assert ending.strip == WORDS and labels(ending) == [LABEL]
    if way == "click":
        ending.push(LABEL)
    elif way == "house":
        ending.push("Send home")
    elif way == "tab":
        for _ in while_(lambda: ending.table.keys.focused is not ending.table.strip.controls):
            ending.key("tab")
        ending.key("return")
    else:
        ending.key("delete")
    ending.settle()
    assert ending.session.won and len(ending.session.actions) == 2
    assert ending.kit.record.entries[-1].won
    ending.key("z", CTRL)
    ending.settle()
    assert ending.actions == ["1a"] and ending.strip == WORDS
    ending.key("z", CTRL)
    assert not ending.strip, "one move back it does not go by itself"
    ending.check()


def test_delete_is_otherwise_for_safe_cards_only(ending: Stage) -> None:
    expected = Session.from_data(ending.session.to_data())
    expected.safe_cards()
    ending.key("delete")
    assert ending.state == expected.state and 0 < ending.state.cards_home < 10
    ending.key("delete")
    assert ending.plings == 1 and len(ending.actions) == 1


def test_each_card_is_seen_to_go_up(stage: Start, clipboard: Clipboard) -> None:
    on = stage(speed=Speed.NORMAL)
    clipboard.text = DESCENDING
    on.key("v", CTRL)
    on.settle()
    on.key("delete")
    homes = set()
    for _ in while_(lambda: on.table.moving and not on.table.celebration):
        homes.add(sum(len(on.table.groups[on.pile(f"h:{suit}")]) for suit in "CDHS"))
        on.app.advance(1 / 120)
    assert len(homes) > 40
    assert on.session.won


@pytest.mark.parametrize("rules", ["hoyle", "xpat2", "casino", "aisleriot"])
def test_canfield_offers_it_at_the_end(stage: Start, clipboard: Clipboard, rules: str) -> None:
    on = stage(game="canfield", deal=42, rules=rules)
    clipboard.text = easy_deck(king_lies=True)
    on.key("v", CTRL)
    on.settle()
    if rules == "casino":
        on.type("ip")
    for _ in while_(lambda: LABEL not in labels(on)):
        home = on.table.rules.home_move(on.state)
        if home:
            on.table.play(home)
        else:
            on.key("space")
        assert not on.session.won
    assert on.table.strip.now.words == WORDS
    assert (len(labels(on)) == 2) == (rules == "casino"), "stopping is offered beside it"
    before = len(on.session.actions)
    on.key("delete")
    assert on.session.won and len(on.session.actions) == before + 1
    assert on.state.turns == 0
