"""The keyboard's cursor: arrows walk over the piles, and into a column as far as cards can be
taken."""

from __future__ import annotations

from pygame import Rect

from game.core.state import PileId, Role, State
from game.rules.registry import Rules
from game.support.texts import tr, trn
from game.words.names import card_name, pile_name
from scenes.table.draw.places import TableLayout


class Cursor:
    """Where the keyboard is on a table: a pile, and how many cards from its end.

    It is seen from the first arrow key on, until the mouse is used. Opposite arrows take each
    other back: whoever leaves a row finds the same pile again on the way back, a column is entered
    from above where it is left upwards, and one that was left sideways is found as it was left.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.pile: PileId = next(pile for pile in rules.piles if pile.role is Role.COLUMN)
        self.depth = 1
        self.visible = False
        self._aim = self.pile, self.pile
        """The pile that the last step up or down reached, and the pile whose x it keeps to."""
        self._left: dict[PileId, int] = {}
        """How many cards were chosen in the piles that this walk has left."""

    def clamp(self, state: State) -> None:
        """Select cards that can be taken, after a change of position."""
        self._left.clear()
        counts = self._rules.counts(state, self.pile)
        if self.depth not in counts:
            self.depth = 1

    def walk(self, dx: int, dy: int, state: State, layout: TableLayout, holding: bool) -> None:
        """Move the cursor by one place; the first arrow only shows it."""
        if not self.visible:
            self.visible = True
            self.clamp(state)
            return
        if dx:
            row = next(row for row in layout.rows if self.pile in row)
            self._go(row[(row.index(self.pile) + dx) % len(row)])
        elif dy:
            self._climb(dy, state, layout, holding)

    def _go(self, pile: PileId) -> None:
        """Move to another pile, with as many cards selected as when it was left."""
        self._left[self.pile] = self.depth
        self.pile, self.depth = pile, self._left.get(pile, 1)

    def _climb(self, dy: int, state: State, layout: TableLayout, holding: bool) -> None:
        counts = list(self._rules.counts(state, self.pile))
        if self.pile.role is Role.COLUMN and self.depth in counts and not holding:
            place = counts.index(self.depth) - dy
            if 0 <= place < len(counts):
                self.depth = counts[place]
                return
        met = self._met(dy, layout)
        if met is None:
            return
        if not holding:
            self._left.clear()
        self._go(met)
        deepest = max(self._rules.counts(state, met), default=1)
        if dy > 0 and met.role is Role.COLUMN and not holding:
            self.depth = deepest

    def _met(self, dy: int, layout: TableLayout) -> PileId | None:
        """Return the pile of the next row that is nearest to where this walk up or down began."""
        at, begun = self._aim
        if at != self.pile:
            begun = self.pile
        rows, x = layout.rows, layout.slots[begun][0]
        place = next(i for i, row in enumerate(rows) if self.pile in row) + dy
        if not 0 <= place < len(rows):
            return None
        met = min(rows[place], key=lambda pile: abs(layout.slots[pile][0] - x))
        if abs(layout.slots[met][0] - x) > 2 * layout.card[0]:
            return None
        self._aim = met, begun
        return met

    def rect(self, state: State, layout: TableLayout) -> Rect:
        """Return what the cursor encloses, in pixels."""
        count = len(state[self.pile])
        first = Rect(layout.place(self.pile, max(0, count - self.depth), count), layout.card)
        return first.union(Rect(layout.place(self.pile, max(0, count - 1), count), layout.card))

    def spoken(self, state: State, targets: frozenset[PileId], rank: int | None) -> str:
        """What is under the cursor and where it can go, in words; ``rank`` is what an empty
        foundation waits for."""
        pile = state[self.pile]
        name = pile_name(self.pile)
        if not pile:
            from game.words.summary import empty_text  # nothing is announced at the start

            return empty_text(self.pile, rank)
        if self.pile.role is Role.STOCK:
            return trn("{pile}, {n} card", "{pile}, {n} cards", len(pile), pile=name)
        cards = ", ".join(card_name(card) for card in pile[-self.depth :])
        said = tr("{pile}, {cards}", pile=name, cards=cards)
        if self.pile.role in (Role.COLUMN, Role.RESERVE):
            said += ", " + trn("{n} card in all", "{n} cards in all", len(pile))
        if targets:
            from game.words.summary import targets_text  # nothing is announced at the start

            said += "; " + targets_text(targets, state)
        return said
