"""Stores positions of Vierfrei compactly, evaluates them, and finds their successors.

Some moves are left out, but a search still finds a win if there is one. So if the search runs out
of positions, the game is proven lost. A comment above ``expand`` explains why.
"""

from __future__ import annotations

from typing import Final

from game.solver import vierfrei_board
from game.solver.vierfrei_board import (
    ALL,
    ALONE,
    CODE_BITS,
    EMPTY,
    FIXED,
    FROM_LOOSE,
    HOMES,
    HOMEWARD,
    LOOSE,
    ONTO_LOOSE,
    PLACES,
    SETTLE,
    UNDER,
    ZOBRIST,
    Board,
    Cards,
    Home,
    home_of,
)

# In compiled form these tables are C arrays, which an import can't fill.
BIT: Final = vierfrei_board.BIT
GIVERS: Final = vierfrei_board.GIVERS
TAKERS: Final = vierfrei_board.TAKERS

_MOST: Final = 30_000
"""The maximum number of columns cached, at some 400 bytes each."""

# The weights of the evaluation when any line will do; less is better. They are integers, so that
# subtracting a weight restores the sum exactly. They were found by trying random changes on deals
# that no benchmark uses.

_LEFT: Final = 306  # for each card that is not home
_HOMING: Final = 94  # gained by a move home, until it is known what follows the move
_UNDER_BREAK: Final = 236  # for each card below the last break in the sequence of its column
_BREAK: Final = 157  # for each card that lies on a card it does not follow
_BURIED: Final = 84  # for each card that lies above the next card of a suit
_A_MOVE: Final = 197  # for each move made so far; large, so that the search does not wander

_COSTS: Final = tuple(
    183 * loose - 322 * (8 - long) + {0: 627, 1: 270, 2: 22}.get(PLACES - long - loose, 0)
    for long in range(9)
    for loose in range(16)
)
"""What occupied cells and columns add to the evaluation. To find the index, multiply the number of
long columns by 16, then add the number of loose cards."""


class Column:
    """A column, and the effect of taking cards from it."""

    __slots__ = (
        "below", "built_on", "cards", "cost", "count", "end", "ended", "givers", "gone", "hosts",
        "onward", "opened", "run", "stays", "takers",
    )  # fmt: skip
    cards: Cards
    count: int
    run: int  # how many cards at the end form a run
    cost: int  # what the column's disorder adds to the evaluation
    ended: int  # how much less it costs if the whole run is taken away
    takers: int  # the cards on which some card of the run may lie
    end: int  # the bit of the last card
    built_on: int  # the cards that may be laid on the last card

    # If the last card is loosened:
    onward: int  # the code of that move, without the bits for the source
    gone: int  # how much less the column's disorder costs
    below: Column  # the rest of the column; not set if there is none
    stays: int  # the mask of the rest
    opened: int  # the bit of the card that is uncovered
    hosts: int  # the cards on which the uncovered card may lie
    givers: int  # the other cards that may be laid on the uncovered card


class Columns(dict[Cards, Column]):
    """A cache of columns, which creates those that are missing."""

    __slots__ = ()

    def __missing__(self, cards: Cards) -> Column:
        return self._add(cards)

    def _add(self, cards: Cards) -> Column:
        if len(self) >= _MOST:
            self.clear()
        card = cards[-1]
        bit, takers = BIT[card], TAKERS[card]
        run, cost, gone, ended, stays, opened, under = 1, 0, 0, 0, 0, 0, ALONE
        found = Column()
        if len(cards) > 1:
            below = found.below = self[cards[:-1]]
            stays, opened, under = below.stays | below.end, below.end, cards[-2]
            cost = below.cost
            if takers & opened:
                run, ended = below.run + 1, below.ended
                takers |= below.takers
            else:
                gone = ended = _UNDER_BREAK * below.run + _BREAK
                cost += gone
        found.cards, found.count, found.run, found.cost = cards, len(cards), run, cost
        found.takers, found.end, found.ended = takers, bit, ended
        found.stays, found.gone, found.onward = stays, gone, card | LOOSE << 6 | 1 << 12
        found.opened, found.hosts = opened, TAKERS[under]
        givers = GIVERS[under]
        found.givers, found.built_on = givers & ~bit, GIVERS[card]
        self[cards] = found
        return found


class Position:
    """A compact position of Vierfrei, and how it was reached."""

    __slots__ = (
        "base", "code", "columns", "depth", "fixed", "home", "key", "loose", "lying", "parent",
        "region",
    )  # fmt: skip
    columns: list[Column]
    loose: tuple[int, ...]
    lying: int  # the mask of the loose cards
    home: Home
    key: int
    base: int  # the evaluation without the terms for places and depth
    # The mask of the loose cards known to be in columns. It is 0 while a place (cell or column) is
    # free: then two loose cards can swap, so it doesn't matter which of them is in a column.
    fixed: int
    depth: int  # the number of moves since the start, not counting moves home
    parent: Position | None
    code: int
    """The move that led here: card | target << 6 | count << 12 | source << 16 | into << 20.

    ``target`` is a card, ``LOOSE``, ``EMPTY`` or ``HOMEWARD``. ``source`` and ``into`` are indexes
    of columns. ``SETTLE`` may be added.
    """
    region: int
    """A few traits of the position. The search prefers moves that are new in this region."""


class Packer:
    """Makes the positions of a search, with keys and evaluations."""

    __slots__ = ("columns",)

    def __init__(self) -> None:
        self.columns = Columns()

    def value(self, position: Position) -> int:
        """Return the complete evaluation of ``position``; less is better."""
        at = 16 * len(position.columns) + len(position.loose)
        return position.base + _COSTS[at] + _A_MOVE * position.depth

    def start(self, board: Board) -> Position:
        """Return the position of ``board`` after all safe moves home."""
        found = Position()
        found.parent, found.code, found.depth, found.fixed = None, 0, 0, 0
        found.columns, key = [], 0
        loose: list[int] = []
        for number, cards in enumerate(board.piles):
            under = ALONE
            for card in cards:
                key += ZOBRIST[card][under]
                under = card
            if len(cards) > 1:
                found.columns.append(self.columns[cards])
            elif cards:
                loose += cards
                found.fixed |= BIT[under] if number < 8 else 0
        found.loose, found.lying = tuple(loose), sum([BIT[card] for card in loose])
        return self._settled(found, home_of(board.heights), key)

    def key_after(self, parent: Position, code: int) -> int:
        """Return the key of the position right after a move, before any safe cards go home."""
        key, fixed, under = parent.key, parent.fixed, ALONE
        lies, target, source = ZOBRIST[code & 63], code >> 6 & 63, code >> 16 & 15
        if source == FROM_LOOSE:
            if fixed:
                key -= _fixed_key(parent.loose, fixed)
        else:
            column = parent.columns[source]
            left = column.count - (code >> 12 & 15)
            if left:
                under = column.cards[left - 1]
            if left == 1:
                taken = len(parent.columns) + len(parent.loose)
                if taken + (target == LOOSE) == PLACES:
                    key += FIXED[under]
            if fixed and target < 52 and BIT[target] & fixed:
                key -= FIXED[target]
        if target == HOMEWARD:
            return key - lies[under]
        return key + lies[target if target < 52 else ALONE] - lies[under]

    def enter(self, parent: Position, code: int, key: int, value: int) -> Position:
        """Return the position after a move and the safe moves home that follow the move.

        ``key`` is the result of ``key_after``, and ``value`` the evaluation from ``expand``.
        """
        found = self._carried(parent, code)
        long, loose = len(found.columns), len(found.loose)
        home, depth, free = parent.home, parent.depth + 1, PLACES - long - loose
        if code & SETTLE:
            if code >> 6 & 63 == HOMEWARD:
                bit, following = BIT[code & 63], home[1]
                home, depth = HOMES[following ^ bit | bit << 4 & ALL], depth - 1
            if not free and found.fixed:
                key -= _fixed_key(found.loose, found.fixed)
            found.depth = depth
            return self._settled(found, home, key)
        if free:
            found.fixed = 0
        found.home, found.key, found.depth = home, key, depth
        found.base = value - _COSTS[16 * long + loose] - _A_MOVE * depth
        return found

    def _settled(self, found: Position, home: Home, key: int) -> Position:
        """Send all safe cards home in ``found``, complete its attributes, and return ``found``.

        ``key`` is the key before these moves, without any numbers from ``FIXED``.
        """
        columns, loose, mask, fixed = found.columns, found.loose, found.lying, found.fixed
        exposed = 0
        for column in columns:
            exposed |= column.end
        while True:
            safe = home[2]
            if safe & mask:
                card = (safe & mask).bit_length() - 1
                bit = BIT[card]
                key -= ZOBRIST[card][ALONE]
                mask ^= bit
                loose = _without(loose, card)
            elif safe & exposed:
                bit = safe & exposed
                bit &= -bit
                card = bit.bit_length() - 1
                at = 0
                column = columns[0]
                while column.end != bit:
                    at += 1
                    column = columns[at]
                exposed ^= bit
                cards = column.cards
                key -= ZOBRIST[card][cards[-2]]
                if len(cards) > 2:
                    column = column.below
                    columns[at] = column
                    exposed |= column.end
                else:
                    del columns[at]
                    loose += (cards[0],)
                    alone = BIT[cards[0]]
                    mask |= alone
                    fixed |= alone
            else:
                break
            following = home[1]
            home = HOMES[following ^ bit | bit << 4 & ALL]
        if len(columns) + len(loose) < PLACES:
            fixed = 0
        elif fixed:
            fixed &= mask
            key += _fixed_key(loose, fixed)
        found.loose, found.lying, found.fixed = loose, mask, fixed
        found.home, found.key, found.base = home, key, _evaluate(columns, home)
        return found

    def _carried(self, parent: Position, code: int) -> Position:
        """Return a new position with the columns and loose cards after a move.

        The caller must still set ``home``, ``key``, ``depth`` and ``base``. If a cell or a column
        is empty, the caller must also set ``fixed`` to 0.
        """
        found = Position()
        found.parent, found.code = parent, code
        columns = list(parent.columns)
        loose, mask, fixed = parent.loose, parent.lying, parent.fixed
        card, target, count = code & 63, code >> 6 & 63, code >> 12 & 15
        source = code >> 16 & 15
        if source == FROM_LOOSE:
            cards: Cards = (card,)
            loose = _without(loose, card)
            bit = BIT[card]
            mask ^= bit
            fixed = 0
        else:
            column = columns[source]
            cards = column.cards
        if target < 52:
            into = code >> 20 & 15
            if into == ONTO_LOOSE:
                loose = _without(loose, target)
                bit = BIT[target]
                mask ^= bit
                fixed &= ~bit
                columns.append(self.columns[(target, *cards[-count:])])
            else:
                onto = columns[into]
                columns[into] = self.columns[onto.cards + cards[-count:]]
        elif target == LOOSE:
            loose += (card,)
            bit = BIT[card]
            mask |= bit
        elif target == EMPTY:
            columns.append(self.columns[cards[-count:]])
        if source != FROM_LOOSE:
            left = len(cards) - count
            if left > 1:
                if count == 1:
                    columns[source] = column.below
                else:
                    columns[source] = self.columns[cards[:left]]
            else:
                del columns[source]
                if left:
                    loose += (cards[0],)
                    bit = BIT[cards[0]]
                    mask |= bit
                    fixed |= bit
        found.columns, found.loose, found.lying, found.fixed = columns, loose, mask, fixed
        return found


def _without(loose: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = loose.index(card)
    return loose[:at] + loose[at + 1 :]


def _fixed_key(loose: tuple[int, ...], fixed: int) -> int:
    return sum([FIXED[card] for card in loose if BIT[card] & fixed])


def _evaluate(columns: list[Column], home: Home) -> int:
    following = home[1]
    base = _LEFT * home[3]
    buried = 0
    for column in columns:
        base += column.cost
        wanted = column.stays & following
        while wanted:
            card = wanted.bit_length() - 1
            wanted ^= BIT[card]
            buried += column.count - 1 - column.cards.index(card)
    return base + _BURIED * buried


_SINGLE: Final = 1 << 12
_FROM_LOOSE: Final = _SINGLE | FROM_LOOSE << 16
_HOME: Final = HOMEWARD << 6 | _SINGLE | SETTLE
_LOOSE_HOME: Final = _HOME | FROM_LOOSE << 16


def _capacities(taken: int, targets: int) -> list[int]:
    """Return how many cards can move at once. The indexes are the same as in ``_COSTS``.

    For moves onto a loose card, set ``taken`` to 1. For moves into an empty column, set
    ``targets`` to 1. For moves onto a long column, set both to 0.
    """
    found = []
    for at in range(9 * 16):
        long, loose = divmod(at, 16)
        free = PLACES - long - loose
        empty = min(free, 8 - long - taken)  # if as many loose cards as possible are in cells
        if free < 0 or empty < targets:
            found.append(0)
        else:
            found.append((free - empty + 1) << (empty - targets))
    return found


_ONTO_COLUMN_MAY: Final = _capacities(0, 0)
_ONTO_LOOSE_MAY: Final = _capacities(1, 0)
_TO_EMPTY_MAY: Final = _capacities(0, 1)


# Why a search by ``expand`` misses no win:
#
# *Loosening* means taking the last card of a column into a free cell or an empty column, which
# uncovers the card below it. A position is *near* if the search has met it, or if loosening alone
# leads to it from a position that was met. It is enough to show that every move of a single card
# from a near position leads to a near position. (Supermoves consist of such moves, and are included
# only so that they are found sooner. Safe moves home follow every move, in any order.) Then all
# positions that can be reached are near, including any won position. Loosening never leads to a won
# position, so the search has met it.
#
# Take a near position P, and a met one from which loosening the cards L leads to P. Take a move
# from P that loosens nothing. The move needs some cards of L to be loose; call them D. They are
# those that it moves, builds on or uncovers, and those that had to be loosened before them in their
# columns. All other cards of L can be loosened after the move instead. So assume that L is D. Then
# the search has to make these loosenings and the move, unless there is another way that leaves more
# places free when the move is made. The number of free places is limited, so the induction ends.
# There are three cuts: *Focus*, *The last place* and *Dug before*. In all of them, a card x is
# loosened from above a card y.


def expand(position: Position, known: set[int] | None) -> list[int]:  # noqa: C901 (slow calls)
    """Return the successors of ``position`` that a search has to look at.

    Each is one number: its evaluation, followed by ``CODE_BITS`` bits for the code of the move.
    Some successors whose key is in ``known`` are left out.
    """
    columns, loose, lone, key = position.columns, position.loose, position.lying, position.key
    fixed, parent, came = position.fixed, position.parent, position.code
    _, following, safe, _ = position.home
    found: list[int] = []
    deep = _A_MOVE * (position.depth + 1) + position.base
    at = 16 * len(columns) + len(loose)
    free = PLACES - len(columns) - len(loose)
    onto_column_may = _ONTO_COLUMN_MAY[at]
    onto_loose_may = _ONTO_LOOSE_MAY[at]
    to_empty_may = _TO_EMPTY_MAY[at]
    exposed = buildable = lone
    if not free and 8 - len(columns) <= fixed.bit_count():
        buildable = fixed
    for column in columns:
        exposed |= column.end

    # *Focus.* A move that loosens nothing is needed only if x or y takes part in it. Any other such
    # move could have been made one position earlier, which was met too and has one more place free.
    # There are two exceptions. A safe card may have gone home after the loosening. And if y is left
    # alone in its column, it may go into a cell, and then what makes room to build is neither x nor
    # y. (Suppose that eight columns are long and two cells are free. Then x and y go into these
    # cells, and a card t from another cell goes into y's column. A card laid on t now could not
    # have been laid there before, and loosening it would have taken the last place.) Nor does x
    # itself need to move on: it could have moved directly from its column.
    focus = ALL  # the cards that a move has to involve
    if came >> 6 & 63 == LOOSE and came < SETTLE and parent:
        below = parent.columns[came >> 16 & 15]
        if below.count > 2:
            focus = below.end | below.opened
    onto = exposed & focus

    source = -1 << 16
    for column in columns:
        source += 1 << 16
        ends = column.takers & (exposed if column.end & focus else onto)
        if not ends:
            continue
        cards, count = column.cards, column.count
        last = cards[-1]
        while ends:
            target = ends.bit_length() - 1
            bit = BIT[target]
            ends ^= bit
            moved = (target >> 2) - (last >> 2)
            if bit & lone:
                if moved > onto_loose_may or not bit & buildable:
                    continue
            elif moved > onto_column_may:
                continue
            card = cards[-moved]
            left = count - moved
            under = cards[left - 1] if left else ALONE
            if known and (free or (left > 1 and not fixed)):
                lies = ZOBRIST[card]
                if key + lies[target] - lies[under] in known:
                    continue
            shift = 0 if left > 1 else 15 if left else 16
            if bit & lone:
                into = ONTO_LOOSE
                value = deep + _COSTS[at + 15 - shift]
                wanted = following & bit
            else:
                into = 0
                host = columns[0]
                while host.end != bit:
                    into += 1
                    host = columns[into]
                value = deep + _COSTS[at - shift]
                wanted = (host.stays | bit) & following
            if moved == column.run:
                value -= column.ended
            while wanted:
                wanted &= wanted - 1
                value += _BURIED * moved
            wanted = column.stays & following
            if wanted:
                for other in cards[left:-1]:
                    bit = BIT[other]
                    wanted &= ~bit
                while wanted:
                    wanted &= wanted - 1
                    value -= _BURIED * moved
            onward = card | target << 6 | moved << 12 | source | into << 20
            if left:
                opened = BIT[under]
                if opened & safe:
                    value -= _HOMING
                    onward |= SETTLE
            found.append(value << CODE_BITS | onward)

    if to_empty_may > 1:
        source = -1 << 16
        for column in columns:
            source += 1 << 16
            cards, count, run = column.cards, column.count, column.run
            if not (1 < run < count and run <= to_empty_may and column.end & focus):
                continue
            card, under = cards[-run], cards[-run - 1]
            value = deep + _COSTS[at + 16 if count > run + 1 else at + 1]
            value -= column.ended
            wanted = (column.stays | column.end) & following
            if wanted:
                for other in cards[-run:]:
                    bit = BIT[other]
                    wanted &= ~bit
                while wanted:
                    wanted &= wanted - 1
                    value -= _BURIED * run
            onward = card | EMPTY << 6 | run << 12 | source
            opened = BIT[under]
            if opened & safe:
                value -= _HOMING
                onward |= SETTLE
            found.append(value << CODE_BITS | onward)

    homing = following & focus & ~lone
    if homing & exposed:
        source = -1 << 16
        for column in columns:
            source += 1 << 16
            if not column.end & homing:
                continue
            card = column.cards[-1]
            then = at if column.count > 2 else at - 15
            value = deep - _A_MOVE + _COSTS[then] - _HOMING - column.gone
            found.append(value << CODE_BITS | card | source | _HOME)

    for card in loose:
        ends = TAKERS[card]
        if not ends & onto:
            continue
        for bit, target in UNDER[card]:
            if not bit & onto:
                continue
            if known and not fixed and key + ZOBRIST[card][target] - ZOBRIST[card][ALONE] in known:
                continue
            if bit & lone:
                if not bit & buildable or not onto_loose_may:
                    continue
                into = ONTO_LOOSE
                value = deep + _COSTS[at + 14]
                wanted = following & bit
            else:
                into = 0
                host = columns[0]
                while host.end != bit:
                    into += 1
                    host = columns[into]
                value = deep + _COSTS[at - 1]
                wanted = (host.stays | bit) & following
            while wanted:
                wanted &= wanted - 1
                value += _BURIED
            found.append(value << CODE_BITS | card | target << 6 | _FROM_LOOSE | into << 20)
    homing = following & focus & lone
    if homing:
        value = deep - _A_MOVE + _COSTS[at - 1] - _HOMING
        for card in loose:
            bit = BIT[card]
            if bit & homing:
                found.append(value << CODE_BITS | card | _LOOSE_HOME)
    # *The last place.* If loosening x takes the last free place, the next move must be a move of a
    # single card that loosens nothing. It must need x to be loose or y to be uncovered: y goes home
    # or onto another last card, or another last card goes onto y or x. (A card can go onto x only
    # if x is in a column. So there must be a column that is not long; one is enough. The column of
    # y doesn't count: if y is left alone it stays there, because no place is free to move it to. It
    # doesn't help to lay a card on x first, because two cards can't move on through one place.)
    #
    # *Dug before.* If loosening alone has just dug into other columns, the move must need those
    # columns too, or else there is a way without digging into them. A move joins two places, so it
    # can need only one other column. It needs that column if the card uncovered there goes onto y
    # or x, or if y or x goes onto that card. The move doesn't need that column just to move a card
    # that was put away from there: the card could have moved from its column without being
    # loosened. Two columns can be dug in either order with the same result, so it is enough to dig
    # last in the one that is built on. The chain ends where a card was left alone or a safe card
    # went home: either makes room, which a move may need (a column for x, or for two columns dug
    # after it). In another order, with that loosening just before x's, nothing would be cut here.
    # But a position is expanded only once, and remembers the order in which it was first met.
    if free:
        dug = _dug(position) if free == 1 else 0
        more = deep + _COSTS[at + 1]
        source = -1 << 16
        for column in columns:
            source += 1 << 16
            value, opened, onward = more, column.opened, column.onward
            if column.count == 2:
                value = deep + _COSTS[at - 14]
            if free == 1:
                givers = column.givers
                if at < 128:
                    givers |= column.built_on
                others = dug & ~column.end
                if not others:
                    if not (opened & following or (column.hosts | givers) & exposed):
                        continue
                elif others & others - 1 or not givers & others:
                    continue
            value -= column.gone
            wanted = column.stays & following
            while wanted:
                wanted &= wanted - 1
                value -= _BURIED
            if opened & safe:
                value -= _HOMING
                onward |= SETTLE
            found.append(value << CODE_BITS | onward | source)

    return found


def _dug(position: Position) -> int:
    """Return a mask of the cards that recent loosenings uncovered and that haven't moved since.

    The comment above ``expand`` explains what loosening is.
    """
    found = aside = 0
    at: Position | None = position
    while at is not None:
        code, parent = at.code, at.parent
        if parent is None or code >= SETTLE or code >> 6 & 63 != LOOSE:
            break
        column = parent.columns[code >> 16 & 15]
        if column.count == 2:
            break
        # A later loosening may have put away the card that an earlier one uncovered.
        aside |= column.end
        found |= column.opened
        at = parent
    return found & ~aside
