"""Positions packed into bytes, for caches and other processes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, TypeVar

from game.core.cards import PACK
from game.core.moves import Move, Refusal
from game.core.state import PileId, Role, State
from game.rules.registry import Deal, KindKey, Rules
from game.solver.answer import Known, Verdict

_Name = TypeVar("_Name")
_Value = TypeVar("_Value")

Key = tuple[KindKey, bytes]
"""The cache key of a position."""

_END: Final = 255
_MARK: Final = bytes([_END])
_CARDS: Final = {card.rank * 4 + card.suit: card for card in PACK}


class LatestCache(OrderedDict[_Name, _Value]):
    """A cache of limited size that drops the least recently set value."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self._most = limit

    def __setitem__(self, name: _Name, value: _Value) -> None:
        super().__setitem__(name, value)
        self.move_to_end(name)
        if len(self) > self._most:
            self.popitem(last=False)


def key_of(deal: Deal, state: State) -> Key:
    """Return the key under which caches keep ``state``, a position of ``deal``."""
    return deal.kind.key, pack(deal.engine, state)


def pack(rules: Rules, state: State) -> bytes:
    """Return ``state`` as bytes, without its number of redeals."""
    found: list[int] = []
    for pile in rules.piles:
        found += [card[0] * 4 + card[1] for card in state[pile]]
        found.append(_END)
    found.append(state.stage * 2 + state.stopped)
    return bytes(found)


def canonical(rules: Rules, packed: bytes) -> bytes:
    """Return ``packed`` with its cells and its columns sorted."""
    parts = packed.split(_MARK)
    for role in (Role.CELL, Role.COLUMN):
        alike = [at for at, pile in enumerate(rules.piles) if pile.role is role]
        for at, part in zip(alike, sorted([parts[at] for at in alike]), strict=True):
            parts[at] = part
    return _MARK.join(parts)


def unpack(rules: Rules, packed: bytes) -> State:
    """Return the position that was packed, with 0 redeals."""
    *piles, last = packed.split(_MARK)
    cards = (tuple([_CARDS[code] for code in pile]) for pile in piles)
    stage, stopped = divmod(last[0], 2)
    return State(dict(zip(rules.piles, cards, strict=True)), stage=stage, stopped=bool(stopped))


def known_along(rules: Rules, state: State, moves: Sequence[Move]) -> dict[bytes, Known]:
    """Return the verdict and winning line of each position along ``moves``.

    The keys are packed positions. Safe cards are sent home at once if the line still wins that way.
    The result is empty if ``moves`` don't win.
    """
    # A table on which safe cards go home automatically then stays on the line.
    return _along(rules, state, moves, safe_at_once=True) or _along(rules, state, moves)


def _along(
    rules: Rules, state: State, moves: Sequence[Move], *, safe_at_once: bool = False
) -> dict[bytes, Known]:
    line: list[Move] = []
    # Each position, the remaining steps of its move if that isn't finished, and the index in
    # ``line`` of the next move.
    places: list[tuple[bytes, tuple[Move, ...], int]] = [(pack(rules, state), (), 0)]
    # The piles from which a card was sent home earlier than in ``moves``.
    early: list[PileId] = []

    def play(state: State, move: Move) -> State | None:
        resolved = rules.resolve(state, move)
        if isinstance(resolved, Refusal):
            return None
        steps = rules.expand(state, resolved)
        line.append(move)
        for done, step in enumerate(steps, 1):
            rest = tuple([later.move for later in steps[done:]])
            places.append((pack(rules, step.after), rest, len(line)))
        return steps[-1].after

    for move in moves:
        if move.target.role is Role.FOUNDATION and move.source in early:
            early.remove(move.source)
            continue
        after = play(state, move)
        while safe_at_once and after and (safe := rules.home_move(after, safe=True)) is not None:
            early.append(safe.source)
            after = play(after, safe)
        if after is None:
            return {}
        state = after
    found: dict[bytes, Known] = {}
    for rest, (packed, first, then) in enumerate(reversed(places)):
        found.setdefault(packed, Known(Verdict.WINNABLE, (*first, *line[then:]), rest))
    return found if rules.won(state) else {}
