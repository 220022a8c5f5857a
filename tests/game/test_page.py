"""A game as a page: what is in the file, and that a browser plays it to the end."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from game.art.decks import DeckStyle
from game.cli.check import ReplayedGame
from game.cli.inputs import MoveLine, Task
from game.cli.played_game import game_of
from game.core.cards import PACK, Card
from game.core.moves import Move
from game.core.state import Pile, PileId, Role, State
from game.export.html import PageGame, page
from game.rules.choices import choices, written
from game.rules.registry import Deal, numbered
from game.rules.replay import replay
from game.solver.answer import Judged, Margin, Verdict
from game.support.texts import languages, texts
from game.teach.story import turning_points
from tests.browser import browser, shown
from tests.game.conftest import Cli
from tests.game.reading import parse_move
from tests.game.test_cli import WON
from tests.seed import a_few

MOST = 400_000
"""Bytes of a page."""
HEARD = """<script>
document.fonts.ready.then(() => {
  const text = document.querySelector("header p").firstChild, alone = document.createElement("p");
  const letters = document.createRange();
  letters.selectNodeContents(text);
  letters.setStart(text, text.data.search(/[^0-9 ]/));
  alone.style.width = "max-content";
  alone.textContent = letters.toString();
  document.body.append(alone);
  const widths = [letters, alone].map((one) => Math.round(one.getBoundingClientRect().width));
  console.log([...document.fonts].map((font) => font.status).join(), widths[0] === widths[1]);
  alone.remove();
});
</script>"""
"""Says what became of the page's font, and whether letters that stand behind a number are written
with it, as they are where they stand alone."""
LOSING = "1a 2b 3c 4d"
WANDERING = 700
"""Far more moves than a game that leads anywhere."""


def played_by(deal: Deal, moves: Sequence[Move]) -> PageGame:
    return game_of(ReplayedGame.of(Task(deal), MoveLine(moves=tuple(moves)), None), None)


@cache
def won() -> PageGame:
    deal = numbered("vierfrei", 10913)
    return played_by(deal, [parse_move(token, deal.game) for token in WON.split()])


@cache
def wandered(game: str) -> PageGame:
    """A game of many moves that lead nowhere: one with a stock, or where columns are empty."""
    deal, chance, moves = numbered(game, 42), random.Random(42), list[Move]()
    if game == "vierfrei":
        deal = won().deal
        moves = [parse_move(token, game) for token in WON.split()[:-25]]
    state = replay(deal, moves).last
    while len(moves) < WANDERING and (ways := list(choices(deal.engine, state))):
        # What cannot be taken back comes last.
        way = min(ways, key=lambda move: (move.target.role is Role.FOUNDATION, chance.random()))
        moves.append(written(deal.engine, state, way))
        state = deal.engine.expand(state, way)[-1].after
    found = played_by(deal, moves)
    assert len(found.actions) > WANDERING / 2
    return found


@pytest.fixture
def in_hindi() -> Iterator[None]:
    """In the language with the most bytes to a word."""
    texts.use("hi")
    yield
    texts.use("en")


def data(text: str) -> dict[str, Any]:
    (found,) = re.findall(r'<script type="application/json" id="game">(.*?)</script>', text)
    read: dict[str, Any] = json.loads(found)
    return read


def told(read: dict[str, Any], names: Collection[PileId]) -> Iterator[dict[PileId, Pile]]:
    """The positions as the page's script works them out, without knowing any rule."""
    card = dict(zip(read["codes"], map(Card.parse, read["faces"]), strict=True))
    piles = list(read["first"])
    for step in [[], *read["steps"]]:
        for pile, stay, laid in zip(*[iter(step)] * 3, strict=True):
            piles[pile] = piles[pile][:stay] + laid
        cards = [tuple(map(card.__getitem__, pile)) for pile in piles]
        yield dict(zip(names, cards, strict=True))


@pytest.mark.parametrize("played", [won, lambda: wandered("canfield")])
def test_its_positions_are_those_of_the_rules(played: Any) -> None:
    game: PageGame = played()
    found = list(told(data(page(game, DeckStyle())), game.positions[0].piles))
    assert found == [dict(state.piles) for state in game.positions]
    assert len(found) > 60


@pytest.mark.parametrize(
    ("game", "deck"),
    a_few(
        [(game, deck) for game in ("won", "vierfrei", "canfield") for deck in ("court", "emblem")],
        2,
        "pages",
    ),
)
@pytest.mark.usefixtures("in_hindi")
def test_it_is_well_formed_small_and_needs_nothing_else(game: str, deck: str) -> None:
    played = won() if game == "won" else wandered(game)
    text = page(played, DeckStyle(deck, four_colours=True, large_index=True))
    assert len(text.encode()) <= MOST
    bare = re.sub(r"(<script[^>]*>|<style>).*?(</script>|</style>)", r"\1\2", text, flags=re.S)
    root = ElementTree.fromstring(bare.removeprefix("<!DOCTYPE html>"))
    assert root.get("lang") == "hi"
    # Every part that is used is there, and nothing is fetched.
    names = {element.get("id") for element in root.iter() if element.get("id")}
    for element in root.iter():
        for name in ("href", "src", "action", "data"):
            link = element.get(name, "#board")
            assert link.removeprefix("#") in names, link
    assert names >= {*map(str, PACK)}
    # But for a namespace, and for what the font's licence and its data are introduced by.
    own = re.sub(r'/\*.*?\*/|http://www.w3.org/2000/svg|url\("data:', "", text, flags=re.S)
    for word in ("http:", "https:", "//www", "url(", "@import", "fetch(", "import("):
        assert word not in own
    buttons = [element for element in root.iter("button") if not "".join(element.itertext())]
    assert len(buttons) == 5 and all(button.get("aria-label") for button in buttons)
    assert [element.get("aria-label") for element in root.iter("select")] == ["रफ़्तार"]


def test_its_words_are_in_the_language_of_the_player() -> None:
    pages = {}
    for code in languages():
        texts.use(code)
        pages[code] = page(won(), DeckStyle())
    texts.use("en")
    assert all(f'<html lang="{code}">' in text for code, text in pages.items())
    assert data(pages["en"])["told"][0] == "ace of clubs to the clubs foundation"
    assert len({data(text)["words"]["play"] for text in pages.values()}) == len(pages)
    assert [code for code, text in pages.items() if "@font-face" in text] == ["hi"]


def test_what_a_text_says_cannot_end_the_script(monkeypatch: pytest.MonkeyPatch) -> None:
    wicked = "</script><script>alert(1)</script>"
    monkeypatch.setattr("game.export.html._names_of_cards", lambda: [wicked] * 52)
    text = page(won(), DeckStyle())
    assert data(text)["cards"] == [wicked] * 52 and wicked not in text


def test_the_command_writes_it_and_judges_the_moves(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    words = "page", "vierfrei", "617", "--moves", "-", "--output", str(path)
    done = cli(*words, stdin="1a 2b 3c 4d")
    assert (done.status, done.out, done.err) == (0, f"Saved to {path}\n", "")
    assert 'id="curve"' not in path.read_text("utf-8")
    assert data(path.read_text("utf-8"))["tokens"] == ["1a", "2b", "3c", "4d"]
    texts.use("de")
    done = cli(*words, stdin="1a")
    texts.use("en")
    assert done.status == 0 and 'id="rank-D"' in path.read_text("utf-8")


def test_what_is_judged_becomes_a_curve_with_its_turning_points() -> None:
    deal = numbered("vierfrei", 617)
    played = played_by(deal, [parse_move(token, deal.game) for token in LOSING.split()])
    bare = page(played, DeckStyle())
    assert "<polyline" not in bare and 'id="curve"' not in bare and "How many" not in bare
    assert 'id="turn"' not in bare and "turning point" not in re.sub(
        r"<script>.*", "", bare, flags=re.S
    )
    played.review.learn(2, Verdict.WINNABLE)
    played.review.learn(3, Verdict.LOST)
    margins = {}
    for at, state in enumerate(played.positions[:3]):
        lost, *others = choices(deal.engine, state)
        judged = [Judged(lost, Verdict.LOST), *(Judged(one, Verdict.WINNABLE, 9) for one in others)]
        margins[at] = Margin(Verdict.WINNABLE, tuple(judged), (), 1.0)
    text = page(replace(played, margins=margins), DeckStyle())
    (line,) = re.findall(r'<polyline points="(.*?)"', text)
    heights = [float(corner.split(",")[1]) for corner in line.split()]
    assert len(heights) == len(played.positions)
    assert max(heights[:3]) < heights[3] == heights[4] == 96
    facts = replace(played, margins=margins).story().facts()
    assert data(text)["turns"] == list(turning_points(facts)) and 2 in turning_points(facts)
    assert all(f'data-at="{fact.at}"' in text for fact in facts[1:])
    assert 'id="turn"' in text and "T goes to the next turning point." in text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["617"], "say where to write the page: --output FILE"),
        (["1-2", "--output", "x"], "page takes one game only"),
        (
            ["617", "--cards", "1993", "--output", "x"],
            "unknown deck: '1993' (choose from: court, emblem",
        ),
        (["617", "--moves", "-", "--output", "x"], "standard input: illegal: move 1 '1h'"),
        (
            ["617", "--output", "/nowhere/there/x"],
            "/nowhere/there/x: no such file or folder",
        ),
    ],
)
def test_what_cannot_be_is_told_in_a_line(cli: Cli, words: list[str], told: str) -> None:
    done = cli("page", "vierfrei", *words, stdin="1h")
    assert done.status == 2 and told.casefold() in done.err.casefold() and done.err.count("\n") == 1


@pytest.mark.usefixtures("in_hindi")
def test_a_browser_plays_it_to_the_end_in_the_letters_that_it_brings(tmp_path: Path) -> None:
    if browser() is None:
        pytest.skip("no Chromium is installed here")
    path = tmp_path / "game.html"
    text = page(won(), DeckStyle()).replace("</body>", f"{HEARD}</body>")
    path.write_text(text, "utf-8")
    moves = len(won().actions)
    dom, said = shown(path, "play", seconds=moves + 5)
    assert said == ["loaded true"], "nothing but what was asked"
    last: State = won().positions[-1]
    assert "चाल 17/17 के बाद: " in dom and last.cards_home == 52
    numbers = re.findall(r"<i>([^<]*)</i>", dom)
    assert len(numbers) == moves and [one for one in numbers if one] == [
        f"{n}." for n in range(1, 18)
    ]
    # Of each foundation the two uppermost cards are drawn, where they belong.
    seen = re.findall(
        r'<g class="card" transform="translate\(([\d.]+) 0\)"[^>]*><g id="(\w\w)"', dom
    )
    read = data(path.read_text("utf-8"))
    homes = {pile[1]: pile[2][0] for pile in read["piles"] if pile[0] == "foundation"}
    assert {(name, float(x)) for x, name in seen} == {
        (str(card), homes[str(card)[1]]) for card in PACK
    }
