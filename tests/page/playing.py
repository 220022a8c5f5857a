"""A hand for the page that plays: whole games by mouse, by finger and by typed moves."""

from __future__ import annotations

import json
from typing import Any, Final

from game.core.moves import Move, Verb
from game.core.state import State
from game.export.html import piles_text
from game.rules.registry import Deal
from game.rules.replay import steps_of
from game.solver.answer import decide
from tests.browser import Browsing

DEVICES: Final = ("mouse", "touch", "keys")
_PLACE: Final = """(() => {
  const n = board.piles[%d].length;
  const [x, y] = board.spot(%d, Math.max(0, n - %d), n);
  const way = board.picture.getScreenCTM();
  const found = new DOMPoint(x + board.wide / 2, y + 4).matrixTransform(way);
  return [found.x, found.y];
})()"""


class Player:
    """Plays on a page that is open."""

    def __init__(self, page: Browsing) -> None:
        self.page = page

    def place(self, pile: int, count: int) -> tuple[float, float]:
        """Return the point at which so many cards of a pile are taken, in pixels."""
        x, y = self.page.ask(_PLACE % (pile, pile, count))
        return x, y

    def open(self, link: str) -> None:
        """Open a game by its link, and wait until it can be played."""
        self.page.ask(f"location.hash = {json.dumps('#' + link)}; options.speed = 'off'")
        self.page.wait(f"view && view.link === {json.dumps(link)}")

    def do(self, device: str, deal: Deal, state: State, move: Move) -> State:
        """Make a move of a line with a device, and return the position that the rules make of it;
        fail if the page comes to another."""
        rules = deal.engine
        steps = steps_of(rules, state, [move])
        assert isinstance(steps, tuple), move
        after = steps[-1].after
        before = self.page.ask("shown")
        if device == "keys":
            for letter in move.text:
                self.page.key(letter)
        elif move.verb in (Verb.DEAL, Verb.TURN):
            self._press(device, 0, 1)
        elif move.verb is not Verb.CARRY:
            named = f"one => one.textContent.endsWith('({move.verb.value})')"
            self.page.ask(f"[...document.querySelectorAll('#stage button')].find({named}).click()")
        else:
            self._carry(device, deal, state, move)
        self.page.wait(f"shown > {before}", 20)
        self.page.ask("landing.then(() => 1)")
        piles = self.page.ask("view.piles")
        assert piles == piles_text(after), f"{deal} {move.text}: {piles}"
        return after

    def _carry(self, device: str, deal: Deal, state: State, move: Move) -> None:
        piles, found = deal.engine.piles, deal.engine.resolve(state, move)
        assert isinstance(found, Move)
        count = found.count or 1
        source, to = piles.index(found.source), piles.index(found.target)
        if device == "mouse":
            self.page.drag(self.place(source, count), self.place(to, 1))
        else:
            self._press(device, source, count)
            self._press(device, to, 1)

    def _press(self, device: str, pile: int, count: int) -> None:
        press = self.page.tap if device == "touch" else self.page.click
        press(*self.place(pile, count))


def play_whole(player: Player, device: str, deal: Deal, seconds: float = 10.0) -> Any:
    """Play a deal to its end by a line that wins, and return what the page shows then."""
    link = "/".join(filter(None, (deal.game, str(deal.number), deal.rules)))
    player.open(link)
    state = deal.layout()
    line = decide(deal, state, time_limit=seconds).moves
    assert line, f"no line for {link}"
    for move in line:
        state = player.do(device, deal, state, move)
    assert deal.engine.won(state)
    return player.page.ask("view")
