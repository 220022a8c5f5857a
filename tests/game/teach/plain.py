"""Independent definitions of the reasons and costs in ``game.teach.reasons``.

They share only the rules with the program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from game.core.cards import PACK, Card
from game.core.state import CELLS, FOUNDATIONS, RESERVE, STOCK, Pile, PileId, Role, columns
from game.teach.reasons import Cost, Price, Reason, Why
from tests.game.table import Table


def fits(table: Table, card: Card, on: Card) -> bool:
    """Whether ``card`` may lie on ``on``."""
    corner = table.rules.deals_base and (card.rank, on.rank) == (13, 1)
    return card.is_red != on.is_red and (card.rank + 1 == on.rank or corner)


def run(table: Table, cards: Pile) -> int:
    length = 1
    while length < len(cards) and fits(table, cards[-length], cards[-length - 1]):
        length += 1
    return length


def sources(table: Table) -> list[PileId]:
    return [pile for pile in table.rules.piles if pile.role not in (Role.FOUNDATION, Role.STOCK)]


def pile(table: Table, letter: str) -> Pile:
    return next(table.state[one] for one in sources(table) if one.letter == letter)


def goes_home(table: Table, letter: str) -> bool:
    return table.refusal(letter + "h") == ""


def at_home(table: Table) -> set[Card]:
    return {card for one in FOUNDATIONS for card in table.state[one]}


def all_home(table: Table) -> Table:
    """The table after every card that can go home has gone."""
    letters = [one.letter for one in sources(table)]
    while ready := [letter for letter in letters if goes_home(table, letter)]:
        table = table.play(ready[0] + "h")
    return table


def can_go_home(table: Table, card: Card) -> bool:
    ends = (one for one in sources(table) if table.state[one][-1:] == (card,))
    return any(goes_home(table, one.letter) for one in ends)


def unneeded(table: Table, card: Card) -> bool:
    """Return whether ``card`` gets home when only cards that columns don't need go home."""

    def is_free(one: Card) -> bool:
        low = not table.rules.deals_base and one.rank <= 2
        return low or {other for other in PACK if fits(table, other, one)} <= at_home(table)

    letters = [one.letter for one in sources(table) if one.role is not Role.WASTE]
    while card not in at_home(table):
        free = (one for one in letters if (cards := pile(table, one)) and is_free(cards[-1]))
        ready = next((one for one in free if goes_home(table, one)), None)
        if ready is None:
            return False
        table = table.play(ready + "h")
    return True


# -- reasons ---------------------------------------------------------------------------------------


@dataclass
class Told:
    """A table and a line from its position, for checking reasons.

    ``others`` is the number of legal moves besides the first move of the line. ``losing`` is the
    number of other moves known to lose.
    """

    table: Table
    tokens: Sequence[str]
    losing: int | None = None
    others: int | None = None

    @property
    def then(self) -> Table:
        return self.table.play(self.tokens[0])

    @property
    def source(self) -> str:
        return self.tokens[0][0]

    def held(self, table: Table) -> Pile:
        """The pile from which the line's first move takes a card."""
        return pile(table, self.source)


def _moves(told: Told, reason: Reason) -> bool:
    """Whether ``reason`` gives the right number of player moves. A count of 0 is given as 1."""
    way = told.tokens[: reason.count]
    own = [one for one in way if told.table.rules.counts_home or not one.endswith("h")]
    return reason.moves == (len(own) or 1)


def _first(told: Told, holds: Callable[[Table], bool]) -> int:
    """How many moves of the line are played before ``holds`` becomes true; 0 if it never does."""
    tables = accumulate(told.tokens, Table.play, initial=told.table)
    return next((done for done, table in enumerate(tables) if done and holds(table)), 0)


def _safe_home(told: Told, reason: Reason) -> bool:
    goes = told.tokens[0].endswith("h") and told.held(told.table)[-1] == reason.card
    return goes and unneeded(told.table, reason.card)


def _frees(told: Told, reason: Reason) -> bool:
    held = told.held(told.table)
    if reason.card not in held[:-1] or len(told.held(told.then)) >= len(held):
        return False
    first = _first(told, lambda table: can_go_home(table, reason.card))
    return first == reason.count and _moves(told, reason)


def _reaches(told: Told, reason: Reason) -> bool:
    first = _first(told, lambda table: reason.card in at_home(table))
    piles = told.table.state.piles
    hidden = (*piles.get(RESERVE, ())[:-1], *piles.get(STOCK, ()))
    could = reason.card in hidden or can_go_home(told.table, reason.card)
    return not could and first == reason.count > 1 and _moves(told, reason)


def _empties(told: Told, reason: Reason) -> bool:
    if reason.pile.letter != told.source or not told.held(told.table):
        return False
    first = _first(told, lambda table: not told.held(table))
    return first == reason.count and _moves(told, reason)


def _homeward(told: Told, reason: Reason) -> bool:
    before, after = all_home(told.table), all_home(told.then)
    return 0 < reason.count == len(at_home(after) - at_home(before))


def _cells(table: Table) -> int:
    """The number of free cells."""
    return sum(not table.state.piles.get(cell, (cell,)) for cell in CELLS)


def _run(told: Told, reason: Reason) -> bool:
    before, now = (pile(table, told.tokens[0][1]) for table in (told.table, told.then))
    return bool(before) and len(now) - len(before) < reason.count == run(told.then, now)


def _leads(told: Told, reason: Reason) -> bool:
    won = len(at_home(told.table.play(" ".join(told.tokens)))) == 52
    return won and len(told.tokens) == reason.count and _moves(told, reason)


def _reserve(told: Told) -> tuple[int, int]:
    return tuple(len(one.state.piles.get(RESERVE, ())) for one in (told.table, told.then))


REASONS: dict[Why, Callable[[Told, Reason], bool]] = {
    Why.WINS: lambda told, _: len(at_home(told.then)) == 52,
    Why.FINISHES: lambda told, _: len(at_home(told.then)) < 52 == len(at_home(all_home(told.then))),
    Why.SAFE_HOME: _safe_home,
    Why.FREES: _frees,
    Why.EMPTIES: _empties,
    Why.RESERVE: lambda told, _: _reserve(told)[0] > _reserve(told)[1] > 0,
    Why.RESERVE_ENDS: lambda told, _: _reserve(told) == (1, 0),
    Why.ONLY: lambda told, reason: told.losing == told.others == reason.count > 0,
    Why.HOMEWARD: _homeward,
    Why.KEEPS_CELL: lambda told, _: _cells(told.table) == _cells(told.then) == 1,
    Why.FREES_CELL: lambda told, _: _cells(told.then) > _cells(told.table),
    Why.RUN: _run,
    Why.REACHES: _reaches,
    Why.LEADS: _leads,
}


def holds(reason: Reason, told: Told) -> bool:
    return REASONS[reason.kind](told, reason)


# -- costs -----------------------------------------------------------------------------------------


def costs(price: Price, table: Table, token: str) -> bool:
    then, card = table.play(token), price.card
    if card is not None:
        if price.kind is Cost.SENDS_NEEDED:
            sent = token.endswith("h") and pile(table, token[0])[-1] == card
            return sent and not unneeded(table, card)
        bases = [table.state[one][0].rank for one in FOUNDATIONS if table.state[one]]
        base = bases[0] if table.rules.deals_base else 1
        height = len(table.state[FOUNDATIONS[card.suit]])
        waits = height < 13 and (base + height - card.rank) % 13 == 0
        column = pile(table, token[1])
        return waits and card in column and len(pile(then, token[1])) > len(column)
    if price.kind is Cost.LAST_CELL:
        return _cells(table) > 0 and _cells(then) == 0
    before, after = (
        [one.state[column] for column in columns(8) if column in one.state] for one in (table, then)
    )
    return not all(before) and all(after)
