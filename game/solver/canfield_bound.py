"""Which cards of a packed Canfield position could still come home if nothing were in short supply.

The relaxed game forgets that a card that has gone somewhere is no longer where it was: what has
once been possible stays possible. Its fixpoint is found from below, so a card that would have to
move before itself never comes into it. Whatever the real game can bring home, the relaxed one
can; a card missing from the answer is therefore proven never to come home.
"""

from __future__ import annotations

from game.solver.canfield_board import BASES, FULL, Board, followers


class Bound:
    """The relaxed game over one board.

    ``parts`` says that runs may leave a column from the middle, ``returns`` that cards may come
    back from the foundations (``aisleriot``); without them whole columns only.
    """

    def __init__(self, board: Board, *, parts: bool, returns: bool) -> None:
        self._board = board
        self._parts = parts
        self._returns = returns

    def homeable(  # noqa: C901 (one function, for it runs at every position)
        self, columns: tuple[int, ...], home: int, reserve: int, pack: int, reach: int
    ) -> int:
        """The set of cards that the relaxed game brings home, those that are there included.

        Each round widens what is known: ``top`` are the cards that could lie at the end of a
        column, ``found`` those that could come home, ``hosted`` those that could be laid on a
        card.
        """
        board = self._board
        table, packs = board.columns, board.packs
        below, last_bit, mask = table.below, table.last_bit, table.mask
        parts = self._parts
        openers = packs.openers[pack]
        hidden = packs.mask[pack] & ~reach
        cards = board.reserve
        returned = home & ~BASES if self._returns else 0
        found, drawn, top, left = home, reach, 0, reserve
        ends = [column for column in columns if column]
        firsts = [table.first_bit[end] for end in ends]
        for end in ends:
            top |= last_bit[end]
        cleared = 4 - len(ends)
        hosted = 0
        while True:
            before = found, top, drawn, left
            # The foundations take what lies open, and so columns give up their ends; to other
            # columns too, where runs may move.
            open_cards = top | drawn
            if left:
                open_cards |= 1 << cards[left - 1]
            while True:
                more = (found << 4 | BASES) & ~found & open_cards
                while more:
                    found |= more
                    more = (found << 4 | BASES) & ~found & open_cards
                moved = False
                for index, end in enumerate(ends):
                    if end and (
                        last_bit[end] & found or (parts and mask[end] & ~firsts[index] & hosted)
                    ):
                        end = below[end]
                        top |= last_bit[end]
                        open_cards |= last_bit[end]
                        ends[index] = end
                        cleared += not end
                        moved = True
                if not moved:
                    break
            if found == FULL:
                return found
            hosted = followers(top)
            opened = cleared
            for index, end in enumerate(ends):
                if end and firsts[index] & hosted:
                    opened += 1
            # The reserve: a card that fits nowhere needs a column that has lost its first card,
            # and keeps it; one that can only go home may lie in such a column for a while.
            blocked = 0
            left = reserve
            while left:
                bit = 1 << cards[left - 1]
                if bit & hosted:
                    top |= bit
                elif blocked < opened:
                    top |= bit
                    if not bit & found:
                        blocked += 1
                elif not bit & found:
                    break
                left -= 1
            if not left and opened:
                # An empty column takes any card of the waste; under parts, any card at all.
                top |= drawn
                playable = drawn
                if parts:
                    hosted = FULL
            else:
                playable = drawn & (found | hosted)
            top |= (drawn | returned) & hosted
            # A card of the pack that is played brings others within reach.
            waiting = hidden if playable else 0
            while waiting:
                low = waiting & -waiting
                waiting ^= low
                if openers[low] & playable:
                    drawn |= low
                    hidden ^= low
            if before == (found, top, drawn, left):
                return found
