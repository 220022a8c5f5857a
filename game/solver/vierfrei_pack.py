"""Packed positions of Vierfrei: creates them, evaluates them, and finds the successors of each.

The successors include every move of a single card, except those that another order of the same
moves makes up for, so a search that runs out of positions has proven the game lost. Supermoves are
included only to be found sooner; they are made of single moves.

What is left out, and why nothing is lost: to *loosen* a card is to take the last one of a column
into a free cell or an empty column, which uncovers the one below. Call *near* what the search has
met, and what can be reached from that by loosening alone. It is enough that each move of a single
card from a near position leads to a near one: then every position that can be reached is near, a
won one too, and in a won one there is nothing to loosen. Safe moves home change nothing here: they
follow every move, and lead to the same result in any order. Take a position that is near by
loosening the cards L from one that was met, and a move that loosens nothing. Of L it needs some, D:
those that it moves, builds on or uncovers, with what had to be loosened before them in their
columns. The others can as well be loosened after it. So let L be D, all of it needed, and nothing
else: the search has to go on that way, unless there is another way, with more places free when the
move is made. There are no more such ways than places, so the induction ends. There are three cuts.

*Focus.* A position to which the loosening of x from over y has led needs no move that has nothing
to do with x or y: the position before it was met too, has one place more free, and the same move.
Not so if y is left alone, for it may then make way into a cell, and what makes room to build
elsewhere is not x nor y; nor if a safe card went home thereupon. (With eight long columns and two
cells free, x and y go into these and a card t from a cell into the column of y. What is laid on t
then could not have been laid there before, and loosened it would take the last place.) What x does
next is no reason: it could have done so from its column, without being loosened.

*The last place* (``free == 1``). Loosening x from over y leaves no place free, so that the next
move is one of a single card that loosens nothing. It must need x loose or y laid open: y goes home
or onto a card that lies open, or one of those goes onto y or x. (To build on x it must lie in a
column, for which there has to be one that is not long; one is enough. If y is left alone it keeps
its own, since no place is free to let it out: that is none for x. To lay a card on x before would
not do: two cards do not go on through a single place.)

*Dug before* (``_dug``). If other columns were dug just before by loosening alone, the move must
need those too, else there is a way without them. A move brings two places together, so that it
cannot need two other columns besides. It needs the one if the card laid open there goes onto y or
x, or the other way about; a card set aside could have come from its column, without being
loosened. Two columns can be dug in any order, and lead to the same position: it is enough to dig
the one that is built on last. The chain ends where a card was left alone, or a safe card went home:
either makes room, and a move may need that (so that x has a column; or for two columns dug after
it). With the card left alone last but one nothing would be cut; but a position is expanded only
once, and remembers the order in which it was met first.
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

# Compiled, these are arrays of C, as which they cannot be imported.
BIT: Final = vierfrei_board.BIT
GIVERS: Final = vierfrei_board.GIVERS
TAKERS: Final = vierfrei_board.TAKERS

_MOST: Final = 30_000
"""The most columns cached, to limit memory (some 2000 bytes each)."""

# The weights of the evaluation, for finding any line; less is better. They are integers, so that it
# can be taken apart again exactly, and were found by trying random changes on deals other than
# those of the benchmarks.

_LEFT: Final = 306
"""For each card not home."""

_HOMING: Final = 94
"""How much a move home is estimated to gain, before it is known what follows."""

_UNDER_BREAK: Final = 236
"""For each card that lies under the last break of order in its column."""

_BREAK: Final = 157
"""For each card that lies on one it does not follow."""

_BURIED: Final = 84
"""For each card that lies above the next card of a suit."""

_A_MOVE: Final = 197
"""For each move of the line so far: much, so that the search does not lose its way."""

_COSTS: Final = tuple(
    183 * loose - 322 * (8 - long) + {0: 627, 1: 270, 2: 22}.get(PLACES - long - loose, 0)
    for long in range(9)
    for loose in range(16)
)
"""What the places cost, indexed by 16 * long columns + loose cards: something for each loose card,
less for each column that is not long, more if few places are free."""


class Column:
    """A column, and what taking cards from it does."""

    __slots__ = (
        "below", "built_on", "cards", "cost", "count", "end", "ended", "givers", "gone", "hosts",
        "onward", "opened", "run", "stays", "takers",
    )  # fmt: skip
    cards: Cards
    count: int
    """How many cards there are."""
    run: int
    """How many at the end form a run."""
    cost: int
    """What its disorder costs in the evaluation."""
    takers: int
    """Mask of what some card of the run may lie on."""
    end: int
    """Bit of the last card."""
    ended: int
    """The disorder removed with the whole run."""
    below: Column
    """The column without the last card; one of a single card has none."""
    stays: int
    """Mask of the cards that stay when it is loosened."""
    gone: int
    """The disorder removed by it."""
    onward: int
    """The code of that move without the source."""
    opened: int
    """Bit of the card uncovered."""
    hosts: int
    """Mask of what that card may lie on."""
    givers: int
    """Mask of what else may lie on it."""
    built_on: int
    """Mask of what may lie on the last card."""


class Columns(dict[Cards, Column]):
    """The columns known so far, by their cards; others are added when asked for."""

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
    """A packed position, and how the search came to it.

    ``fixed`` is 0 while a place is free. With none free it is the mask of loose cards that
    certainly lie in a column; which of the others took the remaining columns while a place was free
    is still open, but no more of them than there are columns. A card that is then built on lay in
    one of those, which is one column fewer that is not long; a card left alone in its column is
    fixed there. Of two positions that differ in this only, the one with fewer fixed cards can do
    all that the other can.
    """

    __slots__ = (
        "base", "code", "columns", "depth", "fixed", "home", "key", "loose", "lying", "parent",
        "region",
    )  # fmt: skip
    columns: list[Column]
    loose: tuple[int, ...]
    lying: int
    """Mask of the loose cards."""
    home: Home
    key: int
    base: int
    """The evaluation without places and depth."""
    fixed: int
    depth: int
    """Moves since the start, not counting those home."""
    parent: Position | None
    code: int
    """The move from there, card | target << 6 | count << 12 | source column << 16 | target column
    << 20: the first card that moves, the card it is to lie on, and how many move."""
    region: int
    """The features by which a move from here counts as novel."""


class Packer:
    """Creates the positions of one search, each with its key and its evaluation."""

    __slots__ = ("columns",)

    def __init__(self) -> None:
        self.columns = Columns()

    def value(self, position: Position) -> int:
        """Return the whole evaluation of ``position``."""
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
        """Return the key after a move alone."""
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
        """Return the position after a move, and after the safe moves home that follow it.

        ``key`` is the key after the move alone, ``value`` the whole evaluation if none follow.
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
        """Bring all safe cards of ``found`` home, and complete and return it.

        ``key`` comes without its fixed cards.
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
        found.home, found.key, found.base = home, key, _worth(columns, home)
        return found

    def _carried(self, parent: Position, code: int) -> Position:
        """Return the position after a move alone: only where the cards are, and which are fixed (as
        if no place were free)."""
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
    """Return what the cards of ``loose`` that are ``fixed`` contribute to the key."""
    return sum([FIXED[card] for card in loose if BIT[card] & fixed])


def _worth(columns: list[Column], home: Home) -> int:
    """Return the evaluation without places and depth."""
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
    """Return how many cards may move at once, indexed by 16 * long columns + loose cards.

    ``taken`` columns besides the long ones cannot help: the target. Loose cards move into the
    cells, so that as many columns as possible are empty.
    """
    found = []
    for at in range(9 * 16):
        long, loose = divmod(at, 16)
        free = PLACES - long - loose
        empty = min(free, 8 - long - taken)
        if free < 0 or empty < targets:
            found.append(0)
        else:
            found.append((free - empty + 1) << (empty - targets))
    return found


_ONTO_COLUMN_MAY: Final = _capacities(0, 0)
_ONTO_LOOSE_MAY: Final = _capacities(1, 0)
_TO_EMPTY_MAY: Final = _capacities(0, 1)


def expand(position: Position, known: set[int] | None) -> list[int]:  # noqa: C901 (calls cost)
    """Return the successors of ``position``, each as a number (see ``CODE_BITS``), without some of
    those with a key in ``known``, and without those that the top of this module says can go."""
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

    # A move that involves neither the card just loosened nor the one it lay on could have come
    # before it, unless a column ceased to be long: that makes room to build elsewhere.
    focus = ALL
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
    """Return what the loosenings just before ``position`` have laid open: a card of each column.

    With one place left, one more loosening is useful only if the move after it needs all of them:
    otherwise it could have been made before, with more places free.
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
        # What one loosening has laid open may have been set aside by a later one.
        aside |= column.end
        found |= column.opened
        at = parent
    return found & ~aside
