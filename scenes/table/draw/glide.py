"""Animates a change of the cards' size: they glide from their former places to the new ones.

Every frame shows each card once, at a size between the former and the later one, scaled down from a
sharp face.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final

from game.art.measures import card_size
from game.core.state import PileId, Role
from scenes.cards.faces import Faces
from scenes.table.draw.places import Point, TableLayout

_SECONDS: Final = 0.2
"""The seconds that it takes."""


@dataclass(frozen=True, slots=True)
class Between(TableLayout):
    """The places of a table on their way from ``former`` to ``later``: ``share`` of the way, and
    ``across`` of that to the sides, which belongs to the width that the cards have now.

    Each column was fanned for the cards that it ``held`` when this began: those that are still on
    their way to it must not cover an index before there is room.
    """

    former: TableLayout | None = None
    later: TableLayout | None = None
    share: float = 0.0
    across: float = 0.0
    held: Mapping[PileId, int] | None = None

    def place(self, pile: PileId, index: int, count: int) -> Point:
        """Return where a card lies at this moment."""
        assert self.former is not None and self.later is not None and self.held is not None
        held = max(1, self.held[pile]) if pile.role is Role.COLUMN else count
        # A card that a column did not hold then comes below those that it did.
        further = max(0, index - held + 1)
        x, y = self.former.place(pile, index - further, held)
        y += further * self.former.strip
        to_x, to_y = self.later.place(pile, index, count)
        return x + round((to_x - x) * self.across), y + round((to_y - y) * self.share)


class Glide:
    """One change of size, from the layout ``former`` with its ``faces`` to the layout ``later``;
    ``wide`` are crisp faces of the larger size, ``held`` is how many cards each pile holds as it
    begins."""

    def __init__(
        self, former: TableLayout, later: TableLayout, wide: Faces, held: Mapping[PileId, int]
    ) -> None:
        self._former = former
        self._later = later
        self._wide = wide
        self._held = held
        self._scaled: Faces | None = None
        self._past = 0.0

    def tick(self, seconds: float) -> bool:
        """Let time pass; return False once all cards are where they belong."""
        self._past += seconds
        return self._past < _SECONDS

    def now(self) -> tuple[Between, Faces]:
        """Return the places and the faces of this moment."""
        left = 1 - min(1.0, self._past / _SECONDS)
        share = 1 - left * left * left
        former, later = self._former.card[0], self._later.card[0]
        # A card keeps its middle: its width changes by an even number of pixels.
        width = former + 2 * round((later - former) / 2 * share)
        if self._wide.style.one_bit:
            width = later
        across = (width - former) / (later - former) if later != former else share
        slots = {
            pile: (
                x + round((self._later.slots[pile][0] - x) * across),
                y + round((self._later.slots[pile][1] - y) * share),
            )
            for pile, (x, y) in self._former.slots.items()
        }
        settled = replace(self._later, slots=slots, card=card_size(width))
        values = {entry.name: getattr(settled, entry.name) for entry in fields(TableLayout)}
        between = Between(
            **values,
            former=self._former,
            later=self._later,
            share=share,
            across=across,
            held=self._held,
        )
        return between, self._faces(width)

    def _faces(self, width: int) -> Faces:
        """Return the faces of a width, which several frames may share."""
        if width == self._wide.width:
            return self._wide
        if self._scaled is None or self._scaled.width != width:
            self._scaled = Faces.scaled_from(self._wide, width)
        return self._scaled
