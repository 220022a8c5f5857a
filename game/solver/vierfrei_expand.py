"""All that can come after a packed position of Vierfrei, each with what it promises.

Every single card's move is among it, but for those that another order of the same moves makes up
for, so that a search that runs out of positions has proven the game lost.
"""

from __future__ import annotations

from typing import Final

from game.solver.vierfrei_board import (
    ALONE,
    BIT,
    EMPTY,
    FIXED,
    FROM_LOOSE,
    GIVERS,
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
"""A position not gone on from yet: its evaluation, its key, the position before it and the code of
the move; or, with code -1, the position itself."""

_SINGLE: Final = 1 << 12
_FROM_LOOSE: Final = _SINGLE | FROM_LOOSE << 16
_HOME: Final = HOMEWARD << 6 | _SINGLE | SETTLE
_LOOSE_HOME: Final = _HOME | FROM_LOOSE << 16


_ALL: Final = (1 << 52) - 1


def _capacities(taken: int, targets: int) -> list[int]:
    """At 16 * long columns + loose cards, how many cards may move at once.

    ``taken`` columns beside the long ones cannot help: the target. Loose cards make way into the
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
    packer: Packer, position: Position, seen: set[int]
) -> list[Entry]:
    """What can come after ``position``, but for what is in ``seen``, to which it is added.

    One long function, because calls are what costs most here.
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
        exposed |= column[8]

    # A move that has nothing to do with the card made loose just now, or the one it lay on, could
    # have come before it. Not so if a column ended to be long: that makes room to build elsewhere.
    focus = _ALL
    if came >> 6 & 63 == LOOSE and came < SETTLE and parent:
        below = parent[0][came >> 16 & 15]
        if below[1] > 2:
            focus = below[8] | below[9][3]
    onto = exposed & focus

    source = -1
    for column in columns:
        source += 1
        end = column[8]
        targets = exposed if end & focus else onto
        if column[7] & targets:
            cards, count, run, _, gain, mask, run_mask, _, _, _, _ = column
            moved = 0
            while moved < run:
                moved += 1
                card = cards[-moved]
                if not TAKERS[card] & targets:
                    continue
                left = count - moved
                under = cards[-1 - moved] if left else ALONE
                for bit, target in UNDER[card]:
                    if not bit & targets:
                        continue
                    now = key + ZOBRIST[card][target] - ZOBRIST[card][under]
                    if bit & lone:
                        if moved > onto_loose_may or not bit & buildable:
                            continue
                        if fixed & bit:
                            now -= FIXED[target]
                        into = ONTO_LOOSE
                        then = at + 15
                        wanted = following & bit
                    else:
                        if moved > onto_column_may:
                            continue
                        into = 0
                        while columns[into][8] != bit:
                            into += 1
                        then = at
                        wanted = following & columns[into][5]
                    if left < 2:
                        if left:
                            then -= 15
                            if not free:
                                now += FIXED[under]
                        else:
                            then -= 16
                    if now in seen:
                        continue
                    mark(now)
                    value = deep + places[then]
                    if wanted:
                        value += buried * moved * wanted.bit_count()
                    if moved == run:
                        value -= gain
                        wanted = following & (mask ^ run_mask)
                    else:
                        wanted = following & mask
                        for above in cards[-moved:]:
                            wanted &= ~BIT[above]
                    if wanted:
                        value -= buried * moved * wanted.bit_count()
                    onward = card | target << 6 | moved << 12 | source << 16 | into << 20
                    if left and BIT[under] & safe:
                        value -= homeward
                        onward |= SETTLE
                    add((value, now, position, onward))
        run = column[2]
        if 1 < run < column[1] and run <= to_empty_may and end & focus:
            cards, count, _, _, gain, mask, run_mask, _, _, _, _ = column
            card = cards[-run]
            under = cards[-1 - run]
            now = key + ZOBRIST[card][ALONE] - ZOBRIST[card][under]
            if now not in seen:
                mark(now)
                value = deep + places[at + 1 if count - run == 1 else at + 16] - gain
                wanted = following & (mask ^ run_mask)
                if wanted:
                    value -= buried * run * wanted.bit_count()
                onward = card | EMPTY << 6 | run << 12 | source << 16
                if BIT[under] & safe:
                    value -= homeward
                    onward |= SETTLE
                add((value, now, position, onward))
        if end & following & focus:
            cards, count, run, _, gain, _, _, _, _, _, _ = column
            card = cards[-1]
            now = key - ZOBRIST[card][cards[-2]]
            then = at
            if count == 2:
                then = at - 15
                if not free:
                    now += FIXED[cards[0]]
            if now not in seen:
                mark(now)
                value = deep - weights.depth + places[then] - homeward
                if run == 1:
                    value -= gain
                add((value, now, position, card | source << 16 | _HOME))

    if free:
        source = -1 << 16
        loosened = deep + places[at + 1]
        dug = _dug(position) if free == 1 and focus != _ALL else ()
        for column in columns:
            lift, wanted, gone, opened, onward = column[9]
            source += 1 << 16
            now = key + lift
            value = loosened
            if column[1] == 2:
                value = deep + places[at - 14]
                if free == 1:
                    now += FIXED[column[0][0]]
            if free == 1:
                end = column[8]
                ways = GIVERS[column[0][-1]] if at < 128 or column[1] == 2 else 0
                other = others = 0
                for lying_open, set_aside in dug:
                    if lying_open != end:
                        other = lying_open
                        either = lying_open | set_aside
                        others += 1
                if others == 0:
                    if not (
                        opened & following
                        or TAKERS[column[0][-2]] & exposed
                        or GIVERS[column[0][-2]] & exposed & ~end
                        or ways & exposed
                    ):
                        continue
                elif others > 1 or not (
                    TAKERS[column[0][-2]] & either or (GIVERS[column[0][-2]] | ways) & other
                ):
                    continue
            if now in seen:
                continue
            mark(now)
            wanted &= following
            if wanted:
                value -= buried * wanted.bit_count()
            if opened & safe:
                add((value - gone - homeward, now, position, onward | source | SETTLE))
            else:
                add((value - gone, now, position, onward | source))

    for card in loose:
        targets = exposed if BIT[card] & focus else onto
        if TAKERS[card] & targets:
            for bit, target in UNDER[card]:
                if not bit & targets:
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
                    while columns[into][8] != bit:
                        into += 1
                    value = deep + places[at - 1]
                    wanted = following & columns[into][5]
                mark(now)
                if wanted:
                    value += buried * wanted.bit_count()
                add((value, now, position, card | target << 6 | _FROM_LOOSE | into << 20))
        if BIT[card] & following & focus:
            now = unfixed - ZOBRIST[card][ALONE]
            if now not in seen:
                mark(now)
                value = deep - weights.depth + places[at - 1] - homeward
                add((value, now, position, card | _LOOSE_HOME))
    return found


def _dug(position: Position) -> list[tuple[int, int]]:
    """What the loosenings just before ``position`` have laid open, and what they have set aside.

    One pair of masks for each column. With one place left, one more loosening is of use only if
    the move after it needs all of them: else it could have been made before, with more places free.
    """
    found: list[tuple[int, int]] = []
    at: Position | None = position
    while at is not None:
        code, parent = at[9], at[8]
        if parent is None or code >= SETTLE or code >> 6 & 63 != LOOSE:
            break
        column = parent[0][code >> 16 & 15]
        if column[1] == 2:
            break
        aside, opened = column[8], column[9][3]
        for index, (lying_open, set_aside) in enumerate(found):
            if set_aside & opened:
                found[index] = lying_open, set_aside | aside
                break
        else:
            found.append((opened, aside))
        at = parent
    return found
