"""Proven reasons why a move is good, and what it costs.

Every reason must also satisfy a second, simpler definition in the tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from game.core.cards import ACE, KING, PACK, Card, Suit
from game.core.moves import Move, Refusal, Verb
from game.core.state import FOUNDATIONS, HOME, RESERVE, PileId, Role, State
from game.rules.choices import matching_choice
from game.rules.counting import is_counted
from game.rules.registry import Rules
from game.rules.replay import homeward_moves
from game.solver.answer import Margin, Verdict
from game.support.texts import tr, trn
from game.words.names import card_name, pile_name

_SOON: Final = 5
"""Freeing a card or emptying a column is mentioned only if it takes at most this many moves."""
_LONG_RUN: Final = 3


class Leg(NamedTuple):
    """A move of a line, with the positions before and after the move."""

    move: Move
    before: State
    after: State

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that the move carries, bottom card first; empty if it carries none."""
        if self.move.verb is not Verb.CARRY:
            return ()
        return self.before[self.move.source][-(self.move.count or 1) :]


def legs(rules: Rules, state: State, line: Sequence[Move]) -> Iterator[Leg]:
    """Yield a leg for each move of ``line`` from ``state``, up to the first illegal one."""
    for move in line:
        found = rules.resolve(state, move)
        if isinstance(found, Refusal):
            return
        after = rules.expand(state, found)[-1].after
        yield Leg(found, state, after)
        state = after


def next_home(state: State) -> dict[Suit, Card]:
    """Return the card that each incomplete foundation needs next."""
    begun = [state[pile][0].rank for pile in FOUNDATIONS if state[pile]]
    base = begun[0] if begun else ACE
    return {
        suit: Card((base - 1 + len(state[pile])) % KING + 1, suit)
        for suit, pile in zip(Suit, FOUNDATIONS, strict=True)
        if len(state[pile]) < KING
    }


def empty(state: State, role: Role) -> list[PileId]:
    """Return the empty piles with this ``role``."""
    return [pile for pile, cards in state.piles.items() if pile.role is role and not cards]


class Why(StrEnum):
    """The kinds of reason for a move.

    Below, ``card``, ``pile`` and ``count`` are fields of ``Reason``.
    """

    WINS = "wins"
    """The move wins the game."""
    FINISHES = "finishes"
    """After the move, every other card can go home."""
    SAFE_HOME = "safe-home"
    """The move sends home ``card``, which can't be needed any more."""
    FREES = "frees"
    """The move helps to free ``card`` within ``count`` moves."""
    EMPTIES = "empties"
    """The move helps to empty the column ``pile`` within ``count`` moves."""
    RESERVE = "reserve"
    """The move turns up a card of the reserve."""
    RESERVE_ENDS = "reserve-ends"
    """The move plays the last card of the reserve."""
    ONLY = "only"
    """Only this move keeps the win. The other ``count`` moves all lose."""
    HOMEWARD = "homeward"
    """The move lets ``count`` more cards go home, one after another."""
    KEEPS_CELL = "keeps-cell"
    """The move leaves the last free cell free."""
    FREES_CELL = "frees-cell"
    """The move frees a cell."""
    RUN = "run"
    """The move makes a run of ``count`` cards."""
    REACHES = "reaches"
    """``card`` can't go home before the move, but it gets home within ``count`` moves."""
    LEADS = "leads"
    """The move begins a line that wins in ``count`` moves."""


class Cost(StrEnum):
    """The kinds of cost that a move can have."""

    LAST_CELL = "last-cell"
    """The move fills the last free cell."""
    LAST_COLUMN = "last-column"
    """The move fills the last empty column."""
    COVERS = "covers"
    """The move buries ``Price.card``, which its foundation needs next."""
    SENDS_NEEDED = "sends-needed"
    """The move sends home ``Price.card``, which a column might still need."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why a move is good."""

    kind: Why  # determines which of the other fields are set
    words: str = field(compare=False)  # such as ``frees the ace of clubs within 3 moves``
    count: int = 0  # if it counts moves: all moves of the line up to the effect
    card: Card | None = None
    pile: PileId | None = None
    moves: int = 0  # the number of moves told to the player, without those that don't count


@dataclass(frozen=True, slots=True)
class Price:
    """One cost of a move, with a sentence that describes it."""

    kind: Cost
    words: str = field(compare=False)
    card: Card | None = None


def reasons_for(
    rules: Rules, state: State, line: Sequence[Move], margin: Margin | None = None
) -> tuple[Reason, ...]:
    """Return why the first move of ``line`` is good.

    Immediate effects come first. An illegal move has no reasons.
    """
    way = list(legs(rules, state, line))
    if not way:
        return ()
    found = list(_reasons_of_move(rules, way[0]))
    found += _reasons_of_line(rules, way)
    if not any(reason.kind is Why.FREES for reason in found):
        found += _reached(rules, way)
    if margin is not None:
        found += _against_others(rules, way[0], margin)
    if rules.won(way[-1].after) and not rules.won(way[0].after):
        n = _moves(rules, way)
        words = trn("wins in {n} move", "wins in {n} moves", n)
        found.append(Reason(Why.LEADS, words, len(way), moves=n))
    return tuple(sorted(found, key=_rank))


def _rank(reason: Reason) -> tuple[bool, int]:
    later = reason.kind in (Why.FREES, Why.EMPTIES) and reason.count > 1
    return later or reason.kind in (Why.REACHES, Why.LEADS), list(Why).index(reason.kind)


def _moves(rules: Rules, way: Sequence[Leg]) -> int:
    """Return how many moves of ``way`` count as player moves, but at least 1."""
    return len(way) if rules.counts_home else max(1, sum(is_counted(leg.move) for leg in way))


def _reasons_of_move(rules: Rules, leg: Leg) -> Iterator[Reason]:
    move, before, after = leg.move, leg.before, leg.after
    if rules.won(after):
        yield Reason(Why.WINS, tr("wins the game"))
        return
    home = move.target.role is Role.FOUNDATION
    if leg.cards and home and is_unneeded(rules, before, leg.cards[-1]):
        yield Reason(Why.SAFE_HOME, tr("no card needs it any more"), card=leg.cards[-1])
    yield from _cell_reasons(leg)
    if move.target.role is Role.COLUMN and before[move.target]:
        run = max(rules.counts(after, move.target))
        if run >= _LONG_RUN:
            words = trn("builds a run of {n} card", "builds a run of {n} cards", run)
            yield Reason(Why.RUN, words, run)
    home_before = {card for pile in FOUNDATIONS for card in before[pile]}
    ready = _cards_ready(rules, after)
    if len(ready) + after.cards_home == len(PACK):
        yield Reason(Why.FINISHES, tr("lets every other card go home"))
    elif new := ready - _cards_ready(rules, before) - home_before:
        words = trn("lets {n} card go home", "lets {n} cards go home", len(new))
        yield Reason(Why.HOMEWARD, words, len(new))


def _cell_reasons(leg: Leg) -> Iterator[Reason]:
    before, after = leg.before, leg.after
    cells, now = empty(before, Role.CELL), empty(after, Role.CELL)
    if len(now) > len(cells):
        yield Reason(Why.FREES_CELL, tr("frees a cell"))
    elif len(cells) == 1 and now:
        yield Reason(Why.KEEPS_CELL, tr("keeps the last free cell"))
    if RESERVE in before and len(after[RESERVE]) < len(before[RESERVE]):
        if after[RESERVE]:
            yield Reason(Why.RESERVE, tr("turns up a card of the reserve"))
        else:
            yield Reason(Why.RESERVE_ENDS, tr("plays the last card of the reserve"))


def _reasons_of_line(rules: Rules, way: Sequence[Leg]) -> Iterator[Reason]:
    """Yield a reason if the line empties the first move's column, or frees a card in it."""
    first = way[0]
    source = first.move.source
    if not first.cards or source.role is not Role.COLUMN:
        return
    under = first.before[source][: -len(first.cards)]
    freed, done = False, 0
    for number, leg in enumerate(way, 1):
        done += is_counted(leg.move)
        if done > _SOON or leg.after[source][: len(under)] != under[: len(leg.after[source])]:
            return
        pile = leg.after[source]
        if not pile:
            n, name = _moves(rules, way[:number]), pile_name(source)
            words = trn("empties {pile}", "empties {pile} within {n} moves", n, pile=name)
            yield Reason(Why.EMPTIES, words, number, pile=source, moves=n)
            return
        if not freed and pile[-1] in under and not rules.won(leg.after):
            card = pile[-1]
            if not isinstance(rules.resolve(leg.after, Move.carry(source, HOME)), Refusal):
                freed = True
                n, name = _moves(rules, way[:number]), card_name(card)
                words = trn("frees the {card}", "frees the {card} within {n} moves", n, card=name)
                yield Reason(Why.FREES, words, number, card, moves=n)


def _reached(rules: Rules, way: Sequence[Leg]) -> Iterator[Reason]:
    """Yield a reason if ``way`` sends home a card that couldn't go home at first."""
    begin = way[0].before
    for number, leg in enumerate(way, 1):
        if not leg.cards or leg.move.target.role is not Role.FOUNDATION:
            continue
        card = leg.cards[-1]
        place = next(pile for pile, cards in begin.piles.items() if card in cards)
        home = rules.resolve(begin, Move.carry(place, HOME))
        if begin[place][-1] != card or isinstance(home, Refusal):
            # Nothing is said about cards of the reserve and the stock, which may be hidden.
            if number > 1 and place.role in (Role.COLUMN, Role.CELL, Role.WASTE):
                n = _moves(rules, way[:number])
                words = trn(
                    "sends the {card} home within {n} move",
                    "sends the {card} home within {n} moves",
                    n,
                    card=card_name(card),
                )
                yield Reason(Why.REACHES, words, number, card, moves=n)
            return


def _against_others(rules: Rules, leg: Leg, margin: Margin) -> Iterator[Reason]:
    choice = matching_choice(rules, leg.before, leg.move)
    one = margin.judged(choice) if choice is not None else None
    lost = len(margin.with_verdict(Verdict.LOST))
    if one is not None and one.verdict is Verdict.WINNABLE and 0 < lost == len(margin) - 1:
        words = trn("the other move loses", "the other {n} moves lose", lost)
        yield Reason(Why.ONLY, words, lost)


def is_unneeded(rules: Rules, state: State, card: Card) -> bool:
    """Return whether ``card`` is safe to send home, at once or after other safe cards."""
    return any(safe == card for _, safe in homeward_moves(rules, state, safe=True))


def _cards_ready(rules: Rules, state: State) -> set[Card]:
    """Return the cards that can go home, now or after other cards."""
    return {card for _, card in homeward_moves(rules, state)}


def prices(rules: Rules, state: State, move: Move) -> tuple[Price, ...]:
    """Return the costs of ``move``. Even a winning move can have some."""
    leg = next(legs(rules, state, [move]), None)
    if leg is None or not leg.cards:
        return ()
    found: list[Price] = []
    target, card = leg.move.target, leg.cards[-1]
    if target.role is Role.FOUNDATION and not is_unneeded(rules, state, card):
        words = tr("The {card} might still have been needed.", card=card_name(card))
        found.append(Price(Cost.SENDS_NEEDED, words, card))
    if target.role is Role.COLUMN:
        for card in next_home(state).values():
            if card in state[target]:
                words = tr("It buried the {card}.", card=card_name(card))
                found.append(Price(Cost.COVERS, words, card))
    if empty(state, Role.CELL) and not empty(leg.after, Role.CELL):
        found.append(Price(Cost.LAST_CELL, tr("It took the last free cell.")))
    if empty(state, Role.COLUMN) and not empty(leg.after, Role.COLUMN):
        found.append(Price(Cost.LAST_COLUMN, tr("It took the last empty column.")))
    return tuple(found)
