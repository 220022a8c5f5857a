"""One completion of what is hidden, and what its searches have in common.

All plans are tried on the same completions, and their searches meet the same positions again and
again: a position is numbered when it is first met, and what follows it is worked out once. What was
found on the way is shared as well: lines that have won, and positions from which nothing wins.
"""

from __future__ import annotations

from typing import Any, Final

from game.rules.canfield import RuleSet
from game.solver.canfield_board import FULL, Board, Node
from game.solver.canfield_search import Useful

HOME: Final = 6.0
"""What a card on the foundations adds here to the value that the exact search gives a position."""
PAID_HOME: Final = 4.0
"""The same where redeals are paid for."""

Trail = tuple[float, int, Node, Any]
"""A position, after its rank among those that could follow the one before and its number; and the
trail that led to it, None at the start."""

Way = tuple[float, int, Node, int, int]
"""A move: the value of the position that it leads to (less is better; 0 for an only move), that
position's number, the position, what of the pack is within reach there, and how many cards are
home."""

_NOT_VALUED: Final = 0.0, -1, 0
"""In the place of a value, what was within reach, and how many cards are home."""


class Completed(Board):
    """The position of another board after an ``exchange`` of its cards: a table of 256 numbers.

    Only cards of the reserve and the pack may be exchanged. Columns and packs are numbered in
    common, so that many completions of one position cost little more than one.
    """

    def __init__(self, sketch: Board, waste: int, exchange: bytes) -> None:
        self.base = sketch.base
        self.columns = sketch.columns
        self.packs = packs = sketch.packs
        self.reserve = tuple(bytes(sketch.reserve).translate(exchange))
        masks = [0]
        for card in self.reserve:
            masks.append(masks[-1] | 1 << card)
        self.reserve_masks = tuple(masks)
        self.start_pack = packs.number(packs.order[sketch.start_pack].translate(exchange))
        self.start_reach = packs.reach(self.start_pack, waste)
        self.home = sketch.home
        self.start_columns = sketch.start_columns


class Chart:
    """The positions of one completion that have been met so far."""

    def __init__(self, board: Board, rule_set: RuleSet) -> None:
        self.board = board
        self._search = Useful(board, rule_set, returns=rule_set.foundations_give_back)
        self._home = HOME
        if rule_set.payment.per_turn:
            # Taking the last card of the pack early can cost a redeal.
            self._search.takes_last = False
            self._home = PAID_HOME
        self._numbers: dict[tuple[tuple[int, int, int, int], int], int] = {}
        # By the number of a position: its value with what was within reach when it was met last,
        # which comes next, and how many cards are home.
        self._met: list[tuple[float, int, int]] = []
        # By the number of a position and what of the pack is within reach.
        self._ways: dict[int, list[Way]] = {}
        self.won: dict[int, int] = {}
        """The positions that are known to be won, by number, each with the card of the pack that
        has to be within reach, as a set; no card if it need not be the next one."""
        self.lost: dict[int, int] = {}
        """The positions that are lost with these cards of the pack within reach, as far as a probe
        tries its moves."""

    def start(self) -> Node:
        """Return the completion's own position."""
        return self._search.start()

    def place(self, sketch: Board, waste: int, exchange: bytes) -> Node:
        """Return a position that can be reached from the first one, packed before the same
        ``exchange``, with so many cards in the waste."""
        packs = self.board.packs
        pack = packs.number(packs.order[sketch.start_pack].translate(exchange))
        reach, reserve = packs.reach(pack, waste), len(sketch.reserve)
        columns = list(sketch.start_columns)
        return self._search.settle(columns, sketch.home, reserve, pack, reach, None, ())

    def is_hopeless(self, node: Node) -> bool:
        """Return whether the relaxed game proves that a position cannot be won."""
        return self._search.bound.homeable(*node[:5]) != FULL

    def number(self, node: Node) -> int:
        """Return the number of a position: of its columns and foundations, from which all follows
        but the place in the pack."""
        numbers = self._numbers
        found = numbers.setdefault((node[0], node[1]), len(numbers))
        if found == len(self._met):
            self._met.append(_NOT_VALUED)
        return found

    def _valued(self, node: Node) -> tuple[float, int, int]:
        """Return what ``_met`` has for a position."""
        home = node[1].bit_count()
        return self._search.value(node) - self._home * home, node[4], home

    def ways(self, number: int, node: Node) -> list[Way]:
        """Return the moves from a position with this number."""
        key = number << 52 | node[4]
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = []
            numbers, met = self._numbers, self._met
            children = self._search.children(node)
            if len(children) == 1:
                # There is nothing that its value could be compared with.
                child = children[0]
                found.append((0.0, self.number(child), child, child[4], child[1].bit_count()))
                return found
            for child in children:
                columns, up, _, _, reach, _, _ = child
                after = numbers.setdefault((columns, up), len(numbers))
                if after == len(met):
                    met.append(self._valued(child))
                worth, had, home = met[after]
                if had != reach:
                    worth, _, home = met[after] = self._valued(child)
                found.append((worth, after, child, reach, home))
        return found

    def lose(self, seen: dict[int, int]) -> None:
        """Note that all positions ``seen`` are lost, with these cards within reach."""
        for number, reach in seen.items():
            self.lost[number] = self.lost.get(number, 0) | reach

    def remember(self, trail: Trail) -> None:
        """Note every position on the line to the end of ``trail``, which is won."""
        masks = self.board.packs.mask
        need = self.won.get(trail[1], 0)
        at: Trail | None = trail
        while at is not None:
            _, number, node, before = at
            self.won.setdefault(number, need)
            # The first of these moves led here; all others could be made at once.
            if before is not None and masks[before[2][3]] >> (node[6][0] >> 6) & 1:
                need = 1 << (node[6][0] >> 6)
            at = before


def moves_to(trail: Trail) -> list[int]:
    """Return the packed moves on a trail, in order."""
    groups = []
    at: Trail | None = trail
    while at is not None:
        groups.append(at[2][6])
        at = at[3]
    return [move for group in reversed(groups) for move in group]
