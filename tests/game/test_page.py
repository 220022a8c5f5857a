"""Tests of a game's page: its file and display, with remarks, bookmarks and branches."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from game.art.decks import DeckStyle
from game.cli.check import ReplayedGame
from game.cli.inputs import MoveLine, Question
from game.cli.played_game import game_of
from game.core.cards import PACK
from game.core.moves import Move
from game.core.state import Role, State
from game.export.html import PageGame, page
from game.play.game_text import from_text, tree_text
from game.play.review import Review
from game.rules.choices import choices, in_notation
from game.rules.registry import Deal, numbered
from game.rules.replay import replay
from game.solver.answer import JudgedMove, Margin, Verdict
from game.support.texts import Texts, languages
from game.teach.story import Story
from tests.browser import browser, shown
from tests.game.conftest import Cli
from tests.game.reading import line
from tests.game.test_cli import WON
from tests.seed import a_few

FONT = """<script>
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
"""Logs whether the page's font is loaded, and whether letters after a number are shown in it."""
LOSING = "1a 2b 3c 4d"
WANDERING = 700


def played_by(deal: Deal, moves: Sequence[Move]) -> PageGame:
    return game_of(ReplayedGame.of(Question(deal, MoveLine(moves=tuple(moves)))), None)


@cache
def won() -> PageGame:
    return played_by(numbered("vierfrei", 10913), line(WON, "vierfrei"))


@cache
def wandered(game: str) -> PageGame:
    """Return a game of hundreds of moves."""
    deal, chance, moves = numbered(game, 42), random.Random(42), list[Move]()
    if game == "vierfrei":
        deal = won().review.deal
        moves = line(WON, game)[:-25]
    state = replay(deal, moves).last
    while len(moves) < WANDERING and (ways := list(choices(deal.engine, state))):
        # Moves home come last, because they can't be taken back.
        way = min(ways, key=lambda move: (move.target.role is Role.FOUNDATION, chance.random()))
        moves.append(in_notation(deal.engine, state, way))
        state = deal.engine.expand(state, way)[-1].after
    found = played_by(deal, moves)
    assert len(found.tree.actions) > WANDERING / 2
    return found


def data(text: str) -> Any:
    (found,) = re.findall(r'<script type="application/json" id="game">(.*?)</script>', text)
    return json.loads(found)


def stepped(read: dict[str, Any], parents: Sequence[int]) -> list[list[str]]:
    """Return the piles at the start and after each step."""
    piles = [list(read["first"])]
    for parent, step in zip(parents, read["steps"], strict=True):
        now = list(piles[parent])
        for pile, stay, laid in zip(*[iter(step)] * 3, strict=True):
            now[pile] = now[pile][:stay] + laid
        piles.append(now)
    return piles


def game_called(name: str) -> PageGame:
    if name in ("won", "written"):
        return won() if name == "won" else written_game()
    return wandered(name)


@pytest.mark.parametrize("name", ["won", "canfield", "written"])
def test_the_positions_of_a_page_are_those_of_the_rules(name: str) -> None:
    game = game_called(name)
    read = data(page(game, DeckStyle()))
    found = stepped(read, [*range(read["line"]), *read["parents"]])
    assert len(found) == len(read["tokens"]) + 1 == len(game.nodes())
    card = dict(zip(PACK, read["codes"], strict=True))
    for node, now in zip(game.nodes(), found, strict=True):
        expected = game.state_at(node).piles.values()
        assert now == ["".join(map(card.__getitem__, pile)) for pile in expected]


@pytest.mark.parametrize(
    ("game", "deck"),
    a_few(product(("won", "vierfrei", "canfield"), ("court", "emblem")), 2, "pages"),
)
@pytest.mark.usefixtures("in_hindi")
def test_a_page_is_well_formed_small_and_fetches_nothing(game: str, deck: str) -> None:
    text = page(game_called(game), DeckStyle(deck, four_colours=True, large_index=True))
    assert len(text.encode()) <= 400_000
    bare = re.sub(r"(<script[^>]*>|<style>).*?(</script>|</style>)", r"\1\2", text, flags=re.S)
    root = ElementTree.fromstring(bare.removeprefix("<!DOCTYPE html>"))
    assert root.get("lang") == "hi"
    # Every part that is referred to is there, and nothing is fetched.
    names = {element.get("id") for element in root.iter() if element.get("id")}
    for element in root.iter():
        links = (element.get(name, "#board") for name in ("href", "src", "action", "data"))
        assert {link.removeprefix("#") for link in links} <= names
    assert names >= {*map(str, PACK)}
    assert ('<g id="back">' in text) is (game == "canfield")
    # Ignore comments (such as the font's licence), a namespace, and the prefix of the font's data.
    own = re.sub(r'/\*.*?\*/|http://www.w3.org/2000/svg|url\("data:', "", text, flags=re.S)
    for word in ("http:", "https:", "//www", "url(", "@import", "fetch(", "import("):
        assert word not in own
    buttons = [element for element in root.iter("button") if not "".join(element.itertext())]
    assert len(buttons) == 5 and all(button.get("aria-label") for button in buttons)
    assert [element.get("aria-label") for element in root.iter("select")] == ["रफ़्तार"]


def test_a_page_is_in_the_players_language(spoken: Texts, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = {}
    for code in languages():
        spoken.use(code)
        pages[code] = page(won(), DeckStyle())
    spoken.use("en")
    assert all(f'<html lang="{code}">' in text for code, text in pages.items())
    assert data(pages["en"])["told"][0] == "ace of clubs to the clubs foundation"
    assert len({data(text)["words"]["pause"] for text in pages.values()}) == len(pages)
    assert [code for code, text in pages.items() if "@font-face" in text] == ["hi"]
    wicked = "</script><script>alert(1)</script>"
    monkeypatch.setattr("game.export.html.card_name", lambda _: wicked)
    text = page(won(), DeckStyle())
    assert data(text)["cards"] == [wicked] * 52 and wicked not in text


def test_judged_moves_become_a_curve_with_turning_points() -> None:
    deal = numbered("vierfrei", 617)
    played = played_by(deal, line(LOSING, deal.game))
    bare = page(played, DeckStyle()).partition("<script>")[0]
    for sign in ("<polyline", 'id="curve"', "How many", 'id="turn"', "turning point"):
        assert sign not in bare
    played.review.add_verdict(2, Verdict.WINNABLE)
    played.review.add_verdict(3, Verdict.LOST)
    margins = {}
    for at, state in enumerate(played.review.positions[:3]):
        lost, *others = choices(deal.engine, state)
        judged = [JudgedMove(one, Verdict.WINNABLE, 9) for one in others]
        margins[at] = Margin(Verdict.WINNABLE, (JudgedMove(lost, Verdict.LOST), *judged), (), 1.0)
    game = replace(played, margins=margins)
    text = page(game, DeckStyle())
    (curve,) = re.findall(r'<polyline points="(.*?)"', text)
    heights = [float(corner.split(",")[1]) for corner in curve.split()]
    assert len(heights) == len(played.review.positions)
    assert max(heights[:3]) < heights[3] == heights[4] == 96
    story = Story(game.review, game.tree.actions, game.margins)
    facts, turns = story.facts, story.turns
    assert data(text)["turns"] == list(turns) and 2 in turns
    assert all(f'data-at="{fact.at}"' in text for fact in facts[1:])
    assert 'id="turn"' in text and "T goes to the next turning point." in text


@pytest.mark.usefixtures("in_hindi")
def test_a_browser_plays_a_page_to_the_end_with_its_own_font(tmp_path: Path) -> None:
    path, moves = tmp_path / "game.html", len(won().tree.actions)
    dom, said = opened(path, page(won(), DeckStyle()), FONT, "play", seconds=moves + 5)
    assert said == ["loaded true"], "nothing but what was asked"
    last: State = won().review.positions[-1]
    assert "चाल 17/17 के बाद: " in dom and last.cards_home == 52
    numbers = re.findall(r"<i>([^<]*)</i>", dom)
    assert len(numbers) == moves and [*filter(None, numbers)] == [f"{n}." for n in range(1, 18)]
    # Every card, even a covered one, is in the place of its foundation.
    card = r'<g class="card" transform="translate\(([\d.]+) 0\)"[^>]*><g id="(\w\w)"'
    seen = re.findall(card, dom)
    read = data(path.read_text("utf-8"))
    spots = read["boards"][0]["spots"]
    homes = {suit: x for suit, (x, _) in zip(read["suits"], spots, strict=True) if suit}
    drawn = {(name, float(x)) for x, name in seen}
    assert drawn == {(str(card), homes[str(card)[1]]) for card in PACK}


# -- what a player wrote ---------------------------------------------------------------------------

WICKED = "<script>console.log('run')</script> </script> <!-- \"'&amp; \\u202e <b>אבג</b>"
GAME = """# Vierfeld 1 vierfrei 617
{Before it began}
1a {!}
2b {REMARK}
(2c {!<i>Otherwise</i>}; 3d; 3b
  (4b {deep})
)
3c {!before the risk}
4d
"""
TOLD = """<script>
const seen = (id) => document.getElementById(id).textContent;
const press = (text) => [...document.querySelectorAll("#moves button")].find(
  (one) => one.textContent.includes(text)).click();
const tell = (...words) => console.log(JSON.stringify(words).replaceAll('"', "`"));
tell(seen("said"), seen("note"));
press("2b");
tell(seen("said"), seen("note"), document.querySelectorAll("#note *").length);
press("<i>Otherwise</i>");
tell(seen("said"), seen("note"), document.querySelectorAll("#moves [aria-current]").length);
for (const id of ["on", "on", "on"]) document.getElementById(id).click();
tell(seen("said"), document.getElementById("at").max);
press("deep");
tell(seen("said"), seen("note"));
document.getElementById("back").click();
tell(seen("said"));
press("before the risk");
tell(seen("said"), seen("note"), document.getElementById("at").max);
tell([...document.querySelectorAll("#moves .stop")].map((one) => one.textContent));
tell(...["#moves ol", "#moves ol ol"].map((one) => document.querySelectorAll(one).length));
</script>"""
FITS = """<script>
const play = document.getElementById("play").getBoundingClientRect();
const above = play.top > 0 && play.bottom <= innerHeight;
console.log(innerWidth, above, document.body.scrollWidth <= innerWidth);
</script>"""
RUNS = """<script>
const one = (id) => document.getElementById(id);
(async () => {
  for (const name of ["slow", "normal", "fast"]) {
    one("speed").value = name;
    one("play").click();
    await new Promise((then) => setTimeout(then, 2000));
    console.log(one("at").value);
    one("first").click();
  }
})();
</script>"""


def written_game() -> PageGame:
    session = from_text(GAME.replace("REMARK", WICKED), "vierfrei", None)
    return PageGame(session.history, Review(session.deal, session.positions))


def opened(
    path: Path, text: str, script: str, fragment: str = "", seconds: int = 1
) -> tuple[str, list[str]]:
    """Open a page with ``script`` added; return its document and the lines it logged."""
    if browser() is None:
        pytest.skip("no Chromium is installed here")
    path.write_text(text.replace("</body>", f"{script}</body>"), "utf-8")
    return shown(path, fragment, seconds)


def test_remarks_and_bookmarks_are_shown_as_they_were_written(tmp_path: Path) -> None:
    game = written_game()
    text = page(game, DeckStyle())
    assert "<script>console" not in text and "<i>Otherwise" not in text and "<!--" not in text
    _, lines = opened(tmp_path / "x.html", text, TOLD)
    said = [json.loads(one.replace("`", '"')) for one in lines]
    remark = next(node.remark for node in game.nodes() if "script" in node.remark)
    branch = "Branch: Move {} of {}: {}"
    assert said == [
        ["Before the first move", "Before it began"],
        ["Move 2 of 4: king of spades to cell b", remark, 1],
        [branch.format(2, 4, "king of spades to cell c"), "<i>Otherwise</i> ", 1],
        [branch.format(4, 4, "2 of hearts to the last free cell"), "4"],
        [branch.format(4, 4, "4 of hearts to the last free cell"), "deep"],
        [branch.format(3, 4, "king of clubs to cell d")],
        ["Move 3 of 4: king of clubs to cell c", "before the risk ", "4"],
        [["Bookmark", "<i>Otherwise</i>", "before the risk"]],
        [2, 1],
    ]


def test_line_ends_and_direction_marks_in_a_remark_do_no_harm() -> None:
    game = written_game()
    game.tree.set_remark(game.tree.here, "a\u2028b\u2029c\u202ed\u0000e</script>")
    text = page(game, DeckStyle())
    assert not set("\u2028\u2029\u202e\u0000") & set(text)
    assert data(text)["notes"]["4"] == [None, "a b c d e</script>"]


def test_the_command_writes_a_page_with_remarks_and_branches(
    cli: Cli, spoken: Texts, tmp_path: Path
) -> None:
    path, game = tmp_path / "game.html", GAME.replace("REMARK", "kept")
    words = "page", "vierfrei", "617", "--moves", "-", "--output", str(path)
    assert cli(*words, stdin=game) == (0, f"Saved to {path}\n", "")
    text = path.read_text("utf-8")
    told = unescape(text.partition("<pre>")[2].partition("</pre>")[0])
    assert told == tree_text(from_text(game, "vierfrei", None))
    read = data(text)
    assert read["parents"] == [1, 5, 6, 6]
    assert read["notes"]["2"] == [None, "kept"] and read["notes"]["3"] == ["before the risk", ""]
    assert read["tokens"] == ["1a", "2b", "3c", "4d", "2c", "3d", "3b", "4b"]
    assert "in the branch on line 1" in cli(*words, stdin="1a; 2b (2c; 1h)").err
    spoken.use("de")
    assert cli(*words, stdin="1a").status == 0 and 'id="rank-D"' in path.read_text("utf-8")


def test_the_play_button_is_in_view_on_a_telephone(tmp_path: Path) -> None:
    text = page(wandered("canfield"), DeckStyle()).replace("</body>", f"{FITS}</body>")
    (tmp_path / "game.html").write_text(text, "utf-8")
    # Chromium's own window can't be as narrow as a telephone.
    frame = '<iframe src="game.html" width="{}" height="{}" frameborder="0"></iframe>'
    frames = "".join(frame.format(*size) for size in ((390, 844), (360, 640)))
    _, said = opened(tmp_path / "x.html", f"<body>{frames}</body>", "")
    assert sorted(said) == ["360 true true", "390 true true"]


def test_a_page_plays_at_three_speeds(tmp_path: Path) -> None:
    text = page(written_game(), DeckStyle())
    assert opened(tmp_path / "x.html", text, RUNS, seconds=8)[1] == ["1", "2", "4"]
