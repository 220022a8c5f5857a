"""The margin of a position: which of its moves keep the win and which lose it.

The verdict on a move is the verdict on the position after it, so every win or loss given here is
proven, and whatever no search has settled is undecided.

Before a move is searched for long, winning lines from other positions are tried on the position
after it, card by card (``WinningPlan``). Two positions one move apart usually need the same plan,
though piles and counts may differ. A line found this way has been played by the rules, so the win
is proven; if none is found, that proves nothing.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from game.core.cards import Card
from game.core.moves import Move, Refusal, Verb
from game.core.state import HOME, PileId, Role, State
from game.rules.choices import choices, in_notation
from game.rules.counting import player_moves
from game.rules.registry import Deal, Rules
from game.solver.answer import (
    FIRST_LOOK,
    GLANCE,
    JudgedMove,
    Known,
    Margin,
    Verdict,
    never_cancelled,
    search,
)
from game.solver.packed import Key, LatestCache, common_key, key_of

_CACHE_SIZE: Final = 20_000
"""The maximum number of positions remembered in each cache."""
_REMEMBERED_AHEAD: Final = 6
"""The number of positions remembered along a line; the game's next position is often one of
them."""
_MAX_PLANS: Final = 8
"""The maximum number of lines from other positions that are tried."""
_MAX_SKIPPED: Final = 8
"""The maximum number of moves in a row that may be skipped before a line is given up."""


_Cancelled = Callable[[], bool]


def _verdict(judged: Sequence[JudgedMove], line: Sequence[Move]) -> Verdict:
    """Return the verdict on a position that is not won yet, given the verdicts on its moves.

    ``line`` is a winning line from the position; it is empty if none is known.
    """
    verdicts = {one.verdict for one in judged}
    if line or Verdict.WINNABLE in verdicts:
        return Verdict.WINNABLE
    return Verdict.UNDECIDED if Verdict.UNDECIDED in verdicts else Verdict.LOST


class Weigher:
    """Judges the moves of positions one after another, and remembers what it finds."""

    def __init__(
        self, clock: Callable[[], float] = time.process_time, *, glance: float = GLANCE
    ) -> None:
        """Measure time by ``clock``.

        A move is first searched for ``glance`` seconds; if that is not enough, winning lines of
        other positions are tried.
        """
        self._clock = clock
        self._glance = glance
        self._lines = LatestCache[Key, Known](_CACHE_SIZE)
        """Winnable positions with their lines; cells and columns are not interchangeable here."""
        self._others = LatestCache[Key, Known](_CACHE_SIZE)
        """Lost and undecided positions, keyed by canonical position."""
        self._plans: deque[WinningPlan] = deque(maxlen=_MAX_PLANS)
        """Winning lines from other positions; the most recently used is last."""

    def weigh(
        self,
        deal: Deal,
        state: State,
        seconds: float,
        *,
        line: Sequence[Move] = (),
        lost: bool = False,
        cancelled: Callable[[], bool] = never_cancelled,
    ) -> Margin | None:
        """Judge every move from ``state`` and return the margin; None if ``cancelled`` returned
        True.

        Each move is searched for at most ``seconds``, as measured by the weigher's clock.

        ``line`` is a winning line from ``state``, if one is known; its first move needs no search.
        ``lost`` says that ``state`` is known to be lost, so that every move loses.
        """
        rules = deal.engine
        if line:
            self._remember(deal, state, tuple(line))
        ways = list(choices(rules, state))
        # The position's own line is a plan for its other moves.
        longest = min(max(seconds, FIRST_LOOK), seconds * len(ways))
        known = Known(Verdict.LOST) if lost else self._cached(deal, state)
        known = known or self._search(deal, state, longest, cancelled)
        if known is None:
            return None
        best, own = known.moves, WinningPlan(rules, state, known.moves)
        judged: list[JudgedMove] = []
        for move in ways:
            if known.verdict is Verdict.LOST:
                judged.append(JudgedMove(move, Verdict.LOST))
                continue
            after = rules.expand(state, move)[-1].after
            found = self._judge(deal, after, seconds, own, cancelled)
            if found is None:
                return None
            if found.verdict is not Verdict.WINNABLE:
                judged.append(JudgedMove(move, found.verdict))
                continue
            way = (in_notation(rules, state, move), *found.moves)
            judged.append(JudgedMove(move, found.verdict, player_moves(way)))
            if not best or player_moves(way) < player_moves(best):
                best = way
        verdict = Verdict.WINNABLE if rules.won(state) else _verdict(judged, best)
        if best:
            self._remember(deal, state, best)
        elif verdict is Verdict.LOST:
            self._cache(deal, state, Known(Verdict.LOST))
        return Margin(verdict, tuple(judged), best, seconds)

    def _judge(
        self, deal: Deal, state: State, seconds: float, own: WinningPlan, cancelled: _Cancelled
    ) -> Known | None:
        """Return what is known about ``state``, searching if necessary; None if ``cancelled``
        returned True.

        ``own`` is the winning plan of the position one move earlier. A short search comes first,
        since it usually finds a shorter line than one borrowed from another position. Borrowed
        lines are tried next, since trying them takes far less time than a longer search.
        """
        met = self._cached(deal, state)
        if met is not None and (met.verdict is not Verdict.UNDECIDED or met.seconds >= seconds):
            return met
        found = met or self._search(deal, state, min(seconds, self._glance), cancelled)
        if found is not None and found.verdict is Verdict.UNDECIDED:
            if borrowed := self._line_of_plan(deal, state, own):
                found = Known(Verdict.WINNABLE, borrowed)
            elif found.seconds < seconds:
                found = self._search(deal, state, seconds, cancelled)
                if found is not None and found.moves:
                    self._plans.append(WinningPlan(deal.engine, state, found.moves))
        if found is None:
            return None
        if found.verdict is Verdict.WINNABLE:
            self._remember(deal, state, found.moves)
        else:
            self._cache(deal, state, found)
        return found

    def _search(
        self, deal: Deal, state: State, seconds: float, cancelled: _Cancelled
    ) -> Known | None:
        """Return the result of a search; None if ``cancelled`` returned True."""
        answer = search(deal, state, seconds, cancelled, self._clock)
        return None if answer is None else Known(answer.verdict, answer.moves, seconds=seconds)

    def _line_of_plan(self, deal: Deal, state: State, own: WinningPlan) -> tuple[Move, ...]:
        """Return a winning line from ``state`` that follows a line from another position; empty if
        none works."""
        if line := own.line_from(state):
            return line
        for plan in reversed(self._plans):
            if plan.rules is deal.engine and (line := plan.line_from(state)):
                self._plans.remove(plan)
                self._plans.append(plan)
                return line
        return ()

    def _cached(self, deal: Deal, state: State) -> Known | None:
        key = key_of(deal, state)
        return self._lines.get(key) or self._others.get(common_key(key))

    def _remember(self, deal: Deal, state: State, line: tuple[Move, ...]) -> None:
        """Remember ``line``, which wins from ``state``, for the first few positions along it."""
        rules = deal.engine
        for at in range(min(_REMEMBERED_AHEAD, len(line) + 1)):
            self._cache(deal, state, Known(Verdict.WINNABLE, line[at:]))
            found = rules.resolve(state, line[at]) if at < len(line) else None
            if found is None or isinstance(found, Refusal):
                return
            state = rules.expand(state, found)[-1].after

    def _cache(self, deal: Deal, state: State, found: Known) -> None:
        kept, key = self._lines, key_of(deal, state)
        if found.verdict is not Verdict.WINNABLE:
            kept, key = self._others, common_key(key)
        had = kept.get(key)
        if had is not None and found.moves and player_moves(had.moves) < player_moves(found.moves):
            found = had
        kept[key] = found


@dataclass(frozen=True, slots=True)
class _Aim:
    """What one move of a line does: it moves ``card``, with the cards on it, onto the card ``on``
    or into an empty pile of the given ``role``.

    A move that moves no card is kept as it is.
    """

    move: Move
    card: Card | None = None
    on: Card | None = None
    role: Role | None = None


class WinningPlan:
    """What a winning line does, in terms of cards rather than piles, so that it can be tried from
    other positions."""

    def __init__(self, rules: Rules, state: State, line: Sequence[Move]) -> None:
        self.rules = rules
        self._state = state
        self._line = line

    @cached_property
    def _aims(self) -> tuple[_Aim, ...]:
        return tuple(_aims(self.rules, self._state, self._line))

    def line_from(self, state: State) -> tuple[Move, ...]:
        """Return the moves by which the plan wins from ``state``; empty if it doesn't win."""
        rules, astray = self.rules, 0
        lies = {card: pile for pile, cards in state.piles.items() for card in cards}
        done: list[tuple[State, Move]] = []
        for aim in self._aims:
            found = self._move_for(state, lies, aim)
            if found is None:
                astray += 1
                if astray > _MAX_SKIPPED:
                    return ()
                continue
            astray = 0
            done.append((state, found))
            for step in rules.expand(state, found):
                state = step.after
                for card, _, pile in step.transfers:
                    lies[card] = pile
        if not rules.won(state):
            return ()
        return tuple([in_notation(rules, before, move) for before, move in done])

    def _move_for(self, state: State, lies: Mapping[Card, PileId], aim: _Aim) -> Move | None:
        """Return the move from ``state`` that achieves ``aim``; None if that is impossible or no
        longer necessary.

        ``lies`` maps each card to its pile.
        """
        rules = self.rules
        if aim.card is None:
            found = rules.resolve(state, aim.move)
            return None if isinstance(found, Refusal) else found
        source, target = lies[aim.card], _target_of(state, lies, aim)
        if source.role is Role.FOUNDATION or target is None:
            return None
        count = len(state[source]) - state[source].index(aim.card)
        found = rules.resolve(state, Move.carry(source, target, count))
        return None if isinstance(found, Refusal) else found


def _aims(rules: Rules, state: State, line: Sequence[Move]) -> Iterable[_Aim]:
    for move in line:
        found = rules.resolve(state, move)
        if isinstance(found, Refusal):
            return
        if found.verb is Verb.CARRY:
            card = state[found.source][-(found.count or 1)]
            on = state[found.target][-1] if state[found.target] else None
            yield _Aim(found, card, on, found.target.role)
        else:
            yield _Aim(found)
        state = rules.expand(state, found)[-1].after


def _target_of(state: State, lies: Mapping[Card, PileId], aim: _Aim) -> PileId | None:
    if aim.role is Role.FOUNDATION:
        return HOME
    if aim.on is not None:
        pile = lies[aim.on]
        return pile if state[pile][-1] == aim.on else None
    for pile, cards in state.piles.items():
        if pile.role is aim.role and not cards:
            return pile
    return None
