"""The keyboard's way over the piles: arrows walk, and go into a column as far as a hand can."""

from __future__ import annotations

from typing import Final

from pygame import Rect

from game import canfield, vierfrei
from game.games import VIERFREI, Rules
from game.names import card_name, pile_name
from game.piles import CELLS, FOUNDATION_ORDER, FOUNDATIONS, RESERVE, STOCK, WASTE, PileId, Role
from game.state import State
from game.texts import tr, trn
from scenes.layout import TableLayout

_FOUNDATIONS: Final = tuple(FOUNDATIONS[suit] for suit in FOUNDATION_ORDER)
_ROWS: Final = {
    "vierfrei": ((*CELLS, *_FOUNDATIONS), vierfrei.COLUMNS),
    "canfield": ((STOCK, WASTE, *_FOUNDATIONS), (RESERVE, *canfield.COLUMNS)),
}


class Cursor:
    """Where the keyboard is on a table: a pile, and how many cards from its end.

    It is seen from the first arrow key on, until the mouse is used.
    """

    def __init__(self, game: str, rules: Rules) -> None:
        self._rows = _ROWS[game]
        self._rules = rules
        self.pile: PileId = (vierfrei if game == VIERFREI else canfield).COLUMNS[0]
        self.depth = 1
        self.visible = False

    def clamp(self, state: State) -> None:
        """After a change of position: be on cards that can be taken."""
        counts = self._rules.counts(state, self.pile)
        if self.depth not in counts:
            self.depth = 1

    def walk(self, dx: int, dy: int, state: State, layout: TableLayout, holding: bool) -> None:
        """Go one place on; the first arrow only shows where the cursor is."""
        if not self.visible:
            self.visible = True
            self.clamp(state)
            return
        if dx:
            row = self._row()
            self.pile = row[(row.index(self.pile) + dx) % len(row)]
            self.depth = 1
        elif dy:
            self._climb(dy, state, layout, holding)

    def _climb(self, dy: int, state: State, layout: TableLayout, holding: bool) -> None:
        counts = list(self._rules.counts(state, self.pile))
        if self.pile.role is Role.COLUMN and self.depth in counts and not holding:
            place = counts.index(self.depth) - dy
            if 0 <= place < len(counts):
                self.depth = counts[place]
                return
        if (self._row() is self._rows[0]) == (dy > 0):
            other = self._rows[1 if dy > 0 else 0]
            x = layout.slots[self.pile][0]
            self.pile = min(other, key=lambda pile: abs(layout.slots[pile][0] - x))
            self.depth = 1

    def _row(self) -> tuple[PileId, ...]:
        return self._rows[0] if self.pile in self._rows[0] else self._rows[1]

    def rect(self, state: State, layout: TableLayout) -> Rect:
        """What the cursor encloses, in pixels."""
        count = len(state[self.pile])
        first = Rect(layout.place(self.pile, max(0, count - self.depth), count), layout.card)
        return first.union(Rect(layout.place(self.pile, max(0, count - 1), count), layout.card))

    def spoken(self, state: State, targets: frozenset[PileId]) -> str:
        """What is under the cursor and where it can go, for a reader's ear."""
        pile = state[self.pile]
        name = pile_name(self.pile)
        if not pile:
            return tr("{pile}, empty", pile=name)
        if self.pile.role is Role.STOCK:
            return trn("{pile}, {n} card", "{pile}, {n} cards", len(pile), pile=name)
        cards = ", ".join(card_name(card) for card in pile[-self.depth :])
        said = tr("{pile}, {cards}", pile=name, cards=cards)
        if self.pile.role in (Role.COLUMN, Role.RESERVE):
            said += ", " + trn("{n} card in all", "{n} cards in all", len(pile))
        if targets:
            where = ", ".join(pile_name(target) for target in sorted(targets))
            said += "; " + tr("can go to {piles}", piles=where)
        return said
