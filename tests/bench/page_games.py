"""Plays on the web page: a game of each kind with each gesture, and random moves.

The browsers are Chromium and, if installed, Firefox.
"""

from __future__ import annotations

import tempfile
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Final

from game.rules.registry import KINDS, GameKind, numbered
from game.web import building
from tests.bench.figures import Figure, fixed
from tests.browser import Browsing
from tests.firefox import Firefox, firefox
from tests.page.conftest import opened
from tests.page.playing import GESTURES, Player, link_to, play_whole, random_game
from tests.seed import chance

GAMES: Final = 200
MOVES: Final = 80


def run() -> list[Figure]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = Path(folder) / "vierfeld.html"
        page.write_text(building.play_page(building.core()), "utf-8")
        found = _played("Chromium", Browsing(Path(folder) / "chromium"), page)
        if firefox() is not None:
            found += _played("Firefox", Firefox(Path(folder) / "firefox"), page)
    return found


def _played(name: str, browsing: Browsing, page: Path) -> list[Figure]:
    with closing(browsing):
        player = opened(browsing, page.as_uri())
        wrong = sum(_differs(player, kind) for kind in KINDS.values())
        lost = sum(not _won(player, *one) for one in product(KINDS.values(), GESTURES))
    return [
        fixed(f"{name}: of {GAMES} random games other than the rules", wrong, "", 0),
        fixed(f"{name}: games by {len(GESTURES)} gestures not won", lost, "", 0),
    ]


def _differs(player: Player, kind: GameKind) -> int:
    dice = chance(f"games on the page of {kind.key}")
    found = 0
    for number in dice.sample(range(1_000_000), GAMES // len(KINDS)):
        deal = numbered(kind.game, number, kind.rules)
        line, positions = random_game(deal, MOVES, dice)
        found += player.line(link_to(deal), line) != positions
    return found


def _won(player: Player, kind: GameKind, gesture: str) -> bool:
    player.page.resize((390, 844) if gesture == "tap" else (1280, 800), touch=gesture == "tap")
    return bool(play_whole(player, gesture, numbered(kind.game, 42, kind.rules))["won"])
