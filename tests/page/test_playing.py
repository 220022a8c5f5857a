"""Tests of the web page and of making it."""

from __future__ import annotations

import json
import shutil
import string
from datetime import datetime
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.core.cards import PACK, deck_order
from game.core.moves import Move, Refusal, Verb
from game.core.state import STOCK
from game.export.html import piles_text
from game.play.game_text import from_text
from game.play.session import Session
from game.record.entries import Entry
from game.rules.choices import Automatic
from game.rules.notation import parse_move
from game.rules.registry import KINDS, GameKind, numbered
from game.solver.answer import decide
from game.store.log import LOG, merge
from game.store.store import PlayerStore
from game.support.errors import GivenError
from game.web import building
from game.web.links import MOST, link_of, session_of, side_by_side
from tests.browser import Browsing
from tests.game.reading import played
from tests.page.conftest import opened
from tests.page.playing import GESTURES, Player, link_to, play_whole, random_game
from tests.seed import chance

EACH = [*zip(cycle(KINDS.values()), GESTURES, strict=False)]
"""Pairs of a kind and a gesture, in which every kind and every gesture occurs."""
GIVEN = """new Promise((done) => {
  const before = engine.listener;
  engine.listener = (name, value) => {
    if (!value?.file) return before(name, value);
    engine.listener = before;
    done(value.file);
  };
  engine.ask("give", %s);
})"""
REFUSING = """
const refuse = `for (const name of ["indexedDB", "localStorage"])
  Object.defineProperty(self, name, {get() { throw new Error("refused"); }});`;
eval(refuse);
self.Blob = class extends Blob {
  constructor(parts, options) {
    super(options?.type === "text/javascript" ? [refuse, ...parts] : parts, options);
  }
};
"""


@pytest.mark.parametrize(("kind", "gesture"), EACH, ids=lambda one: getattr(one, "rules", one))
def test_a_game_is_won_from_a_file(player: Player, kind: GameKind, gesture: str) -> None:
    if gesture == "tap":
        player.page.resize((390, 844), touch=True)
    shown = play_whole(player, gesture, numbered(kind.game, 42, kind.rules))
    assert shown["won"] and shown["ended"] and shown["ending"][0].startswith("Won in ")


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.rules or kind.game)
def test_random_games_lead_to_the_positions_of_the_rules(player: Player, kind: GameKind) -> None:
    dice = chance(f"random games of {kind.key}")
    for number in dice.sample(range(1_000_000), 3):
        deal = numbered(kind.game, number, kind.rules)
        line, positions = random_game(deal, 60, dice)
        assert player.line(link_to(deal), line) == positions, f"{deal} {line}"


def test_keys_begin_games_and_send_safe_cards_home(player: Player) -> None:
    page, deal = player.page, numbered("vierfrei", 10913)
    player.open("vierfrei/617")
    player.keys("F2")
    page.wait("document.activeElement.matches('dialog input')")
    player.keys(*"10913", "Enter")
    player.await_link("vierfrei/10913")
    session = Session(deal)
    for move in decide(deal, deal.layout(), time_limit=10.0).moves:
        if not isinstance(session.send_safe_home(), Refusal):
            break
        player.do("type", deal, session.state, move)
        session.do(move)
    player.keys("Delete")
    player.await_link(link_of(session))
    player.keys("F3")
    player.await_link("vierfrei/10913")
    player.keys("F1")
    page.wait("!view.link.startsWith('vierfrei/10913') && !view.redo")
    page.key("z", 2)
    player.await_link("vierfrei/10913")


def test_a_game_from_a_web_server_goes_on_without_it(browsing: Browsing, site: str) -> None:
    player = opened(browsing, site)
    play_whole(player, "type", numbered("vierfrei", 10913))
    browsing.wait("navigator.serviceWorker.ready.then(() => true)")
    browsing.do("Network.enable")
    nothing = dict.fromkeys(("latency", "downloadThroughput", "uploadThroughput"), 0)
    browsing.do("Network.emulateNetworkConditions", offline=True, **nothing)
    browsing.open("about:blank")
    again = opened(browsing, f"{site}#vierfrei/617/83")
    assert again.page.ask("view.link") == "vierfrei/617/83"


def test_the_first_board_is_dealt_as_python_deals_it(player: Player) -> None:
    numbers = [*chance("deals").sample(range(1_000_000), 10_000), 0, 999_999]
    found = player.page.ask(f"{json.dumps(numbers)}.map((n) => orderOf(n).join())")
    wanted = [",".join(str(PACK.index(card)) for card in deck_order(n)) for n in numbers]
    assert found == wanted
    for kind in KINDS.values():
        name = "/".join(filter(None, kind.key))
        piles = player.page.ask(f"dealt(made.kinds[{json.dumps(name)}], made.pack, 42)")
        layout = numbered(kind.game, 42, kind.rules).layout()
        assert piles == piles_text(layout)


def test_each_game_goes_on_where_it_was_left(browsing: Browsing, page: Path) -> None:
    player = opened(browsing, f"{page.as_uri()}#vierfrei/617")
    player.open("canfield/42/hoyle/d")
    player.page.ask("resume('vierfrei')")
    player.await_link("vierfrei/617")
    player.keys("8", "3")
    player.await_link("vierfrei/617/83")
    leave(browsing)
    again = opened(browsing, page.as_uri())
    assert again.page.ask("view.link") == "vierfrei/617/83"
    again.page.ask("resume('canfield/hoyle')")
    again.await_link("canfield/42/hoyle/d")


def test_a_review_after_a_restart_leads_back_into_that_game(browsing: Browsing, page: Path) -> None:
    player = opened(browsing, f"{page.as_uri()}#vierfrei/617/83.8b")
    player.page.ask("act('restart')")
    player.await_link("vierfrei/617")
    player.keys("3", "a", "4", "b")
    player.await_link("vierfrei/617/3a.4b")
    player.page.ask("engine.ask('play_on', 1)")
    player.await_link("vierfrei/617/3a")


def leave(page: Browsing) -> None:
    before = page.ask("saved")
    page.ask("engine.ask('save')")
    page.wait(f"saved > {before}")
    page.open("about:blank")


def test_a_finished_game_stays_in_the_statistics(browsing: Browsing, page: Path) -> None:
    player = opened(browsing, page.as_uri())
    play_whole(player, "keys", numbered("vierfrei", 10913))
    seen = statistics(player)
    assert "1 of 1" in seen["parts"] and seen["past"][0][:3] == ["today", "10913", "won"]
    leave(browsing)
    assert statistics(opened(browsing, page.as_uri())) == seen


def statistics(player: Player) -> dict[str, Any]:
    player.page.ask("one('dialog').close(); engine.ask('statistics', 'vierfrei', null)")
    player.page.wait("one('dialog').open && one('dialog').querySelector('h2').textContent")
    found: dict[str, Any] = player.page.ask(
        "({parts: one('dialog').textContent,"
        " past: [...document.querySelectorAll('table:last-of-type tr')].slice(1)"
        ".map((row) => [...row.cells].map((cell) => cell.textContent))})"
    )
    player.page.ask("one('dialog').close()")
    return found


def kept_lines(folder: Path) -> str:
    """Return a log with one game, given up after three moves."""
    store = PlayerStore(folder)
    session = played(numbered("vierfrei", 617), "83 8a 8b")
    session.info.seconds = 75.0
    store.ended(session)
    store.close()
    return (folder / LOG).read_text("utf-8")


def open_lines(player: Player, lines: str) -> None:
    player.page.ask(f"say(''); engine.ask('open_file', {json.dumps(LOG)}, {json.dumps(lines)})")
    player.page.wait("one('said').textContent.includes('added')")


def given(player: Player, what: str) -> tuple[str, str]:
    name, text = player.page.ask(GIVEN % json.dumps(what))
    return name, text


def test_a_game_goes_to_the_program_and_back_with_its_branches(player: Player) -> None:
    player.open("vierfrei/617/83.8a")
    player.page.ask("act('undo'), act('play', '8b')")
    player.await_link("vierfrei/617/83.8b")
    name, text = given(player, "game")
    session = from_text(text, "vierfrei", None)
    assert link_of(session) == "vierfrei/617/83.8b"
    assert len(list(session.history.root.subtree())) == 4, "the branch is there"
    player.open("vierfrei/1")
    player.page.ask(f"engine.ask('open_file', {json.dumps(name)}, {json.dumps(text)})")
    player.await_link("vierfrei/617/83.8b")


def test_the_record_goes_from_the_program_to_the_page_and_back(
    browsing: Browsing, page: Path, tmp_path: Path
) -> None:
    lines = kept_lines(tmp_path)
    player = opened(browsing, f"{page.as_uri()}#vierfrei/1/1a")
    player.page.ask("play('new')")
    for _ in range(2):
        open_lines(player, lines)
    assert [row[1] for row in statistics(player)["past"]] == ["1", "617"]
    name, text = given(player, "record")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / name).write_text(text, "utf-8")
    assert merge(tmp_path, tmp_path / "other") == 1


def test_a_link_to_a_finished_deal_is_compared_with_the_own_game(
    browsing: Browsing, page: Path, tmp_path: Path
) -> None:
    player = opened(browsing, f"{page.as_uri()}#vierfrei/1")
    open_lines(player, kept_lines(tmp_path))
    link = "vierfrei/617/83.8b.1a/95"
    player.page.ask(f"location.hash = {json.dumps(link)}")
    player.page.wait("one('dialog').open")
    texts = player.page.ask(
        "[...document.querySelectorAll('#dialog p, #dialog td')].map((one) => one.textContent)"
    )
    assert texts[:9] == ["result", "not won", "not won", "moves", "3", "3", "time", "1:15", "1:35"]
    assert texts[9] == "The games part at move 2."
    assert [one[:2] for one in texts[10:14]] == ["2.", "2.", "3.", "3."] and texts[10] != texts[11]
    assert player.page.ask("view.link") == "vierfrei/1"
    player.page.ask("one('dialog').querySelector('button').click()")
    player.await_link("vierfrei/617/83.8b.1a")


def test_options_and_the_game_in_hand_survive_a_reload(browsing: Browsing, page: Path) -> None:
    player = opened(browsing, f"{page.as_uri()}#vierfrei/617/83")
    player.page.ask("Object.assign(options, {language: 'de', look: 'wine'}); keepOptions()")
    player.page.ask("engine.ask('lay_link', 'vierfrei/10913/1a')")
    player.page.wait("view.link === 'vierfrei/10913/1a' && !location.hash")
    browsing.ask("window.before = true; location.reload()")
    browsing.wait("!window.before && engine.ready && view")
    assert browsing.ask("view.link") == "vierfrei/10913/1a"
    assert browsing.ask("document.documentElement.dataset.look") == "wine"
    assert browsing.ask("document.documentElement.lang") == "de"
    browsing.ask("location.hash = 'vierfrei/1'")
    player.await_link("vierfrei/1")


def test_a_wrong_link_still_opens_a_game_to_play(browsing: Browsing, page: Path) -> None:
    player = opened(browsing, f"{page.as_uri()}#vierfrei/617/zz")
    assert player.page.wait("one('said').textContent")
    player.keys("1", "a")
    player.page.wait("view.undo")


def test_a_second_tab_says_that_it_does_not_save(browsing: Browsing, page: Path) -> None:
    player = opened(browsing, f"{page.as_uri()}#vierfrei/617/83")
    second = browsing.beside(page.as_uri())
    second.wait("engine.ready && view")
    assert "another tab" in second.wait("elsewhere && one('said').textContent")
    assert second.ask("saved") == 0
    assert player.page.ask("elsewhere") is False


def test_a_page_that_cannot_save_plays_and_says_so(browsing: Browsing, page: Path) -> None:
    browsing.do("Page.addScriptToEvaluateOnNewDocument", source=REFUSING)
    player = opened(browsing, f"{page.as_uri()}#vierfrei/617")
    assert "keeps nothing" in player.page.wait("one('said').textContent")
    player.keys("8", "3")
    player.await_link("vierfrei/617/83")


def test_a_search_never_delays_a_move(player: Player) -> None:
    player.open("canfield/3/hoyle")
    player.page.ask("act('solution')")
    player.page.wait("engine.busy > 0")
    for _ in range(10):
        before = player.page.ask("shown")
        player.page.key(" ")
        player.page.wait(f"shown > {before}", 2)


@pytest.mark.parametrize("unsaved", ["a game", "a move"])
def test_python_is_started_again_with_the_game_after_it_died(player: Player, unsaved: str) -> None:
    player.open("vierfrei/617")
    player.keys("8", "3")
    player.await_link("vierfrei/617/83")
    # This stops Python from saving, so that it dies with the next change unsaved.
    player.page.ask("engine.worker.postMessage(['elsewhere'])")
    link = "vierfrei/618" if unsaved == "a game" else "vierfrei/617/83.8a"
    player.page.ask(f"openLink('{link}')" if unsaved == "a game" else "act('play', '8a')")
    player.await_link(link)
    player.page.ask("engine.worker.onerror({message: 'out of memory'})")
    player.page.wait(f"engine.ready && view.link === '{link}'")
    player.keys("1", "b")
    player.page.wait(f"view.link !== '{link}'")
    player.page.said.clear()


def test_the_menu_offers_full_screen(player: Player) -> None:
    button = "[...document.querySelectorAll('dialog button')].find((one) => one.textContent"
    player.page.ask("openMenu()")
    click = f"{button} === 'Full screen').click()"
    player.page.do("Runtime.evaluate", expression=click, userGesture=True)
    player.page.wait("document.fullscreenElement !== null")
    player.page.ask("document.exitFullscreen()")
    player.page.wait("document.fullscreenElement === null")


# -- links -----------------------------------------------------------------------------------------


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


# -- how the page is made --------------------------------------------------------------------------


def test_a_page_comes_with_the_licences_of_its_parts(
    parts: dict[str, bytes], tmp_path: Path
) -> None:
    building.write_site(parts, tmp_path)
    licences = (tmp_path / "licences.txt").read_text("utf-8")
    mozillas, pythons = "Mozilla Public License Version 2.0", "PYTHON SOFTWARE FOUNDATION LICENSE"
    for text in (mozillas, pythons, "SIL OPEN FONT LICENSE", "Permission is hereby granted"):
        assert text in licences
    assert mozillas in building.play_page(parts)


def test_what_is_missing_or_has_a_wrong_hash_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.tgz"
    monkeypatch.setattr(building, "kept_package", lambda pin: kept)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(GivenError, match=r"^npm is not installed"):
        building.fetched()
    kept.write_bytes(b"another")
    with pytest.raises(GivenError, match="hash differs"):
        building.fetched()
    assert not kept.exists(), "it is fetched anew the next time"
