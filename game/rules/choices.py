"""The legal moves, and what players mean by dropping or double-clicking cards."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import TYPE_CHECKING, Final

from game.core.moves import Move, Refusal, Verb
from game.core.state import HOME, PileId, Role, State

if TYPE_CHECKING:
    from game.rules.registry import Rules

_VERBS: Final = (Verb.DEAL, Verb.TURN, Verb.INSPECT, Verb.PAY)
_ALIKE: Final = (Role.CELL, Role.COLUMN)
"""Roles whose empty piles are interchangeable."""


class Automatic(Enum):
    """Which cards go home automatically after an action."""

    OFF = "off"
    SAFE = "safe"
    ALL = "all"


def choices(rules: Rules, state: State) -> Iterator[Move]:
    """Yield the legal moves in ``state``, with target and count filled in.

    Of several empty cells or columns, only the first is a target. Stopping, restarting and moves
    that change nothing are left out.
    """
    targets = list(_targets(rules, state))
    for source in rules.piles:
        for count in rules.counts(state, source):
            for target in targets:
                if _changes_nothing(state, source, count, target):
                    continue
                found = rules.resolve(state, Move.carry(source, target, count))
                if not isinstance(found, Refusal):
                    yield found
    for verb in _VERBS:
        found = rules.resolve(state, Move(verb))
        if not isinstance(found, Refusal):
            yield found


def _targets(rules: Rules, state: State) -> Iterator[PileId]:
    seen: set[Role] = set()
    for pile in rules.piles:
        if pile.role in _ALIKE and not state[pile]:
            if pile.role in seen:
                continue
            seen.add(pile.role)
        yield pile


def _changes_nothing(state: State, source: PileId, count: int, target: PileId) -> bool:
    if target.role is Role.FOUNDATION:
        return count > 1 or state[source][-1].suit != target.number
    if source.role is not target.role or state[target]:
        return False
    return source.role is Role.CELL or (source.role is Role.COLUMN and count == len(state[source]))


def matching_choice(rules: Rules, state: State, move: Move) -> Move | None:
    """Return the move from ``choices`` that does the same as ``move``. None if there is none."""
    found = rules.resolve(state, move)
    if isinstance(found, Refusal):
        return None

    def aim(move: Move) -> object:
        empty = move.target.role in _ALIKE and not state[move.target]
        return move.target.role if empty else move.target

    def is_same(one: Move) -> bool:
        same = (one.verb, one.source, one.count) == (found.verb, found.source, found.count)
        return same and aim(one) == aim(found)

    return next(filter(is_same, choices(rules, state)), None)


def in_notation(rules: Rules, state: State, choice: Move) -> Move:
    """Return ``choice``, a legal move, in its shortest notation."""
    if choice.verb is not Verb.CARRY:
        return choice
    short = Move.carry(choice.source, _aim(choice.target))
    same = rules.resolve(state, short) == choice
    return short if same else Move.carry(choice.source, _aim(choice.target), choice.count)


def _aim(target: PileId) -> PileId:
    return HOME if target.role is Role.FOUNDATION else target


def moves_onto(
    rules: Rules, state: State, source: PileId, count: int, target: PileId
) -> tuple[Move, ...] | Refusal:
    """Return the moves meant by dropping ``count`` cards of ``source`` on ``target``."""
    if target.role is Role.CELL and count > 1:
        return rules.to_cells(state, source, count)
    exactly = Move.carry(source, target, count)
    found = rules.resolve(state, exactly)
    if not isinstance(found, Refusal):
        return (exactly,)
    if count == 1 and target.role is Role.COLUMN and target != source:
        # A card that can't move by itself may move as part of its run.
        longest = Move.carry(source, target)
        wider = rules.resolve(state, longest)
        if not isinstance(wider, Refusal):
            return (longest,)
        if wider.key == "too-many":
            return wider
    return found


def best_place(
    rules: Rules, state: State, source: PileId, count: int
) -> tuple[Move, ...] | Refusal:
    """Return the moves that bring the last ``count`` cards to the best place, or a refusal."""
    if source.role in (Role.FOUNDATION, Role.STOCK) or not state[source]:
        return Refusal("no-source")
    columns = [pile for pile in rules.piles if pile.role is Role.COLUMN and pile != source]
    built = [pile for pile in columns if state[pile]]
    # The column with the longest run is best.
    built.sort(key=lambda pile: max(rules.counts(state, pile)), reverse=True)
    places = list(built)
    if source.role is not Role.COLUMN or count < len(state[source]):
        places += [pile for pile in columns if not state[pile]][:1]
    if source.role is not Role.CELL and count == 1:
        places += [pile for pile in rules.piles if pile.role is Role.CELL]
    for place in places:
        exactly = Move.carry(source, place, count)
        if not isinstance(rules.resolve(state, exactly), Refusal):
            return (exactly,)
    for place in built:
        found = moves_onto(rules, state, source, count, place)
        if not isinstance(found, Refusal):
            return found
    return Refusal("no-place")


def double_click_moves(
    rules: Rules, state: State, source: PileId, count: int, *, anywhere: bool = True
) -> tuple[Move, ...] | Refusal:
    """Return the moves that a double click on ``count`` cards makes.

    If ``anywhere`` is True, cards that can't go home may go to another pile. If it is False, the
    result is always the move home, even if that move is illegal.
    """
    home = Move.carry(source, HOME)
    if count > 1 or isinstance(rules.resolve(state, home), Refusal):
        # If exactly these cards can't be picked up, take as few more as possible.
        able = [number for number in rules.counts(state, source) if number >= count]
        if able and anywhere and source.role is not Role.FOUNDATION:
            return best_place(rules, state, source, able[0])
    return (home,)


def targets(rules: Rules, state: State, source: PileId, count: int) -> frozenset[PileId]:
    """Return the piles to which the last ``count`` cards of ``source`` may move.

    Of the foundations, only the card's own is included.
    """
    # A card may be dropped on any foundation, but only its own is listed.
    home = None if source.role is Role.FOUNDATION else state[source][-1].suit
    return frozenset(
        pile
        for pile in rules.piles
        if pile != source
        and (pile.role is not Role.FOUNDATION or pile.number == home)
        and not isinstance(moves_onto(rules, state, source, count, pile), Refusal)
    )
