"""Turns laying cards somewhere by hand into moves."""

from __future__ import annotations

from game.core.moves import Move, Refusal
from game.core.piles import PileId, Role
from game.core.state import State
from game.rules.registry import Rules


def laid(
    rules: Rules, state: State, source: PileId, count: int, target: PileId
) -> tuple[Move, ...] | Refusal:
    """Return the moves meant by laying the last ``count`` cards of ``source`` on ``target``.

    Any foundation stands for the card's own, and a cell for as many cells as the cards need. If a
    single card can only go together with more of its run, they go along, as in a typed move.
    """
    if target.role is Role.CELL and count > 1:
        return rules.to_cells(state, source, count)
    exactly = Move.carry(source, target, count)
    found = rules.resolve(state, exactly)
    if not isinstance(found, Refusal):
        return (exactly,)
    if count == 1 and target.role is Role.COLUMN and target != source:
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
    """Return the best moves for the last ``count`` cards of ``source`` when the player leaves the
    choice to the game: onto the longest run, else into an empty column, else a single card into a
    free cell.

    A move that only renames piles does not count: a whole column into an empty one, or a card from
    cell to cell. If these cards have no place of their own, a single card takes its run along onto
    a column where that is legal. Nothing comes back from a foundation this way.
    """
    if source.role in (Role.FOUNDATION, Role.STOCK) or not state[source]:
        return Refusal("no-source")
    columns = [pile for pile in rules.piles if pile.role is Role.COLUMN and pile != source]
    built = [pile for pile in columns if state[pile]]
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
        found = laid(rules, state, source, count, place)
        if not isinstance(found, Refusal):
            return found
    return Refusal("no-place")


def targets(rules: Rules, state: State, source: PileId, count: int) -> frozenset[PileId]:
    """Return the piles on which the last ``count`` cards of ``source`` may be laid.

    Of the foundations only the card's own is named, though any of them will do.
    """
    home = None if source.role is Role.FOUNDATION else state[source][-1].suit
    return frozenset(
        pile
        for pile in rules.piles
        if pile != source
        and (pile.role is not Role.FOUNDATION or pile.number == home)
        and not isinstance(laid(rules, state, source, count, pile), Refusal)
    )
