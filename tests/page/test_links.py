"""Links to games: each leads to the game as it stood, and anything else is refused in one line."""

from __future__ import annotations

import json
import string
from datetime import datetime
from random import Random

import pytest

from game.core.moves import Move, Refusal, Verb
from game.core.state import STOCK
from game.play.session import Session
from game.record.entries import Entry
from game.rules.choices import Automatic
from game.rules.notation import parse_move
from game.rules.registry import KINDS, GameKind, numbered
from game.solver.answer import decide
from game.support.errors import GivenError
from game.web.links import MOST, link_of, session_of, side_by_side
from tests.page.playing import Player
from tests.seed import chance

SIGNS = string.printable + "♥<>&\u202e\0"
OPEN_ALL = """(async (links) => {
  for (const link of links) {
    location.hash = link;
    await new Promise((done) => setTimeout(done, 10));
  }
})(%s)"""
LINKS = (
    *("vierfrei/617", "vierfrei/617/83.8a.83.81.8b", "vierfrei/617/83.8a/342"),
    *("canfield/42", "canfield/42/casino/i.p.d.d.d.wh", "canfield/100/hoyle/d.d.t"),
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


def damaged(random: Random) -> str:
    text = list(random.choice(LINKS))
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(text) + 1)
        text[at : at + random.randint(0, 2)] = random.choices(SIGNS, k=random.randint(0, 3))
    return "".join(text)


def test_a_damaged_link_is_a_game_or_refused_in_one_line() -> None:
    random = chance("links")
    wrong = ["", "x", "vierfrei/9999999", "canfield/1/none", "vierfrei/1/1a/5/6", "a/b/c/d"]
    wrong.append(f"vierfrei/1/1a/{'9' * 400}")
    for link in [*wrong, *(damaged(random) for _ in range(5000))]:
        try:
            found = session_of(link)
        except GivenError as refused:
            assert str(refused) and "\n" not in str(refused)
        else:
            assert link not in wrong and session_of(link_of(found)).state == found.state


def test_the_page_goes_on_whatever_links_are_opened(player: Player) -> None:
    random = chance("links in a browser")
    links = [damaged(random) for _ in range(100)]
    links += ["%", "%3Cimg src=x onerror=alert(1)%3E", "vierfrei/617/<img src=x onerror=alert(1)>"]
    things = """document.querySelectorAll('*').length + document.images.length
      - document.querySelectorAll('#board *, #dialog *').length"""
    player.open("vierfrei/617")
    before = player.page.ask(things)
    player.page.ask(OPEN_ALL % json.dumps(links))
    player.open("vierfrei/10913")
    assert player.page.ask(things) == before, "nothing of a link is markup"


@pytest.mark.parametrize(
    ("linked", "sentence"),
    [
        ("83.8a.83.81.8b.8h", "Both games are the same, move by move."),
        ("83.8a", "Up to where one of them ends, the games are the same."),
        ("83.8a.8c", "The games part at move 3."),
        ("1a", "The games part at move 1."),
    ],
)
def test_two_games_of_a_deal_are_compared_move_by_move(linked: str, sentence: str) -> None:
    mine = session_of("vierfrei/617/83.8a.83.81")
    mine.do(parse_move("8b", mine.deal.kind.notation), automatic=Automatic.SAFE)
    theirs = session_of(f"vierfrei/617/{linked}/342")
    entry = Entry.of(mine, datetime.now())
    facts, (form, words), *moves = side_by_side(entry, mine, theirs)
    assert (form, *words) == ("text", sentence)
    assert facts[1][1][1][1:] == ["5", str(theirs.moves)] and facts[1][1][2][2] == "5:42"
    for _, (_, rows) in moves:
        assert rows[0][0] != rows[0][1]
    (facts,) = side_by_side(entry, None, session_of("vierfrei/617/83"))
    assert facts[1][1][2][2] == "–", "neither the moves nor the seconds are known"
