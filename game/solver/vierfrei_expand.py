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

from game.solver import bits
from game.solver.vierfrei_board import (
    ALL,
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
)
from game.solver.vierfrei_pack import Packer, Position

Entry = tuple[int, int, Position, int]
"""A position still to be expanded: its evaluation, its key, the position before it and the code of
the move; or, with code -1, the position itself."""

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


def expand(  # noqa: C901 (one function, for calls are the main cost)
    packer: Packer, position: Position, seen: set[int]
) -> list[Entry]:
    """Return the successors of ``position`` that are not in ``seen``, and add them to it."""
    columns, loose, lone, key = position.columns, position.loose, position.lying, position.key
    fixed, parent, came = position.fixed, position.parent, position.code
    _, following, safe, _ = position.home
    found: list[Entry] = []
    places = packer.places
    buried, homeward, a_move = packer.buried, packer.homeward, packer.depth
    deep = a_move * (position.depth + 1) + position.base
    at = 16 * len(columns) + len(loose)
    free = PLACES - len(columns) - len(loose)
    onto_column_may = _ONTO_COLUMN_MAY[at]
    onto_loose_may = _ONTO_LOOSE_MAY[at]
    to_empty_may = _TO_EMPTY_MAY[at]
    exposed = buildable = lone
    unfixed = key
    if not free:
        for card in loose if fixed else ():
            bit = BIT[card]
            if bit & fixed:
                unfixed -= FIXED[card]
        if 8 - len(columns) <= bits.count(fixed):
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
            target = bits.length(ends) - 1
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
            now = key + ZOBRIST[card][target] - ZOBRIST[card][under]
            if not free:
                if fixed & bit:
                    now -= FIXED[target]
                if left == 1:
                    now += FIXED[under]
            if now in seen:
                continue
            seen.add(now)
            shift = 0 if left > 1 else 15 if left else 16
            if bit & lone:
                into = ONTO_LOOSE
                value = deep + places[at + 15 - shift]
                wanted = following & bit
            else:
                into = 0
                host = columns[0]
                while host.end != bit:
                    into += 1
                    host = columns[into]
                value = deep + places[at - shift]
                wanted = (host.stays | bit) & following
            if moved == column.run:
                value -= column.ended
            if wanted:
                value += buried * moved * bits.count(wanted)
            wanted = column.stays & following
            if wanted:
                for other in cards[left:-1]:
                    bit = BIT[other]
                    wanted &= ~bit
                value -= buried * moved * bits.count(wanted)
            onward = card | target << 6 | moved << 12 | source | into << 20
            if left:
                opened = BIT[under]
                if opened & safe:
                    value -= homeward
                    onward |= SETTLE
            found.append((value, now, position, onward))

    if to_empty_may > 1:
        source = -1 << 16
        for column in columns:
            source += 1 << 16
            cards, count, run = column.cards, column.count, column.run
            if not (1 < run < count and run <= to_empty_may and column.end & focus):
                continue
            card, under = cards[-run], cards[-run - 1]
            now = key + ZOBRIST[card][ALONE] - ZOBRIST[card][under]
            if now in seen:
                continue
            seen.add(now)
            value = deep + places[at + 16 if count > run + 1 else at + 1]
            value -= column.ended
            wanted = (column.stays | column.end) & following
            if wanted:
                for other in cards[-run:]:
                    bit = BIT[other]
                    wanted &= ~bit
                value -= buried * run * bits.count(wanted)
            onward = card | EMPTY << 6 | run << 12 | source
            opened = BIT[under]
            if opened & safe:
                value -= homeward
                onward |= SETTLE
            found.append((value, now, position, onward))

    homing = following & focus & ~lone
    if homing & exposed:
        source = -1 << 16
        for column in columns:
            source += 1 << 16
            if not column.end & homing:
                continue
            cards = column.cards
            card = cards[-1]
            now = key - ZOBRIST[card][cards[-2]]
            then = at
            if len(cards) == 2:
                then = at - 15
                if not free:
                    now += FIXED[cards[0]]
            if now not in seen:
                seen.add(now)
                value = deep - a_move + places[then] - homeward - column.gone
                found.append((value, now, position, card | source | _HOME))

    for card in loose:
        ends = TAKERS[card]
        if not ends & onto:
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
                host = columns[0]
                while host.end != bit:
                    into += 1
                    host = columns[into]
                value = deep + places[at - 1]
                wanted = (host.stays | bit) & following
            seen.add(now)
            if wanted:
                value += buried * bits.count(wanted)
            found.append((value, now, position, card | target << 6 | _FROM_LOOSE | into << 20))
    homing = following & focus & lone
    if homing:
        value = deep - a_move + places[at - 1] - homeward
        for card in loose:
            bit = BIT[card]
            if bit & homing:
                now = unfixed - ZOBRIST[card][ALONE]
                if now not in seen:
                    seen.add(now)
                    found.append((value, now, position, card | _LOOSE_HOME))
    if free:
        dug = _dug(position) if free == 1 else 0
        more = deep + places[at + 1]
        source = -1 << 16
        for column in columns:
            source += 1 << 16
            now = key + column.lift
            value, opened, onward = more, column.opened, column.onward
            cards = column.cards
            if len(cards) == 2:
                value = deep + places[at - 14]
                if free == 1:
                    now += FIXED[cards[0]]
            if now in seen:
                continue
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
            seen.add(now)
            value -= column.gone
            wanted = column.stays & following
            if wanted:
                value -= buried * bits.count(wanted)
            if opened & safe:
                value -= homeward
                onward |= SETTLE
            found.append((value, now, position, onward | source))

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
