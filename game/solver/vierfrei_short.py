"""Searches for a line with the fewest player moves, and for a proof that none is shorter.

Each move of the search is one player move. So, unlike other searches, it distinguishes a single
card in a cell from a single card in a column. Cards that can go home do so for free. Unsafe cards
may also be held back, but such positions are tried much later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import Final

from game.solver.vierfrei_board import (
    ALL,
    ALONE,
    BIT,
    EMPTY,
    HOMES,
    LOOSE,
    SETTLE,
    TAKERS,
    UNDER,
    ZOBRIST,
    Board,
    Cards,
    Home,
    home_of,
)
from game.solver.vierfrei_bound import NO_STOPS, Bound, Stop, Stops, stops_of

_MADE: Final = -1  # the code of an entry that holds the position after the move
_HOLD: Final = 1 << 25  # a bit of an entry's code, set if cards are held back after the move
_TURNS: Final = 32
"""The number of positions between two checks whether the search should stop. It is also the maximum
number of entries that ``_next`` takes off a heap."""

_MOST: Final = 3_000_000
"""The maximum number of positions to remember, at some 250 bytes each."""

_MOST_PILES: Final = 30_000
"""The maximum number of columns to cache, at some 2500 bytes each."""

_NEVER: Final = 1 << 20  # more than the moves of any line

# The evaluation by which positions are ranked; less is better. The weights were fitted on deals
# that no benchmark uses: a logistic regression learned to tell positions on the shortest line found
# from other positions after the same number of moves. The positions came from beam searches some
# 2400 positions wide, which used the weights of the previous fit. A *unit* consists of cards that
# form a run where they lie. It has to be *moved aside* if one of its cards lies above a lower card
# of the same suit. Aces have rank 0.

_LEFT: Final = 987  # for each card that is not home
_BURIED: Final = 332  # for each card that lies above the next card of a suit
_HELD: Final = 8000  # for holding back cards that could go home
_UNDER: Final = -635  # for each card below the last break in the sequence of its column
_RUN: Final = -892  # for each card above that break
_LENGTH: Final = 111  # for each card of a unit that lies on another unit

_NEEDED: Final = 300
"""The cost of half a player move. ``2 * least + slack`` estimates how many half moves are still
needed."""

# High, because overrating a position does little harm: the position is ranked again later.
_HOMEWARD: Final = 2500
"""The gain assumed for uncovering a card that can go home."""

_BOTTOM: Final = (-225, 71, 365, 317, 561, 775, 1117, 1030, 716, 853, 1080, 623, -1359)
"""The weight of a column's first card, indexed by rank."""

_TOP: Final = (0, 800, 812, 738, 651, 595, 465, 361, 234, 259, 277, 269, 465)
"""The weight of a column's last card, indexed by rank."""

_BASE: Final = (1038, 939, 927, 1063, 1078, 1396, 1525, 1663, 1793, 1901, 2017, 2118, 1386)
"""The weight of a unit that lies on another unit. The index is the rank of its first card."""

_STEP: Final = (
    531, 46, 234, 215, 114, 103, 127, 117, 8, 0, 75, -155, -37, -139, 108, 70, -16, 28, -27, -33,
    136, -90, -177, -52, 162,
)  # fmt: skip
"""Added to ``_BASE``. The index is 12 + the rank of the first card - the rank of the card below."""

_LOWEST: Final = (860, 736, 578, 410, 157, 190, -117, -369, -105, -293, -427, -437, -139)
"""Added to ``_BASE`` if the unit need not make way for any card below it. The index is the lowest
rank below the unit."""

_LOWEST_FORCED: Final = (733, 733, 709, 487, 390, 290, -150, -332, -438, -494, -116, -1511, 0)
"""Added to ``_BASE`` if the unit must make way for a card below it. The index is the lowest rank
below the unit."""

_SAME: Final = (534, 525, 424, 378, 302, 225, 289, 316, 289, 204, 275, 152, 301)
"""Added to ``_LOWEST_FORCED``. The unit must make way for one or more cards below it. The index
is the lowest rank of these cards."""

_LOWER: Final = (796, 335, 220, 140, 103, 84, -52, -38, -62, -123, -132, -55, 0)
"""Added to ``_BENEATH`` if the card ranks lower than the unit's first card. The index is the
same."""

_BENEATH: Final = (-895, -479, -380, -277, -184, -221, -140, -120, -111, -108, -101, -121, -216)
"""The weight of each card below a unit, indexed by that card's rank."""

_IN_CELLS: Final = (0, -491, -242, -53, -108, 209, 282, 525, 474, 736, 777, 748, -342)
"""The weight of a card in a cell, indexed by rank."""

# Indexed by occupied cells, empty columns or free places; the last entry also stands for more.
_CELLS: Final = (0, 282, 349, 472, 1162)
_EMPTY: Final = (1015, -62, -630, -1205, -1391, -442)
_FREE: Final = (1399, 743, 286, 0)
_PLACES: Final = tuple(
    _CELLS[min(cells, 4)] + _EMPTY[min(8 - long, 5)] + _FREE[min(max(12 - long - cells, 0), 3)]
    for long in range(9)
    for cells in range(8)
)
"""The cost of occupied cells and columns, indexed by 8 * occupied columns + occupied cells."""

Goals = tuple[tuple[int, int, int], ...]
"""A triple for each card onto which a given card may move: the target's bit, what the move adds to
the key, and the part of the move's code that names the two cards."""

Way = tuple[int, int, Cards, int, int, int, int, int, int, int, int, Goals]
"""A way to take cards from the end of a pile, as a tuple:

- the cards onto which the first card taken may move, as a bit mask
- the number of cards taken, and the cards
- the decrease of the index into ``_PLACES``
- the decrease of the pile's cost
- the cards that stay, as a bit mask, and the bit of the last one
- for a move to an empty column: the changes of the key and the evaluation
- for a move to a cell: the same changes, or 0 if the move is impossible or useless
- the targets of a move onto another card, as ``Goals``
"""

Line = list[tuple[int, tuple[int, int, int, int]]]
"""The moves of a line. Each item holds a move's code and the foundations' heights after the move.

The first item has the heights at the start of the line; its code has no meaning.
"""


def _goals_of(card: int, under: int) -> Goals:
    gone = ZOBRIST[card][under]
    return tuple(
        [(bit, ZOBRIST[card][target] - gone, card | target << 6) for bit, target in UNDER[card]]
    )


class Pile:
    """A column, or a card in a cell, and the ways to take cards from it."""

    __slots__ = ("cards", "cost", "end", "key", "laying", "mask", "run", "stops", "takers", "ways")
    cards: Cards
    run: int  # how many cards at the end form a run
    cost: int
    mask: int
    takers: int  # the cards on which some card of the run may lie
    end: int  # the bit of the last card
    key: int  # a card in a cell counts as lying on itself
    stops: Stops
    laying: dict[Cards, int]  # the cost added by each run that has been laid on the pile
    ways: list[Way]


class Spot:
    """A position, and how the search reached it."""

    __slots__ = (
        "base", "cells", "code", "columns", "held", "home", "key", "least", "parent", "slack",
    )  # fmt: skip
    columns: list[Pile]  # those that hold a card, in any order
    cells: list[Pile]  # those that hold a card, in any order
    home: Home
    key: int
    base: int  # the evaluation without the terms for places and for the moves still needed
    held: bool  # whether any of the cards sent home could have been held back instead
    least: int  # a lower bound on the number of player moves still needed
    slack: int  # how far above ``least`` the bound may be; it is not recomputed after every move
    parent: Spot | None
    code: int
    """The code of the move that led here, in the format of ``vierfrei_pack.Position.code``.

    There are three differences: ``source`` numbers the columns and then the cells, ``into`` is
    always the index of a column, and the flag ``_HOLD`` may be set.
    """


Entry = tuple[int, int, Spot, int]
"""A position to expand: its evaluation, its key, the position one move earlier, and the code of
that move. If the code is ``_MADE``, the third item is the position itself."""


def _disorder(cards: tuple[int, ...]) -> tuple[int, int]:
    """Return a column's cost, and the length of its run."""
    if not cards:
        return 0, 0
    count, card, last = len(cards), cards[0], cards[-1]
    cost = _BOTTOM[card >> 2] + _TOP[last >> 2]
    lowest, lowest_of = 13, [13, 13, 13, 13]  # the lowest rank below a unit, of all and by suit
    begin = 0
    for end in range(1, count + 1):
        if end < count:
            card, under = cards[end], cards[end - 1]
            takers = TAKERS[card]
            if takers >> under & 1:
                continue
        if begin:
            cost += _unit(cards, begin, end, lowest, lowest_of)
        if end < count:
            for card in cards[begin:end]:
                rank, suit = card >> 2, card & 3
                lowest, lowest_of[suit] = min(lowest, rank), min(lowest_of[suit], rank)
            begin = end
    run = count - begin
    return cost + _UNDER * begin + _RUN * run, run


def _unit(cards: tuple[int, ...], begin: int, end: int, lowest: int, lowest_of: list[int]) -> int:
    """Return the cost of the unit ``cards[begin:end]``, which lies on other cards."""
    card, under = cards[begin], cards[begin - 1]
    base = card >> 2
    cost = _BASE[base] + _STEP[12 + base - (under >> 2)] + _LENGTH * (end - begin)
    least = 13
    for card in cards[begin:end]:
        low = lowest_of[card & 3]
        if low < card >> 2 and low < least:
            least = low
    cost += _LOWEST[lowest] if least == 13 else _LOWEST_FORCED[lowest] + _SAME[least]
    for card in cards[:begin]:
        rank = card >> 2
        cost += _BENEATH[rank]
        if rank < base:
            cost += _LOWER[rank]
    return cost


class Piles(dict[Cards, Pile]):
    """A cache of columns, keyed by their cards. Looking up a missing column adds it."""

    __slots__ = ()

    def __missing__(self, cards: Cards) -> Pile:
        return self._add(cards)

    def _add(self, cards: Cards) -> Pile:
        if len(self) >= _MOST_PILES:
            self.clear()
        found = self[cards] = Pile()
        found.cards, found.end, found.takers = cards, BIT[cards[-1]], 0
        found.stops, found.key, mask = stops_of(cards)
        found.mask = mask
        found.cost, found.run = _disorder(cards)
        found.laying, found.ways = {}, []
        for moved in range(1, found.run + 1):
            run, left = cards[-moved:], cards[:-moved]
            card = run[0]
            bit, takers = BIT[card], TAKERS[card]
            mask ^= bit
            found.takers |= takers
            under = left[-1] if left else ALONE
            gone = ZOBRIST[card][under]
            single = moved == 1
            found.ways.append((
                takers, moved, run, 0 if left else 8, found.cost - _disorder(left)[0], mask,
                BIT[under] if left else 0, ZOBRIST[card][ALONE] - gone, _disorder(run)[0],
                ZOBRIST[card][card] - gone if single else 0,
                _IN_CELLS[card >> 2] if single else 0, _goals_of(card, under),
            ))  # fmt: skip
        return found


def _cell(card: int) -> Pile:
    found = Pile()
    found.cards, found.mask, found.end, found.takers = (card,), BIT[card], BIT[card], TAKERS[card]
    found.key, found.stops = ZOBRIST[card][card], NO_STOPS
    found.cost, found.run, found.laying = _IN_CELLS[card >> 2], 1, {}
    lift, alone = ZOBRIST[card][ALONE] - ZOBRIST[card][card], _disorder((card,))[0]
    goals = _goals_of(card, card)
    found.ways = [(TAKERS[card], 1, (card,), 1, found.cost, 0, 0, lift, alone, 0, 0, goals)]
    return found


_IN_CELL: Final = tuple([_cell(card) for card in range(52)])


class Short:
    """A search for short winning lines from one position."""

    def __init__(self, board: Board, stop: Callable[[], bool]) -> None:
        self._stop = stop
        self._ask = 0
        self._piles = Piles()
        self._bound = Bound()
        # The fewest moves in which each position has been reached, by the position's key.
        self._seen: dict[int, int] = {}
        # For each number of moves made, a heap of the entries to be expanded.
        self._heaps: list[list[Entry]] = []
        self._best = 0  # the number of moves in the shortest line so far
        self.positions = 0
        self._start = start = Spot()
        start.columns = [self._piles[cards] for cards in board.piles[:8] if cards]
        start.cells = [_IN_CELL[pile[0]] for pile in board.piles[8:] if pile]
        start.home = home_of(board.heights)
        start.least, start.slack = self._least(start.columns, 52), 0
        start.parent, start.code = None, 0

    def least(self) -> int:
        """Return the best lower bound proven so far on the number of player moves to a win."""
        found = self._best
        for moves, heap in enumerate(self._heaps[:found]):
            for _, _, spot, code in heap:
                found = min(found, moves + spot.least - (code != _MADE))
        return max(found, self._start.least)

    def lines(self, length: int) -> Iterator[Line]:
        """Yield shorter and shorter lines, all with fewer than ``length`` moves."""
        self._best = length
        self._heaps = [[] for _ in range(length + 1)]
        self._begin()
        # The most promising position for each number of moves is expanded in turn. This
        # finds a line soon, and shorter ones later. Once nothing is left, the last is the shortest.
        waiting = True
        while waiting and not self._must_end():
            waiting = False
            for moves in range(length):
                if moves >= self._best:
                    break
                heap = self._heaps[moves]
                if not heap:
                    continue
                waiting = True
                spot = self._next(heap, moves)
                if spot is None:
                    continue
                if spot.home[3] == 0:
                    self._best = moves
                    yield _line(spot)
                    break
                self._expand(spot, moves + 1)
                if self.positions >= self._ask and self._must_end():
                    return

    def _must_end(self) -> bool:
        self._ask = self.positions + _TURNS
        return self._stop() or len(self._seen) > _MOST

    def _begin(self) -> None:
        """Push the starting position onto the first heap, together with any positions that hold
        cards back."""
        safe, whole = self._start, _copy(self._start)
        self._settle(whole, True)
        self._seen[whole.key] = 0
        heappush(self._heaps[0], (_value(whole), whole.key, whole, _MADE))
        if whole.held:
            self._settle(safe, False)
            self._hold(safe, self._heaps[0], 0)

    def _next(  # noqa: C901 (calls are slow)
        self, heap: list[Entry], moves: int
    ) -> Spot | None:
        """Take the most promising position off ``heap`` and return it. If the first ``_TURNS``
        entries are not worth expanding, return None."""
        seen, most = self._seen, self._best - moves - 1
        for _ in range(_TURNS):
            if not heap:
                break
            value, key, before, code = heappop(heap)
            if seen[key] < moves:
                continue
            if code == _MADE:
                if before.least <= most:
                    return before
                continue
            if before.least - 1 > most:
                continue
            # Until now, the entry was ranked by an estimate.
            self.positions += 1
            spot = self._carried(before, code)
            if spot.least + spot.slack > most:
                spot.least, spot.slack = self._least(spot.columns, most), 0
                if spot.least > most:
                    continue
            if code & SETTLE:
                self._settle(spot, not code & _HOLD)
            else:
                spot.key = key
                spot.base = value - _PLACES[8 * len(spot.columns) + len(spot.cells)]
                spot.base -= _NEEDED * (2 * before.least + before.slack)
            if code & _HOLD:
                if spot.key == key or seen.get(spot.key, _NEVER) > moves:
                    self._hold(spot, heap, moves)
                continue
            value = _value(spot)
            if spot.held:
                heappush(heap, (value + _HELD, key, before, code | _HOLD))
            if spot.key != key:
                if seen.get(spot.key, _NEVER) <= moves:
                    continue
                seen[spot.key] = moves
            if heap and value > heap[0][0]:
                heappush(heap, (value, spot.key, spot, _MADE))
            else:
                return spot
        return None

    def _hold(self, spot: Spot, heap: list[Entry], moves: int) -> None:
        """Push ``spot`` onto ``heap``, and also each new position that arises if unsafe cards go
        home."""
        level = [spot]
        self._seen[spot.key] = moves
        for one in level:
            heappush(heap, (_value(one) + _HELD, one.key, one, _MADE))
            for pile in one.columns + one.cells:
                if pile.end & one.home[1]:
                    made = _copy(one)
                    self._bring_home(made, pile)
                    self._settle(made, False)
                    if self._seen.get(made.key, _NEVER) > moves:
                        self._seen[made.key] = moves
                        level.append(made)

    def _least(self, columns: list[Pile], most: int) -> int:
        """Return a lower bound on the number of moves still needed. It may be less exact if it
        exceeds ``most``."""
        forced = key = 0
        stops: list[Stop | None] = []
        for pile in columns:
            units, stop, _, _ = pile.stops
            forced += units
            if stop is not None:
                stops.append(stop)
                key += stop[5]
        return forced + self._bound.of(stops, key, most - forced)

    def _carried(self, before: Spot, code: int) -> Spot:
        """Return the position after a move, without its key and evaluation."""
        found = _copy(before)
        # A player move changes the bound by at most one: with endless cells, a single move before
        # or after it puts the same cards aside.
        found.least, found.slack = before.least - 1, before.slack + 2
        found.parent, found.code = before, code
        columns, cells, piles = found.columns, found.cells, self._piles
        count, source, target = code >> 12 & 15, code >> 16 & 15, code >> 6 & 63
        cell = source - len(columns)
        cards = columns[source].cards if cell < 0 else cells[cell].cards
        run = cards[-count:]
        if target < LOOSE:
            into = code >> 20 & 15
            columns[into] = piles[columns[into].cards + run]
        elif target == LOOSE:
            cells.append(_IN_CELL[run[0]])
        else:
            columns.append(piles[run])
        if cell >= 0:
            del cells[cell]
        elif count < len(cards):
            columns[source] = piles[cards[:-count]]
        else:
            del columns[source]
        return found

    def _settle(self, spot: Spot, whole: bool) -> None:
        """Send the safe cards home, and then evaluate ``spot``. If ``whole``, unsafe cards go home
        too."""
        spot.held = False
        going = True
        while going:
            going = False
            safe = spot.home[2]
            ready = spot.home[1] if whole else safe
            for pile in spot.columns + spot.cells:
                if pile.end & ready:
                    if not pile.end & safe:
                        spot.held = True
                    self._bring_home(spot, pile)
                    going = True
                    break
        following = spot.home[1]
        base, key = _LEFT * spot.home[3], 0
        for pile in spot.columns + spot.cells:
            key += pile.key
            base += pile.cost
            wanted = pile.mask & following
            while wanted:
                card = wanted.bit_length() - 1
                wanted ^= BIT[card]
                base += _BURIED * (len(pile.cards) - 1 - pile.cards.index(card))
        spot.key, spot.base = key, base  # ``least`` and ``slack`` remain valid

    def _bring_home(self, spot: Spot, pile: Pile) -> None:
        if pile in spot.cells:
            spot.cells.remove(pile)
        elif len(pile.cards) > 1:
            spot.columns[spot.columns.index(pile)] = self._piles[pile.cards[:-1]]
        else:
            spot.columns.remove(pile)
        spot.home = HOMES[spot.home[1] ^ pile.end | pile.end << 4 & ALL]

    def _expand(  # noqa: C901 (calls are slow)
        self, spot: Spot, moves: int
    ) -> None:
        """Push the successors of ``spot``, except positions already reached in as few moves."""
        columns, cells, base, key, following = (
            spot.columns, spot.cells, spot.base, spot.key, spot.home[1],
        )  # fmt: skip
        seen, heap = self._seen, self._heaps[moves]
        met = seen.get
        base += _NEEDED * (2 * spot.least + spot.slack)
        at = 8 * len(columns) + len(cells)
        empty, free = 8 - len(columns), 4 - len(cells)
        onto_may = (free + 1) << empty
        empty_may = (free + 1) << (empty - 1) if empty else 0
        ends = [pile.end for pile in columns]
        exposed = sum(ends)
        settle = 0
        for pile in columns + cells:
            if pile.end & following:
                settle = SETTLE
        source = -1 << 16
        for pile in columns + cells:
            source += 1 << 16
            if not free and not empty and not pile.takers & exposed:
                continue
            for (
                takers, moved, run, leaves, gain, stays, opened, lift, alone, park, parked, goals
            ) in pile.ways:  # fmt: skip
                hits = takers & exposed
                if not hits and not empty and (moved > 1 or not free):
                    continue
                gone, where = base - gain, at - leaves
                wanted = stays & following
                if wanted:
                    gone -= _BURIED * moved * wanted.bit_count()
                onward = run[0] | moved << 12 | source | settle
                if opened & following:
                    gone -= _HOMEWARD
                    onward |= SETTLE
                if hits and moved <= onto_may:
                    for bit, delta, goal in goals:
                        now = key + delta
                        if not bit & hits or met(now, _NEVER) <= moves:
                            continue
                        seen[now] = moves
                        into = ends.index(bit)
                        onto = columns[into]
                        laid = onto.laying.get(run)
                        if laid is None:
                            laid = onto.laying[run] = _disorder(onto.cards + run)[0] - onto.cost
                        value = gone + laid + _PLACES[where]
                        wanted = onto.mask & following
                        if wanted:
                            value += _BURIED * moved * wanted.bit_count()
                        heappush(heap, (value, now, spot, onward | goal | into << 20))
                if leaves < 8 and moved <= empty_may:
                    now = key + lift
                    if met(now, _NEVER) > moves:
                        seen[now] = moves
                        value = gone + alone + _PLACES[where + 8]
                        heappush(heap, (value, now, spot, onward | EMPTY << 6))
                if park and free:
                    now = key + park
                    if met(now, _NEVER) > moves:
                        seen[now] = moves
                        value = gone + parked + _PLACES[where + 1]
                        heappush(heap, (value, now, spot, onward | LOOSE << 6))


def _copy(spot: Spot) -> Spot:
    found = Spot()
    found.columns, found.cells, found.home = spot.columns[:], spot.cells[:], spot.home
    found.least, found.slack, found.held = spot.least, spot.slack, False
    found.parent, found.code = spot.parent, spot.code
    return found


def _value(spot: Spot) -> int:
    """Return the full evaluation of ``spot``, not just the part in ``base``."""
    places = _PLACES[8 * len(spot.columns) + len(spot.cells)]
    # The moves still needed are taken to be halfway between ``least`` and ``least + slack``.
    return spot.base + places + _NEEDED * (2 * spot.least + spot.slack)


def _line(spot: Spot) -> Line:
    found = []
    one: Spot | None = spot
    while one is not None:
        found.append((one.code, one.home[0]))
        one = one.parent
    found.reverse()
    return found
