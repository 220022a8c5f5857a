"""Measures the size, speed and memory use of the web page.

Slowing down the processor affects only the page's own thread, not its workers. Most of the time,
the page just waits for the next frame, so the results are not scaled to the computer's speed.
"""

from __future__ import annotations

import json
import re
import statistics
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from game.art.decks import DeckStyle
from game.export import html
from game.rules.registry import numbered
from game.solver.answer import decide
from game.web import building
from tests.bench.figures import Figure, fixed
from tests.browser import Browsing
from tests.game.test_page import wandered
from tests.page.playing import Player

SLOWER: Final = 4
UNKNOWN: Final = 617_617
"""A deal whose solution isn't in the page."""
FRAME: Final = 17.0
"""The maximum time for a frame, in milliseconds: 1/60 s, plus the inaccuracy of the clock."""
_MB: Final = 1_000_000
_WATCH: Final = """
self.times = {moves: [], frames: []};
const look = (now) => {
  if (document.querySelectorAll("#board .card").length === 52) times.board = now;
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
_RELEASES: Final = """document.addEventListener("pointerup", () => {
  const begun = performance.now();
  const before = shown;
  const look = () => {
    if (shown > before) times.moves.push(performance.now() - begun);
    else if (performance.now() < begun + 5000) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}, true)"""
_FRAMES: Final = """(() => {
  let before = performance.now();
  const look = (now) => {
    if (hand.press?.dragged) times.frames.push(now - before);
    before = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""
_BUSY: Final = "ready.then(() => { for (const end = Date.now() + 10000; Date.now() < end; ); })"
_SOLVED: Final = """
import json, time
from game.rules.registry import numbered
from game.solver.answer import decide
found = []
for number in range(1, 101):
    deal = numbered("vierfrei", number)
    begun = time.perf_counter()
    decide(deal, deal.layout(), time_limit=10.0)
    found.append((time.perf_counter() - begun) * 1000)
json.dumps(found)
"""
_SEARCHED: Final = """
from game.rules.registry import numbered
from game.solver.answer import decide
deal = numbered("canfield", 15, "hoyle")
str(decide(deal, deal.layout(), time_limit=10.0).verdict)
"""


def run() -> list[Figure]:
    parts = building.core()
    text = building.play_page(parts)
    game = re.search(r'id="part-game">([^<]*)<', text)
    assert game is not None
    found = [
        fixed("the page", len(text.encode()) / _MB, "MB", 8.0),
        fixed("the game in it", len(game[1]) / _MB, "MB", 1.0),
    ]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = Path(folder) / "vierfeld.html"
        page.write_text(text, "utf-8")
        browsing = Browsing(Path(folder) / "browser")
        browsing.do("Page.addScriptToEvaluateOnNewDocument", source=_WATCH)
        with closing(browsing):
            found += [*_opened(browsing, page.as_uri()), *_played(browsing), *_python(browsing)]
            found.append(_exported(browsing, Path(folder) / "game.html"))
    return found


def _opened(browsing: Browsing, address: str) -> list[Figure]:
    browsing.find_workers()
    browsing.open(f"{address}#vierfrei/{UNKNOWN}")
    browsing.wait("engine && (engine.ask('hint'), true)")
    browsing.wait("view && view.arrows.length && (times.hint = performance.now())")
    return [
        fixed("the first board", browsing.ask("times.board"), "ms", 1000.0),
        fixed("the first hint, from the address on", browsing.ask("times.hint"), "ms", 6000.0),
    ]


def _played(browsing: Browsing) -> list[Figure]:
    browsing.ask(_RELEASES)
    browsing.ask(_FRAMES)
    moves = _moves(browsing)
    browsing.do("Emulation.setCPUThrottlingRate", rate=SLOWER)
    # As long as a fruitless search for a hint, but without involving the game's worker.
    browsing.do("Runtime.evaluate", browsing.workers[-1], expression=_BUSY)
    slow = _moves(browsing)
    start = Player(browsing).place(browsing.ask("hand.takes.findIndex((one) => one.length)"), 1)
    browsing.ask("times.frames = []")
    browsing.drag(start, (900.0, 600.0), steps=200)
    frames = browsing.ask("times.frames")
    browsing.do("Emulation.setCPUThrottlingRate", rate=1)
    name = f"slowed x{SLOWER}"
    return [
        fixed("a move, from the release on: p95", _p95(moves), "ms", 50.0),
        fixed(f"the same beside a search, {name}: p95", _p95(slow), "ms", 50.0),
        fixed(f"frames of a drag, {name}: p50", statistics.median(frames), "ms", FRAME),
    ]


def _moves(browsing: Browsing) -> Sequence[float]:
    player, deal = Player(browsing), numbered("vierfrei", 10913)
    browsing.ask("Object.assign(options, {speed: 'off', light: false})")
    before = browsing.ask("engine.ask('choose', options), shown")
    browsing.wait(f"shown > {before}")
    browsing.ask(f"engine.ask('open', 'vierfrei', null, {deal.number})")
    browsing.wait(f"shown > {before + 1} && view.link === 'vierfrei/{deal.number}'")
    browsing.ask("times.moves = []")
    state = deal.layout()
    for move in decide(deal, state, time_limit=10.0).moves[:40]:
        state = player.do("drag", deal, state, move)
    found: Sequence[float] = browsing.ask("times.moves")
    return found


def _python(browsing: Browsing) -> list[Figure]:
    game, searches = browsing.workers[0], browsing.workers[-1]
    _asked(browsing, searches, f"python.runPython({json.dumps(_SEARCHED)})")
    memory = [
        _asked(browsing, one, "python._module.HEAP8.length") / _MB for one in (game, searches)
    ]
    code = f"python.runPython({json.dumps(_SOLVED)})"
    solved = json.loads(_asked(browsing, game, code))
    return [
        Figure("Vierfrei 1-100 solved in the browser: p50", statistics.median(solved), "ms"),
        Figure("Vierfrei 1-100 solved in the browser: p95", _p95(solved), "ms", 20.0),
        fixed("memory of Python that has the game", memory[0], "MB"),
        fixed("memory of Python that searches", memory[1], "MB"),
    ]


def _exported(browsing: Browsing, path: Path) -> Figure:
    """Return the shortest time to paint a long exported game."""
    path.write_text(html.page(wandered("canfield"), DeckStyle("emblem", large_index=True)), "utf-8")
    painted = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
    times = list[float]()
    for _ in range(7):
        browsing.open("about:blank")
        browsing.open(path.as_uri())
        times.append(browsing.wait(painted))
    return fixed("an exported game of 700 moves: opened", min(times), "ms", 500.0)


def _asked(browsing: Browsing, worker: str, script: str) -> Any:
    return browsing.ask(f"ready.then(({{python}}) => {script})", worker)


def _p95(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]
