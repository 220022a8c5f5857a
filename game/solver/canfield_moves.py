"""The moves worth trying in a packed Canfield position.

A move is left out only if a player can do without it. Each argument for this compares two players.
The second one copies all moves of the first, except those left out. After each move, the second
player is at least as well off, and wins with no more moves. So the arguments can be combined.

*Filling.* An empty column is always filled from the reserve, under every rule set. Some rule sets
(``xpat2``, ``casino``) let the player leave it empty, but only the reserve's top card may fill it.
That card lies alone in the column, so it can still go wherever it could go from the reserve. Then
the column is filled again. So filling a column at once makes no card less available. Once the
reserve is used up, columns need not be filled, and every card that may go into one is tried.

*Alike.* Columns have no order, so they are sorted, and the first of two empty ones stands for both.

*Safe cards* go home from the columns, the reserve and the end of the pack (``Moves.settle``).
"""

from __future__ import annotations

from typing import Final

from game.rules.canfield import RuleSet
from game.solver.canfield_board import (
    BASES,
    BIT,
    EMPTY,
    FOLLOWERS,
    HOME_TARGET,
    OPEN_TARGET,
    CanfieldBoard,
    Node,
    cards_of,
)

_ALONE: Final = tuple([(move,) for move in range(52 << 6)])
"""For each packed move, a tuple that contains only that move."""


class Moves:
    """Finds the moves worth trying in positions of one board."""

    def __init__(self, board: CanfieldBoard, rule_set: RuleSet, *, returns: bool) -> None:
        self.board = board
        self.parts = rule_set.parts_may_move
        self.returns = returns  # whether cards may come back from the foundations
        self.takes_last = True  # whether ``settle`` may also send the last card of the pack home

    def start(self) -> Node:
        """Call ``settle`` with the board's starting position, and return the node."""
        board = self.board
        columns, pack, reach = list(board.start_columns), board.start_pack, board.start_reach
        return self.settle(columns, board.home, len(board.reserve), pack, reach, None, ())

    def settle(
        self,
        columns: list[int],
        home: int,
        reserve: int,
        pack: int,
        reach: int,
        parent: Node | None,
        moves: tuple[int, ...],
    ) -> Node:
        """Return the node after filling columns and sending safe cards home.

        Changes ``columns`` in place.
        """
        board = self.board
        table, packs, cards = board.columns, board.packs, board.reserve
        last_bit = table.last_bit
        top = -1
        while True:
            while reserve and EMPTY in columns:
                reserve -= 1
                columns[columns.index(EMPTY)] = table.push(EMPTY, cards[reserve])
            a, b, c, d = columns
            e, f, g, h = last_bit[a], last_bit[b], last_bit[c], last_bit[d]
            ends = e | f | g | h
            # The last card of the pack goes home only if all cards within reach are in ``always``:
            # those within reach from every place in the pack. Removing it doesn't change their
            # places, so they stay in ``always``. The card that is now last joins them. But the
            # current place moves to the end of the pack, so cards within reach only from the old
            # place would be lost.
            #
            # ``reach`` may lack some of the cards within reach (``CanfieldSearch.is_new``). That
            # does no harm, because the last card is within reach from every place, and afterwards
            # so is all of ``always``.
            bit = packs.always[pack]
            if self.takes_last and reach | bit == bit:
                bit = packs.last_bit[pack]
                ends |= bit
            if reserve:
                top = cards[reserve - 1]
                bit = BIT[top]
                ends |= bit
            ends &= (home << 4 | BASES) & ~home
            low = self._safe(ends, columns, home) if ends else 0
            if not low:
                break
            card = low.bit_length() - 1
            home |= low
            moves = (*moves, card << 6 | HOME_TARGET)
            if reserve and top == card:
                reserve -= 1
                continue
            bit = packs.mask[pack]
            if low & bit:
                pack = packs.play(pack, card)[0]
                reach = packs.always[pack]
                continue
            index = 0
            while (bit := last_bit[columns[index]]) != low:
                index += 1
            columns[index] = table.below[columns[index]]
        columns.sort()
        a, b, c, d = columns
        return (a, b, c, d), home, reserve, pack, reach, parent, moves

    def _safe(self, ends: int, columns: list[int], home: int) -> int:
        """Return a safe card as a bit, or 0 if there is none.

        ``ends`` are the cards that could go home now, as bits.
        """
        # Outside its foundation, a card is only useful as a place for the two cards that may lie on
        # it. A card that is home for good won't be laid on it. Nor will a card that lies on another
        # card in a game where only whole columns move: it can only go home. If neither of the two
        # will be laid on it, a player who keeps the card back can be copied move by move without
        # it. If the safe card leaves its column empty, the reserve's top moves there, where it is
        # as useful as in the reserve (see *Filling*).
        table, returns = self.board.columns, self.returns
        idle = home
        if not self.parts:
            a, b, c, d = columns
            e, f, g, h = table.fixed[a], table.fixed[b], table.fixed[c], table.fixed[d]
            idle |= e | f | g | h
        while ends:
            low = ends & -ends
            card = low.bit_length() - 1
            if not returns:
                wanting = FOLLOWERS[card]
                if not wanting & ~idle:
                    return low
            # If cards can come back, even a card that is home may be needed in a column, if only to
            # carry another one. So a card must wait until all cards two ranks lower are home, and
            # with them all cards up to that rank. Of these, base cards never come back. The others
            # can carry only each other, because every card not home yet ranks too high to lie on
            # them. So the player who copies the moves leaves them home. The card kept back can
            # still carry a card one rank lower, but that one can go home instead, and no other card
            # needs it. A base card doesn't go home by itself, because it could carry the last rank
            # and cannot come back.
            elif card > 3 and home >> max((card & ~3) - 8, 0) & BASES == BASES:
                return low
            ends ^= low
        return 0

    def children(self, node: Node) -> list[Node]:
        """Make each move worth trying, call ``settle``, and return the resulting nodes."""
        columns, home, reserve, _, reach, _, _ = node
        table = self.board.columns
        a, b, c, d = columns
        found: list[Node] = []
        top = BIT[self.board.reserve[reserve - 1]] if reserve else 0
        sources = reach | top
        # In most positions some kinds of moves are impossible; these tests avoid looking for them
        # in vain.
        e, f, g, h = table.last_bit[a], table.last_bit[b], table.last_bit[c], table.last_bit[d]
        ends = sources | e | f | g | h
        e, f, g, h = table.wanted[a], table.wanted[b], table.wanted[c], table.wanted[d]
        laid = e | f | g | h
        if ends & (home << 4 | BASES) & ~home:
            self._home(node, found, top)
        first_bit = table.first_bit
        e, f, g, h = first_bit[a], first_bit[b], first_bit[c], first_bit[d]
        if self.parts or (e | f | g | h) & laid:
            self._runs(node, found)
        if laid & sources or not a:
            self._to_columns(node, found, top, sources, reach)
        if self.returns:
            tops = self._returning(node)
            self._to_columns(node, found, top, tops, tops)
        return found

    def _home(self, node: Node, found: list[Node], top: int) -> None:
        """Append a node to ``found`` for each card that can be sent home.

        ``top`` is the bit for the reserve's top card.
        """
        columns, home, reserve, pack, reach, _, _ = node
        board = self.board
        table = board.columns
        waiting = (home << 4 | BASES) & ~home
        for index in range(4):
            column = columns[index]
            bit = table.last_bit[column]
            if bit & waiting:
                after = [*columns]
                after[index] = table.below[column]
                moves = _ALONE[bit.bit_length() - 1 << 6 | HOME_TARGET]
                found.append(self.settle(after, home | bit, reserve, pack, reach, node, moves))
        ready = (reach | top) & waiting
        while ready:
            bit = ready & -ready
            ready ^= bit
            card = bit.bit_length() - 1
            moves = _ALONE[card << 6 | HOME_TARGET]
            after = [*columns]
            if bit == top:
                found.append(self.settle(after, home | bit, reserve - 1, pack, reach, node, moves))
            else:
                rest, up = board.packs.play(pack, card)
                found.append(self.settle(after, home | bit, reserve, rest, up, node, moves))

    def _to_columns(
        self, node: Node, found: list[Node], top: int, sources: int, filling: int
    ) -> None:
        """Append a node to ``found`` for each move of a card in ``sources`` to a column.

        Only cards in ``filling`` may go into an empty column.
        """
        columns, home, reserve, pack, reach, _, _ = node
        board = self.board
        table = board.columns
        for index in range(4):
            onto = columns[index]
            if onto:
                laid = table.wanted[onto]
                laid &= sources
                target = table.last[onto]
            elif index and not columns[index - 1]:
                continue
            else:
                laid, target = filling, OPEN_TARGET
            while laid:
                bit = laid & -laid
                laid ^= bit
                card = bit.bit_length() - 1
                after = [*columns]
                after[index] = table.push(onto, card)
                moves = _ALONE[card << 6 | target]
                if bit == top:
                    found.append(self.settle(after, home, reserve - 1, pack, reach, node, moves))
                elif bit & home:
                    less = home ^ bit
                    found.append(self.settle(after, less, reserve, pack, reach, node, moves))
                else:
                    rest, up = board.packs.play(pack, card)
                    found.append(self.settle(after, home, reserve, rest, up, node, moves))

    def _runs(self, node: Node, found: list[Node]) -> None:
        """Append a node to ``found`` for each move of a run from one column to another.

        Only whole columns are moved if the rules forbid moving parts of runs.
        """
        columns, home, reserve, pack, reach, _, _ = node
        table, parts = self.board.columns, self.parts
        for index in range(4):
            column = columns[index]
            inside = table.mask[column] if parts else table.first_bit[column]
            if not inside:
                continue
            for target in range(4):
                onto = columns[target]
                if target == index:
                    continue
                if onto:
                    laid = table.wanted[onto]
                    laid &= inside
                    host = table.last[onto]
                elif not parts or (target and not columns[target - 1]):
                    continue
                else:
                    laid, host = table.fixed[column], OPEN_TARGET
                for card in cards_of(laid) if laid else ():
                    rest, run = table.split(column, card)
                    if rest and not self._may_part(node, rest, card):
                        continue
                    after = [*columns]
                    after[index] = rest
                    for moved in run:
                        after[target] = table.push(after[target], moved)
                    moves = _ALONE[card << 6 | host]
                    found.append(self.settle(after, home, reserve, pack, reach, node, moves))

    def _may_part(self, node: Node, rest: int, card: int) -> bool:
        """Return whether to try moving a run that starts at ``card`` and leaves ``rest`` behind."""
        # A search may override this to rule out useless moves.
        return True

    def _returning(self, node: Node) -> int:
        """Return, as bits, the cards that may come back from the foundations."""
        home = node[1]
        return home & ~(home >> 4) & ~BASES
