"""What a page tells of: a game, its positions, and what is known of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from game.core.cards import PACK
from game.core.moves import Action
from game.core.state import State
from game.play.history import History, Node
from game.play.review import Review
from game.rules.registry import Deal
from game.solver.answer import Margin
from game.teach.difficulty import par_of
from game.teach.story import Story

CODES: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""A letter for each card, in the order of the pack."""
_CODE: Final = dict(zip(PACK, CODES, strict=True))


@dataclass(frozen=True, slots=True)
class PageGame:
    """One game of ``deal``: ``tree``, in which no restart is, stands at the end of the line that is
    told. The ``review`` is of the positions of that line; what it does not know is not told."""

    deal: Deal
    tree: History
    review: Review
    margins: Mapping[int, Margin] = field(default_factory=dict)

    @property
    def positions(self) -> Sequence[State]:
        """The positions of the line, from the layout on."""
        return self.review.positions

    @property
    def actions(self) -> Sequence[Action]:
        """The actions of the line: number i leads from position i to i + 1."""
        return self.tree.actions

    def nodes(self) -> list[Node]:
        """Return all that was ever reached: the line first, then the branches, each position after
        the one before it and each branch on before those beside it."""
        line = [*self.tree.here.up()][::-1]
        on_line, found = set(map(id, line)), list[Node]()
        left = [self.tree.root]
        while left:
            node = left.pop()
            if id(node) not in on_line:
                found.append(node)
            left += sorted(reversed(node.children), key=lambda child: child is node.main)
        return [*line, *found]

    def state_at(self, node: Node) -> State:
        """Return the position at ``node``."""
        return node.action[-1].after if node.action else self.positions[0]

    def story(self) -> Story:
        """Return what can be told of the game."""
        first = self.margins.get(0)
        par = par_of(self.deal, first.line if first is not None else ())
        return Story(self.review, self.actions, self.margins, par=par)


def part_of(review: Review, tree: History, margins: Mapping[int, Margin], game: range) -> PageGame:
    """Return one ``game`` of a ``review``, by itself; ``tree`` stands at its end."""
    alone = Review(review.deal, review.positions[game.start : game.stop])
    alone.verdicts = review.verdicts[game.start : game.stop]
    known = {one - game.start: margin for one, margin in margins.items() if one in game}
    return PageGame(review.deal, tree, alone, known)


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
