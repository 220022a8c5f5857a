"""Plays whole games on the page by mouse, touch and keyboard."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from game.core.moves import Move, Refusal, Verb
from game.core.state import State
from game.export.html import piles_text
from game.rules.choices import double_click_moves
from game.rules.registry import Deal
from game.rules.replay import steps_of
from game.solver.answer import decide
from tests.browser import Browsing

GESTURES: Final = ("drag", "click", "double click", "tap", "type", "walk")
_PLACE: Final = """(() => {
  const n = board.piles[%d].length;
  const [x, y] = board.spot(%d, Math.max(0, n - %d), n);
  const way = board.picture.getScreenCTM();
  const found = new DOMPoint(x + board.wide / 2, y + 4).matrixTransform(way);
  return [found.x, found.y];
})()"""
_SHOWN: Final = """new Promise((done, failed) => {
  const end = performance.now() + 20000;
  const look = () => {
    const late = performance.now() > end;
    if (shown > %d && (late || `${view.piles}` === `${%s}`)) landing.then(() => done(view.piles));
    else if (late) failed(new Error(one("said").textContent));
    else setTimeout(look, 1);
  };
  look();
})"""
_WALK: Final = """((pile, depth) => {
  const arrows = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]};
  const probe = Object.create(hand);
  probe.point = (...found) => ([probe.cursor, probe.depth] = found);
  const ways = [[hand.cursor, hand.depth, []]];
  const seen = new Set();
  for (const [at, deep, keys] of ways) {
    if (at === pile && deep === depth) return keys;
    for (const [key, [aside, down]] of Object.entries(arrows)) {
      [probe.cursor, probe.depth] = [at, deep];
      probe.go(aside, down);
      const found = [probe.cursor, probe.depth];
      if (!seen.has(`${found}`)) ways.push([...found, [...keys, key]]);
      seen.add(`${found}`);
    }
  }
  return null;
})(%d, %d)"""
"""Returns the arrow keys that lead to a card, or null."""
_LINE: Final = """(async (link, tokens) => {
  Object.assign(options, {speed: "off", light: false});
  const next = async (name, value) => {
    const before = shown;
    const end = performance.now() + 20000;
    engine.ask(name, value);
    while (shown === before && performance.now() < end)
      await new Promise((done) => setTimeout(done));
    return view.piles;
  };
  await next("choose", options);
  const found = [await next("lay_link", link)];
  for (const token of tokens) found.push(await next("play", token));
  return found;
})(%s, %s)"""
"""Plays a line without animation; returns the piles at the start and after each move."""


class Player:
    def __init__(self, page: Browsing) -> None:
        self.page = page

    def place(self, pile: int, count: int) -> tuple[float, float]:
        """Return the point at which to grab the last ``count`` cards of a pile."""
        x, y = self.page.ask(_PLACE % (pile, pile, count))
        return x, y

    def await_link(self, link: str) -> None:
        self.page.wait(f"view && view.link === {json.dumps(link)}")

    def open(self, link: str) -> None:
        self.page.ask(f"options.speed = 'off'; engine.ask('lay_link', {json.dumps(link)})")
        self.await_link(link)

    def keys(self, *names: str) -> None:
        for name in names:
            self.page.key(name)

    def shown(self, before: int, wanted: list[str]) -> list[str]:
        """Wait up to 20 seconds for the page to show the ``wanted`` piles. Return the piles that it
        shows then. ``before`` is the number of positions that it had shown before the move."""
        found: list[str] = self.page.ask(_SHOWN % (before, json.dumps(wanted)))
        return found

    def do(self, gesture: str, deal: Deal, state: State, move: Move) -> State:
        """Make a move by a gesture and return the next position. Fail if the page shows a different
        one."""
        steps = steps_of(deal.engine, state, [move])
        assert isinstance(steps, tuple), move
        after = steps[-1].after
        before = self.page.ask("shown")
        if gesture == "type" or (gesture == "walk" and move.verb in (Verb.DEAL, Verb.TURN)):
            self.keys(*(move.text if gesture == "type" else " "))
        elif move.verb in (Verb.DEAL, Verb.TURN):
            self._press(gesture, 0, 1)
        elif move.verb is not Verb.CARRY:
            named = f"one => one.textContent.endsWith('({move.verb.value})')"
            self.page.ask(f"[...document.querySelectorAll('#stage button')].find({named}).click()")
        else:
            self._carry(gesture, deal, state, move, after)
        wanted = piles_text(after)
        piles = self.shown(before, wanted)
        assert piles == wanted, f"{deal} {move.text}: {piles}"
        return after

    def line(self, link: str, tokens: Sequence[str]) -> list[list[str]]:
        found: list[list[str]] = self.page.ask(_LINE % (json.dumps(link), json.dumps(tokens)))
        return found

    def _carry(self, gesture: str, deal: Deal, state: State, move: Move, after: State) -> None:
        rules = deal.engine
        found = rules.resolve(state, move)
        assert isinstance(found, Move)
        count = found.count or 1
        source, to = rules.piles.index(found.source), rules.piles.index(found.target)
        sent = double_click_moves(rules, state, found.source, count)
        steps = steps_of(rules, state, sent) if not isinstance(sent, Refusal) else sent
        if gesture == "drag":
            self.page.drag(self.place(source, count), self.place(to, 1), steps=2)
        elif gesture == "walk":
            for pile, depth in ((source, count), (to, 1)):
                keys = self.page.ask(_WALK % (pile, depth))
                assert keys is not None, f"no arrow key leads to {rules.piles[pile]}"
                self.keys(*keys, "Enter")
        elif gesture == "double click" and isinstance(steps, tuple) and steps[-1].after == after:
            self.page.double_click(*self.place(source, count))
        else:
            self._press(gesture, source, count)
            self._press(gesture, to, 1)

    def _press(self, gesture: str, pile: int, count: int) -> None:
        press = self.page.tap if gesture == "tap" else self.page.click
        press(*self.place(pile, count))


def play_whole(player: Player, gesture: str, deal: Deal, seconds: float = 10.0) -> Any:
    link = link_to(deal)
    player.open(link)
    state = deal.layout()
    line = decide(deal, state, time_limit=seconds).moves
    assert line, f"no line for {link}"
    for move in line:
        state = player.do(gesture, deal, state, move)
    assert deal.engine.won(state)
    return player.page.ask("view")


def link_to(deal: Deal) -> str:
    return "/".join(filter(None, (deal.game, str(deal.number), deal.rules)))


def random_game(deal: Deal, moves: int, dice: Random) -> tuple[list[str], list[list[str]]]:
    """Return at most ``moves`` random legal moves, and each position's piles."""
    rules, state = deal.engine, deal.layout()
    carries = [Move.carry(source, to) for source in rules.piles for to in rules.piles]
    # Dealing is nearly always possible, so moves of cards are tried first.
    others = [Move(verb) for verb in Verb if verb is not Verb.CARRY]
    line, found = list[str](), [piles_text(state)]
    while len(line) < moves:
        dice.shuffle(carries)
        tried = ((move, steps_of(rules, state, [move])) for move in [*carries, *others])
        step = next(((move, steps) for move, steps in tried if isinstance(steps, tuple)), None)
        if step is None:
            break
        move, steps = step
        state = steps[-1].after
        line.append(move.text)
        found.append(piles_text(state))
    return line, found
