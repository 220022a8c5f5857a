"""Games in a browser, to their ends: by mouse, by finger and by keys; from a file and from a web
server, and what the page does when something is missing."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.core.cards import PACK, deck_order
from game.export.html import piles_text
from game.play.session import Session
from game.rules.notation import parse_move
from game.rules.registry import KINDS, GameKind, numbered
from game.store.log_file import LOG, merge
from game.store.store import PlayerStore
from tests.browser import Browsing
from tests.page.conftest import opened
from tests.page.playing import DEVICES, Player, play_whole
from tests.seed import chance

EACH = [(kind, DEVICES[at % len(DEVICES)]) for at, kind in enumerate(KINDS.values())]


@pytest.mark.parametrize(("kind", "device"), EACH, ids=lambda one: getattr(one, "rules", one))
def test_a_game_is_won_from_a_file(player: Player, kind: GameKind, device: str) -> None:
    if device == "touch":
        player.page.resize((390, 844), touch=True)
    shown = play_whole(player, device, numbered(kind.game, 42, kind.rules))
    assert shown["won"] and shown["ended"] and shown["ending"][0].startswith("Won in ")


def test_a_game_is_won_from_a_web_server_and_later_without_it(
    browsing: Browsing, site: str
) -> None:
    player = opened(browsing, site)
    play_whole(player, "keys", numbered("vierfrei", 10913))
    browsing.wait("navigator.serviceWorker.ready.then(() => true)")
    browsing.do("Network.enable")
    browsing.do(
        "Network.emulateNetworkConditions",
        offline=True,
        latency=0,
        downloadThroughput=0,
        uploadThroughput=0,
    )
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


def test_a_game_goes_on_where_it_was_left(browsing: Browsing, page: Path) -> None:
    opened(browsing, f"{page.as_uri()}#vierfrei/617")
    for letter in "83":
        browsing.key(letter)
    browsing.wait("view.link === 'vierfrei/617/83'")
    leave(browsing)
    again = opened(browsing, page.as_uri())
    assert again.page.ask("view.link") == "vierfrei/617/83"


def leave(page: Browsing) -> None:
    """Leave the page once everything is saved."""
    before = page.ask("saved")
    page.ask("engine.ask('save')")
    page.wait(f"saved > {before}")
    page.open("about:blank")


def test_each_game_has_its_game_in_hand(player: Player) -> None:
    player.open("vierfrei/617/83")
    player.open("canfield/42/hoyle/d")
    player.page.ask("resume('vierfrei')")
    player.page.wait("view.link === 'vierfrei/617/83'")
    player.page.ask("resume('canfield/hoyle')")
    player.page.wait("view.link === 'canfield/42/hoyle/d'")


def test_a_finished_game_is_in_the_statistics_and_stays_there(
    browsing: Browsing, page: Path
) -> None:
    player = opened(browsing, page.as_uri())
    deal = numbered("vierfrei", 10913)
    play_whole(player, "keys", deal)
    seen = statistics(player)
    assert "1 of 1" in seen["parts"] and seen["past"][0][:3] == ["today", "10913", "won"]
    leave(browsing)
    assert statistics(opened(browsing, page.as_uri())) == seen


def statistics(player: Player, *kind: str | None) -> dict[str, Any]:
    """What the page tells of the finished games of a kind, its parts as one text."""
    asked = json.dumps(kind or ["vierfrei", None])
    player.page.ask(f"one('dialog').close(); engine.ask('statistics', ...{asked})")
    player.page.wait("one('dialog').open && one('dialog').querySelector('h2').textContent")
    found = player.page.ask(
        "({parts: one('dialog').textContent,"
        " past: [...document.querySelectorAll('table:last-of-type tr')].slice(1)"
        ".map((row) => [...row.cells].map((cell) => cell.textContent))})"
    )
    player.page.ask("one('dialog').close()")
    result: dict[str, Any] = found
    return result


def test_files_go_from_the_program_to_the_page_and_back(player: Player, tmp_path: Path) -> None:
    store = PlayerStore(tmp_path)
    session = Session(numbered("vierfrei", 617))
    session.store = store
    session.do(*map(partial(parse_move, notation=session.deal.kind.notation), ["83", "8a"]))
    store.ended(session)
    store.close()
    lines = (tmp_path / LOG).read_text("utf-8")
    player.open("vierfrei/1/1a")
    player.page.ask("play('new')")
    for _ in range(2):
        player.page.ask(f"engine.ask('openFile', 'games.jsonl', {json.dumps(lines)})")
        player.page.wait("one('said').textContent.includes('added')")
        player.page.ask("say('')")
    assert [row[1] for row in statistics(player)["past"]] == ["1", "617"]
    name, text = player.page.ask(
        "new Promise((done) => { engine.listener = (_, { file }) => file && done(file);"
        " engine.ask('give', 'record'); })"
    )
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / name).write_text(text, "utf-8")
    assert merge(tmp_path, tmp_path / "other") == 1


def test_a_second_tab_says_that_it_does_not_save(browsing: Browsing, page: Path) -> None:
    player = opened(browsing, f"{page.as_uri()}#vierfrei/617/83")
    second = browsing.beside(page.as_uri())
    second.wait("engine.ready && view")
    assert "another tab" in second.wait("elsewhere && one('said').textContent")
    assert second.ask("saved") == 0
    assert player.page.ask("elsewhere") is False


def test_a_page_that_may_keep_nothing_plays_and_says_so(browsing: Browsing, page: Path) -> None:
    refusing = "Object.defineProperty(self, 'indexedDB', {get() { throw new Error('refused'); }})"
    script = f"""
      Object.defineProperty(window, 'localStorage', {{get() {{ throw new Error('refused'); }}}});
      const Plain = Blob;
      window.Blob = class extends Plain {{
        constructor(parts, kind) {{
          const script = kind?.type === 'text/javascript';
          super(script ? [{json.dumps(refusing)}, ';', ...parts] : parts, kind);
        }}
      }};"""
    browsing.do("Page.addScriptToEvaluateOnNewDocument", source=script)
    player = opened(browsing, f"{page.as_uri()}#vierfrei/617")
    assert "keeps nothing" in player.page.wait("one('said').textContent")
    player.page.key("8")
    player.page.key("3")
    player.page.wait("view.link === 'vierfrei/617/83'")


def test_a_search_never_holds_up_a_move(player: Player) -> None:
    player.open("canfield/3/hoyle")
    player.page.ask("act('solution')")
    player.page.wait("engine.busy > 0")
    for _ in range(10):
        before = player.page.ask("shown")
        player.page.key(" ")
        player.page.wait(f"shown > {before}", 2)


def test_python_that_has_died_is_begun_again_with_the_game(player: Player) -> None:
    player.open("vierfrei/617")
    player.page.key("8")
    player.page.key("3")
    player.page.wait("view.link === 'vierfrei/617/83'")
    player.page.ask("engine.worker.onerror({message: 'out of memory'})")
    player.page.wait("engine.ready && view.link === 'vierfrei/617/83'")
    player.page.key("8")
    player.page.key("a")
    player.page.wait("view.link === 'vierfrei/617/83.8a'")
    player.page.said.clear()


@pytest.mark.parametrize(
    "link", ["vierfrei/9999999", "vierfrei/617/zz", "<img src=x onerror=alert(1)>"]
)
def test_a_wrong_link_gets_a_line_and_nothing_of_it_is_markup(player: Player, link: str) -> None:
    player.page.ask("one('said').textContent = ''")
    player.page.ask(f"location.hash = {json.dumps(link)}")
    assert player.page.wait("one('said').textContent")
    assert player.page.ask("document.images.length") == 0
