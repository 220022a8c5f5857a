"""Links to games: each leads to the game as it stood, and anything else is refused in one line."""

from __future__ import annotations

import string

import pytest

from game.core.moves import Move, Refusal, Verb
from game.core.state import STOCK
from game.play.session import Session
from game.rules.choices import Automatic
from game.rules.registry import KINDS, GameKind, numbered
from game.solver.answer import decide
from game.support.errors import GivenError
from game.web.links import MOST, link_of, session_of
from tests.seed import chance

LINKS = (
    "vierfrei/617",
    "vierfrei/617/83.8a.83.81.8b",
    "canfield/42",
    "canfield/42/casino/i.p.d.d.d.wh",
    "canfield/100/hoyle/d.d.t",
)


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.rules or kind.game)
def test_a_link_leads_to_the_game_as_it_stood(kind: GameKind) -> None:
    deal = numbered(kind.game, 42, kind.rules)
    session = Session(deal)
    for move in decide(deal, deal.layout(), time_limit=2.0).moves[:40]:
        session.do(move, automatic=Automatic.SAFE)
    found = session_of(link_of(session))
    assert (found.deal, found.state) == (deal, session.state)
    assert [len(action) for action in found.actions] == [len(one) for one in session.actions]


def test_a_game_too_long_for_a_link_is_linked_by_its_deal_alone() -> None:
    session = Session(numbered("canfield", 7, "hoyle"))
    while len(session.actions) <= MOST // 2:
        move = Move(Verb.DEAL if session.state[STOCK] else Verb.TURN)
        assert not isinstance(session.do(move), Refusal)
    assert link_of(session) == "canfield/7/hoyle"


@pytest.mark.parametrize(
    "link", ["", "x", "vierfrei", "vierfrei/9999999", "canfield/1/none", "a/b/c/d"]
)
def test_a_link_to_no_game_is_refused_in_one_line(link: str) -> None:
    with pytest.raises(GivenError) as refused:
        session_of(link)
    assert str(refused.value) and "\n" not in str(refused.value)


def test_whatever_a_link_has_become_it_is_a_game_or_refused() -> None:
    random = chance("links")
    signs = string.printable + "♥<>&\u202e\0"
    for _ in range(5000):
        text = list(random.choice(LINKS))
        for _ in range(random.randint(1, 4)):
            at = random.randrange(len(text) + 1)
            text[at : at + random.randint(0, 2)] = random.choices(signs, k=random.randint(0, 3))
        link = "".join(text)
        try:
            found = session_of(link)
        except GivenError as refused:
            assert "\n" not in str(refused)
        else:
            assert session_of(link_of(found)).state == found.state
