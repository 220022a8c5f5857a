"""What a page tells of: a game, its positions, and what is known of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from game.core.cards import PACK
from game.core.moves import Action
from game.core.state import State
from game.play.review import Review
from game.rules.registry import Deal
from game.solver.answer import Margin
from game.support.records import dataclass, field
from game.teach.difficulty import par_of
from game.teach.story import Story

CODES: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""A letter for each card, in the order of the pack."""
_CODE: Final = dict(zip(PACK, CODES, strict=True))


@dataclass(frozen=True, slots=True)
class Played:
    """One game of ``deal``: action number i leads from position i to i + 1. The ``review`` is of
    these positions; what it does not know is not told."""

    deal: Deal
    positions: Sequence[State]
    actions: Sequence[Action]
    review: Review
    margins: Mapping[int, Margin] = field(default_factory=dict)

    def story(self) -> Story:
        """Return what can be told of the game."""
        first = self.margins.get(0)
        par = par_of(self.deal, first.line if first is not None else ())
        return Story(self.review, self.actions, self.margins, par=par)


def part_of(
    review: Review, actions: Sequence[Action], margins: Mapping[int, Margin], at: int
) -> Played:
    """Return the game to which position ``at`` of a ``review`` belongs, by itself."""
    game = review.game_of(at)
    positions = review.positions[game.start : game.stop]
    alone = Review(review.deal, positions)
    alone.verdicts = review.verdicts[game.start : game.stop]
    known = {one - game.start: margin for one, margin in margins.items() if one in game}
    return Played(review.deal, positions, actions[game.start : game.stop - 1], alone, known)


def piles_text(state: State) -> list[str]:
    """Return the piles of a position, a letter for each card."""
    return ["".join(map(_CODE.__getitem__, cards)) for cards in state.piles.values()]


def changes(before: Sequence[str], after: Sequence[str]) -> list[int | str]:
    """Return what makes ``after`` of ``before``: for each pile that differs its number, how many of
    its cards stay, and those that are laid on them, one after the other."""
    found: list[int | str] = []
    for pile, (had, has) in enumerate(zip(before, after, strict=True)):
        if had != has:
            same = 0
            while same < min(len(had), len(has)) and had[same] == has[same]:
                same += 1
            found += [pile, same, has[same:]]
    return found
