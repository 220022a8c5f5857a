"""What it costs to export a game as a page: the time to make it, its size, and the time until a
browser shows it.

The browser is Chromium, if it is installed.
"""

from __future__ import annotations

import re
import tempfile
import time
from pathlib import Path
from typing import Final

from game.art.decks import DeckStyle
from game.export.html import page
from tests.bench.figures import Figure
from tests.browser import browser, shown
from tests.game.test_page import MOST, wandered, won

OPEN: Final = 500.0
"""The most milliseconds from opening the address to seeing the cards."""
TIMES: Final = 7
_STAMP: Final = (
    "<script>requestAnimationFrame(() => requestAnimationFrame(() => "
    "console.log(`shown ${performance.now()}`)))</script>"
)
"""A script that logs when the first picture is on the screen, counted from the request for the
page."""


def run() -> list[Figure]:
    """Measure the page of a game that was won, and that of one with many moves."""
    found = list[Figure]()
    for name, played in (("deal 10913", won()), ("700 moves", wandered("canfield"))):
        begun = time.perf_counter()
        text = page(played, DeckStyle("emblem", large_index=True))
        made = (time.perf_counter() - begun) * 1000
        size = len(text.encode()) / 1000
        found.append(Figure(f"{name}: made", made, "ms"))
        found.append(Figure(f"{name}: size", size, "kB", MOST / 1000, scales=False))
        if browser() is not None:
            found.append(Figure(f"{name}: opened", opened(text), "ms", OPEN, scales=False))
    return found


def opened(text: str) -> float:
    """Return the milliseconds until a page is shown, as the fastest of several attempts."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.html"
        path.write_text(text.replace("</body>", f"{_STAMP}</body>"), "utf-8")
        picture = f"--screenshot={folder}/game.png"
        heard = [" ".join(shown(path, "", picture)[1]) for _ in range(TIMES)]
    times = [float(found[1]) for said in heard if (found := re.search(r"shown ([\d.]+)", said))]
    return min(times)
