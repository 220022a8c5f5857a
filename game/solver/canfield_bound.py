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

    def homeable(self, columns: tuple[int, ...], home: int, reserve: int, pack: int, reach: int) -> int:  # noqa: C901
        """The set of cards that the relaxed game brings home, those that are there included.

        Each round widens what is known: ``top`` are the cards that could lie at the end of a
        column, ``found`` those that could come home, ``hosted`` those that could be laid on a
        card.  One function, for it is called at every position.
        """
        board = self._board
        table, packs = board.columns, board.packs
        below, last_bit = table.below, table.last_bit
        parts = self._parts
        openers = packs.openers[pack]
        pack_mask = packs.mask[pack]
        drawn = reach
        cards = board.reserve
        ends = list(columns)
        top = 0
        for end in ends:
            top |= last_bit[end]
        firsts = [table.first_bit[end] for end in ends]
        left = reserve
        found = home
        anything = False
        returned = home & ~BASES if self._returns else 0
        while True:
            before = (found, top, drawn, left)
            hosted = FULL if anything else followers(top)
            # Columns give up their ends to the foundations, and runs to other columns.
            opened = 0
            for index in range(4):
                end = ends[index]
                while end and (
                    last_bit[end] & found
                    or (parts and table.mask[end] & ~firsts[index] & hosted)
                ):
                    end = below[end]
                    top |= last_bit[end]
                ends[index] = end
                if not end or firsts[index] & hosted:
                    opened += 1
            # The reserve: a card that fits nowhere needs a column that has lost its first card,
            # and keeps it; one that can only go home may lie in such a column for a while.
            blocked = 0
            left = reserve
            while left:
                bit = 1 << cards[left - 1]
                if not bit & hosted:
                    if blocked < opened:
                        top |= bit
                        if not bit & found:
                            blocked += 1
                    elif not bit & found:
                        break
                else:
                    top |= bit
                left -= 1
            if not left and opened and not anything:
                # An empty column takes any card of the waste; under parts, any card at all.
                top |= drawn
                anything = parts
                if parts:
                    hosted = FULL
            top |= (drawn | returned) & hosted
            # The foundations take what lies open, suit by suit.
            open_cards = top | drawn
            if left:
                open_cards |= 1 << cards[left - 1]
            while True:
                more = (found << 4 | BASES) & ~found & open_cards
                if not more:
                    break
                found |= more
            if found == FULL:
                return found
            # Once a card of the pack is played, all behind it can be reached.
            playable = drawn & (found | hosted)
            if not left and opened:
                playable = drawn
            if playable:
                hidden = pack_mask & ~drawn
                while hidden:
                    low = hidden & -hidden
                    hidden ^= low
                    if openers[low] & playable:
                        drawn |= low
            if before == (found, top, drawn, left):
                return found

