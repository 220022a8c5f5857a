"""What a player wrote of a game, on its page: remarks, bookmarks and branches."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path

import pytest

from game.art.decks import DeckStyle
from game.core.cards import PACK
from game.export.html import PageGame, page
from game.play.review import Review
from game.play.sharing import from_text, tree_text
from tests.browser import browser, shown
from tests.game.conftest import Cli
from tests.game.test_page import data, wandered

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
"""Walks through the page as a reader does, and says what stands there."""
FITS = """<script>
const play = document.getElementById("play").getBoundingClientRect();
const above = play.top > 0 && play.bottom <= innerHeight;
console.log(innerWidth, above, document.body.scrollWidth <= innerWidth);
</script>"""
RUNS = """<script>
const tell = () => console.log(document.getElementById("at").value);
const speed = document.getElementById("speed");
speed.value = "SPEED";
document.getElementById("play").click();
setTimeout(tell, 2000);
</script>"""


def played(text: str = GAME) -> PageGame:
    """The game in ``text``, of which nothing is judged."""
    session = from_text(text.replace("REMARK", WICKED), "vierfrei", None)
    states = [session.layout, *(action[-1].after for action in session.actions)]
    return PageGame(session.deal, session.history, Review(session.deal, states))


def opened(path: Path, text: str, script: str, *options: str, seconds: int = 1) -> list[str]:
    """What the browser says in its console of a page with a ``script`` at its end."""
    if browser() is None:
        pytest.skip("no Chromium is installed here")
    path.write_text(text.replace("</body>", f"{script}</body>"), "utf-8")
    return shown(path, "", *options, seconds=seconds)[1]


def test_what_players_write_stands_there_as_they_wrote_it(tmp_path: Path) -> None:
    game = played()
    text = page(game, DeckStyle())
    assert "<script>console" not in text and "<i>Otherwise" not in text and "<!--" not in text
    said = [json.loads(one.replace("`", '"')) for one in opened(tmp_path / "x.html", text, TOLD)]
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


def test_lines_ends_and_turned_letters_of_a_text_do_no_harm() -> None:
    remark = "a\u2028b\u2029c\u202ed\u0000e</script>"
    game = played()
    game.tree.remark(game.tree.here, remark)
    text = page(game, DeckStyle())
    assert not set("\u2028\u2029\u202e\u0000") & set(text)
    assert data(text)["notes"]["4"] == [None, "a b c d e</script>"]


def test_all_branches_are_there_and_the_text_tells_of_them() -> None:
    game = played()
    read = data(page(game, DeckStyle()))
    assert read["line"] == 4 and len(read["steps"]) == len(read["tokens"]) == 8
    assert read["parents"] == [1, 5, 6, 6]
    piles = [list(read["first"])]
    for parent, step in zip([0, 1, 2, 3, *read["parents"]], read["steps"], strict=True):
        now = list(piles[parent])
        for pile, stay, laid in zip(*[iter(step)] * 3, strict=True):
            now[pile] = now[pile][:stay] + laid
        piles.append(now)
    assert all(sorted("".join(now)) == sorted(read["codes"]) for now in piles)
    card = dict(zip(PACK, read["codes"], strict=True))
    for node, now in zip(game.nodes(), piles, strict=True):
        there = game.state_at(node).piles.values()
        assert now == ["".join(map(card.__getitem__, pile)) for pile in there]
    session = from_text(GAME.replace("REMARK", "x"), "vierfrei", None)
    shown_text = page(played(GAME.replace("REMARK", "x")), DeckStyle()).partition("<pre>")[2]
    assert unescape(shown_text.partition("</pre>")[0]) == tree_text(session)


def test_the_command_keeps_what_was_written(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    words = "page", "vierfrei", "617", "--moves", "-", "--output", str(path)
    done = cli(*words, stdin=GAME.replace("REMARK", "kept"))
    assert (done.status, done.err) == (0, "")
    read = data(path.read_text("utf-8"))
    assert read["notes"]["2"] == [None, "kept"] and read["notes"]["3"] == ["before the risk", ""]
    assert read["tokens"] == ["1a", "2b", "3c", "4d", "2c", "3d", "3b", "4b"]
    wrong = cli(*words, stdin="1a; 2b (2c; 1h)")
    assert wrong.status == 2 and "in the branch on line 1" in wrong.err


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_play_stands_above_the_fold_on_a_telephone(tmp_path: Path, size: tuple[int, int]) -> None:
    text = page(wandered("canfield"), DeckStyle()).replace("</body>", f"{FITS}</body>")
    (tmp_path / "game.html").write_text(text, "utf-8")
    # A window of Chromium is never as narrow as a telephone.
    frame = '<body><iframe src="game.html" width="{}" height="{}" frameborder="0"></iframe></body>'
    assert opened(tmp_path / "x.html", frame.format(*size), "") == [f"{size[0]} true true"]


def test_it_is_played_as_fast_as_the_reader_likes(tmp_path: Path) -> None:
    text = page(played(), DeckStyle())
    speeds = ("slow", "normal", "fast")
    found = [
        opened(tmp_path / "x.html", text, RUNS.replace("SPEED", speed), seconds=4)
        for speed in speeds
    ]
    assert found == [["1"], ["2"], ["4"]]
