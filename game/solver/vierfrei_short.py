"""Searches for a line with the fewest player moves, and for the proof that none has fewer.

A cyclic best-first search: there is a heap for each number of moves made, and the most promising
position of each level goes on in turn, over and over. So there soon is a line, which gets shorter
the longer the search goes on. What cannot lead to a shorter one is left out: positions of which the
moves made and the bound of ``vierfrei_bound`` together are no fewer than the line has. Once nothing
else is left, the line is a shortest one.

Cells and columns are distinguished, so that each step is one player move; moves home cost nothing.
Cards that can go home do so, but what comes of holding some of them back waits too, behind the
rest. Only cards that ``home_of`` calls safe are never held back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import Final

from game.solver import bits
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
from game.solver.vierfrei_bound import NO_STOPS, Bound, Stop, Stops, stops_on
from game.solver.vierfrei_worth import (
    BURIED,
    HELD,
    HOMEWARD,
    IN_CELLS,
    LEFT,
    NEEDED,
    PLACES,
    disorder,
)

_MADE: Final = -1
"""The code of an entry that stands for the position itself."""

_HOLD: Final = 1 << 25
"""Part of the code of an entry for what comes of a move if cards are held back after it."""

_TURNS: Final = 32
"""So many positions between two looks at the clock."""

_MOST: Final = 3_000_000
"""The most positions met, to limit memory (some 250 bytes each)."""

_MOST_PILES: Final = 30_000
"""The most columns cached, to limit memory (some 2000 bytes each)."""

_NEVER: Final = 1 << 20
"""More moves than any line has."""

Goals = tuple[tuple[int, int, int], ...]
"""For a card lying on a certain other one, the cards that it may move onto: the bit of each, the
move's contribution to the key, its code without everything else."""

Way = tuple[int, int, Cards, int, int, int, int, int, int, int, int, Goals]
"""A way to take the end of a run: mask of what its first card may lie on, number of cards, these
cards, how much of the places it leaves, by how much its pile costs less then, mask of the cards
that stay, bit of the card uncovered; what moving into an empty column contributes to the key (0
where that is no move) and to the evaluation; the same of moving into a cell; the goals."""

Line = list[tuple[int, tuple[int, int, int, int]]]
"""The codes of the moves, each with the heights of the foundations that it leads to; before them
those at the start, with a code that does not count."""


def _goals_of(card: int, under: int) -> Goals:
    """Return what ``card`` may move onto from where it lies on ``under``."""
    gone = ZOBRIST[card][under]
    return tuple(
        [(bit, ZOBRIST[card][target] - gone, card | target << 6) for bit, target in UNDER[card]]
    )


class Pile:
    """A column, or a card in a cell, and what taking cards from it does; computed once for each."""

    __slots__ = ("cards", "cost", "end", "key", "laying", "mask", "run", "stops", "takers", "ways")
    cards: Cards
    run: int
    """How many cards at the end form a run."""
    cost: int
    """What it costs in the evaluation."""
    mask: int
    """Mask of the cards."""
    takers: int
    """Mask of what some card of the run may lie on."""
    end: int
    """Bit of the last card."""
    key: int
    """What it contributes to the key; a card in a cell counts as lying on itself."""
    stops: Stops
    laying: dict[Cards, int]
    """What the runs laid on it so far add to its cost."""
    ways: list[Way]


class Spot:
    """A position, and how the search came to it."""

    __slots__ = (
        "base", "cells", "code", "columns", "held", "home", "key", "least", "parent", "slack",
    )  # fmt: skip
    columns: list[Pile]
    """Those that hold a card, in any order."""
    cells: list[Pile]
    """The same."""
    home: Home
    key: int
    base: int
    """The evaluation without the places and the moves needed."""
    held: bool
    """Whether cards went home that could be held back."""
    least: int
    """How many player moves are needed at least, as far as is known."""
    slack: int
    """By how much the bound can be above that, which was not computed for some moves."""
    parent: Spot | None
    code: int
    """The move from there, card | target << 6 | count << 12 | source << 16 | target column << 20:
    LOOSE is a cell here, EMPTY an empty column, the source's number counts columns and then
    cells."""


Entry = tuple[int, int, Spot, int]
"""Evaluation, key, the position before and the code of the move; or with ``_MADE`` the position."""


class Piles(dict[Cards, Pile]):
    """The columns known so far, by their cards; others are added when asked for."""

    __slots__ = ()

    def __missing__(self, cards: Cards) -> Pile:
        return self._add(cards)

    def _add(self, cards: Cards) -> Pile:
        if len(self) >= _MOST_PILES:
            self.clear()
        found = self[cards] = Pile()
        stops, key, mask, under = NO_STOPS, 0, 0, ALONE
        for card in cards:
            key += ZOBRIST[card][under]
            if mask:
                stops = stops_on(stops, mask, key, under, card)
            mask |= BIT[card]
            under = card
        found.cards, found.mask, found.end = cards, mask, BIT[under]
        found.key, found.stops, found.takers = key, stops, 0
        found.cost, found.run = disorder(cards)
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
            found.ways.append(
                (
                    takers,
                    moved,
                    run,
                    0 if left else 8,
                    found.cost - disorder(left)[0],
                    mask,
                    BIT[under] if left else 0,
                    ZOBRIST[card][ALONE] - gone,
                    disorder(run)[0],
                    ZOBRIST[card][card] - gone if single else 0,
                    IN_CELLS[card >> 2] if single else 0,
                    _goals_of(card, under),
                )
            )
        return found


def _cell(card: int) -> Pile:
    """Return ``card`` in a cell."""
    found = Pile()
    found.cards, found.mask, found.end, found.takers = (card,), BIT[card], BIT[card], TAKERS[card]
    found.key, found.stops = ZOBRIST[card][card], NO_STOPS
    found.cost, found.run, found.laying = IN_CELLS[card >> 2], 1, {}
    lift, alone = ZOBRIST[card][ALONE] - ZOBRIST[card][card], disorder((card,))[0]
    goals = _goals_of(card, card)
    found.ways = [(TAKERS[card], 1, (card,), 1, found.cost, 0, 0, lift, alone, 0, 0, goals)]
    return found


_IN_CELL: Final = tuple([_cell(card) for card in range(52)])


class Short:
    """A search for short lines from one position."""

    def __init__(self, board: Board, stop: Callable[[], bool]) -> None:
        self._board = board
        self._stop = stop
        self._ask = 0
        self._piles = Piles()
        self._bound = Bound()
        self._seen: dict[int, int] = {}
        """The fewest moves that each position was met with."""
        self._heaps: list[list[Entry]] = []
        """What waits after each number of moves."""
        self._best = 0
        """The moves of the shortest line so far."""
        self._first = 0
        """The bound at the start."""
        self.positions = 0

    def least(self) -> int:
        """Return how many player moves any line has at least, as far as that is proven."""
        found = self._best
        for moves, heap in enumerate(self._heaps[:found]):
            for _, _, spot, code in heap:
                found = min(found, moves + spot.least - (code != _MADE))
        return max(found, self._first)

    def lines(self, length: int) -> Iterator[Line]:
        """Yield shorter and shorter lines, all with fewer than ``length`` moves, until told to stop
        or until none is shorter."""
        self._best = length
        self._heaps = [[] for _ in range(length + 1)]
        self._begin()
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
        """Put the start on its heap, as it lies and after moves home."""
        columns = [self._piles[cards] for cards in self._board.piles[:8] if cards]
        cells = [_IN_CELL[pile[0]] for pile in self._board.piles[8:] if pile]
        home = home_of(self._board.heights)
        least = self._first = self._least(columns, 52)
        whole, safe = [_spot(columns, cells, home, least, 0, None, 0) for _ in range(2)]
        self._settle(whole, True)
        self._seen[whole.key] = 0
        heappush(self._heaps[0], (_value(whole), whole.key, whole, _MADE))
        if whole.held:
            self._settle(safe, False)
            self._hold(safe, self._heaps[0], 0)

    def _next(  # noqa: C901 (one function, for calls are the main cost)
        self, heap: list[Entry], moves: int
    ) -> Spot | None:
        """Take the most promising position off ``heap`` and return it; None if there is none among
        some entries.

        Before its moves home and its bound are known an entry is ranked by an estimate of them;
        once they are known, it may have to wait.
        """
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
                spot.base = value - PLACES[8 * len(spot.columns) + len(spot.cells)]
                spot.base -= NEEDED * (2 * before.least + before.slack)
            if code & _HOLD:
                if spot.key == key or seen.get(spot.key, _NEVER) > moves:
                    self._hold(spot, heap, moves)
                continue
            value = _value(spot)
            if spot.held:
                heappush(heap, (value + HELD, key, before, code | _HOLD))
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
        """Put ``spot``, and what comes of it by moves home that are not safe, on ``heap``."""
        level = [spot]
        self._seen[spot.key] = moves
        for one in level:
            heappush(heap, (_value(one) + HELD, one.key, one, _MADE))
            for pile in one.columns + one.cells:
                if pile.end & one.home[1]:
                    made = _spot(
                        one.columns, one.cells, one.home, one.least, one.slack, one.parent, one.code
                    )
                    self._bring_home(made, pile)
                    self._settle(made, False)
                    if self._seen.get(made.key, _NEVER) > moves:
                        self._seen[made.key] = moves
                        level.append(made)

    def _least(self, columns: list[Pile], most: int) -> int:
        """Return the bound; if it is more than ``most``, a number above that may be too low."""
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
        """Return the position after a move alone, without key and evaluation."""
        found = _spot(
            before.columns, before.cells, before.home, before.least - 1, before.slack + 2, before,
            code,
        )  # fmt: skip
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
        """Send all cards of ``spot`` home that can go, or the safe ones, which does not change the
        bound; then complete it."""
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
        base, key = LEFT * spot.home[3], 0
        for pile in spot.columns + spot.cells:
            key += pile.key
            base += pile.cost
            wanted = pile.mask & following
            while wanted:
                card = bits.length(wanted) - 1
                wanted ^= BIT[card]
                base += BURIED * (len(pile.cards) - 1 - pile.cards.index(card))
        spot.key, spot.base = key, base

    def _bring_home(self, spot: Spot, pile: Pile) -> None:
        """Send the last card of ``pile`` home."""
        if pile in spot.cells:
            spot.cells.remove(pile)
        elif len(pile.cards) > 1:
            spot.columns[spot.columns.index(pile)] = self._piles[pile.cards[:-1]]
        else:
            spot.columns.remove(pile)
        spot.home = HOMES[spot.home[1] ^ pile.end | pile.end << 4 & ALL]

    def _expand(  # noqa: C901 (one function, for calls are the main cost)
        self, spot: Spot, moves: int
    ) -> None:
        """Put the results of all player moves on the heap that were not met with at most as many
        ``moves``."""
        columns, cells, base, key, following = (
            spot.columns, spot.cells, spot.base, spot.key, spot.home[1],
        )  # fmt: skip
        seen, heap = self._seen, self._heaps[moves]
        met = seen.get
        base += NEEDED * (2 * spot.least + spot.slack)
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
                    gone -= BURIED * moved * bits.count(wanted)
                onward = run[0] | moved << 12 | source | settle
                if opened & following:
                    gone -= HOMEWARD
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
                            laid = onto.laying[run] = disorder(onto.cards + run)[0] - onto.cost
                        value = gone + laid + PLACES[where]
                        wanted = onto.mask & following
                        if wanted:
                            value += BURIED * moved * bits.count(wanted)
                        heappush(heap, (value, now, spot, onward | goal | into << 20))
                if leaves < 8 and moved <= empty_may:
                    now = key + lift
                    if met(now, _NEVER) > moves:
                        seen[now] = moves
                        value = gone + alone + PLACES[where + 8]
                        heappush(heap, (value, now, spot, onward | EMPTY << 6))
                if park and free:
                    now = key + park
                    if met(now, _NEVER) > moves:
                        seen[now] = moves
                        value = gone + parked + PLACES[where + 1]
                        heappush(heap, (value, now, spot, onward | LOOSE << 6))


def _spot(
    columns: list[Pile],
    cells: list[Pile],
    home: Home,
    least: int,
    slack: int,
    parent: Spot | None,
    code: int,
) -> Spot:
    found = Spot()
    found.columns, found.cells, found.home = columns[:], cells[:], home
    found.least, found.slack, found.parent, found.code = least, slack, parent, code
    found.held = False
    return found


def _value(spot: Spot) -> int:
    """Return the whole evaluation of ``spot``."""
    places = PLACES[8 * len(spot.columns) + len(spot.cells)]
    return spot.base + places + NEEDED * (2 * spot.least + spot.slack)


def _line(spot: Spot) -> Line:
    """Return the line that leads to ``spot``."""
    found = []
    one: Spot | None = spot
    while one is not None:
        found.append((one.code, one.home[0]))
        one = one.parent
    found.reverse()
    return found
