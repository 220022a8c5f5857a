"""The positions that prove a game of Vierfrei lost; see ``game.solver.certificate``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.solver.certificate_cards import ALL, FOLLOWERS, HOSTS, LETTERS, RANK, fits_home
from game.solver.certificate_search import NotLost, Proof

Place = tuple[tuple[str, ...], str]
"""The columns and the cells' cards, each in the order of the letters."""

_Move = tuple[list[str], str, frozenset[str]]
"""Columns, cells and the cards home, before safe cards have gone home."""

_TAKERS: Final = {card: HOSTS[card] if RANK[card] < 12 else frozenset() for card in LETTERS}
"""What a card fits on: no king on an ace."""

_WANTING: Final = {card: FOLLOWERS[card] if RANK[card] > 1 else frozenset() for card in LETTERS}
"""What must be home before a card may safely go home; an ace that could be laid on a two goes home
anyway."""


class VierfreiProof(Proof[Place, _Move]):
    """The proof for one board."""

    def __init__(self, columns: list[str], cells: str) -> None:
        super().__init__((columns, cells, ALL.difference(cells, *columns)))
        self._found: set[Place] = set()

    def lines(self) -> Iterator[str]:
        for columns, cells in self._found:
            yield f"{'/'.join(columns)},{cells},;;"

    def _kept(self, move: _Move) -> Place | None:
        place = _settled(*move)
        if place in self._found:
            return None
        if not any(place):
            raise NotLost
        self._found.add(place)
        return place

    def _expanded(self, place: Place) -> Iterator[_Move]:
        return _moves(place)


def _settled(columns: list[str], cells: str, home: frozenset[str]) -> Place:
    """Return the position after all safe moves home."""
    while True:
        columns = [column for column in columns if column]
        for card in [*cells, *[column[-1] for column in columns]]:
            if fits_home(card, home) and _WANTING[card] <= home:
                break
        else:
            return tuple(sorted(columns)), "".join(sorted(cells))
        home |= {card}
        cells = cells.replace(card, "")
        columns = [column.removesuffix(card) for column in columns]


def _moves(place: Place) -> Iterator[_Move]:
    """Yield the result of every move of a single card."""
    columns, cells = place
    home = ALL.difference(cells, *columns)
    ends = {column[-1]: index for index, column in enumerate(columns)}
    for card in cells + "".join(ends):
        rest, others = list(columns), cells.replace(card, "")
        if card in ends:
            rest[ends[card]] = rest[ends[card]][:-1]
            if len(cells) < 4:
                yield rest, cells + card, home
        if fits_home(card, home):
            yield rest, others, home | {card}
        if len(columns) < 8:
            yield [*rest, card], others, home
        for host in _TAKERS[card]:
            if host in ends:
                laid = list(rest)
                laid[ends[host]] += card
                yield laid, others, home
