"""All successors of a packed position of Vierfrei, each with its evaluation.

They include every move of a single card, except those that another order of the same moves makes up
for, so a search that runs out of positions has proven the game lost. Supermoves are included only
to be found sooner; they are made of single moves.

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

from game.solver.vierfrei_board import (
    ALONE,
    BIT,
    EMPTY,
    FIXED,
    FROM_LOOSE,
    HOMEWARD,
    LOOSE,
    ONTO_LOOSE,
    PLACES,
    SETTLE,
    TAKERS,
    UNDER,
    ZOBRIST,
    Position,
)
from game.solver.vierfrei_pack import Packer

Entry = tuple[int, int, Position, int]
"""A position still to be expanded: its evaluation, its key, the position before it and the code of
the move; or, with code -1, the position itself; or what ``REST`` says."""

WHOLE, ORDERED, LOOSENED = range(3)
"""Parts of a position's successors."""

REST: Final = -2
"""The code of an entry that stands for the second part of its position's successors."""

_SINGLE: Final = 1 << 12
_FROM_LOOSE: Final = _SINGLE | FROM_LOOSE << 16
_HOME: Final = HOMEWARD << 6 | _SINGLE | SETTLE
_LOOSE_HOME: Final = _HOME | FROM_LOOSE << 16


_ALL: Final = (1 << 52) - 1


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


def expand(  # noqa: C901
    packer: Packer, position: Position, seen: set[int], part: int = WHOLE
) -> list[Entry]:
    """Return the successors of ``position`` that are not in ``seen``, and add them to it.

    ``part`` restricts them: without the loosenings, which are many, or only these. The first part
    ends with an entry of code ``REST`` for the second, ranked about where its best would be.

    This is one long function because calls are the main cost here.
    """
    columns, loose, lone, home, key, base, fixed, depth, parent, came = position
    _, following, safe, _ = home
    found: list[Entry] = []
    add = found.append
    mark = seen.add
    places = packer.places
    weights = packer.weights
    buried = weights.buried
    homeward = weights.homeward
    deep = weights.depth * (depth + 1) + base
    at = 16 * len(columns) + len(loose)
    free = PLACES - len(columns) - len(loose)
    onto_column_may = _ONTO_COLUMN_MAY[at]
    onto_loose_may = _ONTO_LOOSE_MAY[at]
    to_empty_may = _TO_EMPTY_MAY[at]
    exposed = buildable = lone
    unfixed = key
    if not free:
        for card in loose if fixed else ():
            if BIT[card] & fixed:
                unfixed -= FIXED[card]
        if 8 - len(columns) <= fixed.bit_count():
            buildable = fixed
    for column in columns:
        exposed |= column[6]

    # A move that involves neither the card just loosened nor the one it lay on could have come
    # before it, unless a column ceased to be long: that makes room to build elsewhere.
    focus = _ALL
    if came >> 6 & 63 == LOOSE and came < SETTLE and parent:
        below = parent[0][came >> 16 & 15]
        if below[1] > 2:
            focus = below[6] | below[7][3]
    onto = exposed & focus

    if part != LOOSENED:
        source = -1 << 16
        for column in columns:
            source += 1 << 16
            ends = column[5] & (exposed if column[6] & focus else onto)
            while ends:
                target = ends.bit_length() - 1
                bit = BIT[target]
                ends ^= bit
                cards = column[0]
                moved = (target >> 2) - (cards[-1] >> 2)
                if bit & lone:
                    if moved > onto_loose_may or not bit & buildable:
                        continue
                elif moved > onto_column_may:
                    continue
                card = cards[-moved]
                left = column[1] - moved
                under = cards[left - 1] if left else ALONE
                now = key + ZOBRIST[card][target] - ZOBRIST[card][under]
                if not free:
                    if fixed & bit:
                        now -= FIXED[target]
                    if left == 1:
                        now += FIXED[under]
                if now in seen:
                    continue
                mark(now)
                shift = 0 if left > 1 else 15 if left else 16
                if bit & lone:
                    into = ONTO_LOOSE
                    value = deep + places[at + 15 - shift]
                    wanted = following & bit
                else:
                    into = 0
                    while columns[into][6] != bit:
                        into += 1
                    value = deep + places[at - shift]
                    wanted = following & columns[into][4]
                if moved == column[2]:
                    value -= column[9]
                if wanted:
                    value += buried * moved * wanted.bit_count()
                wanted = following & column[7][1]
                if wanted:
                    for other in cards[left:-1]:
                        wanted &= ~BIT[other]
                    value -= buried * moved * wanted.bit_count()
                onward = card | target << 6 | moved << 12 | source | into << 20
                if left and BIT[under] & safe:
                    value -= homeward
                    onward |= SETTLE
                add((value, now, position, onward))

        if to_empty_may > 1:
            source = -1 << 16
            for column in columns:
                source += 1 << 16
                run = column[2]
                if not (1 < run < column[1] and run <= to_empty_may and column[6] & focus):
                    continue
                cards = column[0]
                card, under = cards[-run], cards[-run - 1]
                now = key + ZOBRIST[card][ALONE] - ZOBRIST[card][under]
                if now in seen:
                    continue
                mark(now)
                value = deep + places[at + 16 if column[1] > run + 1 else at + 1] - column[9]
                wanted = following & column[4]
                if wanted:
                    for other in cards[-run:]:
                        wanted &= ~BIT[other]
                    value -= buried * run * wanted.bit_count()
                onward = card | EMPTY << 6 | run << 12 | source
                if BIT[under] & safe:
                    value -= homeward
                    onward |= SETTLE
                add((value, now, position, onward))

        homing = following & focus & ~lone
        if homing & exposed:
            source = -1 << 16
            for column in columns:
                source += 1 << 16
                if not column[6] & homing:
                    continue
                cards = column[0]
                card = cards[-1]
                now = key - ZOBRIST[card][cards[-2]]
                then = at
                if column[1] == 2:
                    then = at - 15
                    if not free:
                        now += FIXED[cards[0]]
                if now not in seen:
                    mark(now)
                    value = deep - weights.depth + places[then] - homeward - column[7][2]
                    add((value, now, position, card | source | _HOME))

        for card in loose:
            if not TAKERS[card] & onto:
                continue
            for bit, target in UNDER[card]:
                if not bit & onto:
                    continue
                now = unfixed + ZOBRIST[card][target] - ZOBRIST[card][ALONE]
                if now in seen:
                    continue
                if bit & lone:
                    if not bit & buildable or not onto_loose_may:
                        continue
                    into = ONTO_LOOSE
                    value = deep + places[at + 14]
                    wanted = following & bit
                else:
                    into = 0
                    while columns[into][6] != bit:
                        into += 1
                    value = deep + places[at - 1]
                    wanted = following & columns[into][4]
                mark(now)
                if wanted:
                    value += buried * wanted.bit_count()
                add((value, now, position, card | target << 6 | _FROM_LOOSE | into << 20))
        homing = following & focus & lone
        if homing:
            value = deep - weights.depth + places[at - 1] - homeward
            for card in loose:
                if BIT[card] & homing:
                    now = unfixed - ZOBRIST[card][ALONE]
                    if now not in seen:
                        mark(now)
                        add((value, now, position, card | _LOOSE_HOME))
    if free and part == ORDERED:
        gone = 0
        for column in columns:
            if column[7][2] > gone:
                gone = column[7][2]
        add((deep + places[at + 1] - gone - buried, ~key, position, REST))
    elif free:
        dug = _dug(position) if free == 1 else 0
        more = deep + places[at + 1]
        source = -1 << 16
        for column in columns:
            source += 1 << 16
            lift, wanted, gone, opened, onward, takers, givers, built_on = column[7]
            now = key + lift
            value = more - gone
            if column[1] == 2:
                value = deep + places[at - 14] - gone
                if free == 1:
                    now += FIXED[column[0][0]]
            if now in seen:
                continue
            if free == 1:
                end = column[6]
                if at < 128:
                    givers |= built_on
                others = dug & ~end
                if not others:
                    if not (opened & following or (takers | givers) & exposed):
                        continue
                elif others & others - 1 or not givers & others:
                    continue
            mark(now)
            wanted &= following
            if wanted:
                value -= buried * wanted.bit_count()
            if opened & safe:
                value -= homeward
                onward |= SETTLE
            add((value, now, position, onward | source))

    return found


def _dug(position: Position) -> int:
    """Return what the loosenings just before ``position`` have laid open: a card of each column.

    With one place left, one more loosening is useful only if the move after it needs all of them:
    otherwise it could have been made before, with more places free.
    """
    found = aside = 0
    at: Position | None = position
    while at is not None:
        code, parent = at[9], at[8]
        if parent is None or code >= SETTLE or code >> 6 & 63 != LOOSE:
            break
        column = parent[0][code >> 16 & 15]
        if column[1] == 2:
            break
        # What one loosening has laid open may have been set aside by a later one.
        aside |= column[6]
        found |= column[7][3]
        at = parent
    return found & ~aside
