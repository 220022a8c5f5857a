"""How much room for error a position leaves: which of its moves keep the win, and which lose it.

A verdict on a move is the verdict on the position it leads to, so whatever is said here is proven;
what no search has settled is undecided.

Before a move is searched for long, a line that wins from another position is tried after it, card
by card (``WinningPlan``). Two positions a move apart mostly do with the same plan, though piles and
counts may differ. What comes of it was played by the rules, so it is proven; that it fails says
nothing.
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
from game.rules.choices import choices, written
from game.rules.counting import player_moves
from game.rules.registry import Deal, Rules
from game.solver.answer import FIRST_LOOK, GLANCE, Judged, Margin, Verdict, never, searched
from game.solver.packed import Key, Latest, common_key, key_of

_KEPT: Final = 20_000
"""How many positions of each sort are remembered."""
_AHEAD: Final = 6
"""How many positions of a line are remembered: the next position of a game is often on it."""
_PLANS: Final = 8
"""How many lines are tried from other positions than their own."""
_ASTRAY: Final = 8
"""After so many moves in a row that cannot be made the line is given up."""


@dataclass(frozen=True, slots=True)
class _Found:
    """What is known of a position: a line where it can be won; ``seconds`` is how long a search
    was allowed to take."""

    verdict: Verdict
    line: tuple[Move, ...] = ()
    seconds: float = 0.0


_Cancelled = Callable[[], bool]


def _verdict(judged: Sequence[Judged], line: Sequence[Move]) -> Verdict:
    """Return what follows for a position that is not won from its moves."""
    verdicts = {one.verdict for one in judged}
    if line or Verdict.WINNABLE in verdicts:
        return Verdict.WINNABLE
    return Verdict.UNDECIDED if Verdict.UNDECIDED in verdicts else Verdict.LOST


class Weigher:
    """Judges the moves of positions one after the other, and remembers what it has met."""

    def __init__(
        self, clock: Callable[[], float] = time.process_time, *, glance: float = GLANCE
    ) -> None:
        """Measure time by ``clock``; search so many seconds before other positions' lines are
        tried."""
        self._clock = clock
        self._glance = glance
        self._lines = Latest[Key, _Found](_KEPT)
        """What can be won, with a line; which cell and column is which matters to it."""
        self._others = Latest[Key, _Found](_KEPT)
        """What is lost or undecided, by equivalent position."""
        self._plans: deque[WinningPlan] = deque(maxlen=_PLANS)
        """What has won from other positions; what was of use last is at the end."""

    def weigh(
        self,
        deal: Deal,
        state: State,
        seconds: float,
        *,
        line: Sequence[Move] = (),
        lost: bool = False,
        cancelled: Callable[[], bool] = never,
    ) -> Margin | None:
        """Judge every move from ``state``, each for at most so many ``seconds`` of the clock;
        return None once ``cancelled``.

        ``line`` wins from ``state``, if one is known: its first move needs no search. No move does
        if ``state`` is proven ``lost``, or was met as such before.
        """
        rules = deal.engine
        if line:
            self._remember(deal, state, tuple(line))
        ways = list(choices(rules, state))
        # Its own line is a plan for its other moves.
        longest = min(max(seconds, FIRST_LOOK), seconds * len(ways))
        known = _Found(Verdict.LOST) if lost else self._met(deal, state)
        known = known or self._search(deal, state, longest, cancelled)
        if known is None:
            return None
        best, own = known.line, WinningPlan(rules, state, known.line)
        judged: list[Judged] = []
        for move in ways:
            if known.verdict is Verdict.LOST:
                judged.append(Judged(move, Verdict.LOST))
                continue
            after = rules.expand(state, move)[-1].after
            found = self._judge(deal, after, seconds, own, cancelled)
            if found is None:
                return None
            if found.verdict is not Verdict.WINNABLE:
                judged.append(Judged(move, found.verdict))
                continue
            way = (written(rules, state, move), *found.line)
            judged.append(Judged(move, found.verdict, player_moves(way)))
            if not best or player_moves(way) < player_moves(best):
                best = way
        verdict = Verdict.WINNABLE if rules.won(state) else _verdict(judged, best)
        if best:
            self._remember(deal, state, best)
        elif verdict is Verdict.LOST:
            self._keep(deal, state, _Found(Verdict.LOST))
        return Margin(verdict, tuple(judged), best, seconds)

    def _judge(
        self, deal: Deal, state: State, seconds: float, own: WinningPlan, cancelled: _Cancelled
    ) -> _Found | None:
        """Return what is known of ``state``, after a search if need be; None once cancelled.

        ``own`` is what wins from the position before it. What a glance finds is mostly shorter than
        what another position lends, and what that lends is there long before a search finds it.
        """
        met = self._met(deal, state)
        if met is not None and (met.verdict is not Verdict.UNDECIDED or met.seconds >= seconds):
            return met
        found = met or self._search(deal, state, min(seconds, self._glance), cancelled)
        if found is not None and found.verdict is Verdict.UNDECIDED:
            if borrowed := self._borrowed(deal, state, own):
                found = _Found(Verdict.WINNABLE, borrowed)
            elif found.seconds < seconds:
                found = self._search(deal, state, seconds, cancelled)
                if found is not None and found.line:
                    self._plans.append(WinningPlan(deal.engine, state, found.line))
        if found is None:
            return None
        if found.verdict is Verdict.WINNABLE:
            self._remember(deal, state, found.line)
        else:
            self._keep(deal, state, found)
        return found

    def _search(
        self, deal: Deal, state: State, seconds: float, cancelled: _Cancelled
    ) -> _Found | None:
        """Return what a search finds; None once cancelled."""
        answer = searched(deal, state, seconds, cancelled, self._clock)
        return None if answer is None else _Found(answer.verdict, answer.moves, seconds)

    def _borrowed(self, deal: Deal, state: State, own: WinningPlan) -> tuple[Move, ...]:
        """Return a line that wins from ``state`` as one did from another position; nothing if none
        does."""
        if line := own.win(state):
            return line
        for plan in reversed(self._plans):
            if plan.rules is deal.engine and (line := plan.win(state)):
                self._plans.remove(plan)
                self._plans.append(plan)
                return line
        return ()

    def _met(self, deal: Deal, state: State) -> _Found | None:
        key = key_of(deal, state)
        return self._lines.get(key) or self._others.get(common_key(key))

    def _remember(self, deal: Deal, state: State, line: tuple[Move, ...]) -> None:
        """Keep ``line``, which wins from ``state``, for the first positions on it."""
        rules = deal.engine
        for at in range(min(_AHEAD, len(line) + 1)):
            self._keep(deal, state, _Found(Verdict.WINNABLE, line[at:]))
            found = rules.resolve(state, line[at]) if at < len(line) else None
            if found is None or isinstance(found, Refusal):
                return
            state = rules.expand(state, found)[-1].after

    def _keep(self, deal: Deal, state: State, found: _Found) -> None:
        kept, key = self._lines, key_of(deal, state)
        if found.verdict is not Verdict.WINNABLE:
            kept, key = self._others, common_key(key)
        had = kept.get(key)
        if had is not None and found.line and player_moves(had.line) < player_moves(found.line):
            found = had
        kept[key] = found


@dataclass(frozen=True, slots=True)
class _Aim:
    """What a move of a line does: it carries ``card``, with what lies on it, onto the card ``on``
    or into an empty pile of that ``role``; what carries nothing is done as it stands."""

    move: Move
    card: Card | None = None
    on: Card | None = None
    role: Role | None = None


class WinningPlan:
    """What a line that wins from ``state`` does, whatever piles the cards lie on."""

    def __init__(self, rules: Rules, state: State, line: Sequence[Move]) -> None:
        self.rules = rules
        self._state = state
        self._line = line

    @cached_property
    def _aims(self) -> tuple[_Aim, ...]:
        return tuple(_aims(self.rules, self._state, self._line))

    def win(self, state: State) -> tuple[Move, ...]:
        """Return the moves by which it wins from ``state``; nothing if it does not."""
        rules, astray = self.rules, 0
        lies = {card: pile for pile, cards in state.piles.items() for card in cards}
        done: list[tuple[State, Move]] = []
        for aim in self._aims:
            found = self._fitting(state, lies, aim)
            if found is None:
                astray += 1
                if astray > _ASTRAY:
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
        return tuple([written(rules, before, move) for before, move in done])

    def _fitting(self, state: State, lies: Mapping[Card, PileId], aim: _Aim) -> Move | None:
        """Return the move from ``state`` that does the same; None if there is none, or need not
        be. ``lies`` tells on which pile each card lies."""
        rules = self.rules
        if aim.card is None:
            found = rules.resolve(state, aim.move)
            return None if isinstance(found, Refusal) else found
        source, target = lies[aim.card], _target(state, lies, aim)
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


def _target(state: State, lies: Mapping[Card, PileId], aim: _Aim) -> PileId | None:
    if aim.role is Role.FOUNDATION:
        return HOME
    if aim.on is not None:
        pile = lies[aim.on]
        return pile if state[pile][-1] == aim.on else None
    for pile, cards in state.piles.items():
        if pile.role is aim.role and not cards:
            return pile
    return None
