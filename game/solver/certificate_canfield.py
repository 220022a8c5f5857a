"""The positions that prove a Canfield game lost; see ``game.solver.certificate``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from game.solver.certificate_cards import (
    ALL,
    BEFORE,
    FOLLOWERS,
    HOSTS,
    LETTERS,
    RANK,
    fits_home,
)
from game.solver.certificate_search import NotLost, Proof

Place = tuple[tuple[str, ...], str, str]
"""The columns in the order of their letters, the reserve, the pack."""

Waste = tuple[int, ...]
"""Numbers of cards that the waste can have, each with steps of three added; besides 0 and all."""

_Move = tuple[list[str], str, str, Waste]

_LOWER: Final = {
    card: frozenset(other for other in LETTERS if RANK[other] < RANK[card]) for card in LETTERS
}


class CanfieldProof(Proof[Place, _Move]):
    """The proof for one position; ``back`` means that cards come back from the foundations, and
    that parts of columns move."""

    def __init__(
        self, columns: list[str], reserve: str, waste: str, stock: str, *, back: bool
    ) -> None:
        pack = waste + stock
        super().__init__((columns, reserve, pack, _few(len(waste), len(pack))))
        self._back = back
        self._held: dict[Place, Waste] = {}
        self._dead: dict[Place, str] = {}

    def lines(self) -> Iterator[str]:
        for place, waste in self._held.items():
            columns, reserve, pack = place
            counts = "+".join(map(str, waste))
            yield f"{'/'.join(columns)},{reserve},{pack};{counts};{self._dead.get(place, '')}"

    def _expanded(self, place: Place) -> Iterable[_Move]:
        away = ALL - self._brought_home(place)
        if away:
            self._dead[place] = min(away)
            return ()
        # It may have been dead before other places in the pack came to it.
        self._dead.pop(place, None)
        return self._moves(place)

    def _kept(self, move: _Move) -> Place | None:
        columns, reserve, pack, waste = move
        place = self._settled(columns, reserve, pack)
        if not any(place):
            raise NotLost
        held = self._held.get(place)
        if held is None:
            self._held[place] = waste
        else:
            merged = {count % 3: count for count in sorted({*held, *waste}, reverse=True)}
            both = tuple(sorted(merged.values()))
            if both == held:
                return None
            self._held[place] = both
        return place

    def _settled(self, columns: list[str], reserve: str, pack: str) -> Place:
        """Return the position once empty columns are filled and all safe cards are home."""
        home = ALL.difference(reserve, pack, *columns)
        wanting = _LOWER if self._back else FOLLOWERS
        while True:
            columns = [column for column in columns if column]
            while reserve and len(columns) < 4:
                columns.append(reserve[-1])
                reserve = reserve[:-1]
            for card in [*(column[-1] for column in columns), *reserve[-1:]]:
                if not fits_home(card, home) or (self._back and not RANK[card]):
                    continue
                if wanting[card] <= home:
                    break
            else:
                return tuple(sorted(columns)), reserve, pack
            home |= {card}
            columns = [column.removesuffix(card) for column in columns]
            reserve = reserve.removesuffix(card)

    def _moves(self, place: Place) -> Iterator[_Move]:
        """Yield the result of every move."""
        columns, reserve, pack = place
        waste = self._held[place]
        home = ALL.difference(reserve, pack, *columns)
        if reserve:
            yield from self._played(reserve[-1], columns, home, (reserve[:-1], pack, waste))
        for at in _tops(len(pack), waste):
            after = pack[: at - 1] + pack[at:]
            left = reserve, after, _few(at - 1, len(after))
            yield from self._played(pack[at - 1], columns, home, left)
        if self._back:
            for card in home.difference(map(BEFORE.__getitem__, home)):
                if RANK[card]:
                    left = reserve, pack, waste
                    yield from self._played(card, columns, frozenset(), left)
        for index, column in enumerate(columns):
            others = (*columns[:index], *columns[index + 1 :])
            left = reserve, pack, waste
            if fits_home(column[-1], home):
                yield [*others, column[:-1]], *left
            for at in range(len(column) if self._back else 1):
                rest = [column[:at]] if at else []
                for onto in _laid(column[at:], others, opens=at > 0 and len(columns) < 4):
                    yield onto + rest, *left

    def _played(
        self,
        card: str,
        columns: tuple[str, ...],
        home: frozenset[str],
        left: tuple[str, str, Waste],
    ) -> Iterator[_Move]:
        """Yield the moves of ``card`` from outside the columns to its foundation and to the
        columns."""
        if fits_home(card, home):
            yield list(columns), *left
        for onto in _laid(card, columns, opens=len(columns) < 4):
            yield onto, *left

    def _brought_home(self, place: Place) -> set[str]:
        """Return what comes home in a relaxed game, in which whatever was once possible remains
        possible.

        A card is an end if it is the last one of a column at any time. It lands if it fits on an
        end, or if a column stands empty with the reserve used up. A card from the reserve that
        neither comes home nor lands keeps the empty column that it has filled, and there are no
        more of these than columns whose first card leaves. In a real game each such fact comes
        about by others before it, so that all of them are found here, and perhaps more.
        """
        columns, cards, pack = place
        home = set(ALL.difference(cards, pack, *columns))
        ends = {column[-1] for column in columns}
        drawn = {pack[at - 1] for at in _tops(len(pack), self._held[place])}
        left = len(cards)
        """The number of cards left in the reserve."""
        emptied = 4 - len(columns)
        while len(home) < 52:
            known = len(home), len(ends), len(drawn), left, emptied
            gone = set(cards[left:])
            lands = _landing(ends)
            if not left and len(gone - home - lands) < emptied:
                lands |= ALL if self._back else set(pack)
            moves = home | lands
            leaves = moves if self._back else home
            for column in columns:
                ends.update(under for under, card in pairwise(column) if card in leaves)
            emptied = 4 - len(columns) + sum([column[0] in moves for column in columns])
            while left and (cards[left - 1] in moves or len(gone - moves) < emptied):
                left -= 1
                gone.add(cards[left])
            for at, card in enumerate(pack):
                if card in drawn and card in moves:
                    # It brings up the card under it, and shifts all behind it.
                    drawn.update(pack[max(at - 1, 0) :])
                    break
            ends |= gone if emptied else gone & lands
            ends |= drawn & lands
            if self._back:
                ends.update(card for card in home & lands if RANK[card])
            playable = ends.union(drawn, gone, cards[:left][-1:])
            home.update([card for card in playable if fits_home(card, home)])
            if known == (len(home), len(ends), len(drawn), left, emptied):
                break
        return home


def _landing(ends: set[str]) -> set[str]:
    """Return the cards that fit on one of ``ends``."""
    return set().union(*map(FOLLOWERS.__getitem__, ends))


def _few(count: int, pack: int) -> Waste:
    """Return ``count`` as a number of waste cards, out of ``pack`` in all; empty if it is always
    possible."""
    return () if count % 3 == 0 or count == pack else (count,)


def _tops(pack: int, waste: Waste) -> set[int]:
    """Return the places, from 1, of the cards that can be played next from a pack of ``pack``
    cards."""
    found = {pack, *range(3, pack, 3)}
    for count in waste:
        found.update(range(count, pack, 3))
    found.discard(0)
    return found


def _laid(cards: str, columns: tuple[str, ...], *, opens: bool) -> Iterator[list[str]]:
    """Yield the columns after ``cards`` went onto one of them, or into an empty one, in each
    possible way."""
    hosts = HOSTS[cards[0]]
    for index, column in enumerate(columns):
        if column[-1] in hosts:
            yield [*columns[:index], column + cards, *columns[index + 1 :]]
    if opens:
        yield [*columns, cards]
