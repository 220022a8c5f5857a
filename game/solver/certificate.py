"""The proof that a game is lost, in a format that can be checked independently.

The proof is a set of positions. It contains the start but no won position, and no move leads out of
it. A separate search finds it, and leaves out only what a short checker can verify. That checker,
``tests/certificate.py``, explains why each thing may be left out.

The text is ASCII, with one line for each of the following::

    vierfeld certificate 1
    canfield hoyle               the game, and Canfield's rule set
    3                            the deal's number, or -
    9C/QD/…/8S                   the start: its piles, each from the bottom card up
    BnO/Qe/f/s,Zx…,kL…;2+4;s     a position
    …

In Vierfrei, the piles of the start are the eight columns, and the cards in all cells as one pile.
In Canfield, they are the four columns, the reserve, the waste, the stock with the next card first,
and a card of the base rank that is home. Cards are separated by spaces.

In a position each card is a letter, from the lowest to the highest of its suit. ``A`` to ``M`` are
the clubs, ``N`` to ``Z`` the diamonds, ``a`` to ``m`` the hearts, ``n`` to ``z`` the spades.
Canfield's lowest cards are the base cards. Cards that don't appear are home. There are three
fields, separated by ``;``:

1. Three kinds of piles, separated by ``,``: the columns that have cards, in ASCII order; the
   cards in cells, in ASCII order, or the reserve; and Canfield's pack, which is waste and stock
   together, from the first card dealt to the last.
2. Only in Canfield: the numbers of cards that the waste can have, from the smallest, separated by
   ``+``. From each of these, and from 0, it can grow by three any number of times, and it can also
   be the whole pack.
3. Only in Canfield, and only for a dead position, which is not expanded: a card that never comes
   home.

Positions are settled: every card that can safely go home has done so, and the reserve has filled
every empty column that it can.

A certificate takes 0.3 to 4.3 MB for Vierfrei's lost deals, and mostly under 1 MB in Canfield.
"""

from __future__ import annotations

import gzip
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any, Final

from game.core.cards import Card, Suit, cards_text
from game.core.state import CELLS, FOUNDATIONS, RESERVE, STOCK, WASTE, Pile, State, base_rank
from game.rules.canfield import COLUMNS as FOUR
from game.rules.registry import Deal, GameKind
from game.rules.vierfrei import COLUMNS as EIGHT

TITLE: Final = "vierfeld certificate 1"
HEAD: Final = 4
"""The number of lines in a certificate before its positions."""

# -- cards -----------------------------------------------------------------------------------------

# Ranks are counted from the lowest of the game, 0 to 12: Canfield's base card, Vierfrei's ace.

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ALL: Final = frozenset(LETTERS)
RANK: Final = {card: at % 13 for at, card in enumerate(LETTERS)}
BEFORE: Final = {card: LETTERS[at - 1] if at % 13 else "" for at, card in enumerate(LETTERS)}
"""The card below each card on its foundation; empty for the lowest cards."""

_RED: Final = frozenset(LETTERS[13:39])
HOSTS: Final = {
    card: frozenset(
        other
        for other in LETTERS
        if (other in _RED) != (card in _RED) and (RANK[other] - RANK[card]) % 13 == 1
    )
    for card in LETTERS
}
"""For each card, the two cards on which it fits. The highest rank fits on the lowest."""

FOLLOWERS: Final = {
    card: frozenset(other for other in LETTERS if card in HOSTS[other]) for card in LETTERS
}
"""For each card, the two cards that fit on it."""


def fits_home(card: str, home: frozenset[str] | set[str]) -> bool:
    """Return whether ``card`` can go home if the cards in ``home`` are on the foundations."""
    return not RANK[card] or BEFORE[card] in home


# -- the search ------------------------------------------------------------------------------------

_ASKED_EVERY: Final = 16
"""How many positions are expanded between two calls of ``over``."""


class NotLost(Exception):
    """Raised when the search for a proof finds a win."""


class GaveUp(Exception):
    """Raised when the search for a proof is stopped early."""


class Proof(ABC):
    """The search for a proof that a position is lost."""

    _first: Any  # that position, settled or not

    @abstractmethod
    def lines(self) -> Iterator[str]:
        """Yield the certificate's line for each position found."""

    @abstractmethod
    def _kept(self, move: Any) -> Any:
        """Record and return the position after ``move``. Return None if nothing about it is new.

        Raises ``NotLost`` if the position is won.
        """

    @abstractmethod
    def _moves(self, place: Any) -> Iterable[Any]:
        """Return the unsettled position after each move. If ``place`` is dead, return nothing."""

    def search(self, over: Callable[[], bool]) -> None:
        """Find all positions that the certificate needs.

        Raises ``NotLost`` if it finds a win, and ``GaveUp`` once ``over`` returns True.
        """
        waiting = list(filter(None, [self._kept(self._first)]))
        expanded = 0
        while waiting:
            expanded += 1
            if expanded % _ASKED_EVERY == 0 and over():
                raise GaveUp
            waiting += filter(None, map(self._kept, self._moves(waiting.pop())))


# -- Vierfrei --------------------------------------------------------------------------------------

_Board = tuple[tuple[str, ...], str]
"""The columns and the cells, both in ASCII order."""

_BoardMove = tuple[list[str], str, frozenset[str]]
"""The position after a move: the columns, the cells and the cards that are home. Safe cards
haven't gone home yet."""

_TAKERS: Final = {card: HOSTS[card] if RANK[card] < 12 else frozenset() for card in LETTERS}
"""For each card, the cards that it fits on in Vierfrei's columns."""

# Aces that could be laid on a two are left out, since they go home at once.
_WANTING: Final = {card: FOLLOWERS[card] if RANK[card] > 1 else frozenset() for card in LETTERS}
"""For each card, the cards that must be home before it may safely go home."""


class VierfreiProof(Proof):
    """The search for a proof that a Vierfrei position is lost."""

    def __init__(self, columns: list[str], cells: str) -> None:
        self._first = columns, cells, ALL.difference(cells, *columns)
        self._found: set[_Board] = set()

    def lines(self) -> Iterator[str]:
        for columns, cells in self._found:
            yield f"{'/'.join(columns)},{cells},;;"

    def _kept(self, move: _BoardMove) -> _Board | None:
        place = _settled_board(*move)
        if place in self._found:
            return None
        if not any(place):
            raise NotLost
        self._found.add(place)
        return place

    def _moves(self, place: _Board) -> Iterator[_BoardMove]:
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


def _settled_board(columns: list[str], cells: str, home: frozenset[str]) -> _Board:
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


# -- Canfield --------------------------------------------------------------------------------------

_Table = tuple[tuple[str, ...], str, str]
"""The columns in ASCII order, the reserve, and the pack. The pack is waste and stock together."""

_Waste = tuple[int, ...]
"""The possible numbers of cards on the waste, as in field 2 of a certificate's position."""

_TableMove = tuple[list[str], str, str, _Waste]

_LOWER: Final = {
    card: frozenset(other for other in LETTERS if RANK[other] < RANK[card]) for card in LETTERS
}


class CanfieldProof(Proof):
    """The search for a proof that a Canfield position is lost."""

    def __init__(
        self, columns: list[str], reserve: str, waste: str, stock: str, *, back: bool
    ) -> None:
        pack = waste + stock
        self._first = columns, reserve, pack, _few(len(waste), len(pack))
        self._back = back  # cards may come back from the foundations, and parts of columns move
        self._held: dict[_Table, _Waste] = {}
        self._dead: dict[_Table, str] = {}

    def lines(self) -> Iterator[str]:
        for place, waste in self._held.items():
            columns, reserve, pack = place
            counts = "+".join(map(str, waste))
            yield f"{'/'.join(columns)},{reserve},{pack};{counts};{self._dead.get(place, '')}"

    def _kept(self, move: _TableMove) -> _Table | None:
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

    def _settled(self, columns: list[str], reserve: str, pack: str) -> _Table:
        """Return the position after filling columns and sending safe cards home."""
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

    def _moves(self, place: _Table) -> Iterable[_TableMove]:
        away = ALL - self._brought_home(place)
        if away:
            self._dead[place] = min(away)
            return ()
        # The position may have been recorded as dead earlier, when fewer numbers of waste cards
        # were possible.
        self._dead.pop(place, None)
        return self._living_moves(place)

    def _living_moves(self, place: _Table) -> Iterator[_TableMove]:
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
        others: tuple[str, str, _Waste],  # the reserve, the pack and the waste after the move
    ) -> Iterator[_TableMove]:
        """Yield each position after moving ``card`` home or into a column."""
        if fits_home(card, home):
            yield list(columns), *others
        for onto in _laid(card, columns, opens=len(columns) < 4):
            yield onto, *others

    def _brought_home(self, place: _Table) -> set[str]:
        """Return the cards that can come home under relaxed rules. No other card ever can."""
        # In the relaxed game, whatever has become possible stays possible. A card is an *end* if it
        # is ever the last one of a column. It *lands* if it fits on an end, or if it can go into an
        # empty column after the reserve is used up. A card from the reserve that neither comes home
        # nor lands stays in the empty column that it has filled. So there can't be more of these
        # cards than columns whose first card leaves. In a real game each of these events follows
        # from earlier ones, so all of them are found here, and perhaps more.
        columns, cards, pack = place
        home = set(ALL.difference(cards, pack, *columns))
        ends = {column[-1] for column in columns}
        drawn = {pack[at - 1] for at in _tops(len(pack), self._held[place])}
        left = len(cards)  # in the reserve
        emptied = 4 - len(columns)
        while len(home) < 52:
            known = len(home), len(ends), len(drawn), left, emptied
            gone = set(cards[left:])
            lands = set().union(*map(FOLLOWERS.__getitem__, ends))
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
                    # Playing ``card`` uncovers the card below and shifts all cards behind it.
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


def _few(count: int, size: int) -> _Waste:
    """Return the tuple ``(count,)``, or ``()`` if a waste of ``count`` cards is always possible."""
    # A waste of 0, 3, 6, … cards, or with the whole pack, is always possible.
    return () if count % 3 == 0 or count == size else (count,)


def _tops(size: int, waste: _Waste) -> set[int]:
    """Return where in the pack the playable cards are. The first card is at place 1."""
    found = {size, *range(3, size, 3)}
    for count in waste:
        found.update(range(count, size, 3))
    found.discard(0)
    return found


def _laid(cards: str, columns: tuple[str, ...], *, opens: bool) -> Iterator[list[str]]:
    """Try ``cards`` on every column. Each time they fit, yield what the columns then look like.

    If ``opens``, the cards may also go into an empty column.
    """
    hosts = HOSTS[cards[0]]
    for index, column in enumerate(columns):
        if column[-1] in hosts:
            yield [*columns[:index], column + cards, *columns[index + 1 :]]
    if opens:
        yield [*columns, cards]


# -- the text --------------------------------------------------------------------------------------


def proves(kind: GameKind) -> bool:
    """Return whether lost deals of ``kind`` can have a certificate."""
    return kind.solver in _PROOFS


def certificate(
    deal: Deal, state: State, over: Callable[[], bool] = lambda: False
) -> Iterator[str]:
    """Yield the lines of a certificate that ``state`` is lost.

    Raises ``NotLost`` or ``GaveUp`` before the first line.
    """
    assert deal.kind.solver is not None
    piles, proof = _PROOFS[deal.kind.solver](deal, state)
    proof.search(over)
    numbered = deal.number is not None and state == deal.layout()
    yield TITLE
    yield " ".join(filter(None, deal.kind.key))
    yield str(deal.number) if numbered else "-"
    yield "/".join(map(cards_text, piles))
    yield from sorted(proof.lines())


def packed(name: str, lines: Iterable[str]) -> bytes:
    """Return a certificate file's contents, compressed if ``name`` ends in ``.gz``."""
    content = "".join(line + "\n" for line in lines).encode("ascii")
    return gzip.compress(content, mtime=0) if name.endswith(".gz") else content


def _vierfrei(deal: Deal, state: State) -> tuple[list[Pile], Proof]:
    columns = [state[pile] for pile in EIGHT]
    cells = tuple(card for pile in CELLS for card in state[pile])
    return [*columns, cells], VierfreiProof(
        [_letters(pile, 1) for pile in columns], _letters(cells, 1)
    )


def _canfield(deal: Deal, state: State) -> tuple[list[Pile], Proof]:
    assert deal.rule_set is not None
    lowest = base_rank(state)
    base = next(Card(lowest, suit) for suit in Suit if state[FOUNDATIONS[suit]])
    columns = [state[pile] for pile in FOUR]
    others = [state[RESERVE], state[WASTE], state[STOCK][::-1]]
    proof = CanfieldProof(
        [_letters(pile, lowest) for pile in columns],
        *(_letters(pile, lowest) for pile in others),
        back=deal.rule_set.foundations_give_back,
    )
    return [*columns, *others, (base,)], proof


_PROOFS: Final = {"vierfrei": _vierfrei, "canfield": _canfield}
"""For each solver, the function that returns a position's piles and the search for a proof."""


def _letters(pile: Pile, lowest: int) -> str:
    return "".join(LETTERS[card.suit * 13 + (card.rank - lowest) % 13] for card in pile)
