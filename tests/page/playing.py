"""A hand for the page that plays: whole games by mouse, by finger and by keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from game.core.moves import Move, Verb
from game.core.state import Role, State
from game.rules.registry import Deal, numbered
from game.rules.replay import steps_of
from game.solver.answer import decide
from tests.browser import Browsing

_PLACE: Final = """(() => {
  const n = board.piles[%d].length;
  const [x, y] = board.spot(%d, Math.max(0, n - %d), n);
  const way = board.picture.getScreenCTM();
  const found = new DOMPoint(x + board.wide / 2, y + 4).matrixTransform(way);
  return [found.x, found.y];
})()"""
ARROWS: Final = {(-1, 0): "ArrowLeft", (1, 0): "ArrowRight", (0, -1): "ArrowUp", (0, 1): "ArrowDown"}


class Player:
    """Plays on a page that is open."""

    def __init__(self, page: Browsing) -> None:
        self.page = page

    def place(self, pile: int, count: int) -> tuple[float, float]:
        """Return the point at which so many cards of a pile are taken, in pixels."""
        x, y = self.page.ask(_PLACE % (pile, pile, count))
        return x, y

    def open(self, link: str) -> None:
        """Open a game by its link and wait until it can be played."""
        self.page.ask(f"location.hash = {json.dumps('#' + link)}")
        wanted = json.dumps(link)
        self.page.wait(f"view && view.link === {wanted}")

    def settled(self, before: Any) -> None:
        """Wait until something has come of an input, and lies where it belongs."""
        self.page.wait(f"shown !== {before}")
        self.page.ask("landing")

    def shown(self) -> int:
        """Return how many positions the page has shown."""
        number: int = self.page.ask("shown")
        return number

    def drag(self, source: int, count: int, target: int) -> None:
        """Drag cards with the mouse."""
        self.page.drag(self.place(source, count), self.place(target, 1))

    def tap(self, source: int, count: int, target: int) -> None:
        """Touch cards, then where they go."""
        self.page.tap(*self.place(source, count))
        self.page.tap(*self.place(target, 1))

    def walk(self, source: int, count: int, target: int) -> None:
        """Go to the cards by arrows, take them with Enter, and lay them down likewise."""
        self.go_to(source, count)
        self.page.key("Enter")
        self.go_to(target, 1)
        self.page.key("Enter")

    def go_to(self, pile: int, depth: int) -> None:
        """Go to a pile by arrow keys."""
        for _ in range(60):
            cursor, now = self.page.ask("[hand.cursor, hand.depth]")
            if (cursor, now) == (pile, depth):
                return
            self.page.key(self.page.ask(f"wayTo({pile}, {depth})"))
        raise AssertionError(f"no arrow leads to pile {pile}")


def by(player: Player, device: str) -> Callable[[int, int, int], None]:
    """Return how cards are moved with a device."""
    return {"mouse": player.drag, "touch": player.tap, "keys": player.walk}[device]
