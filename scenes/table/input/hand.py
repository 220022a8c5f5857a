"""The player's hand on a table: which cards it holds, and where they may go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from pygame import Rect

from game.core.moves import Move, Refusal
from game.core.state import PileId, Role
from game.rules.choices import laid, targets
from game.support.texts import tr
from game.words.names import card_name
from scenes.board.sprites import CardSprite
from scenes.table.context import Drop, Intent, PutBack, Table

Point = tuple[int, int]
_LIFT = 0.05
"""How far a card that was taken by a click is lifted, in card heights."""
_ENOUGH = 0.12
"""Cards dropped with this share of the first one over a pile are meant for it."""


class Grip(Enum):
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
    way: Grip
    sprites: list[CardSprite]
    grips: list[tuple[float, float]]
    at: Point
    targets: frozenset[PileId] | None = None
    """None until they are asked for."""


class TableHand:
    """Holds cards above the table. Whether they may be taken or laid is asked of the rules; the
    moves themselves are made behind the table's door."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.held: Held | None = None

    @property
    def holding(self) -> bool:
        return self.held is not None and self.held.way is Grip.TAKEN

    @property
    def targets(self) -> frozenset[PileId]:
        """The piles that the held cards may go to; worked out once a picture asks for them."""
        held = self.held
        if held is None:
            return frozenset()
        if held.targets is None:
            table = self._table
            held.targets = targets(table.rules, table.state, held.source, held.count)
        return held.targets

    @property
    def has_cells(self) -> bool:
        """Whether there are free cells in this game, so that a right click, a chord and a long
        press mean something."""
        return any(pile.role is Role.CELL for pile in self._table.rules.piles)

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
        """Return the outline of the cards that a press at ``point`` would take; None if none."""
        table = self._table
        found = self.pile_at(point)
        if not found or not found[1]:
            return None
        pile, count = found
        able = [number for number in table.rules.counts(table.state, pile) if number >= count]
        if not able:
            return None
        return table.layout.last(pile, able[0], len(table.state[pile]))

    @property
    def lift(self) -> int:
        """How far cards that were taken lie above their place, in pixels."""
        return round(self._table.layout.card[1] * _LIFT) if self.holding else 0

    # -- taking up -----------------------------------------------------------------------------

    def take(self, pile: PileId, count: int, grip: Point | None) -> Refusal | None:
        """Take up the last ``count`` cards of ``pile``, or the next larger number that may be: onto
        the pointer, which has them at ``grip``, or where they lie. Return the reason if they cannot
        be taken."""
        table = self._table
        able = [number for number in table.rules.counts(table.state, pile) if number >= count]
        if not able:
            return self._why_not(pile)
        count = able[0]
        way, at = (Grip.TAKEN, (0, 0)) if grip is None else (Grip.DRAGGED, grip)
        sprites = table.groups[pile][-count:]
        grips = [(sprite.x - at[0], sprite.y - at[1]) for sprite in sprites]
        self.held = Held(pile, count, way, sprites, grips, at)
        if way is Grip.TAKEN or not table.kit.outline:
            lift = table.layout.card[1] * _LIFT if way is Grip.TAKEN else 0
            for sprite in sprites:
                sprite.aloft = True
                sprite.y -= lift
        table.invalidate()
        return None

    def _why_not(self, pile: PileId) -> Refusal:
        """Return the reason why nothing can be taken from ``pile``."""
        if pile.role is Role.COLUMN:
            return Refusal("not-a-run")
        table = self._table
        column = next(pile for pile in table.rules.piles if pile.role is Role.COLUMN)
        found = table.rules.resolve(table.state, Move.carry(pile, column))
        return found if isinstance(found, Refusal) else Refusal("no-source")

    def drag_to(self, point: Point) -> None:
        """Move the dragged cards to ``point``."""
        held = self.held
        if held is None or held.way is not Grip.DRAGGED:
            # A key has put the cards down while the button was still pressed.
            return
        held.at = point
        if not self._table.kit.outline:
            for sprite, grip in zip(held.sprites, held.grips, strict=True):
                sprite.x, sprite.y = point[0] + grip[0], point[1] + grip[1]
        self._table.invalidate()

    def outline(self) -> Rect | None:
        """The frame that is dragged in place of the cards, if that is chosen."""
        held = self.held
        if held is None or held.way is Grip.TAKEN or not self._table.kit.outline:
            return None
        card = self._table.layout.card
        places = [(held.at[0] + x, held.at[1] + y) for x, y in held.grips]
        first = Rect((round(places[0][0]), round(places[0][1])), card)
        return first.union(Rect((round(places[-1][0]), round(places[-1][1])), card))

    # -- laying down ---------------------------------------------------------------------------

    def let_go(self) -> Intent | None:
        """Return what dropping the dragged cards here means; None if none are dragged."""
        held = self.held
        if held is None or held.way is not Grip.DRAGGED:
            return None
        wanted = self._meant(held)
        return PutBack() if wanted is None else Drop(wanted)

    @property
    def aimed(self) -> PileId | None:
        """The pile on which the dragged cards would be laid now; None where they would go back."""
        held = self.held
        if held is None or held.way is not Grip.DRAGGED:
            return None
        wanted = self._meant(held)
        return wanted if wanted in self.targets else None

    def _meant(self, held: Held) -> PileId | None:
        """The pile that dragged cards are meant for: of those that accept them the one that they
        cover most, else the one that they cover most; None if that is their own, or none."""
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

    def put_down(self) -> bool:
        """Lay what is held back where it came from; return whether anything was held."""
        held = self.release()
        if held is not None:
            self.give_back(held, held.sprites)
        return held is not None

    def release(self) -> Held | None:
        """Stop holding; return what was held."""
        held, self.held = self.held, None
        return held

    def give_back(self, held: Held, sprites: Sequence[CardSprite]) -> None:
        """Bring ``sprites`` of what was held back to where they came from."""
        table = self._table
        if sprites and held.way is Grip.TAKEN and table.announcer.heard:
            cards = ", ".join(card_name(sprite.card) for sprite in sprites)
            table.announcer.say(tr("put back: {cards}", cards=cards))
        aloft = [sprite for sprite in sprites if sprite.aloft]
        if aloft:
            table.animator.fly_back(aloft, held.source, table.kit.speed)
        table.invalidate()
