"""The player's hand on a table: what it holds, where that may go, and laying it there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from pygame import Rect

from game.core.moves import Action, Move, Refusal
from game.core.piles import HOME, PileId, Role
from game.core.state import State
from game.player.current import Desk
from game.rules.intents import best_place, laid, targets
from game.rules.registry import Rules
from scenes.kit.services import Kit
from scenes.table.draw.animator import Animator
from scenes.table.draw.layout import TableLayout
from scenes.table.draw.sprites import CardSprite, Groups

Point = tuple[int, int]
_LIFT = 0.05
"""How far a card that was taken by a click is lifted, in card heights."""
_ENOUGH = 0.12
"""Cards dropped with this share of the first one over a pile are meant for it."""


class Way(Enum):
    """How cards came into the hand."""

    DRAGGED = auto()
    TAKEN = auto()


@dataclass(slots=True)
class Held:
    """Cards in the hand: the last ``count`` of ``source``.

    ``grips`` are their places relative to the pointer, ``at`` is where the pointer is.
    """

    source: PileId
    count: int
    way: Way
    sprites: list[CardSprite]
    targets: frozenset[PileId]
    grips: list[tuple[float, float]]
    at: Point


class Table(Protocol):
    """What the hand needs of the table."""

    desk: Desk
    rules: Rules
    layout: TableLayout
    groups: Groups
    animator: Animator

    @property
    def state(self) -> State: ...

    @property
    def kit(self) -> Kit: ...

    def end_motion(self) -> None:
        """End what flies."""

    def show(self, result: Action | Refusal) -> bool:
        """Show what was done, or that it was refused; whether it was done."""

    def held_changed(self) -> None:
        """Something was taken up or put down."""

    def held_moved(self) -> None:
        """What is held has followed the pointer."""

    def use_stock(self) -> None:
        """Deal, or turn the waste over."""


class TableHand:
    """Takes cards up and lays them down; the pointer and the keyboard both use it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.held: Held | None = None

    @property
    def holding(self) -> bool:
        return self.held is not None and self.held.way is Way.TAKEN

    def pile_at(self, point: Point) -> tuple[PileId, int] | None:
        """The pile under a point, and how many cards there are from there to its end."""
        table = self._table
        pile = table.layout.pile_at(point)
        if pile is None:
            return None
        count = len(table.state[pile])
        below = min(count, 1) if self.held else 0
        return pile, table.layout.cards_at(pile, count, point) or below

    def takeable(self, point: Point) -> Rect | None:
        """What would be taken up at a point: the cards' outline, None if nothing would."""
        table = self._table
        found = self.pile_at(point)
        if not found or not found[1]:
            return None
        pile, count = found
        able = [number for number in table.rules.counts(table.state, pile) if number >= count]
        if not able:
            return None
        held = len(table.state[pile])
        first = Rect(table.layout.place(pile, held - able[0], held), table.layout.card)
        return first.union(Rect(table.layout.place(pile, held - 1, held), table.layout.card))

    @property
    def lift(self) -> int:
        """How far cards that were taken lie above their place, in pixels."""
        return round(self._table.layout.card[1] * _LIFT) if self.holding else 0

    # -- taking up -----------------------------------------------------------------------------

    def take(self, pile: PileId, count: int) -> bool:
        """Take cards up where they lie; a refused one plings."""
        return self._take(pile, count, Way.TAKEN, (0, 0))

    def drag(self, pile: PileId, count: int, grip: Point) -> bool:
        """Take cards up onto the pointer, which has them at ``grip``."""
        return self._take(pile, count, Way.DRAGGED, grip)

    def _take(self, pile: PileId, count: int, way: Way, grip: Point) -> bool:
        table = self._table
        self.put_down()
        table.end_motion()
        if not count:
            return False
        able = [number for number in table.rules.counts(table.state, pile) if number >= count]
        if not able:
            table.show(self._why_not(pile))
            return False
        count = able[0]
        sprites = table.groups[pile].sprites()[-count:]
        where = targets(table.rules, table.state, pile, count)
        grips = [(sprite.x - grip[0], sprite.y - grip[1]) for sprite in sprites]
        self.held = Held(pile, count, way, sprites, where, grips, grip)
        if way is Way.TAKEN or not table.kit.outline:
            lift = table.layout.card[1] * _LIFT if way is Way.TAKEN else 0
            for sprite in sprites:
                sprite.aloft = True
                sprite.y -= lift
        table.held_changed()
        return True

    def _why_not(self, pile: PileId) -> Refusal:
        """Why nothing can be taken up there."""
        if pile.role is Role.COLUMN:
            return Refusal("not-a-run")
        table = self._table
        column = next(pile for pile in table.rules.piles if pile.role is Role.COLUMN)
        found = table.rules.resolve(table.state, Move.carry(pile, column))
        return found if isinstance(found, Refusal) else Refusal("no-source")

    def drag_to(self, point: Point) -> None:
        """The pointer has moved with the cards."""
        held = self.held
        if held is None or held.way is not Way.DRAGGED:
            # A key has put down what the pointer still believes to hold.
            return
        held.at = point
        if not self._table.kit.outline:
            for sprite, grip in zip(held.sprites, held.grips, strict=True):
                sprite.x, sprite.y = point[0] + grip[0], point[1] + grip[1]
        self._table.held_moved()

    def outline(self) -> Rect | None:
        """The frame that moves in place of the cards, where that is chosen."""
        held = self.held
        if held is None or held.way is Way.TAKEN or not self._table.kit.outline:
            return None
        card = self._table.layout.card
        places = [(held.at[0] + x, held.at[1] + y) for x, y in held.grips]
        first = Rect((round(places[0][0]), round(places[0][1])), card)
        return first.union(Rect((round(places[-1][0]), round(places[-1][1])), card))

    # -- laying down ---------------------------------------------------------------------------

    def drop(self) -> None:
        """Lay the dragged cards where they are: on what they cover most, if they may."""
        held = self.held
        if held is None or held.way is not Way.DRAGGED:
            return
        wanted = self._meant(held)
        if wanted is None:
            self.put_down()
        else:
            self._lay(wanted)

    @property
    def aimed(self) -> PileId | None:
        """The pile on which the dragged cards would be laid now; None where they would go back."""
        held = self.held
        if held is None or held.way is not Way.DRAGGED:
            return None
        wanted = self._meant(held)
        return wanted if wanted in held.targets else None

    def _meant(self, held: Held) -> PileId | None:
        """The pile that dragged cards are meant for: what they cover most of those that take
        them, or else what they cover most; None for the one where they come from, or none."""
        table = self._table
        x, y = (held.at[0] + held.grips[0][0], held.at[1] + held.grips[0][1])
        card = Rect((round(x), round(y)), table.layout.card)
        under = table.layout.pile_at(held.at)
        meant: dict[PileId, float] = {}
        for pile in table.rules.piles:
            met = table.layout.region(pile).clip(card)
            share = met.width * met.height / (card.width * card.height)
            meant[pile] = share + (1.0 if pile == under else 0.0)
        met_piles = [pile for pile in meant if meant[pile] >= _ENOUGH]
        legal = [pile for pile in met_piles if self._accepts(pile)]
        from_source = meant[held.source] if held.source in met_piles else 0.0
        best = max(legal, key=meant.__getitem__, default=None)
        if best is not None and meant[best] > from_source:
            return best
        most = max(met_piles, key=meant.__getitem__, default=None)
        return None if most == held.source else most

    def _accepts(self, pile: PileId) -> bool:
        held = self.held
        if held is None or pile == held.source:
            return False
        state, rules = self._table.state, self._table.rules
        return not isinstance(laid(rules, state, held.source, held.count, pile), Refusal)

    def put(self, pile: PileId) -> None:
        """Lay the cards that were taken onto ``pile``; back where they are from, if it is that."""
        if self.held is None or pile == self.held.source:
            self.put_down()
        else:
            self._lay(pile)

    def _lay(self, pile: PileId) -> None:
        held, table = self.held, self._table
        if held is None:
            return
        self.held = None
        found = laid(table.rules, table.state, held.source, held.count, pile)
        result = found if isinstance(found, Refusal) else table.desk.do(*found)
        moved: set[CardSprite] = set()
        if not isinstance(result, Refusal):
            moved = {table.groups.sprites[t.card] for step in result for t in step.transfers}
        kept = [sprite for sprite in held.sprites if sprite not in moved]
        table.show(result)
        self._return(held, kept)

    def put_down(self) -> None:
        """Lay whatever is held back where it came from."""
        held, self.held = self.held, None
        if held is not None:
            self._return(held, held.sprites)

    def _return(self, held: Held, sprites: Sequence[CardSprite]) -> None:
        table = self._table
        aloft = [sprite for sprite in sprites if sprite.aloft]
        if aloft:
            table.animator.fly_back(aloft, held.source, table.kit.speed)
        table.held_changed()

    # -- ways without a hand -------------------------------------------------------------------

    def send(self, pile: PileId, count: int) -> None:
        """Send a card home; or it, or the cards from there to the pile's end, to the best place."""
        table = self._table
        self.put_down()
        table.end_motion()
        state = table.state
        found: tuple[Move, ...] | Refusal = (Move.carry(pile, HOME),)
        at_home = pile.role is Role.FOUNDATION
        if count > 1 or isinstance(table.rules.resolve(state, Move.carry(pile, HOME)), Refusal):
            able = [number for number in table.rules.counts(state, pile) if number >= count]
            if able and table.kit.settings.double_click_moves and not at_home:
                found = best_place(table.rules, state, pile, able[0])
        table.show(found if isinstance(found, Refusal) else table.desk.do(*found))

    def to_cells(self, pile: PileId, count: int) -> None:
        """Send cards into free cells."""
        self.put_down()
        self._table.end_motion()
        self._table.show(self._table.desk.to_cells(pile, count))

    def use_stock(self) -> None:
        """Deal, or turn the waste over."""
        self._table.use_stock()

    def to_cell(self, pile: PileId) -> None:
        """Send the last card of a pile into a free cell, where there are cells."""
        if any(pile.role is Role.CELL for pile in self._table.rules.piles):
            self.to_cells(pile, 1)
