"""Cards as sprites, and what makes them fly."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, NamedTuple

from game.core.cards import PACK, Card
from game.core.moves import Step, Verb
from game.core.state import FOUNDATION_ORDER, FOUNDATIONS, PileId, Role, State
from game.player.settings import Speed
from scenes.board.faces import BACK, Face
from scenes.board.layout import TableLayout


class CardSprite:
    """One card on the table; ``x`` and ``y`` are its upper left corner, in pixels."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.x = 0.0
        self.y = 0.0
        self.in_flight = False
        """Whether the card is flying or held, and drawn on top."""
        self.face_up = True

    @property
    def face(self) -> Face:
        """The side of the card that is shown."""
        return self.card if self.face_up else BACK


class SpriteGroups:
    """The sprites of a game's cards by pile, bottom card first."""

    def __init__(self, piles: Iterable[PileId], layout: TableLayout) -> None:
        self.layout = layout
        self.sprites = {card: CardSprite(card) for card in PACK}
        self.piles: dict[PileId, list[CardSprite]] = {pile: [] for pile in piles}

    def show(self, state: State, piles: Iterable[PileId] | None = None) -> None:
        """Place all cards as in ``state``. If ``piles`` is given, other piles and flying cards
        stay as they are."""
        if piles is None:
            for sprite in self.sprites.values():
                sprite.in_flight = False
        for pile in state.piles if piles is None else piles:
            self.piles[pile] = [self.sprites[card] for card in state[pile]]
            self.settle(pile)

    def settle(self, pile: PileId) -> None:
        """Turn the sprites of ``pile`` face up or down, and place those that aren't in flight."""
        sprites = self.piles[pile]
        for index, sprite in enumerate(sprites):
            sprite.face_up = pile.role is not Role.STOCK and (
                pile.role is not Role.RESERVE or index == len(sprites) - 1
            )
            if not sprite.in_flight:
                sprite.x, sprite.y = self.layout.place(pile, index, len(sprites))


class Pace(NamedTuple):
    """The times that say how fast cards fly, in seconds."""

    flight: float  # for a card moved by a step
    distance: float  # the most that is added for a card that moves far
    stagger: float  # the usual delay between two steps or two dealt cards


PACES: Final[dict[Speed, Pace | None]] = {
    Speed.OFF: None,
    Speed.FAST: Pace(0.08, 0.04, 0.035),
    Speed.NORMAL: Pace(0.13, 0.06, 0.075),
    Speed.SLOW: Pace(0.28, 0.14, 0.2),
}
_FAR: Final = 1200.0
"""A flight over at least this many pixels takes the full extra time ``Pace.distance``."""
_DEALING: Final = 0.36
"""The maximum delay between the first and the last card of a new deal, in seconds."""
_CROWD: Final = 12
"""If an action has more steps than this, its steps follow each other more quickly."""

_FLIGHT: Final = 0.42
"""How long a celebrating card flies each way, in seconds."""
_STAGGER: Final = 0.022
"""The delay between the starts of two celebrating cards, in seconds."""
_HOLD: Final = 1.4
"""How long a celebration shows all cards spread out, in seconds."""
_CELEBRATION: Final = 2 * _FLIGHT + len(PACK) * _STAGGER + _HOLD
"""How long a celebrating card is away from its pile, in seconds."""


@dataclass(slots=True)
class _Flight:
    """One sprite's flight from (``x``, ``y``) to the pile ``target``."""

    sprite: CardSprite
    target: PileId
    start: float  # by the animator's clock, in seconds
    end: float
    x: float = 0.0
    y: float = 0.0
    spread: tuple[float, float] | None = None  # where it stays for a while in a celebration

    def share(self, now: float) -> float:
        """Return the sprite's progress, from 0 at (``x``, ``y``) to 1 at the other end."""
        if self.spread is None:
            return _eased((now - self.start) / (self.end - self.start))
        return _eased((now - self.start) / _FLIGHT) - _eased(1 - (self.end - now) / _FLIGHT)


class Animator:
    """Makes cards fly. Calls ``landed`` whenever a card lands, except in a celebration."""

    def __init__(self, groups: SpriteGroups, landed: Callable[[], object]) -> None:
        self.groups = groups
        self._landed = landed
        self._now = 0.0
        self._steps: list[tuple[float, Step, list[_Flight]]] = []
        """The steps that haven't started, with their starting times and flights."""
        self._flights: list[_Flight] = []
        self.busy = False
        """Whether any card is flying or about to start."""

    @property
    def celebrates(self) -> bool:
        return any(flight.spread for flight in self._flights)

    @property
    def in_flight(self) -> list[CardSprite]:
        """The flying sprites in order of launch, without those that the player holds."""
        return [flight.sprite for flight in self._flights]

    def play(self, steps: Sequence[Step], speed: Speed, state: State) -> None:
        """Animate ``steps``, which lead to ``state``. If motion is off, show ``state`` at once.

        Any earlier flights end.
        """
        pace = PACES[speed]
        if self.busy or pace is None or not steps:
            self.settle(state)
        if pace is None:
            return
        stagger = pace.stagger * min(1.0, _CROWD / max(1, len(steps)))
        start = self._now
        rests: dict[CardSprite, float] = {}
        for step in steps:
            flights = self._plan(step, pace, stagger)
            start = max([start, *(rests.get(flight.sprite, 0.0) for flight in flights)])
            for flight in flights:
                flight.start += start
                flight.end += start
                rests[flight.sprite] = flight.end
            self._steps.append((start, step, flights))
            self.busy = True
            start += stagger

    def _plan(self, step: Step, pace: Pace, stagger: float) -> list[_Flight]:
        """Return the flights of one step, timed from its start."""
        flights = []
        apart = stagger if step.move.verb is Verb.DEAL else 0.0
        for order, (card, source, target) in enumerate(step.transfers):
            slots = self.groups.layout.slots
            far = min(1.0, math.dist(slots[source], slots[target]) / _FAR)
            lands = order * apart + pace.flight + pace.distance * far
            flights.append(_Flight(self.groups.sprites[card], target, order * apart, lands))
        return flights

    def tick(self, seconds: float) -> None:
        """Advance the clock by ``seconds``, and all motion with it."""
        self._now += seconds
        for flight in list(self._flights):
            sprite, target = flight.sprite, flight.target
            if flight.end <= self._now:
                self._flights.remove(flight)
                sprite.in_flight = False
                self.groups.settle(target)
                if flight.spread is None:
                    self._landed()
            elif flight.start <= self._now:
                cards = self.groups.piles[target]
                place = self.groups.layout.place(target, cards.index(sprite), len(cards))
                (x, y), share = flight.spread or place, flight.share(self._now)
                sprite.x = flight.x + (x - flight.x) * share
                sprite.y = flight.y + (y - flight.y) * share
        # This comes last, because a card that moves in several steps must land before the next one.
        while self._steps and self._steps[0][0] <= self._now:
            _, step, flights = self._steps.pop(0)
            self._launch(step, flights)
        self.busy = bool(self._steps or self._flights)

    def _launch(self, step: Step, flights: Sequence[_Flight]) -> None:
        for flight in flights:
            flight.sprite.in_flight = True
            flight.x, flight.y = flight.sprite.x, flight.sprite.y
        self.groups.show(step.after, {pile for _, *ends in step.transfers for pile in ends})
        self._flights += flights

    def deal_out(self, state: State, speed: Speed) -> None:
        """Show ``state`` as a new deal; unless motion is off, the cards fly in one by one."""
        self.settle(state)
        pace = PACES[speed]
        if pace is None:
            return
        layout = self.groups.layout
        origin = (layout.size[0] - layout.card[0]) / 2, float(layout.size[1])
        rows = zip_longest(*([(card, pile) for card in state[pile]] for pile in state.piles))
        dealt = [entry for row in rows for entry in row if entry is not None]
        apart = min(pace.stagger, _DEALING / len(dealt))
        for order, (card, pile) in enumerate(dealt):
            sprite = self.groups.sprites[card]
            sprite.x, sprite.y = origin
            self._start(sprite, pile, order * apart, pace.flight)

    def fly_back(self, sprites: Sequence[CardSprite], pile: PileId, speed: Speed) -> None:
        """Move ``sprites`` back to ``pile``. They fly there unless motion is off."""
        pace = PACES[speed]
        for sprite in sprites:
            sprite.in_flight = False
            if pace is not None:
                self._start(sprite, pile, 0.0, pace.flight)
        self.groups.settle(pile)

    def celebrate(self) -> None:
        """Spread all cards out after a win and gather them again."""
        layout = self.groups.layout
        width, height = layout.card
        left, right = width * 0.6, layout.size[0] - width * 1.6
        top = layout.top + height * 0.25
        # Four rows that sag a little, like a deck spread by hand.
        room = layout.floor - top - height
        for row, suit in enumerate(FOUNDATION_ORDER):
            pile = FOUNDATIONS[suit]
            for place, sprite in enumerate(self.groups.piles[pile]):
                share = place / 12
                sag = math.sin(math.pi * share) * height * 0.12
                spread = left + (right - left) * share, top + room * row / 3.6 + sag
                delay = (13 * row + place) * _STAGGER
                self._start(sprite, pile, delay, _CELEBRATION, spread)

    def _start(
        self,
        sprite: CardSprite,
        pile: PileId,
        delay: float,
        seconds: float,
        spread: tuple[float, float] | None = None,
    ) -> None:
        """Make a sprite fly to ``pile`` after ``delay`` seconds."""
        sprite.in_flight = True
        start = self._now + delay
        flight = _Flight(sprite, pile, start, start + seconds, sprite.x, sprite.y, spread)
        self._flights.append(flight)
        self.busy = True

    def settle(self, state: State) -> None:
        """End all motion, and place all cards according to ``state``."""
        self._steps, self._flights, self.busy = [], [], False
        self.groups.show(state)


def _eased(share: float) -> float:
    share = max(0.0, min(1.0, share))
    return 1 - (1 - share) ** 3
